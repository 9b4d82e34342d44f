#include "games/konane/strategy.h"

#include <stdlib.h>

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
    const unsigned char *bytes = strategy->image + index * STRATEGY_ANSWER_BYTES;
    return (struct konane_answer){.stones = little(bytes, 8), .move = little(bytes + 8, 2)};
}

void konane_strategy_mark(struct konane_strategy *strategy, size_t most)
{
    size_t stride = strategy->count / most + 1;
    size_t count = (strategy->count + stride - 1) / stride;
    assert(strategy->stride == 0 && count <= most);
    if (stride == 1 || (strategy->marks = malloc(count * sizeof *strategy->marks)) == NULL)
        return;
    strategy->stride = stride;
    for (size_t i = 0; i < count; i++)
        strategy->marks[i] = konane_strategy_at(strategy, i * stride).stones;
}
