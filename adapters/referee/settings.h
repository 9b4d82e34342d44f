/* What a match is, as its user asked for it. The strings belong to the settings. */
#ifndef PANJ_REFEREE_SETTINGS_H
#define PANJ_REFEREE_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ENTRANTS_MAX = 64,
    COMMAND_MAX = 32,    /* words of a command line */
    OPTIONS_MAX = 32,    /* options of an engine */
    CONCURRENCY_MAX = 64 /* games at once */
};

/* How long an engine may think. Times are in microseconds; 0: that limit is not set. */
struct limits {
    int64_t base;        /* of the clock at the start */
    int64_t increment;   /* per move */
    int64_t moves_to_go; /* the base comes again after so many moves */
    int64_t move_time;   /* fixed, per move */
    int64_t depth;       /* told to the engine, not enforced */
    int64_t nodes;       /* told to the engine, not enforced */
    int64_t margin;      /* so late is still in time */
    int64_t deadline;    /* for every answer that no clock rules */
    bool ponder;         /* thinks on the opponent's time */
};

/* name=value, both slices of a longer string that ends after the value. */
struct pair {
    const char *name;
    size_t name_length;
    const char *value;
};

enum greeting { GREETING_UGI, GREETING_UCI };

/* One who plays, as it is configured. */
struct entrant {
    const char *name;
    const char *command[COMMAND_MAX + 1];     /* ends with NULL */
    const char *directory;                    /* NULL: the referee's */
    const char *errors;                       /* file for its stderr, NULL: dropped */
    const char *environment[OPTIONS_MAX + 1]; /* NAME=value, ends with NULL */
    struct pair options[OPTIONS_MAX];
    int command_count, environment_count, option_count;
    enum greeting greeting;
    bool person; /* somebody at the terminal */
    bool fresh;  /* a new process for every game */
    struct limits limits;
};

enum opening_order { ORDER_SEQUENTIAL, ORDER_RANDOM };

struct opening_settings {
    const char *file; /* one FEN a line; NULL: none */
    const char *key;  /* word of newgame for the seed; NULL: seed, or dice in a game that has no seed */
    enum opening_order order;
    int64_t start;      /* the first opening, from 1 */
    int64_t plies;      /* random plies from the start */
    int64_t seed_first; /* newgame seeds, first > last: none */
    int64_t seed_last;
};

struct sprt_settings {
    bool on;
    double elo0, elo1, alpha, beta;
};

enum tournament { ROUND_ROBIN, GAUNTLET };

struct settings {
    const char *game; /* words of newgame, or: NAME fen FEN */
    struct entrant entrants[ENTRANTS_MAX];
    int entrant_count;
    struct entrant arbiter;
    struct opening_settings openings;
    struct sprt_settings sprt;
    enum tournament tournament;
    int64_t rounds;
    int64_t games; /* of an encounter: 1, or 2 with sides swapped */
    int64_t concurrency;
    int64_t max_plies; /* a longer game is drawn; 0: no such limit */
    int64_t deadline;  /* for engines that have none of their own */
    int64_t seed;
    const char *database; /* NULL: nothing is kept */
    const char *queue;    /* URL of the queue of a match on many machines; NULL: it is played here */
    int64_t lease;        /* microseconds after which a worker that is not heard of loses its games */
    bool works;           /* it plays games of somebody else's match */
    const char *debug;    /* file for all traffic; NULL: none */
    bool repeat;          /* both games of an encounter from the same opening */
    bool untried;         /* engines are not started before the first game */
    bool quiet, strict, pin;
    struct kept *kept; /* memory of the strings */
};

/* A copy that lives as long as the settings. Ends the program if there is no memory. */
char *settings_keep(struct settings *, const char *string);
void settings_free(struct settings *);
/* What makes two matches the same one, as lines of text: engines, game, openings, order. Ends with NUL; to be
 * freed by the caller. */
char *settings_describe(const struct settings *);
/* Out of that text: the limits of the engine that is `index`th, and the line of the openings. False, NULL: it does not
 * say. */
bool settings_described_limits(const char *described, int index, struct limits *);
const char *settings_described_openings(const char *described);

#endif
