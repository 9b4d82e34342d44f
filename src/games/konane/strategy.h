/* A proof that can be kept and checked: the winner's answer to everything that the other may try.
 *
 * A strategy is a sorted list of positions with the winner on move, each with his one move. It is good if
 * after that move every reply leads to a position of the list again, or to one that a short plain search
 * wins. As the stones only get fewer, it is enough to look at each position alone, in any order. The check
 * uses the rules and nothing of what found the proof. */
#ifndef PANJ_GAMES_KONANE_STRATEGY_H
#define PANJ_GAMES_KONANE_STRATEGY_H

#include "games/konane/konane.h"
#include "search/job.h"

struct konane_answer {
    uint64_t stones; /* the winner is on move */
    uint64_t move;
};

struct konane_strategy {
    struct konane_board board;
    struct konane_position root;
    enum konane_side winner;
    size_t count;
    const unsigned char *image; /* the answers as in a file, ascending by stones, each once */
    /* The stones of every so many'th answer: of a large file a search through them alone stays near. */
    size_t stride; /* 0: no marks */
    uint64_t *marks;
};

enum {
    STRATEGY_SEARCH = 250,     /* positions that the check may open to win without an answer */
    STRATEGY_ANSWER_BYTES = 10 /* of an answer in a file */
};

/* Little end first: eight bytes of stones, two of the move. */
void konane_strategy_put(const struct konane_answer *, unsigned char bytes[STRATEGY_ANSWER_BYTES]);
struct konane_answer konane_strategy_at(const struct konane_strategy *, size_t index);

/* Puts so many marks at most into a list, none into one that is shorter or if there is no memory; they are the caller's
 * to free. */
void konane_strategy_mark(struct konane_strategy *, size_t most);

/* -- checking one (verify.c); making one: answering.h -- */

/* Whether `side`, on move, wins by a search that opens at most STRATEGY_SEARCH positions. */
bool konane_strategy_wins_soon(const struct konane_board *, uint64_t stones, enum konane_side side);

enum strategy_flaw {
    STRATEGY_SOUND,
    STRATEGY_UNSORTED, /* or twice the same */
    STRATEGY_ILLEGAL,  /* the answer is no move */
    STRATEGY_OPEN,     /* a reply leads to a position without an answer */
    STRATEGY_STOPPED   /* by the job */
};

/* What those share who check parts of a list at the same time. */
struct konane_check {
    struct job *job;
    size_t count;         /* of answers that are to be checked in all */
    _Atomic size_t done;  /* of them, about */
    _Atomic int64_t told; /* when somebody last said how many that are */
};

/* Checks answers from .. to - 1. */
enum strategy_flaw konane_strategy_check_answers(const struct konane_strategy *, size_t from, size_t to,
                                                 struct konane_check *);
/* Whether the list has an answer to the root, or to all replies if the other player begins. */
enum strategy_flaw konane_strategy_check_root(const struct konane_strategy *);

#endif
