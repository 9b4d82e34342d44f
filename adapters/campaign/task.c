#include "adapters/campaign/task.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adapters/campaign/parts.h"
#include "adapters/campaign/share.h"
#include "adapters/wire/words.h"

enum {
    LEAVE_TIME = 10 * WIRE_SECOND,
    ANSWER_TIME = 20 * WIRE_SECOND /* behind the limit, in which an engine says what it has */
};

/* -- beginning -- */

/* The two halves of "game | words", as commands; then `more`. */
static void send_position(struct task *task, const char *more)
{
    const char *position = task->record.position;
    const char *bar = strchr(position, '|');
    assert(bar != NULL && bar > position + 1);
    wire_printf(task->wire, "newgame %.*s\nposition %s\n%s", (int)(bar - position - 1), position, bar + 2,
                more);
}

static void task_enter(struct task *task, enum task_state state, int64_t time)
{
    task->state = state;
    task->heard = wire_clock();
    task->deadline = task->heard + time;
}

/* The file stays: other parts of it will be asked for. */
static void begin_share(struct task *task, const struct share *share)
{
    struct string path = {0};
    assert(task->manner->proofs != NULL);
    parts_path(task->manner->proofs, share->proof, &path);
    task->wire = engine_start(task->manner->engine, path.at);
    wire_printf(task->wire, "newgame %.*s\nproof verify %" PRId64 " %" PRId64 "\n",
                (int)strcspn(task->record.position, "|"), task->record.position, share->part, share->parts);
    task_enter(task, TASK_WALKING, task->manner->limit);
    string_free(&path);
}

/* The file of the proof; one that is there already holds what is known of the position. */
static void choose_store(struct task *task, int number)
{
    const struct manner *manner = task->manner;
    struct string store = {0};
    if (manner->tables != NULL)
        parts_table_path(manner->tables, task->record.position, &store);
    else if (manner->verify)
        string_print(&store, "%s.part-%d", manner->scratch, number);
    task->store = store.at;
    if (task->store != NULL && manner->tables == NULL)
        unlink(task->store);
}

/* For so long, or until what is known is to be kept again. */
static void solve_for(struct task *task, int64_t time)
{
    const struct manner *manner = task->manner;
    if (manner->tables != NULL && time > manner->every)
        time = manner->every;
    task->told.nodes = 0; /* those of the pieces before are counted */
    wire_printf(task->wire, "solve%s movetime %" PRId64 "\n", manner->winner ? " winner" : "",
                time / WIRE_MILLISECOND);
    task_enter(task, TASK_SOLVING, time + ANSWER_TIME);
}

static void begin_solving(struct task *task)
{
    task->solving_until = wire_clock() + task->manner->limit;
    solve_for(task, task->manner->limit);
}

void task_begin(struct task *task, const struct manner *manner, int number, const char *position)
{
    struct share share;
    *task = (struct task){.manner = manner, .record = record_make(position), .began = wire_clock()};
    if (share_read(&share, position)) {
        begin_share(task, &share);
        return;
    }
    choose_store(task, number);
    task->wire = engine_start(manner->engine, task->store);
    if (task->store != NULL && access(task->store, F_OK) == 0) {
        send_position(task, "proof resume\n");
        task_enter(task, TASK_READING, TABLE_TIME);
    } else {
        send_position(task, "");
        begin_solving(task);
    }
}

/* In which a proof is written or checked. One that is made in pieces takes longer than a piece. */
static int64_t proof_time(const struct task *task)
{
    return task->manner->limit + (task->manner->tables != NULL ? TABLE_TIME : 0);
}

static void begin_checking(struct task *task)
{
    assert(task->wire == NULL);
    task->checks = true;
    task->wire = engine_start(task->manner->engine, task->store);
    /* `proof save` without a proof says whether the game has any; it writes nothing */
    send_position(task, task->has_proof ? "query fen\nproof verify\n" : "query fen\nproof save\n");
    task_enter(task, TASK_CHECKING, proof_time(task));
}

void task_begin_check(struct task *task, const struct manner *manner, struct record record, const char *store)
{
    *task = (struct task){.manner = manner, .record = record, .began = wire_clock()};
    task->has_proof = store != NULL;
    task->store = store == NULL ? NULL : ground_copy(store);
    record_set(&task->record.proof, "");
    begin_checking(task);
}

/* -- the solver's lines -- */

static void solver_leaves(struct task *task)
{
    wire_printf(task->wire, "quit\n");
    wire_end_input(task->wire);
    task_enter(task, TASK_LEAVING, LEAVE_TIME);
}

static void begin_saving(struct task *task)
{
    wire_printf(task->wire, "proof save\n");
    task_enter(task, TASK_SAVING, proof_time(task));
}

/* What is decided is kept too: its proof takes long to write, and may not come to an end. */
static void begin_keeping(struct task *task)
{
    wire_printf(task->wire, "proof keep %" PRId64 "\n", task->manner->least);
    task_enter(task, TASK_KEEPING, TABLE_TIME);
}

static void hear_bestmove(struct task *task, const char *line)
{
    struct record *record = &task->record;
    const char *move = line + strlen("bestmove");
    struct string text = {0};
    move += strspn(move, " ");
    string_print(&text, "%.*s", (int)strcspn(move, " "), move);
    record_set(&record->best, text.at);
    string_clear(&text);
    string_print(&text, "%s%s", task->told.score, task->told.outcome);
    record_set(&record->score, text.at);
    string_free(&text);
    record->nodes += task->told.nodes;
    record_set(&record->outcome, task->told.proven ? "proven" : "open");
    if (task->told.proven)
        record_set(&record->note, "");
    if (task->manner->tables != NULL && (task->manner->verify || !task->told.proven))
        begin_keeping(task);
    else if (task->told.proven && task->manner->verify)
        begin_saving(task);
    else
        solver_leaves(task);
}

/* "info string not proven in ...", what a proof lacks; there may be two such lines. */
static void hear_lack(struct task *task, const char *line)
{
    const char *why = line + strlen("info string");
    char **note = &task->record.note;
    struct string text = {0};
    if (!line_begins(line, "info string") || strstr(line, "not proven") == NULL)
        return;
    why += strspn(why, " ");
    if (strstr(*note, why) == NULL) {
        string_print(&text, "%s%s%s", *note, **note == '\0' ? "" : "; ", why);
        record_set(note, text.at);
    }
    string_free(&text);
}

/* "response PHI DELTA WORK ...", asked for when the solver goes on. */
static void tell_numbers(const struct task *task, const char *line)
{
    if (!line_begins(line, "response"))
        return;
    char *copy = ground_copy(line + strlen("response")), *rest = copy;
    const char *win = wire_word_next(&rest);
    const char *loss = wire_word_next(&rest);
    if (loss != NULL)
        ground_say("%s: %s missing for a win, %s for a loss, %" PRIu64 " positions so far",
                   task->record.position, win, loss, task->record.nodes);
    free(copy);
}

static void hear_solver(struct task *task, const char *line)
{
    if (told_read(&task->told, line))
        return;
    tell_numbers(task, line);
    hear_lack(task, line);
    if (line_begins(line, "bestmove"))
        hear_bestmove(task, line);
    if (line_begins(line, "error")) {
        string_print(&task->bad, "%s", line);
        solver_leaves(task);
    }
}

/* The game has none: then there is nothing to verify. */
static bool says_no_proofs(const char *line)
{
    return line_begins(line, "error unsupported proof:") && strstr(line, "has none") != NULL;
}

/* With what was kept before another piece can try again. */
static void proof_is_not_written(struct task *task, const char *why)
{
    if (task->manner->tables != NULL)
        record_set(&task->record.outcome, "open");
    else
        task->record.verified = VERIFIED_NO;
    record_set(&task->record.note, why);
}

static void hear_saver(struct task *task, const char *line)
{
    if (line_begins(line, "proof saved"))
        task->has_proof = true;
    else if (!line_begins(line, "error"))
        return;
    else if (!says_no_proofs(line))
        proof_is_not_written(task, line);
    solver_leaves(task);
}

/* What cannot be read is told, and stays as it is. */
static void hear_reader(struct task *task, const char *line)
{
    if (line_begins(line, "proof resumed")) {
        begin_solving(task);
    } else if (line_begins(line, "error")) {
        record_set(&task->record.note, line);
        solver_leaves(task);
    }
}

/* What the engine said of its time was of the last piece alone. */
static void note_limit(struct task *task)
{
    struct string text = {0};
    if (!line_begins(task->record.note, "not proven in"))
        return;
    string_print(&text, "not proven in %" PRId64 " ms", task->manner->limit / WIRE_MILLISECOND);
    record_set(&task->record.note, text.at);
    string_free(&text);
}

static void hear_keeper(struct task *task, const char *line)
{
    bool is_kept = line_begins(line, "proof kept");
    if (!is_kept && !line_begins(line, "error"))
        return;
    if (!is_kept && !says_no_proofs(line))
        record_set(&task->record.note, line);
    int64_t left = task->solving_until - wire_clock();
    if (task->told.proven && !task->is_hurried) {
        begin_saving(task);
    } else if (is_kept && !task->is_hurried && left >= WIRE_MILLISECOND) {
        record_set(&task->record.note, "");
        wire_printf(task->wire, "query numbers\n");
        solve_for(task, left);
    } else {
        if (task->told.proven && !says_no_proofs(line))
            proof_is_not_written(task, "decided, and its proof is to be written");
        note_limit(task);
        solver_leaves(task);
    }
}

/* -- the checker's lines -- */

/* Whether "proof verified p1win with N answers: FEN" is about this position and says what the score says. */
static bool claim_fits(const struct task *task, const char *line)
{
    static const char before[] = "proof verified p";
    const char *fen = strstr(line, ": ");
    if (strncmp(line, before, sizeof before - 1) != 0 || fen == NULL || task->fen == NULL)
        return false;
    char winner = line[sizeof before - 1];
    const char *mover = strchr(task->fen, ' ');
    bool mover_wins = strncmp(task->record.score, "mate ", 5) == 0 && task->record.score[5] != '-';
    return mover != NULL && strcmp(fen + 2, task->fen) == 0 && (winner == mover[1]) == mover_wins;
}

static void check_ends(struct task *task, bool good, const char *why)
{
    task->record.verified = good ? VERIFIED_YES : VERIFIED_NO;
    if (!good)
        record_set(&task->record.note, why);
    char name[SHA256_NAME];
    if (good && task->manner->proofs != NULL) {
        if (!parts_keep(task->manner->proofs, task->store, name))
            ground_fail("%s: %s", task->manner->proofs, strerror(errno));
        record_set(&task->record.proof, name);
    }
    solver_leaves(task);
}

static void hear_checker(struct task *task, const char *line)
{
    if (line_begins(line, "response")) {
        free(task->fen);
        task->fen = ground_copy(line + strlen("response "));
    } else if (task->has_proof && (line_begins(line, "proof verified") || line_begins(line, "error"))) {
        bool fits = claim_fits(task, line);
        check_ends(task, fits, line_begins(line, "error") ? line : "the proof is of something else");
    } else if (line_begins(line, "error") && !says_no_proofs(line)) {
        check_ends(task, false, "no proof came");
    } else if (line_begins(line, "error")) {
        task->record.verified = VERIFIED_NOT_ASKED;
        solver_leaves(task);
    }
}

/* "proof verified part 3 of 48 of p2win with N answers: FEN", the only part without those words, or what is wrong. */
static void hear_walker(struct task *task, const char *line)
{
    static const char before[] = "proof verified ";
    struct share share;
    struct string score = {0};
    const char *of = strstr(line, " of p"),
               *result = of != NULL ? of + strlen(" of ") : line + sizeof before - 1;
    bool stands = strncmp(line, before, sizeof before - 1) == 0;
    if (!stands && !line_begins(line, "error"))
        return;
    share_read(&share, task->record.position);
    task->record.verified = stands ? VERIFIED_YES : VERIFIED_NO;
    record_set(&task->record.proof, share.proof);
    string_print(&score, "%.*s", stands ? (int)strcspn(result, " ") : 0, result);
    record_set(&task->record.score, score.at);
    record_set(stands ? &task->record.outcome : &task->record.note, stands ? "proven" : line);
    string_free(&score);
    solver_leaves(task);
}

/* -- ending -- */

/* What is known of a position stays, until its proof has taken the place. */
static void drop_store(const struct task *task)
{
    if (task->store != NULL && (task->manner->tables == NULL || task->has_proof))
        unlink(task->store);
}

static void task_end(struct task *task)
{
    drop_store(task);
    task->record.wall += (double)(wire_clock() - task->began) / WIRE_SECOND;
    task->state = TASK_DONE;
}

static void process_is_gone(struct task *task)
{
    struct wire_usage usage = wire_usage_at_exit(task->wire);
    if (!task->checks) {
        task->record.cpu = (double)usage.cpu / WIRE_SECOND;
        task->record.mib = usage.memory >> 10;
    }
    wire_free(task->wire);
    task->wire = NULL;
    if (!task->checks && task->has_proof)
        begin_checking(task);
    else
        task_end(task);
}

/* It died, or its time is up: what is not known stays open. */
static void process_failed(struct task *task, const char *why)
{
    assert(task->state != TASK_DONE && task->state != TASK_IDLE);
    if (task->state == TASK_SAVING || (task->state == TASK_KEEPING && task->told.proven))
        proof_is_not_written(task, why);
    if (task->state == TASK_CHECKING)
        task->record.verified = VERIFIED_NO;
    if (task->state != TASK_LEAVING && *task->record.note == '\0')
        record_set(&task->record.note, why);
    if (task->state == TASK_SOLVING && *task->told.score != '\0') {
        record_set(&task->record.score, task->told.score);
        task->record.nodes += task->told.nodes;
    }
    wire_kill(task->wire);
    task_enter(task, TASK_LEAVING, LEAVE_TIME);
}

static void hear_line(struct task *task, const char *line)
{
    if (task->state == TASK_READING)
        hear_reader(task, line);
    else if (task->state == TASK_SOLVING)
        hear_solver(task, line);
    else if (task->state == TASK_WALKING)
        hear_walker(task, line);
    else if (task->state == TASK_SAVING)
        hear_saver(task, line);
    else if (task->state == TASK_KEEPING)
        hear_keeper(task, line);
    else if (task->state == TASK_CHECKING)
        hear_checker(task, line);
}

static void process_closed(struct task *task)
{
    struct string why = {0};
    if (task->state != TASK_LEAVING) {
        string_print(&why, "the engine ended: ");
        engine_describe_end(task->wire, &why);
        process_failed(task, why.at);
    }
    string_free(&why);
}

void task_step(struct task *task)
{
    if (task->state == TASK_IDLE || task->state == TASK_DONE)
        return;
    struct wire_line line;
    enum wire_event event;
    while ((event = wire_next(task->wire, &line)) == WIRE_LINE) {
        task->heard = wire_clock();
        hear_line(task, line.at);
    }
    if (event != WIRE_NOTHING)
        process_closed(task);
    if (task->state == TASK_LEAVING && wire_is_gone(task->wire))
        process_is_gone(task);
    else if (wire_clock() >= task->deadline)
        process_failed(task, "out of time");
}

void task_hurry(struct task *task)
{
    task->is_hurried = true;
    if (task->state == TASK_READING || task->state == TASK_SOLVING || task->state == TASK_SAVING)
        wire_printf(task->wire, "stop\n");
}

struct record task_take(struct task *task)
{
    assert(task->state == TASK_DONE && task->wire == NULL);
    struct record record = task->record;
    string_free(&task->bad);
    free(task->store);
    free(task->fen);
    *task = (struct task){.state = TASK_IDLE};
    return record;
}

void task_drop(struct task *task)
{
    if (task->state == TASK_IDLE)
        return;
    wire_free(task->wire);
    task->wire = NULL;
    drop_store(task);
    task->state = TASK_DONE;
    struct record record = task_take(task);
    record_free(&record);
}
