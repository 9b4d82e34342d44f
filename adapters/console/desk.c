#include "adapters/console/desk.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "adapters/console/input.h"

void desk_send(struct desk *desk, const char *line)
{
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
    char room[4096] = "say ";
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(room + 4, sizeof room - 4, format, arguments);
    va_end(arguments);
    inbox_put(&desk->inbox, room, strlen(room));
}

void desk_prepare_table(struct desk *desk)
{
    size_t used;
    char *answer = desk_ask(desk, "query option MultiPV", &used);
    desk->pretty.numbered = answer != NULL && strcmp(answer, "response 1") != 0;
    free(answer);
    bool two = session_game(desk->session)->players(session_board(desk->session)) == 2;
    desk->pretty.mover = two ? desk_turn(desk) : ACTOR_NONE;
}

enum actor desk_turn(const struct desk *desk)
{
    return session_game(desk->session)->turn(session_board(desk->session), session_position(desk->session));
}

bool desk_has_open_game(const struct desk *desk)
{
    return session_plies(desk->session) > 0 && desk_turn(desk) != ACTOR_NONE;
}

void desk_show_board(struct desk *desk)
{
    desk->board_due = false;
    desk_send(desk, "display");
    if (desk_turn(desk) == ACTOR_NONE)
        desk_send(desk, "query result");
    desk_set_prompt(desk);
}

static const char *automatic_words(const struct desk *desk)
{
    bool one = desk->plays[ACTOR_ONE];
    bool two = desk->plays[ACTOR_TWO];
    return one && two ? " (auto both)" : one ? " (auto 1)" : two ? " (auto 2)" : "";
}

void desk_set_prompt(struct desk *desk)
{
    static const char *const who[] = {
        [ACTOR_NONE] = "over", [ACTOR_ONE] = "1", [ACTOR_TWO] = "2", [ACTOR_CHANCE] = "roll"};
    static const enum style styles[] = {[ACTOR_NONE] = STYLE_FAINT,
                                        [ACTOR_ONE] = STYLE_FIRST,
                                        [ACTOR_TWO] = STYLE_SECOND,
                                        [ACTOR_CHANCE] = STYLE_MAGENTA};
    char prompt[INPUT_PROMPT_MAX];
    enum actor turn = desk_turn(desk);
    if (desk->asks_leave)
        snprintf(prompt, sizeof prompt, "leave? (y/n) ");
    else
        snprintf(prompt, sizeof prompt, "\001%s\002%s \001%s\002%s\001%s\002%s> ",
                 pretty_style(&desk->pretty, STYLE_STRONG), session_game(desk->session)->name,
                 pretty_style(&desk->pretty, styles[turn]), who[turn],
                 pretty_style(&desk->pretty, STYLE_PLAIN), automatic_words(desk));
    input_set_prompt(prompt);
}
