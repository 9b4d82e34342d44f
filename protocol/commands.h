/* The table of commands, made from commands.def. */
#ifndef PANJ_PROTOCOL_COMMANDS_H
#define PANJ_PROTOCOL_COMMANDS_H

#include <stdbool.h>

#include "base/words.h"

struct session;

enum command_when {
    COMMAND_IDLE,   /* waits for what ends by itself, is refused while a search runs on */
    COMMAND_ALWAYS, /* at once, but not past a `wait` */
    COMMAND_ENDS,   /* at once */
    COMMAND_WAITS   /* `wait`: holds up itself and what comes behind it */
};

/* What TAB offers after the name. */
enum command_completes {
    COMPLETES_NOTHING,
    COMPLETES_OPTIONS,   /* name NAME value VALUE */
    COMPLETES_GAMES,     /* games, then their flags */
    COMPLETES_POSITIONS, /* startpos, fen, moves */
    COMPLETES_LIMITS,    /* words of go */
    COMPLETES_QUERIES,
    COMPLETES_MOVES,
    COMPLETES_TABLES,  /* build, save, load, drop */
    COMPLETES_BENCHES, /* gain, seeds */
    COMPLETES_PROOFS,  /* save, keep, resume, verify, tell, learn */
    COMPLETES_COMMANDS
};

enum { COMMAND_MANY = 1000000000 };

struct command {
    const char *name;
    const char *arguments;
    int least;
    int most;
    enum command_when when;
    enum command_completes completes;
    const char *summary;
    void (*run)(struct session *, struct cursor *); /* NULL: of an alias */
    const char *alias_of;                           /* NULL: a command of its own */
};

extern const struct command commands[]; /* ends with a NULL name */

/* Any case of letters; not an alias but what it stands for; NULL if there is none. */
const struct command *command_find(struct word name);

/* The words that follow `query` and `go`, for completion and help; NULL behind the last. */
const char *query_word(int index);
const char *limit_word(int index);

#endif
