/* One conversation: a game, a position, options, a search. A session is a value; several may live in one
 * process.
 *
 * Lines go in by session_line(), answers come out through the one writer, a function the owner gives. All
 * calls come from one thread; answers of a running search come from the search's thread, whole lines, never
 * two at once. */
#ifndef PANJ_PROTOCOL_SESSION_H
#define PANJ_PROTOCOL_SESSION_H

#include <stdbool.h>
#include <stddef.h>

#include "game.h"

struct session;

/* Takes one whole line without its newline. Display lines may carry styles (base/text.h). */
struct session_writer {
    void *context;
    void (*line)(void *context, const char *line, size_t length);
};

struct session *session_create(const struct session_writer *); /* NULL: out of memory */
void session_destroy(struct session *);                        /* stops what runs */
/* Names the one file that the commands `tables` and `proof` read and write; a peer cannot. False: out of
 * memory. */
bool session_set_store(struct session *, const char *path);

/* One line from the peer, without newline; any bytes. Returns false after `quit`. */
bool session_line(struct session *, const char *line, size_t length);
/* The peer sent a line longer than the limit; it has been dropped. */
void session_line_too_long(struct session *);
/* No more lines will come: bounded work runs to its end, unbounded work stops; returns when all answers are
 * written. */
void session_finish(struct session *);
/* As `quit`: stops what runs and waits for its last answer. */
void session_quit(struct session *);
/* Ends the running search as `stop` does. May be called from any thread. */
void session_stop(struct session *);
bool session_is_searching(struct session *);
bool session_is_counting(struct session *); /* perft, divide, bench: other commands would wait for its end */

/* For a front that is linked in (the console). Valid until the next line. */
const struct game *session_game(const struct session *);
const struct board *session_board(const struct session *);
const struct position *session_position(const struct session *);
/* The line of play: the position before and the move of each ply, from 0; the position after the last is that on the
 * board. */
int session_plies(const struct session *);
void session_position_at(const struct session *, int ply, struct position *);
move_t session_move_at(const struct session *, int ply);

#endif
