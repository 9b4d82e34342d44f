/* What the files of the console share: the session, what is to be shown, and who plays by itself.
 * All of it belongs to the main thread, but for the inbox. */
#ifndef PANJ_ADAPTERS_CONSOLE_DESK_H
#define PANJ_ADAPTERS_CONSOLE_DESK_H

#include <signal.h>
#include <stdio.h>

#include "adapters/console/inbox.h"
#include "adapters/console/pretty.h"
#include "protocol/session.h"

/* What a running search was started for. */
enum purpose {
    PURPOSE_TOLD, /* a person's go: the table is shown, the move is told */
    PURPOSE_PLAY, /* auto: the move is played */
    PURPOSE_HINT  /* the move is told, without the table */
};

enum question { QUESTION_NONE, QUESTION_LEAVE, QUESTION_GAME };

/* An option that one search wants otherwise, and what it was before. */
struct override {
    char name[24];
    char value[64];
};
enum { OVERRIDES_MAX = 4 };

struct desk {
    struct session *session;
    struct inbox inbox;
    struct pretty pretty;
    bool leaving;
    const volatile sig_atomic_t *interrupts; /* Ctrl-C has come and nobody has heard it */
    enum question question;                  /* what the next line answers */
    struct override overrides[OVERRIDES_MAX];
    int override_count;
    int level;            /* of the engine on auto; 0: full strength */
    int64_t search_began; /* clock_now() when the running search was first seen; 0: none */
    bool plays[3];        /* auto: the engine plays player 1, player 2 */
    bool shows_table;     /* auto was told to show how it thinks */
    bool board_due;       /* the position has changed since the board was shown */
    char limits[256];     /* what auto says behind go */
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
/* Whether a search runs, or has ended and what it said last is not taken yet: the board that it may play on must stay. */
bool desk_is_searching(struct desk *);
/* For the next search an option has this value; desk_restore() puts all back as they were. */
void desk_override(struct desk *, const char *name, const char *value);
void desk_restore(struct desk *);
/* Whether moves have been made that would be lost, the game not being over. */
bool desk_has_open_game(const struct desk *);
/* The board, and how the game ended if it did. */
void desk_show_board(struct desk *);
void desk_set_prompt(struct desk *);

/* -- play.c -- */
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

void play_hint(struct desk *, struct cursor *);
void play_level(struct desk *, struct cursor *);

/* -- ask.c -- */
/* Leaves, but asks before if a game would be lost. */
void ask_leave(struct desk *);
void ask_game(struct desk *, struct cursor *);
void ask_answer(struct desk *, const char *line);

/* -- record.c -- */
void record_show(struct desk *, struct cursor *);
void record_save(struct desk *, struct cursor *);
void record_load(struct desk *, struct cursor *);

/* The line `position fen ...` with the start of the game and its first `plies` moves. */
void record_print_position(const struct session *, int plies, FILE *out);

/* -- review.c -- */
void review_run(struct desk *, struct cursor *);
void review_why(struct desk *, struct cursor *);

/* -- obey.c -- */
void obey_line(struct desk *, const char *line);

#endif
