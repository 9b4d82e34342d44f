/* What the files of the console share: the session, what is to be shown, and who plays by itself.
 * All of it belongs to the main thread, but for the inbox. */
#ifndef PANJ_ADAPTERS_CONSOLE_DESK_H
#define PANJ_ADAPTERS_CONSOLE_DESK_H

#include "adapters/console/inbox.h"
#include "adapters/console/pretty.h"
#include "protocol/session.h"

/* What a running search was started for. */
enum purpose {
    PURPOSE_TOLD, /* a person's go: the table is shown, the move is told */
    PURPOSE_PLAY  /* auto: the move is played */
};

struct desk {
    struct session *session;
    struct inbox inbox;
    struct pretty pretty;
    bool leaving;
    bool asks_leave;  /* the next line says whether to leave a game that is not over */
    bool plays[3];    /* auto: the engine plays player 1, player 2 */
    bool shows_table; /* auto was told to show how it thinks */
    bool board_due;   /* the position has changed since the board was shown */
    char limits[256]; /* what auto says behind go */
    enum purpose purpose;
};

/* -- desk.c -- */
void desk_send(struct desk *, const char *line);
/* Sends a line while nothing runs and takes its answers away unseen: strings one behind the other, `used` bytes
 * in all. The caller frees them; NULL: none. */
char *desk_ask(struct desk *, const char *line, size_t *used);
/* A line of the console itself, shown when its turn comes. */
void desk_say(struct desk *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A search begins: whose view its scores are, and of how many moves. */
void desk_prepare_table(struct desk *);
enum actor desk_turn(const struct desk *);
/* Whether moves have been made that would be lost, the game not being over. */
bool desk_has_open_game(const struct desk *);
/* The board, and how the game ended if it did. */
void desk_show_board(struct desk *);
void desk_set_prompt(struct desk *);

/* -- play.c -- */
bool play_is_automatic(const struct desk *, enum actor);
/* Goes on with whatever comes by itself: the board that is due, dice, the engine's turn. */
void play_go_on(struct desk *);
/* The engine's choice has come. */
void play_take_bestmove(struct desk *, const char *line);
/* Nobody is on auto any more; `why` is said if somebody was. */
void play_auto_off(struct desk *, const char *why);
/* Ctrl-C: the engine moves at once; if it plays against itself that ends. */
void play_interrupt(struct desk *);
/* Words of the person. */
void play_auto(struct desk *, struct cursor *);
void play_roll(struct desk *, struct cursor *);
void play_undo(struct desk *, struct cursor *);

/* -- obey.c -- */
void obey_line(struct desk *, const char *line);

#endif
