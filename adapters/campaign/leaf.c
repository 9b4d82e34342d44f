#include "adapters/campaign/leaf.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adapters/campaign/json.h"
#include "adapters/campaign/parts.h"
#include "adapters/wire/words.h"

enum { SHORT_TIME = 120 * WIRE_SECOND, LEARNS_MOST = 1 << 26 };

/* -- opening, closing -- */

void leaf_open(struct leaf *leaf, const struct manner *manner, const char *root, int number)
{
    struct string store = {0};
    assert(manner->proofs != NULL);
    string_print(&store, "%s.part-%d", manner->scratch, number);
    *leaf = (struct leaf){.manner = manner, .root = root, .number = number, .store = store.at};
}

void leaf_close(struct leaf *leaf)
{
    wire_free(leaf->wire);
    task_drop(&leaf->check);
    if (leaf->store != NULL)
        unlink(leaf->store);
    free(leaf->store);
    free(leaf->fen);
    string_free(&leaf->numbers);
    string_free(&leaf->row);
    string_free(&leaf->lessons);
    string_free(&leaf->learns);
    string_free(&leaf->why);
    *leaf = (struct leaf){0};
}

/* The words of newgame. */
static int game_length(const struct leaf *leaf)
{
    const char *bar = strstr(leaf->root, " | ");
    assert(bar != NULL);
    return (int)(bar - leaf->root);
}

/* Lets the engine find what is known of the root where it will write its parts; the first of them takes the place of the
 * link, not of the table. False: nothing is known. */
static bool link_table(const struct leaf *leaf)
{
    struct string path = {0};
    if (leaf->manner->tables == NULL)
        return false;
    parts_table_path(leaf->manner->tables, leaf->root, &path);
    char *table = realpath(path.at, NULL);
    bool is_there = table != NULL;
    if (is_there && symlink(table, leaf->store) != 0)
        ground_fail("%s: %s", leaf->store, strerror(errno));
    free(table);
    string_free(&path);
    return is_there;
}

/* A root that is its own mirror image makes images one to an engine, if it knows the root. */
static void start_engine(struct leaf *leaf)
{
    int game = game_length(leaf);
    leaf->is_reading = link_table(leaf);
    leaf->is_meeting = true;
    leaf->wire = engine_start(leaf->manner->engine, leaf->store);
    wire_printf(leaf->wire, "newgame %.*s\nposition %s\n%ssolve nodes 1\n", game, leaf->root,
                leaf->root + game + strlen(" | "), leaf->is_reading ? "proof resume\n" : "");
}

static void leaf_enter(struct leaf *leaf, enum leaf_state state, int64_t time)
{
    leaf->state = state;
    leaf->deadline = wire_clock() + time;
}

static void leaf_fail(struct leaf *leaf, const char *why)
{
    string_clear(&leaf->why);
    string_print(&leaf->why, "%s", why);
    wire_free(leaf->wire);
    leaf->wire = NULL;
    leaf->state = LEAF_FAILED;
}

void leaf_begin(struct leaf *leaf, const char *fen, uint64_t budget, bool opens)
{
    assert(leaf->state == LEAF_IDLE && leaf->check.state == TASK_IDLE);
    unlink(leaf->store);
    if (leaf->wire != NULL) { /* a new one has no table yet to put them in */
        wire_write(leaf->wire, leaf->learns.length > 0 ? leaf->learns.at : "", leaf->learns.length);
        string_clear(&leaf->learns);
    } else {
        start_engine(leaf);
    }
    free(leaf->fen);
    leaf->fen = ground_copy(fen);
    leaf->began = leaf->heard = wire_clock();
    *leaf->part = '\0';
    leaf->told = (struct told){.score = ""};
    leaf->is_stopping = false;
    leaf->opens = opens;
    string_clear(&leaf->lessons);
    string_clear(&leaf->row);
    string_print(&leaf->row, "{\"job\": ");
    json_put_text(&leaf->row, fen);
    wire_printf(leaf->wire, "position fen %s\nsolve nodes %" PRIu64 "\n", fen, budget);
    leaf_enter(leaf, LEAF_SOLVING, leaf->manner->limit + (leaf->is_reading ? TABLE_TIME : 0));
}

void leaf_learn(struct leaf *leaf, const char *lessons, size_t length)
{
    bool is_plain = true; /* one line of words, no command */
    for (size_t i = 0; i < length; i++)
        is_plain = is_plain && lessons[i] >= ' ' && lessons[i] <= '~';
    if (is_plain && length > 0 && leaf->learns.length < LEARNS_MOST)
        string_print(&leaf->learns, "proof learn %.*s\n", (int)length, lessons);
}

void leaf_stop(struct leaf *leaf)
{
    if (leaf->state != LEAF_SOLVING || leaf->is_stopping)
        return;
    wire_printf(leaf->wire, "stop\n");
    leaf->is_stopping = true;
    leaf->deadline = wire_clock() + SHORT_TIME;
}

void leaf_rest(struct leaf *leaf)
{
    assert(leaf->state == LEAF_DONE || leaf->state == LEAF_FAILED);
    leaf->state = LEAF_IDLE;
}

int leaf_wires(const struct leaf *leaf, struct wire **wires)
{
    int count = 0;
    if (leaf->wire != NULL)
        wires[count++] = leaf->wire;
    if (leaf->check.wire != NULL)
        wires[count++] = leaf->check.wire;
    return count;
}

/* -- what the engine says -- */

static void put_spent(struct leaf *leaf)
{
    string_print(&leaf->row, ", \"nodes\": %" PRIu64 ", \"seconds\": %.3f, \"worker\": %d", leaf->told.nodes,
                 (double)(wire_clock() - leaf->began) / WIRE_SECOND, leaf->number);
}

static void leaf_finish(struct leaf *leaf)
{
    string_print(&leaf->row, "}");
    leaf->state = LEAF_DONE;
}

static void ask_numbers(struct leaf *leaf)
{
    put_spent(leaf);
    leaf->is_decided = leaf->told.proven && strncmp(leaf->told.score, "mate ", 5) == 0;
    leaf->won = leaf->is_decided && leaf->told.score[5] != '-'; /* "mate 11", "mate -8" */
    wire_printf(leaf->wire, "proof tell\nquery numbers\n");
    leaf_enter(leaf, LEAF_NUMBERS, SHORT_TIME);
}

/* A fresh engine, before its first job. */
static void hear_meeting(struct leaf *leaf, const char *line)
{
    if (leaf->is_reading && line_begins(line, "error")) {
        struct string why = {0};
        string_print(&why, "what is known of the root: %s", line);
        leaf_fail(leaf, why.at);
        string_free(&why);
    } else if (line_begins(line, "proof resumed")) {
        leaf->is_reading = false;
    } else {
        leaf->is_meeting = !line_begins(line, "bestmove") && !line_begins(line, "error");
    }
}

static void hear_solving(struct leaf *leaf, const char *line)
{
    const char *nodes;
    if (leaf->is_meeting) {
        hear_meeting(leaf, line);
    } else if (told_read(&leaf->told, line)) {
    } else if (line_begins(line, "info") && (nodes = strstr(line, " nodes ")) != NULL) {
        leaf->told.nodes = strtoull(nodes + strlen(" nodes "), NULL, 10); /* the last line has all of them */
    } else if (line_begins(line, "bestmove")) {
        ask_numbers(leaf);
    } else if (line_begins(line, "error game_over")) {
        put_spent(leaf);
        wire_printf(leaf->wire, "query result\n");
        leaf_enter(leaf, LEAF_RESULT, SHORT_TIME);
    } else if (line_begins(line, "error")) {
        leaf_fail(leaf, line);
    }
}

static void hear_result(struct leaf *leaf, const char *line)
{
    static const char before[] = "response p";
    const char *mover = strchr(leaf->fen, ' ');
    if (!line_begins(line, "response") && !line_begins(line, "error")) /* it lives */
        return;
    if (strncmp(line, before, sizeof before - 1) != 0 || strcmp(line + sizeof before, "win") != 0 ||
        mover == NULL) {
        leaf_fail(leaf, line);
        return;
    }
    bool won = line[sizeof before - 1] == mover[1];
    string_print(&leaf->row, ", \"won\": %s, \"over\": true", won ? "true" : "false");
    leaf_finish(leaf);
}

enum { MOVE, PHI, DELTA, WORK, CHILD_WORDS };

/* What an engine says of the position itself, or of the next child; false: nothing more. */
static bool read_words(char **rest, const char *word[CHILD_WORDS])
{
    for (int i = 0; i < CHILD_WORDS; i++)
        if ((word[i] = wire_word_next(rest)) == NULL)
            return false;
    return true;
}

/* Puts "MOVE PHI DELTA WORK" of the next child into the row and asks for its FEN; false: there is none. */
static bool ask_child(struct leaf *leaf)
{
    const char *word[CHILD_WORDS];
    if (!read_words(&leaf->next_child, word))
        return false;
    string_print(&leaf->row, "\"%s %s %s %s ", word[MOVE], word[PHI], word[DELTA], word[WORK]);
    wire_printf(leaf->wire, "position fen %s moves %s\nquery fen\n", leaf->fen, word[MOVE]);
    return true;
}

static int64_t read_visits(const char *word)
{
    int64_t visits;
    return wire_number_parse(word, 0, INT64_MAX, &visits) ? visits : INT64_MAX;
}

/* What the children say of how large the proof of a decided position is: that of the winning move, or all of them. */
static int64_t visits_below(const struct leaf *leaf, const char *children)
{
    const char *wanted = leaf->won ? "0" : "inf"; /* until the child has lost */
    const char *word[CHILD_WORDS];
    int64_t least = INT64_MAX, sum = 0;
    char *copy = ground_copy(children), *rest = copy;
    while (read_words(&rest, word)) {
        if (strcmp(word[DELTA], wanted) != 0)
            continue;
        int64_t visits = read_visits(word[WORK]);
        least = visits < least ? visits : least;
        sum = visits < INT64_MAX - sum ? sum + visits : INT64_MAX;
    }
    free(copy);
    return leaf->won && least < INT64_MAX ? least : sum;
}

/* Whether its proof is small enough for one part. An engine that has found out from what it was told, and not by itself,
 * knows little work of the position, but that of what it was told. */
static bool is_part(const struct leaf *leaf, const char *work)
{
    int64_t most = leaf->manner->part;
    return leaf->is_decided &&
           (most == 0 || (read_visits(work) <= most && visits_below(leaf, leaf->next_child) <= most));
}

static void hear_numbers(struct leaf *leaf, const char *line)
{
    if (!line_begins(line, "response")) {
        if (line_begins(line, "error"))
            leaf_fail(leaf, line);
        return;
    }
    string_clear(&leaf->numbers);
    string_print(&leaf->numbers, "%s", line);
    leaf->next_child = leaf->numbers.at;
    const char *own[CHILD_WORDS]; /* "response" in the place of a move */
    if (!read_words(&leaf->next_child, own)) {
        leaf_fail(leaf, "the engine tells no numbers");
        return;
    }
    if (is_part(leaf, own[WORK])) {
        wire_printf(leaf->wire, "proof save\n");
        leaf_enter(leaf, LEAF_SAVING, leaf->manner->limit);
        return;
    }
    string_print(&leaf->row, ", \"numbers\": \"%s %s %s\"", own[PHI], own[DELTA], own[WORK]);
    if (!leaf->opens && !leaf->is_decided) {
        leaf_finish(leaf);
        return;
    }
    string_print(&leaf->row, ", \"children\": [");
    leaf_enter(leaf, LEAF_CHILDREN, SHORT_TIME);
    if (!ask_child(leaf))
        leaf_fail(leaf, "the engine tells numbers of no child");
}

static void hear_child(struct leaf *leaf, const char *line)
{
    if (line_begins(line, "error")) {
        leaf_fail(leaf, line);
    } else if (line_begins(line, "response")) {
        string_print(&leaf->row, "%s\"", line + strlen("response ")); /* a FEN has nothing to escape */
        size_t here = leaf->row.length;
        string_print(&leaf->row, ", ");
        if (ask_child(leaf))
            return;
        leaf->row.length = here;
        string_print(&leaf->row, "]");
        leaf_finish(leaf);
    }
}

static void put_part(struct leaf *leaf)
{
    string_print(&leaf->row, ", \"won\": %s, \"proof\": \"%s\"", leaf->won ? "true" : "false", leaf->part);
    leaf_finish(leaf);
}

/* A process of its own reads what the engine has written, or whoever gets the part does that. */
static void begin_check(struct leaf *leaf)
{
    struct string position = {0};
    if (!leaf->manner->verify) {
        if (!parts_keep(leaf->manner->proofs, leaf->store, leaf->part))
            ground_fail("%s: %s", leaf->manner->proofs, strerror(errno));
        put_part(leaf);
        return;
    }
    string_print(&position, "%.*s | fen %s", game_length(leaf), leaf->root, leaf->fen);
    struct record record = record_make(position.at);
    record_set(&record.score, leaf->won ? "mate 1" : "mate -1");
    task_begin_check(&leaf->check, leaf->manner, record, leaf->store);
    leaf_enter(leaf, LEAF_CHECKING, WIRE_FOREVER / 2);
    string_free(&position);
}

static void hear_saving(struct leaf *leaf, const char *line)
{
    if (line_begins(line, "error"))
        leaf_fail(leaf, line);
    else if (line_begins(line, "proof saved"))
        begin_check(leaf);
}

static void step_check(struct leaf *leaf)
{
    task_step(&leaf->check);
    if (leaf->check.state != TASK_DONE)
        return;
    struct record record = task_take(&leaf->check);
    if (record.verified == VERIFIED_YES) {
        snprintf(leaf->part, sizeof leaf->part, "%s", record.proof);
        put_part(leaf);
    } else {
        leaf_fail(leaf, record.note);
    }
    record_free(&record);
}

/* "proof told COUNT WORD ..." */
static void keep_lessons(struct leaf *leaf, const char *line)
{
    const char *words = line + strlen("proof told ");
    words += strcspn(words, " ");
    string_print(&leaf->lessons, "%s", words);
}

static void hear_line(struct leaf *leaf, const char *line)
{
    static void (*const hear[])(struct leaf *, const char *) = {
        [LEAF_SOLVING] = hear_solving, [LEAF_NUMBERS] = hear_numbers, [LEAF_CHILDREN] = hear_child,
        [LEAF_RESULT] = hear_result,   [LEAF_SAVING] = hear_saving,   [LEAF_FAILED] = NULL};
    /* A stranger's words are no reason to stop. */
    static const char no_lesson[] = "error bad_argument proof learn";
    if (line_begins(line, "proof told"))
        keep_lessons(leaf, line);
    else if (line_begins(line, no_lesson))
        return;
    else if (hear[leaf->state] != NULL)
        hear[leaf->state](leaf, line);
}

void leaf_step(struct leaf *leaf)
{
    struct wire_line line;
    enum wire_event event = WIRE_NOTHING;
    while (leaf->wire != NULL && (event = wire_next(leaf->wire, &line)) == WIRE_LINE) {
        leaf->heard = wire_clock();
        hear_line(leaf, line.at);
    }
    if (leaf->wire != NULL && event != WIRE_NOTHING && event != WIRE_LINE) {
        struct string why = {0};
        engine_describe_end(leaf->wire, &why);
        if (leaf->state == LEAF_IDLE || leaf->state == LEAF_DONE || leaf->state == LEAF_CHECKING) {
            wire_free(leaf->wire); /* it died after its work: the next job starts another */
            leaf->wire = NULL;
        } else {
            leaf_fail(leaf, why.at);
        }
        string_free(&why);
    }
    if (leaf->state == LEAF_CHECKING)
        step_check(leaf);
    else if (leaf->state != LEAF_IDLE && leaf->state < LEAF_DONE && wire_clock() >= leaf->deadline)
        leaf_fail(leaf, "out of time");
}

char *leaf_ask_fen(const struct engine *engine, const char *position)
{
    struct wire *wire = engine_start(engine, NULL);
    struct wire_line line = {0};
    const char *bar = strchr(position, '|');
    assert(bar != NULL);
    wire_printf(wire, "newgame %.*s\nposition %s\nquery fen\n", (int)(bar - position), position, bar + 1);
    enum wire_event event;
    do
        event = wire_await(wire, &line, wire_clock() + SHORT_TIME);
    while (event == WIRE_LINE && !line_begins(line.at, "response") && !line_begins(line.at, "error"));
    if (event != WIRE_LINE || line_begins(line.at, "error"))
        ground_fail("%s: %s", position, event == WIRE_LINE ? line.at : "the engine says nothing");
    char *fen = ground_copy(line.at + strlen("response "));
    wire_close(wire, WIRE_SECOND);
    return fen;
}
