/* The files of a proof: RESULTS, its rows read back, and the whole at the end. */
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adapters/campaign/json.h"
#include "adapters/campaign/konane_proof.h"
#include "adapters/campaign/parts.h"
#include "adapters/campaign/progress.h"
#include "adapters/campaign/prove.h"
#include "adapters/campaign/results.h"
#include "adapters/campaign/share.h"

/* The first jobs are small, so that there soon is something to choose from; later ones grow with the tree. Engines that
 * work beside each other know of each other only by what the graph knows, so it is told more, and in smaller pieces:
 * measured on openings of 6x7, a hundredth and an eighth of the tree alone, 300 and 30 for each of several. */
enum {
    BUDGET_MOST = 1000000000,
    JOBS_ALONE = 100,
    JOBS_A_WORKER = 300,
    LEAVES_ALONE = 8,
    LEAVES_A_WORKER = 30,
    LEAF_JOBS =
        20 /* a leaf that swallows more, as tables were lost, is opened too: there is always progress */
};

static uint64_t pieces(int workers, int alone, int each)
{
    assert(workers > 0);
    return workers == 1 ? (uint64_t)alone : (uint64_t)each * (uint64_t)workers;
}

bool proof_is_decided(const struct proof *proof)
{
    return graph_is_final(&proof->graph.at[0]);
}

void proof_note_trip(struct proof *proof, uint64_t nodes, double worked, double away)
{
    enum { MEMORY = 64 }; /* jobs */
    struct trips *trips = &proof->trips;
    const double kept = 1 - 1.0 / MEMORY;
    trips->jobs = kept * trips->jobs + 1;
    trips->seconds = kept * trips->seconds + (away > worked ? away - worked : 0);
    trips->nodes = kept * trips->nodes + (double)nodes;
    trips->worked = kept * trips->worked + worked;
}

/* Nodes that an engine visits in the time of so many trips. */
static uint64_t nodes_of_trips(const struct trips *trips, int count)
{
    if (trips->worked <= 0)
        return 0;
    double nodes = count * trips->seconds / trips->jobs * trips->nodes / trips->worked;
    return nodes < BUDGET_MOST ? (uint64_t)nodes : BUDGET_MOST;
}

/* Where the way there and back is long: a job that lasts ten times as long loses a tenth to it, one that lasts as long a
 * half; what is lost by larger jobs, which know less of each other, is to stay below that. */
static const struct {
    int trips, jobs_a_worker;
} worth[] = {{10, 100}, {1, 10}};

uint64_t proof_budget(const struct proof *proof, int workers)
{
    uint64_t nodes = proof->graph.nodes;
    uint64_t budget = nodes / pieces(workers, JOBS_ALONE, JOBS_A_WORKER);
    if (proof->settings->budget > 0)
        return (uint64_t)proof->settings->budget;
    for (size_t i = 0; i < sizeof worth / sizeof worth[0]; i++) {
        uint64_t wanted = nodes_of_trips(&proof->trips, worth[i].trips);
        uint64_t most = nodes / pieces(workers, JOBS_ALONE, worth[i].jobs_a_worker);
        wanted = wanted < most ? wanted : most;
        budget = budget < wanted ? wanted : budget;
    }
    return budget < proof->budget_least ? proof->budget_least : budget > BUDGET_MOST ? BUDGET_MOST : budget;
}

bool proof_opens(const struct proof *proof, const struct graph_node *leaf, uint64_t budget, int workers)
{
    uint64_t share = (proof->graph.nodes + budget) / pieces(workers, LEAVES_ALONE, LEAVES_A_WORKER);
    assert(leaf->edge_count == 0);
    return leaf->work + budget >= share || leaf->jobs >= LEAF_JOBS;
}

/* Half a million words are learnt in a tenth of a second, and a job of a large tree takes seconds. */
size_t proof_lessons_length(const char *lessons, int workers)
{
    enum { WORDS_A_ROUND = 500000 };
    size_t length = 0;
    for (int words = WORDS_A_ROUND / workers; words > 0 && lessons[length] != '\0'; words--) {
        length += strspn(lessons + length, " ");
        length += strcspn(lessons + length, " ");
    }
    return length;
}

/* -- rows -- */

static void append_line(struct proof *proof, struct string *line)
{
    string_print(line, "\n");
    results_append(proof->file, proof->path, line);
    line->at[--line->length] = '\0';
}

void proof_sync(const struct proof *proof)
{
    if (fsync(proof->file) != 0 && errno != EINVAL) /* EINVAL: /dev/full, a pipe */
        ground_fail("%s: %s", proof->path, strerror(errno));
}

bool proof_keep_row(struct proof *proof, const struct string *row)
{
    struct string line = {0};
    string_print(&line, "%s", row->at);
    bool good = graph_take_row(&proof->graph, line.at, line.length);
    if (good)
        append_line(proof, &line);
    string_free(&line);
    return good;
}

/* The value of a member of a row; "" if there is none. */
static void find_member(const char *line, size_t length, const char *name, struct string *value)
{
    struct json json = json_read(line, length);
    struct string key = {0};
    string_clear(value);
    json_open(&json, '{');
    while (!json.bad && json_member(&json, &key)) {
        if (strcmp(key.at, name) == 0) {
            json_get_text(&json, value);
            break;
        }
        json_skip(&json);
    }
    string_free(&key);
}

/* A folder that has lost a part, or a file of results that came without its folder: what is not there is proven
 * again. */
static bool lacks_part(const struct proof *proof, const char *line, size_t length, long number)
{
    struct string name = {0}, path = {0};
    find_member(line, length, "proof", &name);
    bool lacks = false;
    if (parts_is_name(name.at)) {
        parts_path(proof->folder.at, name.at, &path);
        lacks = access(path.at, R_OK) != 0;
    }
    if (lacks)
        fprintf(stderr, "%s:%ld: %s is not there, the position is open again\n", proof->path, number,
                path.at);
    string_free(&path);
    string_free(&name);
    return lacks;
}

/* Whether it is the last row, which says that all is done. */
static bool take_end(struct proof *proof, const char *line, size_t length)
{
    struct string proved = {0};
    find_member(line, length, "proved", &proved);
    bool is_end = proved.length > 0;
    proof->is_proven = proof->is_proven || is_end;
    string_free(&proved);
    return is_end;
}

static void take_job(struct proof *proof, const char *line, size_t length, long number)
{
    if (!graph_take_row(&proof->graph, line, length))
        ground_fail("%s:%ld: this is no row of this proof", proof->path, number);
}

static void check_heading(const struct proof *proof, const char *line, size_t length)
{
    struct string position = {0};
    find_member(line, length, "prove", &position);
    if (position.length == 0)
        ground_fail("%s: these are no results of `prove`", proof->path);
    if (strcmp(position.at, proof->position.at) != 0)
        ground_fail("%s: is about %s", proof->path, position.at);
    string_free(&position);
}

static void read_row(void *context, const char *line, size_t length, long number)
{
    struct proof *proof = context;
    if (number == 1)
        check_heading(proof, line, length);
    else if (!take_end(proof, line, length) && !lacks_part(proof, line, length, number))
        take_job(proof, line, length, number);
}

static void write_heading(struct proof *proof)
{
    struct string line = {0};
    string_print(&line, "{\"prove\": ");
    json_put_text(&line, proof->position.at);
    string_print(&line, ", \"fen\": ");
    json_put_text(&line, proof->fen);
    string_print(&line, ", \"engine\": ");
    json_put_text(&line, proof->settings->engine.name);
    string_print(&line, "}");
    append_line(proof, &line);
    proof_sync(proof);
    string_free(&line);
}

static void print_image(const void *images, const char *fen, struct string *canonical)
{
    konane_images_print(images, fen, canonical);
}

static int image_of_child(const void *images, const char *fen, int image, const char *move, const char *child)
{
    return konane_images_child(images, fen, image, move, child);
}

struct graph_images proof_images(const struct konane_images *images)
{
    return (struct graph_images){.context = images, .print = print_image, .child = image_of_child};
}

static void begin_graph(struct proof *proof, char *fen)
{
    proof->fen = fen;
    proof->images = konane_images_of(fen);
    proof->graph = graph_create(fen, proof_images(&proof->images));
}

void proof_open(struct proof *proof, struct settings *settings)
{
    *proof = (struct proof){.settings = settings,
                            .path = settings->operands[0],
                            .began = wire_clock(),
                            .budget_least = PROOF_BUDGET_LEAST};
    if (!position_normalize(settings->operands[1], &proof->position))
        ground_fail("%s: wants `GAME WORDS | POSITION WORDS`", settings->operands[1]);
    string_print(&proof->game, "%.*s", (int)strcspn(proof->position.at, "|") - 1, proof->position.at);
    string_print(&proof->folder, settings->proofs != NULL ? "%s" : "%s.proofs",
                 settings->proofs != NULL ? settings->proofs : proof->path);
    proof->file = results_open_lines(proof->path);
    parts_make_folder(proof->folder.at);
    engine_greet(&settings->engine);
    begin_graph(proof, leaf_ask_fen(&settings->engine, proof->position.at));
    proof->manner = (struct manner){.engine = &settings->engine,
                                    .limit = (int64_t)(settings->limit * WIRE_SECOND),
                                    .verify = true,
                                    .proofs = proof->folder.at,
                                    .tables = settings->tables,
                                    .part = settings->part,
                                    .scratch = proof->path};
    results_each_line(proof->path, read_row, proof);
    if (lseek(proof->file, 0, SEEK_END) == 0)
        write_heading(proof);
    proof->nodes_before = proof->graph.nodes;
}

void proof_close(struct proof *proof)
{
    close(proof->file);
    graph_free(&proof->graph);
    free(proof->fen);
    string_free(&proof->position);
    string_free(&proof->game);
    string_free(&proof->folder);
}

/* -- progress -- */

static void print_number(struct string *text, uint32_t number)
{
    if (number >= GRAPH_INFINITE)
        string_print(text, "inf");
    else
        string_print(text, "%u", number);
}

/* What is missing until the mover has won, and until he has lost. */
static void print_numbers(struct string *text, const struct graph_node *node)
{
    print_number(text, node->numbers.phi);
    string_print(text, " ");
    print_number(text, node->numbers.delta);
}

void proof_tell(struct proof *proof, bool now)
{
    enum { PAUSE = 2 * WIRE_SECOND };
    int64_t clock = wire_clock();
    if (!now && clock - proof->told < PAUSE)
        return;
    proof->told = clock;
    struct string text = {0};
    double seconds = (double)(clock - proof->began) / WIRE_SECOND;
    double share = graph_share(&proof->graph);
    double nodes = (double)proof->graph.nodes;
    string_print(&text, "root ");
    print_numbers(&text, &proof->graph.at[0]);
    string_print(&text, "  %d positions  %d jobs  %.4g nodes  %.3g/s  ", proof->graph.count,
                 proof->graph.jobs, nodes, seconds > 0 ? (nodes - (double)proof->nodes_before) / seconds : 0);
    progress_print_time(&text, seconds);
    if (share > 0 && share < 1)
        string_print(&text, "  %.1f %% there, so perhaps %.2g nodes in all", 100 * share, nodes / share);
    fprintf(stderr, "%s\n", text.at);
    string_free(&text);
}

static void view_heading(struct proof *proof, const char *line, size_t length)
{
    struct string fen = {0};
    find_member(line, length, "prove", &proof->position);
    find_member(line, length, "fen", &fen);
    if (proof->position.length > 0)
        begin_graph(proof, ground_copy(fen.at));
    string_free(&fen);
}

/* Without an engine, and whatever parts are there. Of results that are no proof's nothing is taken. */
static void view_row(void *context, const char *line, size_t length, long number)
{
    struct proof *proof = context;
    if (number == 1)
        view_heading(proof, line, length);
    else if (proof->position.length > 0 && !take_end(proof, line, length))
        take_job(proof, line, length, number);
}

static void print_status(struct proof *proof)
{
    const struct graph_node *top = &proof->graph.at[0];
    struct string root = {0};
    print_numbers(&root, top);
    printf("proof     %s\noutcome   %s\n", proof->position.at,
           !graph_is_final(top) ? "open"
           : proof->is_proven   ? "proven, verified whole"
                                : "decided, not yet verified whole");
    printf("root      %s\npositions %d\njobs      %d\nnodes     %" PRIu64 "\nthere     %.3g %%\n", root.at,
           proof->graph.count, proof->graph.jobs, proof->graph.nodes, 100 * graph_share(&proof->graph));
    string_free(&root);
}

bool proof_print_status(const char *path)
{
    struct proof proof = {.path = path, .file = -1};
    results_each_line(path, view_row, &proof);
    bool is_one = proof.position.length > 0;
    if (is_one)
        print_status(&proof);
    proof_close(&proof);
    return is_one;
}

/* -- the whole proof -- */

/* What the merge needs beside it: any position of the board. */
struct merging {
    struct konane_merge merge;
    const char *fen;
};

static void take_part(void *context, const char *name, int image)
{
    struct merging *merging = context;
    if (!konane_merge_part(&merging->merge, name, merging->fen, image))
        ground_fail("%s", merging->merge.why.at);
}

static void take_answer(void *context, const char *fen, const char *move, int image)
{
    struct merging *merging = context;
    if (!konane_merge_answer(&merging->merge, fen, move, image))
        ground_fail("%s %s: no position and move of konane", fen, move);
}

/* All parts and the graph's own answers in one file. */
static int64_t merge_parts(struct proof *proof, const char *path, int winner)
{
    struct merging merging = {.merge = {.path = path, .folder = proof->folder.at}, .fen = proof->fen};
    struct konane_merge *merge = &merging.merge;
    /* a move that wins is an answer; the loser's positions have none */
    graph_walk_proof(&proof->graph,
                     &(struct graph_visitor){.context = &merging, .part = take_part, .answer = take_answer});
    int64_t answers = konane_merge_write(merge, proof->fen, winner);
    if (answers < 0)
        ground_fail("%s", merge->why.at);
    konane_merge_free(merge);
    return answers;
}

/* Another process walks the whole file. Its record is the caller's. */
static struct record verify_whole(struct proof *proof, const char *path, bool won)
{
    struct task check;
    struct record record = record_make(proof->position.at);
    record_set(&record.score, won ? "mate 1" : "mate -1");
    struct manner manner = proof->manner;
    manner.limit = INT64_MAX / 4;
    task_begin_check(&check, &manner, record, path);
    while (check.state != TASK_DONE) {
        wire_wait(&check.wire, 1, check.deadline);
        task_step(&check);
    }
    return task_take(&check);
}

/* RESULTS.manifest: what has been proven, for others to check. */
static void write_manifest(const struct proof *proof, const char *name)
{
    struct string path = {0}, part = {0};
    string_print(&path, "%s.manifest", proof->path);
    parts_path(proof->folder.at, name, &part);
    FILE *file = fopen(path.at, "w");
    if (file != NULL)
        share_print_manifest(file, part.at, 0);
    if (file == NULL || ferror(file) || fclose(file) != 0)
        ground_fail("%s: %s", path.at, strerror(errno));
    string_free(&path);
    string_free(&part);
}

int proof_finish(struct proof *proof)
{
    const struct graph_node *root = &proof->graph.at[0];
    bool won = graph_is_won(root);
    const char *mover = strchr(proof->fen, ' ');
    int winner = mover == NULL || (mover[1] == '1') == won ? 1 : 2;
    struct string path = {0}, line = {0};
    string_print(&path, "%s.whole", proof->path);
    int64_t answers = merge_parts(proof, path.at, winner);
    struct record record = verify_whole(proof, path.at, won);
    if (record.verified != VERIFIED_YES)
        ground_fail("the whole proof is NOT verified: %s", record.note);
    string_print(&line, "{\"proved\": ");
    json_put_text(&line, proof->fen);
    string_print(&line,
                 ", \"result\": \"p%dwin\", \"verified\": true, \"proof\": \"%s\", \"answers\": %" PRId64
                 ", \"nodes\": %" PRIu64 ", \"jobs\": %d}",
                 winner, record.proof, answers, proof->graph.nodes, proof->graph.jobs);
    append_line(proof, &line);
    proof_sync(proof);
    write_manifest(proof, record.proof);
    record_free(&record);
    string_free(&line);
    string_free(&path);
    return STATUS_DONE;
}
