/* A run: every layer below a root, for one bound of the free queen's game.
 *
 * Sets of eggs are computed fewest first; for each of them the sets of pigs of which at most `rich` have been
 * eaten. Beyond those the hen takes no pig (lower bound), or pays for one more and walks over all the others
 * (upper bound). Sets of eggs of the same size do not depend on one another: threads share them. */
#ifndef PANJ_GAMES_ANGRY_RUN_H
#define PANJ_GAMES_ANGRY_RUN_H

#include <stdatomic.h>

#include "games/angry/decide.h"
#include "games/angry/floor.h"
#include "games/angry/layer.h"
#include "search/line.h"

/* What a layer hands to one above it. */
union exit {
    struct trail values;
    struct bit_trail bits;
    struct flips flips;
};

struct angry_worker;

/* How layers are computed: to values, or to bits that say whether they are more than a threshold; the same with a bird. */
struct angry_manner {
    void (*exit_close)(union exit *, struct trail_purse *);
    /* What import `i` of the worker's layer reads; what a hen who comes to `cell` hands upward. */
    void (*import_from)(struct angry_worker *, int i, const union exit *);
    void (*export_to)(struct angry_worker *, unsigned cell, int prize, union exit *);
    enum layer_end (*compute)(struct angry_worker *, unsigned eggs, int family);
};
extern const struct angry_manner angry_values;
extern const struct angry_manner angry_bits;
extern const struct angry_manner angry_pairs; /* pair.c */

/* What is asked of a run. It does not change while that lasts. */
struct angry_plan {
    struct terrain terrain;
    const struct angry_position *root;
    const struct angry_manner *manner;
    bool upper;      /* an upper bound, else a lower one */
    int rich;        /* pigs that may be eaten exactly */
    bool is_clipped; /* of values: computes how little may be spent to come to more than `threshold` */
    int threshold;   /* of points to come: is the bound more? */
    size_t bytes;    /* of memory that may be taken */
    /* CLOCK_BOTH: see struct layer; by set of eggs, family, dead end and time. */
    int16_t *passed;
    int16_t *passing;
};

/* The memory of a run, and what came of it. */
struct angry_run {
    const struct angry_plan *plan;
    bool is_more;     /* of bits: the answer, */
    move_t move;      /* and the move that sees to it; */
    int least;        /* if it is more: what it is at least */
    int16_t *history; /* of values: the root's layer */
    struct layer root;
    /* Sets of pigs eaten, the largest first; the last is empty. After them stands the relaxed family. */
    int family_count;
    uint16_t *eaten;
    int32_t *family_of; /* by set; -1: none */
    bool has_relaxed;
    union exit **egg_exits; /* by set of eggs: of each family, of each egg; NULL when not alive */
    struct trail_purse purse;
    size_t most_used; /* of the purse, when a level was done */
    /* -- the level at work -- */
    uint16_t *todo; /* sets of eggs */
    int todo_count;
    atomic_int next;
    atomic_int end; /* enum layer_end: anything but DONE ends the run */
};

/* One thread's belongings. */
struct angry_worker {
    struct angry_run *run;
    struct layer layer;
    struct layer_room room;
    int16_t *rows;
    struct decision decision;
    struct decision_room decision_room;
    struct floor floor;
    union exit *pig_exits; /* by family and pig, of the set of eggs at work */
};

static inline unsigned run_all_of(int count)
{
    return (1u << count) - 1;
}

/* How many families there are, the relaxed one included. */
static inline int run_families(const struct angry_run *run)
{
    return run->family_count + run->has_relaxed;
}

/* Whether that layer is the root's: no egg and no pig is taken. */
static inline bool run_is_root(const struct angry_run *run, unsigned eggs, int family)
{
    return eggs == run_all_of(run->plan->terrain.eggs) && family == run->family_count - 1;
}

/* -- run.c -- */

/* The plan must outlive the run. False: out of memory; to be closed all the same. */
bool angry_run_open(struct angry_run *, const struct angry_plan *);
void angry_run_close(struct angry_run *);
enum layer_end angry_run_compute(struct angry_run *, int threads);

/* -- family.c -- */

/* All families of one set of eggs; those with one egg less must be alive. */
enum layer_end angry_family_compute_eggs(struct angry_worker *, unsigned eggs);
/* Points of the items taken between the root and a layer. */
int angry_run_gained(const struct angry_run *, unsigned eggs, int family);
/* Whether nobody comes to more by losing when actions run out, and a hen may wait as long as she has any. Then who comes
 * to more with some to spare may play as if she had not got them, and comes to as much more. */
bool angry_run_is_spared(const struct angry_plan *);
/* Frees what a set of eggs handed upward. */
void angry_family_forget_eggs(struct angry_run *, unsigned eggs);

/* -- path.c -- */

/* The value of the root of a run to values, and a line that begins with the move that keeps it; at
 * most PV_MAX moves. False: out of memory. */
bool angry_path_read(const struct angry_run *, int *value, struct line *);

#endif
