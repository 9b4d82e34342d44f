#include "adapters/gems/arbiter.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "adapters/gems/words.h"

enum { PATIENCE = 10 * WIRE_SECOND, LINE_LIMIT = 1 << 16, SEEDS = 1 << 30 };

/* What is asked after every move, in this order. */
static const char questions[] = "query fen\nquery gameover\nquery result\n";
enum { QUESTIONS = 3 };

bool arbiter_open(struct arbiter *arbiter, const char *const *command, uint64_t seed)
{
    const struct wire_options options = {.argv = command, .errors = "-", .line_limit = LINE_LIMIT};
    *arbiter = (struct arbiter){.wire = wire_open(&options)};
    return arbiter->wire != NULL &&
           wire_printf(arbiter->wire, "ugi\nsetoption name Seed value %" PRIu64 "\n", seed % SEEDS);
}

void arbiter_free(struct arbiter *arbiter)
{
    if (arbiter->wire != NULL)
        wire_close(arbiter->wire, WIRE_SECOND / 10);
    arbiter->wire = NULL;
}

void arbiter_begin(struct arbiter *arbiter, const char *lines, int64_t now)
{
    assert(arbiter->waits == 0);
    wire_printf(arbiter->wire, "%s\n%s%s", lines, arbiter->shows ? "display\n" : "", questions);
    wire_flush(arbiter->wire);
    arbiter->waits = QUESTIONS;
    arbiter->drawing = false;
    arbiter->deadline = now + PATIENCE;
}

void arbiter_play(struct arbiter *arbiter, enum action action, int64_t now)
{
    assert(action < ACTIONS);
    char line[32];
    snprintf(line, sizeof line, "play %s", action_move[action]);
    arbiter_begin(arbiter, line, now);
}

static enum outcome outcome_of(const char *word)
{
    static const char *const words[] = {"none", "p1win", "p2win", "draw"};
    for (int i = 0; i < 4; i++)
        if (strcmp(word, words[i]) == 0)
            return (enum outcome)i;
    return OUTCOME_NONE;
}

static void arbiter_roll(struct arbiter *arbiter)
{
    wire_printf(arbiter->wire, "roll\n");
    wire_flush(arbiter->wire);
    arbiter->rolls = true;
    arbiter->waits = 1;
}

/* What has been drawn is played. */
static bool arbiter_take_outcome(struct arbiter *arbiter, const char *outcome)
{
    char line[32];
    arbiter->rolls = false;
    arbiter->waits = 0;
    if (outcome[strspn(outcome, "abcdefghijklmnopqrstuvwxyz0123456789")] != '\0' || strlen(outcome) > 15)
        return false;
    snprintf(line, sizeof line, "play %s", outcome);
    arbiter_begin(arbiter, line, wire_clock());
    return true;
}

/* The next of the answers; false: it makes no sense. */
static bool arbiter_take(struct arbiter *arbiter, const char *answer)
{
    if (arbiter->rolls)
        return arbiter_take_outcome(arbiter, answer);
    if (arbiter->waits == 0)
        return false;
    int which = QUESTIONS - arbiter->waits--;
    assert(which >= 0 && which < QUESTIONS);
    if (which == 0)
        return state_read(&arbiter->state, answer);
    if (which == 1)
        arbiter->over = strcmp(answer, "true") == 0;
    else
        arbiter->outcome = outcome_of(answer);
    if (arbiter->waits == 0 && arbiter->state.due[0] != '\0')
        arbiter_roll(arbiter);
    return true;
}

static void arbiter_fail(struct arbiter *arbiter, const char *what)
{
    if (arbiter->error[0] == '\0')
        snprintf(arbiter->error, sizeof arbiter->error, "%.200s", what);
}

static void arbiter_fail_gone(struct arbiter *arbiter)
{
    char how[160];
    wire_await_exit(arbiter->wire, wire_clock() + WIRE_SECOND / 5);
    wire_describe_exit(arbiter->wire, how, sizeof how);
    arbiter_fail(arbiter, how);
}

/* On a terminal each picture stands where the one before it stood. */
static void arbiter_draw(struct arbiter *arbiter, const char *row)
{
    bool over = arbiter->pictures > 0 && isatty(STDOUT_FILENO) == 1;
    if (!arbiter->drawing)
        fputs(over ? "\033[H\033[J" : "\n", stdout);
    arbiter->pictures += !arbiter->drawing;
    arbiter->drawing = true;
    puts(row);
    fflush(stdout);
}

static void arbiter_hear(struct arbiter *arbiter, const char *line)
{
    if (strncmp(line, "error ", 6) == 0)
        arbiter_fail(arbiter, line + 6);
    else if (strncmp(line, "display ", 8) == 0 && arbiter->shows)
        arbiter_draw(arbiter, line + 8);
    else if (strncmp(line, "response ", 9) == 0 && !arbiter_take(arbiter, line + 9))
        arbiter_fail(arbiter, "its answers make no sense");
}

enum arbiter_event arbiter_step(struct arbiter *arbiter, int64_t now)
{
    assert(arbiter->wire != NULL && arbiter->waits >= 0);
    struct wire_line line;
    enum wire_event event;
    bool waited = arbiter->waits > 0;
    while ((event = wire_next(arbiter->wire, &line)) == WIRE_LINE)
        arbiter_hear(arbiter, line.at);
    if (event != WIRE_NOTHING)
        arbiter_fail_gone(arbiter);
    if (arbiter->waits > 0 && now >= arbiter->deadline)
        arbiter_fail(arbiter, "it is silent");
    if (arbiter->error[0] != '\0')
        return ARBITER_FAILED;
    return waited && arbiter->waits == 0 ? ARBITER_READY : ARBITER_NOTHING;
}

int64_t arbiter_next(const struct arbiter *arbiter)
{
    return arbiter->waits > 0 ? arbiter->deadline : WIRE_FOREVER;
}
