/* work URL: takes positions from a queue and solves them, until it is told to end. */
#include "adapters/campaign/many.h"

#ifdef PANJ_HIREDIS
#include <assert.h>
#include <errno.h>
#include <hiredis/hiredis.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "adapters/campaign/crew.h"
#include "adapters/campaign/parts.h"
#include "adapters/campaign/queue.h"

enum {
    TAKEN_MOST = 3,                /* workers that may lose a job before it is given up */
    PART_SECONDS = 7 * 86400,      /* that the bytes of a proof wait for the collector */
    PAUSE = 20 * WIRE_MILLISECOND, /* between two looks at an empty queue */
    NAME = 128
};

/* A job, the task that does it, and what it has found until the queue has that. */
struct labour {
    struct task task;
    char id[64];          /* of its entry */
    struct string result; /* empty: none yet */
};

struct worker {
    struct settings *settings;
    struct queue queue;
    char name[NAME];
    struct manner manner;
    int64_t lease;      /* microseconds */
    struct string code; /* of the campaign: what its jobs carry too */
    struct string folder;
    struct labour *labours;
    int jobs;
    int usable; /* of them, that fit into the memory */
    int64_t renewed, looked;
    uint64_t done;
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

/* The campaign's rules; false: there is none yet, or the queue is gone. */
static bool read_campaign(struct worker *worker)
{
    struct redisReply *reply =
        queue_ask(&worker->queue, "HMGET panj:campaign signature setup limit verify lease code");
    bool good = reply != NULL && reply->type == REDIS_REPLY_ARRAY && reply->elements == 6;
    for (size_t i = 0; good && i < 6; i++)
        good = reply->element[i]->type == REDIS_REPLY_STRING;
    if (good) {
        struct string own = {0};
        struct engine plain = worker->settings->engine;
        plain.setup = (struct string){.at = ""};
        many_signature(&plain, &own);
        if (strcmp(own.at, reply->element[0]->str) != 0)
            ground_fail("refused: the campaign's engine answers%s, ours%s", reply->element[0]->str, own.at);
        string_free(&own);
        if (!is_setup(reply->element[1]->str))
            ground_fail("refused: the campaign wants more than options");
        string_clear(&worker->settings->engine.setup);
        string_print(&worker->settings->engine.setup, "%s", reply->element[1]->str);
        worker->manner.limit = strtoll(reply->element[2]->str, NULL, 10);
        worker->manner.verify = *reply->element[3]->str == '1';
        worker->lease = strtoll(reply->element[4]->str, NULL, 10);
        string_clear(&worker->code);
        string_print(&worker->code, "%s", reply->element[5]->str);
        fit_memory(worker);
    }
    if (reply != NULL)
        freeReplyObject(reply);
    return good && worker->lease > 0;
}

/* -- giving -- */

/* What is found leaves in one piece with the job's end: either the queue has both or neither. */
static bool send_result(struct worker *worker, struct labour *labour)
{
    struct queue *queue = &worker->queue;
    queue_put(queue, "MULTI");
    queue_put(queue, "RPUSH panj:results %b", labour->result.at, labour->result.length);
    queue_put(queue, "XACK panj:jobs w %s", labour->id);
    queue_put(queue, "EXEC");
    bool good = true;
    for (int i = 0; i < 4; i++) {
        struct redisReply *reply = queue_take(queue);
        good = good && reply != NULL && reply->type != REDIS_REPLY_ERROR;
        if (reply != NULL)
            freeReplyObject(reply);
    }
    return good;
}

static bool send_part(struct worker *worker, const char *name)
{
    struct string path = {0}, bytes = {0};
    char chunk[1 << 16];
    size_t got;
    parts_path(worker->folder.at, name, &path);
    FILE *file = fopen(path.at, "rb");
    while (file != NULL && (got = fread(chunk, 1, sizeof chunk, file)) > 0)
        string_add(&bytes, chunk, got);
    if (file != NULL)
        fclose(file);
    bool good = queue_do(&worker->queue, "SET panj:part:%s %b EX %d", name, bytes.length > 0 ? bytes.at : "",
                         bytes.length, PART_SECONDS);
    if (good)
        unlink(path.at);
    string_free(&path);
    string_free(&bytes);
    return good;
}

/* "ID\nWORKER\nERROR\nRECORD" */
static void write_result(struct worker *worker, struct labour *labour, const struct record *record,
                         const char *bad)
{
    string_clear(&labour->result);
    string_print(&labour->result, "%s\n%s\n%s\n", labour->id, worker->name, bad);
    record_write(record, &labour->result);
}

/* Kept until the queue has it, whatever becomes of the connection. */
static void give(struct worker *worker, struct labour *labour)
{
    struct task *task = &labour->task;
    if (task->state == TASK_DONE && labour->result.length == 0)
        write_result(worker, labour, &task->record, task->bad.length > 0 ? task->bad.at : "");
    bool has_part = task->state == TASK_DONE && *task->record.proof != '\0';
    if (worker->queue.context == NULL || (has_part && !send_part(worker, task->record.proof)))
        return;
    if (has_part)
        record_set(&task->record.proof, ""); /* it is there; the result still names it */
    if (!send_result(worker, labour))
        return;
    worker->done++;
    labour->result.length = 0;
    if (task->state == TASK_DONE) {
        struct record record = task_take(task);
        record_free(&record);
    }
}

/* -- taking -- */

/* An entry [id, [p, position, c, code]] of a stream; false: it has been deleted meanwhile. */
static bool begin_entry(struct worker *worker, struct labour *labour, const struct redisReply *entry)
{
    if (entry->type != REDIS_REPLY_ARRAY || entry->elements != 2 ||
        entry->element[1]->type != REDIS_REPLY_ARRAY || entry->element[1]->elements != 4)
        return false;
    const char *code = entry->element[1]->element[3]->str;
    if (strcmp(code, worker->code.at) != 0 && (!read_campaign(worker) || strcmp(code, worker->code.at) != 0))
        return false; /* of a campaign that we do not know */
    struct string position = {0};
    snprintf(labour->id, sizeof labour->id, "%s", entry->element[0]->str);
    bool good = position_normalize(entry->element[1]->element[1]->str, &position);
    if (good)
        task_begin(&labour->task, &worker->manner, (int)(labour - worker->labours), position.at);
    string_free(&position);
    return good;
}

static bool take_new(struct worker *worker, struct labour *labour)
{
    struct redisReply *reply =
        queue_ask(&worker->queue, "XREADGROUP GROUP w %s COUNT 1 STREAMS panj:jobs >", worker->name);
    bool good = reply != NULL && reply->type == REDIS_REPLY_ARRAY && reply->elements == 1 &&
                reply->element[0]->element[1]->elements == 1 &&
                begin_entry(worker, labour, reply->element[0]->element[1]->element[0]);
    if (reply != NULL)
        freeReplyObject(reply);
    return good;
}

/* What has been lost too often: it stays open, with what is known of those who lost it. */
static void give_up(struct worker *worker, struct labour *labour, const char *position)
{
    struct redisReply *said = queue_ask(&worker->queue, "LRANGE panj:said:%s 0 -1", labour->id);
    struct record record = record_make(position);
    struct string note = {0};
    string_print(&note, "given up:");
    for (size_t i = 0; said != NULL && said->type == REDIS_REPLY_ARRAY && i < said->elements; i++)
        string_print(&note, "%s %s", i == 0 ? "" : ";", said->element[i]->str);
    record_set(&record.note, note.at);
    write_result(worker, labour, &record, "");
    record_free(&record);
    string_free(&note);
    if (said != NULL)
        freeReplyObject(said);
    give(worker, labour);
}

/* Takes over the job of somebody who has not been heard of for a lease. */
static bool take_over(struct worker *worker, struct labour *labour)
{
    int64_t lease = worker->lease / WIRE_MILLISECOND;
    struct redisReply *late = queue_ask(&worker->queue, "XPENDING panj:jobs w IDLE %" PRId64 " - + 1", lease);
    struct redisReply *taken = NULL;
    bool good = false;
    if (late != NULL && late->type == REDIS_REPLY_ARRAY && late->elements == 1) {
        const struct redisReply *row = late->element[0]; /* id, who, idle, how often */
        taken = queue_ask(&worker->queue, "XCLAIM panj:jobs w %s %" PRId64 " %s", worker->name, lease,
                          row->element[0]->str);
        bool ours = taken != NULL && taken->type == REDIS_REPLY_ARRAY && taken->elements == 1 &&
                    taken->element[0]->type == REDIS_REPLY_ARRAY;
        if (ours) {
            queue_do(&worker->queue, "RPUSH panj:said:%s %b", row->element[0]->str, row->element[1]->str,
                     strlen(row->element[1]->str));
            queue_do(&worker->queue, "EXPIRE panj:said:%s %d", row->element[0]->str, PART_SECONDS);
            good = begin_entry(worker, labour, taken->element[0]);
        }
        if (good && row->element[3]->integer >= TAKEN_MOST) {
            char *position = ground_copy(labour->task.record.position);
            task_drop(&labour->task);
            give_up(worker, labour, position);
            free(position);
        }
    }
    if (late != NULL)
        freeReplyObject(late);
    if (taken != NULL)
        freeReplyObject(taken);
    return good;
}

/* -- the loop -- */

/* An engine that works answers `isready`, also while it searches: only then its lease goes on. */
static void renew(struct worker *worker)
{
    if (wire_clock() - worker->renewed < worker->lease / 4)
        return;
    worker->renewed = wire_clock();
    for (int i = 0; i < worker->jobs; i++) {
        struct labour *labour = &worker->labours[i];
        bool waits = labour->result.length > 0;
        if (labour->task.state == TASK_IDLE && !waits)
            continue;
        if (waits || wire_clock() - labour->task.heard < worker->lease)
            queue_do(&worker->queue, "XCLAIM panj:jobs w %s 0 %s JUSTID", worker->name, labour->id);
        if (labour->task.wire != NULL)
            wire_printf(labour->task.wire, "isready\n");
    }
}

static int fill(struct worker *worker, bool more)
{
    int busy = 0;
    bool is_empty = wire_clock() - worker->looked < PAUSE;
    for (int i = 0; i < worker->jobs; i++) {
        struct labour *labour = &worker->labours[i];
        bool free_now = labour->task.state == TASK_IDLE && labour->result.length == 0;
        if (free_now && more && i < worker->usable && !is_empty && worker->queue.context != NULL) {
            free_now = !take_new(worker, labour) && !take_over(worker, labour);
            is_empty = free_now;
            if (is_empty)
                worker->looked = wire_clock();
        }
        busy += !free_now;
    }
    return busy;
}

static void work(struct worker *worker)
{
    int64_t end = worker->settings->duration > 0
                      ? wire_clock() + (int64_t)(worker->settings->duration * WIRE_SECOND)
                      : WIRE_FOREVER;
    int busy = 0;
    while (wire_clock() < end || busy > 0) {
        queue_connect(&worker->queue);
        busy = fill(worker, wire_clock() < end);
        struct wire **wires = ground_take((size_t)worker->jobs * sizeof(struct wire *));
        for (int i = 0; i < worker->jobs; i++)
            wires[i] = worker->labours[i].task.wire;
        wire_wait(wires, worker->jobs, wire_clock() + PAUSE);
        free(wires);
        for (int i = 0; i < worker->jobs; i++) {
            struct labour *labour = &worker->labours[i];
            task_step(&labour->task);
            if (labour->task.state == TASK_DONE || labour->result.length > 0)
                give(worker, labour);
        }
        if (worker->queue.context != NULL)
            renew(worker);
    }
}

int many_work(struct settings *settings)
{
    struct worker worker = {
        .settings = settings, .queue = queue_create(settings->operands[0]), .jobs = (int)settings->jobs};
    char host[64] = "?";
    char folder[] = "/tmp/panj-work-XXXXXX";
    struct string scratch = {0};
    gethostname(host, sizeof host - 1);
    snprintf(worker.name, sizeof worker.name, "%s/%d", host, (int)getpid());
    if (mkdtemp(folder) == NULL)
        ground_fail("%s: %s", folder, strerror(errno));
    string_print(&worker.folder, "%s", folder);
    string_print(&scratch, "%s/task", folder);
    engine_greet(&settings->engine);
    worker.manner =
        (struct manner){.engine = &settings->engine, .proofs = worker.folder.at, .scratch = scratch.at};
    worker.labours = ground_take((size_t)worker.jobs * sizeof *worker.labours);
    queue_must_connect(&worker.queue);
    while (!read_campaign(&worker)) {
        nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
        queue_must_connect(&worker.queue);
    }
    work(&worker);
    rmdir(folder);
    queue_free(&worker.queue);
    free(worker.labours);
    string_free(&worker.folder);
    string_free(&worker.code);
    string_free(&scratch);
    return STATUS_DONE;
}
#endif
