/* Commands that tell about the engine: help and games. */
#include "protocol/commands.h"
#include "protocol/state.h"

static void help_line(struct session *session, const struct command *command)
{
    session_say(session, "help %s%s%s: %s", command->name, command->arguments[0] != '\0' ? " " : "",
                command->arguments, command->summary);
}

static void help_words(struct session *session, const char *what, const char *(*word)(int))
{
    char room[512];
    struct text line = text_in(room, sizeof room);
    text_format(&line, "help %s:", what);
    for (int i = 0; word(i) != NULL; i++)
        text_format(&line, " %s", word(i));
    assert(!line.cut);
    session_write(session, &line);
}

static void help_options(struct session *session)
{
    for (int i = 0; i < OPTION_COUNT; i++)
        session_say(session, "help option %s: %s", options[i].name, options[i].summary);
}

static void help_game(struct session *session, const struct game *game)
{
    assert(game->help != NULL && game->help[0] != '\0');
    for (const char *at = game->help; *at != '\0';) {
        int length = (int)strcspn(at, "\n");
        session_say(session, "help %.*s", length, at);
        at += length + (at[length] == '\n');
    }
}

void command_help(struct session *session, struct cursor *cursor)
{
    struct word name = cursor_next(cursor);
    if (name.length == 0) {
        for (const struct command *command = commands; command->name != NULL; command++)
            help_line(session, command);
        return;
    }
    const struct command *command = command_find(name);
    const struct game *game = game_find(name);
    if (command == NULL && game != NULL) {
        help_game(session, game);
        return;
    }
    if (command == NULL) {
        session_error_word(session, ERROR_bad_argument, "help takes a command or a game, not", name);
        return;
    }
    help_line(session, command);
    if (command->completes == COMPLETES_LIMITS)
        help_words(session, "limits", limit_word);
    if (command->completes == COMPLETES_QUERIES)
        help_words(session, "queries", query_word);
    if (command->completes == COMPLETES_OPTIONS)
        help_options(session);
}

static void flag_line(struct session *session, const struct game *game, const struct flag *flag)
{
    char room[512];
    struct text line = text_in(room, sizeof room);
    text_format(&line, "game %s flag %s", game->name, flag->key);
    if (flag->kind == FLAG_NUMBER) {
        text_string(&line, " number ");
        text_number(&line, flag->low);
        text_string(&line, "..");
        text_number(&line, flag->high);
    } else {
        text_format(&line, " %s %s", flag->kind == FLAG_TEXT ? "text" : "choice", flag->choices);
    }
    if (flag->kind != FLAG_TEXT)
        text_string(&line, " default ");
    if (flag->kind == FLAG_CHOICE)
        flag_choice_word(flag, flag->fallback, &line);
    else if (flag->kind == FLAG_NUMBER && flag->fallback >= flag->low)
        text_number(&line, flag->fallback);
    else if (flag->kind == FLAG_NUMBER)
        text_string(&line, "none");
    text_format(&line, " in %s: %s",
                flag->places == FLAG_IN_START ? "newgame"
                : flag->places == FLAG_IN_FEN ? "fen"
                                              : "both",
                flag->help);
    assert(!line.cut);
    session_write(session, &line);
}

void command_games(struct session *session, struct cursor *cursor)
{
    (void)cursor;
    for (int i = 0; games[i] != NULL; i++) {
        session_say(session, "game %s title %s", games[i]->name, games[i]->title);
        session_say(session, "game %s rule %s", games[i]->name, games[i]->rule);
        for (int f = 0; f < games[i]->flag_count; f++)
            flag_line(session, games[i], &games[i]->flags[f]);
    }
}
