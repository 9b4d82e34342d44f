/* Angry solved: against brute force on small boards, and the values that are known. */
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/rng.h"
#include "games/angry/angry.h"
#include "search/solver.h"
#include "support/place.h"
#include "support/sanitized.h"

enum { STOP_MAX = SANITIZED ? 2000000 : 50000 }; /* microseconds */

struct place {
    struct board board;
    struct position position;
};

static void place_set(struct place *place, const char *fen)
{
    struct fault fault = {{0}, {0}};
    if (!game_parse(&angry_game, &place->board, &place->position, fen, &fault))
        fail_msg("%s: %s %s", fen, fault.field, fault.why);
}

/* -- running the solver -- */

struct witness {
    int reports;
    int64_t lower; /* the tightest reported, the mover's view */
    int64_t upper;
    int notes;
};

static void take_report(void *context, const struct report *report)
{
    struct witness *witness = context;
    witness->reports++;
    if (report->score.bound != BOUND_UPPER) {
        assert_true(report->score.number >= witness->lower);
        witness->lower = report->score.number;
    }
    if (report->score.bound != BOUND_LOWER) {
        assert_true(report->score.number <= witness->upper);
        witness->upper = report->score.number;
    }
}

static void take_note(void *context, const char *text)
{
    (void)text;
    ((struct witness *)context)->notes++;
}

static struct witness witness_new(void)
{
    return (struct witness){.lower = -POINTS_MAX, .upper = POINTS_MAX};
}

static struct job job_new(struct witness *witness)
{
    return (struct job){.node_limit = UINT64_MAX,
                        .began = clock_now(),
                        .deadline = INT64_MAX,
                        .context = witness,
                        .report = take_report,
                        .note = take_note};
}

static struct solution solve(const struct place *place, size_t bytes, int threads, struct witness *witness)
{
    struct means means = {.bytes = bytes, .threads = threads, .to_the_end = true};
    struct job job = job_new(witness);
    struct solution solution;
    angry_game.solver->solve(NULL, &means, &place->board, &place->position, &job, &solution);
    if (solution.end == END_PROVEN)
        witness->lower = witness->upper = solution.score.number;
    return solution;
}

/* -- brute force: every line of play, remembered -- */

struct memory {
    uint32_t round;
    uint32_t size;
    uint32_t used; /* in this round */
    struct memory_slot {
        uint32_t round;
        int32_t value;
        struct angry_position position;
    } slot[];
};

static struct memory *memory_new(uint32_t size)
{
    struct memory *memory = calloc(1, sizeof *memory + size * sizeof memory->slot[0]);
    assert_non_null(memory);
    memory->size = size;
    return memory;
}

static struct memory_slot *memory_find(struct memory *memory, const struct place *place)
{
    const struct angry_position *position = angry_position(&place->position);
    uint64_t index = angry_key(&place->board, &place->position);
    for (;; index++) {
        struct memory_slot *slot = &memory->slot[index % memory->size];
        if (slot->round != memory->round || memcmp(&slot->position, position, sizeof *position) == 0)
            return slot;
    }
}

/* The hen's final score with best play of both. */
static int32_t brute_force(struct memory *memory, const struct place *place)
{
    enum actor turn = angry_turn(&place->board, &place->position);
    if (turn == ACTOR_NONE)
        return angry_worth(&place->board, &place->position);
    struct memory_slot *known = memory_find(memory, place);
    if (known->round == memory->round)
        return known->value;
    struct move_list list;
    angry_moves(&place->board, &place->position, &list);
    int32_t best = 0;
    for (int i = 0; i < list.count; i++) {
        struct place next = *place;
        angry_apply(&next.board, &next.position, list.at[i]);
        int32_t value = brute_force(memory, &next);
        if (i == 0 || (turn == ACTOR_ONE ? value > best : value < best))
            best = value;
    }
    known = memory_find(memory, place);
    assert_true(++memory->used < memory->size);
    known->round = memory->round;
    known->value = best;
    known->position = *angry_position(&place->position);
    return best;
}

/* Which part of the random positions has passed before: half, and no more often than leaves turns enough for the
 * actions, just so; a quarter; or all, so that actions and turns both are about to end. */
enum passed { PASSED_JUST, PASSED_SOME, PASSED_ALL };

/* Flags that begin so ask for a board with a bird; half of them are her turn. */
#define BIRD_MOVES " mover=bird"

static int random_turns(struct rng *rng, enum passed passed, int actions, int cap)
{
    if (passed == PASSED_JUST)
        return 2 * actions;
    int few = passed == PASSED_ALL && 2 * actions + 2 < cap ? actions + 2 : 0; /* or they do not matter */
    return actions + few + 1 + (int)rng_below(rng, (uint64_t)(2 * cap - actions - few));
}

/* How large the random positions are, and how many of them one may lead to. */
struct extent {
    int cells_least;
    int cells_most;
    int cap_least;
    int cap_most;
    uint32_t memory;
};
static const struct extent small = {3, 12, 1, 9, 1 << 16};
static const struct extent middle = {15, 20, 16, 30, 1 << 20};

/* A board at random, with few actions left. */
static bool random_place(struct rng *rng, const struct extent *extent, const char *flags, enum passed passed,
                         char *fen, struct place *place)
{
    int rows = 1 + (int)rng_below(rng, 4);
    int columns = 2 + (int)rng_below(rng, 4);
    int cells = rows * columns;
    int rocks = (int)rng_below(rng, 35);
    if (cells > extent->cells_most || cells < extent->cells_least)
        return false;
    char grid[20];
    int items = 0;
    for (int i = 0; i < cells; i++) {
        int die = (int)rng_below(rng, 100);
        grid[i] = die < rocks ? 'R' : 'T';
        if (items < 4 && die >= 75) {
            grid[i] = die < 87 ? 'E' : 'P';
            items++;
        }
    }
    static const char single[4] = {'H', 'Q', 'S', 'B'};
    bool bird = strstr(flags, "bird") != NULL;
    for (int i = 0; i < 3 + bird; i++)
        grid[rng_below(rng, (uint64_t)cells)] = single[i];
    int length = 0;
    for (int i = 0; i < cells; i++)
        length += sprintf(fen + length, "%s%c", i > 0 && i % columns == 0 ? "/" : "", grid[i]);
    if (strchr(fen, 'H') == NULL || strchr(fen, 'Q') == NULL || strchr(fen, 'S') == NULL ||
        (strchr(fen, 'B') != NULL) != bird)
        return false;
    uint64_t caps = 1 + (uint64_t)extent->cap_most - (uint64_t)extent->cap_least;
    int cap = extent->cap_least + (int)rng_below(rng, caps);
    int actions = (int)rng_below(rng, (uint64_t)cap);
    bool script = strstr(flags, "script") != NULL;
    int side = script ? 1 : 1 + (int)rng_below(rng, 2);
    if (bird && side == 1)
        flags = rng_below(rng, 2) == 0 ? flags + strlen(BIRD_MOVES) : flags;
    else if (bird)
        flags += strlen(BIRD_MOVES);
    length += sprintf(fen + length, " %d %d cap=%d%s", side, actions, cap, flags);
    if (passed == PASSED_ALL || (passed == PASSED_SOME && rng_below(rng, 4) == 0) ||
        (passed == PASSED_JUST && actions > 0 && rng_below(rng, 2) == 0))
        sprintf(fen + length, " turns=%d", random_turns(rng, passed, actions, cap));
    place_set(place, fen);
    bool is_early = angry_position(&place->position)->turns <= 2 * actions; /* actions run out before turns */
    return angry_turn(&place->board, &place->position) != ACTOR_NONE && (passed != PASSED_JUST || is_early);
}

/* The hen's score after the solver's move and best play from there. */
static int32_t value_after(struct memory *memory, const struct place *place, move_t move)
{
    struct place next = *place;
    assert_true(game_allows(&angry_game, &next.board, &next.position, move));
    angry_apply(&next.board, &next.position, move);
    return brute_force(memory, &next);
}

static void check_line(const struct place *place, const struct solution *solution)
{
    struct place at = *place;
    for (int i = 0; i < solution->pv_count; i++) {
        assert_true(game_allows(&angry_game, &at.board, &at.position, solution->pv[i]));
        angry_apply(&at.board, &at.position, solution->pv[i]);
    }
}

static void compare(struct memory *memory, const struct place *place, const char *fen)
{
    memory->round++;
    memory->used = 0;
    int32_t wanted = brute_force(memory, place);
    struct witness witness = witness_new();
    struct solution solution = solve(place, 16 << 20, 1, &witness);
    int sign = angry_turn(&place->board, &place->position) == ACTOR_ONE ? 1 : -1;
    check_line(place, &solution);
    if (witness.lower > sign * wanted || witness.upper < sign * wanted)
        fail_msg("%s is worth %d, not %d to %d", fen, sign * (int)wanted, (int)witness.lower,
                 (int)witness.upper);
    if (solution.end != END_PROVEN)
        fail_msg("%s is not proven", fen);
    assert_int_equal(solution.score.bound, BOUND_PROVEN);
    if (solution.score.number != sign * wanted)
        fail_msg("%s is worth %d, not %d", fen, sign * (int)wanted, (int)solution.score.number);
    if (value_after(memory, place, solution.best) != wanted)
        fail_msg("%s: %s does not keep %d", fen, angry_move_words[solution.best], (int)wanted);
}

static void compare_in(const struct extent *extent, const char *flags, enum passed passed, uint64_t seed,
                       int count)
{
    struct rng rng = {seed};
    struct memory *memory = memory_new(extent->memory);
    count = (int)check_scaled(count);
    for (int done = 0; done < count;) {
        char fen[FEN_MAX];
        struct place place;
        if (!random_place(&rng, extent, flags, passed, fen, &place))
            continue;
        compare(memory, &place, fen);
        done++;
    }
    free(memory);
    print_message("%d positions\n", count);
}

static void compare_many(const char *flags, enum passed passed, uint64_t seed, int count)
{
    compare_in(&small, flags, passed, seed, count);
}

static void test_brute_free(void **state)
{
    (void)state;
    compare_many("", PASSED_SOME, 1, 4000);
}

static void test_brute_free_with_passes(void **state)
{
    (void)state;
    compare_many(" pass=on", PASSED_SOME, 2, 4000);
}

static void test_brute_free_few_turns(void **state)
{
    (void)state;
    compare_many("", PASSED_ALL, 5, 4000);
}

static void test_brute_free_with_passes_few_turns(void **state)
{
    (void)state;
    compare_many(" pass=on", PASSED_ALL, 6, 4000);
}

static void test_brute_script(void **state)
{
    (void)state;
    compare_many(" queen=script", PASSED_SOME, 3, 4000);
}

static void test_brute_script_with_passes(void **state)
{
    (void)state;
    compare_many(" queen=script pass=on", PASSED_SOME, 4, 4000);
}

static void test_brute_bird(void **state)
{
    (void)state;
    compare_many(BIRD_MOVES " queen=script", PASSED_SOME, 7, 4000);
}

static void test_brute_bird_with_passes(void **state)
{
    (void)state;
    compare_many(BIRD_MOVES " queen=script pass=on", PASSED_SOME, 8, 4000);
}

static void test_brute_bird_few_turns(void **state)
{
    (void)state;
    compare_many(BIRD_MOVES " queen=script", PASSED_ALL, 9, 4000);
}

static void test_brute_bird_free(void **state)
{
    (void)state;
    compare_many(BIRD_MOVES "", PASSED_JUST, 10, 500);
}

/* Most rows are left as they are there, and cells with four ways out are many. */
static void test_brute_bird_free_longer(void **state)
{
    (void)state;
    compare_in(&middle, BIRD_MOVES "", PASSED_JUST, 15, 40);
}

/* The same board with rocks below it and to the right. */
static void place_among_rocks(const char *fen, int side, char wide[FEN_MAX], struct place *place)
{
    const char *flags = strchr(fen, ' ');
    struct text text = text_in(wide, FEN_MAX);
    for (int row = 0; row < side; row++) {
        int length = fen < flags ? (int)strcspn(fen, "/ ") : 0;
        text_format(&text, "%s%.*s", row > 0 ? "/" : "", length, fen);
        for (int column = length; column < side; column++)
            text_string(&text, "R");
        fen += fen < flags ? length + (fen[length] == '/') : 0;
    }
    text_string(&text, flags);
    place_set(place, wide);
}

/* Rows of two words, of three and of five. */
static void test_brute_bird_free_among_rocks(void **state)
{
    (void)state;
    static const int sides[] = {10, 12, 16};
    struct rng rng = {18};
    struct memory *memory = memory_new(small.memory);
    int count = (int)check_scaled(90);
    for (int done = 0; done < count;) {
        char fen[FEN_MAX];
        char wide[FEN_MAX];
        struct place place;
        if (!random_place(&rng, &small, BIRD_MOVES "", PASSED_JUST, fen, &place))
            continue;
        place_among_rocks(fen, sides[done % 3], wide, &place);
        compare(memory, &place, wide);
        done++;
    }
    free(memory);
}

/* Where no pig is followed a queen between pigs has no step, but in truth a way may be open. */
static void test_a_queen_shut_in_by_pigs(void **state)
{
    (void)state;
    static const char *const fens[] = {"PQP/PRE/HBS 1 0 cap=12", "RHPP/SBRQ 1 0 cap=16",
                                       "PPQ/HRE/BST 1 0 cap=8"};
    struct memory *memory = memory_new(small.memory);
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        struct place place;
        place_set(&place, fens[i]);
        compare(memory, &place, fens[i]);
    }
    free(memory);
}

/* A round without an action leaves fewer turns than that takes: it is said, and the search plays. */
static void test_bird_with_too_few_turns(void **state)
{
    (void)state;
    struct place place;
    place_set(&place, "HTTE/TRPT/BTTQ/TTST 1 3 cap=9 turns=7");
    struct witness witness = witness_new();
    struct solution solution = solve(&place, 16 << 20, 1, &witness);
    assert_true(solution.end == END_OPEN && solution.lacks == 0);
    assert_int_equal(witness.notes, 1);
}

/* -- values that are known -- */

/* The rows of a template of the course joined by '/', then `rest`; skips the test where it is missing. */
static struct place read_template(const char *name, const char *rest)
{
    char path[128];
    char fen[FEN_MAX];
    char row[64];
    snprintf(path, sizeof path, "../shared/data/angry/%s.txt", name);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        print_message("%s is not there: skipped\n", path);
        skip();
    }
    struct text text = text_in(fen, sizeof fen);
    while (fscanf(file, "%63s", row) == 1)
        text_format(&text, "%s%s", text.length > 0 ? "/" : "", row);
    fclose(file);
    text_string(&text, rest);
    struct place place;
    place_set(&place, fen);
    return place;
}

static void expect_proven(const struct place *place, size_t bytes, int threads, int64_t score)
{
    struct witness witness = witness_new();
    struct solution solution = solve(place, bytes, threads, &witness);
    assert_true(solution.end == END_PROVEN);
    assert_int_equal(solution.score.number, score);
    assert_int_equal(witness.lower, score);
    assert_int_equal(witness.upper, score);
    check_line(place, &solution);
}

/* That of SOLVER.md: the way to the slingshot is over two pigs, 400 - 400 - 3; six of eight are gone before. */
static void test_the_board_for_the_head(void **state)
{
    (void)state;
    struct place place;
    place_set(&place, "THPPSRQT 1 0 cap=10");
    expect_proven(&place, 1 << 20, 1, 400 - 3);
}

static void test_templates_scripted(void **state)
{
    (void)state;
    struct place simple = read_template("simple", " 1 0 queen=script");
    struct place hard = read_template("hard", " 1 0 queen=script");
    expect_proven(&simple, 32 << 20, 1, 1973);
    expect_proven(&hard, 32 << 20, 1, 1765);
}

static void test_templates_free(void **state)
{
    (void)state;
    struct place simple = read_template("simple", " 1 0");
    struct place hard = read_template("hard", " 1 0");
    expect_proven(&simple, 64 << 20, 1, 50);
    expect_proven(&hard, 64 << 20, 1, 987);
}

/* Plays a line of the scripted game out: its end is the promised score. */
static void expect_line_to_end(const struct place *place, const struct solution *solution)
{
    struct place at = *place;
    for (int i = 0; i < solution->pv_count; i++)
        angry_apply(&at.board, &at.position, solution->pv[i]);
    assert_int_equal(angry_turn(&at.board, &at.position), ACTOR_NONE);
    assert_int_equal(angry_worth(&at.board, &at.position), solution->score.number);
}

static void test_templates_with_a_bird(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int64_t score;
    } boards[] = {{"bird-simple", 2410}, {"bird-hard", 2368}};
    for (int i = 0; i < 2; i++) {
        struct place place = read_template(boards[i].name, " 1 0 queen=script");
        struct witness witness = witness_new();
        struct solution solution = solve(&place, 32 << 20, 1, &witness);
        assert_true(solution.end == END_PROVEN);
        assert_int_equal(solution.score.number, boards[i].score);
        expect_line_to_end(&place, &solution);
    }
}

static void test_template_with_a_bird_beside_a_free_queen(void **state)
{
    (void)state;
    struct place simple = read_template("bird-simple", " 1 0");
    expect_proven(&simple, 64 << 20, 1, 1797);
}

static void test_random_boards_with_a_bird(void **state)
{
    (void)state;
    for (int seed = 1; seed <= 40; seed++) {
        struct place place;
        char words[64];
        snprintf(words, sizeof words, "seed=%d bird=on queen=script", seed);
        place_start(&angry_game, words, &place.board, &place.position);
        struct witness witness = witness_new();
        struct solution solution = solve(&place, 64 << 20, 1, &witness);
        assert_true(solution.end == END_PROVEN);
        expect_line_to_end(&place, &solution);
    }
}

/* The hen before the queen passes, and with that the turns are over, at no cost; brute force says as much. */
static void test_the_last_turn_may_be_a_pass(void **state)
{
    (void)state;
    struct place place;
    place_set(&place, "PTSR/RQTP/THTT 1 1 cap=3 queen=script turns=4");
    struct witness witness = witness_new();
    struct solution solution = solve(&place, 1 << 20, 1, &witness);
    assert_true(solution.end == END_PROVEN);
    assert_int_equal(solution.score.number, -602);
}

/* Who would let the queen out is taken by her: nothing is looked for behind that. */
static void test_a_queen_shut_in_is_left_alone(void **state)
{
    (void)state;
    struct place place;
    place_start(&angry_game, "seed=16 bird=on queen=script", &place.board, &place.position);
    struct witness witness = witness_new();
    struct solution solution = solve(&place, 1 << 20, 1, &witness);
    assert_true(solution.end == END_PROVEN);
    expect_line_to_end(&place, &solution);
}

static void test_threads_agree(void **state)
{
    (void)state;
    struct place hard = read_template("hard", " 1 0 cap=40");
    struct witness witness = witness_new();
    struct solution alone = solve(&hard, 64 << 20, 1, &witness);
    assert_true(alone.end == END_PROVEN);
    expect_proven(&hard, 64 << 20, 4, alone.score.number);
}

/* Plays the line of the scripted game out: its end is the promised score. */
static void test_scripted_line_is_worth_its_score(void **state)
{
    (void)state;
    struct place place = read_template("hard", " 1 0 queen=script");
    struct witness witness = witness_new();
    struct solution solution = solve(&place, 32 << 20, 1, &witness);
    expect_line_to_end(&place, &solution);
}

/* Both sides ask the solver at every move: the score is the value of the start. */
static void test_free_game_keeps_its_value(void **state)
{
    (void)state;
    struct place place;
    place_set(&place, "HTETP/TRTTE/TTPTT/ERTTQ/TTSTT 1 0 cap=20");
    struct witness witness = witness_new();
    struct solution solution = solve(&place, 32 << 20, 1, &witness);
    assert_true(solution.end == END_PROVEN);
    int64_t promised = solution.score.number;
    while (angry_turn(&place.board, &place.position) != ACTOR_NONE) {
        witness = witness_new();
        solution = solve(&place, 32 << 20, 1, &witness);
        angry_apply(&place.board, &place.position, solution.best);
    }
    assert_int_equal(angry_worth(&place.board, &place.position), promised);
}

/* -- limits -- */

/* Boards on which the work is long. */
static const char open_board[] =
    "HTTTTTTTTTTTTTTE/TRRRTTTTTTTRTTTT/TTETTTPTTPTTTTTT/TTTTPTTTTTTTETTT/TTTTTTTTTTTTTTTT/"
    "TTETTTPTTPTTTTTT/TRTTPTTTTTTTETTT/TTTTTTTTTTTTTTTT/TTETTTPTTPTTTTTT/TTTTPTTTTTTTETTT/"
    "TTTTTTTTTTTTTTTT/TTTTTTRRRTTTTTTT/TTETTTTTTTTTTTTT/TTTTTTTTPSPTTTTT/TTTTTTTTTPTTTTTT/"
    "TTTTTTTTTTTTTTTQ";
static const char guarded_board[] = "TPTTTTETTT/TTTRRTTETP/TTETTTRTPE/PTETRTTTTT/TTETTETTRT/ETTHTTTTER/"
                                    "PTTPPEPTTT/TEPTTTTSTQ/TTRTTRETTT/TETRTTTETT";

static void place_long(struct place *place, const char *rows, const char *flags)
{
    char fen[FEN_MAX];
    snprintf(fen, sizeof fen, "%s%s", rows, flags);
    place_set(place, fen);
}

struct stopping {
    const char *rows;
    const char *flags;
    int threads;
};

/* With a deadline that has passed nothing but the tick in progress is finished. */
static int64_t time_to_stop(void *context)
{
    const struct stopping *stopping = context;
    struct place place;
    place_long(&place, stopping->rows, stopping->flags);
    struct means means = {.bytes = 256 << 20, .threads = stopping->threads, .to_the_end = true};
    struct witness witness = witness_new();
    struct job job = job_new(&witness);
    int64_t deadline = clock_now() + 100000;
    atomic_store(&job.deadline, deadline);
    struct solution solution;
    angry_game.solver->solve(NULL, &means, &place.board, &place.position, &job, &solution);
    int64_t late = clock_now() - deadline;
    assert_true(solution.end != END_PROVEN);
    return late;
}

static void test_stops_in_time(void **state)
{
    (void)state;
    static struct stopping table[] = {{open_board, " 1 0", 1},
                                      {open_board, " 1 0", 2},
                                      {open_board, " 1 0 cap=10000", 1},
                                      {open_board, " 1 0 pass=on", 1},
                                      {guarded_board, " 1 0 queen=script cap=143", 1}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        check_prompt(STOP_MAX, time_to_stop, &table[i]);
}

/* With next to no memory there is no proof, but what is said still holds. */
static void test_tiny_memory(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "HTETP/TRTTE/TTPTT/ERTTQ/TTSTT 1 0 cap=20", "HTETP/TRTTE/TTPTT/ERTTQ/TTSTT 2 0 cap=20",
        "HTETP/TRTTE/TTPTT/ERTTQ/TTSTT 1 0 cap=20 queen=script", "HTETP/TRTTT/TTBTT/ERTTQ/TTSTT 1 0 cap=20"};
    for (int i = 0; i < 4; i++) {
        struct place place;
        place_set(&place, fens[i]);
        struct witness whole = witness_new();
        struct solution proof = solve(&place, 64 << 20, 1, &whole);
        assert_true(proof.end == END_PROVEN);
        for (size_t bytes = 1 << 10; bytes <= 1 << 20; bytes *= 2) {
            struct witness witness = witness_new();
            struct solution solution = solve(&place, bytes, 1, &witness);
            assert_true(witness.lower <= proof.score.number && witness.upper >= proof.score.number);
            if (solution.end == END_PROVEN)
                assert_int_equal(solution.score.number, proof.score.number);
            else
                assert_true(solution.lacks > bytes);
        }
    }
}

static void test_too_many_items(void **state)
{
    (void)state;
    static const char *const fens[] = {"HEEEEEEEEE/EEEEEEEEEE/TTTTTTTTTQ/TTTTTTTTTS 1 0",
                                       "HEEEEEEEEE/EEEEEEEEEE/TTTTTTTTTQ/TTTTTTTTTS 1 0 queen=script"};
    for (int i = 0; i < 2; i++) {
        struct place place;
        place_set(&place, fens[i]);
        struct witness witness = witness_new();
        struct solution solution = solve(&place, 64 << 20, 1, &witness);
        assert_int_equal(solution.best, MOVE_NONE);
        assert_true(witness.notes > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brute_free),
        cmocka_unit_test(test_brute_free_with_passes),
        cmocka_unit_test(test_brute_free_few_turns),
        cmocka_unit_test(test_brute_free_with_passes_few_turns),
        cmocka_unit_test(test_brute_script),
        cmocka_unit_test(test_brute_script_with_passes),
        cmocka_unit_test(test_brute_bird),
        cmocka_unit_test(test_brute_bird_with_passes),
        cmocka_unit_test(test_brute_bird_few_turns),
        cmocka_unit_test(test_brute_bird_free),
        cmocka_unit_test(test_brute_bird_free_longer),
        cmocka_unit_test(test_brute_bird_free_among_rocks),
        cmocka_unit_test(test_a_queen_shut_in_by_pigs),
        cmocka_unit_test(test_bird_with_too_few_turns),
        cmocka_unit_test(test_the_board_for_the_head),
        cmocka_unit_test(test_templates_scripted),
        cmocka_unit_test(test_templates_free),
        cmocka_unit_test(test_templates_with_a_bird),
        cmocka_unit_test(test_template_with_a_bird_beside_a_free_queen),
        cmocka_unit_test(test_random_boards_with_a_bird),
        cmocka_unit_test(test_the_last_turn_may_be_a_pass),
        cmocka_unit_test(test_a_queen_shut_in_is_left_alone),
        cmocka_unit_test(test_threads_agree),
        cmocka_unit_test(test_scripted_line_is_worth_its_score),
        cmocka_unit_test(test_free_game_keeps_its_value),
        cmocka_unit_test(test_stops_in_time),
        cmocka_unit_test(test_tiny_memory),
        cmocka_unit_test(test_too_many_items),
    };
    return cmocka_run_group_tests_name("solve angry", tests, NULL, NULL);
}
