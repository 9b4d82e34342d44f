#define _GNU_SOURCE
#include "adapters/referee/far.h"

#ifdef PANJ_HIREDIS
#include <assert.h>
#include <hiredis/hiredis.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "adapters/referee/match_parts.h"
#include "adapters/referee/packet.h"
#include "adapters/referee/schedule.h"
#include "adapters/wire/queue.h"
#include "adapters/wire/sha256.h"
#include "adapters/wire/words.h"

enum {
    ENCOUNTERS_MOST = 2 * CONCURRENCY_MAX, /* that a worker holds: being played, or on their way */
    WINDOW = 2000,                         /* encounters that wait in the queue */
    TAKE_AT_ONCE = 50,
    PEN_SECONDS = 60,
    OVER_SECONDS = 86400,
    LOOK_PAUSE = 50 * WIRE_MILLISECOND,
    CHECK_PAUSE = WIRE_SECOND,
    NAP = 10000000 /* nanoseconds of the keeper's */
};

static const char jobs_key[] = "panj:match:jobs", results_key[] = "panj:match:results";

/* A worker's. */
struct encounter {
    struct queue_job job;
    int64_t first, next, last; /* its games */
    int missing;               /* of them, that are not played; 0: on its way */
    FILE *out;                 /* NULL: a free place */
    char *text;
    size_t length;
};

struct far {
    struct queue queue;
    char name[768];
    char code[SHA256_NAME];
    int64_t lease;
    int64_t looked, renewed, checked;
    bool knew_trouble;
    struct encounter encounters[ENCOUNTERS_MOST];
};

/* -- the connection -- */

static bool complain(const char *what)
{
    fprintf(stderr, "panj-referee: %s\n", what);
    return false;
}

/* True if there is one. A server that refuses us ends the match. */
static bool is_connected(struct match *match)
{
    struct far *far = match->far;
    if (queue_connect(&far->queue)) {
        far->knew_trouble = false;
        return true;
    }
    if (far->queue.is_refused) {
        complain(far->queue.why);
        match->status = STATUS_ERROR;
        match->stopping = true;
    } else if (!far->knew_trouble) {
        fprintf(stderr, "panj-referee: %s; trying again\n", far->queue.why);
        far->knew_trouble = true;
    }
    return false;
}

static void nap(void)
{
    nanosleep(&(struct timespec){.tv_nsec = NAP}, NULL);
}

/* What the keeper has posted of the match; false: nothing yet, or the queue is gone. */
static bool read_match(struct far *far, int64_t *rounds, char *code, size_t room)
{
    struct redisReply *reply = queue_ask(&far->queue, "HMGET panj:match code lease rounds");
    bool good = reply != NULL && reply->type == REDIS_REPLY_ARRAY && reply->elements == 3;
    for (int i = 0; i < 3; i++)
        good = good && reply->element[i]->type == REDIS_REPLY_STRING;
    good = good && wire_number_parse(reply->element[1]->str, 1, INT64_MAX, &far->lease) &&
           wire_number_parse(reply->element[2]->str, 1, 10000000, rounds);
    if (good)
        snprintf(code, room, "%s", reply->element[0]->str);
    freeReplyObject(reply);
    return good;
}

static bool wait_for_match(struct match *match, struct settings *settings)
{
    struct far *far = match->far;
    char code[SHA256_NAME];
    while (!(is_connected(match) && read_match(far, &settings->rounds, code, sizeof code))) {
        if (match->stopping || match_heed_interrupt(match))
            return false;
        nap();
    }
    return strcmp(code, far->code) == 0 ||
           complain(
               "refused: the match has other engines or settings: their files must have the same bytes, and "
               "the command lines the same words but for where files are");
}

/* Of a keeper the same for the same store on this machine, of a worker his own. */
static void name_ourselves(struct far *far, const struct settings *settings)
{
    char host[64] = "?", folder[512] = "";
    gethostname(host, sizeof host - 1);
    for (char *at = host; *at != '\0'; at++)
        *at = *at == ' ' || *at == '\n' ? '_' : *at;
    if (settings->works || settings->database == NULL)
        snprintf(far->name, sizeof far->name, "%s/%d", host, (int)getpid());
    else if (*settings->database == '/' || getcwd(folder, sizeof folder) == NULL)
        snprintf(far->name, sizeof far->name, "%s:%s", host, settings->database);
    else
        snprintf(far->name, sizeof far->name, "%s:%s/%s", host, folder, settings->database);
}

bool far_join(struct match *match, struct settings *settings)
{
    if (settings->queue == NULL)
        return true;
    struct far *far = calloc(1, sizeof *far);
    if (far == NULL)
        return complain("out of memory");
    match->far = far;
    far->lease = settings->lease;
    name_ourselves(far, settings);
    if (!far_code(settings, far->code))
        return false;
    if (!queue_create(&far->queue, settings->queue))
        return complain(far->queue.why);
    return !settings->works || wait_for_match(match, settings);
}

/* -- the worker: encounters -- */

static void encounter_free(struct encounter *encounter)
{
    if (encounter->out != NULL)
        fclose(encounter->out);
    free(encounter->text);
    queue_job_free(&encounter->job);
    *encounter = (struct encounter){0};
}

static struct encounter *free_place(struct far *far)
{
    for (int i = 0; i < ENCOUNTERS_MOST; i++)
        if (far->encounters[i].out == NULL)
            return &far->encounters[i];
    return NULL;
}

static int64_t games_of_encounter(const struct match *match)
{
    return match->players == 1 ? 1 : match->settings->games;
}

static void begin_encounter(struct match *match, struct encounter *encounter, struct queue_job job)
{
    int64_t games = games_of_encounter(match), number;
    assert(encounter->out == NULL);
    *encounter = (struct encounter){.job = job, .missing = (int)games};
    if (strcmp(job.code, match->far->code) != 0 ||
        !wire_number_parse(job.what, 1, match->total / games, &number)) {
        encounter_free(encounter); /* of another match: its own workers will take it over */
        return;
    }
    encounter->first = encounter->next = (number - 1) * games + 1;
    encounter->last = number * games;
    encounter->out = open_memstream(&encounter->text, &encounter->length);
    if (encounter->out != NULL)
        fprintf(encounter->out, "%s\n%s\n", job.id, match->far->name);
}

static void look_for_one(struct match *match)
{
    struct far *far = match->far;
    struct encounter *place = free_place(far);
    struct queue_job job;
    char loser[sizeof far->name];
    if (place == NULL || wire_clock() - far->looked < LOOK_PAUSE || !is_connected(match))
        return;
    if (queue_take_jobs(&far->queue, jobs_key, far->name, &job, 1) == 1 ||
        queue_take_over(&far->queue, jobs_key, far->name, far->lease, &job, loser, sizeof loser))
        begin_encounter(match, place, job);
    else
        far->looked = wire_clock();
}

static int64_t next_of_ours(struct far *far)
{
    for (int i = 0; i < ENCOUNTERS_MOST; i++) {
        struct encounter *encounter = &far->encounters[i];
        if (encounter->out != NULL && encounter->next <= encounter->last)
            return encounter->next++;
    }
    return 0;
}

int64_t far_next_game(struct match *match)
{
    int64_t id = next_of_ours(match->far);
    if (id == 0) {
        look_for_one(match);
        id = next_of_ours(match->far);
    }
    return id;
}

/* An answer of one line each, so that a name may hold what it likes. */
static void write_identities(FILE *out, const struct slot *slot)
{
    for (int i = 0; i < 2; i++)
        if (slot->engines[i].state != ENGINE_OFF && slot->engines[i].id_name[0] != '\0')
            fprintf(out, "identity %d %s\n", slot->entrants[i], slot->engines[i].id_name);
}

void far_take_game(struct match *match, const struct slot *slot)
{
    int64_t id = slot->game.record.fixture.id;
    struct encounter *encounter = match->far->encounters;
    while (encounter->out == NULL || id < encounter->first || id > encounter->last) {
        encounter++;
        assert(encounter < match->far->encounters + ENCOUNTERS_MOST);
    }
    assert(encounter->missing > 0);
    write_identities(encounter->out, slot);
    packet_write(encounter->out, &slot->game.record);
    encounter->missing--;
}

/* Both leave in one piece: the games, and the right to play them. */
static bool send_encounter(struct far *far, struct encounter *encounter)
{
    bool good = true;
    fflush(encounter->out);
    queue_put(&far->queue, "MULTI");
    queue_put(&far->queue, "RPUSH %s %b", results_key, encounter->text, encounter->length);
    queue_put(&far->queue, "XACK %s w %s", jobs_key, encounter->job.id);
    queue_put(&far->queue, "EXEC");
    for (int i = 0; i < 4; i++)
        good = queue_took(&far->queue) && good;
    return good;
}

static bool is_over(struct far *far)
{
    struct redisReply *reply = queue_ask(&far->queue, "GET panj:match:over");
    bool over = reply != NULL && reply->type == REDIS_REPLY_STRING && strcmp(reply->str, far->code) == 0;
    freeReplyObject(reply);
    return over;
}

void far_turn(struct match *match)
{
    struct far *far = match->far;
    int64_t now = wire_clock();
    if (!is_connected(match))
        return;
    bool renews = now - far->renewed >= far->lease / 4;
    for (int i = 0; i < ENCOUNTERS_MOST; i++) {
        struct encounter *encounter = &far->encounters[i];
        if (encounter->out == NULL)
            continue;
        if (encounter->missing == 0 && send_encounter(far, encounter))
            encounter_free(encounter);
        else if (renews)
            queue_renew(&far->queue, jobs_key, far->name, encounter->job.id);
    }
    far->renewed = renews ? now : far->renewed;
    if (now - far->checked >= CHECK_PAUSE) {
        far->checked = now;
        match->stopping = match->stopping || is_over(far);
    }
}

void far_leave(struct match *match)
{
    struct far *far = match->far;
    if (far == NULL)
        return;
    for (int i = 0; i < ENCOUNTERS_MOST; i++) {
        struct encounter *encounter = &far->encounters[i];
        if (encounter->out != NULL && far->queue.context != NULL && !is_over(far))
            queue_hand_back(&far->queue, jobs_key, encounter->job.id, encounter->job.what,
                            encounter->job.code);
        encounter_free(encounter);
    }
    queue_free(&far->queue);
    free(far);
    match->far = NULL;
}

/* -- the keeper -- */

/* What of the match is where. */
struct ledger {
    bool *posted; /* by the encounter's number */
    int64_t encounters, next;
    int64_t waiting; /* that are in the queue */
    int64_t missing; /* games that are not in the store */
    int64_t checked;
    bool is_synced;
};

static bool is_missing(const struct match *match, int64_t encounter)
{
    int64_t games = games_of_encounter(match);
    for (int64_t id = (encounter - 1) * games + 1; id <= encounter * games; id++)
        if (!match->played[id])
            return true;
    return false;
}

/* What stands in the queue already is not posted again; of another match it goes. */
static void find_posted(struct match *match, struct ledger *ledger)
{
    struct far *far = match->far;
    struct redisReply *all = queue_ask(&far->queue, "XRANGE %s - +", jobs_key);
    memset(ledger->posted, 0, (size_t)ledger->encounters + 1);
    ledger->waiting = 0;
    ledger->next = 1;
    for (size_t i = 0; all != NULL && all->type == REDIS_REPLY_ARRAY && i < all->elements; i++) {
        const struct redisReply *fields = all->element[i]->element[1];
        int64_t number;
        bool ours = fields->type == REDIS_REPLY_ARRAY && fields->elements == 4 &&
                    strcmp(fields->element[3]->str, far->code) == 0 &&
                    wire_number_parse(fields->element[1]->str, 1, ledger->encounters, &number) &&
                    !ledger->posted[number] && is_missing(match, number);
        if (ours) {
            ledger->posted[number] = true;
            ledger->waiting++;
        } else {
            queue_do(&far->queue, "XDEL %s %s", jobs_key, all->element[i]->element[0]->str);
        }
    }
    freeReplyObject(all);
}

/* All that the server must know, after it was lost too. */
static void tell_all(struct match *match, struct ledger *ledger)
{
    struct far *far = match->far;
    if (!queue_claim(&far->queue, "panj:match:keeper", far->name, PEN_SECONDS)) {
        complain(far->queue.why);
        match->status = STATUS_ERROR;
        match->stopping = true;
        return;
    }
    queue_do(&far->queue, "XGROUP CREATE %s w 0 MKSTREAM", jobs_key); /* an error if it is there: fine */
    find_posted(match, ledger);
    queue_do(&far->queue, "DEL panj:match:over");
    queue_do(&far->queue, "HSET panj:match code %s lease %" PRId64 " rounds %" PRId64, far->code,
             match->settings->lease, match->settings->rounds);
    ledger->is_synced = far->queue.context != NULL;
}

static void post_some(struct match *match, struct ledger *ledger)
{
    int put = 0;
    for (; ledger->next <= ledger->encounters && ledger->waiting + put < WINDOW; ledger->next++)
        if (!ledger->posted[ledger->next] && is_missing(match, ledger->next)) {
            ledger->posted[ledger->next] = true;
            queue_put(&match->far->queue, "XADD %s * p %" PRId64 " c %s", jobs_key, ledger->next,
                      match->far->code);
            put++;
        }
    for (int i = 0; i < put; i++)
        ledger->is_synced = queue_took(&match->far->queue) && ledger->is_synced;
    ledger->waiting += put;
}

static void keep_game(struct match *match, struct ledger *ledger, struct record *record)
{
    int64_t id = record->fixture.id;
    if (id > match->total || match->played[id])
        return; /* it came twice */
    record->fixture = schedule_fixture(match->settings, match->players, id);
    match->played[id] = true;
    ledger->missing--;
    match_keep(match, record);
}

/* Nothing that a worker sends may name an entrant that there is not. */
static bool read_record(const struct match *match, char **at, struct record *record)
{
    bool good = packet_read(at, record);
    for (int i = 0; good && i < record->incident_count; i++)
        good = record->incidents[i].entrant < match->settings->entrant_count;
    return good;
}

static char *take_identities(struct match *match, char *text)
{
    while (strncmp(text, "identity ", 9) == 0) {
        char *line = strsep(&text, "\n"), *word = line + 9;
        const char *number = wire_word_next(&word);
        int64_t entrant;
        if (number != NULL && wire_number_parse(number, 0, match->settings->entrant_count - 1, &entrant))
            match_keep_identity(match, (int)entrant, word);
        if (text == NULL)
            return line + strlen(line);
    }
    return text;
}

/* "ID\nWORKER\n", then the games. The entry goes when its games are in the store. */
static void take_result(struct match *match, struct ledger *ledger, char *text)
{
    char *rest = text;
    const char *id = strsep(&rest, "\n"), *worker = strsep(&rest, "\n");
    bool good = rest != NULL;
    while (good && rest != NULL && *rest != '\0') {
        struct record record;
        rest = take_identities(match, rest);
        if (*rest == '\0')
            break;
        good = read_record(match, &rest, &record);
        if (good)
            keep_game(match, ledger, &record);
        packet_free(&record);
    }
    if (!good)
        fprintf(stderr, "panj-referee: %s sent what is no game\n", worker == NULL ? "somebody" : worker);
    queue_do(&match->far->queue, "XDEL %s %s", jobs_key, id);
    ledger->waiting -= ledger->waiting > 0;
}

static bool take_some(struct match *match, struct ledger *ledger)
{
    struct queue *queue = &match->far->queue;
    struct redisReply *reply = queue_ask(queue, "LRANGE %s 0 %d", results_key, TAKE_AT_ONCE - 1);
    size_t got = reply != NULL && reply->type == REDIS_REPLY_ARRAY ? reply->elements : 0;
    for (size_t i = 0; i < got && match->status == STATUS_DONE; i++)
        take_result(match, ledger, reply->element[i]->str);
    if (got > 0 && match->status == STATUS_DONE)
        queue_do(queue, "LTRIM %s %d -1", results_key, (int)got);
    freeReplyObject(reply);
    return got > 0;
}

/* An encounter that is neither in the queue nor in the store is posted again. */
static void look_for_lost(struct match *match, struct ledger *ledger)
{
    struct queue *queue = &match->far->queue;
    if (wire_clock() - ledger->checked < CHECK_PAUSE)
        return;
    ledger->checked = wire_clock();
    struct redisReply *length = queue_ask(queue, "XLEN %s", jobs_key);
    struct redisReply *results = queue_ask(queue, "LLEN %s", results_key);
    bool lost = length != NULL && results != NULL && length->type == REDIS_REPLY_INTEGER &&
                results->type == REDIS_REPLY_INTEGER && results->integer == 0 &&
                length->integer != ledger->waiting;
    freeReplyObject(length);
    freeReplyObject(results);
    queue_claim(queue, "panj:match:keeper", match->far->name, PEN_SECONDS);
    ledger->is_synced = ledger->is_synced && !lost;
}

static void keep_all(struct match *match, struct ledger *ledger)
{
    while (ledger->missing > 0 && !match->stopping && !match_heed_interrupt(match)) {
        progress_tick(&match->progress, wire_clock());
        if (!is_connected(match)) {
            ledger->is_synced = false;
            nap();
            continue;
        }
        if (take_some(match, ledger))
            continue;
        if (!ledger->is_synced)
            tell_all(match, ledger);
        if (ledger->is_synced)
            post_some(match, ledger);
        look_for_lost(match, ledger);
        nap();
    }
}

void far_collect(struct match *match)
{
    struct ledger ledger = {.encounters = match->total / games_of_encounter(match)};
    ledger.posted = calloc((size_t)ledger.encounters + 1, sizeof *ledger.posted);
    if (ledger.posted == NULL) {
        complain("out of memory");
        match->status = STATUS_ERROR;
        return;
    }
    for (int64_t id = 1; id <= match->total; id++)
        ledger.missing += !match->played[id];
    keep_all(match, &ledger);
    if (match->far->queue.context != NULL && match->status == STATUS_DONE) {
        queue_do(&match->far->queue, "SET panj:match:over %s EX %d", match->far->code, OVER_SECONDS);
        queue_do(&match->far->queue, "DEL panj:match %s %s", jobs_key, results_key);
    }
    if (match->far->queue.context != NULL)
        queue_do(&match->far->queue, "DEL panj:match:keeper");
    free(ledger.posted);
}

#else
#include <stdio.h>

#include "adapters/referee/match_parts.h"

bool far_join(struct match *match, struct settings *settings)
{
    (void)match;
    if (settings->queue == NULL)
        return true;
    fputs("panj-referee: built without the queue: apt install libhiredis-dev, and build again\n", stderr);
    return false;
}

void far_collect(struct match *match)
{
    (void)match;
}

int64_t far_next_game(struct match *match)
{
    (void)match;
    return 0;
}

void far_take_game(struct match *match, const struct slot *slot)
{
    (void)match;
    (void)slot;
}

void far_turn(struct match *match)
{
    (void)match;
}

void far_leave(struct match *match)
{
    (void)match;
}
#endif
