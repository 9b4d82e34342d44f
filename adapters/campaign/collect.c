#define _GNU_SOURCE
/* run RESULTS LIST --queue URL: posts what RESULTS lacks, and writes what comes back. */
#include "adapters/campaign/many.h"

#ifdef PANJ_HIREDIS
#include <assert.h>
#include <errno.h>
#include <hiredis/hiredis.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "adapters/campaign/crew.h"
#include "adapters/campaign/run.h"
#include "adapters/campaign/share.h"

enum {
    POST_AT_ONCE = 1000,
    TAKE_AT_ONCE = 200,
    REFUSALS_MOST = 3,
    REFUSAL_WEIGHT = 20 /* a proof that is wrong, beside one that has only been lost */
};

/* What the first worker has said of a part of a large proof: a second must say the same. */
struct opinion {
    char *worker; /* NULL: nobody has */
    char *verdict;
};

struct arrival {
    char *text; /* what the next point into */
    char *id, *worker, *bad;
    struct record record;
    bool is_result;
    bool wants_check, was_checked, had_part; /* by a process of our own; a part of a proof has come with it */
    bool wants_second;                       /* another worker is to be asked */
};

struct collector {
    struct campaign campaign;
    struct settings *settings;
    struct queue queue;
    struct string name;   /* of this collector: the same for the same RESULTS on this machine */
    char code[MANY_CODE]; /* of the rules of this campaign: its jobs carry it */
    /* Positions of the list without a row, with how often they were refused; -2: done. */
    struct index missing;
    size_t left;
    struct opinion *opinions; /* of each position of the list */
    struct string witness;    /* the first worker that said anything of such a part */
    bool has_witnesses;       /* others too */
    struct crew crew;         /* looks into what has come */
    struct arrival **checked; /* what each of it is at */
    struct arrival *arrivals; /* that have come together */
    size_t arrived;
    int64_t posted_at, looked_at;
    bool has_posted;
};

enum { DONE = -2 };

static void ask_and_forget(struct collector *collector, const char *command)
{
    queue_do(&collector->queue, command);
}

/* -- posting -- */

/* What stands in the stream already needs no second entry. */
static void find_posted(struct collector *collector, struct index *posted, struct string **names,
                        size_t *count)
{
    char from[64] = "-";
    for (;;) {
        struct redisReply *reply =
            queue_ask(&collector->queue, "XRANGE panj:jobs %s + COUNT %d", from, POST_AT_ONCE);
        size_t got = reply != NULL && reply->type == REDIS_REPLY_ARRAY ? reply->elements : 0;
        for (size_t i = 0; i < got; i++) {
            *names = ground_grow(*names, (*count + 1) * sizeof **names);
            struct string *name = &(*names)[(*count)++];
            *name = (struct string){0};
            string_print(name, "%s", reply->element[i]->element[1]->element[1]->str);
            index_set(posted, name->at, 1);
            snprintf(from, sizeof from, "(%s", reply->element[i]->element[0]->str);
        }
        freeReplyObject(reply);
        if (got < POST_AT_ONCE)
            return;
    }
}

static void post_missing(struct collector *collector)
{
    struct index posted = {0};
    struct string *names = NULL;
    size_t count = 0;
    int waiting = 0;
    find_posted(collector, &posted, &names, &count);
    for (size_t i = 0; i < collector->campaign.left; i++) {
        const char *position = collector->campaign.todo[i];
        if (index_find(&collector->missing, position) != DONE &&
            index_find(&posted, position) == INDEX_NONE) {
            queue_put(&collector->queue, "XADD panj:jobs * p %b c %s", position, strlen(position),
                      collector->code);
            waiting++;
        }
        for (; waiting > 0 && (waiting == POST_AT_ONCE || i + 1 == collector->campaign.left); waiting--) {
            struct redisReply *reply = queue_take(&collector->queue);
            freeReplyObject(reply);
        }
    }
    for (size_t i = 0; i < count; i++)
        string_free(&names[i]);
    free(names);
    index_free(&posted);
}

static void post_proof(struct collector *collector, const char *name)
{
    struct string path = {0};
    struct stat file;
    parts_path(collector->settings->proofs, name, &path);
    struct redisReply *reply = queue_ask(&collector->queue, "EXISTS panj:part:%s", name);
    bool is_there = reply != NULL && reply->type == REDIS_REPLY_INTEGER && reply->integer == 1;
    freeReplyObject(reply);
    if (stat(path.at, &file) == 0 && file.st_size > MANY_PART_MOST)
        ground_say("%s is too large for the queue: workers need it in --proofs", path.at);
    else if (!is_there)
        many_send_part(&collector->queue, name, path.at);
    string_free(&path);
}

/* All that the server must know, after it was lost too; a server whose disk is full takes nothing for a while. */
static void post_all(struct collector *collector)
{
    enum { EVERY = WIRE_SECOND / 2 };
    struct queue *queue = &collector->queue;
    if (wire_clock() - collector->posted_at < EVERY)
        return;
    collector->posted_at = wire_clock();
    many_claim(queue, &collector->name);
    bool good = many_post(queue, collector->settings, NULL, collector->code);
    ask_and_forget(collector, "XGROUP CREATE panj:jobs w 0 MKSTREAM"); /* an error if it is there: fine */
    for (size_t i = 0; good && i < collector->campaign.proof_count; i++)
        post_proof(collector, collector->campaign.proofs[i]);
    if (good)
        post_missing(collector);
    collector->has_posted = many_begin(queue, collector->settings) && good;
}

/* -- what comes back -- */

/* "ID\nWORKER\nERROR\nRECORD" */
static bool read_arrival(struct arrival *arrival, const char *text)
{
    char *rest = arrival->text = ground_copy(text);
    arrival->id = strsep(&rest, "\n");
    arrival->worker = strsep(&rest, "\n");
    arrival->bad = strsep(&rest, "\n");
    return rest != NULL && strspn(arrival->id, "0123456789-") == strlen(arrival->id) &&
           record_read(&arrival->record, rest, strlen(rest));
}

static bool is_missing(const struct collector *collector, const char *position)
{
    long state = index_find(&collector->missing, position);
    return state != INDEX_NONE && state != DONE; /* else nobody asked, or it was there before */
}

/* -- what is believed -- */

/* "HOST/PID" of "HOST/PID/NUMBER": engines of one process are one worker. */
static size_t worker_length(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash == NULL ? strlen(name) : (size_t)(slash - name);
}

static bool is_same_worker(const char *one, const char *other)
{
    return worker_length(one) == worker_length(other) && strncmp(one, other, worker_length(one)) == 0;
}

static void note_witness(struct collector *collector, const char *worker)
{
    if (collector->witness.length == 0)
        string_print(&collector->witness, "%s", worker);
    collector->has_witnesses = collector->has_witnesses || !is_same_worker(collector->witness.at, worker);
}

static void print_verdict(const struct record *record, struct string *verdict)
{
    string_print(verdict, "%s %s %d", record->outcome, record->score, record->verified);
}

/* A part of a large proof counts when two workers say the same of it. Where they do not, or one has been asked twice, or
 * there is but one, a process of our own decides. */
static void weigh_opinion(struct collector *collector, struct arrival *arrival)
{
    long number = index_find(&collector->campaign.list.by_position, arrival->record.position);
    struct opinion *first = &collector->opinions[number];
    struct string verdict = {0};
    print_verdict(&arrival->record, &verdict);
    note_witness(collector, arrival->worker);
    arrival->wants_second = first->worker == NULL && collector->has_witnesses;
    if (arrival->wants_second) {
        first->worker = ground_copy(arrival->worker);
        first->verdict = ground_copy(verdict.at);
    } else {
        arrival->wants_check = first->worker == NULL || is_same_worker(first->worker, arrival->worker) ||
                               strcmp(first->verdict, verdict.at) != 0;
    }
    string_free(&verdict);
}

static void weigh(struct collector *collector, struct arrival *arrival)
{
    struct share share;
    if (!is_missing(collector, arrival->record.position) || *arrival->bad != '\0')
        return;
    if (share_read(&share, arrival->record.position))
        weigh_opinion(collector, arrival);
    else
        arrival->wants_check = collector->settings->verify && record_is_proven(&arrival->record);
}

/* Nothing that a worker says of a proof is believed: a process of our own reads it. */
static void begin_check(void *context, struct task *task, int number)
{
    struct collector *collector = context;
    const struct manner *manner = &collector->campaign.manner;
    struct share share;
    size_t next = 0;
    while (next < collector->arrived && !collector->arrivals[next].wants_check)
        next++;
    if (next == collector->arrived)
        return;
    struct arrival *arrival = collector->checked[number] = &collector->arrivals[next];
    arrival->wants_check = false;
    arrival->was_checked = true;
    if (share_read(&share, arrival->record.position)) {
        task_begin(task, manner, number, arrival->record.position);
        return;
    }
    struct string part = {0};
    string_print(&part, "%s.part-%d", manner->scratch, number);
    arrival->had_part = many_fetch_part(&collector->queue, arrival->record.proof, part.at);
    arrival->record.verified = VERIFIED_NOT_ASKED;
    record_set(&arrival->record.note, "");
    struct record record = arrival->record;
    arrival->record = record_make(record.position);
    arrival->record.wall = record.wall;
    task_begin_check(task, manner, record, arrival->had_part ? part.at : NULL);
    string_free(&part);
}

static void has_checked(void *context, int number, struct record record, const char *bad)
{
    struct collector *collector = context;
    struct arrival *arrival = collector->checked[number];
    (void)bad;
    record.wall = arrival->record.wall; /* the worker's */
    record_free(&arrival->record);
    arrival->record = record;
}

/* False: it lied, and somebody else shall do it. */
static bool is_believed(struct collector *collector, struct arrival *arrival)
{
    struct share share;
    if (arrival->wants_second)
        return false;
    if (!arrival->was_checked || arrival->record.verified != VERIFIED_NO ||
        share_read(&share, arrival->record.position))
        return true;
    long refused =
        index_find(&collector->missing, arrival->record.position) + (arrival->had_part ? REFUSAL_WEIGHT : 1);
    ground_say("%s: refused from %s: %s", arrival->record.position, arrival->worker, arrival->record.note);
    if (refused >= REFUSALS_MOST * REFUSAL_WEIGHT) {
        record_set(&arrival->record.outcome, "open");
        return true;
    }
    index_set(&collector->missing, arrival->record.position, refused);
    return false;
}

static void take_arrival(struct collector *collector, struct arrival *arrival)
{
    struct campaign *campaign = &collector->campaign;
    if (!is_missing(collector, arrival->record.position)) {
        record_free(&arrival->record);
    } else if (is_believed(collector, arrival)) {
        long at = index_find(&campaign->list.by_position, arrival->record.position);
        index_set(&collector->missing, campaign->list.at[at].position, DONE);
        collector->left--;
        campaign_add(campaign, arrival->record, arrival->bad);
    } else {
        queue_do(&collector->queue, "XADD panj:jobs * p %b c %s", arrival->record.position,
                 strlen(arrival->record.position), collector->code);
        record_free(&arrival->record);
    }
}

/* What goes from the queue with a result: its entry, and its part. */
struct settled {
    char id[QUEUE_ID];
    char part[SHA256_NAME];
};

static void read_some(struct collector *collector, const struct redisReply *reply, struct settled *settled)
{
    struct share share;
    for (size_t i = 0; i < collector->arrived; i++) {
        struct arrival *arrival = &collector->arrivals[i];
        const char *text = reply->element[i]->str;
        settled[i] = (struct settled){.id = "0-1"}; /* no entry has it */
        arrival->is_result = read_arrival(arrival, text);
        if (!arrival->is_result) {
            ground_say("a result that is none: %s", text);
            continue;
        }
        snprintf(settled[i].id, sizeof settled[i].id, "%s", arrival->id);
        if (parts_is_name(arrival->record.proof) && !share_read(&share, arrival->record.position))
            strcpy(settled[i].part, arrival->record.proof);
        weigh(collector, arrival);
    }
}

/* Those that have come together are looked into side by side, and taken in their order. */
static void settle(struct collector *collector, const struct redisReply *reply, struct settled *settled)
{
    collector->arrived = reply->elements;
    collector->arrivals = ground_take((collector->arrived + 1) * sizeof(struct arrival));
    read_some(collector, reply, settled);
    crew_work(&collector->crew);
    for (size_t i = 0; i < collector->arrived; i++) {
        if (collector->arrivals[i].is_result)
            take_arrival(collector, &collector->arrivals[i]);
        free(collector->arrivals[i].text);
    }
    free(collector->arrivals);
    collector->arrived = 0;
}

/* False: the server takes nothing now, and has all of it still. */
static bool forget_settled(struct queue *queue, const struct settled *settled, size_t count)
{
    for (size_t i = 0; i < count; i++)
        queue_put(queue, "XDEL panj:jobs %s", settled[i].id);
    for (size_t i = 0; i < count; i++)
        queue_took(queue);
    bool good = queue_do(queue, "LTRIM panj:results %d -1", (int)count);
    for (size_t i = 0; good && i < count; i++)
        if (*settled[i].part != '\0')
            queue_do(queue, "DEL panj:part:%s", settled[i].part);
    return good;
}

/* On the disk first, then out of the queue: what is killed between the two comes again and is known. */
static bool take_some(struct collector *collector)
{
    struct redisReply *reply = queue_ask(&collector->queue, "LRANGE panj:results 0 %d", TAKE_AT_ONCE - 1);
    size_t got = reply != NULL && reply->type == REDIS_REPLY_ARRAY ? reply->elements : 0;
    struct settled settled[TAKE_AT_ONCE];
    assert(got <= TAKE_AT_ONCE);
    if (got > 0)
        settle(collector, reply, settled);
    freeReplyObject(reply);
    if (got == 0)
        return false;
    results_sync(&collector->campaign.results);
    return forget_settled(&collector->queue, settled, got);
}

/* -- the loop -- */

/* Nothing waits, nobody works, nothing comes, but positions are missing: the server has lost some. */
static void look_for_lost(struct collector *collector)
{
    enum { EVERY = 2 * WIRE_SECOND };
    if (wire_clock() - collector->looked_at < EVERY)
        return;
    collector->looked_at = wire_clock();
    many_claim(&collector->queue, &collector->name);
    struct redisReply *pending = queue_ask(&collector->queue, "XPENDING panj:jobs w");
    struct redisReply *length = queue_ask(&collector->queue, "XLEN panj:jobs");
    struct redisReply *group = queue_ask(&collector->queue, "XINFO GROUPS panj:jobs");
    struct redisReply *waiting = queue_ask(&collector->queue, "LLEN panj:results");
    struct redisReply *last = queue_ask(&collector->queue, "XREVRANGE panj:jobs + - COUNT 1");
    bool is_known = pending != NULL && length != NULL && group != NULL && last != NULL;
    bool gone = is_known && pending->type == REDIS_REPLY_ERROR; /* no group: all of it */
    bool idle = is_known && !gone && pending->elements > 0 && pending->element[0]->integer == 0;
    idle = idle && waiting != NULL && waiting->integer == 0;
    if (idle && length->integer > 0 && group->type == REDIS_REPLY_ARRAY && group->elements == 1) {
        const struct redisReply *row = group->element[0];
        const char *delivered = row->elements > 7 ? row->element[7]->str : "";
        idle = last->elements == 1 && strcmp(delivered, last->element[0]->element[0]->str) == 0;
        if (idle)
            ask_and_forget(collector, "DEL panj:jobs");
    }
    struct redisReply *all[] = {pending, length, group, last, waiting};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        freeReplyObject(all[i]);
    if (gone || idle)
        collector->has_posted = false;
}

static void collect(struct collector *collector)
{
    while (collector->left > 0) {
        if (!many_connect(&collector->queue)) {
            collector->has_posted = false;
            nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
            continue;
        }
        if (!collector->has_posted)
            post_all(collector);
        if (take_some(collector))
            continue;
        look_for_lost(collector);
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
}

static void open_collector(struct collector *collector)
{
    struct campaign *campaign = &collector->campaign;
    size_t jobs = (size_t)collector->settings->jobs;
    for (size_t i = 0; i < campaign->left; i++)
        index_set(&collector->missing, campaign->todo[i], 0);
    collector->left = campaign->left;
    collector->opinions = ground_take((campaign->list.count + 1) * sizeof *collector->opinions);
    collector->checked = ground_take(jobs * sizeof *collector->checked);
    collector->crew = crew_open(
        (int)jobs, (struct crew_orders){.context = collector, .begin = begin_check, .keep = has_checked});
}

static void close_collector(struct collector *collector)
{
    for (size_t i = 0; i < collector->campaign.list.count; i++) {
        free(collector->opinions[i].worker);
        free(collector->opinions[i].verdict);
    }
    free(collector->opinions);
    free(collector->checked);
    crew_close(&collector->crew);
    string_free(&collector->witness);
    index_free(&collector->missing);
    string_free(&collector->name);
}

int many_collect(struct settings *settings)
{
    struct collector collector = {.settings = settings};
    campaign_open(&collector.campaign, settings);
    many_name(settings->operands[0], &collector.name);
    engine_greet(&settings->engine);
    open_collector(&collector);
    if (collector.left > 0) {
        collector.queue = many_open(settings->queue);
        collect(&collector);
        many_connect(&collector.queue);
        ask_and_forget(&collector, "DEL panj:jobs panj:results panj:collector panj:campaign");
        for (size_t i = 0; i < collector.campaign.proof_count; i++)
            queue_do(&collector.queue, "DEL panj:part:%s", collector.campaign.proofs[i]);
        queue_free(&collector.queue);
    }
    close_collector(&collector);
    return campaign_close(&collector.campaign);
}
#endif
