#define _GNU_SOURCE
#include "adapters/wire/queue.h"

#ifdef PANJ_HIREDIS
#include <assert.h>
#include <errno.h>
#include <hiredis/hiredis.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "adapters/wire/ending.h"
#include "adapters/wire/wire.h"
#include "adapters/wire/words.h"

enum { ANSWER_SECONDS = 10, RETRY = WIRE_SECOND / 2, PORT = 6379 };

/* -- the URL -- */

static bool fail(struct queue *queue, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(struct queue *queue, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(queue->why, sizeof queue->why, format, arguments);
    va_end(arguments);
    return false;
}

static char *take_until(const char **at, char mark)
{
    const char *end = strchr(*at, mark);
    if (end == NULL)
        return NULL;
    char *piece = strndup(*at, (size_t)(end - *at));
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

/* ca=FILE&cert=FILE&key=FILE, in any order */
static bool read_files(struct queue *queue, char *words)
{
    char *word;
    while ((word = strsep(&words, "&")) != NULL) {
        char *value = strchr(word, '=');
        if (value == NULL || value[1] == '\0')
            return false;
        *value++ = '\0';
        char **file = strcmp(word, "ca") == 0     ? &queue->files.ca
                      : strcmp(word, "cert") == 0 ? &queue->files.cert
                      : strcmp(word, "key") == 0  ? &queue->files.key
                                                  : NULL;
        if (file == NULL || *file != NULL || (*file = strdup(value)) == NULL)
            return false;
    }
    return true;
}

/* HOST[:PORT][/DATABASE][?FILES] */
static bool read_place(struct queue *queue, const char *at)
{
    char *slash, *colon, *files;
    bool good = true;
    if ((queue->host = strdup(at)) == NULL)
        return false;
    if (queue->wants_tls && (files = strchr(queue->host, '?')) != NULL) {
        *files = '\0';
        good = read_files(queue, files + 1);
    }
    if ((slash = strchr(queue->host, '/')) != NULL) {
        *slash = '\0';
        good = good && (slash[1] == '\0' || read_number(slash + 1, 1023, &queue->database));
    }
    if ((colon = strrchr(queue->host, ':')) != NULL) {
        *colon = '\0';
        good = good && read_number(colon + 1, 65535, &queue->port);
    }
    return good && *queue->host != '\0';
}

static bool read_url(struct queue *queue, const char *url)
{
    static const char plain[] = "redis://", secure[] = "rediss://";
    if (strncmp(url, "unix:", 5) == 0 || *url == '/') {
        queue->path = strdup(*url == '/' ? url : strncmp(url, "unix://", 7) == 0 ? url + 7 : url + 5);
        return queue->path != NULL && *queue->path != '\0';
    }
    queue->wants_tls = strncmp(url, secure, strlen(secure)) == 0;
    if (!queue->wants_tls && strncmp(url, plain, strlen(plain)) != 0)
        return false;
    const char *at = url + (queue->wants_tls ? strlen(secure) : strlen(plain));
    char *who = take_until(&at, '@');
    if (who != NULL) {
        const char *rest = who;
        queue->user = take_until(&rest, ':');
        queue->password = queue->user == NULL ? NULL : strdup(rest);
        if (queue->user == NULL)
            queue->user = strdup(who);
        free(who);
    }
    return read_place(queue, at);
}

/* A URL in a file may hold a password, so nobody else may read it. */
static bool read_url_file(struct queue *queue, const char *path, char *line, int room)
{
    struct stat found;
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return fail(queue, "%s: %s", path, strerror(errno));
    bool good = fgets(line, room, file) != NULL;
    bool hidden = fstat(fileno(file), &found) == 0 && (found.st_mode & 077) == 0;
    fclose(file);
    if (!good)
        return fail(queue, "%s: is empty", path);
    line[strcspn(line, "\r\n")] = '\0';
    return hidden || fail(queue, "%s: others may read it: chmod 600", path);
}

bool queue_create(struct queue *queue, const char *url)
{
    char line[1024] = "";
    *queue = (struct queue){.port = PORT};
    wire_ignore_sigpipe(); /* the server may go at any moment */
    if (*url == '@' && !read_url_file(queue, url + 1, line, sizeof line))
        return false;
    const char *text = *url == '@' ? line : url;
    if (!read_url(queue, text))
        return fail(
            queue,
            "%s: wants redis://[USER[:PASSWORD]@]HOST[:PORT][/DATABASE], rediss://, unix:PATH or @FILE", url);
#ifndef PANJ_TLS
    if (queue->wants_tls)
        return fail(
            queue, "TLS is not built in (libssl-dev): use a tunnel, `ssh -L 6379:localhost:6379 SERVER`, and "
                   "redis://localhost");
#endif
    if (*url != '@' && queue->password != NULL)
        return fail(
            queue,
            "everybody on this machine can read a command line: put the URL with its password into a file "
            "(chmod 600) and say @FILE");
    return true;
}

/* -- by TLS: hiredis connects, writes commands and reads replies, but the bytes go through tls.h -- */

#ifdef PANJ_TLS
static void end_tls(struct queue *queue)
{
    tls_close(queue->tls);
    free(queue->out);
    queue->tls = NULL;
    queue->out = NULL;
    queue->out_length = 0;
}

static bool begin_tls(struct queue *queue, redisContext *context)
{
    char why[QUEUE_WHY / 2];
    queue->tls = tls_open(context->fd, queue->host, &queue->files, why, sizeof why, &queue->is_refused);
    return queue->tls != NULL || fail(queue, "no TLS with %s: %s", queue->host, why);
}

static bool put_by_tls(struct queue *queue, const char *format, va_list arguments)
{
    char *command = NULL;
    int length = redisvFormatCommand(&command, format, arguments);
    char *longer = length > 0 ? realloc(queue->out, queue->out_length + (size_t)length) : NULL;
    if (longer != NULL) {
        memcpy(longer + queue->out_length, command, (size_t)length);
        queue->out = longer;
        queue->out_length += (size_t)length;
    }
    if (length > 0)
        redisFreeCommand(command);
    return longer != NULL;
}

static struct redisReply *take_by_tls(struct queue *queue)
{
    char bytes[1 << 14];
    void *reply = NULL;
    redisContext *context = queue->context;
    bool good = tls_write(queue->tls, queue->out, queue->out_length);
    queue->out_length = 0;
    while (good && redisGetReplyFromReader(context, &reply) == REDIS_OK && reply == NULL) {
        size_t got = tls_read(queue->tls, bytes, sizeof bytes);
        good = got > 0 && redisReaderFeed(context->reader, bytes, got) == REDIS_OK;
    }
    return reply;
}
#else
static void end_tls(struct queue *queue)
{
    assert(queue->tls == NULL);
    (void)queue;
}

static bool begin_tls(struct queue *queue, redisContext *context)
{
    (void)context;
    return !queue->wants_tls;
}

static bool put_by_tls(struct queue *queue, const char *format, va_list arguments)
{
    (void)queue, (void)format, (void)arguments;
    return false;
}

static struct redisReply *take_by_tls(struct queue *queue)
{
    (void)queue;
    return NULL;
}
#endif

static void disconnect(struct queue *queue)
{
    end_tls(queue);
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
    free(queue->files.ca);
    free(queue->files.cert);
    free(queue->files.key);
    *queue = (struct queue){0};
}

/* -- asking -- */

struct redisReply *queue_take(struct queue *queue)
{
    void *reply = NULL;
    if (queue->tls != NULL)
        reply = take_by_tls(queue);
    else if (queue->context != NULL && redisGetReply(queue->context, &reply) != REDIS_OK)
        reply = NULL;
    if (reply != NULL)
        return reply;
    disconnect(queue);
    return NULL;
}

bool queue_took(struct queue *queue)
{
    struct redisReply *reply = queue_take(queue);
    bool good = reply != NULL && reply->type != REDIS_REPLY_ERROR;
    freeReplyObject(reply);
    return good;
}

static void put(struct queue *queue, const char *format, va_list arguments)
{
    if (queue->context == NULL)
        return;
    bool good = queue->tls != NULL ? put_by_tls(queue, format, arguments)
                                   : redisvAppendCommand(queue->context, format, arguments) == REDIS_OK;
    if (!good)
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
    return queue_took(queue);
}

/* -- connecting -- */

/* Says who we are; false: refused, or gone. A server that is reading its file is not there yet. */
static bool introduce(struct queue *queue)
{
    struct redisReply *reply = NULL;
    if (queue->password != NULL) {
        if (*queue->user != '\0')
            reply = queue_ask(queue, "AUTH %s %s", queue->user, queue->password);
        else
            reply = queue_ask(queue, "AUTH %s", queue->password);
    }
    if (reply == NULL || reply->type != REDIS_REPLY_ERROR) {
        freeReplyObject(reply);
        reply = queue_ask(queue, "SELECT %d", queue->database);
    }
    bool good = reply != NULL && reply->type != REDIS_REPLY_ERROR;
    if (!good && reply != NULL) {
        queue->is_refused = strstr(reply->str, "LOADING") == NULL;
        fail(queue, "the server refuses us: %s", reply->str);
    }
    if (reply == NULL)
        fail(queue, "the server hangs up%s",
             queue->wants_tls && queue->files.cert == NULL
                 ? ": perhaps it wants a certificate, ?cert=FILE&key=FILE"
                 : "");
    freeReplyObject(reply);
    if (!good)
        disconnect(queue);
    return good;
}

bool queue_connect(struct queue *queue)
{
    struct timeval patience = {.tv_sec = ANSWER_SECONDS};
    assert(queue->host != NULL || queue->path != NULL);
    if (queue->context != NULL)
        return true;
    if (wire_clock() < queue->retry_at)
        return false;
    redisContext *context = queue->path != NULL ? redisConnectUnixWithTimeout(queue->path, patience)
                                                : redisConnectWithTimeout(queue->host, queue->port, patience);
    queue->context = context;
    if (context == NULL || context->err != 0) {
        fail(queue, "no queue at %s: %s", queue->path != NULL ? queue->path : queue->host,
             context == NULL ? "out of memory" : context->errstr);
        disconnect(queue);
        return false;
    }
    redisSetTimeout(context, patience);
    if (queue->wants_tls && !begin_tls(queue, context)) {
        disconnect(queue);
        return false;
    }
    return introduce(queue);
}

bool queue_claim(struct queue *queue, const char *key, const char *name, int seconds)
{
    struct redisReply *reply = queue_ask(queue, "GET %s", key);
    bool free_for_us = reply == NULL || reply->type != REDIS_REPLY_STRING || strcmp(reply->str, name) == 0;
    if (!free_for_us)
        fail(queue,
             "%s collects from this queue already; another database of the server, /1, is another queue",
             reply->str);
    freeReplyObject(reply);
    if (free_for_us)
        queue_do(queue, "SET %s %b EX %d", key, name, strlen(name), seconds);
    return free_for_us;
}

/* -- jobs -- */

/* An entry [id, [p, what, c, code]]; false: it has been deleted meanwhile. */
static bool read_entry(struct queue_job *job, const struct redisReply *entry, int64_t taken)
{
    *job = (struct queue_job){.taken = taken};
    if (entry->type != REDIS_REPLY_ARRAY || entry->elements != 2 ||
        entry->element[1]->type != REDIS_REPLY_ARRAY || entry->element[1]->elements != 4)
        return false;
    struct redisReply *const *field = entry->element[1]->element;
    snprintf(job->id, sizeof job->id, "%s", entry->element[0]->str);
    job->what = strdup(field[1]->str);
    job->code = strdup(field[3]->str);
    if (job->what != NULL && job->code != NULL)
        return true;
    queue_job_free(job);
    return false;
}

void queue_put_take(struct queue *queue, const char *stream, const char *worker, int most)
{
    queue_put(queue, "XREADGROUP GROUP w %s COUNT %d STREAMS %s >", worker, most, stream);
}

int queue_taken_jobs(struct queue *queue, struct queue_job *jobs, int most)
{
    struct redisReply *reply = queue_take(queue);
    int count = 0;
    bool good = reply != NULL && reply->type == REDIS_REPLY_ARRAY && reply->elements == 1;
    for (size_t i = 0; good && i < reply->element[0]->element[1]->elements && count < most; i++)
        count += read_entry(&jobs[count], reply->element[0]->element[1]->element[i], 1);
    freeReplyObject(reply);
    return count;
}

int queue_take_jobs(struct queue *queue, const char *stream, const char *worker, struct queue_job *jobs,
                    int most)
{
    queue_put_take(queue, stream, worker, most);
    return queue_taken_jobs(queue, jobs, most);
}

/* A row [id, who, idle, how often] of XPENDING. */
static bool claim(struct queue *queue, const char *stream, const char *worker, int64_t lease,
                  const struct redisReply *row, struct queue_job *job)
{
    struct redisReply *taken =
        queue_ask(queue, "XCLAIM %s w %s %" PRId64 " %s", stream, worker, lease, row->element[0]->str);
    bool good = taken != NULL && taken->type == REDIS_REPLY_ARRAY && taken->elements == 1 &&
                read_entry(job, taken->element[0], row->element[3]->integer + 1);
    freeReplyObject(taken);
    return good;
}

bool queue_take_over(struct queue *queue, const char *stream, const char *worker, int64_t lease,
                     struct queue_job *job, char *loser, size_t room)
{
    lease /= WIRE_MILLISECOND;
    struct redisReply *late = queue_ask(queue, "XPENDING %s w IDLE %" PRId64 " - + 1", stream, lease);
    bool good = late != NULL && late->type == REDIS_REPLY_ARRAY && late->elements == 1;
    if (good) {
        snprintf(loser, room, "%s", late->element[0]->element[1]->str);
        good = claim(queue, stream, worker, lease, late->element[0], job);
    }
    freeReplyObject(late);
    return good;
}

void queue_hand_back(struct queue *queue, const char *stream, const char *id, const char *what,
                     const char *code)
{
    queue_put(queue, "MULTI");
    queue_put(queue, "XADD %s * p %b c %s", stream, what, strlen(what), code);
    queue_put(queue, "XACK %s w %s", stream, id);
    queue_put(queue, "XDEL %s %s", stream, id);
    queue_put(queue, "EXEC");
    for (int i = 0; i < 5; i++)
        queue_took(queue);
}

void queue_renew(struct queue *queue, const char *stream, const char *worker, const char *id)
{
    queue_do(queue, "XCLAIM %s w %s 0 %s JUSTID", stream, worker, id);
}

void queue_job_free(struct queue_job *job)
{
    free(job->what);
    free(job->code);
    *job = (struct queue_job){0};
}
#endif
