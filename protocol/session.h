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
#include "picture/picture.h"

struct session;

/* Takes one whole line without its newline. Display lines may carry styles (base/text.h). */
struct session_writer {
    void *context;
    void (*line)(void *context, const char *line, size_t length);
    /* What ran has ended; where lines wait for that, the owner's thread should call session_go_on(). From any thread;
     * NULL: nobody cares. */
    void (*idle)(void *context, bool lines_wait);
};

struct session *session_create(const struct session_writer *); /* NULL: out of memory */
void session_destroy(struct session *);                        /* stops what runs */
/* What a command line says, NULL where it says nothing: the one file that the commands `tables` and `proof` read
 * and write, which a peer cannot name; and the words of a newgame. False: out of memory. */
bool session_set_up(struct session *, const char *store, const char *game);
/* How much room `display` has, and whether for more than ASCII: 80 x 24 and ASCII if this is not called. */
void session_set_picture_room(struct session *, const struct picture_room *);

/* One line from the peer, without newline; any bytes. It may have to wait for what runs. Returns false after
 * `quit`. */
bool session_line(struct session *, const char *line, size_t length);
/* Carries out what waits, as far as it can be now. Returns false after `quit`. */
bool session_go_on(struct session *);
/* So much waits that nothing more should be read. */
bool session_is_full(const struct session *);
/* The peer sent a line longer than the limit; it has been dropped. */
void session_line_too_long(struct session *);
/* No more lines will come: what ends by itself runs to its end, what does not is stopped, what waits is carried
 * out; returns when all answers are written. */
void session_finish(struct session *);
/* As `quit`: drops what waits, stops what runs and waits for its last answer. */
void session_quit(struct session *);
/* Ends what runs as `stop` does. May be called from any thread. */
void session_stop(struct session *);
/* The same, and nothing that waits is begun any more: the session is about to be left. From any thread. */
void session_abandon(struct session *);
bool session_is_searching(struct session *);
uint64_t session_nodes(struct session *);   /* that the running search has looked at; 0: none runs */
bool session_is_counting(struct session *); /* perft, divide, bench and the like */

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
