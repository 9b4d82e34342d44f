#define _GNU_SOURCE
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

/* -- the connection -- */

struct queue many_open(const char *url)
{
    struct queue queue;
    if (!queue_create(&queue, url))
        ground_fail("%s", queue.why);
    return queue;
}

bool many_connect(struct queue *queue)
{
    bool knew = *queue->why != '\0';
    if (queue_connect(queue)) {
        *queue->why = '\0';
        return true;
    }
    if (queue->is_refused)
        ground_fail("%s", queue->why);
    if (!knew && *queue->why != '\0')
        ground_say("%s; trying again", queue->why);
    return false;
}

/* -- who collects -- */

void many_name(const char *results, struct string *name)
{
    char host[64] = "?";
    char *path = realpath(results, NULL);
    gethostname(host, sizeof host - 1);
    string_print(name, "%s:%s", host, path == NULL ? results : path);
    free(path);
}

void many_claim(struct queue *queue, const struct string *name)
{
    if (!queue_claim(queue, "panj:collector", name->at, MANY_PEN))
        ground_fail("%s", queue->why);
}

/* -- the rules -- */

/* Without what depends on the machine: nps, time, hashfull. */
static void add_line(struct string *signature, char *line)
{
    char *rest = line, *word;
    while ((word = strsep(&rest, " ")) != NULL) {
        if (strcmp(word, "nps") == 0 || strcmp(word, "time") == 0 || strcmp(word, "hashfull") == 0)
            strsep(&rest, " ");
        else
            string_print(signature, " %s", word);
    }
}

void many_signature(const struct engine *engine, struct string *signature)
{
    struct engine plain = *engine;
    plain.setup = (struct string){.at = ""};
    struct wire *wire = engine_start(&plain, NULL);
    struct wire_line line;
    int64_t deadline = wire_clock() + 60 * WIRE_SECOND;
    string_print(signature, "%s:", engine->name);
    wire_printf(wire, "position startpos\ngo depth 5\n");
    while (wire_await(wire, &line, deadline) == WIRE_LINE) {
        bool last = line_begins(line.at, "bestmove");
        if (last || strstr(line.at, " pv ") != NULL)
            add_line(signature, line.at);
        if (last)
            break;
    }
    wire_close(wire, WIRE_SECOND);
}

static void add_text(struct sha256 *hash, const char *text)
{
    sha256_take(hash, text, strlen(text) + 1);
}

bool many_post(struct queue *queue, const struct settings *settings, const char *root, char code[MANY_CODE])
{
    struct string signature = {0}, limit = {0};
    char name[SHA256_NAME];
    const char *verify = settings->verify ? "1" : "0", *winner = settings->winner ? "1" : "0";
    many_signature(&settings->engine, &signature);
    string_print(&limit, "%" PRId64, (int64_t)(settings->limit * WIRE_SECOND));
    struct sha256 hash = sha256_begin();
    const char *const all[] = {signature.at, settings->engine.setup.at, limit.at, verify,
                               winner,       root == NULL ? "" : root};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        add_text(&hash, all[i]);
    sha256_end(&hash, name);
    snprintf(code, MANY_CODE, "%.*s", MANY_CODE - 1, name);
    bool good = queue_do(
        queue, "HSET panj:campaign signature %b setup %b limit %s verify %s winner %s root %b code %s",
        signature.at, signature.length, settings->engine.setup.at, settings->engine.setup.length, limit.at,
        verify, winner, all[5], strlen(all[5]), code);
    string_free(&signature);
    string_free(&limit);
    return good;
}

bool many_begin(struct queue *queue, const struct settings *settings)
{
    struct string lease = {0};
    string_print(&lease, "%" PRId64, (int64_t)(settings->lease * WIRE_SECOND));
    bool good = queue_do(queue, "HSET panj:campaign lease %s", lease.at);
    string_free(&lease);
    return good;
}

/* -- proofs -- */

bool many_send_part(struct queue *queue, const char *name, const char *path)
{
    enum { SECONDS = 7 * 86400 }; /* that it waits */
    struct string bytes = {0};
    char chunk[1 << 16];
    size_t got;
    FILE *file = fopen(path, "rb");
    while (file != NULL && (got = fread(chunk, 1, sizeof chunk, file)) > 0)
        string_add(&bytes, chunk, got);
    if (file != NULL)
        fclose(file);
    bool good = queue_do(queue, "SET panj:part:%s %b EX %d", name, bytes.length > 0 ? bytes.at : "",
                         bytes.length, SECONDS);
    string_free(&bytes);
    return good;
}

bool many_fetch_part(struct queue *queue, const char *name, const char *path)
{
    char digest[SHA256_NAME] = "";
    if (!parts_is_name(name))
        return false;
    struct redisReply *reply = queue_ask(queue, "GET panj:part:%s", name);
    FILE *file = reply != NULL && reply->type == REDIS_REPLY_STRING ? fopen(path, "wb") : NULL;
    bool good = file != NULL && fwrite(reply->str, 1, reply->len, file) == reply->len;
    if (file != NULL)
        good = fclose(file) == 0 && good;
    freeReplyObject(reply);
    return good && sha256_of_file(path, digest) && strcmp(digest, name) == 0;
}
#endif
