/* The exact method's part in a job. It works in a thread of its own and in turns with the search: on a clock
 * for its share of the time (solve/effort.h), without one until `stop`, on a limit of nodes before the search
 * begins. What it has proven, or says better than any search could, ends the search. */
#ifndef PANJ_SEARCH_EXACT_H
#define PANJ_SEARCH_EXACT_H

#include "search/think.h"
#include "search/turns.h"

struct exact {
    struct thinking *thinking;
    struct solver_place *place; /* the solver's object and its pace */
    struct job job;             /* its part of thinking->job */
    struct job *search;         /* the search's part, which it ends when nothing is left to it */
    struct turns turns;
    struct purse purse;
    double expected;        /* nodes */
    bool is_tried;          /* its first turn is to see how fast it is */
    bool is_running;        /* there is a thread to be joined */
    atomic_bool is_settled; /* it has come to its end, and nothing is left to the search */
    atomic_bool has_say;    /* it goes on alone, or has come to such an end */
    struct solution answer;
    pthread_t thread;
};

/* Starts the exact method, if the task wants it and it is not hopeless. `search` is a part of thinking->job. */
void exact_begin(struct exact *, struct thinking *, struct job *search);
/* Waits until the search has a turn, to begin or, after its part was stopped, to begin again with what is left
 * of thinking->moves. False: nothing is left to it, or no time. */
bool exact_gives_turn(struct exact *);
/* The exact method goes on alone, or has come to such an end: what it says is the last word. */
bool exact_has_say(const struct exact *);
/* The search has ended for good. If what it found is not `is_enough` the exact method goes on to its own end.
 * Then tells that, if it still matters. */
void exact_end(struct exact *, bool is_enough);
/* The last word of a `solve` that has not come to a proof: what it lacked. */
void exact_note_lack(const struct exact *);

/* -- for rank.c -- */

struct means exact_means(const struct thinking *); /* for all that is asked */
/* What a solution says as an `info` line. */
struct report exact_report(const struct solution *);
int exact_fill(const struct exact *); /* of the solver's table, per mille */
/* thinking->moves has changed: the search begins again. */
void exact_change(struct exact *);

/* rank.c: lines by the solver for the moves of thinking->moves. True when there is nothing left to search
 * for. */
bool exact_rank(struct exact *, int lines);

#endif
