/* The search engine: one object that owns table, threads and solver, and runs one job at a time in the
 * background. */
#ifndef PANJ_SEARCH_SEARCH_H
#define PANJ_SEARCH_SEARCH_H

#include "search/job.h"
#include "search/textbook.h"

enum manner { MANNER_BEST, MANNER_SEED, MANNER_RANDOM, MANNER_FIRST }; /* the option Style */

enum { DEPTH_MAX = 127, THREADS_MAX = 64, MULTIPV_MAX = 128, HASH_MAX = 65536 /* MiB */ };

/* The words of `go`. Zero or negative clocks of the mover mean "hurry", not an error. */
struct limits {
    int depth;      /* 0: none; alone, an Algorithm searches it at once, the best search in steps of two */
    int mate;       /* plies; 0: none */
    uint64_t nodes; /* 0: none */
    bool has_movetime;
    int64_t movetime;      /* milliseconds */
    bool has_clock[2];     /* player 1, player 2 */
    int64_t clock[2];      /* milliseconds */
    int64_t increment[2];  /* milliseconds */
    int movestogo;         /* 0: the whole game */
    bool infinite;         /* answer only after stop */
    bool ponder;           /* answer only after stop or ponderhit; then the other limits count from there */
    bool solve;            /* until proven or stopped */
    bool winner;           /* of solve: who wins is all that is asked */
    struct move_list only; /* searchmoves; count 0: all */
};

struct task {
    const struct game *game;
    struct board board;
    struct position position; /* a decision with at least one move */
    struct limits limits;
    enum manner manner;
    enum algorithm algorithm;
    int level;            /* 1 .. LEVEL_MAX: weaker play; 0: full strength */
    bool seed_evaluation; /* the option Evaluation */
    int multipv;
    uint64_t random_seed;  /* of MANNER_RANDOM and of a level */
    int64_t move_overhead; /* milliseconds kept back from clocks */
    int table_mib;         /* memory of a solver's tables; 0: as much as the search's own table */
};

struct search_end {
    move_t best;    /* legal; pv[0] of the last report of line 1 */
    move_t ponder;  /* pv[1] if there is one and it is a decision of the other side, else MOVE_NONE */
    uint64_t nodes; /* in all */
    int64_t time;   /* microseconds in all */
};

/* Called from the job's thread, never two at once. `done` is the last; when it is called the search counts as
 * ended: another thread may start the next one. */
struct search_listener {
    void *context;
    void (*report)(void *context, const struct report *);
    void (*note)(void *context, const char *text);
    void (*done)(void *context, const struct search_end *);
};

struct search;

struct search *search_create(void);   /* NULL: out of memory */
void search_destroy(struct search *); /* stops first */

/* Both only while nothing runs. Tables begin small and grow while it helps, at most to so much; 0: a quarter of
 * the machine's memory, or 2 GiB if that is less. If there is not enough memory a smaller one is taken and a
 * note says so. */
void search_set_hash(struct search *, int mib);
void search_set_threads(struct search *, int threads);
void search_clear(struct search *); /* a new game: forget everything */
/* The object of the game's solver, for its tables; NULL: out of memory. Only while nothing runs. */
void *search_solver(struct search *, const struct game *);
size_t search_table_bytes(const struct search *); /* what tables may grow to */
int search_threads(const struct search *);

/* Nothing runs. At least one report precedes done. False: no thread to be had. */
bool search_start(struct search *, const struct task *, const struct search_listener *);
void search_stop(struct search *);
void search_ponderhit(struct search *);
uint64_t search_nodes(struct search *); /* of the running job so far; 0: none */
void search_wait(struct search *);      /* until the job has ended and its thread is gone */

#endif
