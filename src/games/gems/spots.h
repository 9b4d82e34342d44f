/* The game of one player seen from afar: a spot is where one stands having just taken something (or at the
 * root), with the keys held and the gem taken last; arcs lead from spot to spot along ways. Only what can be
 * reached in the turns left is here. */
#ifndef PANJ_GAMES_GEMS_SPOTS_H
#define PANJ_GAMES_GEMS_SPOTS_H

#include "games/gems/ways.h"
#include "search/job.h"

enum { SPOTS_MAX = 4096, SPOT_KEYS_MAX = 64 };

struct arc {
    struct gem_set under; /* gems that must be gone */
    int32_t gain;         /* points of the pair less the cost of the way */
    int16_t turns;
    uint16_t spot; /* where it leads */
    bool free;     /* the best in turns and cost, whatever lies under it */
};

struct spot {
    int16_t cell;
    int16_t gem;   /* number of the gem that was taken there, -1: a key, or the root */
    int16_t place; /* gems first, then keys, then the root */
    uint8_t keys;  /* held */
    uint8_t last;  /* kind of the gem taken last */
    int32_t early; /* fewest turns from the root */
    int32_t first; /* its arcs: first .. first + count - 1 */
    int32_t count;
    bool incomplete; /* a way around gems may be missing among the arcs */
    bool done;       /* the arcs are there */
};

struct spots {
    const struct gems_board *board;
    const struct gems_position *root;
    struct ways ways;
    int turns;            /* left at the root */
    int gems;             /* gems that count */
    bool all_gems;        /* no gem that can be reached was left out */
    unsigned key_colours; /* that open something and are not held */
    int keys;             /* key cells that count */
    int16_t gem_cell[WAYS_GEMS_MAX];
    uint8_t gem_kind[WAYS_GEMS_MAX];
    int16_t gem_until[WAYS_GEMS_MAX]; /* turns from the root after which it is gone */
    int16_t key_cell[SPOT_KEYS_MAX];
    uint8_t key_colour[SPOT_KEYS_MAX];
    int count;
    struct spot spot[SPOTS_MAX]; /* 0 is the root */
    struct arc *arc;
    int arcs;
    int arc_room;
    int32_t index[(WAYS_GEMS_MAX + SPOT_KEYS_MAX * 5 + 1) * 8]; /* of a spot by place, last and keys; -1 */
};

/* Fewest turns to every cell from where player A stands, were all doors open that he can ever open; -1:
 * never. */
void gems_spots_reach(const struct gems_board *, const struct gems_position *root, int16_t turns[GEMS_CELLS]);

/* `until` says of every cell how many turns what lies there will stay, NULL: always. False when memory runs
 * out or the job must stop. */
bool gems_spots_build(struct spots *, const struct gems_board *, const struct gems_position *root,
                      const int16_t until[GEMS_CELLS], struct job *);
void gems_spots_free(struct spots *);

#endif
