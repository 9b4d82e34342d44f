/* What a position seems to be worth: a line counts for who alone can still fill it. */
#include "games/example/example.h"

/* Lines without a mark of the other, a hundredth of a win each. */
static int open_lines(unsigned others)
{
    static const unsigned lines[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    int count = 0;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        count += (others & lines[i]) == 0;
    return count;
}

/* In the view of the player on move; evaluate() is the sum of the terms. */
int example_explain(const struct board *board, const struct position *position, struct term term[TERMS_MAX])
{
    const struct example_position *at = example_position(position);
    int sign = example_board(board)->misere != 0 ? -1 : 1;
    int me = at->side;
    term[0] = (struct term){"lines", sign * (open_lines(at->marks[!me]) - open_lines(at->marks[me]))};
    return 1;
}

value_t example_evaluate(const struct board *board, const struct position *position)
{
    struct term term[TERMS_MAX];
    example_explain(board, position, term);
    return (value_t)term[0].value;
}
