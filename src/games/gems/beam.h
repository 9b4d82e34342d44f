/* The search for the best tour: all tours of one, two, three ... takings side by side, of each set of gems
 * taken and spot only those not beaten in turns and score, of these only whose upper bound is above the best
 * score known, and of these at most `width`, those of the highest bound. The highest bound that was cut off
 * is kept: nothing is better than it or the best score known. */
#ifndef PANJ_GAMES_GEMS_BEAM_H
#define PANJ_GAMES_GEMS_BEAM_H

#include "games/gems/bound.h"

enum { TOUR_MAX = WAYS_GEMS_MAX + GEMS_KEYS, BEAM_BOUNDS = 2 };

/* A tour: the spots in order, each with the arc's turns and cost told apart by its gain. */
struct beam_tour {
    int count;
    int32_t score; /* in points above the root */
    const struct arc *arc[TOUR_MAX];
};

struct label;
struct beam_step;

struct beam {
    const struct spots *spots;
    const struct bound *bound[BEAM_BOUNDS];
    int bounds;
    size_t bytes; /* that may be used */
    struct beam_tour best;
    /* -- of one run -- */
    int32_t cut; /* highest bound cut off, in units, BOUND_NONE: none */
    struct label *now;
    struct label *next;
    int now_count;
    int next_count;
    int next_room;
    int32_t *slot; /* hash of spot and set to the labels of next */
    uint32_t slots;
    struct beam_step *step; /* how each label came about, layer after layer */
    size_t steps;
    size_t step_room;
    int width;
    uint64_t lowest[BEAM_BOUNDS]; /* labels of this run of which each bound was the lowest */
    uint64_t labels;              /* made in all runs */
    uint64_t ticked;              /* of these told to the job */
};

void gems_beam_init(struct beam *, const struct spots *, size_t bytes);
/* One more bound; the lowest of all counts. */
void gems_beam_add_bound(struct beam *, const struct bound *);
void gems_beam_free(struct beam *);
/* The widest run that memory allows. */
int gems_beam_width_max(const struct beam *);
/* One run. Betters `best` if it can. False when stopped or memory runs out; then `cut` means nothing. */
bool gems_beam_run(struct beam *, int width, struct job *);

#endif
