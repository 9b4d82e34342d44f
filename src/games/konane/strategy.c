#include "games/konane/strategy.h"

#include <stdlib.h>

#include "base/rng.h"
#include "games/konane/children.h"
#include "games/konane/prover.h"

/* Answers found so far, open addressing; stones of 0 mark a free place (nobody moves without stones). */
struct answer_set {
    size_t room; /* a power of two */
    size_t count;
    struct konane_answer *at;
};

/* Positions that still want an answer. */
struct agenda {
    size_t room;
    size_t count;
    uint64_t *at;
};

struct building {
    struct prover *prover;
    struct konane_board board;
    enum konane_side winner;
    struct job *job;
    struct answer_set set;
    struct agenda agenda;
};

/* -- containers -- */

static struct konane_answer *place_in(const struct answer_set *set, uint64_t stones)
{
    assert(stones != 0 && set->count < set->room);
    size_t at = (size_t)rng_mix(stones) & (set->room - 1);
    while (set->at[at].stones != 0 && set->at[at].stones != stones)
        at = (at + 1) & (set->room - 1);
    return &set->at[at];
}

/* Makes sure that one more fits. */
static bool set_reserve(struct answer_set *set)
{
    enum { ROOM_FIRST = 1 << 10 };
    if (set->room > 0 && set->count < set->room / 4 * 3)
        return true;
    struct answer_set larger = {.room = set->room > 0 ? set->room * 2 : ROOM_FIRST, .count = set->count};
    larger.at = calloc(larger.room, sizeof *larger.at);
    if (larger.at == NULL)
        return false;
    for (size_t i = 0; i < set->room; i++)
        if (set->at[i].stones != 0)
            *place_in(&larger, set->at[i].stones) = set->at[i];
    free(set->at);
    *set = larger;
    return true;
}

static bool agenda_push(struct agenda *agenda, uint64_t stones)
{
    enum { ROOM_FIRST = 1 << 10 };
    if (agenda->count == agenda->room) {
        size_t room = agenda->room > 0 ? agenda->room * 2 : ROOM_FIRST;
        uint64_t *larger = realloc(agenda->at, room * sizeof *larger);
        if (larger == NULL)
            return false;
        agenda->at = larger;
        agenda->room = room;
    }
    agenda->at[agenda->count++] = stones;
    return true;
}

/* -- the winner's move -- */

/* A move after which the other is known to be lost, the one that was cheapest to prove. */
static move_t known_move(const struct building *building, const struct konane_position *position)
{
    struct move_list list;
    konane_list(&building->board, position, building->winner, &list);
    move_t best = MOVE_NONE;
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < list.count; i++) {
        struct konane_position next = *position;
        konane_play(&building->board, &next, list.at[i]);
        struct proof proof;
        uint64_t work;
        if (!konane_prover_know(building->prover, &next, &proof, &work) || !proof_is_lost(proof) ||
            work >= least)
            continue;
        least = work;
        best = list.at[i];
    }
    return best;
}

/* MOVE_NONE: stopped. */
static move_t winning_move(const struct building *building, const struct konane_position *position)
{
    move_t move = known_move(building, position);
    if (move != MOVE_NONE)
        return move;
    struct proof proof; /* the table has forgotten it: prove it again */
    if (!konane_prover_again(building->prover, position, building->job, &proof) || !proof_is_won(proof))
        return MOVE_NONE;
    return konane_prover_winning_move(building->prover, position);
}

/* -- building -- */

static bool want_answers(struct building *building, const struct konane_position *position)
{
    assert(position->side != (uint64_t)building->winner);
    struct move_list replies;
    konane_list(&building->board, position, (enum konane_side)position->side, &replies);
    for (int i = 0; i < replies.count; i++) {
        struct konane_position next = *position;
        konane_play(&building->board, &next, replies.at[i]);
        if (!agenda_push(&building->agenda, next.stones))
            return false;
    }
    return true;
}

/* The check opens moves in an order that images do not share, so it may see a win and miss that of its image. What is
 * left out here it sees in all: so an image of the whole, of a position below the same root, is a proof too. */
static bool wins_soon(const struct building *building, uint64_t stones)
{
    const struct symmetry *symmetry = konane_prover_symmetry(building->prover);
    bool wins = konane_strategy_wins_soon(&building->board, stones, building->winner);
    for (int i = 0; wins && i < symmetry->count; i++)
        wins = konane_strategy_wins_soon(&building->board, symmetry_image(symmetry, i, stones),
                                         building->winner);
    return wins;
}

static bool answer(struct building *building, uint64_t stones)
{
    if (!set_reserve(&building->set))
        return false;
    struct konane_answer *place = place_in(&building->set, stones);
    if (place->stones != 0 || wins_soon(building, stones))
        return true;
    struct konane_position position = {.stones = stones, .side = building->winner};
    move_t move = winning_move(building, &position);
    if (move == MOVE_NONE)
        return false;
    *place = (struct konane_answer){.stones = stones, .move = move};
    building->set.count++;
    konane_play(&building->board, &position, move);
    return want_answers(building, &position);
}

static bool answer_all(struct building *building, const struct konane_position *root)
{
    enum { TICK_EVERY = 64 };
    bool begins = root->side == (uint64_t)building->winner;
    bool good = begins ? agenda_push(&building->agenda, root->stones) : want_answers(building, root);
    for (uint64_t done = 1; good && building->agenda.count > 0; done++) {
        good = answer(building, building->agenda.at[--building->agenda.count]);
        if (done % TICK_EVERY == 0 && job_tick(building->job, TICK_EVERY))
            good = false;
    }
    return good;
}

static int by_stones(const void *a, const void *b)
{
    uint64_t left = ((const struct konane_answer *)a)->stones;
    uint64_t right = ((const struct konane_answer *)b)->stones;
    return (left > right) - (left < right);
}

/* The set becomes the sorted list. */
static void finish(struct answer_set *set, struct konane_strategy *strategy)
{
    size_t count = 0;
    for (size_t i = 0; i < set->room; i++)
        if (set->at[i].stones != 0)
            set->at[count++] = set->at[i];
    assert(count == set->count);
    if (count > 0)
        qsort(set->at, count, sizeof *set->at, by_stones);
    strategy->answers = set->at;
    strategy->count = count;
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

bool konane_strategy_build(struct prover *prover, const struct konane_board *board,
                           const struct konane_position *root, struct job *job,
                           struct konane_strategy *strategy)
{
    struct building building = {.prover = prover, .board = *board, .job = job};
    if (!find_winner(prover, board, root, &building.winner))
        return false;
    bool good = answer_all(&building, root);
    free(building.agenda.at);
    *strategy = (struct konane_strategy){.board = *board, .root = *root, .winner = building.winner};
    if (good)
        finish(&building.set, strategy);
    else
        free(building.set.at);
    return good;
}

void konane_strategy_free(struct konane_strategy *strategy)
{
    free(strategy->answers);
    strategy->answers = NULL;
    strategy->count = 0;
}

/* -- in a file -- */

void konane_strategy_put(const struct konane_answer *answer_to, unsigned char bytes[STRATEGY_ANSWER_BYTES])
{
    for (int i = 0; i < STRATEGY_ANSWER_BYTES; i++)
        bytes[i] =
            (unsigned char)((i < 8 ? answer_to->stones >> 8 * i : answer_to->move >> 8 * (i - 8)) & 0xFF);
}

static uint64_t little(const unsigned char *bytes, int count)
{
    uint64_t number = 0;
    while (count-- > 0)
        number = number << 8 | bytes[count];
    return number;
}

struct konane_answer konane_strategy_at(const struct konane_strategy *strategy, size_t index)
{
    assert(index < strategy->count);
    if (strategy->image == NULL)
        return strategy->answers[index];
    const unsigned char *bytes = strategy->image + index * STRATEGY_ANSWER_BYTES;
    return (struct konane_answer){.stones = little(bytes, 8), .move = little(bytes + 8, 2)};
}
