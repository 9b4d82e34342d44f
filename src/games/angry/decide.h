/* Is a value more than a threshold? The free queen's game again, a layer at a time, but of each (hen, queen)
 * only one bit: can the hen come to more? How many actions are left says how many are spent, so the prizes on
 * the way need not be carried along, and a bit that has become true mostly stays so as actions are added: most
 * rows do not change from one counter to the next and cost nothing. Those beside a change are made anew.
 *
 * With pass=on the hen may wait, but it never helps twice between two steps (SOLVER.md: passes). So a counter of
 * actions is all there is, as long as there are turns for a wait before every step. And who may pass may give up:
 * a loss that is not bad now will not be.
 *
 * A set bit is bad for the hen: she does not come to more. Only for CLOCK_ACTIONS. */
#ifndef PANJ_GAMES_ANGRY_DECIDE_H
#define PANJ_GAMES_ANGRY_DECIDE_H

#include "games/angry/layer.h"
#include "games/angry/rows.h"

/* The rows of a hen on one cell that leave a layer, where they change. */
struct bit_trail {
    struct bit_change {
        int32_t time;
        struct bit_row row;
    } * change; /* NULL: none */
    int count;
    int room;
};

void angry_bit_trail_free(struct bit_trail *, struct trail_purse *);

/* What leads out of a layer and into others, by item, as in layer.h. */
struct bit_gate {
    unsigned cell;
    struct bit_trail *trail;
};

struct decision {
    const struct layer *layer; /* set up by angry_layer_begin; its sources SOURCE_ITEM - i are import i */
    struct trail_purse *purse;
    int gained;    /* by eggs and pigs from the root to this layer */
    int threshold; /* points to come at the root */
    int import_count;
    const struct bit_trail *import[2 * ITEMS_MAX];
    int export_count;
    struct bit_gate export[2 * ITEMS_MAX];
    const struct angry_position *watched; /* not NULL: all is done when its hen, to move, comes to more */
    int asked;                            /* with so much time left positions are asked for afterwards */
};

/* Hens, each at most once. */
struct hen_list {
    int count;
    int16_t at[CELLS_MAX];
};

/* Rows while a layer is computed; one a thread. */
struct decision_room {
    struct bit_row row[CELLS_MAX];   /* queen to move, by place */
    struct bit_row fresh[CELLS_MAX]; /* rows of this counter that differ, by hen */
    struct bit_row stuck;            /* queens who must pass, unless the hen is beside them */
    struct bit_row import[2 * ITEMS_MAX];
    struct bit_row open;
    struct bit_row win;
    struct hen_list due;    /* who looks at something that has changed */
    struct hen_list change; /* whose rows differ now */
    bool is_due[CELLS_MAX]; /* by hen */
    int import_next[2 * ITEMS_MAX];
    int looker_count[2 * ITEMS_MAX]; /* hens beside the item of an import */
    int16_t looker[2 * ITEMS_MAX][ANGRY_DIRECTIONS];
    int16_t hen_of[CELLS_MAX];    /* by place */
    int16_t export_of[CELLS_MAX]; /* by hen, -1: none */
    int loss_limit;               /* being lost with no more than this time left is bad, */
    int win_limit;                /* and winning too */
    bool is_any_stuck;
    bool loss_is_bad;
    bool win_is_bad;
    bool least_is_bad;
    bool may_wait; /* before a step, at this time */
};

enum layer_end angry_decision_compute(struct decision *, struct decision_room *);
/* After angry_decision_compute, with the time that is asked for: is this hen, to move, unable to come
 * to more? */
bool angry_decision_is_bad(const struct decision *, struct decision_room *, unsigned hen_cell,
                           unsigned queen_cell);
/* The same after a pass of hers: forced, or with pass=on. */
bool angry_decision_pass_is_bad(const struct decision *, struct decision_room *, unsigned hen_cell,
                                unsigned queen_cell);
/* The same of one step of hers. */
bool angry_decision_step_is_bad(const struct decision *, struct decision_room *, unsigned hen_cell,
                                unsigned queen_cell, enum angry_move step);

#endif
