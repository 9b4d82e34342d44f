/* Commands about the engine itself: handshake, options, help. */
#include <stdio.h>

#include "protocol/commands.h"
#include "protocol/state.h"

static void introduce(struct session *session, const char *ending)
{
    session_say(session, "id name panj " PANJ_VERSION);
    session_say(session, "id author the panj authors");
    for (int i = 0; i < OPTION_COUNT; i++) {
        char room[256];
        struct text line = text_in(room, sizeof room);
        option_print_line((enum option_id)i, &line);
        assert(!line.cut);
        session_write(session, &line);
    }
    session_say(session, "%s", ending);
}

void command_ugi(struct session *session, struct cursor *cursor)
{
    (void)cursor;
    introduce(session, "ugiok");
}

void command_uci(struct session *session, struct cursor *cursor)
{
    (void)cursor;
    introduce(session, "uciok");
}

void command_isready(struct session *session, struct cursor *cursor)
{
    (void)cursor;
    session_say(session, "readyok");
}

void command_quit(struct session *session, struct cursor *cursor)
{
    (void)cursor;
    session_quit(session);
}

/* -- options -- */

/* Carries a new value to where it works. False, with the error written, if it cannot. */
static bool take_option(struct session *session, enum option_id id, int64_t value)
{
    struct words none = {0};
    switch (id) {
    case OPTION_GAME: return session_start_game(session, games[value], &none);
    case OPTION_HASH: search_set_hash(session->search, (int)value); break;
    case OPTION_THREADS: search_set_threads(session->search, (int)value); break;
    case OPTION_SEED: session->dice.state = (uint64_t)value; break;
    case OPTION_CLEAR_HASH: search_clear(session->search); break;
    default: break; /* read when a search starts */
    }
    return true;
}

static void set_option(struct session *session, enum option_id id, struct word word)
{
    const struct option *option = &options[id];
    int64_t value = 0;
    if (word.length == 0 && option->kind != OPTION_BUTTON)
        session_error(session, ERROR_missing_argument, "setoption name %s value", option->name);
    else if (!option_parse(id, word, &value))
        session_error_word(session, ERROR_option_value, option->name, word);
    else if (take_option(session, id, value))
        session->options.at[id] = value;
}

void command_setoption(struct session *session, struct cursor *cursor)
{
    struct word keyword = cursor_next(cursor);
    struct word name = cursor_next(cursor);
    if (keyword.length > 0 && !word_is_nocase(keyword, "name")) {
        session_error_word(session, ERROR_bad_argument, "setoption takes name, not", keyword);
        return;
    }
    if (name.length == 0) {
        session_error(session, ERROR_missing_argument, "setoption takes name NAME [value VALUE]");
        return;
    }
    int id = option_find(name);
    if (id < 0) {
        session_error_word(session, ERROR_option_unknown, "", name);
        return;
    }
    keyword = cursor_next(cursor);
    if (keyword.length > 0 && !word_is_nocase(keyword, "value"))
        session_error_word(session, ERROR_bad_argument, "setoption takes value, not", keyword);
    else
        set_option(session, (enum option_id)id, cursor_rest(cursor));
}

/* -- help -- */

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
    session_write(session, &line);
}

static void help_options(struct session *session)
{
    for (int i = 0; i < OPTION_COUNT; i++)
        session_say(session, "help option %s: %s", options[i].name, options[i].summary);
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
    if (command == NULL) {
        session_error_word(session, ERROR_bad_argument, "help", name);
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
    if (flag->kind == FLAG_NUMBER)
        text_number(&line, flag->fallback);
    if (flag->kind == FLAG_CHOICE)
        flag_choice_word(flag, flag->fallback, &line);
    text_format(&line, " in %s: %s",
                flag->places == FLAG_IN_START ? "newgame"
                : flag->places == FLAG_IN_FEN ? "fen"
                                              : "both",
                flag->help);
    session_write(session, &line);
}

void command_games(struct session *session, struct cursor *cursor)
{
    (void)cursor;
    for (int i = 0; games[i] != NULL; i++) {
        session_say(session, "game %s rule %s", games[i]->name, games[i]->rule);
        for (int f = 0; f < games[i]->flag_count; f++)
            flag_line(session, games[i], &games[i]->flags[f]);
    }
}
