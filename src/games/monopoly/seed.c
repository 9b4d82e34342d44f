/* The agent of the program that the game comes from: its own action, the opponent's die, then own cash and
 * the prices of own squares. The opponent's side of the board does not count, so it buys whenever it can and
 * never sells. */
#include "games/monopoly/monopoly.h"

#include "seeds.h"

static int plies(const struct board *board, const struct position *root)
{
    (void)board, (void)root;
    return 2;
}

static double value(const struct board *board, const struct position *root, const struct position *position,
                    enum actor me, bool leaf)
{
    (void)root, (void)leaf;
    assert(me == ACTOR_ONE || me == ACTOR_TWO);
    const double finished = 10000;
    switch (monopoly_result(board, position)) {
    case RESULT_NONE: break;
    case RESULT_ONE: return me == ACTOR_ONE ? finished : -finished;
    case RESULT_TWO: return me == ACTOR_TWO ? finished : -finished;
    case RESULT_DRAW: return 0;
    }
    const struct monopoly_position *state = monopoly_position(position);
    int player = me == ACTOR_ONE ? 0 : 1;
    return state->cash[player] + monopoly_prices_owned(state, player);
}

static void play_table(struct job *job, const struct seeds_listener *listener, const struct words *words)
{
    (void)words;
    seeds_play_random(&monopoly_game, false, 20000, "no figure; two million games: 42.5 %", job, listener);
}

const struct seed monopoly_seed = {.plies = plies, .value = value, .table = play_table};
