/* The second implementation of every game: slow, obvious, written from the rules page alone, sharing no line
 * with src/. It speaks text only, so that one differential test compares any game with its naive twin. */
#ifndef PANJ_TESTS_NAIVE_H
#define PANJ_TESTS_NAIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NAIVE_BYTES = 4096, NAIVE_MOVES = 4096, NAIVE_WORD = 16, NAIVE_FEN = 4096 };

/* Room for a naive state: a plain value, copied with =. */
struct naive_state {
    _Alignas(16) unsigned char bytes[NAIVE_BYTES];
};

struct naive_list {
    int count;
    char word[NAIVE_MOVES][NAIVE_WORD];
};

struct naive {
    const char *name; /* of the game */
    /* The FEN is one that panj printed or that the rules page shows; flags may be in any order. */
    void (*from_fen)(struct naive_state *, const char *fen);
    void (*to_fen)(const struct naive_state *, char fen[NAIVE_FEN]); /* canonical, as query fen prints it */
    const char *(*turn)(const struct naive_state *);                 /* "1" "2" "chance" "none" */
    const char *(*result)(const struct naive_state *);               /* "p1win" "p2win" "draw" "none" */
    void (*score)(const struct naive_state *, char text[64]);        /* one number a player, as query score */
    /* Legal moves or chance outcomes in the order of the rules page; none when the game is over. */
    void (*legal)(const struct naive_state *, struct naive_list *);
    void (*play)(struct naive_state *, const char *word);
};

extern const struct naive *const naives[]; /* in the order of games[], ends with NULL */

#endif
