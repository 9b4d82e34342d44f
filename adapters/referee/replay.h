/* A stored game played again by the arbiter: the positions it goes through, and what the arbiter says of the
 * end. */
#ifndef PANJ_REFEREE_REPLAY_H
#define PANJ_REFEREE_REPLAY_H

#include <stdbool.h>

#include "adapters/referee/settings.h"
#include "adapters/wire/wire.h"

struct replay {
    struct wire *wire; /* the arbiter */
    const char *game;  /* words of newgame, or NAME fen FEN */
    int64_t deadline;  /* microseconds for an answer */
    bool wants_scenes; /* ask for what a person sees of each position, too */
};

struct replayed {
    char **fens;                          /* of the start and after every move; owned */
    char **scenes;                        /* of the same positions, JSON; NULL where the arbiter tells none */
    int count;                            /* of FENs */
    int refused;                          /* number of the first move that was refused, from 1; 0: none */
    char turn[16], result[16], score[64]; /* at the end */
};

/* Starts the arbiter; false after a message. */
bool replay_open(struct replay *, const struct settings *);
void replay_close(struct replay *);
/* `moves`: words with blanks between. False after a message if the arbiter does not answer. */
bool replay_game(struct replay *, const char *start, const char *moves, struct replayed *);
void replayed_free(struct replayed *);

#endif
