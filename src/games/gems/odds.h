/* What one player may expect where chance has a say: for every set of items left that is in a family, for every gem
 * taken last, every cell and every number of turns left the best mean of what is still to come. Filled set by set, fewest
 * items first; of a filled set only the values are kept that others need: those of entering it. */
#ifndef PANJ_GAMES_GEMS_ODDS_H
#define PANJ_GAMES_GEMS_ODDS_H

#include "games/gems/family.h"
#include "games/gems/gems.h"
#include "search/job.h"

enum { ODDS_LASTS = GEMS_KINDS + 1, ODDS_ROW_MAX = GEMS_DEEDS };

/* One row of the slips without its zeros. */
struct odds_row {
    int count;
    int deed[ODDS_ROW_MAX];
    double weight[ODDS_ROW_MAX];
};

struct odds {
    struct gems_board board;
    struct gems_position root;
    int turns; /* left at the root */
    int items;
    uint64_t all; /* the items, a bit each */
    int16_t item_cell[FAMILY_ITEMS_MAX];
    uint8_t item_kind[FAMILY_ITEMS_MAX];  /* enum gems_item */
    int16_t item_turns[FAMILY_ITEMS_MAX]; /* fewest from the root */
    bool counts_all;                      /* no item that can be reached was left out */
    bool is_exact;                        /* and every set of them is in the family */
    int cells;                            /* that can be reached */
    int16_t cell[GEMS_CELLS];
    int16_t index[GEMS_CELLS];                 /* of a cell, -1: never reached */
    int16_t target[8][GEMS_CELLS][GEMS_STEPS]; /* by keys: where a step leads, by indices */
    int16_t gate[GEMS_GATES_MAX];              /* indices of those that can be reached */
    int gates;
    struct odds_row row[GEMS_GROUNDS][GEMS_ACTIONS];
    struct gems_family family;
    size_t *first; /* of each set: where its values of entering begin */
    double *value; /* turns + 1 for each item taken, of a key for each gem that may have been the last */
    double *layer; /* the values of the set being filled: now and with a turn less, by last gem, by cell */
    uint64_t work; /* cells filled */
};

/* What a filled set says of one position. */
struct odds_choice {
    int action;
    double value; /* of what is to come */
};

/* Finds items and cells; the family is still empty. NULL: no memory. */
struct odds *gems_odds_create(const struct gems_board *board, const struct gems_position *root);
void gems_odds_destroy(struct odds *odds);
/* Cells to fill for a family of so many sets. */
double gems_odds_work(const struct odds *odds, double sets);
/* Fills the family. False when memory (more than `bytes`) runs out or the job must stop. */
bool gems_odds_fill(struct odds *odds, size_t bytes, struct job *job);
/* The set of items left in a position of the same rules. False: it does not come after the root. */
bool gems_odds_left(const struct odds *odds, const struct gems_position *position, uint64_t *left);
/* The best action where no chance event is due. False: not of this game, or its set is not in the family. */
bool gems_odds_choose(struct odds *odds, const struct gems_position *position, struct odds_choice *choice);
#endif
