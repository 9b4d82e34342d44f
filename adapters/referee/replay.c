#include "adapters/referee/replay.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/wire/words.h"

static bool complain(const struct replay *replay, enum wire_event event)
{
    if (event == WIRE_NOTHING) {
        fputs("panj-referee: arbiter: no answer\n", stderr);
        return false;
    }
    char how[160];
    wire_await_exit(replay->wire, wire_clock() + WIRE_SECOND);
    wire_describe_exit(replay->wire, how, sizeof how);
    fprintf(stderr, "panj-referee: arbiter: %s\n", how);
    return false;
}

/* The next response; or a refusal: then *answer is NULL. Other lines are passed over. */
static bool next_answer(struct replay *replay, const char **answer)
{
    assert(replay->wire != NULL);
    struct wire_line line;
    for (;;) {
        enum wire_event event = wire_await(replay->wire, &line, wire_clock() + replay->deadline);
        if (event != WIRE_LINE)
            return complain(replay, event);
        *answer = wire_word_rest(line.at, "response");
        if (*answer != NULL || wire_word_rest(line.at, "error") != NULL)
            return true;
    }
}

bool replay_open(struct replay *replay, const struct settings *settings)
{
    const struct entrant *arbiter = &settings->arbiter;
    *replay = (struct replay){.game = settings->game, .deadline = 10 * WIRE_SECOND};
    replay->wire = wire_open(&(struct wire_options){
        .argv = arbiter->command, .directory = arbiter->directory, .environment = arbiter->environment});
    if (replay->wire == NULL) {
        perror("panj-referee: arbiter");
        return false;
    }
    wire_printf(replay->wire, "ugi\n");
    struct wire_line line;
    enum wire_event event = wire_await_word(replay->wire, "ugiok", &line, wire_clock() + replay->deadline);
    return event == WIRE_LINE || complain(replay, event);
}

void replay_close(struct replay *replay)
{
    if (replay->wire != NULL)
        wire_close(replay->wire, WIRE_SECOND);
    replay->wire = NULL;
}

/* Everything of a game goes out at once: the answers come as fast as the arbiter can. Returns the
 * FENs due. */
static int send_game(struct replay *replay, const char *start, const char *moves)
{
    assert(start != NULL && moves != NULL);
    const char *ask = replay->wants_scenes ? "query fen\nquery scene\n" : "query fen\n";
    /* The start says its flags; those of newgame may want a seed. */
    int name = (int)strcspn(replay->game, " ");
    wire_printf(replay->wire, "newgame %.*s\nposition fen %s\n%s", name, replay->game, start, ask);
    int count = 1;
    for (moves += strspn(moves, " "); *moves != '\0'; moves += strspn(moves, " ")) {
        int word = (int)strcspn(moves, " ");
        wire_printf(replay->wire, "play %.*s\n%s", word, moves, ask);
        moves += word;
        count++;
    }
    wire_printf(replay->wire, "query turn\nquery result\nquery score\n");
    return count;
}

/* What stands in `answer`, owned by *copy from now on; NULL stays NULL. False: out of memory. */
static bool keep(const char *answer, char **copy)
{
    *copy = answer == NULL ? NULL : strdup(answer);
    return answer == NULL || *copy != NULL;
}

static bool take_positions(struct replay *replay, struct replayed *replayed, int due)
{
    assert(due >= 1);
    const char *answer;
    while (replayed->count < due) {
        if (!next_answer(replay, &answer))
            return false;
        if (answer == NULL && replayed->refused == 0)
            replayed->refused = replayed->count;
        if (answer == NULL)
            continue; /* the answer to the query comes after it */
        if (!keep(answer, &replayed->fens[replayed->count++]))
            return false;
        if (replay->wants_scenes &&
            (!next_answer(replay, &answer) || !keep(answer, &replayed->scenes[replayed->count - 1])))
            return false;
    }
    return true;
}

static bool take_end(struct replay *replay, char *room, size_t capacity)
{
    const char *answer;
    if (!next_answer(replay, &answer))
        return false;
    snprintf(room, capacity, "%s", answer == NULL ? "" : answer);
    return true;
}

bool replay_game(struct replay *replay, const char *start, const char *moves, struct replayed *replayed)
{
    *replayed = (struct replayed){0};
    int due = send_game(replay, start, moves);
    assert(due >= 1);
    replayed->fens = calloc((size_t)due, sizeof *replayed->fens);
    replayed->scenes = calloc((size_t)due, sizeof *replayed->scenes);
    return replayed->fens != NULL && replayed->scenes != NULL && take_positions(replay, replayed, due) &&
           take_end(replay, replayed->turn, sizeof replayed->turn) &&
           take_end(replay, replayed->result, sizeof replayed->result) &&
           take_end(replay, replayed->score, sizeof replayed->score);
}

void replayed_free(struct replayed *replayed)
{
    for (int i = 0; i < replayed->count; i++) {
        free(replayed->fens[i]);
        free(replayed->scenes[i]);
    }
    free(replayed->fens);
    free(replayed->scenes);
    *replayed = (struct replayed){0};
}
