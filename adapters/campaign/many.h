/* A campaign on many machines: a front end posts what is to be done and alone writes RESULTS, any number of workers do
 * it. They meet at a queue, in keys of these names:
 *
 *     panj:campaign    how positions are to be solved, and by which engine
 *     panj:collector   who writes RESULTS
 *     panj:results     a list of what workers have found: "ID\nWORKER\nERROR\nRECORD"
 *     panj:part:NAME   the bytes of a proof on their way
 *
 * of a list:
 *     panj:jobs        a stream, an entry a position; a lease is its idle time
 *     panj:said:ID     what became of the workers that lost a job
 *
 * and of one large proof, whose jobs are chosen for each worker when it has nothing to do:
 *     panj:here:NAME   a worker and the job that it is at, "-" for none; its lease is the life of the key
 *     panj:to:NAME     a list of jobs for it, and of orders to stop one
 *     panj:lessons     a stream of what workers have decided on their way, for the others; behind the record of a result
 *                      there stands what it adds
 *
 * All of it may be lost at any time: RESULTS is what counts. */
#ifndef PANJ_CAMPAIGN_MANY_H
#define PANJ_CAMPAIGN_MANY_H

#include "adapters/campaign/parts.h"
#include "adapters/campaign/prove.h"
#include "adapters/campaign/settings.h"
#include "adapters/campaign/task.h"
#include "adapters/wire/queue.h"

/* run RESULTS LIST --queue URL */
int many_collect(struct settings *);
/* work URL */
int many_work(struct settings *);
/* doctor URL */
int many_examine(struct settings *);
/* prove ... --queue URL: until the root is decided, or the time is up. */
void many_prove(struct proof *, struct settings *);

/* -- what front ends and workers share (many.c) -- */

/* Fails if it is no URL. */
struct queue many_open(const char *url);
/* Connects if there is no connection, and says once that there is none. Fails if the server refuses us. */
bool many_connect(struct queue *);

/* Whose RESULTS they are: the same for the same file on this machine. */
void many_name(const char *results, struct string *name);
/* Only one may collect at a time; to be repeated within MANY_PEN seconds. Fails if somebody else does. */
enum { MANY_PEN = 60 };
void many_claim(struct queue *, const struct string *name);

/* What workers must know, the first time and after the server has lost it. `root` is the position of a large proof;
 * NULL: a list. `code` is that of these rules: jobs carry it, a million of them too. False: the queue does not take it now. */
enum { MANY_CODE = 17 };
bool many_post(struct queue *, const struct settings *, const char *root, char code[MANY_CODE]);
/* Last of all: now workers may begin. */
bool many_begin(struct queue *, const struct settings *);
/* What an engine answers to a small search: equal for builds that play alike. */
void many_signature(const struct engine *, struct string *signature);

/* Puts a file where others can fetch it; false: the queue does not take it now. */
enum { MANY_PART_MOST = 500 << 20 };
bool many_send_part(struct queue *, const char *name, const char *path);
/* The bytes that somebody has sent, as the file `path`; false: they are not there, or are others. */
bool many_fetch_part(struct queue *, const char *name, const char *path);

#endif
