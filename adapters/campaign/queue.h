/* The Redis protocol, as far as a campaign on many machines needs it: streams with consumer groups carry the jobs, a
 * list carries what was found. Redis 6.2 and later, Valkey.
 *
 *     panj:campaign    how positions are to be solved, and by which engine
 *     panj:collector   who writes RESULTS
 *     panj:jobs        a stream, an entry a position; its group is `w`
 *     panj:results     a list of what workers have found
 *     panj:part:NAME   the bytes of a proof on their way
 *     panj:said:ID     what became of the workers that lost a job
 *
 * All of it may be lost at any time: RESULTS is what counts. */
#ifndef PANJ_CAMPAIGN_QUEUE_H
#define PANJ_CAMPAIGN_QUEUE_H

#include <stdint.h>

#include "adapters/campaign/ground.h"

struct redisReply; /* of hiredis */

struct queue {
    void *context; /* a connection of hiredis; NULL: none now */
    char *host;    /* NULL: `path` */
    char *path;    /* a unix socket */
    char *user, *password;
    int port, database;
    int64_t retry_at; /* not before */
    bool has_told;    /* that it is gone */
};

/* URL: redis://[USER[:PASSWORD]@]HOST[:PORT][/DATABASE], unix:PATH, a path, or @FILE, whose first line is one of them
 * and the place for a password. Fails if it is none, or if a password stands on the command line. */
struct queue queue_create(const char *url);
void queue_free(struct queue *);
/* Connects if there is no connection; false: not now. Fails if the server refuses who we are. */
bool queue_connect(struct queue *);
/* Tries until it is there. */
void queue_must_connect(struct queue *);

/* A command as hiredis writes it; NULL: the connection is gone. An error of the server is a reply. */
struct redisReply *queue_ask(struct queue *, const char *format, ...);
/* Several at once: queue_put() them, then queue_take() as many. */
void queue_put(struct queue *, const char *format, ...);
struct redisReply *queue_take(struct queue *);
/* Asks, and says whether all was well. */
bool queue_do(struct queue *, const char *format, ...);

#endif
