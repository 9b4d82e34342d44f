/* The rows of a pair's game (pair.h), and one layer of them at work: with one action more.
 *
 * Each row says, for a hen and a bird, beside which queens player 1 comes to more. It is made of the rows a step leads
 * to, and only where one of those has changed with the last action. */
#ifndef PANJ_GAMES_ANGRY_FLOOR_H
#define PANJ_GAMES_ANGRY_FLOOR_H

#include "base/bits.h"
#include "games/angry/run.h"

/* Whose rows. */
enum block { BLOCK_HEN, BLOCK_BIRD, BLOCK_QUEEN, BLOCKS };

/* Of a row: has it changed with the last action? */
enum fresh { SAME, FRESH, ALWAYS /* it is computed each time */ };

/* What is asked, and all rows. A place is a cell of the land by its number. */
struct pair {
    const struct angry_plan *plan;
    const struct angry_board *board;
    int actions; /* left at the root; not above 0 where a round is to be ended */
    int eggs;
    int pigs;
    int places;
    uint8_t cell[CELLS_MAX];
    int16_t place[CELLS_MAX]; /* by cell */
    struct cells at[CELLS_MAX];
    int16_t next[CELLS_MAX][ANGRY_DIRECTIONS]; /* places beside, */
    int next_count[CELLS_MAX];
    int families; /* sets of pigs eaten, the smallest first; behind them the relaxed one */
    bool has_relaxed;
    uint16_t *eaten;
    int32_t *family_of; /* by set; -1: none */
    struct cells *rows; /* by family, eggs, block, hen, bird */
    uint8_t *fresh;     /* the same: enum fresh */
    uint8_t *most;      /* by family, eggs, block, hen: the greatest of hers */
    size_t bytes;       /* of these three */
    struct cells *all;  /* rows of a hen who has come to more, by bird, */
    struct cells *none; /* and of one who has not */
};

/* Which ends are more, for a layer and a counter. */
struct ends {
    bool slingshot; /* the hen's next step */
    bool queen;     /* the bird's next step */
    bool loss;      /* with as many actions left as there are */
};

/* Rows of hens on one place, by bird. */
struct lead {
    const struct cells *row;
    const uint8_t *fresh; /* NULL: they do not change */
    const uint8_t *most;
};

/* A layer at work. */
struct floor {
    const struct pair *pair;
    int family;
    unsigned eggs;
    enum layer_kind kind;
    int time; /* actions left */
    struct ends ends;
    bool is_due;        /* all rows are */
    struct cells pigs;  /* that the queen believes in */
    struct cells birds; /* where a bird may step; in a relaxed layer onto pigs too */
    struct cells open;  /* where the queen may step, if there is no bird */
    struct cells *rows[BLOCKS];
    uint8_t *fresh[BLOCKS];
    uint8_t *most[BLOCKS];
    struct lead lead[CELLS_MAX];     /* of a hen who has come to a place */
    struct cells open_to[CELLS_MAX]; /* to the queen, with a bird on a place; */
    struct cells exit[CELLS_MAX];    /* queens who have a step then */
};

/* One hen and one bird, by their places. */
struct stance {
    int hen;
    int bird;
};

static inline size_t pair_stances(const struct pair *pair)
{
    return (size_t)pair->places * (size_t)pair->places;
}

static inline size_t pair_layers(const struct pair *pair)
{
    return (size_t)(pair->families + pair->has_relaxed) << pair->eggs;
}

static inline size_t pair_block(const struct pair *pair, int family, unsigned eggs, enum block block)
{
    assert(family >= 0 && family < pair->families + pair->has_relaxed && eggs < 1u << pair->eggs);
    return BLOCKS * (((size_t)family << pair->eggs) + eggs) + block;
}

/* Where the row of a layer, block and stance is. */
static inline size_t pair_row(const struct pair *pair, size_t block, struct stance stance)
{
    assert(stance.hen >= 0 && stance.hen < pair->places);
    assert(stance.bird >= 0 && stance.bird < pair->places);
    return block * pair_stances(pair) + (size_t)stance.hen * (size_t)pair->places + (size_t)stance.bird;
}

/* A layer with so many actions left, whose rows are still those of one action less. */
void angry_floor_begin(struct floor *, const struct pair *, int family, unsigned eggs, int time);
/* The rows become those of so many actions. True when the job must end. */
bool angry_floor_turn(const struct floor *);

/* The row that stands there now. */
static inline struct cells *floor_row(const struct floor *floor, enum block block, struct stance stance)
{
    return &floor->rows[block][pair_row(floor->pair, 0, stance)];
}

#endif
