#include "protocol/session.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "protocol/state.h"

static const char *const error_words[ERROR_COUNT] = {
#define ERROR(code, meaning) [ERROR_##code] = #code,
#include "protocol/errors.def"
#undef ERROR
};

const char *error_word(enum error error)
{
    assert(error < ERROR_COUNT);
    return error_words[error];
}

/* -- the one way out -- */

static void write_locked(struct session *session, const struct text *line)
{
    session->writer.line(session->writer.context, line->at, line->length);
}

void session_write(struct session *session, const struct text *line)
{
    pthread_mutex_lock(&session->lock);
    write_locked(session, line);
    pthread_mutex_unlock(&session->lock);
}

enum { SAY_MAX = 1024 };

/* Cut to what there is room for. */
static __attribute__((format(printf, 2, 0))) void compose(char room[SAY_MAX], const char *format,
                                                          va_list arguments)
{
    int length = vsnprintf(room, SAY_MAX, format, arguments);
    assert(length >= 0);
    (void)length;
}

void session_say(struct session *session, const char *format, ...)
{
    char room[SAY_MAX];
    va_list arguments;
    va_start(arguments, format);
    compose(room, format, arguments);
    va_end(arguments);
    struct text line = {.at = room, .capacity = sizeof room, .length = strlen(room)};
    session_write(session, &line);
}

void session_error(struct session *session, enum error error, const char *format, ...)
{
    char room[SAY_MAX];
    va_list arguments;
    va_start(arguments, format);
    compose(room, format, arguments);
    va_end(arguments);
    session_say(session, "error %s%s%s", error_words[error], room[0] != '\0' ? " " : "", room);
}

void session_error_word(struct session *session, enum error error, const char *before, struct word word)
{
    enum { QUOTE_MAX = 64 };
    char quoted[QUOTE_MAX + 1];
    fault_quote(word, quoted, QUOTE_MAX);
    session_error(session, error, "%s%s%s", before, before[0] != '\0' && quoted[0] != '\0' ? " " : "",
                  quoted);
}

void session_error_at_word(struct session *session, enum error error, struct word word, const char *format,
                           ...)
{
    char before[SAY_MAX];
    va_list arguments;
    va_start(arguments, format);
    compose(before, format, arguments);
    va_end(arguments);
    session_error_word(session, error, before, word);
}

/* -- game and position -- */

void session_take_scratch(struct session *session)
{
    assert(session->scratch.game != NULL && session_phase(session) == PHASE_IDLE);
    history_swap(&session->history, &session->scratch);
}

/* The error of a word that is no legal move where one is due, or no outcome where chance is. */
static void refuse_move(struct session *session, const struct history *history, int index, struct word word)
{
    bool chance = history->game->turn(&history->board, &history->now) == ACTOR_CHANCE;
    session_error_at_word(session, chance ? ERROR_illegal_chance : ERROR_illegal_move, word, "%d", index);
}

bool session_play_words(struct session *session, struct history *history, struct cursor *cursor)
{
    const struct game *game = history->game;
    for (int index = 1;; index++) {
        struct word word = cursor_next(cursor);
        if (word.length == 0)
            return true;
        move_t move = game->move_parse(&history->board, word);
        if (move == MOVE_NONE || !game_allows(game, &history->board, &history->now, move)) {
            refuse_move(session, history, index, word);
            return false;
        }
        if (!history_play(history, move)) {
            session_error(session, ERROR_internal, "out of memory");
            return false;
        }
    }
}

/* The place of a game in the registry, as the option Game counts. */
static int64_t registry_index(const struct game *game)
{
    int64_t index = 0;
    while (games[index] != game) {
        assert(games[index] != NULL);
        index++;
    }
    return index;
}

bool session_begin(struct session *session, const struct game *game, const struct board *board,
                   const struct position *start)
{
    if (!history_begin(&session->scratch, game, board, start)) {
        session_error(session, ERROR_internal, "out of memory");
        return false;
    }
    session_take_scratch(session);
    board_copy(game, &session->start_board, &session->history.board);
    position_copy(game, &session->start_position, &session->history.now);
    session->options.at[OPTION_GAME] = registry_index(game);
    session->dice.state = (uint64_t)session->options.at[OPTION_SEED];
    session->memory.known = false;
    search_clear(session->search);
    return true;
}

bool session_start_game(struct session *session, const struct game *game, const struct words *flags)
{
    struct board board;
    struct position position;
    struct fault fault;
    if (game->start(&board, &position, flags, &fault))
        return session_begin(session, game, &board, &position);
    session_error(session, ERROR_bad_argument, "%s %s", fault.field, fault.why);
    return false;
}

const struct game *session_game(const struct session *session)
{
    return session->history.game;
}

const struct board *session_board(const struct session *session)
{
    return &session->history.board;
}

const struct position *session_position(const struct session *session)
{
    return &session->history.now;
}

int session_plies(const struct session *session)
{
    return session->history.plies;
}

void session_position_at(const struct session *session, int ply, struct position *position)
{
    history_at(&session->history, ply, position);
}

move_t session_move_at(const struct session *session, int ply)
{
    assert(ply >= 0 && ply < session->history.plies);
    return session->history.moves[ply];
}

/* -- life -- */

struct session *session_create(const struct session_writer *writer)
{
    struct session *session = calloc(1, sizeof *session);
    if (session == NULL)
        return NULL;
    session->search = search_create();
    if (session->search == NULL) {
        free(session);
        return NULL;
    }
    session->writer = *writer;
    pthread_mutex_init(&session->lock, NULL);
    pthread_cond_init(&session->idle, NULL);
    session->picture_room = (struct picture_room){.columns = 80, .rows = 24};
    session->options = option_defaults();
    session->dice.state = (uint64_t)session->options.at[OPTION_SEED];
    struct words none = {0};
    if (!session_start_game(session, games[0], &none)) {
        session_destroy(session);
        return NULL;
    }
    return session;
}

void session_set_picture_room(struct session *session, const struct picture_room *room)
{
    session->picture_room = *room;
}

bool session_set_up(struct session *session, const char *store, const char *game)
{
    char room[4096];
    struct text line = text_in(room, sizeof room);
    if (store != NULL) {
        free(session->store);
        session->store = strdup(store);
        if (session->store == NULL)
            return false;
    }
    if (game != NULL) {
        text_format(&line, "newgame %s", game);
        if (line.cut)
            session_error(session, ERROR_bad_argument, "newgame with more than %zu bytes", sizeof room);
        else
            session_line(session, line.at, line.length);
    }
    return true;
}

const char *session_store(struct session *session)
{
    if (session->store == NULL)
        session_error(session, ERROR_unsupported, "no file: start panj with --store FILE");
    return session->store;
}

void session_destroy(struct session *session)
{
    if (session == NULL)
        return;
    session_quit(session);
    assert(session->queue.first == NULL && session->phase == PHASE_IDLE);
    session_drop_tables(session);
    free(session->store);
    free(session->count.text);
    search_destroy(session->search);
    history_free(&session->history);
    history_free(&session->scratch);
    pthread_cond_destroy(&session->idle);
    pthread_mutex_destroy(&session->lock);
    free(session);
}
