#include "games/konane/guess.h"

#include "base/bits.h"

enum {
    BASE = 12,        /* every move counts so many times where chances are even, */
    BASE_STONES = 26, /* with so many stones */
    STEP = 8          /* of PATTERN_UNIT */
};

/* How much more with every stone: on 8x8 the proofs of positions that are guessed about cost twice as much; the narrower
 * the board the less, as what is far away does not matter. */
static double growth_on(const struct konane_board *board)
{
    int side = board->rows < board->cols ? board->rows : board->cols;
    return side >= 8 ? 1.1 : side >= 4 ? 1.05 : 1;
}

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
    double growth = growth_on(board);
    guess->base[BASE_STONES] = BASE;
    for (int stones = BASE_STONES; stones-- > 0;)
        guess->base[stones] = guess->base[stones + 1] / growth;
    for (int stones = BASE_STONES; stones < KONANE_CELLS_MAX; stones++)
        guess->base[stones + 1] = guess->base[stones] * growth;
}

struct proof konane_guess(const struct konane_guess *guess, uint64_t stones, enum konane_side side, int moves)
{
    int value = konane_pattern_value(&guess->pattern, stones, side) / STEP;
    int step = value < -GUESS_STEPS ? -GUESS_STEPS : value > GUESS_STEPS ? GUESS_STEPS : value;
    double base = guess->base[bits_count(stones)] * moves;
    struct proof proof = {.phi = 1 + (uint32_t)(base * guess->odds[GUESS_STEPS - step]),
                          .delta = 1 + (uint32_t)(base * guess->odds[GUESS_STEPS + step])};
    assert(!proof_is_final(proof) && proof.phi < PROOF_INFINITE && proof.delta < PROOF_INFINITE);
    return proof;
}
