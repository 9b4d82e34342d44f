#include "games/konane/guess.h"

enum {
    BASE = 12, /* every move counts so many times where chances are even */
    STEP = 8   /* of PATTERN_UNIT */
};

/* e ^ (A STEP / PATTERN_UNIT), A = 0.4: a smaller exponent believes too little, a larger one digs for ever in
 * lines that only look sure. */
static const double odds_per_step = 1.0253151205244289;

void konane_guess_init(struct konane_guess *guess, const struct konane_board *board,
                       const struct konane_weights *weights)
{
    konane_pattern_init(&guess->pattern, board, weights);
    guess->odds[GUESS_STEPS] = 1;
    for (int i = GUESS_STEPS; i-- > 0;)
        guess->odds[i] = guess->odds[i + 1] / odds_per_step;
    for (int i = GUESS_STEPS; i < 2 * GUESS_STEPS; i++)
        guess->odds[i + 1] = guess->odds[i] * odds_per_step;
}

struct proof konane_guess(const struct konane_guess *guess, uint64_t stones, enum konane_side side, int moves)
{
    int value = konane_pattern_value(&guess->pattern, stones, side) / STEP;
    int step = value < -GUESS_STEPS ? -GUESS_STEPS : value > GUESS_STEPS ? GUESS_STEPS : value;
    double base = BASE * moves;
    struct proof proof = {.phi = 1 + (uint32_t)(base * guess->odds[GUESS_STEPS - step]),
                          .delta = 1 + (uint32_t)(base * guess->odds[GUESS_STEPS + step])};
    assert(!proof_is_final(proof) && proof.phi < PROOF_INFINITE && proof.delta < PROOF_INFINITE);
    return proof;
}
