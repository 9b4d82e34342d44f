/* The command `proof`: keeps the proof of a solved position in the file that the command line named, and
 * checks such a file with nothing but the rules. */
#include <errno.h>
#include <inttypes.h>
#include <sys/mman.h>

#include "protocol/files.h"
#include "protocol/state.h"
#include "search/solver.h"

static bool has_proofs(const struct game *game)
{
    return game->solver != NULL && game->solver->proofs != NULL;
}

/* -- save -- */

static bool take_bytes(void *context, const void *bytes, size_t size)
{
    return draft_write(context, bytes, size);
}

static void run_save(struct session *session)
{
    struct draft draft;
    struct fault fault;
    const char *path = session->store;
    assert(path != NULL && has_proofs(session->history.game));
    struct sink sink = {.context = &draft, .take = take_bytes};
    void *solver = search_solver(session->search, session->history.game);
    draft_begin(&draft, path);
    bool kept =
        draft.trouble == 0 && solver != NULL &&
        session->history.game->solver->proofs->write(solver, &session->history.board, &session->history.now,
                                                     &session->count.job, &sink, &fault);
    bool refused = draft.trouble == 0 && !kept;
    int64_t bytes = draft.bytes;
    int trouble = draft_end(&draft, path, kept);
    if (refused)
        count_fails(session, ERROR_unsupported, "proof: %s", solver != NULL ? fault.why : "out of memory");
    else if (trouble != 0)
        count_fails(session, ERROR_internal, "proof: %s", strerror(trouble));
    else
        count_ends(session, "proof saved %" PRId64 " bytes", bytes);
}

/* -- verify -- */

static void run_verify(struct session *session)
{
    size_t size;
    struct fault fault;
    char room[512];
    struct text claim = text_in(room, sizeof room);
    assert(session->store != NULL && has_proofs(session->history.game));
    void *image = file_map(session->store, &size);
    if (image == NULL) {
        count_fails(session, ERROR_unsupported, "proof: %s", strerror(errno));
        return;
    }
    bool stands = session->history.game->solver->proofs->verify(image, size, search_threads(session->search),
                                                                &session->count.job, &claim, &fault);
    munmap(image, size);
    if (stands)
        count_ends(session, "proof verified %s", claim.at);
    else
        count_fails(session, ERROR_unsupported, "proof refuted: %s %s", fault.field, fault.why);
}

void command_proof(struct session *session, struct cursor *cursor)
{
    struct word verb = cursor_next(cursor);
    bool saves = word_is_nocase(verb, "save");
    if (!saves && !word_is_nocase(verb, "verify"))
        session_error_word(session, ERROR_bad_argument, "proof takes save or verify, not", verb);
    else if (!has_proofs(session->history.game))
        session_error(session, ERROR_unsupported, "proof: %s has none", session->history.game->name);
    else if (session_store(session) != NULL)
        session_count(session, saves ? run_save : run_verify, 0);
}
