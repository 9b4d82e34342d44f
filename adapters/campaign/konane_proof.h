/* Konane's proof files as PROTOCOL.md writes them, as far as putting several together needs: 512 bytes of text, then
 * answers of ten bytes, ascending: the stones, one bit a cell, row by row, and the move's two cells. Any answer of two
 * to the same position is good, because stones only get fewer. */
#ifndef PANJ_CAMPAIGN_KONANE_PROOF_H
#define PANJ_CAMPAIGN_KONANE_PROOF_H

#include <stdint.h>

#include "adapters/campaign/ground.h"

enum { KONANE_ANSWER = 10 };

struct konane_merge {
    const char *path;      /* of the file to be written; what is made on the way is called so too, and more */
    const char *folder;    /* of the parts */
    struct string *inputs; /* paths */
    int count;
    struct string own; /* answers of ten bytes that no part has */
    struct string why; /* what went wrong */
};

/* All answers of a part, or of an image of it (konane_board.h) on the board of a FEN; false with `why`. */
bool konane_merge_part(struct konane_merge *, const char *name, const char *fen, int image);
/* One answer more, or an image of it: false if FEN or move are none of Konane's. */
bool konane_merge_answer(struct konane_merge *, const char *fen, const char *move, int image);
/* Writes the whole proof of `fen` to the file; how many answers, or -1 with `why`. */
int64_t konane_merge_write(struct konane_merge *, const char *fen, int winner);
void konane_merge_free(struct konane_merge *);

#endif
