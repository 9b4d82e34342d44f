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

#include "adapters/campaign/crew.h"
#include "adapters/campaign/judge.h"

enum {
    TAKE_AT_ONCE = 100,
    RESULT_PAUSE = 2 * WIRE_MILLISECOND, /* between two looks at what has come */
    LOOK_PAUSE = 20 * WIRE_MILLISECOND,  /* and at who is there, if nothing comes */
    PARTS_MOST = 1000,                   /* that wait to be read: until there are fewer, no job is given */
    POST_PAUSE = 10 * WIRE_SECOND,       /* the rules are told again, in case the server has lost them */
    LESSONS_KEPT = 1000,                 /* messages, for workers that join */
    REFUSALS_MOST = 3,                   /* of what a worker says: then it is asked no more */
    NAME_PREFIX = sizeof "panj:here:" - 1
};

/* An engine somewhere. */
struct remote {
    char *name;
    bool is_given;          /* it was idle, and a job is on its way */
    bool is_here, is_idle;  /* its key was there when we looked last, and said so */
    int64_t sent_at;        /* its job */
    int64_t given_at;       /* when it was last known to have it */
    char id[QUEUE_ID];      /* of it; "": none */
    struct graph_path path; /* to its leaf */
    bool is_stopped;
    int refusals;
};

/* What somebody has found; a part that it rests on waits to be read by a process of ours. */
struct finding {
    struct finding *next;
    char *text; /* of the result: what follows points into it */
    int remote; /* the number of who found it */
    const char *row, *lessons;
    struct graph_path path; /* to the leaf; its length is 0 if nobody waits for it */
    struct claims claims;
};

struct front {
    struct proof *proof;
    struct settings *settings;
    struct queue queue;
    struct judge judge;
    struct crew crew;                /* reads parts */
    struct finding *waiting, **last; /* theirs are to be read */
    struct finding **read;           /* what each of the crew is at */
    int unread;                      /* of both */
    bool has_kept;                   /* rows that may not be on the disk yet */
    bool has_news;                   /* what others are at may not be wanted any more */
    int64_t looked_at;
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

/* Its key says what it is at. One that has our job no more, though it has not told of it, has lost it. Whether it has
 * nothing to do. */
static bool hear_remote(struct front *front, struct remote *remote, const struct redisReply *reply)
{
    int64_t lease = (int64_t)(front->settings->lease * WIRE_SECOND);
    const char *at = reply->type == REDIS_REPLY_STRING ? reply->str : NULL;
    remote->is_here = at != NULL;
    if (*remote->id != '\0' && at != NULL && strcmp(at, remote->id) == 0)
        remote->given_at = wire_clock();
    else if (*remote->id != '\0' && wire_clock() - remote->given_at > lease)
        forget_job(front, remote);
    return at != NULL && strcmp(at, "-") == 0 && *remote->id == '\0';
}

/* -- giving -- */

static void put_order(struct front *front, const struct remote *remote, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void put_order(struct front *front, const struct remote *remote, const char *format, ...)
{
    char order[4096 + 128]; /* a FEN and some numbers */
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(order, sizeof order, format, arguments);
    va_end(arguments);
    assert(length > 0 && (size_t)length < sizeof order);
    queue_put(&front->queue, "RPUSH panj:to:%s %b", remote->name, order, (size_t)length);
}

/* False: there is none. */
static bool put_job(struct front *front, struct remote *remote, int workers)
{
    struct proof *proof = front->proof;
    int number = (int)(remote - front->remotes);
    if (!graph_choose(&proof->graph, number, &remote->path))
        return false;
    const struct graph_node *leaf = &proof->graph.at[remote->path.at[remote->path.length - 1]];
    uint64_t budget = proof_budget(proof, workers);
    bool opens = proof_opens(proof, leaf, budget, workers);
    snprintf(remote->id, sizeof remote->id, "%" PRId64 "-%" PRId64, front->begun, ++front->jobs);
    remote->sent_at = remote->given_at = wire_clock();
    remote->is_stopped = false;
    queue_put(&front->queue, "DEL panj:to:%s", remote->name);
    put_order(front, remote, "%s %d %" PRIu64 " %d %s", remote->id, number, budget, opens ? 1 : 0, leaf->fen);
    return true;
}

static void took_job(struct front *front, struct remote *remote)
{
    bool is_clear = queue_took(&front->queue);
    if (!queue_took(&front->queue) || !is_clear)
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
        put_order(front, remote, "stop %s", remote->id);
        queue_took(&front->queue);
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
    int workers = count_here(front), asked = front->count;
    for (int i = 0; i < asked; i++)
        queue_put(&front->queue, "GET panj:here:%s", front->remotes[i].name);
    for (int i = 0; i < asked; i++) {
        struct redisReply *at = queue_take(&front->queue);
        front->remotes[i].is_idle = at != NULL && hear_remote(front, &front->remotes[i], at);
        freeReplyObject(at);
    }
    more = more && !proof_is_decided(front->proof);
    for (int i = 0; i < asked; i++) {
        struct remote *remote = &front->remotes[i];
        bool wants = more && remote->is_idle && remote->refusals < REFUSALS_MOST;
        remote->is_given = wants && put_job(front, remote, workers);
        more = more && remote->is_given == wants; /* no leaf for one is none for any */
    }
    for (int i = 0; i < asked; i++)
        if (front->remotes[i].is_given)
            took_job(front, &front->remotes[i]);
}

/* -- what comes back -- */

static int leaf_of(const struct finding *finding)
{
    return finding->path.at[finding->path.length - 1];
}

static const char *fen_of(const struct front *front, const struct finding *finding)
{
    return front->proof->graph.at[leaf_of(finding)].fen;
}

/* The row is of the leaf that we gave and no other, and what it says without a proof is so. */
static bool is_so(struct front *front, const struct finding *finding)
{
    const char *fen = fen_of(front, finding);
    struct string begins = {0};
    string_print(&begins, "{\"job\": \"%s\",", fen);
    bool good = strncmp(finding->row, begins.at, begins.length) == 0 &&
                strpbrk(finding->row, "\r\n") == NULL &&
                (!finding->claims.has_part || *finding->claims.part != '\0') &&
                judge_believes(&front->judge, fen, &finding->claims);
    string_free(&begins);
    return good;
}

/* Only who is believed may teach the others. */
static void post_lessons(struct front *front, const struct finding *finding)
{
    const char *lessons = finding->lessons;
    if (lessons != NULL && *lessons != '\0')
        queue_do(&front->queue, "XADD panj:lessons MAXLEN ~ %d * by %s code %s words %b", LESSONS_KEPT,
                 front->remotes[finding->remote].name, front->code, lessons,
                 proof_lessons_length(lessons, 1 + count_here(front)));
}

static void refuse(struct remote *remote, const char *why)
{
    ground_say("refused from %s: %s", remote->name, why);
    if (++remote->refusals == REFUSALS_MOST)
        ground_say("%s is asked no more", remote->name);
}

/* A result that comes twice, because the server died before it let it go, must not take the part away. */
static bool has_use(const struct front *front, const char *part)
{
    const struct finding *finding = front->waiting;
    while (finding != NULL && strcmp(finding->claims.part, part) != 0)
        finding = finding->next;
    return finding != NULL;
}

/* Nothing is left of it but what has been kept. */
static void forget(struct front *front, struct finding *finding)
{
    if (finding->path.length > 0) {
        graph_retract(&front->proof->graph, leaf_of(finding));
        graph_leave(&front->proof->graph, &finding->path);
    }
    if (*finding->claims.part != '\0' && !has_use(front, finding->claims.part))
        queue_do(&front->queue, "DEL panj:part:%s", finding->claims.part);
    free(finding->text);
    free(finding);
}

/* The row is kept, unless `why` says that it is not to be believed. */
static void settle(struct front *front, struct finding *finding, const char *why)
{
    struct remote *remote = &front->remotes[finding->remote];
    struct string row = {0};
    string_print(&row, "%s", finding->row);
    if (why == NULL && !proof_keep_row(front->proof, &row))
        why = finding->row;
    if (why == NULL) {
        front->has_kept = front->has_news = true;
        remote->refusals = 0;
        post_lessons(front, finding);
    } else {
        refuse(remote, why);
    }
    string_free(&row);
    forget(front, finding);
}

/* -- parts -- */

/* It must be a part of the leaf, and of its winner. */
static void begin_reading(void *context, struct task *task, int number)
{
    struct front *front = context;
    struct proof *proof = front->proof;
    struct finding *finding = front->waiting;
    struct string position = {0}, path = {0};
    if (finding == NULL)
        return;
    front->waiting = finding->next;
    if (front->waiting == NULL)
        front->last = &front->waiting;
    front->read[number] = finding;
    string_print(&position, "%s | fen %s", proof->game.at, fen_of(front, finding));
    string_print(&path, "%s.part-%d", proof->path, number);
    struct record record = record_make(position.at);
    record_set(&record.score, finding->claims.won ? "mate 1" : "mate -1");
    bool has_part = many_fetch_part(&front->queue, finding->claims.part, path.at);
    task_begin_check(task, &proof->manner, record, has_part ? path.at : NULL);
    string_free(&position);
    string_free(&path);
}

static void has_read(void *context, int number, struct record record, const char *bad)
{
    struct front *front = context;
    struct finding *finding = front->read[number];
    bool good = record.verified == VERIFIED_YES && strcmp(record.proof, finding->claims.part) == 0;
    (void)bad;
    front->read[number] = NULL;
    front->unread--;
    settle(front, finding, good ? NULL : *record.note != '\0' ? record.note : finding->row);
    record_free(&record);
}

static void wait_to_be_read(struct front *front, struct finding *finding)
{
    *front->last = finding;
    front->last = &finding->next;
    front->unread++;
    graph_presume(&front->proof->graph, leaf_of(finding), finding->claims.won);
    front->has_news = true;
}

/* Of a job that has not been lost or stopped. What a front end before us asked for has been lost with it. */
static bool is_awaited(struct front *front, struct finding *finding, const char *id, const char *name)
{
    struct remote *remote = remote_of(front, name);
    if (*id == '\0' || strcmp(remote->id, id) != 0) /* one that has no job has an empty id */
        return false;
    finding->remote = (int)(remote - front->remotes);
    finding->path = remote->path;
    *remote->id = '\0';
    return !remote->is_stopped;
}

static void take_row(struct front *front, struct finding *finding)
{
    const struct claims *claims = &finding->claims;
    double away = (double)(wire_clock() - front->remotes[finding->remote].sent_at) / WIRE_SECOND;
    if (claims->has_part) { /* to write it takes time too, and the more the longer the job */
        wait_to_be_read(front, finding);
        return;
    }
    if (claims->nodes > 0 && claims->nodes < (double)INT64_MAX && claims->seconds >= 0)
        proof_note_trip(front->proof, (uint64_t)claims->nodes, claims->seconds, away);
    settle(front, finding, NULL);
}

/* "ID\nWORKER\nERROR\nROW\nLESSONS" */
static void take_result(struct front *front, const char *result)
{
    struct finding *finding = ground_take(sizeof *finding);
    char *rest = finding->text = ground_copy(result);
    const char *id = strsep(&rest, "\n"), *name = strsep(&rest, "\n"), *error = strsep(&rest, "\n");
    finding->row = strsep(&rest, "\n");
    finding->lessons = rest;
    bool is_row = finding->row != NULL && claims_read(&finding->claims, finding->row);
    if (finding->row == NULL || !is_awaited(front, finding, id, name))
        forget(front, finding);
    else if (*error != '\0')
        settle(front, finding, error);
    else if (!is_row || !is_so(front, finding))
        settle(front, finding, finding->row);
    else
        take_row(front, finding);
}

/* How many have come: they stay in the queue until let_go(). */
static int take_some(struct front *front)
{
    struct redisReply *reply = queue_ask(&front->queue, "LRANGE panj:results 0 %d", TAKE_AT_ONCE - 1);
    size_t got = reply != NULL && reply->type == REDIS_REPLY_ARRAY ? reply->elements : 0;
    for (size_t i = 0; i < got; i++)
        take_result(front, reply->element[i]->str);
    freeReplyObject(reply);
    return (int)got;
}

/* On the disk first, then out of the queue: what is killed between the two comes again, to nobody. What waits to be
 * read is lost with us, like the jobs at hand. */
static void let_go(struct front *front, int got)
{
    if (front->has_kept)
        proof_sync(front->proof);
    front->has_kept = false;
    if (got > 0)
        queue_do(&front->queue, "LTRIM panj:results %d -1", got);
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
    if (front->unread > 0)
        return true;
    for (int i = 0; i < front->count; i++)
        if (*front->remotes[i].id != '\0')
            return true;
    return false;
}

/* Who is there is looked at as often as something has come, and now and then. Nobody waits for the disk: a job that is
 * given because of a row that is lost is lost like it. */
static void take_turn(struct front *front, bool more)
{
    post_rules(front);
    int got = take_some(front);
    if (front->has_news)
        stop_unwanted(front);
    front->has_news = false;
    crew_hand_out(&front->crew);
    if (got > 0 || front->has_kept || wire_clock() - front->looked_at >= LOOK_PAUSE) {
        front->looked_at = wire_clock();
        look_round(front, more && front->unread < PARTS_MOST);
    }
    let_go(front, got);
}

/* Nothing of it is presumed. */
static bool is_decided(const struct front *front)
{
    return proof_is_decided(front->proof) && front->unread == 0;
}

/* At the end of the time what is at hand is waited for, at most a lease; once decided nothing is. */
static void lead(struct front *front)
{
    const struct settings *settings = front->settings;
    int64_t end = settings->duration > 0 ? front->proof->began + (int64_t)(settings->duration * WIRE_SECOND)
                                         : WIRE_FOREVER;
    int64_t last = end == WIRE_FOREVER ? end : end + (int64_t)(settings->lease * WIRE_SECOND);
    while (!is_decided(front) && (wire_clock() < end || (has_work_out(front) && wire_clock() < last))) {
        if (many_connect(&front->queue))
            take_turn(front, wire_clock() < end);
        else
            front->posted_at = 0;
        proof_tell(front->proof, false);
        crew_wait(&front->crew, wire_clock() + RESULT_PAUSE);
    }
    let_go(front, 0);
    stop_unwanted(front);
}

static void close_front(struct front *front)
{
    for (int i = 0; i < front->crew.count; i++)
        if (front->read[i] != NULL)
            forget(front, front->read[i]);
    crew_close(&front->crew);
    free(front->read);
    for (struct finding *first; (first = front->waiting) != NULL;) {
        front->waiting = first->next;
        forget(front, first);
    }
    judge_close(&front->judge);
    for (int i = 0; i < front->count; i++)
        free(front->remotes[i].name);
    free(front->remotes);
    index_free(&front->by_name);
    string_free(&front->name);
    queue_free(&front->queue);
}

void many_prove(struct proof *proof, struct settings *settings)
{
    struct front front = {.proof = proof, .settings = settings, .queue = many_open(settings->queue)};
    struct crew_orders orders = {.context = &front, .begin = begin_reading, .keep = has_read};
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    front.begun = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    front.judge = judge_open(&settings->engine, proof->game.at);
    front.crew = crew_open((int)settings->jobs, orders);
    front.read = ground_take((size_t)settings->jobs * sizeof(struct finding *));
    front.last = &front.waiting;
    many_name(settings->operands[0], &front.name);
    lead(&front);
    if (many_connect(&front.queue))
        queue_do(&front.queue, "DEL panj:results panj:collector panj:campaign panj:lessons");
    close_front(&front);
}
#endif
