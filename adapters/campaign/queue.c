#include "adapters/campaign/queue.h"

#ifdef PANJ_HIREDIS
#include <assert.h>
#include <errno.h>
#include <hiredis/hiredis.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "adapters/wire/wire.h"
#include "adapters/wire/words.h"

enum { ANSWER_SECONDS = 10, RETRY = WIRE_SECOND / 2, PORT = 6379 };

/* -- the URL -- */

static char *take_until(const char **at, char mark)
{
    const char *end = strchr(*at, mark);
    if (end == NULL)
        return NULL;
    char *piece = ground_take((size_t)(end - *at) + 1);
    memcpy(piece, *at, (size_t)(end - *at));
    *at = end + 1;
    return piece;
}

static bool read_number(const char *word, int64_t high, int *number)
{
    int64_t value;
    bool good = wire_number_parse(word, 0, high, &value);
    *number = good ? (int)value : 0;
    return good;
}

/* HOST[:PORT][/DATABASE] */
static bool read_place(struct queue *queue, const char *at)
{
    char *place = ground_copy(at), *slash = strchr(place, '/'), *colon;
    bool good = true;
    if (slash != NULL) {
        *slash = '\0';
        good = slash[1] == '\0' || read_number(slash + 1, 1023, &queue->database);
    }
    if ((colon = strrchr(place, ':')) != NULL) {
        *colon = '\0';
        good = good && read_number(colon + 1, 65535, &queue->port);
    }
    queue->host = place;
    return good && *place != '\0';
}

static bool read_url(struct queue *queue, const char *url)
{
    static const char scheme[] = "redis://";
    if (strncmp(url, "unix:", 5) == 0 || *url == '/') {
        queue->path = ground_copy(*url == '/' ? url : strncmp(url, "unix://", 7) == 0 ? url + 7 : url + 5);
        return *queue->path != '\0';
    }
    if (strncmp(url, scheme, strlen(scheme)) != 0)
        return false;
    const char *at = url + strlen(scheme);
    char *who = take_until(&at, '@');
    if (who != NULL) {
        const char *rest = who;
        char *user = take_until(&rest, ':');
        queue->user = user == NULL ? ground_copy(who) : user;
        queue->password = user == NULL ? NULL : ground_copy(rest);
        free(who);
    }
    return read_place(queue, at);
}

/* A URL in a file may hold a password, so nobody else may read it. */
static char *read_url_file(const char *path)
{
    struct stat found;
    char line[1024] = {0};
    FILE *file = fopen(path, "r");
    if (file == NULL || fgets(line, sizeof line, file) == NULL)
        ground_fail("%s: %s", path, file == NULL ? strerror(errno) : "is empty");
    if (fstat(fileno(file), &found) != 0 || (found.st_mode & 077) != 0)
        ground_fail("%s: others may read it: chmod 600", path);
    fclose(file);
    line[strcspn(line, "\r\n")] = '\0';
    return ground_copy(line);
}

struct queue queue_create(const char *url)
{
    struct queue queue = {.port = PORT};
    char *text = *url == '@' ? read_url_file(url + 1) : ground_copy(url);
    if (strncmp(text, "rediss://", 9) == 0)
        ground_fail(
            "TLS is not built in: use a tunnel, `ssh -L 6379:localhost:6379 SERVER`, and redis://localhost");
    if (!read_url(&queue, text))
        ground_fail("%s: wants redis://[USER[:PASSWORD]@]HOST[:PORT][/DATABASE], unix:PATH or @FILE", url);
    if (*url != '@' && queue.password != NULL)
        ground_fail(
            "everybody on this machine can read a command line: put the URL with its password into a file "
            "(chmod 600) and say @FILE");
    free(text);
    return queue;
}

static void disconnect(struct queue *queue)
{
    if (queue->context != NULL)
        redisFree(queue->context);
    queue->context = NULL;
    queue->retry_at = wire_clock() + RETRY;
}

void queue_free(struct queue *queue)
{
    disconnect(queue);
    free(queue->host);
    free(queue->path);
    free(queue->user);
    free(queue->password);
}

/* -- asking -- */

struct redisReply *queue_take(struct queue *queue)
{
    void *reply = NULL;
    if (queue->context != NULL && redisGetReply(queue->context, &reply) == REDIS_OK)
        return reply;
    disconnect(queue);
    return NULL;
}

static void put(struct queue *queue, const char *format, va_list arguments)
{
    if (queue->context != NULL && redisvAppendCommand(queue->context, format, arguments) != REDIS_OK)
        disconnect(queue);
}

void queue_put(struct queue *queue, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    put(queue, format, arguments);
    va_end(arguments);
}

struct redisReply *queue_ask(struct queue *queue, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    put(queue, format, arguments);
    va_end(arguments);
    return queue_take(queue);
}

bool queue_do(struct queue *queue, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    put(queue, format, arguments);
    va_end(arguments);
    struct redisReply *reply = queue_take(queue);
    bool good = reply != NULL && reply->type != REDIS_REPLY_ERROR;
    if (reply != NULL)
        freeReplyObject(reply);
    return good;
}

/* -- connecting -- */

static void introduce(struct queue *queue)
{
    struct redisReply *reply = NULL;
    if (queue->password != NULL && *queue->user != '\0')
        reply = queue_ask(queue, "AUTH %s %s", queue->user, queue->password);
    else if (queue->password != NULL)
        reply = queue_ask(queue, "AUTH %s", queue->password);
    if (reply != NULL && reply->type == REDIS_REPLY_ERROR)
        ground_fail("the server refuses the password: %s", reply->str);
    if (reply != NULL)
        freeReplyObject(reply);
    reply = queue_ask(queue, "SELECT %d", queue->database);
    if (reply != NULL && reply->type == REDIS_REPLY_ERROR && strstr(reply->str, "LOADING") == NULL)
        ground_fail("the server says: %s", reply->str);
    if (reply != NULL && reply->type == REDIS_REPLY_ERROR) /* it is reading its file: not yet */
        disconnect(queue);
    if (reply != NULL)
        freeReplyObject(reply);
}

bool queue_connect(struct queue *queue)
{
    struct timeval patience = {.tv_sec = ANSWER_SECONDS};
    if (queue->context != NULL)
        return true;
    if (wire_clock() < queue->retry_at)
        return false;
    redisContext *context = queue->path != NULL ? redisConnectUnixWithTimeout(queue->path, patience)
                                                : redisConnectWithTimeout(queue->host, queue->port, patience);
    if (context == NULL || context->err != 0) {
        if (!queue->has_told)
            ground_say("no queue at %s: %s; trying again", queue->path != NULL ? queue->path : queue->host,
                       context == NULL ? "out of memory" : context->errstr);
        queue->has_told = true;
        queue->context = context;
        disconnect(queue);
        return false;
    }
    redisSetTimeout(context, patience);
    queue->context = context;
    queue->has_told = false;
    introduce(queue);
    return queue->context != NULL;
}

void queue_must_connect(struct queue *queue)
{
    while (!queue_connect(queue))
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
}
#endif
