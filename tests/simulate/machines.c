/* `panj-campaign prove` on more machines than there are, in virtual time: the campaign's own graph chooses, the prover
 * itself does each job with the table of its machine, and only the clock is made up.
 *
 *     machines [-machines 16,64] [-latency 100,50000] [-size 100] [-threads 64] ["rows=6 cols=7" "d4 c4" ...]
 *
 * A thread visits SPEED positions a microsecond, and all of a machine do one job over one table (crowd.h). Before a job
 * a machine learns what the others have told; a job and its answer travel for the latency and are noticed after NOTICE,
 * and the front end takes FRONT for each answer, gives jobs, and takes SYNC for all that have come. Each position stands
 * for SIZE of them: what is searched here is as small as can be searched here, but its jobs last as long beside the
 * latency as those of a tree so many times larger.
 *
 * Efficiency is the time of one thread that solves the position at one go, beside all the time of all. It is lost in
 * three ways, which are told behind it: more nodes than at one go; of the time, per cent in which machines work, have
 * nothing to work on, and wait for what travels and is learnt. Writing and verifying the parts of the proof is left out,
 * and so is whatever is lost by failures. */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "adapters/campaign/prove.h"
#include "base/clock.h"
#include "games/konane/konane.h"
#include "search/solver.h"
#include "tests/simulate/crowd.h"
#include "tests/simulate/told.h"

enum {
    SPEED = 10,    /* positions a microsecond */
    LEARN = 5,     /* words a microsecond */
    FRONT = 60,    /* microseconds: a row is taken into the graph and written, and another job sent */
    SYNC = 1000,   /* all rows that have come are on the disk */
    NOTICE = 1500, /* until the front end sees that something has come, and a machine that it has a job */
    MACHINES_MOST = 4096,
    TABLE = 1 << 26,
    TABLES = 1 << 30 /* of all machines together */
};

struct machine {
    void *solver;
    struct graph_path path;
    char *row;             /* its answer */
    struct string lessons; /* that come with it */
    int64_t learnt;        /* words of all, its own among them */
    int64_t words;         /* that it has to learn before its next job */
    uint64_t nodes;
    uint64_t span;       /* of them one thread visits so many, or waits for the others */
    int64_t began, ends; /* microseconds; `ends` INT64_MAX: it has no job */
    int64_t given;       /* when the front end chose it */
    int64_t idle_since;  /* then */
    bool is_stopped;
};

/* Of all machines together. */
struct spent {
    uint64_t nodes, span;
    int64_t idle; /* there was no leaf for them */
};

struct world {
    struct proof proof;
    struct board board;
    struct machine machines[MACHINES_MOST];
    int count;
    int64_t now, latency;
    struct spent spent;
    int64_t front_until; /* the front end is at work until then */
    void *listener;      /* a solver that learns what the machines tell */
    int64_t words;       /* that it has been told */
};

static uint64_t size; /* a position stands for so many */
static int threads;   /* of a machine */

/* -- positions -- */

static bool read_opening(struct world *world, const char *flags, const char *moves, struct position *position)
{
    struct words words;
    struct fault fault;
    if (!words_split(flags, strlen(flags), &words) ||
        !konane_start(&world->board, position, &words, &fault) || !words_split(moves, strlen(moves), &words))
        return false;
    for (int i = 0; i < words.count; i++) {
        move_t move = konane_move_parse(&world->board, words.at[i]);
        if (move == MOVE_NONE)
            return false;
        konane_game.apply(&world->board, position, move);
    }
    return true;
}

static void print_fen(const struct world *world, const struct position *position, struct string *out)
{
    char fen[FEN_MAX];
    struct text text = text_in(fen, sizeof fen);
    konane_print(&world->board, position, &text);
    string_print(out, "%s", fen);
}

/* -- a job -- */

static void print_number(struct string *out, uint64_t number)
{
    if (number == NUMBER_INFINITE)
        string_print(out, "inf ");
    else
        string_print(out, "%" PRIu64 " ", number);
}

/* "PHI DELTA WORK " */
static void print_numbers(const struct world *world, const struct machine *machine,
                          const struct position *position, struct string *out)
{
    struct proof_numbers numbers;
    bool known = konane_solver.numbers(machine->solver, &world->board, position, &numbers);
    assert(known);
    (void)known;
    print_number(out, numbers.won);
    print_number(out, numbers.lost);
    string_print(out, "%" PRIu64, numbers.work);
}

static void print_children(const struct world *world, const struct machine *machine,
                           const struct position *position, struct string *out)
{
    struct move_list list;
    konane_game.moves(&world->board, position, &list);
    string_print(out, ", \"children\": [");
    for (int i = 0; i < list.count; i++) {
        char word[MOVE_WORD_MAX];
        struct position child = *position;
        konane_game.apply(&world->board, &child, list.at[i]);
        konane_move_print(&world->board, list.at[i], word);
        string_print(out, "%s\"%s ", i == 0 ? "" : ", ", word);
        print_numbers(world, machine, &child, out);
        string_print(out, " ");
        print_fen(world, &child, out);
        string_print(out, "\"");
    }
    string_print(out, "]");
}

/* Solves with at most so many positions; how many it took. */
static uint64_t solve(const struct world *world, void *solver, const struct position *position, int count,
                      uint64_t budget, struct solution *solution)
{
    struct job job = {.began = clock_now(), .node_limit = budget, .deadline = INT64_MAX};
    size_t bytes = TABLES / (size_t)world->count;
    struct means means = {.bytes = bytes < TABLE ? bytes : TABLE, .threads = count, .to_the_end = true};
    konane_solver.solve(solver, &means, &world->board, position, &job, solution);
    return atomic_load(&job.nodes);
}

/* What the others have told since the last job takes its time. */
static void learn(const struct world *world, struct machine *machine)
{
    machine->words += world->words - machine->learnt;
    machine->learnt = world->words;
}

static void tell(struct machine *machine)
{
    char *room = ground_take(LESSONS_ROOM);
    struct text words = text_in(room, LESSONS_ROOM);
    konane_solver.proofs->tell(machine->solver, &words);
    string_clear(&machine->lessons);
    string_print(&machine->lessons, "%s", words.at);
    free(room);
}

/* What leaf.c would write of the engine's answers. */
static void do_job(struct world *world, struct machine *machine, const struct graph_node *leaf,
                   uint64_t budget, bool opens)
{
    static const char part[] = "0000000000000000000000000000000000000000000000000000000000000000";
    struct position position;
    struct fault fault;
    struct solution solution = {.end = END_OPEN};
    struct string row = {0};
    game_parse(&konane_game, &world->board, &position, leaf->fen, &fault);
    learn(world, machine);
    told_begin_job();
    bool over = konane_game.turn(&world->board, &position) == ACTOR_NONE;
    uint64_t begins = crowd_time();
    machine->nodes = over ? 0 : solve(world, machine->solver, &position, threads, budget, &solution);
    machine->span = threads == 1 ? machine->nodes : crowd_time() - begins;
    tell(machine);
    string_print(&row, "{\"job\": \"%s\", \"nodes\": %" PRIu64 ", \"worker\": %d", leaf->fen, machine->nodes,
                 (int)(machine - world->machines));
    if (over) {
        string_print(&row, ", \"won\": false, \"over\": true");
    } else if (solution.end == END_PROVEN) {
        string_print(&row, ", \"won\": %s, \"proof\": \"%s\"", solution.score.number > 0 ? "true" : "false",
                     part);
    } else {
        string_print(&row, ", \"numbers\": \"");
        print_numbers(world, machine, &position, &row);
        string_print(&row, "\"");
        if (opens)
            print_children(world, machine, &position, &row);
    }
    string_print(&row, "}");
    machine->row = row.at;
}

/* -- time -- */

static int64_t time_of(uint64_t nodes)
{
    return (int64_t)(nodes * size / SPEED);
}

/* It does no more of its job after that time. */
static void cut_off(struct machine *machine, int64_t time)
{
    int64_t worked = time > machine->began ? time - machine->began : 0;
    uint64_t span = (uint64_t)worked * SPEED / size;
    if (span >= machine->span)
        return;
    machine->nodes = (uint64_t)((double)machine->nodes * (double)span / (double)machine->span);
    machine->span = span;
}

static void hand_out(struct world *world)
{
    for (int i = 0; i < world->count; i++) {
        struct machine *machine = &world->machines[i];
        if (machine->ends != INT64_MAX)
            continue;
        if (!graph_choose(&world->proof.graph, i, &machine->path))
            return;
        const struct graph_node *leaf = &world->proof.graph.at[machine->path.at[machine->path.length - 1]];
        uint64_t budget = proof_budget(&world->proof, world->count);
        do_job(world, machine, leaf, budget, proof_opens(&world->proof, leaf, budget, world->count));
        world->spent.idle += world->now - machine->idle_since;
        machine->given = world->now;
        machine->began = world->now + world->latency + NOTICE + machine->words / LEARN;
        machine->ends = machine->began + time_of(machine->span) + world->latency;
        machine->words = 0;
        machine->is_stopped = false;
    }
}

static int64_t first_end(const struct world *world)
{
    int64_t first = INT64_MAX;
    for (int i = 0; i < world->count; i++)
        first = world->machines[i].ends < first ? world->machines[i].ends : first;
    return first;
}

static void stop_unwanted(struct world *world)
{
    for (int i = 0; i < world->count; i++) {
        struct machine *machine = &world->machines[i];
        if (machine->ends == INT64_MAX || machine->is_stopped ||
            machine->ends <= world->now + 2 * world->latency ||
            graph_is_wanted(&world->proof.graph, machine->path.at[machine->path.length - 1]))
            continue;
        machine->is_stopped = true;
        machine->ends = world->now + 2 * world->latency;
        cut_off(machine, machine->ends);
    }
}

static void teach_others(struct world *world, struct machine *machine)
{
    const char *words = machine->lessons.at;
    size_t length = proof_lessons_length(words, world->count);
    int learnt;
    int64_t count = 0;
    bool good =
        konane_solver.proofs->learn(world->listener, &world->board, cursor_over(words, length), &learnt);
    assert(good);
    (void)good;
    for (size_t i = 0; i < length; i++)
        count += words[i] == ' ';
    world->words += count;
    machine->learnt += count;
}

static void add_job(struct world *world, const struct machine *machine)
{
    world->spent.nodes += machine->nodes;
    world->spent.span += machine->span;
}

static void take_answer(struct world *world, struct machine *machine)
{
    world->now += FRONT;
    add_job(world, machine);
    machine->ends = INT64_MAX;
    graph_leave(&world->proof.graph, &machine->path);
    assert(machine->row != NULL);
    bool good =
        machine->is_stopped || graph_take_row(&world->proof.graph, machine->row, strlen(machine->row));
    assert(good);
    (void)good;
    if (!machine->is_stopped) {
        teach_others(world, machine);
        proof_note_trip(&world->proof, machine->nodes, (double)time_of(machine->span) / 1e6,
                        (double)(world->now - machine->given) / 1e6);
    }
    free(machine->row);
    machine->row = NULL;
}

/* All that have come when the front end looks again. */
static void take_answers(struct world *world)
{
    int64_t first = first_end(world);
    assert(first != INT64_MAX);
    int64_t looks = first > world->front_until ? first : world->front_until;
    world->now = looks;
    bool has_come[MACHINES_MOST];
    for (int i = 0; i < world->count; i++)
        if ((has_come[i] = world->machines[i].ends <= looks))
            take_answer(world, &world->machines[i]);
    for (int i = 0; i < world->count; i++)
        if (has_come[i])
            world->machines[i].idle_since = world->now;
    world->front_until = world->now + SYNC;
}

/* -- runs -- */

enum { NUMBERS_MOST = 8 };

/* What a table is made of: its columns and its rows. */
struct study {
    int machines[NUMBERS_MOST], sizes;
    int latency[NUMBERS_MOST], latencies; /* microseconds */
};

/* A solver that, like a fresh engine of leaf.c, has looked at the root. */
static void *meet(const struct world *world, const struct position *root)
{
    struct solution solution;
    void *solver = konane_solver.create();
    solve(world, solver, root, 1, 1, &solution);
    return solver;
}

static void begin(struct world *world, const struct position *root, int machines, int64_t latency)
{
    /* Smaller jobs are not worth simulating, and threads end when the last of them has ended its endgame of up to 800. */
    enum { LEAST = 500, LEAST_A_THREAD = 5000 };
    static const struct settings settings;
    struct string fen = {0};
    uint64_t few = threads == 1 ? LEAST : (uint64_t)threads * LEAST_A_THREAD;
    uint64_t least = PROOF_BUDGET_LEAST / size > few ? PROOF_BUDGET_LEAST / size : few;
    world->count = machines;
    print_fen(world, root, &fen);
    world->proof =
        (struct proof){.settings = &settings, .budget_least = least, .images = konane_images_of(fen.at)};
    world->proof.graph = graph_create(fen.at, proof_images(&world->proof.images));
    world->now = world->front_until = 0;
    world->spent = (struct spent){0};
    world->latency = latency;
    world->words = 0;
    world->listener = meet(world, root);
    told_to(world->listener);
    for (int i = 0; i < machines; i++)
        world->machines[i] = (struct machine){.solver = meet(world, root), .ends = INT64_MAX};
    string_free(&fen);
}

static void end_machine(struct world *world, struct machine *machine)
{
    if (machine->ends < INT64_MAX) {
        cut_off(machine, world->now);
        add_job(world, machine);
    } else {
        world->spent.idle += world->now - machine->idle_since;
    }
    free(machine->row);
    string_free(&machine->lessons);
    konane_solver.destroy(machine->solver);
}

static void end(struct world *world)
{
    for (int i = 0; i < world->count; i++)
        end_machine(world, &world->machines[i]);
    told_to(NULL);
    konane_solver.destroy(world->listener);
    graph_free(&world->proof.graph);
}

static void simulate(struct world *world, const struct position *root, int machines, int64_t latency)
{
    begin(world, root, machines, latency);
    while (!proof_is_decided(&world->proof)) {
        hand_out(world);
        take_answers(world);
        stop_unwanted(world);
    }
    end(world);
}

static uint64_t solve_alone(const struct world *world, const struct position *root)
{
    struct solution solution;
    void *solver = konane_solver.create();
    uint64_t nodes = solve(world, solver, root, 1, UINT64_MAX, &solution);
    konane_solver.destroy(solver);
    return nodes;
}

static void print_cell(struct world *world, const struct position *root, int machines, int64_t latency,
                       uint64_t alone)
{
    simulate(world, root, machines, latency);
    const struct spent *spent = &world->spent;
    double all = (double)world->now * machines, work = (double)time_of(spent->span);
    printf(" %.0f %% (%.2f) %.0f/%.0f/%.0f |", 100 * (double)time_of(alone) / all / threads,
           (double)spent->nodes / (double)alone, 100 * work / all, 100 * (double)spent->idle / all,
           100 * (1 - (work + (double)spent->idle) / all));
    fflush(stdout);
}

static bool print_rows(struct world *world, const char *flags, const char *moves, const struct study *study)
{
    struct position root;
    if (!read_opening(world, flags, moves, &root)) {
        fprintf(stderr, "%s %s: no opening of konane\n", flags, moves);
        return false;
    }
    world->count = 1;
    uint64_t alone = solve_alone(world, &root);
    for (int l = 0; l < study->latencies; l++) {
        printf("| %s, %s | %" PRIu64 " | %.1f ms |", flags, moves, alone, (double)study->latency[l] / 1e3);
        for (int i = 0; i < study->sizes; i++)
            print_cell(world, &root, study->machines[i], study->latency[l], alone);
        puts("");
    }
    return true;
}

/* "16,64": numbers from 1 to `most`; how many, 0 if they are none. */
static int read_numbers(const char *word, int number[NUMBERS_MOST], int most)
{
    int count = 0;
    char *end;
    for (; count < NUMBERS_MOST; word = end + 1) {
        long value = strtol(word, &end, 10);
        if (end == word || value < 1 || value > most)
            return 0;
        number[count++] = (int)value;
        if (*end != ',')
            break;
    }
    return *end == '\0' ? count : 0;
}

static void print_heading(const struct study *study)
{
    puts("Efficiency; in brackets the nodes of all beside those of one thread that solves it at one go; of\n"
         "the time, per cent at work / without a leaf / on the way.\n");
    printf("| opening | nodes at one go | latency |");
    for (int i = 0; i < study->sizes; i++)
        printf(" %d |", study->machines[i]);
    printf("\n|---|---|---|");
    for (int i = 0; i < study->sizes; i++)
        printf("---|");
    puts("");
}

int main(int words, char **word)
{
    struct study study = {
        .machines = {1, 2, 4, 16, 64}, .sizes = 5, .latency = {100, 5000, 50000}, .latencies = 3};
    struct world *world = ground_take(sizeof *world);
    bool good = true;
    int at = 1, sizes[NUMBERS_MOST] = {100}, crowd[NUMBERS_MOST] = {1};
    for (; at + 1 < words && word[at][0] == '-'; at += 2)
        if (strcmp(word[at], "-machines") == 0)
            study.sizes = read_numbers(word[at + 1], study.machines, MACHINES_MOST);
        else if (strcmp(word[at], "-latency") == 0)
            study.latencies = read_numbers(word[at + 1], study.latency, 1000000);
        else if (strcmp(word[at], "-size") == 0)
            study.sizes = read_numbers(word[at + 1], sizes, 1000000) == 1 ? study.sizes : 0;
        else if (strcmp(word[at], "-threads") == 0)
            study.sizes = read_numbers(word[at + 1], crowd, CROWD_MOST) == 1 ? study.sizes : 0;
    if (study.sizes == 0 || study.latencies == 0 || (words - at) % 2 != 0) {
        fprintf(stderr,
                "machines [-machines N,N...] [-latency MICROSECONDS,...] [-size N] [-threads N] [FLAGS "
                "MOVES]...\n");
        return 1;
    }
    print_heading(&study);
    size = (uint64_t)sizes[0];
    threads = crowd[0];
    for (int i = at; i + 1 < words; i += 2)
        good = print_rows(world, word[i], word[i + 1], &study) && good;
    if (at == words) /* minutes: it is solved fifteen times */
        good = print_rows(world, "rows=6 cols=7", "a1 a2", &study);
    free(world);
    crowd_free();
    return good ? 0 : 1;
}
