/* Commands that count positions: perft and divide. They run in the background, so that stop is heard. */
#include <inttypes.h>

#include "perft.h"
#include "protocol/state.h"

static uint64_t count_below(struct session *session, const struct position *position, int depth)
{
    return perft(session->history.game, &session->history.board, position, depth, &session->count.job.stop);
}

static bool stopped(struct session *session)
{
    return job_stopped(&session->count.job);
}

static void run_perft(struct session *session)
{
    int deepest = (int)session->count.argument;
    for (int depth = 1; depth <= deepest; depth++) {
        uint64_t nodes = count_below(session, &session->history.now, depth);
        if (stopped(session))
            return;
        if (depth < deepest)
            session_say(session, "perft %d %" PRIu64, depth, nodes);
        else
            count_ends(session, "perft %d %" PRIu64, depth, nodes);
    }
}

static void run_divide(struct session *session)
{
    assert(session->count.argument > 0);
    const struct game *game = session->history.game;
    const struct board *board = &session->history.board;
    struct move_list list;
    game_successors(game, board, &session->history.now, &list);
    uint64_t total = 0;
    for (int i = 0; i < list.count; i++) {
        struct position next;
        char word[MOVE_WORD_MAX];
        position_copy(game, &next, &session->history.now);
        game->apply(board, &next, list.at[i]);
        uint64_t nodes = count_below(session, &next, (int)session->count.argument - 1);
        if (stopped(session))
            return;
        game->move_print(board, list.at[i], word);
        session_say(session, "%s %" PRIu64, word, nodes);
        total += nodes;
    }
    count_ends(session, "total %" PRIu64, total);
}

static void start_count(struct session *session, struct cursor *cursor, const char *name,
                        void (*run)(struct session *))
{
    int64_t depth;
    struct word word = cursor_next(cursor);
    if (word_number(word, 1, 99, &depth))
        session_count(session, run, depth);
    else
        session_error_word(session, ERROR_bad_argument, name, word);
}

void command_perft(struct session *session, struct cursor *cursor)
{
    start_count(session, cursor, "perft takes a depth from 1 to 99, not", run_perft);
}

void command_divide(struct session *session, struct cursor *cursor)
{
    start_count(session, cursor, "divide takes a depth from 1 to 99, not", run_divide);
}
