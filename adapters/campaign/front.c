#define _GNU_SOURCE
/* prove RESULTS POSITION --queue URL: chooses a job for each worker that has nothing to do, checks what it sends. */
#include "adapters/campaign/many.h"

#ifdef PANJ_HIREDIS
#include <assert.h>
#include <hiredis/hiredis.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    TAKE_AT_ONCE = 100,
    LOOK_PAUSE = 20 * WIRE_MILLISECOND,
    POST_PAUSE = 10 * WIRE_SECOND, /* the rules are told again, in case the server has lost them */
    LESSONS_KEPT = 1000,           /* messages, for workers that join */
    REFUSALS_MOST = 3,             /* of what a worker says: then it is asked no more */
    NAME_PREFIX = sizeof "panj:here:" - 1
};

/* An engine somewhere. */
struct remote {
    char *name;
    bool is_here;           /* its key was there when we looked last */
    int64_t given_at;       /* its job */
    char id[QUEUE_ID];      /* of it; "": none */
    struct graph_path path; /* to its leaf */
    bool is_stopped;
    int refusals;
};

struct front {
    struct proof *proof;
    struct settings *settings;
    struct queue queue;
    struct string name;
    struct remote *remotes;
    struct index by_name;
    int count, room;
    int64_t begun; /* ids of this front end begin with it */
    int64_t jobs;
    int64_t posted_at;
    char code[MANY_CODE]; /* of the rules */
};

/* -- who is there -- */

static struct remote *remote_of(struct front *front, const char *name)
{
    long known = index_find(&front->by_name, name);
    if (known != INDEX_NONE)
        return &front->remotes[known];
    if (front->count == front->room) {
        front->room = front->room * 2 + 16;
        front->remotes = ground_grow(front->remotes, (size_t)front->room * sizeof *front->remotes);
    }
    struct remote *remote = &front->remotes[front->count];
    *remote = (struct remote){.name = ground_copy(name)};
    index_set(&front->by_name, remote->name, front->count++);
    return remote;
}

static int count_here(const struct front *front)
{
    int here = 0;
    for (int i = 0; i < front->count; i++)
        here += front->remotes[i].is_here && front->remotes[i].refusals < REFUSALS_MOST;
    return here;
}

static void forget_job(struct front *front, struct remote *remote)
{
    assert(*remote->id != '\0');
    graph_leave(&front->proof->graph, &remote->path);
    *remote->id = '\0';
}

/* Its key says what it is at. One that has our job no more, though it has not told of it, has lost it. */
static void hear_remote(struct front *front, struct remote *remote, const char *at)
{
    int64_t lease = (int64_t)(front->settings->lease * WIRE_SECOND);
    bool has_it = at != NULL && strcmp(at, remote->id) == 0;
    remote->is_here = at != NULL;
    if (*remote->id == '\0')
        return;
    if (has_it)
        remote->given_at = wire_clock();
    else if (wire_clock() - remote->given_at > lease)
        forget_job(front, remote);
}

/* -- giving -- */

static bool send_order(struct front *front, const struct remote *remote, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool send_order(struct front *front, const struct remote *remote, const char *format, ...)
{
    char order[4096 + 128]; /* a FEN and some numbers */
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(order, sizeof order, format, arguments);
    va_end(arguments);
    assert(length > 0 && (size_t)length < sizeof order);
    return queue_do(&front->queue, "RPUSH panj:to:%s %b", remote->name, order, (size_t)length);
}

static void give_job(struct front *front, struct remote *remote, int workers)
{
    struct proof *proof = front->proof;
    int number = (int)(remote - front->remotes);
    if (!graph_choose(&proof->graph, number, &remote->path))
        return;
    const struct graph_node *leaf = &proof->graph.at[remote->path.at[remote->path.length - 1]];
    uint64_t budget = proof_budget(proof, workers);
    bool opens = proof_opens(proof, leaf, budget, workers);
    snprintf(remote->id, sizeof remote->id, "%" PRId64 "-%" PRId64, front->begun, ++front->jobs);
    remote->given_at = wire_clock();
    remote->is_stopped = false;
    queue_do(&front->queue, "DEL panj:to:%s", remote->name);
    if (!send_order(front, remote, "%s %d %" PRIu64 " %d %s", remote->id, number, budget, opens ? 1 : 0,
                    leaf->fen))
        forget_job(front, remote);
}

static void stop_unwanted(struct front *front)
{
    for (int i = 0; i < front->count; i++) {
        struct remote *remote = &front->remotes[i];
        if (*remote->id == '\0' || remote->is_stopped ||
            graph_is_wanted(&front->proof->graph, remote->path.at[remote->path.length - 1]))
            continue;
        remote->is_stopped = true;
        send_order(front, remote, "stop %s", remote->id);
    }
}

/* Who is there, at what, and a job for each who has none. */
static void look_round(struct front *front, bool more)
{
    struct redisReply *keys = queue_ask(&front->queue, "KEYS panj:here:*");
    size_t count = keys != NULL && keys->type == REDIS_REPLY_ARRAY ? keys->elements : 0;
    for (int i = 0; keys != NULL && i < front->count; i++)
        front->remotes[i].is_here = false;
    for (size_t i = 0; i < count; i++)
        remote_of(front, keys->element[i]->str + NAME_PREFIX)->is_here = true;
    freeReplyObject(keys);
    int workers = count_here(front);
    for (int i = 0; i < front->count; i++) {
        struct remote *remote = &front->remotes[i];
        struct redisReply *at = queue_ask(&front->queue, "GET panj:here:%s", remote->name);
        if (at == NULL)
            return;
        hear_remote(front, remote, at->type == REDIS_REPLY_STRING ? at->str : NULL);
        bool is_idle = at->type == REDIS_REPLY_STRING && strcmp(at->str, "-") == 0 && *remote->id == '\0';
        if (is_idle && more && remote->refusals < REFUSALS_MOST && !proof_is_decided(front->proof))
            give_job(front, remote, workers);
        freeReplyObject(at);
    }
}

/* -- what comes back -- */

/* The name of the part that the row speaks of; false: it has none. */
static bool find_part(const char *row, char name[SHA256_NAME])
{
    static const char before[] = "\"proof\": \"";
    const char *at = strstr(row, before);
    if (at == NULL || strlen(at + sizeof before - 1) < SHA256_NAME - 1)
        return false;
    snprintf(name, SHA256_NAME, "%s", at + sizeof before - 1);
    return parts_is_name(name);
}

/* A process of our own reads the part; it must be one of the leaf, and of its winner. */
static bool is_proven(struct front *front, const struct remote *remote, const char *row, struct string *why)
{
    const struct proof *proof = front->proof;
    const char *fen = proof->graph.at[remote->path.at[remote->path.length - 1]].fen;
    char name[SHA256_NAME];
    struct string position = {0}, path = {0};
    if (!find_part(row, name))
        return strstr(row, "\"proof\"") == NULL;
    string_print(&position, "%s | fen %s", proof->game.at, fen);
    string_print(&path, "%s.part-0", proof->path);
    struct record record = record_make(position.at);
    record_set(&record.score, strstr(row, "\"won\": true") != NULL ? "mate 1" : "mate -1");
    bool has_part = many_fetch_part(&front->queue, name, path.at);
    record = many_check(&proof->manner, record, has_part ? path.at : NULL);
    bool good = record.verified == VERIFIED_YES && strcmp(record.proof, name) == 0;
    string_print(why, "%s", record.note);
    record_free(&record);
    string_free(&position);
    string_free(&path);
    return good;
}

/* The row of a job that we gave, of its leaf and no other. */
static bool is_row_of(const struct front *front, const struct remote *remote, const char *row)
{
    struct string begins = {0};
    string_print(&begins, "{\"job\": \"%s\",",
                 front->proof->graph.at[remote->path.at[remote->path.length - 1]].fen);
    bool good = strncmp(row, begins.at, begins.length) == 0 && strpbrk(row, "\r\n") == NULL;
    string_free(&begins);
    return good;
}

/* False: nobody needs it any more, or it is not to be believed. */
static bool keep_row(struct front *front, struct remote *remote, const char *bad, const char *text)
{
    struct string row = {0}, why = {0};
    string_print(&row, "%s", text);
    bool good = *bad == '\0' && is_row_of(front, remote, text) && is_proven(front, remote, text, &why) &&
                proof_keep_row(front->proof, &row);
    if (!good) {
        remote->refusals++;
        ground_say("refused from %s: %s", remote->name, *bad != '\0' ? bad : why.length > 0 ? why.at : text);
        if (remote->refusals == REFUSALS_MOST)
            ground_say("%s is asked no more", remote->name);
    } else {
        remote->refusals = 0;
    }
    string_free(&row);
    string_free(&why);
    return good;
}

/* Only who is believed may teach the others. */
static void post_lessons(struct front *front, const char *name, const char *lessons)
{
    if (lessons != NULL && *lessons != '\0')
        queue_do(&front->queue, "XADD panj:lessons MAXLEN ~ %d * by %s code %s words %b", LESSONS_KEPT, name,
                 front->code, lessons, proof_lessons_length(lessons, 1 + count_here(front)));
}

/* "ID\nWORKER\nERROR\nROW\nLESSONS". What a front end before us asked for has been lost with it. */
static void take_result(struct front *front, char *text)
{
    char *rest = text;
    const char *id = strsep(&rest, "\n"), *name = strsep(&rest, "\n"), *bad = strsep(&rest, "\n");
    const char *row = strsep(&rest, "\n");
    char part[SHA256_NAME];
    if (row == NULL)
        return;
    struct remote *remote = remote_of(front, name);
    if (*id != '\0' && strcmp(remote->id, id) == 0) { /* one that has no job has an empty id */
        bool was_stopped = remote->is_stopped;
        forget_job(front, remote);
        if (!was_stopped && keep_row(front, remote, bad, row))
            post_lessons(front, name, rest);
    }
    if (find_part(row, part))
        queue_do(&front->queue, "DEL panj:part:%s", part);
}

/* On the disk first, then out of the queue: what is killed between the two comes again, to nobody. */
static void take_some(struct front *front)
{
    struct redisReply *reply = queue_ask(&front->queue, "LRANGE panj:results 0 %d", TAKE_AT_ONCE - 1);
    size_t got = reply != NULL && reply->type == REDIS_REPLY_ARRAY ? reply->elements : 0;
    for (size_t i = 0; i < got; i++)
        take_result(front, reply->element[i]->str);
    if (got > 0) {
        proof_sync(front->proof);
        queue_do(&front->queue, "LTRIM panj:results %d -1", (int)got);
        stop_unwanted(front);
    }
    freeReplyObject(reply);
}

/* -- the loop -- */

static void post_rules(struct front *front)
{
    if (front->posted_at != 0 && wire_clock() - front->posted_at < POST_PAUSE)
        return;
    front->posted_at = wire_clock();
    many_claim(&front->queue, &front->name);
    many_post(&front->queue, front->settings, front->proof->position.at, front->code);
    many_begin(&front->queue, front->settings);
}

static bool has_work_out(const struct front *front)
{
    for (int i = 0; i < front->count; i++)
        if (*front->remotes[i].id != '\0')
            return true;
    return false;
}

/* At the end of the time what is at hand is waited for, at most a lease; once decided nothing is. */
static void lead(struct front *front)
{
    const struct settings *settings = front->settings;
    int64_t end = settings->duration > 0 ? front->proof->began + (int64_t)(settings->duration * WIRE_SECOND)
                                         : WIRE_FOREVER;
    int64_t last = end == WIRE_FOREVER ? end : end + (int64_t)(settings->lease * WIRE_SECOND);
    while (!proof_is_decided(front->proof) &&
           (wire_clock() < end || (has_work_out(front) && wire_clock() < last))) {
        if (!many_connect(&front->queue)) {
            front->posted_at = 0;
        } else {
            post_rules(front);
            take_some(front);
            look_round(front, wire_clock() < end);
        }
        proof_tell(front->proof, false);
        nanosleep(&(struct timespec){.tv_nsec = LOOK_PAUSE * 1000}, NULL);
    }
    stop_unwanted(front);
}

void many_prove(struct proof *proof, struct settings *settings)
{
    struct front front = {.proof = proof, .settings = settings, .queue = many_open(settings->queue)};
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    front.begun = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    many_name(settings->operands[0], &front.name);
    lead(&front);
    if (many_connect(&front.queue))
        queue_do(&front.queue, "DEL panj:results panj:collector panj:campaign panj:lessons");
    for (int i = 0; i < front.count; i++)
        free(front.remotes[i].name);
    free(front.remotes);
    index_free(&front.by_name);
    string_free(&front.name);
    queue_free(&front.queue);
}
#endif
