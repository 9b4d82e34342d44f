/* The headline tables of the seeds, the student projects from which the games come: what their reports
 * print, and the same measured again with their agents. */
#ifndef PANJ_SEEDS_H
#define PANJ_SEEDS_H

#include "search/job.h"

enum { SEEDS_TEXT_MAX = 320 };

struct seeds_row {
    const char *game;
    char name[48];                 /* which line of the table */
    char printed[SEEDS_TEXT_MAX];  /* as the report has it */
    char measured[SEEDS_TEXT_MAX]; /* as it came out now */
};

struct seeds_listener {
    void *context;
    void (*row)(void *context, const struct seeds_row *);
};

/* What the agent of a game that has one plays, MOVE_NONE perhaps if the job stops. */
move_t seeds_move(const struct game *, const struct board *, const struct position *, struct job *);

/* Each plays its games, telling row by row, until the job stops. */
void seeds_konane(struct job *, const struct seeds_listener *);
void seeds_hand(struct job *, const struct seeds_listener *);
/* `fen` is a board of the project, which does not come with the engine. */
void seeds_angry(struct job *, const struct seeds_listener *, struct word fen);
void seeds_monopoly(struct job *, const struct seeds_listener *);

#endif
