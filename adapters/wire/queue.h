/* The Redis protocol, as far as work on many machines needs it (Redis 6.2 and later, Valkey): a connection that is
 * lost and found again, commands, and streams of jobs with leases. This header is not installed.
 *
 * A stream has entries of two fields, `p`, what is to be done, and `c`, the code of the rules by which; its group of
 * consumers is `w`. Whoever has taken an entry renews it; one that has not been renewed for a lease may be taken over.
 * All of it may be lost at any time. */
#ifndef PANJ_WIRE_QUEUE_H
#define PANJ_WIRE_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/wire/tls.h"

struct redisReply; /* of hiredis */

enum { QUEUE_WHY = 256, QUEUE_ID = 64 };

struct queue {
    void *context; /* a connection of hiredis; NULL: none now */
    char *host;    /* NULL: `path` */
    char *path;    /* a unix socket */
    char *user, *password;
    bool wants_tls;
    struct tls_files files;
    struct tls *tls; /* of the connection; NULL: plain */
    char *out;       /* commands that wait for queue_take(), by TLS */
    size_t out_length;
    int port, database;
    int64_t retry_at;    /* not before */
    bool is_refused;     /* the server does not want us: there is no use in trying again */
    char why[QUEUE_WHY]; /* of the last failure */
};

/* URL: redis://[USER[:PASSWORD]@]HOST[:PORT][/DATABASE], rediss:// likewise by TLS, [?ca=FILE&cert=FILE&key=FILE] behind
 * it, unix:PATH, a path, or @FILE, whose first line is one of them and the place for a password. False and `why`: it is
 * none, or a password stands on the command line. To be freed in either case. */
bool queue_create(struct queue *, const char *url);
void queue_free(struct queue *);
/* Connects if there is no connection; false: not now. */
bool queue_connect(struct queue *);

/* A command as hiredis writes it; NULL: the connection is gone. An error of the server is a reply. */
struct redisReply *queue_ask(struct queue *, const char *format, ...);
/* Several at once: queue_put() them, then queue_take() as many. */
void queue_put(struct queue *, const char *format, ...);
struct redisReply *queue_take(struct queue *);
/* Takes the reply of a command that was put, and says whether all was well. */
bool queue_took(struct queue *);
/* Asks, and says whether all was well. */
bool queue_do(struct queue *, const char *format, ...);

/* Takes or renews a key that only one may hold, for so many seconds. False, and `why` says who: somebody else has it. */
bool queue_claim(struct queue *, const char *key, const char *name, int seconds);

/* -- jobs -- */

struct queue_job {
    char id[QUEUE_ID];
    char *what, *code;
    int64_t taken; /* how often, this time included */
};

/* At most `most` fresh entries of a stream; how many. */
int queue_take_jobs(struct queue *, const char *stream, const char *worker, struct queue_job *jobs, int most);
/* The same in two halves, so that other commands may go along. */
void queue_put_take(struct queue *, const char *stream, const char *worker, int most);
int queue_taken_jobs(struct queue *, struct queue_job *jobs, int most);
/* One that nobody has renewed for `lease` microseconds; who lost it is in `loser`. False: there is none. */
bool queue_take_over(struct queue *, const char *stream, const char *worker, int64_t lease,
                     struct queue_job *, char *loser, size_t room);
/* Gives an entry back, so that nobody waits for the lease. */
void queue_hand_back(struct queue *, const char *stream, const char *id, const char *what, const char *code);
void queue_renew(struct queue *, const char *stream, const char *worker, const char *id);
void queue_job_free(struct queue_job *);

#endif
