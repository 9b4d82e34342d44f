/* Commands that change the position: newgame, position, play, undo; and roll, which asks for a chance
 * outcome. */
#include "protocol/state.h"

/* -- newgame -- */

static void same_game_anew(struct session *session)
{
    struct board board = session->start_board;
    struct position start = session->start_position;
    session_begin(session, session->game, &board, &start);
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
    const struct game *game = session->game;
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

void command_ucinewgame(struct session *session, struct cursor *cursor)
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
    if (too_many)
        fault_set(&fault, "fields", "more than %d", WORDS_MAX);
    if (too_many || !session->game->parse(&board, &position, &words, &fault)) {
        session_error(session, ERROR_bad_fen, "%s %s", fault.field, fault.why);
        return false;
    }
    if (history_begin(&session->scratch, session->game, &board, &position))
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
    if (history_begin(&session->scratch, session->game, &session->start_board, &session->start_position))
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
    if (!has_moves || session_play_words(session, &session->scratch, cursor))
        session_take_scratch(session);
}

/* -- play, undo, roll -- */

void command_play(struct session *session, struct cursor *cursor)
{
    int before = session->history.plies;
    if (!session_play_words(session, &session->history, cursor))
        history_truncate(&session->history, before);
    history_now(&session->history, &session->position);
}

void command_undo(struct session *session, struct cursor *cursor)
{
    struct word word = cursor_next(cursor);
    int64_t count = 1;
    if (word.length > 0 && !word_number(word, 1, INT32_MAX, &count)) {
        session_error_word(session, ERROR_bad_argument, "undo takes a number from 1, not", word);
        return;
    }
    if (count > session->history.plies) {
        session_error(session, ERROR_bad_argument, "undo %d plies at most", session->history.plies);
        return;
    }
    history_truncate(&session->history, session->history.plies - (int)count);
    history_now(&session->history, &session->position);
}

void command_roll(struct session *session, struct cursor *cursor)
{
    (void)cursor;
    const struct game *game = session->game;
    if (game->chance == NULL) {
        session_error(session, ERROR_unsupported, "roll: %s has no chance events", game->name);
        return;
    }
    if (game->turn(&session->history.board, &session->position) != ACTOR_CHANCE) {
        session_error(session, ERROR_illegal_chance, "roll: no chance event is due");
        return;
    }
    struct chance chance;
    game->chance(&session->history.board, &session->position, &chance);
    int64_t left = (int64_t)rng_below(&session->dice, (uint64_t)chance.total);
    int drawn = 0;
    while (left >= chance.at[drawn].weight)
        left -= chance.at[drawn++].weight;
    char word[MOVE_WORD_MAX];
    game->move_print(&session->history.board, chance.at[drawn].outcome, word);
    session_say(session, "response %s", word);
}
