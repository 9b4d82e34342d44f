/* The command `tables`: exact tables that outlive the process. The solver knows the bytes, this file knows
 * the file: the one that the command line named. */
#include <errno.h>
#include <inttypes.h>
#include <sys/mman.h>

#include "protocol/files.h"
#include "protocol/state.h"
#include "search/solver.h"

void session_drop_tables(struct session *session)
{
    struct tables *tables = &session->tables;
    if (tables->image == NULL)
        return;
    assert(tables->size > 0 && tables->game->solver->tables != NULL);
    tables->game->solver->tables->detach(search_solver(session->search, tables->game));
    munmap(tables->image, tables->size);
    tables->image = NULL;
}

/* What the game's solver works with; NULL, with the error written, if there is none. */
static void *find_solver(struct session *session)
{
    const struct game *game = session->history.game;
    if (game->solver == NULL || game->solver->tables == NULL) {
        session_error(session, ERROR_unsupported, "tables: %s has none", game->name);
        return NULL;
    }
    void *solver = search_solver(session->search, game);
    if (solver == NULL)
        session_error(session, ERROR_internal, "out of memory");
    return solver;
}

/* -- build -- */

static void run_build(struct session *session)
{
    const struct solver_tables *tables = session->history.game->solver->tables;
    size_t bytes = (size_t)session->options.at[OPTION_TABLE_MB] << 20;
    struct means means = {.bytes = bytes > 0 ? bytes : search_table_bytes(session->search),
                          .threads = search_threads(session->search),
                          .to_the_end = true,
                          .multipv = 1};
    struct fault fault;
    void *solver = search_solver(session->search, session->history.game);
    assert(tables != NULL && solver != NULL); /* find_solver() has seen to it */
    if (tables->build(solver, &means, &session->history.board, &session->history.now, session->count.argument,
                      &session->count.job, &fault))
        count_ends(session, "tables built");
    else
        count_fails(session, ERROR_unsupported, "tables %s %s", fault.field, fault.why);
}

static void build(struct session *session, struct cursor *cursor)
{
    int64_t limit = 0;
    struct word word = cursor_next(cursor);
    if (word.length > 0 && !word_number(word, 1, INT32_MAX, &limit))
        session_error_word(session, ERROR_bad_argument, "tables build takes a number, not", word);
    else
        session_count(session, run_build, limit);
}

/* -- save -- */

static void save(struct session *session)
{
    void *solver = find_solver(session);
    const char *path = solver != NULL ? session_store(session) : NULL;
    if (path == NULL)
        return;
    const struct solver_tables *tables = session->history.game->solver->tables;
    struct draft draft;
    const void *at;
    size_t size;
    draft_begin(&draft, path);
    for (int index = 0; tables->part(solver, index, &at, &size) && draft_write(&draft, at, size); index++)
        continue;
    int64_t bytes = draft.bytes;
    int trouble = draft_end(&draft, path, bytes > 0);
    if (trouble != 0)
        session_error(session, ERROR_internal, "tables: %s", strerror(trouble));
    else if (bytes == 0)
        session_error(session, ERROR_unsupported, "tables: nothing is built");
    else
        session_say(session, "tables saved %" PRId64 " bytes", bytes);
}

/* -- load -- */

static void load(struct session *session)
{
    size_t size = 0;
    struct fault fault;
    void *solver = find_solver(session);
    const char *path = solver != NULL ? session_store(session) : NULL;
    if (path == NULL)
        return;
    void *image = file_map(path, &size);
    if (image == NULL) {
        session_error(session, ERROR_unsupported, "tables: %s", strerror(errno));
        return;
    }
    if (!session->history.game->solver->tables->attach(solver, &session->history.board, image, size,
                                                       &fault)) {
        munmap(image, size);
        session_error(session, ERROR_unsupported, "tables %s %s", fault.field, fault.why);
        return;
    }
    assert(session->tables.image != image);
    if (session->tables.image != NULL) /* the new image has taken the place of this one */
        munmap(session->tables.image, session->tables.size);
    session->tables.image = image;
    session->tables.size = size;
    session->tables.game = session->history.game;
    session_say(session, "tables loaded %zu bytes", size);
}

/* -- drop -- */

static void drop(struct session *session)
{
    if (find_solver(session) == NULL)
        return;
    session_drop_tables(session);
    session_say(session, "tables dropped");
}

void command_tables(struct session *session, struct cursor *cursor)
{
    struct word verb = cursor_next(cursor);
    if (word_is_nocase(verb, "build")) {
        if (find_solver(session) != NULL)
            build(session, cursor);
    } else if (word_is_nocase(verb, "save")) {
        save(session);
    } else if (word_is_nocase(verb, "load")) {
        load(session);
    } else if (word_is_nocase(verb, "drop")) {
        drop(session);
    } else {
        session_error_word(session, ERROR_bad_argument, "tables takes build, save, load or drop, not", verb);
    }
}
