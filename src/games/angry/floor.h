/* One layer of the game with a bird beside a free queen (pair.h), from no action left upwards.
 *
 * Each row says, for a hen and a bird, beside which queens player 1 comes to more; whether somebody does is asked of
 * hen, bird and queen to move. A row is made of the rows a step leads to, and only when one of those has changed with
 * the last action: for each hen a set says of which birds the rows are fresh, and so of which others they are due. */
#ifndef PANJ_GAMES_ANGRY_FLOOR_H
#define PANJ_GAMES_ANGRY_FLOOR_H

#include "games/angry/flips.h"
#include "games/angry/layer.h"

/* Whose rows; behind them what steps alone are worth, where somebody may have to pass. */
enum block {
    BLOCK_HEN,
    BLOCK_BIRD,
    BLOCK_QUEEN,
    BLOCKS,
    BLOCK_HEN_STEPS = BLOCKS,
    BLOCK_BIRD_STEPS,
    BLOCKS_ALL
};

/* Which ends are more, for a layer and a counter. */
struct ends {
    bool slingshot; /* the hen's next step */
    bool queen;     /* the bird's next step */
    bool loss;      /* with as many actions left as there are */
    bool doubt;     /* RELAXED: that for which nothing can be vouched */
};

/* Which rows are due, beside those that look at fresh ones. */
struct dues {
    bool birds;
    bool queens;
};

/* Rows of hens on one place, by bird, and which of them have changed with the last action. */
struct lead {
    const uint64_t *rows;
    const struct bit_row *fresh;
};

/* What leads out of the layer. */
struct floor_import {
    struct flips_reader reader;
    unsigned cell;
    uint64_t *rows; /* by bird */
    struct bit_row fresh;
};

/* A hen by her place, and on which lane that is; a bird by her lane. */
struct stance {
    int hen;
    int lane;
    int bird;
};

/* What is asked of a layer. */
struct floor_plan {
    const struct terrain *terrain;
    struct trail_purse *purse;
    int actions;   /* left at the root; not above 0 where a round is to be ended */
    int threshold; /* of points to come there */
};

struct floor {
    struct floor_plan plan;
    /* -- of all layers -- */
    int words; /* of a row */
    int lanes;
    int next_count[CELLS_MAX];
    int16_t next[CELLS_MAX][ANGRY_DIRECTIONS]; /* places beside a place */
    uint64_t *room;                            /* all rows */
    uint64_t *rows[BLOCKS_ALL];                /* by hen and bird */
    uint64_t *win;                             /* of a hen on the slingshot, by bird, */
    uint64_t *none;                            /* and of one who must not be */
    struct bit_row never;
    /* -- of one layer; a caller sets these -- */
    enum layer_kind kind;
    int gained; /* by eggs and pigs from the root to this layer */
    int last;   /* nobody comes here with more actions left */
    struct cells eggs;
    struct cells pigs;
    int import_count;
    struct floor_import import[2 * ITEMS_MAX];
    struct flips *export[CELLS_MAX]; /* by place; NULL: it is none */
    /* -- a layer at work -- */
    int time; /* actions left */
    struct ends ends;
    struct dues dues;
    bool is_fresh; /* is any row? */
    bool is_full;  /* no memory for what is handed upward */
    uint64_t made; /* rows */
    int hen_count;
    int16_t hen[CELLS_MAX];
    struct lead lead[CELLS_MAX]; /* by place */
    struct bit_row birds;        /* where a bird may stand; in a relaxed layer on pigs too */
    struct bit_row open;         /* where the queen may step, if there is no bird */
    struct bit_row stand;        /* where she may stand */
    struct bit_row near_pigs;
    struct bit_row exit[ROW_MAX]; /* by bird: queens who have a step */
    int way_count[ROW_MAX];
    int16_t way[ROW_MAX][ANGRY_DIRECTIONS]; /* lanes to which a bird may step */
    bool may_pass[ROW_MAX];                 /* a bird who has no step but onto the hen, */
    int16_t mouth[ROW_MAX];                 /* on this lane; -1: nor there */
    struct bit_row passes[CELLS_MAX];       /* by hen: birds beside whom somebody may have to */
    struct bit_row due[CELLS_MAX];          /* of those */
    struct bit_row fresh[BLOCKS][CELLS_MAX];
    struct bit_row win_fresh;
};

/* False: out of memory; to be closed all the same. */
bool angry_floor_open(struct floor *, const struct floor_plan *);
void angry_floor_close(struct floor *);

/* A layer of which the caller's part is set, before the first counter; then one counter after the other up to
 * floor->last. */
void angry_floor_begin(struct floor *);
/* Nothing will be more in this layer. */
bool angry_floor_is_void(const struct floor *);
/* Reads what is below this counter, so that steps can be asked; false: nothing will change with it. */
bool angry_floor_advance(struct floor *, int time);
void angry_floor_turn(struct floor *);

/* Whether that row has the queen on a lane. */
static inline bool floor_has(const struct floor *floor, enum block block, struct stance stance, int queen)
{
    size_t row = (size_t)stance.hen * (size_t)floor->lanes + (size_t)stance.bird;
    return (floor->rows[block][row * (size_t)floor->words + (size_t)queen / 64] >> (queen % 64) & 1) != 0;
}

/* The same of a hen who has just stepped to a place, as it was with one action less. */
static inline bool floor_leads(const struct floor *floor, int place, int bird, int queen)
{
    const uint64_t *row = floor->lead[place].rows + (size_t)bird * (size_t)floor->words;
    return (row[queen / 64] >> (queen % 64) & 1) != 0;
}

#endif
