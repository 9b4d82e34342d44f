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

#include "adapters/campaign/run.h"
#include "adapters/campaign/share.h"

enum {
    POST_AT_ONCE = 1000,
    TAKE_AT_ONCE = 200,
    REFUSALS_MOST = 3,
    REFUSAL_WEIGHT = 20 /* a proof that is wrong, beside one that has only been lost */
};

struct collector {
    struct campaign campaign;
    struct settings *settings;
    struct queue queue;
    struct string name;   /* of this collector: the same for the same RESULTS on this machine */
    char code[MANY_CODE]; /* of the rules of this campaign: its jobs carry it */
    struct index
        missing; /* positions of the list without a row, with how often they were refused; -2: done */
    size_t left;
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

struct arrival {
    char *id, *worker, *bad;
    struct record record;
    bool is_wanted;
};

/* "ID\nWORKER\nERROR\nRECORD" */
static bool read_arrival(struct arrival *arrival, char *text)
{
    char *rest = text;
    arrival->id = strsep(&rest, "\n");
    arrival->worker = strsep(&rest, "\n");
    arrival->bad = strsep(&rest, "\n");
    return rest != NULL && strspn(arrival->id, "0123456789-") == strlen(arrival->id) &&
           record_read(&arrival->record, rest, strlen(rest));
}

/* Nothing that a worker says of a proof is believed: a process of our own reads it. Whether there was one. */
static bool check_arrival(struct collector *collector, struct arrival *arrival)
{
    struct string part = {0};
    const struct manner *manner = &collector->campaign.manner;
    string_print(&part, "%s.part-0", manner->scratch);
    bool had_part = many_fetch_part(&collector->queue, arrival->record.proof, part.at);
    arrival->record.verified = VERIFIED_NOT_ASKED;
    record_set(&arrival->record.note, "");
    double wall = arrival->record.wall;
    arrival->record = many_check(manner, arrival->record, had_part ? part.at : NULL);
    arrival->record.wall = wall;
    string_free(&part);
    return had_part;
}

/* False: it lied, and somebody else shall do it. */
static bool is_believed(struct collector *collector, struct arrival *arrival)
{
    struct share share; /* to check it would be to do it again */
    if (share_read(&share, arrival->record.position))
        return true;
    if (!collector->settings->verify || *arrival->bad != '\0' || !record_is_proven(&arrival->record))
        return true;
    bool had_part = check_arrival(collector, arrival);
    if (arrival->record.verified != VERIFIED_NO)
        return true;
    long refused =
        index_find(&collector->missing, arrival->record.position) + (had_part ? REFUSAL_WEIGHT : 1);
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
    const char *position = arrival->record.position;
    long state = index_find(&collector->missing, position);
    if (state == INDEX_NONE || state == DONE) { /* nobody asked, or it was there before */
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

static void settle(struct collector *collector, const char *text, struct settled *settled)
{
    struct arrival arrival;
    struct share share;
    char *copy = ground_copy(text);
    *settled = (struct settled){.id = "0-1"}; /* no entry has it */
    if (read_arrival(&arrival, copy)) {
        snprintf(settled->id, sizeof settled->id, "%s", arrival.id);
        if (parts_is_name(arrival.record.proof) && !share_read(&share, arrival.record.position))
            strcpy(settled->part, arrival.record.proof);
        take_arrival(collector, &arrival);
    } else {
        ground_say("a result that is none: %s", text);
    }
    free(copy);
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
    for (size_t i = 0; i < got; i++)
        settle(collector, reply->element[i]->str, &settled[i]);
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

int many_collect(struct settings *settings)
{
    struct collector collector = {.settings = settings};
    campaign_open(&collector.campaign, settings);
    many_name(settings->operands[0], &collector.name);
    engine_greet(&settings->engine);
    collector.left = collector.campaign.left;
    for (size_t i = 0; i < collector.campaign.left; i++)
        index_set(&collector.missing, collector.campaign.todo[i], 0);
    if (collector.left > 0) {
        collector.queue = many_open(settings->queue);
        collect(&collector);
        many_connect(&collector.queue);
        ask_and_forget(&collector, "DEL panj:jobs panj:results panj:collector panj:campaign");
        for (size_t i = 0; i < collector.campaign.proof_count; i++)
            queue_do(&collector.queue, "DEL panj:part:%s", collector.campaign.proofs[i]);
        queue_free(&collector.queue);
    }
    index_free(&collector.missing);
    string_free(&collector.name);
    return campaign_close(&collector.campaign);
}
#endif
