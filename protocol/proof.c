/* The command `proof`: keeps the proof of a solved position in the file that the command line named, and
 * checks such a file with nothing but the rules. What has been decided on the way to a proof is told to other
 * engines, and learnt from them. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
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

/* write() or keep() of struct solver_proofs. */
typedef bool writer_fn(void *, const struct board *, const struct position *, const struct proof_order *,
                       struct job *, const struct sink *, struct fault *);

static void write_file(struct session *session, writer_fn *writes, const char *done)
{
    struct draft draft;
    struct fault fault;
    const char *path = session->store;
    assert(path != NULL && has_proofs(session->history.game));
    struct sink sink = {.context = &draft, .take = take_bytes};
    void *solver = search_solver(session->search, session->history.game);
    struct proof_order order = {search_threads(session->search), (uint64_t)session->count.argument};
    draft_begin(&draft, path);
    bool kept = draft.trouble == 0 && solver != NULL &&
                writes(solver, &session->history.board, &session->history.now, &order, &session->count.job,
                       &sink, &fault);
    bool refused = draft.trouble == 0 && !kept;
    int64_t bytes = draft.bytes;
    int trouble = draft_end(&draft, path, kept);
    if (refused)
        count_fails(session, ERROR_unsupported, "proof: %s", solver != NULL ? fault.why : "out of memory");
    else if (trouble != 0)
        count_fails(session, ERROR_internal, "proof: %s", strerror(trouble));
    else
        count_ends(session, "proof %s %" PRId64 " bytes", done, bytes);
}

static void run_save(struct session *session)
{
    write_file(session, session->history.game->solver->proofs->write, "saved");
}

static void run_keep(struct session *session)
{
    write_file(session, session->history.game->solver->proofs->keep, "kept");
}

static void keep_tables(struct session *session, struct cursor *cursor)
{
    int64_t least = 1;
    struct word word = cursor_next(cursor);
    if ((word.length > 0 && !word_number(word, 1, INT64_MAX, &least)) || cursor_next(cursor).length > 0)
        session_error(session, ERROR_bad_argument, "proof keep takes LEAST, a number of visits from 1 on");
    else if (session_store(session) != NULL)
        session_count(session, run_keep, least);
}

/* -- resume -- */

static void run_resume(struct session *session)
{
    size_t size;
    struct fault fault;
    uint64_t count = 0;
    assert(session->store != NULL && has_proofs(session->history.game));
    void *solver = search_solver(session->search, session->history.game);
    void *image = solver != NULL ? file_map(session->store, &size) : NULL;
    if (image == NULL) {
        count_fails(session, ERROR_unsupported, "proof: %s", strerror(solver != NULL ? errno : ENOMEM));
        return;
    }
    struct means means = {.bytes = search_table_bytes(session->search),
                          .threads = search_threads(session->search),
                          .multipv = 1};
    bool goes_on = session->history.game->solver->proofs->resume(
        solver, &means, &session->history.board, image, size, &session->count.job, &count, &fault);
    munmap(image, size);
    if (goes_on)
        count_ends(session, "proof resumed with %" PRIu64 " positions", count);
    else
        count_fails(session, ERROR_unsupported, "proof: %s %s", fault.field, fault.why);
}

/* -- verify -- */

/* A count takes one number along. */
static int64_t number_of(struct proof_share share)
{
    return (int64_t)share.parts << 32 | share.part;
}

static struct proof_share share_of(int64_t number)
{
    return (struct proof_share){.part = (uint32_t)number, .parts = (uint32_t)(number >> 32)};
}

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
    struct proof_share share = share_of(session->count.argument);
    bool stands = session->history.game->solver->proofs->verify(
        image, size, share, search_threads(session->search), &session->count.job, &claim, &fault);
    munmap(image, size);
    if (stands && share.parts > 1)
        count_ends(session, "proof verified part %" PRIu32 " of %" PRIu32 " of %s", share.part, share.parts,
                   claim.at);
    else if (stands)
        count_ends(session, "proof verified %s", claim.at);
    else
        count_fails(session, ERROR_unsupported, "proof refuted: %s %s", fault.field, fault.why);
}

/* "PART PARTS", or nothing: all of it. */
static bool read_share(struct cursor *cursor, struct proof_share *share)
{
    int64_t part = 1, parts = 1;
    struct word first = cursor_next(cursor);
    bool good = first.length == 0 || (word_number(cursor_next(cursor), 1, INT32_MAX, &parts) &&
                                      word_number(first, 1, parts, &part));
    *share = (struct proof_share){.part = (uint32_t)part, .parts = (uint32_t)parts};
    return good && cursor_next(cursor).length == 0;
}

static void verify_proof(struct session *session, struct cursor *cursor)
{
    struct proof_share share;
    if (!read_share(cursor, &share))
        session_error(session, ERROR_bad_argument, "proof verify takes PART PARTS, the first is 1");
    else if (session_store(session) != NULL)
        session_count(session, run_verify, number_of(share));
}

/* -- between engines -- */

static void tell_lessons(struct session *session, struct cursor *cursor)
{
    const struct game *game = session->history.game;
    void *solver = search_solver(session->search, game);
    char *room = malloc(2 * (size_t)LESSONS_ROOM);
    (void)cursor;
    if (solver != NULL && room != NULL) {
        struct text words = text_in(room, LESSONS_ROOM), line = text_in(room + LESSONS_ROOM, LESSONS_ROOM);
        int count = game->solver->proofs->tell(solver, &words);
        text_format(&line, "proof told %d%s", count, words.at);
        assert(!line.cut);
        session_write(session, &line);
    } else {
        session_error(session, ERROR_internal, "out of memory");
    }
    free(room);
}

static void learn_lessons(struct session *session, struct cursor *cursor)
{
    const struct game *game = session->history.game;
    void *solver = search_solver(session->search, game);
    int learnt;
    if (solver == NULL)
        session_error(session, ERROR_internal, "out of memory");
    else if (!game->solver->proofs->learn(solver, &session->history.board, *cursor, &learnt))
        session_error(session, ERROR_bad_argument, "proof learn takes what proof tell has told");
    else
        session_say(session, "proof learnt %d", learnt);
}

/* -- the command -- */

void command_proof(struct session *session, struct cursor *cursor)
{
    static const struct {
        const char *verb;
        bool has_words;
        void (*run)(struct session *, struct cursor *);
        void (*counts)(struct session *); /* not NULL: that, in the background, with the file */
    } rows[] = {{"save", .counts = run_save},     {"keep", .has_words = true, .run = keep_tables},
                {"resume", .counts = run_resume}, {"verify", .has_words = true, .run = verify_proof},
                {"tell", .run = tell_lessons},    {"learn", .has_words = true, .run = learn_lessons}};
    struct word verb = cursor_next(cursor);
    struct cursor behind = *cursor;
    struct word superfluous = cursor_next(&behind);
    size_t at = 0;
    while (at < sizeof rows / sizeof rows[0] && !word_is_nocase(verb, rows[at].verb))
        at++;
    if (at == sizeof rows / sizeof rows[0])
        session_error_word(session, ERROR_bad_argument,
                           "proof takes save, keep, resume, verify, tell or learn, not", verb);
    else if (!rows[at].has_words && superfluous.length > 0)
        session_error_word(session, ERROR_bad_argument, "proof save, resume and tell take nothing, not",
                           superfluous);
    else if (!has_proofs(session->history.game))
        session_error(session, ERROR_unsupported, "proof: %s has none", session->history.game->name);
    else if (rows[at].run != NULL)
        rows[at].run(session, cursor);
    else if (session_store(session) != NULL)
        session_count(session, rows[at].counts, 0);
}
