/* What a prover has learnt of positions, as words for provers elsewhere: "w2:4100:3fa0bc", who is on move, with his
 * number, wins (w) or loses (l), after 4100 positions visited; the stones are in hexadecimal. "o2:4100:320:15:3fa0bc"
 * is open, 320 positions at least are missing for a win of who is on move and 15 for a loss.
 *
 * Told is what took much work: it is met elsewhere too, and there is not much of it. */
#ifndef PANJ_GAMES_KONANE_LESSONS_H
#define PANJ_GAMES_KONANE_LESSONS_H

#include "base/text.h"
#include "base/words.h"
#include "games/konane/konane.h"
#include "games/konane/proof_table.h"

enum {
    LESSONS_MAX = 8192,   /* that are told at once */
    LESSONS_NOTED = 32768 /* the same position again and again */
};

struct konane_lesson {
    uint64_t stones;
    uint64_t work;
    enum konane_side side;
    struct proof proof; /* the view of the player on move */
};

/* Written by many threads, read by one when they have ended. */
struct konane_lessons {
    uint64_t least;       /* of work */
    _Atomic size_t count; /* more than there is room for: the last ones are lost */
    struct konane_lesson at[LESSONS_NOTED];
};

/* What is worth telling of a job of so many positions. */
uint64_t konane_lessons_least(uint64_t nodes);
void konane_lessons_note(struct konane_lessons *, uint64_t stones, enum konane_side, struct proof,
                         uint64_t work);
/* Writes what was noted last of each position, a blank before each, and forgets all; how many. */
int konane_lessons_tell(struct konane_lessons *, struct text *);
/* False: it is none of this board. */
bool konane_lesson_read(struct word, const struct konane_board *, struct konane_lesson *);

#endif
