#define _GNU_SOURCE
/* The keeper of a match on many machines: posts the encounters, and puts into the store what comes back. */
#include "adapters/referee/far.h"

#ifdef PANJ_HIREDIS
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/referee/far_parts.h"
#include "adapters/referee/packet.h"
#include "adapters/referee/schedule.h"
#include "adapters/wire/words.h"

enum {
    WINDOW = 2000, /* encounters that wait in the queue */
    TAKE_AT_ONCE = 50,
    PEN_SECONDS = 60,
    OVER_SECONDS = 86400
};

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
    int64_t games = far_encounter_games(match);
    for (int64_t id = (encounter - 1) * games + 1; id <= encounter * games; id++)
        if (!match->played[id])
            return true;
    return false;
}

/* What stands in the queue already is not posted again; of another match it goes. */
static void find_posted(struct match *match, struct ledger *ledger)
{
    struct far *far = match->far;
    struct redisReply *all = queue_ask(&far->queue, "XRANGE %s - +", far_jobs_key);
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
            queue_do(&far->queue, "XDEL %s %s", far_jobs_key, all->element[i]->element[0]->str);
        }
    }
    freeReplyObject(all);
}

/* All that the server must know, after it was lost too. */
static void tell_all(struct match *match, struct ledger *ledger)
{
    struct far *far = match->far;
    if (!queue_claim(&far->queue, "panj:match:keeper", far->name, PEN_SECONDS)) {
        far_complain(far->queue.why);
        match->status = STATUS_ERROR;
        match->stopping = true;
        return;
    }
    queue_do(&far->queue, "XGROUP CREATE %s w 0 MKSTREAM", far_jobs_key); /* an error if it is there: fine */
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
            queue_put(&match->far->queue, "XADD %s * p %" PRId64 " c %s", far_jobs_key, ledger->next,
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
    queue_do(&match->far->queue, "XDEL %s %s", far_jobs_key, id);
    ledger->waiting -= ledger->waiting > 0;
}

static bool take_some(struct match *match, struct ledger *ledger)
{
    struct queue *queue = &match->far->queue;
    struct redisReply *reply = queue_ask(queue, "LRANGE %s 0 %d", far_results_key, TAKE_AT_ONCE - 1);
    size_t got = reply != NULL && reply->type == REDIS_REPLY_ARRAY ? reply->elements : 0;
    for (size_t i = 0; i < got && match->status == STATUS_DONE; i++)
        take_result(match, ledger, reply->element[i]->str);
    if (got > 0 && match->status == STATUS_DONE)
        queue_do(queue, "LTRIM %s %d -1", far_results_key, (int)got);
    freeReplyObject(reply);
    return got > 0;
}

/* An encounter that is neither in the queue nor in the store is posted again. */
static void look_for_lost(struct match *match, struct ledger *ledger)
{
    struct queue *queue = &match->far->queue;
    if (wire_clock() - ledger->checked < FAR_CHECK_PAUSE)
        return;
    ledger->checked = wire_clock();
    struct redisReply *length = queue_ask(queue, "XLEN %s", far_jobs_key);
    struct redisReply *results = queue_ask(queue, "LLEN %s", far_results_key);
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
        if (!far_is_connected(match)) {
            ledger->is_synced = false;
            far_nap();
            continue;
        }
        if (take_some(match, ledger))
            continue;
        if (!ledger->is_synced)
            tell_all(match, ledger);
        if (ledger->is_synced)
            post_some(match, ledger);
        look_for_lost(match, ledger);
        far_nap();
    }
}

void far_collect(struct match *match)
{
    struct ledger ledger = {.encounters = match->total / far_encounter_games(match)};
    ledger.posted = calloc((size_t)ledger.encounters + 1, sizeof *ledger.posted);
    if (ledger.posted == NULL) {
        far_complain("out of memory");
        match->status = STATUS_ERROR;
        return;
    }
    for (int64_t id = 1; id <= match->total; id++)
        ledger.missing += !match->played[id];
    keep_all(match, &ledger);
    if (match->far->queue.context != NULL && match->status == STATUS_DONE) {
        queue_do(&match->far->queue, "SET panj:match:over %s EX %d", match->far->code, OVER_SECONDS);
        queue_do(&match->far->queue, "DEL panj:match %s %s", far_jobs_key, far_results_key);
    }
    if (match->far->queue.context != NULL)
        queue_do(&match->far->queue, "DEL panj:match:keeper");
    free(ledger.posted);
}
#else

void far_collect(struct match *match)
{
    (void)match;
}
#endif
