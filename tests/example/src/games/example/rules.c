/* The rules: who may put where, and who has won. */
#include "games/example/example.h"

#include "base/rng.h"

static struct example_position *writable(struct position *position)
{
    return (struct example_position *)(void *)position->bytes;
}

bool example_has_three(unsigned marks)
{
    static const unsigned lines[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if ((marks & lines[i]) == lines[i])
            return true;
    return false;
}

static unsigned empty_cells(const struct example_position *at)
{
    assert((at->marks[0] & at->marks[1]) == 0);
    return EXAMPLE_ALL & ~(unsigned)(at->marks[0] | at->marks[1]);
}

bool example_is_over(const struct example_position *at)
{
    return empty_cells(at) == 0 || example_has_three(at->marks[0]) || example_has_three(at->marks[1]);
}

enum actor example_turn(const struct board *board, const struct position *position)
{
    (void)board;
    const struct example_position *at = example_position(position);
    return example_is_over(at) ? ACTOR_NONE : at->side == 0 ? ACTOR_ONE : ACTOR_TWO;
}

void example_moves(const struct board *board, const struct position *position, struct move_list *list)
{
    (void)board;
    list->count = 0;
    for (unsigned rest = empty_cells(example_position(position)); rest != 0; rest &= rest - 1)
        list->at[list->count++] = (move_t)__builtin_ctz(rest);
}

void example_apply(const struct board *board, struct position *position, move_t move)
{
    (void)board;
    struct example_position *at = writable(position);
    assert(move < EXAMPLE_CELLS && (empty_cells(at) >> move & 1) != 0);
    at->marks[at->side] = (uint16_t)(at->marks[at->side] | 1U << move);
    at->side ^= 1;
}

/* -- the end -- */

enum result example_result(const struct board *board, const struct position *position)
{
    const struct example_position *at = example_position(position);
    for (int player = 0; player < 2; player++)
        if (example_has_three(at->marks[player]))
            return (player == 0) != (example_board(board)->misere != 0) ? RESULT_ONE : RESULT_TWO;
    return empty_cells(at) == 0 ? RESULT_DRAW : RESULT_NONE;
}

const char *example_reason(const struct board *board, const struct position *position)
{
    (void)board;
    const struct example_position *at = example_position(position);
    if (!example_is_over(at))
        return "none";
    return example_has_three(at->marks[0]) || example_has_three(at->marks[1]) ? "three" : "full";
}

void example_score(const struct board *board, const struct position *position, int64_t score[2])
{
    enum result result = example_result(board, position);
    score[0] = result == RESULT_ONE;
    score[1] = result == RESULT_TWO;
}

uint64_t example_key(const struct board *board, const struct position *position)
{
    const struct example_position *at = example_position(position);
    return rng_mix(1 + at->marks[0] + ((uint64_t)at->marks[1] << 16) + ((uint64_t)at->side << 32) +
                   (example_board(board)->misere << 33));
}

int example_horizon(const struct board *board, const struct position *position)
{
    (void)board;
    const struct example_position *at = example_position(position);
    return example_is_over(at) ? 0 : __builtin_popcount(empty_cells(at));
}
