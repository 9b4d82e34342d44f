/* Inside the scripted queen's half of the exact method: positions on the way, and the bound of what they may come
 * to. The search is in script.c. */
#ifndef PANJ_GAMES_ANGRY_SCRIPT_H
#define PANJ_GAMES_ANGRY_SCRIPT_H

#include "base/bits.h"
#include "games/angry/solve.h"
#include "games/angry/tour.h"

enum { SCRIPT_ITEMS_MAX = 16 };

/* A position on the way, packed. */
struct script_node {
    uint64_t cells; /* hen, bird, queen, eggs left, pigs left, and whose step it is; see script_pack() */
    int32_t parent;
    int32_t next; /* in its bucket */
    uint16_t actions;
    uint16_t turns;
    uint8_t move; /* that led here */
};

struct script_slot {
    uint64_t cells; /* 0: empty; the packing is never 0 */
    uint32_t when;  /* to the cap: the counters too are part of what a position is; else 0 */
    uint16_t actions;
    uint16_t turns;
};

struct hunt {
    struct angry_quest *quest;
    const struct angry_board *board;
    bool to_the_cap;
    int eggs;
    int pigs;
    uint8_t egg_cell[SCRIPT_ITEMS_MAX];
    uint8_t pig_cell[SCRIPT_ITEMS_MAX];
    uint64_t item[CELLS_MAX];     /* what lies there at the root, as a bit of a packing; 0: nothing */
    struct angry_tour *free_tour; /* over pigs as over ground */
    struct angry_tour **tours;    /* by set of pigs left, made when first wanted */
    uint8_t (*way)[CELLS_MAX];    /* with a bird: steps from cell to cell over items; WAY_NONE: no way */
    size_t bytes;                 /* used */
    struct script_node **chunks;
    int chunk_count;
    int chunk_room;
    int node_count;
    struct script_slot *slots; /* a power of two of them */
    int slot_count;
    int slot_used;
    int32_t *bucket; /* by how much the bound is below the root's */
    int bucket_count;
    int bucket_now;    /* that is being emptied */
    int top;           /* the bound of the root, points to come */
    int best;          /* of the ends found, points to come */
    int32_t best_node; /* from which best_move leads there */
    enum angry_move best_move;
    size_t tour_bytes; /* of `bytes` */
    bool has_new_tour; /* since the last tick */
    bool is_full;
};

enum { WAY_NONE = 255 };

/* -- packing -- */

static inline uint64_t script_pack(const struct angry_position *position, unsigned eggs, unsigned pigs)
{
    assert(position->hen < CELLS_MAX && position->queen < CELLS_MAX && eggs <= 0xFFFF && pigs <= 0xFFFF);
    uint64_t bird = position->bird < CELLS_MAX ? position->bird : 0;
    uint64_t step = position->side == ANGRY_BIRD;
    return UINT64_C(1) << 63 | step << 56 | bird << 48 | (uint64_t)position->hen << 40 |
           (uint64_t)position->queen << 32 | (uint64_t)eggs << 16 | pigs;
}

static inline bool script_bird_moves(uint64_t cells)
{
    return (cells >> 56 & 1) != 0;
}

static inline unsigned script_bird(uint64_t cells)
{
    return (unsigned)(cells >> 48 & 255);
}

static inline unsigned script_hen(uint64_t cells)
{
    return (unsigned)(cells >> 40 & 255);
}

static inline unsigned script_queen(uint64_t cells)
{
    return (unsigned)(cells >> 32 & 255);
}

static inline unsigned script_eggs(uint64_t cells)
{
    return (unsigned)(cells >> 16 & 0xFFFF);
}

static inline unsigned script_pigs(uint64_t cells)
{
    return (unsigned)(cells & 0xFFFF);
}

/* Memory of the hunt, zeroed; NULL if its means are spent. */
void *angry_hunt_take(struct hunt *, size_t count, size_t size);

/* -- script_bound.c -- */

/* After eggs, pigs and their cells are known. False: no memory. */
bool angry_bound_open(struct hunt *);
void angry_bound_close(struct hunt *);
/* Points to come from a node on are at most these. */
int angry_bound(struct hunt *, const struct script_node *);

#endif
