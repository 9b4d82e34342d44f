/* Commands that start and end searches: go, solve, bestmove, stop, ponderhit. */
#include <inttypes.h>

#include "protocol/commands.h"
#include "protocol/state.h"
#include "search/solver.h"

/* -- the words of go -- */

enum limit_id {
    LIMIT_DEPTH,
    LIMIT_NODES,
    LIMIT_MOVETIME,
    LIMIT_CLOCK_ONE,
    LIMIT_CLOCK_TWO,
    LIMIT_INCREMENT_ONE,
    LIMIT_INCREMENT_TWO,
    LIMIT_MOVESTOGO,
    LIMIT_MATE,
    LIMIT_INFINITE,
    LIMIT_PONDER,
    LIMIT_SEARCHMOVES,
    LIMIT_COUNT
};

/* As much as a number may say: some clients mean "for ever" by the largest that they have. */
#define LIMIT_MOST INT64_C(999999999999999999)

struct limit_word {
    const char *name;
    enum limit_id id;
    bool takes_number;
    int64_t low;
    int64_t high;
};

static const struct limit_word limit_table[] = {
    {"depth", LIMIT_DEPTH, true, 1, INT32_MAX},
    {"nodes", LIMIT_NODES, true, 1, LIMIT_MOST},
    {"movetime", LIMIT_MOVETIME, true, 0, LIMIT_MOST},
    {"p1time", LIMIT_CLOCK_ONE, true, -LIMIT_MOST, LIMIT_MOST},
    {"p2time", LIMIT_CLOCK_TWO, true, -LIMIT_MOST, LIMIT_MOST},
    {"p1inc", LIMIT_INCREMENT_ONE, true, 0, LIMIT_MOST},
    {"p2inc", LIMIT_INCREMENT_TWO, true, 0, LIMIT_MOST},
    {"wtime", LIMIT_CLOCK_ONE, true, -LIMIT_MOST, LIMIT_MOST},
    {"btime", LIMIT_CLOCK_TWO, true, -LIMIT_MOST, LIMIT_MOST},
    {"winc", LIMIT_INCREMENT_ONE, true, 0, LIMIT_MOST},
    {"binc", LIMIT_INCREMENT_TWO, true, 0, LIMIT_MOST},
    {"movestogo", LIMIT_MOVESTOGO, true, 0, INT32_MAX},
    {"mate", LIMIT_MATE, true, 1, INT32_MAX},
    {"infinite", LIMIT_INFINITE, false, 0, 0},
    {"ponder", LIMIT_PONDER, false, 0, 0},
    {"searchmoves", LIMIT_SEARCHMOVES, false, 0, 0},
};
enum { LIMIT_WORDS = sizeof limit_table / sizeof limit_table[0] };

const char *limit_word(int index)
{
    return index < LIMIT_WORDS ? limit_table[index].name : NULL;
}

static const struct limit_word *find_limit(struct word word)
{
    for (int i = 0; i < LIMIT_WORDS; i++)
        if (word_is_nocase(word, limit_table[i].name))
            return &limit_table[i];
    return NULL;
}

/* What was said of each limit. */
struct limits_said {
    bool given[LIMIT_COUNT];
    int64_t number[LIMIT_COUNT];
};

static bool read_number(struct session *session, const char *command, const struct limit_word *limit,
                        struct cursor *cursor, int64_t *number)
{
    struct word word = cursor_next(cursor);
    if (word.length == 0) {
        session_error(session, ERROR_missing_argument, "%s %s takes a number", command, limit->name);
        return false;
    }
    if (word_number(word, limit->low, limit->high, number))
        return true;
    session_error_at_word(session, ERROR_bad_argument, word,
                          "%s %s takes a number from %" PRId64 " to %" PRId64 ", not", command, limit->name,
                          limit->low, limit->high);
    return false;
}

/* The moves after searchmoves, up to the next word that is a limit. */
static bool read_searchmoves(struct session *session, struct cursor *cursor, struct move_list *only)
{
    const struct game *game = session->history.game;
    const struct board *board = &session->history.board;
    for (int index = 1;; index++) {
        struct cursor before = *cursor;
        struct word word = cursor_next(cursor);
        if (word.length == 0 || find_limit(word) != NULL) {
            *cursor = before;
            if (index == 1)
                session_error(session, ERROR_missing_argument, "go searchmoves takes moves");
            return index > 1;
        }
        move_t move = game->move_parse(board, word);
        if (move == MOVE_NONE || !game_allows(game, board, &session->history.now, move)) {
            session_error_at_word(session, ERROR_illegal_move, word, "%d", index);
            return false;
        }
        if (!move_list_has(only, move) && only->count < MOVES_MAX)
            only->at[only->count++] = move;
    }
}

/* False, with the error written, when a limit is not as it must be. */
static bool read_limits(struct session *session, struct cursor *cursor, struct limits_said *said,
                        struct move_list *only)
{
    for (;;) {
        struct word word = cursor_next(cursor);
        if (word.length == 0)
            return true;
        const struct limit_word *limit = find_limit(word);
        if (limit == NULL) {
            char quoted[41];
            fault_quote(word, quoted, 40);
            session_say(session, "info string go: passed over %s", quoted);
            continue;
        }
        assert(limit->id < LIMIT_COUNT);
        said->given[limit->id] = true;
        if (limit->takes_number && !read_number(session, "go", limit, cursor, &said->number[limit->id]))
            return false;
        if (limit->id == LIMIT_SEARCHMOVES && !read_searchmoves(session, cursor, only))
            return false;
    }
}

static struct limits limits_from(const struct limits_said *said, const struct move_list *only)
{
    const int64_t *number = said->number;
    assert(only->count <= MOVES_MAX && (only->count > 0) == said->given[LIMIT_SEARCHMOVES]);
    return (struct limits){
        .depth = number[LIMIT_DEPTH] > DEPTH_MAX ? DEPTH_MAX : (int)number[LIMIT_DEPTH],
        .mate = number[LIMIT_MATE] > DEPTH_MAX ? DEPTH_MAX : (int)number[LIMIT_MATE],
        .nodes = (uint64_t)number[LIMIT_NODES],
        .has_movetime = said->given[LIMIT_MOVETIME],
        .movetime = number[LIMIT_MOVETIME],
        .has_clock = {said->given[LIMIT_CLOCK_ONE], said->given[LIMIT_CLOCK_TWO]},
        .clock = {number[LIMIT_CLOCK_ONE], number[LIMIT_CLOCK_TWO]},
        .increment = {number[LIMIT_INCREMENT_ONE], number[LIMIT_INCREMENT_TWO]},
        .movestogo = (int)number[LIMIT_MOVESTOGO],
        .infinite = said->given[LIMIT_INFINITE],
        .ponder = said->given[LIMIT_PONDER],
        .only = *only,
    };
}

/* -- the commands -- */

/* Whether the position has a move to search for; the error is written if not. */
static bool can_search(struct session *session)
{
    switch (session->history.game->turn(&session->history.board, &session->history.now)) {
    case ACTOR_NONE: session_error(session, ERROR_game_over, "no move to search for"); return false;
    case ACTOR_CHANCE: session_error(session, ERROR_chance_pending, "play an outcome first"); return false;
    default: return true;
    }
}

static bool says_limit(struct cursor cursor, enum limit_id id)
{
    for (struct word word; (word = cursor_next(&cursor)).length > 0;) {
        const struct limit_word *limit = find_limit(word);
        if (limit != NULL && limit->id == id)
            return true;
    }
    return false;
}

/* `go` where there is nothing to search. A UCI client waits for a bestmove all the same, and for a score. */
static void refuse_search(struct session *session, const struct cursor *cursor)
{
    char room[128];
    struct text line = text_in(room, sizeof room);
    if (session->speaks_uci) {
        info_print_no_search(session, &line);
        session_write(session, &line);
    }
    bool searches = can_search(session);
    assert(!searches);
    (void)searches;
    if (session->speaks_uci)
        session_search_nothing(session, says_limit(*cursor, LIMIT_INFINITE),
                               says_limit(*cursor, LIMIT_PONDER));
}

void command_go(struct session *session, struct cursor *cursor)
{
    struct limits_said said = {0};
    struct move_list only = {0};
    enum actor turn = session->history.game->turn(&session->history.board, &session->history.now);
    if (turn == ACTOR_NONE || turn == ACTOR_CHANCE) {
        refuse_search(session, cursor);
        return;
    }
    if (!read_limits(session, cursor, &said, &only))
        return;
    struct limits limits = limits_from(&said, &only);
    assert(limits.nodes <= LIMIT_MOST && limits.depth >= 0 && limits.mate >= 0);
    session_search(session, &limits);
}

/* Whether the exact method knows the rules on the board; the error is written if not. */
static bool can_solve(struct session *session)
{
    const struct solver *solver = session->history.game->solver;
    struct fault fault;
    if (solver == NULL || solver->covers == NULL || solver->covers(&session->history.board, &fault))
        return true;
    session_error(session, ERROR_unsupported, "solve: %s %s", fault.field, fault.why);
    return false;
}

/* What is said behind `solve`: winner, nodes, movetime, or nothing. */
static bool read_budget(struct session *session, struct cursor *cursor, struct limits_said *said,
                        bool *winner)
{
    struct word word;
    while ((word = cursor_next(cursor)).length > 0) {
        if (word_is_nocase(word, "winner")) {
            *winner = true;
            continue;
        }
        const struct limit_word *limit = find_limit(word);
        if (limit == NULL || (limit->id != LIMIT_NODES && limit->id != LIMIT_MOVETIME)) {
            session_error_word(session, ERROR_bad_argument,
                               "solve takes winner, nodes, movetime or nothing, not", word);
            return false;
        }
        said->given[limit->id] = true;
        if (!read_number(session, "solve", limit, cursor, &said->number[limit->id]))
            return false;
    }
    return true;
}

void command_solve(struct session *session, struct cursor *cursor)
{
    struct limits_said said = {0};
    bool winner = false;
    if (!read_budget(session, cursor, &said, &winner) || !can_search(session) || !can_solve(session))
        return;
    struct limits limits = limits_from(&said, &(struct move_list){0});
    limits.solve = true;
    limits.winner = winner;
    session_search(session, &limits);
}

static bool remembers_position(struct session *session)
{
    const struct memory *memory = &session->memory;
    const struct game *game = session->history.game;
    return memory->known &&
           memcmp(memory->board.bytes, session->history.board.bytes, game->board_size) == 0 &&
           memcmp(memory->position.bytes, session->history.now.bytes, game->position_size) == 0;
}

void command_bestmove(struct session *session, struct cursor *cursor)
{
    (void)cursor;
    if (!can_search(session))
        return;
    assert(session_phase(session) == PHASE_IDLE);
    if (!remembers_position(session)) {
        session_search(session, &(struct limits){0});
        return;
    }
    char word[MOVE_WORD_MAX];
    assert(game_allows(session->history.game, &session->history.board, &session->history.now,
                       session->memory.end.best));
    session->history.game->move_print(&session->history.board, session->memory.end.best, word);
    session_say(session, "bestmove %s", word);
}

void command_stop(struct session *session, struct cursor *cursor)
{
    (void)cursor;
    session_stop(session);
}

void command_ponderhit(struct session *session, struct cursor *cursor)
{
    (void)cursor;
    session_ponderhit(session);
}
