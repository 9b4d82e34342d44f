/* A strategy as bytes: a page of text that says what is proven, then the answers. Reading it back believes
 * nothing: the board comes from the FEN, and every answer is checked by the rules. */
#include <stdlib.h>

#include "games/konane/answering.h"
#include "games/konane/heading.h"
#include "games/konane/kept.h"
#include "games/konane/konane.h"
#include "games/konane/strategy.h"
#include "search/solver.h"
#include "solve/crew.h"

enum {
    CHUNK_ANSWERS = 4096,
    MARKS_MOST = 1 << 17 /* a mebibyte */
};

static const char signature[] = "panj proof 2 konane\n";

/* -- writing -- */

static bool write_heading(const struct board *board, const struct position *position, enum konane_side winner,
                          size_t count, const struct sink *sink)
{
    char room[HEADING_BYTES];
    struct text text = text_in(room, sizeof room);
    text_format(&text, "%sfen ", signature);
    konane_game.print(board, position, &text);
    text_format(&text, "\nwinner %d\nanswers %zu\n", winner == KONANE_BLACK ? 1 : 2, count);
    return konane_heading_write(&text, sink);
}

static bool write_answers(struct konane_answers *answers, const struct sink *sink)
{
    unsigned char chunk[CHUNK_ANSWERS * STRATEGY_ANSWER_BYTES];
    struct konane_answer answer;
    size_t filled = 0;
    while (konane_answers_next(answers, &answer)) {
        konane_strategy_put(&answer, chunk + filled);
        filled += STRATEGY_ANSWER_BYTES;
        if (filled < sizeof chunk)
            continue;
        if (!sink->take(sink->context, chunk, filled))
            return false;
        filled = 0;
    }
    return sink->take(sink->context, chunk, filled);
}

static bool write_proof(void *self, const struct board *board, const struct position *position,
                        const struct proof_order *order, struct job *job, const struct sink *sink,
                        struct fault *fault)
{
    enum konane_side winner;
    struct konane_answers *answers =
        konane_answer_all(self, konane_board(board), konane_position(position), order->threads, job, &winner);
    if (answers == NULL)
        return fault_set(fault, "proof",
                         job_stopped(job) ? "stopped" : "the position is not solved, or there is no memory");
    bool good = write_heading(board, position, winner, konane_answers_count(answers), sink) &&
                write_answers(answers, sink);
    konane_answers_close(answers);
    return good || fault_set(fault, "proof", "could not be written");
}

/* -- reading -- */

/* What the page of text claims. */
struct heading {
    struct board board;
    struct position root;
    int64_t winner;
    int64_t answers;
    struct word fen;
};

static bool read_heading(const void *image, size_t size, struct heading *heading, struct fault *fault)
{
    struct heading_lines lines;
    struct words words;
    if (!konane_heading_begin(image, size, signature, &lines))
        return fault_set(fault, "heading", "this is no proof of konane");
    if (!konane_heading_line(&lines, "fen", &heading->fen) ||
        !konane_heading_number(&lines, "winner", 1, 2, &heading->winner) ||
        !konane_heading_number(&lines, "answers", 0, INT64_MAX / 32, &heading->answers))
        return fault_set(fault, "heading", "damaged");
    if (size - HEADING_BYTES != (size_t)heading->answers * STRATEGY_ANSWER_BYTES)
        return fault_set(fault, "size", "not that of so many answers");
    return words_split(heading->fen.at, heading->fen.length, &words) &&
           konane_game.parse(&heading->board, &heading->root, &words, fault);
}

/* The answers stay where they are: a large proof is as large as memory. */
static struct konane_strategy strategy_in(const char *image, const struct heading *heading)
{
    return (struct konane_strategy){.board = *konane_board(&heading->board),
                                    .root = *konane_position(&heading->root),
                                    .winner = heading->winner == 1 ? KONANE_BLACK : KONANE_WHITE,
                                    .count = (size_t)heading->answers,
                                    .image = (const unsigned char *)image + HEADING_BYTES};
}

/* -- checking -- */

/* One thread's part of the answers. */
struct checker {
    const struct konane_strategy *strategy;
    struct konane_check *check;
    size_t from, to;
    enum strategy_flaw flaw;
};

static void check_part(void *argument)
{
    struct checker *checker = argument;
    checker->flaw =
        konane_strategy_check_answers(checker->strategy, checker->from, checker->to, checker->check);
}

/* Where the share begins that has so many parts before it. */
static size_t begin_of(const struct konane_strategy *strategy, uint32_t before, uint32_t parts)
{
    size_t odd = strategy->count % parts;
    return strategy->count / parts * before + (before < odd ? before : odd);
}

/* Each answer is checked by itself, so shares may be checked anywhere; the root belongs to the first. */
static enum strategy_flaw check_share(const struct konane_strategy *strategy, struct proof_share share,
                                      int threads, struct job *job)
{
    struct checker checkers[CREW_MAX];
    void *member[CREW_MAX];
    int count = threads < CREW_MAX ? threads : CREW_MAX;
    assert(share.part >= 1 && share.part <= share.parts);
    size_t begin = begin_of(strategy, share.part - 1, share.parts);
    size_t length = begin_of(strategy, share.part, share.parts) - begin;
    struct konane_check check = {.job = job, .count = length};
    enum strategy_flaw flaw = share.part == 1 ? konane_strategy_check_root(strategy) : STRATEGY_SOUND;
    for (int i = 0; i < count; i++) {
        checkers[i] = (struct checker){.strategy = strategy,
                                       .check = &check,
                                       .from = begin + length * (size_t)i / (size_t)count,
                                       .to = begin + length * (size_t)(i + 1) / (size_t)count};
        member[i] = &checkers[i];
    }
    crew_run_all(count, check_part, member);
    for (int i = 0; i < count; i++) {
        if (flaw == STRATEGY_SOUND)
            flaw = checkers[i].flaw;
    }
    return flaw;
}

static bool verify_proof(const void *image, size_t size, struct proof_share share, int threads,
                         struct job *job, struct text *claim, struct fault *fault)
{
    static const char *const flaws[] = {[STRATEGY_UNSORTED] = "not in order",
                                        [STRATEGY_ILLEGAL] = "an answer is no move",
                                        [STRATEGY_OPEN] = "a reply has no answer",
                                        [STRATEGY_STOPPED] = "stopped"};
    struct heading heading = {0};
    if (!read_heading(image, size, &heading, fault))
        return false;
    struct konane_strategy strategy = strategy_in(image, &heading);
    konane_strategy_mark(&strategy, MARKS_MOST);
    enum strategy_flaw flaw = check_share(&strategy, share, threads, job);
    free(strategy.marks);
    assert(flaw >= STRATEGY_SOUND && flaw <= STRATEGY_STOPPED);
    if (flaw != STRATEGY_SOUND)
        return fault_set(fault, "answers", "%s", flaws[flaw]);
    text_format(claim, "p%dwin with %lld answers: ", (int)heading.winner, (long long)heading.answers);
    text_chars(claim, heading.fen.at, heading.fen.length);
    return true;
}

/* -- for provers elsewhere -- */

static bool learn(void *self, const struct board *board, struct cursor words, int *learnt)
{
    return konane_prover_learn(self, konane_board(board), words, learnt);
}

const struct solver_proofs konane_proofs = {.write = write_proof,
                                            .verify = verify_proof,
                                            .tell = konane_prover_tell,
                                            .learn = learn,
                                            .keep = konane_keep,
                                            .resume = konane_resume};
