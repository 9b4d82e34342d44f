/* The command `tables`: exact tables that outlive the process. The solver knows the bytes, this file knows
 * the file: the one that the command line named. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/state.h"
#include "search/solver.h"

bool session_set_tables(struct session *session, const char *path)
{
    free(session->tables.path);
    session->tables.path = strdup(path);
    return session->tables.path != NULL;
}

void session_drop_tables(struct session *session)
{
    struct tables *tables = &session->tables;
    if (tables->image == NULL)
        return;
    tables->game->solver->tables->detach(search_solver(session->search, tables->game));
    munmap(tables->image, tables->size);
    tables->image = NULL;
}

/* What the game's solver works with; NULL, with the error written, if there is none. */
static void *find_solver(struct session *session)
{
    const struct game *game = session->game;
    if (game->solver == NULL || game->solver->tables == NULL) {
        session_error(session, ERROR_unsupported, "tables: %s has none", game->name);
        return NULL;
    }
    void *solver = search_solver(session->search, game);
    if (solver == NULL)
        session_error(session, ERROR_internal, "out of memory");
    return solver;
}

static bool has_path(struct session *session)
{
    if (session->tables.path == NULL)
        session_error(session, ERROR_unsupported, "tables: start panj with --tables FILE");
    return session->tables.path != NULL;
}

/* ---- build -----------------------------------------------------------------------------------------------
 */

static void run_build(struct session *session)
{
    const struct solver_tables *tables = session->game->solver->tables;
    struct means means = {.bytes = (size_t)session->options.at[OPTION_TABLE_MB] << 20,
                          .threads = search_threads(session->search),
                          .to_the_end = true,
                          .multipv = 1};
    struct fault fault;
    void *solver = search_solver(session->search, session->game);
    if (tables->build(solver, &means, &session->history.board, &session->position, session->count.argument,
                      &session->count.job, &fault))
        session_say(session, "tables built");
    else
        session_error(session, ERROR_unsupported, "tables %s %s", fault.field, fault.why);
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

/* ---- save ------------------------------------------------------------------------------------------------
 */

static bool write_all(int file, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(file, bytes, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

/* All parts, one behind the other; the number of bytes, 0 if there are none, -1 with errno set. */
static int64_t write_parts(const struct solver_tables *tables, void *solver, int file)
{
    const void *at;
    size_t size;
    int64_t total = 0;
    for (int index = 0; tables->part(solver, index, &at, &size); index++) {
        if (!write_all(file, at, size))
            return -1;
        total += (int64_t)size;
    }
    return total;
}

/* Under another name first, so that the old file stays whole until the new one is. */
static void save(struct session *session)
{
    char *draft = NULL;
    void *solver = find_solver(session);
    if (solver == NULL || !has_path(session))
        return;
    size_t room = strlen(session->tables.path) + 8;
    draft = malloc(room);
    if (draft == NULL) {
        session_error(session, ERROR_internal, "out of memory");
        return;
    }
    snprintf(draft, room, "%s.draft", session->tables.path);
    int file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    int64_t total = file >= 0 ? write_parts(session->game->solver->tables, solver, file) : -1;
    bool written = total > 0 && fsync(file) == 0;
    if (file >= 0)
        close(file);
    if (total == 0)
        session_error(session, ERROR_unsupported, "tables: nothing is built");
    else if (!written || rename(draft, session->tables.path) != 0)
        session_error(session, ERROR_internal, "tables: %s", strerror(errno));
    else
        session_say(session, "tables saved %" PRId64 " bytes", total);
    unlink(draft);
    free(draft);
}

/* ---- load ------------------------------------------------------------------------------------------------
 */

/* The file in memory, read only; NULL with errno set. */
static void *map_file(const char *path, size_t *size)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat about;
    void *image = NULL;
    if (file < 0)
        return NULL;
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0) {
        *size = (size_t)about.st_size;
        image = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0);
    } else {
        errno = EINVAL;
    }
    close(file);
    return image != MAP_FAILED ? image : NULL;
}

static void load(struct session *session)
{
    size_t size = 0;
    struct fault fault;
    void *solver = find_solver(session);
    if (solver == NULL || !has_path(session))
        return;
    void *image = map_file(session->tables.path, &size);
    if (image == NULL) {
        session_error(session, ERROR_unsupported, "tables: %s", strerror(errno));
        return;
    }
    if (!session->game->solver->tables->attach(solver, &session->history.board, image, size, &fault)) {
        munmap(image, size);
        session_error(session, ERROR_unsupported, "tables %s %s", fault.field, fault.why);
        return;
    }
    if (session->tables.image != NULL) /* the new image has taken the place of this one */
        munmap(session->tables.image, session->tables.size);
    session->tables.image = image;
    session->tables.size = size;
    session->tables.game = session->game;
    session_say(session, "tables loaded %zu bytes", size);
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
        if (find_solver(session) != NULL)
            session_drop_tables(session);
    } else {
        session_error_word(session, ERROR_bad_argument, "tables takes build, save, load or drop, not", verb);
    }
}
