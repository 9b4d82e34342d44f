#define _GNU_SOURCE
/* work URL: takes what is to be done from a queue and does it, until it is told to end. */
#include "adapters/campaign/many.h"

#ifdef PANJ_HIREDIS
#include <assert.h>
#include <hiredis/hiredis.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "adapters/campaign/labour.h"
#include "adapters/campaign/scratch.h"
#include "adapters/campaign/share.h"
#include "adapters/wire/ending.h"

enum {
    TAKEN_MOST = 3,           /* workers that may lose a job before it is given up */
    SAID_SECONDS = 7 * 86400, /* that is kept what became of a job */
    LESSONS_AT_ONCE = 100,
    PAUSE = 20 * WIRE_MILLISECOND, /* between two looks at an empty queue */
    PAUSE_LEAST = WIRE_MILLISECOND,
    PAUSE_SHARE = 4, /* a chosen job comes soon or late: of the time that there was none */
    JOBS_MOST = 4096 /* as settings.c has it */
};

struct worker {
    struct settings *settings;
    struct queue queue;
    char name[LABOUR_NAME / 2];
    struct manner manner;
    struct scratch scratch;
    int64_t until;      /* then it ends; WIRE_FOREVER: when it is told to */
    int64_t lease;      /* microseconds */
    struct string code; /* of the campaign: what its jobs carry too */
    struct string root; /* of the large proof; empty: a list */
    struct labour *labours;
    int jobs;
    int usable; /* of them, that fit into the memory */
    int64_t renewed, looked;
    int64_t gave; /* what it has found last */
};

/* -- joining -- */

static bool is_setup(const char *lines)
{
    for (; *lines != '\0'; lines = strchr(lines, '\n') + 1)
        if (strncmp(lines, "setoption name ", 15) != 0 || strchr(lines, '\n') == NULL)
            return false;
    return true;
}

/* Not more engines than memory: each takes its table and some more. */
static void fit_memory(struct worker *worker)
{
    enum { BESIDE = 64, USUAL = 64 /* MiB */ };
    const char *hash = strstr(worker->settings->engine.setup.at, "setoption name Hash value ");
    int64_t each =
        BESIDE + (hash == NULL ? USUAL : strtoll(hash + strlen("setoption name Hash value "), NULL, 10));
    int64_t fit = worker->settings->memory / (each > 0 ? each : BESIDE);
    if (worker->settings->memory > 0 && fit < worker->jobs)
        worker->usable = fit < 1 ? 1 : (int)fit;
    else
        worker->usable = worker->jobs;
}

enum rule { SIGNATURE, SETUP, LIMIT, LEASE, CODE, ROOT, WINNER, VERIFY, RULES };

static void take_rules(struct worker *worker, struct redisReply *const *rule)
{
    struct string *setup = &worker->settings->engine.setup;
    string_clear(setup);
    string_print(setup, "%s", rule[SETUP]->str);
    string_clear(&worker->code);
    string_print(&worker->code, "%s", rule[CODE]->str);
    string_clear(&worker->root);
    string_print(&worker->root, "%s", rule[ROOT]->str);
    worker->manner.limit = strtoll(rule[LIMIT]->str, NULL, 10);
    worker->manner.winner = *rule[WINNER]->str == '1';
    /* a part of a large proof is read by whoever gets it */
    worker->manner.verify = worker->root.length == 0 && *rule[VERIFY]->str == '1';
    worker->lease = strtoll(rule[LEASE]->str, NULL, 10);
    worker->renewed = 0; /* who leads a large proof shall see us at once */
    fit_memory(worker);
}

static void check_rules(struct worker *worker, struct redisReply *const *rule)
{
    struct string own = {0};
    many_signature(&worker->settings->engine, &own);
    if (strcmp(own.at, rule[SIGNATURE]->str) != 0)
        ground_fail("refused: the campaign's engine answers%s, ours%s", rule[SIGNATURE]->str, own.at);
    string_free(&own);
    if (!is_setup(rule[SETUP]->str) || strpbrk(rule[ROOT]->str, "\r\n") != NULL ||
        (*rule[ROOT]->str != '\0' && strstr(rule[ROOT]->str, " | ") == NULL))
        ground_fail("refused: the campaign wants more than options");
}

/* The campaign's rules; false: there is none yet, or the queue is gone. */
static bool read_campaign(struct worker *worker)
{
    struct redisReply *reply =
        queue_ask(&worker->queue, "HMGET panj:campaign signature setup limit lease code root winner verify");
    bool good = reply != NULL && reply->type == REDIS_REPLY_ARRAY && reply->elements == RULES;
    for (size_t i = 0; good && i < RULES; i++)
        good = reply->element[i]->type == REDIS_REPLY_STRING;
    if (good) {
        check_rules(worker, reply->element);
        take_rules(worker, reply->element);
    }
    freeReplyObject(reply);
    return good && worker->lease > 0;
}

/* Another campaign has begun: what is at hand belongs to nobody. */
static void look_for_another(struct worker *worker)
{
    struct redisReply *reply = queue_ask(&worker->queue, "HGET panj:campaign code");
    bool other =
        reply != NULL && reply->type == REDIS_REPLY_STRING && strcmp(reply->str, worker->code.at) != 0;
    freeReplyObject(reply);
    if (!other)
        return;
    for (int i = 0; i < worker->jobs; i++)
        if (worker->labours[i].is_open)
            labour_drop(&worker->labours[i]);
    read_campaign(worker);
}

/* -- giving -- */

static bool send_part(struct worker *worker, struct labour *labour)
{
    struct string path = {0};
    parts_path(worker->scratch.path.at, labour->part, &path);
    bool good = many_send_part(&worker->queue, labour->part, path.at);
    if (good) {
        unlink(path.at);
        *labour->part = '\0';
    }
    string_free(&path);
    return good;
}

static void put_here(struct worker *worker, const struct labour *labour, const char *id)
{
    queue_put(&worker->queue, "SET panj:here:%s %s PX %" PRId64, labour->name, *id == '\0' ? "-" : id,
              worker->lease / WIRE_MILLISECOND);
}

enum { RESULT_COMMANDS = 4 };

/* What is found leaves in one piece with the job's end: either the queue has both or neither. */
static void put_result(struct worker *worker, struct labour *labour)
{
    struct queue *queue = &worker->queue;
    queue_put(queue, "MULTI");
    queue_put(queue, "RPUSH panj:results %b", labour->result.at, labour->result.length);
    if (labour->proves)
        put_here(worker, labour, "");
    else
        queue_put(queue, "XACK panj:jobs w %s", labour->id);
    queue_put(queue, "EXEC");
}

/* Kept until the queue has it, whatever becomes of the connection. */
static void took_result(struct worker *worker, struct labour *labour)
{
    bool good = true;
    for (int i = 0; i < RESULT_COMMANDS; i++)
        good = queue_took(&worker->queue) && good;
    if (good)
        labour_rest(labour);
}

/* -- taking -- */

static bool is_usable(const struct worker *worker, const struct labour *labour)
{
    return labour->number < worker->usable && labour_is_free(labour);
}

/* A proof from our own folder, if it is whole there, or else from the queue; it stays until the worker ends. */
static bool get_proof(struct worker *worker, const char *name)
{
    struct string here = {0}, own = {0};
    char found[SHA256_NAME] = "";
    parts_path(worker->scratch.path.at, name, &here);
    bool good = access(here.at, R_OK) == 0;
    if (!good && worker->settings->proofs != NULL) {
        parts_path(worker->settings->proofs, name, &own);
        good = sha256_of_file(own.at, found) && strcmp(found, name) == 0 && symlink(own.at, here.at) == 0;
    }
    if (!good && !many_fetch_part(&worker->queue, name, here.at))
        unlink(here.at);
    good = access(here.at, R_OK) == 0;
    string_free(&here);
    string_free(&own);
    return good;
}

static bool begin_position(struct worker *worker, struct labour *labour, const struct queue_job *job)
{
    struct share share;
    if (!share_read(&share, job->what) || get_proof(worker, share.proof) || job->taken > TAKEN_MOST)
        return labour_begin_position(labour, &worker->manner, job->id, job->what);
    ground_say("%s: neither in --proofs nor in the queue", share.proof);
    return false;
}

/* False: it is of a campaign that we do not know, or no position. */
static bool begin_job(struct worker *worker, struct labour *labour, const struct queue_job *job)
{
    bool known = strcmp(job->code, worker->code.at) == 0 ||
                 (read_campaign(worker) && strcmp(job->code, worker->code.at) == 0);
    return known && begin_position(worker, labour, job);
}

/* What has been lost too often: it stays open, with what is known of those who lost it. */
static void give_up(struct worker *worker, struct labour *labour)
{
    struct redisReply *said = queue_ask(&worker->queue, "LRANGE panj:said:%s 0 -1", labour->id);
    struct record record = record_make(labour->what.at);
    struct string note = {0};
    string_print(&note, "given up:");
    for (size_t i = 0; said != NULL && said->type == REDIS_REPLY_ARRAY && i < said->elements; i++)
        string_print(&note, "%s %s", i == 0 ? "" : ";", said->element[i]->str);
    record_set(&record.note, note.at);
    task_drop(&labour->task);
    labour_say(labour, &record, "");
    record_free(&record);
    string_free(&note);
    freeReplyObject(said);
}

/* Takes over the job of somebody who has not been heard of for a lease. */
static void take_over(struct worker *worker, struct labour *labour)
{
    struct queue_job job;
    char loser[LABOUR_NAME];
    struct queue *queue = &worker->queue;
    if (!queue_take_over(queue, "panj:jobs", worker->name, worker->lease, &job, loser, sizeof loser))
        return;
    queue_do(queue, "RPUSH panj:said:%s %s", job.id, loser);
    queue_do(queue, "EXPIRE panj:said:%s %d", job.id, SAID_SECONDS);
    if (begin_job(worker, labour, &job) && job.taken > TAKEN_MOST)
        give_up(worker, labour);
    queue_job_free(&job);
}

static struct labour *free_labour(struct worker *worker)
{
    for (int i = 0; i < worker->usable; i++)
        if (is_usable(worker, &worker->labours[i]))
            return &worker->labours[i];
    return NULL;
}

static void begin_taken(struct worker *worker, int asked)
{
    struct queue_job *jobs = ground_take((size_t)asked * sizeof *jobs);
    int got = queue_taken_jobs(&worker->queue, jobs, asked);
    struct labour *labour;
    for (int i = 0; i < got; i++) {
        if ((labour = free_labour(worker)) != NULL)
            begin_job(worker, labour, &jobs[i]);
        queue_job_free(&jobs[i]);
    }
    free(jobs);
    if (got == 0 && (labour = free_labour(worker)) != NULL)
        take_over(worker, labour);
}

/* -- a large proof: what the others have decided -- */

static void put_lessons(struct worker *worker)
{
    for (int i = 0; i < worker->usable; i++)
        if (worker->labours[i].is_open)
            queue_put(&worker->queue, "XREAD COUNT %d STREAMS panj:lessons %s", LESSONS_AT_ONCE,
                      worker->labours[i].lesson);
}

/* An entry [id, [by, NAME, code, CODE, words, WORDS]]. */
static void take_lesson(const struct worker *worker, struct labour *labour, const struct redisReply *entry)
{
    enum { NAME_AT = 1, CODE_AT = 3, WORDS_AT = 5, FIELDS = 6 };
    if (entry->elements != 2 || entry->element[1]->elements != FIELDS)
        return;
    struct redisReply *const *field = entry->element[1]->element;
    snprintf(labour->lesson, sizeof labour->lesson, "%s", entry->element[0]->str);
    if (strcmp(field[CODE_AT]->str, worker->code.at) == 0 && strcmp(field[NAME_AT]->str, labour->name) != 0)
        leaf_learn(&labour->leaf, field[WORDS_AT]->str, field[WORDS_AT]->len);
}

static void took_lessons(struct worker *worker)
{
    for (int l = 0; l < worker->usable; l++) {
        struct labour *labour = &worker->labours[l];
        struct redisReply *reply = labour->is_open ? queue_take(&worker->queue) : NULL;
        bool good = reply != NULL && reply->type == REDIS_REPLY_ARRAY && reply->elements == 1;
        for (size_t i = 0; good && i < reply->element[0]->element[1]->elements; i++)
            take_lesson(worker, labour, reply->element[0]->element[1]->element[i]);
        freeReplyObject(reply);
    }
}

/* -- a large proof: jobs are chosen for us -- */

static void heed_order(struct worker *worker, struct labour *labour, char *order)
{
    const char *id = strsep(&order, " ");
    if (strcmp(id, "stop") == 0 && order != NULL) {
        if (strcmp(order, labour->id) == 0)
            leaf_stop(&labour->leaf);
    } else if (order != NULL && is_usable(worker, labour)) {
        labour_begin_leaf(labour, &worker->manner, worker->root.at, id, order);
    }
}

static void put_orders(struct worker *worker)
{
    put_lessons(worker);
    for (int i = 0; i < worker->usable; i++)
        queue_put(&worker->queue, "LPOP panj:to:%s", worker->labours[i].name);
}

static void took_orders(struct worker *worker)
{
    took_lessons(worker);
    for (int i = 0; i < worker->usable; i++) {
        struct redisReply *reply = queue_take(&worker->queue);
        if (reply != NULL && reply->type == REDIS_REPLY_STRING) {
            heed_order(worker, &worker->labours[i], reply->str);
            worker->renewed = 0; /* tell at once who works */
        }
        freeReplyObject(reply);
    }
}

/* -- the loop -- */

static int64_t pause_of(struct worker *worker)
{
    if (worker->root.length == 0 || free_labour(worker) == NULL)
        return PAUSE;
    int64_t pause = (wire_clock() - worker->gave) / PAUSE_SHARE;
    return pause < PAUSE_LEAST ? PAUSE_LEAST : pause > PAUSE ? PAUSE : pause;
}

/* In one piece, there and back: what has been found goes, and as much as is wanted comes. */
static void exchange(struct worker *worker, bool more)
{
    int64_t now = wire_clock();
    int wanted = 0;
    bool *sent = ground_take((size_t)worker->jobs * sizeof *sent);
    bool proves = worker->root.length > 0, is_urgent = false;
    for (int i = 0; i < worker->jobs; i++) {
        struct labour *labour = &worker->labours[i];
        sent[i] = labour->result.length > 0 && (*labour->part == '\0' || send_part(worker, labour));
        is_urgent = is_urgent || sent[i];
        wanted += (i < worker->usable && sent[i]) || is_usable(worker, labour);
        if (sent[i])
            put_result(worker, labour);
    }
    worker->gave = is_urgent ? now : worker->gave;
    bool looks = more && (is_urgent || now - worker->looked >= pause_of(worker)) && (wanted > 0 || proves);
    if (looks && proves)
        put_orders(worker);
    else if (looks)
        queue_put_take(&worker->queue, "panj:jobs", worker->name, wanted);
    for (int i = 0; i < worker->jobs; i++)
        if (sent[i])
            took_result(worker, &worker->labours[i]);
    free(sent);
    if (!looks)
        return;
    worker->looked = now;
    if (proves)
        took_orders(worker);
    else
        begin_taken(worker, wanted);
    if (free_labour(worker) != NULL)
        look_for_another(worker);
}

/* An engine that works answers `isready`, also while it searches: only then its lease goes on. */
static void renew(struct worker *worker)
{
    int64_t now = wire_clock();
    bool proves = worker->root.length > 0;
    if (now - worker->renewed < worker->lease / 4)
        return;
    worker->renewed = now;
    for (int i = 0; i < worker->jobs; i++) {
        struct labour *labour = &worker->labours[i];
        bool waits = labour->result.length > 0 || labour_is_free(labour);
        bool lives = waits || now - labour_heard(labour) < worker->lease;
        if (lives && proves && i < worker->usable) {
            put_here(worker, labour, labour->id);
            queue_took(&worker->queue);
        } else if (lives && !proves && !labour_is_free(labour)) {
            queue_renew(&worker->queue, "panj:jobs", worker->name, labour->id);
        }
        labour_ask_life(labour);
    }
}

static void wait_for_any(struct worker *worker)
{
    struct wire **wires = ground_take((size_t)(worker->jobs * LEAF_WIRES) * sizeof(struct wire *));
    int count = 0;
    for (int i = 0; i < worker->jobs; i++)
        count += labour_wires(&worker->labours[i], wires + count);
    wire_wait(wires, count, wire_clock() + pause_of(worker));
    free(wires);
    for (int i = 0; i < worker->jobs; i++)
        labour_step(&worker->labours[i]);
}

static bool is_busy(const struct worker *worker)
{
    for (int i = 0; i < worker->jobs; i++)
        if (!labour_is_free(&worker->labours[i]))
            return true;
    return false;
}

static bool has_time(const struct worker *worker)
{
    return !wire_is_ending() && wire_clock() < worker->until;
}

static void work(struct worker *worker)
{
    while (!wire_is_ending() && (has_time(worker) || is_busy(worker))) {
        if (many_connect(&worker->queue))
            exchange(worker, has_time(worker));
        if (worker->queue.context != NULL)
            renew(worker);
        wait_for_any(worker);
    }
}

/* What is not done goes back, so that nobody waits for the lease. */
static void hand_back(struct worker *worker)
{
    struct queue *queue = &worker->queue;
    for (int i = 0; i < worker->jobs; i++) {
        struct labour *labour = &worker->labours[i];
        bool has_job = !labour_is_free(labour) && labour->result.length == 0 && queue->context != NULL;
        if (has_job && !labour->proves)
            queue_hand_back(queue, "panj:jobs", labour->id, labour->what.at, worker->code.at);
        if (queue->context != NULL)
            queue_do(queue, "DEL panj:here:%s panj:to:%s", labour->name, labour->name);
        labour_drop(labour);
    }
}

/* -- beginning and end -- */

static void name_all(struct worker *worker)
{
    char host[64] = "?";
    gethostname(host, sizeof host - 1);
    for (char *at = host; *at != '\0'; at++)
        *at = *at == ' ' || *at == '%' ? '_' : *at;
    snprintf(worker->name, sizeof worker->name, "%s/%d", host, (int)getpid());
    for (int i = 0; i < worker->jobs; i++) {
        worker->labours[i].number = i;
        snprintf(worker->labours[i].name, sizeof worker->labours[i].name, "%s/%d", worker->name, i);
    }
}

int many_work(struct settings *settings)
{
    struct worker worker = {
        .settings = settings, .queue = many_open(settings->operands[0]), .jobs = (int)settings->jobs};
    bool ends = settings->duration > 0;
    struct string task = {0};
    assert(worker.jobs >= 1 && worker.jobs <= JOBS_MOST);
    worker.labours = ground_take((size_t)worker.jobs * sizeof *worker.labours);
    name_all(&worker);
    engine_greet(&settings->engine);
    wire_heed_ending();
    worker.until = ends ? wire_clock() + (int64_t)(settings->duration * WIRE_SECOND) : WIRE_FOREVER;
    worker.scratch = scratch_make();
    string_print(&task, "%s/task", worker.scratch.path.at);
    worker.manner =
        (struct manner){.engine = &settings->engine, .proofs = worker.scratch.path.at, .scratch = task.at};
    while (has_time(&worker) && !(many_connect(&worker.queue) && read_campaign(&worker)))
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    if (has_time(&worker))
        work(&worker);
    hand_back(&worker);
    scratch_remove(&worker.scratch);
    queue_free(&worker.queue);
    free(worker.labours);
    string_free(&worker.code);
    string_free(&worker.root);
    string_free(&task);
    return STATUS_DONE;
}
#endif
