/* The game of two as its search sees it: the items numbered, the map measured beforehand, and of a position only what
 * moves change. The rules are those of rules.c once more, on twenty bytes; a test compares the two. */
#ifndef PANJ_GAMES_GEMS_RUNNERS_H
#define PANJ_GAMES_GEMS_RUNNERS_H

#include "games/gems/gems.h"

enum { RACE_ITEMS_MAX = 128, RACE_NEVER = 255 };

/* A way to an item. */
struct stretch {
    uint8_t turns; /* RACE_NEVER: there is none, or it is too long to matter */
    uint8_t cost;
};

/* What both players share: the map and its items, gems first. */
struct course {
    const struct gems_board *board;
    uint64_t board_hash; /* where `board` is gone, and the course kept */
    int items;
    int gems;
    int16_t cell[RACE_ITEMS_MAX];
    uint8_t kind[RACE_ITEMS_MAX]; /* enum gems_item */
    int16_t item_at[GEMS_CELLS];  /* -1: none */
    unsigned colours;             /* of keys that somebody has or may get, and that open something */
    int32_t share[RACE_NEVER];    /* 2^16 divided by turns + 1 */
    struct stretch *way;          /* [keys][cell][item], only for keys of these colours */
};

/* All that moves change. */
struct runners {
    uint64_t left[RACE_ITEMS_MAX / 64]; /* items not taken */
    int32_t margin;                     /* score of A less that of B */
    int16_t plies;                      /* still to come */
    int16_t cell[2];
    uint8_t last[2];
    uint8_t keys[2];
    uint8_t side;
    bool still; /* the last action was to stand still */
};

/* False when there are too many items or memory runs out. */
bool gems_course_create(struct course *, const struct gems_board *, const struct gems_position *root);
void gems_course_destroy(struct course *);
/* Whether a course, or one that is all zero, has been made for a position from which this one may have come. */
bool gems_course_covers(const struct course *, const struct gems_board *, const struct gems_position *);
void gems_runners_from(struct runners *, const struct course *, const struct gems_position *root);

/* Where a teleport may lead that `action` asks for; 0: it asks for none, or there is nowhere to go. */
int gems_runners_gates(const struct course *, const struct runners *from, int action,
                       uint16_t to[GEMS_GATES_MAX]);
/* After an action that does something or noop. A teleport leads to the only gate there is. */
struct runners gems_runners_after(const struct course *, const struct runners *from, int action);
/* After a teleport that has led to `cell`. */
struct runners gems_runners_teleport(const struct course *, const struct runners *from, int cell);

static inline bool runners_left(const struct runners *runners, int item)
{
    return runners->left[item >> 6] >> (item & 63) & 1;
}

static inline const struct stretch *course_ways(const struct course *course, unsigned keys, int cell)
{
    return course->way +
           ((size_t)(keys & course->colours) * GEMS_CELLS + (size_t)cell) * (size_t)course->items;
}

#endif
