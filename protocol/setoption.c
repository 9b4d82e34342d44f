/* The command setoption: a new value goes to where it works. */
#include "protocol/state.h"

/* -- who takes a new value -- */

bool option_take_game(struct session *session, int64_t value)
{
    struct words none = {0};
    return session_start_game(session, games[value], &none);
}

bool option_take_hash(struct session *session, int64_t value)
{
    search_set_hash(session->search, (int)value);
    return true;
}

bool option_take_threads(struct session *session, int64_t value)
{
    search_set_threads(session->search, (int)value);
    return true;
}

bool option_take_seed(struct session *session, int64_t value)
{
    session->dice.state = (uint64_t)value;
    return true;
}

bool option_take_clear(struct session *session, int64_t value)
{
    (void)value;
    search_clear(session->search);
    return true;
}

/* It is read when a search starts. */
bool option_take_later(struct session *session, int64_t value)
{
    (void)session;
    (void)value;
    return true;
}

/* -- the command -- */

static void set_option(struct session *session, enum option_id id, struct word word)
{
    const struct option *option = &options[id];
    int64_t value = 0;
    assert(session_phase(session) == PHASE_IDLE); /* threads and tables may be made anew */
    if (word.length == 0 && option->kind != OPTION_BUTTON)
        session_error(session, ERROR_missing_argument, "setoption name %s value", option->name);
    else if (!option_parse(id, word, &value))
        session_error_word(session, ERROR_option_value, option->name, word);
    else if (option->take(session, value))
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
