/* The exact method of a game: what `go` tries before the search, and what `solve` runs to the end.
 * A solver keeps its tables in an object of its own; the search engine owns it and hands it back
 * each time. */
#ifndef PANJ_SEARCH_SOLVER_H
#define PANJ_SEARCH_SOLVER_H

#include "base/clock.h"
#include "search/job.h"

/* What is asked about a position. */
enum answer {
    ANSWER_MOVE,  /* what to play, and what that is worth */
    ANSWER_VALUE, /* what it is worth: the value is compared with those of other moves */
    ANSWER_WINNER /* who wins, if that is all that the other values tell */
};

/* How much a solver may use. */
struct means {
    size_t bytes; /* of table memory, from the option Hash (or TableMB) */
    int threads;
    bool to_the_end;             /* there is all the time that a proof needs, with all that can be known */
    const _Atomic int64_t *soft; /* clock_now() after which no new iteration begins; NULL: none */
    enum answer answer;
    /* Not NULL: the mover is known to come to this score at least, and asked is whether that is all. A solution that
     * is more need not be exact: then it is a lower bound, and the end open. */
    const struct score *floor;
    const struct position *above; /* not NULL: a position from which this and others to be asked come */
    int multipv; /* more than 1 only if the solver ranks moves: it reports so many of them, best first */
    const struct move_list *only; /* likewise: searchmoves; count 0: all */
};

/* The moment after which no new iteration begins; INT64_MAX: there is none. */
static inline int64_t means_soft(const struct means *means)
{
    return means->soft != NULL ? atomic_load(means->soft) : INT64_MAX;
}

/* No new iteration is to begin. */
static inline bool means_are_late(const struct means *means, const struct job *job)
{
    return clock_now() >= means_soft(means) || job_stopped(job);
}

enum solution_end {
    END_OPEN,  /* a search may see more */
    END_BEST,  /* not proven, but no search can vouch for as much */
    END_PROVEN /* score and best are exact */
};

struct solution {
    enum solution_end end;
    move_t best;        /* MOVE_NONE, if the end is open: nothing to say */
    struct score score; /* the mover's view; what the solver can vouch for */
    int depth;          /* plies that it stands for; 0: nobody counts them */
    int seldepth;       /* of the longest line seen, if that is more */
    uint64_t lacks; /* of means->bytes, with which more might be proven; 0: it is not for want of memory */
    int pv_count;   /* pv[0] is best */
    move_t pv[PV_MAX];
};

/* Tables that outlive the process. The solver knows bytes, somebody above knows files. */
struct solver_tables {
    /* Makes everything up to `limit` (in the unit of query score, 0: what the position needs), or as much as
     * means allow; stops with the job and keeps what is finished. False and why: none could be made. */
    bool (*build)(void *self, const struct means *, const struct board *, const struct position *,
                  int64_t limit, struct job *, struct fault *);
    /* The bytes to write: part 0, 1, 2 ... in order, some empty. False behind the last. */
    bool (*part)(void *self, int index, const void **at, size_t *size);
    /* Uses such bytes in place, for the rules of the board. They are aligned to 8, never written, and must
     * stay until another attach, detach or destroy. False and why: refused, and nothing has changed. */
    bool (*attach)(void *self, const struct board *, const void *image, size_t size, struct fault *);
    void (*detach)(void *self); /* lets go of attached bytes */
};

/* Where bytes go; false: they could not be taken. */
struct sink {
    void *context;
    bool (*take)(void *context, const void *bytes, size_t size);
};

/* One of so many parts of a proof, about as large as the others; counted from 1. {1, 1} is the whole. */
struct proof_share {
    uint32_t part;
    uint32_t parts;
};

/* How a file of proofs is made. */
struct proof_order {
    int threads;
    uint64_t least; /* keep(): nothing of positions that took fewer visits to learn */
};

/* Proofs that can be kept in a file and checked by themselves. */
struct solver_proofs {
    /* The proof of a position that the last solve has decided. False and why: it is not, or there was no memory, or the
     * sink is full. */
    bool (*write)(void *self, const struct board *, const struct position *, const struct proof_order *,
                  struct job *, const struct sink *, struct fault *);
    /* Walks a proof, or a share of it, with nothing but the rules, on `threads` threads. True: it stands, and `claim`
     * says what the whole proves; it does if each of its shares stands. False and why: the field says which kind of
     * flaw. */
    bool (*verify)(const void *image, size_t size, struct proof_share, int threads, struct job *,
                   struct text *claim, struct fault *);
    /* What has been learnt of positions since it was last asked, decided or open, as words, a blank before each, for
     * learn() elsewhere: those that took much work in solves with a limit on nodes. How many; LESSONS_ROOM is enough. */
    int (*tell)(void *self, struct text *words);
    /* Believes such words; what is proven with their help must still be walked by verify(). `*learnt` is how many were
     * news: none before the first solve on this board. False: a word is none, and nothing has changed. */
    bool (*learn)(void *self, const struct board *, struct cursor words, int *learnt);
    /* All that is known of positions of the board, decided or open, so that another day goes on with it. False and
     * why: nothing is known, or the job was stopped, or the sink is full. */
    bool (*keep)(void *self, const struct board *, const struct position *, const struct proof_order *,
                 struct job *, const struct sink *, struct fault *);
    /* Takes such bytes, believes them, and says of how many positions it now knows. False and why: they are not of
     * this form or of this board, and nothing has changed; or there is no memory; or the job was stopped. */
    bool (*resume)(void *self, const struct means *, const struct board *, const void *image, size_t size,
                   struct job *, uint64_t *count, struct fault *);
};
enum { LESSONS_ROOM = 1 << 19 };

/* How much is missing for a proof. */
struct proof_numbers {
    uint64_t won;  /* positions at least that must still be decided to show that the player on move wins */
    uint64_t lost; /* the same to show that he loses */
    uint64_t work; /* positions visited to learn this, roughly; 0: the numbers are guessed */
};
#define NUMBER_INFINITE UINT64_MAX /* beside a 0: proven the other way */

struct solver {
    /* NULL when out of memory; small: tables come with the first solve. These three NULL: nothing is kept from one
     * position to the next, and `self` is NULL. */
    void *(*create)(void);
    void (*destroy)(void *self);
    void (*clear)(void *self); /* a new game: forget */
    /* Whether the method knows the rules of the board; false and why: only the search plays such a game, and
     * solve() is not called. NULL: it knows all rules. */
    bool (*covers)(const struct board *, struct fault *);
    /* Works until proven, stopped (job_tick) or out of ideas. Tells bounds as they close (solve/tell.h), and
     * leaves the end, which is in the solution, for others to tell. Between two ticks its threads may be put
     * to sleep while a search has its turn. */
    void (*solve)(void *self, const struct means *, const struct board *, const struct position *,
                  struct job *, struct solution *);
    /* About how many nodes a proof takes; 0: no idea. NULL: never one. */
    double (*expects)(void *self, const struct means *, const struct board *, const struct position *);
    bool expects_surely; /* that is counted, not guessed */
    /* About how many nodes, some milliseconds of them at most, are worth spending whatever the clock says to find
     * what an earlier solve has left of this position; 0: it left nothing. NULL: it never does. */
    int (*remembers)(const void *self, const struct board *, const struct position *);
    int (*fill)(const void *self); /* of its table, per mille; asked by threads that tick. NULL: unknown */
    /* On every position of such a board for which there is memory solve() comes to its end while somebody waits.
     * NULL: on none. */
    bool (*ends)(const struct board *);
    bool outsees_search; /* whatever it tells, proven or not, no search can vouch for as much */
    /* Whether the tables of earlier solves hold this position, decision or chance event, as a value seen by
     * view_of(turn): the search asks at every node. Many threads ask at once, none solves. NULL: never. */
    bool (*knows)(const void *self, const struct board *, const struct position *, value_t *value);
    /* `go nodes` with fewer is left to the search: the method counts in too large lots. */
    uint64_t node_least;
    /* Knows MultiPV and searchmoves; otherwise it is asked about one move after the other. */
    bool ranks_moves;
    bool weighs; /* heeds means->floor; a game without chance */
    /* Whether solve() goes for a proof on such a board; if it is only another search, the plain one serves
     * MultiPV and searchmoves. NULL: on every board. */
    bool (*proves)(const struct board *);
    /* The score of a finished position, player 1's view, as solve() would tell it. NULL: as the
     * scale says. */
    struct score (*final)(const struct board *, const struct position *);
    /* What is known of a position after a solve on this board. False: nothing. NULL: the method has no such
     * numbers. Nothing runs. */
    bool (*numbers)(void *self, const struct board *, const struct position *, struct proof_numbers *);
    const struct solver_tables *tables; /* NULL: none */
    const struct solver_proofs *proofs; /* NULL: none */
};

#endif
