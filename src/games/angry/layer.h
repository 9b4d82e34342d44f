/* The free queen's game, one layer at a time.
 *
 * Eggs and pigs only vanish, so the game falls into layers, one a set of items that are left; a layer needs
 * those below it only at the moment the hen takes something. Inside a layer the value of every (hen, queen)
 * is computed for 0, 1, 2 ... actions left, all queens of a hen at once: a row. What a layer hands upward are
 * the rows of a hen who has just taken an item: trails.
 *
 * To bound the value without all sets of pigs there are two more kinds of layer. SPENT: the hen may take no
 * pig (with pigs she can only do better: a lower bound). RELAXED: she walks over pigs for nothing while they
 * stay walls to the queen (an upper bound once one more pig has been paid for).
 *
 * Values are points still to come, the hen's view. */
#ifndef PANJ_GAMES_ANGRY_LAYER_H
#define PANJ_GAMES_ANGRY_LAYER_H

#include "games/angry/angry.h"
#include "games/angry/lanes.h"
#include "games/angry/trail.h"
#include "search/job.h"

enum {
    ITEMS_MAX = 16,  /* eggs, and pigs, that the solver takes on */
    ROW_MARGIN = 32, /* lanes around a row from which neighbours are read */
    ROW_MAX = TRAIL_WIDTH_MAX
};

/* What the counter of a run counts down. */
enum run_clock {
    CLOCK_ACTIONS, /* the hen's actions; a forced pass is free */
    CLOCK_TURNS,   /* her turns, passes included */
    CLOCK_BOTH     /* her actions, with some turns to spare: a forced pass leads where one less is to spare */
};

/* What no layer changes. The root is a position in which the hen has a step. */
struct terrain {
    const struct angry_board *board;
    struct job *job;
    unsigned slingshot;
    int eggs; /* of the root */
    int pigs;
    uint8_t egg_cell[ITEMS_MAX];
    uint8_t pig_cell[ITEMS_MAX];
    enum run_clock clock;
    int time;       /* the counter at the root */
    int pass_times; /* counters of which passes are noted */
    int wait_time;  /* of decisions with pass=on: with no more than this left she may wait before a step */
    int stride;     /* lanes from a row of the grid to the next */
    int width;      /* lanes of a row of values, a multiple of LANES */
    int places;     /* cells that the hen may ever stand on */
    int dead_ends;
    int16_t dead_end[CELLS_MAX];  /* by place: its number, -1: it is none */
    uint8_t cell[CELLS_MAX];      /* by place */
    int16_t exit_lane[CELLS_MAX]; /* by place: the lane of the one way out; -1: there are more */
    int16_t place[CELLS_MAX];     /* by cell; -1: none */
    int16_t lane[CELLS_MAX];      /* by cell */
    struct cells land;            /* all cells that somebody could stand on */
    int16_t *egg_steps;           /* by set of eggs taken, see angry_reach_eggs(); NULL: nothing is known */
};

/* How many steps the hen needs at least to have but these eggs left. */
static inline int angry_terrain_steps(const struct terrain *terrain, unsigned eggs_left)
{
    unsigned all = (1u << terrain->eggs) - 1;
    return terrain->egg_steps != NULL ? terrain->egg_steps[all & ~eggs_left] : 0;
}

enum layer_kind { LAYER_EXACT, LAYER_SPENT, LAYER_RELAXED };

enum { SOURCE_NONE = -1, SOURCE_SLINGSHOT = -2, SOURCE_ITEM = -3 }; /* item i is SOURCE_ITEM - i */

/* A hen who may be in the layer. */
struct hen {
    int16_t place;
    int16_t lane;                     /* of the queen who captures her */
    int16_t source[ANGRY_DIRECTIONS]; /* where the value of each step stands: a place, or as above */
};

/* A queen without a step, unless the hen is beside her. */
struct stuck_queen {
    int16_t lane;
    bool is_open; /* RELAXED: a wall beside her may be gone in truth, so no value can be vouched for */
};

/* Rows that leave the layer: of the hen on a place, with the prize of coming there. */
struct layer_export {
    int16_t place;
    int16_t prize;
    struct trail *trail;
};

struct layer {
    const struct terrain *terrain;
    enum layer_kind kind;
    int time; /* nobody comes here with more left than below this */
    int egg_count;
    int pig_count;
    int hen_count;
    int stuck_count;
    int import_count;
    int export_count;
    struct hen hen[CELLS_MAX];
    struct stuck_queen stuck[CELLS_MAX];
    int8_t import_item[2 * ITEMS_MAX]; /* an egg's number, or ITEMS_MAX and a pig's */
    struct trail_reader import[2 * ITEMS_MAX];
    struct layer_export export[2 * ITEMS_MAX];
    struct trail_purse *purse;
    const int16_t *passed; /* CLOCK_BOTH: what forced passes lead to, by dead end and time */
    int16_t *passing;      /* the same for those who have one more turn to spare; NULL: not wanted */
    int16_t win;           /* what the ends are worth */
    int16_t last_win;
    int16_t loss;
    int16_t open[ROW_MAX];  /* -1 where the queen may step, 0 elsewhere */
    int16_t stand[ROW_MAX]; /* -1 where she may stand; in RELAXED layers on a pig that is gone in truth */
};

/* Rows of a layer at one moment of its computation; one a thread. */
struct layer_room {
    int16_t *now;    /* queen to move, by place */
    int16_t *before; /* the same, one less on the counter */
    int time;        /* of the hen who looks */
    int16_t import[2 * ITEMS_MAX][ROW_MAX];
    int16_t floor[ROW_MAX]; /* the least a row may say; infinite on walls */
    int16_t none[ROW_MAX];
    int16_t win[ROW_MAX];
    int16_t around[ROW_MARGIN + ROW_MAX + ROW_MARGIN]; /* hen to move */
};

/* -- reach.c -- */

/* The fewest steps in which a hen takes each set of eggs, to be freed by the caller; NULL: no memory, and then
 * nothing is known. */
int16_t *angry_reach_eggs(const struct terrain *, unsigned hen);

/* -- layer.c -- */

/* False: too many eggs or pigs. The caller frees egg_steps. */
bool angry_terrain_survey(struct terrain *, const struct angry_board *, const struct angry_position *root);

/* Which items are left, bits by their number, and which of them have a layer behind them. */
struct layer_plan {
    enum layer_kind kind;
    unsigned eggs;
    unsigned pigs;
    unsigned open_eggs;
    unsigned open_pigs;
};
/* Then the caller fills import[] for every import_item[]. */
void angry_layer_begin(struct layer *, const struct terrain *, const struct layer_plan *,
                       struct trail_purse *);
/* No end is worth more than `most`, and one that goes with actions left is worth less. */
void angry_layer_clip(struct layer *, int most);
void angry_layer_export_to(struct layer *, unsigned cell, int prize, struct trail *);

/* All that was computed of one layer, for looking back: slices of a counter each, places, then imports. */
size_t angry_layer_history_size(const struct layer *); /* values */

enum layer_end { LAYER_DONE, LAYER_STOPPED, LAYER_NO_MEMORY };
/* Computes the counters below layer->time; `history` may be NULL. */
enum layer_end angry_layer_compute(struct layer *, struct layer_room *, int16_t *history);

/* Makes a room ready for looking back; its `before` has place for one slice. */
void angry_layer_room_begin(struct layer_room *);
/* The value of hen to move at `time` >= 1, looked up in a history. */
int angry_layer_hen_value(const struct layer *, struct layer_room *, const int16_t *history, int time,
                          unsigned hen, unsigned queen);
/* The value of one move of hers; -LANES_INFINITE if that move is not known. */
int angry_layer_step_value(const struct layer *, struct layer_room *, const int16_t *history, int time,
                           unsigned hen, unsigned queen, enum angry_move move);

#endif
