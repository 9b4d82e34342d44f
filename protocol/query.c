/* Commands that tell one fact about the position: query, and legal. */
#include <inttypes.h>
#include <stdlib.h>

#include "protocol/commands.h"
#include "protocol/scene_line.h"
#include "protocol/state.h"
#include "search/solver.h"

enum { MOVES_LINE_MAX = 64 + MOVES_MAX * MOVE_WORD_MAX };

static enum actor turn_now(const struct session *session)
{
    return session->history.game->turn(&session->history.board, &session->history.now);
}

static void query_p1turn(struct session *session, struct text *line)
{
    text_string(line, turn_now(session) == ACTOR_ONE ? "true" : "false");
}

static void query_gameover(struct session *session, struct text *line)
{
    text_string(line, turn_now(session) == ACTOR_NONE ? "true" : "false");
}

static void query_result(struct session *session, struct text *line)
{
    static const char *const words[] = {
        [RESULT_NONE] = "none", [RESULT_ONE] = "p1win", [RESULT_TWO] = "p2win", [RESULT_DRAW] = "draw"};
    enum result result = session->history.game->result(&session->history.board, &session->history.now);
    assert((result == RESULT_NONE) == (turn_now(session) != ACTOR_NONE));
    text_string(line, words[result]);
}

static void query_turn(struct session *session, struct text *line)
{
    static const char *const words[] = {
        [ACTOR_NONE] = "none", [ACTOR_ONE] = "1", [ACTOR_TWO] = "2", [ACTOR_CHANCE] = "chance"};
    text_string(line, words[turn_now(session)]);
}

static void query_legal(struct session *session, struct text *line)
{
    struct move_list list = {0};
    enum actor turn = turn_now(session);
    if (turn == ACTOR_ONE || turn == ACTOR_TWO)
        session->history.game->moves(&session->history.board, &session->history.now, &list);
    text_format(line, "%d", list.count);
    assert((list.count > 0) == (turn == ACTOR_ONE || turn == ACTOR_TWO));
    for (int i = 0; i < list.count; i++) {
        char word[MOVE_WORD_MAX];
        session->history.game->move_print(&session->history.board, list.at[i], word);
        text_format(line, " %s", word);
    }
}

static void query_chance(struct session *session, struct text *line)
{
    struct chance chance = {0};
    if (turn_now(session) == ACTOR_CHANCE)
        session->history.game->chance(&session->history.board, &session->history.now, &chance);
    text_number(line, chance.total);
    for (int i = 0; i < chance.count; i++) {
        char word[MOVE_WORD_MAX];
        assert(chance.at[i].weight > 0 && chance.at[i].weight <= chance.total);
        session->history.game->move_print(&session->history.board, chance.at[i].outcome, word);
        text_format(line, " %" PRId64 "@%s", chance.at[i].weight, word);
    }
}

static void query_fen(struct session *session, struct text *line)
{
    session->history.game->print(&session->history.board, &session->history.now, line);
}

static void query_score(struct session *session, struct text *line)
{
    int64_t score[2];
    session->history.game->score(&session->history.board, &session->history.now, score);
    text_number(line, score[0]);
    if (!session->history.game->one_score &&
        game_players(session->history.game, &session->history.board) == 2)
        text_format(line, " %" PRId64, score[1]);
}

static void query_players(struct session *session, struct text *line)
{
    text_number(line, game_players(session->history.game, &session->history.board));
}

static void query_reason(struct session *session, struct text *line)
{
    text_string(line, session->history.game->reason(&session->history.board, &session->history.now));
}

static void query_ply(struct session *session, struct text *line)
{
    text_number(line, session->history.plies);
}

static void query_game(struct session *session, struct text *line)
{
    text_string(line, session->history.game->name);
}

static void query_key(struct session *session, struct text *line)
{
    text_format(line, "%016" PRIx64,
                session->history.game->key(&session->history.board, &session->history.now));
}

/* Where the line of play began. */
static void query_start(struct session *session, struct text *line)
{
    const struct history *history = &session->history;
    struct position start;
    history_at(history, 0, &start);
    history->game->print(&history->board, &start, line);
}

static void query_moves(struct session *session, struct text *line)
{
    const struct history *history = &session->history;
    text_number(line, history->plies);
    for (int ply = 0; ply < history->plies; ply++) {
        char word[MOVE_WORD_MAX];
        history->game->move_print(&history->board, history->moves[ply], word);
        text_format(line, " %s", word);
    }
}

struct query {
    const char *name;
    void (*answer)(struct session *, struct text *line); /* writes what follows "response " */
};

static const struct query queries[] = {
    {"p1turn", query_p1turn},   {"gameover", query_gameover}, {"result", query_result},
    {"turn", query_turn},       {"legal", query_legal},       {"fen", query_fen},
    {"score", query_score},     {"reason", query_reason},     {"ply", query_ply},
    {"game", query_game},       {"key", query_key},           {"chance", query_chance},
    {"players", query_players}, {"start", query_start},       {"moves", query_moves},
};

enum { QUERIES = sizeof queries / sizeof queries[0] };

const char *query_word(int index)
{
    static const char *const others[] = {"numbers", "option", "scene", NULL};
    assert(index >= 0 && index < QUERIES + (int)(sizeof others / sizeof others[0]));
    return index < QUERIES ? queries[index].name : others[index - QUERIES];
}

/* The longest answer there can be now. */
static size_t room_needed(const struct session *session)
{
    return FEN_MAX + MOVES_LINE_MAX + (size_t)session->history.plies * MOVE_WORD_MAX;
}

/* NULL, with the error written: out of memory. */
static char *take_room(struct session *session, size_t size)
{
    char *room = malloc(size);
    if (room == NULL)
        session_error(session, ERROR_internal, "out of memory");
    return room;
}

static void answer(struct session *session, const struct query *query)
{
    size_t size = room_needed(session);
    char *room = take_room(session, size);
    if (room == NULL)
        return;
    struct text line = text_in(room, size);
    text_string(&line, "response ");
    query->answer(session, &line);
    assert(!line.cut);
    session_write(session, &line);
    free(room);
}

static void query_option(struct session *session, struct word name)
{
    int id = option_find(name);
    if (name.length == 0) {
        session_error(session, ERROR_missing_argument, "query option takes NAME");
        return;
    }
    if (id < 0) {
        session_error_word(session, ERROR_option_unknown, "", name);
        return;
    }
    char room[128];
    struct text line = text_in(room, sizeof room);
    text_string(&line, "response ");
    option_print_value((enum option_id)id, session->options.at[id], &line);
    assert(!line.cut);
    session_write(session, &line);
}

static void print_numbers(struct text *line, const struct proof_numbers *numbers)
{
    assert(numbers->won != NUMBER_INFINITE || numbers->lost != NUMBER_INFINITE); /* not both impossible */
    const uint64_t each[] = {numbers->won, numbers->lost};
    for (int i = 0; i < 2; i++)
        if (each[i] == NUMBER_INFINITE)
            text_string(line, " inf");
        else
            text_format(line, " %" PRIu64, each[i]);
    text_format(line, " %" PRIu64, numbers->work);
}

/* Of the position, then of what every move leads to; each as the player on move there sees it. */
static bool collect_numbers(struct session *session, void *solver, struct text *line)
{
    const struct history *history = &session->history;
    const struct game *game = history->game;
    struct proof_numbers numbers;
    struct move_list list;
    if (!game->solver->numbers(solver, &history->board, &history->now, &numbers))
        return false;
    print_numbers(line, &numbers);
    game->moves(&history->board, &history->now, &list);
    for (int i = 0; i < list.count; i++) {
        char word[MOVE_WORD_MAX];
        struct position next = history->now;
        game->apply(&history->board, &next, list.at[i]);
        if (!game->solver->numbers(solver, &history->board, &next, &numbers))
            return false;
        game->move_print(&history->board, list.at[i], word);
        text_format(line, " %s", word);
        print_numbers(line, &numbers);
    }
    return true;
}

/* The solver's memory is not looked into while it works. */
static void query_numbers(struct session *session)
{
    enum { NUMBERS_LINE_MAX = 128 + MOVES_MAX * (MOVE_WORD_MAX + 64) };
    const struct game *game = session->history.game;
    if (session_phase(session) != PHASE_IDLE) {
        session_error(session, ERROR_busy, "query numbers");
        return;
    }
    char *room = take_room(session, NUMBERS_LINE_MAX);
    if (room == NULL)
        return;
    struct text line = text_in(room, NUMBERS_LINE_MAX);
    text_string(&line, "response");
    bool has = game->solver != NULL && game->solver->numbers != NULL && turn_now(session) != ACTOR_NONE;
    void *solver = has ? search_solver(session->search, game) : NULL;
    if (solver != NULL && collect_numbers(session, solver, &line))
        session_write(session, &line);
    else
        session_error(session, ERROR_unsupported, "query numbers: nothing is known of a proof");
    assert(!line.cut);
    free(room);
}

/* The line of a picture to be painted elsewhere; of its moves with the word for them. */
static void query_scene(struct session *session, struct word what)
{
    const struct history *history = &session->history;
    if (what.length > 0 && !word_is_nocase(what, "moves")) {
        session_error_word(session, ERROR_bad_argument, "query scene takes moves or nothing, not", what);
        return;
    }
    size_t size = SCENE_LINE_MAX;
    if (what.length > 0)
        size = scene_line_moves_room(history->game, &history->board, &history->now);
    char *room = take_room(session, size);
    if (room == NULL)
        return;
    struct text line = text_in(room, size);
    text_string(&line, "response ");
    if (what.length > 0) {
        scene_line_print_moves(history->game, &history->board, &history->now, &line);
    } else {
        struct scene scene;
        scene_of(history->game, &history->board, &history->now, history_last_move(history), &scene);
        scene_line_print(&scene, &line);
    }
    assert(!line.cut);
    session_write(session, &line);
    free(room);
}

/* Of a query that takes none. */
static void refuse_argument(struct session *session, const char *name, struct word argument)
{
    session_error_at_word(session, ERROR_bad_argument, argument, "query %s takes nothing, not", name);
}

void command_query(struct session *session, struct cursor *cursor)
{
    struct word name = cursor_next(cursor);
    struct word argument = cursor_next(cursor);
    if (word_is_nocase(name, "option")) {
        query_option(session, argument);
        return;
    }
    if (word_is_nocase(name, "scene")) {
        query_scene(session, argument);
        return;
    }
    if (word_is_nocase(name, "numbers")) {
        if (argument.length > 0)
            refuse_argument(session, "numbers", argument);
        else
            query_numbers(session);
        return;
    }
    for (int i = 0; i < QUERIES; i++)
        if (word_is_nocase(name, queries[i].name)) {
            if (argument.length > 0)
                refuse_argument(session, queries[i].name, argument);
            else
                answer(session, &queries[i]);
            return;
        }
    session_error_word(session, ERROR_unknown_query, "", name);
}

void command_legal(struct session *session, struct cursor *cursor)
{
    (void)cursor;
    answer(session, &(struct query){"legal", query_legal});
}
