/* What the files of a game share. A function that returns bool as its last act (game_break, game_finish ...)
 * says that the game has gone on, so that a step can end with it. */
#ifndef PANJ_REFEREE_GAME_PARTS_H
#define PANJ_REFEREE_GAME_PARTS_H

#include "adapters/referee/game.h"

enum { TURN_NOBODY = -3, GO_MAX = 256 };

/* game.c */
bool game_break(struct game *, const char *format, ...) __attribute__((format(printf, 2, 3)));
int game_seat_entrant(const struct game *, int seat);
/* Sends the queries and waits for so many answers in that phase. */
bool game_ask_arbiter(struct game *, enum phase, const char *queries, int count);
/* Tells the arbiter a move that no player made. */
bool game_play_drawn(struct game *, const char *word, int mover);
void game_print_go(const struct game *, int seat, bool ponder, char room[GO_MAX]);

/* game_position.c: what the players are told, and what is kept. All false: out of memory. */
bool game_position_start(struct game *, const char *fen);
bool game_record_ply(struct game *); /* the pending one, which the arbiter has accepted */

/* game_draw.c: chance and random moves, out of the lists that the arbiter has sent */
bool game_step_random(struct game *);
bool game_step_chance(struct game *);

/* game.c: asks the player on turn for his move */
bool game_let_think(struct game *);

/* game_person.c: a person on turn */
bool game_show(struct game *); /* he sees the position before he is asked */
bool game_step_shown(struct game *);
bool game_refuse_person(struct game *); /* what he said is no legal move: he is asked again */
bool game_hear_person(struct game *);   /* he has said `help` or `resign` */

/* game_end.c: how it ends, and who is to blame */
bool game_has_failed(const struct engine *);
enum outcome game_win_against(int seat);
bool game_finish(struct game *); /* by the rules */
bool game_finish_with(struct game *, enum verdict, enum outcome, const char *reason);
bool game_finish_fault(struct game *, int seat, enum verdict, const char *what); /* that player loses */
bool game_finish_failed(struct game *); /* a process has failed, or both */
bool game_step_end(struct game *);
bool game_step_claims(struct game *);

#endif
