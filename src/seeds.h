/* The headline tables of the seeds, the student projects from which the games come: what their reports
 * print, and the same measured again with their agents. */
#ifndef PANJ_SEEDS_H
#define PANJ_SEEDS_H

#include "search/job.h"
#include "search/textbook.h"

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

/* -- for the tables of the games, see struct seed -- */

/* A game being played out. */
struct seeds_table {
    const struct game *game;
    struct board board;
    struct position position;
    struct job *job;
};

bool seeds_seat(struct seeds_table *, const struct game *, const struct words *flags, struct job *);
enum actor seeds_turn(const struct seeds_table *);
void seeds_make(struct seeds_table *, move_t);
/* What one of the textbook's algorithms plays over the agent's evaluation, and what the agent itself does. */
struct textbook_result seeds_think(const struct seeds_table *, enum algorithm, int plies);
move_t seeds_agent_move(const struct seeds_table *);
/* The agent against a random player, `wanted` games, seats in turn; a game with a deal takes a new one for each
 * pair. Tells one row beside what is `printed`. */
void seeds_play_random(const struct game *, bool dealt, int wanted, const char *printed, struct job *,
                       const struct seeds_listener *);

#endif
