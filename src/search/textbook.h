/* Minimax, alpha-beta and expectiminimax exactly as a book prints them: no table, no reordering, the first of
 * equal moves, so that node counts mean something and the seeds' agents can be reproduced to the digit. */
#ifndef PANJ_SEARCH_TEXTBOOK_H
#define PANJ_SEARCH_TEXTBOOK_H

#include "search/job.h"

enum algorithm { ALGORITHM_AUTO, ALGORITHM_MINIMAX, ALGORITHM_ALPHABETA, ALGORITHM_EXPECTIMINIMAX };

struct textbook {
    const struct game *game;
    const struct board *board;
    const struct position *root;
    enum algorithm algorithm; /* not AUTO. Alpha-beta and minimax treat chance nodes as expectiminimax does */
    int plies;                /* >= 1 */
    bool seed_evaluation;     /* game->seed, which must exist; else game->evaluate and game_worth */
    const struct move_list *only; /* root moves to look at, NULL: all */
    struct job *job;
};

struct textbook_result {
    bool complete; /* false: stopped; move is the best of those finished, or MOVE_NONE */
    bool whole;    /* complete, and no game was cut short: more plies would change nothing */
    move_t move;   /* first of the best; the first move if all are lost */
    double value;  /* for the mover; may be infinite */
    uint64_t nodes;
    int pv_count;
    move_t pv[PV_MAX];
};

void textbook_search(const struct textbook *, struct textbook_result *);

#endif
