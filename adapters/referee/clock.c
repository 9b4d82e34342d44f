#include "adapters/referee/clock.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool clock_runs(const struct limits *limits)
{
    return limits->base + limits->increment > 0;
}

struct clock clock_start(const struct limits *limits)
{
    return (struct clock){.left = limits->base + limits->increment};
}

bool clock_rules(const struct limits *limits)
{
    return clock_runs(limits) || limits->move_time > 0;
}

int64_t clock_patience(const struct clock *clock, const struct limits *limits)
{
    int64_t patience = INT64_MAX;
    if (clock_runs(limits))
        patience = clock->left;
    if (limits->move_time > 0 && limits->move_time < patience)
        patience = limits->move_time;
    if (patience == INT64_MAX)
        return limits->deadline;
    assert(patience >= 0);
    return patience + limits->margin;
}

bool clock_charge(struct clock *clock, const struct limits *limits, int64_t elapsed)
{
    assert(elapsed >= 0);
    bool in_time = !clock_rules(limits) || elapsed <= clock_patience(clock, limits);
    clock->moves++;
    if (!clock_runs(limits))
        return in_time;
    clock->left -= elapsed;
    if (clock->left < 0) /* within the margin */
        clock->left = 0;
    clock->left += limits->increment;
    if (limits->moves_to_go > 0 && clock->moves % limits->moves_to_go == 0)
        clock->left += limits->base;
    return in_time;
}

struct line {
    char *room;
    size_t capacity, length;
};

static void line_add(struct line *line, const char *word, int64_t number)
{
    assert(line->length < line->capacity);
    int length =
        snprintf(line->room + line->length, line->capacity - line->length, " %s %" PRId64, word, number);
    assert(length > 0 && (size_t)length < line->capacity - line->length);
    line->length += (size_t)length;
}

static void line_add_clocks(struct line *line, const struct clock clocks[2],
                            const struct limits *const limits[2], enum greeting greeting)
{
    static const char *const words[2][2][2] = {{{"p1time", "p2time"}, {"p1inc", "p2inc"}},
                                               {{"wtime", "btime"}, {"winc", "binc"}}};
    for (int kind = 0; kind < 2; kind++)
        for (int seat = 0; seat < 2; seat++) {
            if (limits[seat] == NULL || !clock_runs(limits[seat]))
                continue;
            int64_t time = kind == 0 ? clocks[seat].left : limits[seat]->increment;
            line_add(line, words[greeting][kind][seat], time / 1000);
        }
}

void clock_print_go(const struct clock clocks[2], const struct limits *const limits[2], int seat,
                    enum greeting greeting, bool ponder, char *room, size_t capacity)
{
    assert((seat == 0 || seat == 1) && limits[seat] != NULL);
    const struct limits *own = limits[seat];
    struct line line = {room, capacity, 0};
    line.length = (size_t)snprintf(room, capacity, ponder ? "go ponder" : "go");
    if (clock_runs(own))
        line_add_clocks(&line, clocks, limits, greeting);
    if (clock_runs(own) && own->moves_to_go > 0)
        line_add(&line, "movestogo", own->moves_to_go - clocks[seat].moves % own->moves_to_go);
    if (own->move_time > 0)
        line_add(&line, "movetime", own->move_time / 1000);
    if (own->depth > 0)
        line_add(&line, "depth", own->depth);
    if (own->nodes > 0)
        line_add(&line, "nodes", own->nodes);
    assert(line.length + 2 < capacity);
    strcpy(room + line.length, "\n");
}
