/* What the user wants, of both programs: `play` and `serve`. */
#ifndef PANJ_GEMS_SETTINGS_H
#define PANJ_GEMS_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "adapters/gems/init.h"

enum { SETTINGS_TEXT = 1024, COMMAND_WORDS = 64, ROUNDS_MAX = 1000 };

struct settings {
    char host[256]; /* to join, or to listen on */
    int64_t port;
    bool allow_remote;
    int64_t timeout;         /* microseconds a player has for an answer */
    int64_t patience;        /* microseconds for what no turn's time rules */
    bool barbed_turn;        /* wire costs at the end of every turn, not on entering */
    struct slips slips;      /* what becomes of actions */
    char pairs[256];         /* another table of points; "": that of the rules */
    char map[SETTINGS_TEXT]; /* a file, or a map of the engine's */
    int64_t players;
    int64_t turns;
    int64_t init_score;
    int64_t rounds;
    int64_t seat; /* of the engine, 1 or 2; 0: none */
    int64_t seed; /* of all that is drawn; -1: another each time */
    bool random;  /* players begin in corners drawn by lot */
    bool once;    /* leave after one match */
    bool show;    /* draw every position */
    enum init_format format;
    char config[SETTINGS_TEXT]; /* "": none */
    char log[SETTINGS_TEXT];    /* a folder; "": no log */

    char command_text[SETTINGS_TEXT]; /* of the engine; cut into words */
    const char *command[COMMAND_WORDS + 1];
};

/* How a program ends. */
enum { STATUS_DONE, STATUS_FAILED, STATUS_USAGE };

struct settings settings_default(void);
/* The engine's command; false: too long. */
bool settings_set_engine(struct settings *, const char *command);
/* The flags of a FEN that these settings mean with these slips, without turns: "barbed=entry ...". */
enum { SETTINGS_RULES = SLIPS_FLAGS + 320 };
void settings_print_rules(const struct settings *, const struct slips *, char room[SETTINGS_RULES]);
/* Copies a word of the user's; false: it does not fit. */
bool settings_copy(char *room, int size, const char *word);

#endif
