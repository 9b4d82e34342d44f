/* doctor URL: what is wrong with a queue, in words, and how fast it is. */
#include "adapters/campaign/many.h"

#ifdef PANJ_HIREDIS
#include <hiredis/hiredis.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIALS = 2000 };

static void print_count(struct queue *queue, const char *what, const char *command)
{
    struct redisReply *reply = queue_ask(queue, command);
    if (reply != NULL && reply->type == REDIS_REPLY_INTEGER)
        printf("%-10s %lld\n", what, reply->integer);
    freeReplyObject(reply);
}

static bool check_version(struct queue *queue)
{
    struct redisReply *reply = queue_ask(queue, "INFO server");
    static const char name[] = "redis_version:";
    const char *at = reply == NULL || reply->type != REDIS_REPLY_STRING ? NULL : strstr(reply->str, name);
    char *dot = NULL;
    long major = at == NULL ? 0 : strtol(at + sizeof name - 1, &dot, 10);
    long minor = dot == NULL || *dot != '.' ? 0 : strtol(dot + 1, NULL, 10);
    bool good = major > 6 || (major == 6 && minor >= 2);
    printf("version    %ld.%ld%s\n", major, minor, good ? "" : ": too old, 6.2 is wanted");
    freeReplyObject(reply);
    return good;
}

static void check_durability(struct queue *queue)
{
    struct redisReply *reply = queue_ask(queue, "CONFIG GET appendonly");
    bool is_on = reply != NULL && reply->type == REDIS_REPLY_ARRAY && reply->elements == 2 &&
                 strcmp(reply->element[1]->str, "yes") == 0;
    printf("durable    %s\n",
           is_on ? "yes" : "no: with `--appendonly yes` less is done twice when the server dies");
    freeReplyObject(reply);
}

/* What a server whose disk or memory is full refuses; says so. */
static bool takes(struct queue *queue, const char *command)
{
    struct redisReply *reply = queue_ask(queue, command);
    bool good = reply != NULL && reply->type != REDIS_REPLY_ERROR;
    if (!good)
        ground_say("the server takes nothing now: %s", reply == NULL ? "it does not answer" : reply->str);
    freeReplyObject(reply);
    return good;
}

/* How much a job takes there, with a position of the usual length. */
static void measure_memory(struct queue *queue)
{
    struct redisReply *reply = queue_ask(queue, "MEMORY USAGE panj:trial SAMPLES 0");
    if (reply != NULL && reply->type == REDIS_REPLY_INTEGER)
        printf("memory     %lld bytes a job that waits\n", reply->integer / TRIALS);
    freeReplyObject(reply);
}

/* Empty jobs, each posted, taken, answered, acknowledged and collected, one after the other. */
static bool measure(struct queue *queue)
{
    if (!takes(queue, "DEL panj:trial panj:trial:results") ||
        !takes(queue, "XGROUP CREATE panj:trial w 0 MKSTREAM"))
        return false;
    bool good = true;
    static const char position[] = "konane rows=7 cols=7 | startpos moves a1 b1";
    int64_t began = wire_clock();
    for (int i = 0; good && i < TRIALS; i++)
        queue_put(queue, "XADD panj:trial * p %s c %016d", position, i);
    for (int i = 0; good && i < TRIALS; i++)
        freeReplyObject(queue_take(queue));
    int64_t filled = wire_clock();
    measure_memory(queue);
    began += wire_clock() - filled;
    for (int i = 0; good && i < TRIALS; i++) {
        struct redisReply *reply = queue_ask(queue, "XREADGROUP GROUP w doctor COUNT 1 STREAMS panj:trial >");
        good = reply != NULL && reply->type == REDIS_REPLY_ARRAY && reply->elements == 1;
        if (good) {
            const char *id = reply->element[0]->element[1]->element[0]->element[0]->str;
            queue_put(queue, "MULTI");
            queue_put(queue, "RPUSH panj:trial:results %s", id);
            queue_put(queue, "XACK panj:trial w %s", id);
            queue_put(queue, "EXEC");
            queue_put(queue, "LTRIM panj:trial:results 1 -1");
            queue_put(queue, "XDEL panj:trial %s", id);
            for (int j = 0; j < 6; j++)
                freeReplyObject(queue_take(queue));
        }
        freeReplyObject(reply);
    }
    double seconds = (double)(wire_clock() - began) / WIRE_SECOND;
    queue_do(queue, "DEL panj:trial panj:trial:results");
    if (good)
        printf("speed      %.0f empty jobs/s\n", TRIALS / seconds);
    return good;
}

int many_examine(struct settings *settings)
{
    struct queue queue = many_open(settings->operands[0]);
    if (!queue_connect(&queue)) {
        ground_say("%s", queue.why);
        queue_free(&queue);
        return STATUS_FAILED;
    }
    bool good = check_version(&queue);
    check_durability(&queue);
    print_count(&queue, "jobs", "XLEN panj:jobs");
    print_count(&queue, "results", "LLEN panj:results");
    struct redisReply *who = queue_ask(&queue, "GET panj:collector");
    printf("collector  %s\n", who != NULL && who->type == REDIS_REPLY_STRING ? who->str : "none");
    freeReplyObject(who);
    good = measure(&queue) && good;
    queue_free(&queue);
    return good ? STATUS_DONE : STATUS_FAILED;
}
#else
#include <stdlib.h>

static int missing(void)
{
    ground_say("built without the queue: apt install libhiredis-dev, and build again");
    return STATUS_FAILED;
}

int many_collect(struct settings *settings)
{
    (void)settings;
    return missing();
}

int many_work(struct settings *settings)
{
    (void)settings;
    return missing();
}

int many_examine(struct settings *settings)
{
    (void)settings;
    return missing();
}

void many_prove(struct proof *proof, struct settings *settings)
{
    (void)proof;
    (void)settings;
    exit(missing());
}
#endif
