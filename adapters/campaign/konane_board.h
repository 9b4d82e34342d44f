/* Konane's positions as far as the campaign must know them: the stones of a FEN, what a move leaves of them, and the turns
 * and reflections of the board.
 *
 * A proof begins at a root. An image of the board that leaves the root as it is leads from each position below it to one
 * that is worth the same; one of these, the one with the smallest stones, stands for all. */
#ifndef PANJ_CAMPAIGN_KONANE_BOARD_H
#define PANJ_CAMPAIGN_KONANE_BOARD_H

#include <stdint.h>

#include "adapters/campaign/ground.h"

enum { KONANE_IMAGES = 8 };

struct konane_place {
    uint64_t stones; /* one bit a cell, row by row */
    int rows, cols;
    const char *rest; /* of the FEN, behind the board */
};

struct konane_move {
    int from, to; /* the same: a removal */
};

/* False: no FEN of konane. `rest` stays in the FEN. */
bool konane_place_read(struct konane_place *, const char *fen);
void konane_place_print(const struct konane_place *, struct string *fen);
/* "d4", "d4b4"; false: no move of such a board. */
bool konane_move_read(const struct konane_place *, const char *word, struct konane_move *);

/* Where an image, 0 to KONANE_IMAGES - 1, brings cells of the board; 0 leaves all where they are. */
int konane_image_cell(const struct konane_place *, int image, int cell);
uint64_t konane_image_stones(const struct konane_place *, int image, uint64_t stones);

/* The images that keep a root as it is. */
struct konane_images {
    int count;
    int at[KONANE_IMAGES]; /* the first is 0 */
};

/* Of what is no position of konane it is 0 alone. */
struct konane_images konane_images_of(const char *root);
/* The FEN that stands for this one. */
void konane_images_print(const struct konane_images *, const char *fen, struct string *canonical);
/* Which image of `child`, itself or what stands for it, is met in the given image of `fen` behind that of the move. */
int konane_images_child(const struct konane_images *, const char *fen, int image, const char *move,
                        const char *child);

#endif
