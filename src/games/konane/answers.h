/* The answers of a proof while it is being made: a set that several threads fill, and give back in order.
 *
 * It lies in shards by a hash, each with a lock of its own, so that two threads seldom want the same one and no more
 * than a shard is ever there twice while it grows. In the end every shard is sorted, and they are merged as they are
 * read. */
#ifndef PANJ_GAMES_KONANE_ANSWERS_H
#define PANJ_GAMES_KONANE_ANSWERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "games/konane/strategy.h"

struct konane_answers; /* NULL: out of memory */

struct konane_answers *konane_answers_open(void);
void konane_answers_close(struct konane_answers *);

/* By any thread at any time. */
bool konane_answers_have(struct konane_answers *, uint64_t stones);
size_t konane_answers_count(struct konane_answers *);
enum answers_added { ANSWERS_NEW, ANSWERS_KNOWN, ANSWERS_FULL /* out of memory */ };
enum answers_added konane_answers_add(struct konane_answers *, struct konane_answer);

/* When nobody adds any more: puts them in order on so many threads, and gives one after the other, ascending by their
 * stones. False: there is no other. */
void konane_answers_sort(struct konane_answers *, int threads);
bool konane_answers_next(struct konane_answers *, struct konane_answer *);

#endif
