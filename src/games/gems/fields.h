/* The fields of a FEN: rows, players, and what chance is to say; cells and deeds as words. Rows are the lines of a map file
 * with what is taken replaced by floor. */
#ifndef PANJ_GAMES_GEMS_FIELDS_H
#define PANJ_GAMES_GEMS_FIELDS_H

#include "games/gems/gems.h"

/* What is being read, and what is wrong with it: those that read or check are false after a fault. */
struct gems_reading {
    struct gems_board *board;
    struct gems_position *position;
    struct fault *fault;
};

bool gems_rows_read(struct gems_reading *, struct word);
void gems_rows_print(const struct gems_board *, const struct gems_position *, struct text *);
/* Nobody could be teleported from the only gate. */
bool gems_gates_check(struct gems_reading *);

/* cell:score:last:keys, or how a player begins */
bool gems_player_read(struct gems_reading *, int side, struct word);
void gems_player_start(struct gems_reading *, int side);
void gems_player_print(const struct gems_board *, const struct gems_position *, int side, struct text *);
/* No play may bring a score out of bounds. */
bool gems_score_check(struct gems_reading *, int side);

/* What stands behind the turn: `7:up` or `7:teleport`. */
bool gems_due_read(struct gems_reading *, struct word turn);
void gems_due_print(const struct gems_position *, struct text *);

int gems_cell_parse(const struct gems_board *, struct word); /* -1: no cell of the map */
void gems_cell_print(const struct gems_board *, int cell, struct text *);
int gems_deed_parse(struct word); /* -1: none */

#endif
