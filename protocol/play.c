/* Commands that go on from the position: play and undo; and roll, which asks for a chance outcome. */
#include "protocol/state.h"

void command_play(struct session *session, struct cursor *cursor)
{
    int before = session->history.plies;
    assert(session_phase(session) == PHASE_IDLE); /* nobody thinks about the position that changes */
    if (!session_play_words(session, &session->history, cursor))
        history_truncate(&session->history, before);
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
}

void command_roll(struct session *session, struct cursor *cursor)
{
    (void)cursor;
    const struct game *game = session->history.game;
    if (game->chance == NULL) {
        session_error(session, ERROR_unsupported, "roll: %s has no chance events", game->name);
        return;
    }
    if (game->turn(&session->history.board, &session->history.now) != ACTOR_CHANCE) {
        session_error(session, ERROR_illegal_chance, "roll: no chance event is due");
        return;
    }
    struct chance chance;
    game->chance(&session->history.board, &session->history.now, &chance);
    int64_t left = (int64_t)rng_below(&session->dice, (uint64_t)chance.total);
    int drawn = 0;
    assert(chance.count > 0 && left < chance.total);
    while (left >= chance.at[drawn].weight)
        left -= chance.at[drawn++].weight;
    char word[MOVE_WORD_MAX];
    game->move_print(&session->history.board, chance.at[drawn].outcome, word);
    session_say(session, "response %s", word);
}
