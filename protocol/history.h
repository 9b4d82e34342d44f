/* A line of play: the position it began from and every position since, so that plies can be taken back. */
#ifndef PANJ_PROTOCOL_HISTORY_H
#define PANJ_PROTOCOL_HISTORY_H

#include "game.h"

struct history {
    const struct game *game;
    struct board board;       /* shared by all positions */
    struct position now;      /* the last of positions */
    unsigned char *positions; /* plies + 1 of them, game->position_size bytes each */
    move_t *moves;            /* plies of them */
    int plies;
    size_t position_room; /* bytes at `positions` */
    size_t move_room;     /* bytes at `moves` */
};

void history_free(struct history *);
/* These return false when out of memory, and then what is there stands. */
bool history_begin(struct history *, const struct game *, const struct board *, const struct position *);
bool history_play(struct history *, move_t move); /* the caller has seen that game_allows() it */
void history_truncate(struct history *, int plies);
void history_at(const struct history *, int ply, struct position *);
move_t history_last_move(const struct history *); /* MOVE_NONE at the beginning */
void history_swap(struct history *, struct history *);

#endif
