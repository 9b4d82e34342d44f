/* Questions to the person: whether to leave, and which game to begin. The next line is the answer. */
#include <stdio.h>

#include "adapters/console/desk.h"

void ask_leave(struct desk *desk)
{
    desk->leaving = !desk_has_open_game(desk);
    if (!desk->leaving) {
        desk->question = QUESTION_LEAVE;
        desk_say(desk, "the game is not over, and leaving loses it; save FILE keeps it");
    }
    desk_set_prompt(desk);
}

static void begin_game(struct desk *desk, const struct game *game, struct word flags)
{
    char line[1024];
    snprintf(line, sizeof line, "newgame %s %.*s", game->name, (int)flags.length, flags.at);
    size_t mark = inbox_mark(&desk->inbox);
    desk_send(desk, line);
    if (inbox_has_error(&desk->inbox, mark))
        return;
    play_auto_off(desk, "a new game");
    desk->board_due = true;
}

/* A game by its number in the list or by its name; NULL: neither. */
static const struct game *find_game(struct word word)
{
    int64_t number;
    if (!word_number(word, 1, 100, &number))
        return game_find(word);
    for (int i = 0; games[i] != NULL; i++)
        if (i + 1 == number)
            return games[i];
    return NULL;
}

static void list_games(struct desk *desk)
{
    for (int i = 0; games[i] != NULL; i++)
        desk_say(desk, "%d %-9s %s", i + 1, games[i]->name, games[i]->rule);
    desk_say(desk, "a number or a name; flags may follow (games lists them): konane rows=6 cols=6");
    desk->question = QUESTION_GAME;
    desk_set_prompt(desk);
}

/* `new`, and the answer to its list. */
void ask_game(struct desk *desk, struct cursor *cursor)
{
    struct word word = cursor_next(cursor);
    const struct game *game = find_game(word);
    if (word.length == 0)
        list_games(desk);
    else if (game != NULL)
        begin_game(desk, game, cursor_rest(cursor));
    else
        desk_say(desk, "there is no game %.*s; new alone lists them",
                 word.length < 40 ? (int)word.length : 40, word.at);
}

void ask_answer(struct desk *desk, const char *line)
{
    struct cursor cursor = cursor_over(line, strlen(line));
    struct cursor first = cursor;
    struct word word = cursor_next(&first);
    enum question question = desk->question;
    assert(question != QUESTION_NONE);
    desk->question = QUESTION_NONE;
    if (question == QUESTION_LEAVE)
        desk->leaving = word_is_nocase(word, "y") || word_is_nocase(word, "yes");
    else if (word.length > 0)
        ask_game(desk, &cursor);
}
