/* What one player may expect where chance has a say: for every set of items left that is in a family, for every gem
 * taken last, every cell and every number of turns left the best mean of what is still to come. Filled set by set, fewest
 * items first; of a filled set only the values are kept that others need: those of entering it. */
#ifndef PANJ_GAMES_GEMS_ODDS_H
#define PANJ_GAMES_GEMS_ODDS_H

#include "games/gems/family.h"
#include "games/gems/gems.h"
#include "search/job.h"

enum { ODDS_LASTS = GEMS_KINDS + 1, ODDS_ROW_MAX = GEMS_DEEDS };
enum { ODDS_CELLS_A_NODE = 32 }; /* a node of a search takes about as long */

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
    int orders;
    uint8_t order[FAMILY_ITEMS_MAX]; /* items as they are to be taken; of an exact one not asked for */
    int horizon;                     /* so many of them are in the family */
    double *tail;                    /* by turns left: what the rest of them is worth, roughly */
    struct gems_family family;
    uint8_t *lasts; /* of each set: gems that may be the last one, a bit each; 0: it never comes about */
    size_t *first;  /* of each set: where its values of entering begin */
    double *value;  /* turns + 1 for each item taken, of a key for each gem that may have been the last */
    size_t values;
    double *layer; /* the values of the set being filled: now and with a turn less, by last gem, by cell */
    uint64_t work; /* cells filled */
    uint64_t told; /* of these told to the job, in nodes */
};

/* What a filled set says of one position. */
struct odds_choice {
    int action;
    double value; /* of what is to come */
};

/* Finds items and cells; the family is still empty. NULL: no memory. */
struct odds *gems_odds_create(const struct gems_board *, const struct gems_position *root);
void gems_odds_destroy(struct odds *);
/* Fewest steps from a cell to each by the keys held, were they certain; -1: there is no way. Cells by their indices. */
void gems_odds_away(const struct odds *, unsigned keys, int cell, int16_t away[GEMS_CELLS]);
/* So many of some turns are of use, where a step is what was asked for as often as on ordinary ground. */
int gems_odds_turns_of_use(const struct gems_board *, int turns);
/* Cells to fill, roughly, for a family of so many sets along an order; and for all sets. */
double gems_odds_work(const struct odds *, double sets);
double gems_odds_work_of_all(const struct odds *);
/* Fills the family. False when memory (more than `bytes`) runs out or the job must stop. */
bool gems_odds_fill(struct odds *, size_t bytes, struct job *);
/* Adds to the family of `odds` what is left of that of a plan that has come to its root. False: no memory. */
bool gems_odds_come_of(struct odds *, const struct odds *plan);
/* The set of items left in a position of the same rules. False: it does not come after the root. */
bool gems_odds_left(const struct odds *, const struct gems_position *, uint64_t *left);
/* The best action where no chance event is due. False: not of this game, or its set is not in the family. */
bool gems_odds_choose(struct odds *, const struct gems_position *, struct odds_choice *);

/* -- of sets, for those who fill them -- */

static inline uint64_t odds_bit(int item)
{
    return UINT64_C(1) << item;
}

static inline bool odds_is_key(const struct odds *odds, int item)
{
    return odds->item_kind[item] >= GEMS_KEY_G;
}

/* Keys held when these are left. */
unsigned gems_odds_keys(const struct odds *, uint64_t left);
/* Where the values begin of entering set number `set` on an item, `last` being the last gem then. */
double *gems_odds_entry(const struct odds *, int set, int item, int last);
/* The set that is entered when an item is taken. One that is not in the family counts as one in which more is gone: what
 * would have been taken first, had all gone in order. -1: there is none such. */
int gems_odds_set_after(const struct odds *, uint64_t left, int item);
/* Turns that can be left when nothing but this set is: all that was taken has been walked to. Values beyond are those of
 * positions that never come about, and only such ask for them. */
int gems_odds_turns_with(const struct odds *, uint64_t left);
/* Whether the horizon is passed when an item is taken. */
bool gems_odds_is_horizon(const struct odds *, uint64_t left, int item);
/* Tells the job what has been done; true when it must end. */
bool gems_odds_tick(struct odds *, struct job *);

#endif
