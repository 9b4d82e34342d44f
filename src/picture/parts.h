/* The parts of a picture, each a block. `width` is the room in columns. */
#ifndef PANJ_PICTURE_PARTS_H
#define PANJ_PICTURE_PARTS_H

#include "picture/block.h"
#include "picture/picture.h"

/* -- things.c: how a thing looks -- */
enum style picture_style(const struct scene_thing *);
enum style picture_player_style(int player);
/* The topmost thing of a cell. */
const struct scene_thing *picture_top(const struct scene *, int cell);
/* More than one piece can move, so that it is worth a mark. */
bool picture_marks_movers(const struct scene *);

/* -- grid.c -- */
/* Columns of a cell: three; two, neighbours share an edge; one, without what is told at the edges. */
enum grid_form { GRID_WIDE, GRID_NARROW, GRID_TIGHT };
void picture_grid(const struct scene *, bool utf8, enum grid_form, struct block *);

/* -- ring.c -- */
/* With `middle` inside. False: too narrow. */
bool picture_ring(const struct scene *, int width, const struct block *middle, struct block *);
void picture_ring_list(const struct scene *, struct block *);

/* -- panels.c: what stands beside the board -- */
void picture_state(const struct scene *, int width, struct block *); /* whose turn it is, or the end */
void picture_tables(const struct scene *, struct block *);           /* panels with a column a player */
void picture_facts(const struct scene *, int width, struct block *); /* the other panels, a line each */

#endif
