/* Commands that set a position: newgame and its kin, position. */
#include "protocol/state.h"

/* -- newgame -- */

static void same_game_anew(struct session *session)
{
    struct board board = session->start_board;
    struct position start = session->start_position;
    assert(session->history.game != NULL);
    session_begin(session, session->history.game, &board, &start);
}

void command_newgame(struct session *session, struct cursor *cursor)
{
    struct words words;
    struct word rest = cursor_rest(cursor);
    if (!words_split(rest.at, rest.length, &words)) {
        session_error(session, ERROR_bad_argument, "newgame takes at most %d words", WORDS_MAX);
        return;
    }
    if (words.count == 0) {
        same_game_anew(session);
        return;
    }
    const struct game *game = session->history.game;
    if (!flag_is_word(words.at[0])) {
        game = game_find(words.at[0]);
        if (game == NULL) {
            session_error_word(session, ERROR_bad_argument, "no such game:", words.at[0]);
            return;
        }
        words.count--;
        memmove(&words.at[0], &words.at[1], (size_t)words.count * sizeof words.at[0]);
    }
    session_start_game(session, game, &words);
}

void command_uginewgame(struct session *session, struct cursor *cursor)
{
    (void)cursor;
    same_game_anew(session);
}

/* -- position -- */

/* The words of the FEN: all up to `moves` or the end; true if `moves` was there. */
static bool cut_fen(struct cursor *cursor, struct words *words, bool *too_many)
{
    words->count = 0;
    *too_many = false;
    for (;;) {
        struct word word = cursor_next(cursor);
        if (word.length == 0 || word_is_nocase(word, "moves"))
            return word.length > 0;
        if (words->count == WORDS_MAX)
            *too_many = true;
        else
            words->at[words->count++] = word;
    }
}

/* Begins `scratch` from the FEN. False, with the error written, if it is wrong. */
static bool begin_from_fen(struct session *session, struct cursor *cursor, bool *has_moves)
{
    struct words words;
    struct board board;
    struct position position;
    struct fault fault;
    bool too_many;
    *has_moves = cut_fen(cursor, &words, &too_many);
    assert(words.count <= WORDS_MAX && (!too_many || words.count == WORDS_MAX));
    if (too_many)
        fault_set(&fault, "fields", "more than %d", WORDS_MAX);
    if (too_many || !session->history.game->parse(&board, &position, &words, &fault)) {
        session_error(session, ERROR_bad_fen, "%s %s", fault.field, fault.why);
        return false;
    }
    if (history_begin(&session->scratch, session->history.game, &board, &position))
        return true;
    session_error(session, ERROR_internal, "out of memory");
    return false;
}

static bool begin_from_start(struct session *session, struct cursor *cursor, bool *has_moves)
{
    struct word word = cursor_next(cursor);
    *has_moves = word_is_nocase(word, "moves");
    if (word.length > 0 && !*has_moves) {
        session_error_word(session, ERROR_bad_argument, "position startpos takes moves, not", word);
        return false;
    }
    if (history_begin(&session->scratch, session->history.game, &session->start_board,
                      &session->start_position))
        return true;
    session_error(session, ERROR_internal, "out of memory");
    return false;
}

void command_position(struct session *session, struct cursor *cursor)
{
    struct word kind = cursor_next(cursor);
    bool has_moves;
    if (word_is_nocase(kind, "fen")) {
        if (!begin_from_fen(session, cursor, &has_moves))
            return;
    } else if (word_is_nocase(kind, "startpos")) {
        if (!begin_from_start(session, cursor, &has_moves))
            return;
    } else {
        session_error_word(session, ERROR_bad_argument, "position takes startpos or fen, not", kind);
        return;
    }
    assert(session->scratch.game == session->history.game && session->scratch.plies == 0);
    if (!has_moves || session_play_words(session, &session->scratch, cursor))
        session_take_scratch(session);
}
