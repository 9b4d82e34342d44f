#include "games/konane/answering.h"

#include <stdio.h>
#include <stdlib.h>

#include "games/konane/agenda.h"
#include "solve/crew.h"
#include "solve/tell.h"

static const uint64_t ALL = UINT64_C(1) << 63; /* the share of the root */

/* What the threads share. */
struct proving {
    const struct konane_board *board;
    const struct symmetry *symmetry;
    enum konane_side winner;
    struct job *job;
    struct konane_answers *answers;
    struct konane_agenda agenda;
    _Atomic uint64_t done; /* shares that have been looked into */
    _Atomic int64_t told;  /* when somebody last said how far it is */
};

/* One thread. */
struct answerer {
    struct proving *proving;
    struct prover *prover;   /* of its own, over the table of all */
    struct konane_pile pile; /* positions that still want an answer */
    uint64_t done;           /* shares that the others do not know of yet */
};

/* -- the winner's move -- */

/* A move after which the other is known to be lost, the one that was cheapest to prove. */
static move_t known_move(const struct answerer *answerer, const struct konane_position *position)
{
    const struct proving *proving = answerer->proving;
    struct move_list list;
    struct konane_position next[KONANE_MOVES_MAX];
    konane_list(proving->board, position, proving->winner, &list);
    for (int i = 0; i < list.count; i++) {
        next[i] = *position;
        konane_play(proving->board, &next[i], list.at[i]);
        konane_prover_fetch(answerer->prover, &next[i]);
    }
    move_t best = MOVE_NONE;
    uint64_t least = UINT64_MAX, work;
    for (int i = 0; i < list.count; i++)
        if (konane_prover_knows_loss(answerer->prover, &next[i], &work) && work < least) {
            least = work;
            best = list.at[i];
        }
    return best;
}

/* MOVE_NONE: stopped. */
static move_t winning_move(const struct answerer *answerer, const struct konane_position *position)
{
    move_t move = known_move(answerer, position);
    if (move != MOVE_NONE)
        return move;
    struct proof proof; /* the table has forgotten it: prove it again */
    if (!konane_prover_again(answerer->prover, position, &proof) || !proof_is_won(proof))
        return MOVE_NONE;
    return konane_prover_winning_move(answerer->prover, position);
}

/* -- one position after the other -- */

static bool want_answers(const struct proving *proving, const struct konane_position *position,
                         uint64_t share, struct konane_pile *pile)
{
    assert(position->side != (uint64_t)proving->winner);
    struct move_list replies;
    konane_list(proving->board, position, (enum konane_side)position->side, &replies);
    for (int i = 0; i < replies.count; i++) {
        struct konane_position next = *position;
        konane_play(proving->board, &next, replies.at[i]);
        struct konane_wanted wanted = {next.stones, share / (uint64_t)replies.count};
        if (!konane_pile_push(pile, wanted))
            return false;
    }
    return true;
}

/* The check opens moves in an order that images do not share, so it may see a win and miss that of its image. What is
 * left out here it sees in all: so an image of the whole, of a position below the same root, is a proof too. */
static bool wins_soon(const struct proving *proving, uint64_t stones)
{
    const struct symmetry *symmetry = proving->symmetry;
    bool wins = konane_strategy_wins_soon(proving->board, stones, proving->winner);
    for (int i = 0; wins && i < symmetry->count; i++)
        wins = konane_strategy_wins_soon(proving->board, symmetry_image(&symmetry->keep[i], stones),
                                         proving->winner);
    return wins;
}

/* The position has an answer, or needs none: its share is done. */
static bool skip(struct answerer *answerer, struct konane_wanted wanted)
{
    answerer->done += wanted.share;
    return true;
}

static bool answer(struct answerer *answerer, struct konane_wanted wanted)
{
    const struct proving *proving = answerer->proving;
    if (konane_answers_have(proving->answers, wanted.stones) || wins_soon(proving, wanted.stones))
        return skip(answerer, wanted);
    struct konane_position position = {.stones = wanted.stones, .side = proving->winner};
    move_t move = winning_move(answerer, &position);
    if (move == MOVE_NONE)
        return false;
    struct konane_answer found = {.stones = wanted.stones, .move = move};
    switch (konane_answers_add(proving->answers, found)) {
    case ANSWERS_NEW: break;
    case ANSWERS_KNOWN: return skip(answerer, wanted); /* another thread was quicker */
    default: return false;
    }
    konane_play(proving->board, &position, move);
    return want_answers(proving, &position, wanted.share, &answerer->pile);
}

/* -- threads -- */

static void tell_progress(struct proving *proving)
{
    char text[80];
    double done = (double)atomic_load(&proving->done) / (double)ALL;
    snprintf(text, sizeof text, "proof %.1f percent, %zu answers", 100 * done,
             konane_answers_count(proving->answers));
    tell_note(proving->job, text);
}

/* False: the job has ended. */
static bool tick(struct answerer *answerer, uint64_t positions)
{
    struct proving *proving = answerer->proving;
    atomic_fetch_add_explicit(&proving->done, answerer->done, memory_order_relaxed);
    answerer->done = 0;
    if (tell_is_due(proving->job, &proving->told))
        tell_progress(proving);
    return !job_tick(proving->job, positions);
}

static void run_answerer(void *context)
{
    enum { TICK_EVERY = 64 };
    struct answerer *answerer = context;
    struct konane_agenda *agenda = &answerer->proving->agenda;
    struct konane_wanted wanted;
    for (uint64_t done = 1; konane_agenda_take(agenda, &answerer->pile, &wanted); done++) {
        bool good = answer(answerer, wanted) && konane_agenda_share(agenda, &answerer->pile);
        if (!good || (done % TICK_EVERY == 0 && !tick(answerer, TICK_EVERY)))
            konane_agenda_drop(agenda);
    }
    free(answerer->pile.at);
}

/* -- all of them -- */

/* On as many threads as can be had. */
static void run_answerers(struct prover *prover, int threads, struct proving *proving)
{
    struct answerer answerers[CREW_MAX];
    void *member[CREW_MAX];
    int count = 0;
    for (; count < threads && count < CREW_MAX; count++) {
        answerers[count] = (struct answerer){proving, konane_prover_beside(prover, proving->job), {0}, 0};
        if (answerers[count].prover == NULL)
            break;
        member[count] = &answerers[count];
    }
    if (count > 0)
        crew_run(count, run_answerer, member);
    while (count-- > 0)
        konane_prover_destroy(answerers[count].prover);
}

/* A win that the check sees by itself needs no prover, and `solve` may not have asked it. */
static bool find_winner(struct prover *prover, const struct konane_board *board,
                        const struct konane_position *root, enum konane_side *winner)
{
    struct proof proof;
    uint64_t work;
    *winner = (enum konane_side)root->side;
    if (konane_strategy_wins_soon(board, root->stones, *winner))
        return true;
    if (!konane_prover_know(prover, root, &proof, &work) || !proof_is_final(proof))
        return false;
    if (proof_is_lost(proof))
        *winner = konane_opponent(*winner);
    return true;
}

static bool find_answers(struct proving *proving, struct prover *prover, const struct konane_position *root,
                         int threads)
{
    konane_agenda_open(&proving->agenda);
    struct konane_pile *first = &proving->agenda.pile;
    bool good = root->side == (uint64_t)proving->winner
                    ? konane_pile_push(first, (struct konane_wanted){root->stones, ALL})
                    : want_answers(proving, root, ALL, first);
    if (good) {
        run_answerers(prover, threads, proving);
        good = konane_agenda_is_done(&proving->agenda);
    }
    konane_agenda_close(&proving->agenda);
    return good;
}

struct konane_answers *konane_answer_all(struct prover *prover, const struct konane_board *board,
                                         const struct konane_position *root, int threads, struct job *job,
                                         enum konane_side *winner)
{
    struct proving proving = {.board = board, .symmetry = konane_prover_symmetry(prover), .job = job};
    if (!find_winner(prover, board, root, &proving.winner))
        return NULL;
    *winner = proving.winner;
    proving.answers = konane_answers_open();
    if (proving.answers != NULL && find_answers(&proving, prover, root, threads)) {
        konane_answers_sort(proving.answers, threads);
        return proving.answers;
    }
    konane_answers_close(proving.answers);
    return NULL;
}
