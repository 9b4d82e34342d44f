#include "adapters/console/desk.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "adapters/console/input.h"
#include "adapters/console/table.h"
#include "base/clock.h"

void desk_send(struct desk *desk, const char *line)
{
    struct picture_room room = pretty_room(&desk->pretty);
    session_set_picture_room(desk->session, &room);
    if (!session_line(desk->session, line, strlen(line)))
        desk->leaving = true;
}

char *desk_ask(struct desk *desk, const char *line, size_t *used)
{
    assert(!session_is_searching(desk->session));
    size_t mark = inbox_mark(&desk->inbox);
    desk_send(desk, line);
    return inbox_take(&desk->inbox, mark, used);
}

void desk_say(struct desk *desk, const char *format, ...)
{
    char *line = NULL;
    size_t length = 0;
    va_list arguments;
    FILE *out = open_memstream(&line, &length);
    if (out == NULL)
        return;
    fputs("say ", out);
    va_start(arguments, format);
    vfprintf(out, format, arguments);
    va_end(arguments);
    if (fclose(out) == 0)
        inbox_put(&desk->inbox, line, length);
    free(line);
}

void desk_prepare_table(struct desk *desk)
{
    size_t used;
    char *answer = desk_ask(desk, "query option MultiPV", &used);
    desk->pretty.numbered = answer != NULL && strcmp(answer, "response 1") != 0;
    free(answer);
    bool two = game_players(session_game(desk->session), session_board(desk->session)) == 2;
    desk->pretty.mover = two ? desk_turn(desk) : ACTOR_NONE;
}

/* Asked in this order: its last lines are there before it is no longer seen to run. */
bool desk_is_searching(struct desk *desk)
{
    return session_is_searching(desk->session) || inbox_mark(&desk->inbox) > 0;
}

enum actor desk_turn(const struct desk *desk)
{
    return session_game(desk->session)->turn(session_board(desk->session), session_position(desk->session));
}

void desk_override(struct desk *desk, const char *name, const char *value)
{
    char line[128];
    size_t used;
    assert(desk->override_count < OVERRIDES_MAX);
    struct override *kept = &desk->overrides[desk->override_count];
    snprintf(line, sizeof line, "query option %s", name);
    char *answer = desk_ask(desk, line, &used);
    if (answer != NULL && strncmp(answer, "response ", 9) == 0) {
        snprintf(kept->name, sizeof kept->name, "%s", name);
        snprintf(kept->value, sizeof kept->value, "%s", answer + 9);
        desk->override_count++;
        snprintf(line, sizeof line, "setoption name %s value %s", name, value);
        desk_send(desk, line);
    }
    free(answer);
}

void desk_restore(struct desk *desk)
{
    char line[128];
    while (desk->override_count > 0) {
        const struct override *kept = &desk->overrides[--desk->override_count];
        snprintf(line, sizeof line, "setoption name %s value %s", kept->name, kept->value);
        desk_send(desk, line);
    }
}

bool desk_has_open_game(const struct desk *desk)
{
    return session_plies(desk->session) > 0 && desk_turn(desk) != ACTOR_NONE;
}

/* How the game ended; alone one can only have a score. */
static void say_end(struct desk *desk)
{
    static const char *const words[] = {[RESULT_NONE] = "nobody wins",
                                        [RESULT_ONE] = "player 1 wins",
                                        [RESULT_TWO] = "player 2 wins",
                                        [RESULT_DRAW] = "a draw"};
    const struct game *game = session_game(desk->session);
    const struct board *board = session_board(desk->session);
    const struct position *position = session_position(desk->session);
    int64_t score[2];
    game->score(board, position, score);
    if (game_players(game, board) == 1)
        desk_say(desk, "the game is over: score %" PRId64, score[0]);
    else
        desk_say(desk, "the game is over: %s", words[game->result(board, position)]);
}

void desk_show_board(struct desk *desk)
{
    desk->board_due = false;
    desk_send(desk, "display");
    if (desk_turn(desk) == ACTOR_NONE)
        say_end(desk);
    desk_set_prompt(desk);
}

static const char *automatic_side(const struct desk *desk)
{
    bool one = desk->plays[ACTOR_ONE];
    bool two = desk->plays[ACTOR_TWO];
    return one && two ? "both" : one ? "1" : two ? "2" : NULL;
}

static void print_automatic(const struct desk *desk, char *room, size_t size)
{
    const char *side = automatic_side(desk);
    room[0] = '\0';
    if (side != NULL && desk->level > 0)
        snprintf(room, size, " (auto %s, level %d)", side, desk->level);
    else if (side != NULL)
        snprintf(room, size, " (auto %s)", side);
}

/* Who is on auto; of a search that takes long, how far it is. */
static void print_progress(const struct desk *desk, char *room, size_t size)
{
    enum { LONG = 2000000 };
    int64_t time = clock_now() - desk->search_began;
    char nodes[16];
    if (desk->search_began == 0 || time < LONG) {
        print_automatic(desk, room, size);
        return;
    }
    row_print_short((int64_t)session_nodes(desk->session), nodes, sizeof nodes);
    snprintf(room, size, " (%d s, %s nodes, Ctrl-C stops)", (int)(time / 1000000), nodes);
}

void desk_set_prompt(struct desk *desk)
{
    static const char *const who[] = {
        [ACTOR_NONE] = "over", [ACTOR_ONE] = "1", [ACTOR_TWO] = "2", [ACTOR_CHANCE] = "roll"};
    static const enum style styles[] = {[ACTOR_NONE] = STYLE_FAINT,
                                        [ACTOR_ONE] = STYLE_FIRST,
                                        [ACTOR_TWO] = STYLE_SECOND,
                                        [ACTOR_CHANCE] = STYLE_MAGENTA};
    char prompt[INPUT_PROMPT_MAX], progress[80];
    enum actor turn = desk_turn(desk);
    print_progress(desk, progress, sizeof progress);
    if (desk->question == QUESTION_LEAVE)
        snprintf(prompt, sizeof prompt, "leave? (y/n) ");
    else if (desk->question == QUESTION_GAME)
        snprintf(prompt, sizeof prompt, "which game? ");
    else
        snprintf(prompt, sizeof prompt, "\001%s\002%s \001%s\002%s\001%s\002%s> ",
                 pretty_style(&desk->pretty, STYLE_STRONG), session_game(desk->session)->name,
                 pretty_style(&desk->pretty, styles[turn]), who[turn],
                 pretty_style(&desk->pretty, STYLE_PLAIN), progress);
    input_set_prompt(prompt);
}
