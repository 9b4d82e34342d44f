/* The one file that the command line names: what `tables` and `proof` write into it, read from it
 * and refuse. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/rng.h"
#include "protocol/files.h"
#include "support/check.h"
#include "support/engine.h"

static struct engine engine;
static char folder[64];
static char store[96];
static char draft_name[128];

static int make_room(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/panj-store-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(store, sizeof store, "%s/kept", folder);
    snprintf(draft_name, sizeof draft_name, "%s.draft", store);
    return 0;
}

static int clear_room(void **state)
{
    (void)state;
    unlink(store);
    unlink(draft_name);
    return rmdir(folder); /* fails if anything else was left there */
}

/* -- the engine -- */

static void begin(const char *path)
{
    const char *const words[] = {"--store", path, NULL};
    assert_true(engine_start(&engine, path != NULL ? words : NULL));
}

static void say(const char *line)
{
    engine_say(&engine, line);
}

/* The next line that is no info. */
static const char *answer(void)
{
    for (const char *line; (line = engine_line(&engine, ENGINE_PATIENCE)) != NULL;)
        if (strncmp(line, "info ", 5) != 0)
            return line;
    fail_msg("no answer");
    return "";
}

static void ask(const char *line, const char *expected)
{
    say(line);
    assert_string_equal(answer(), expected);
}

/* The answer begins so; what follows is returned. */
static const char *ask_rest(const char *line, const char *expected)
{
    say(line);
    const char *got = answer();
    if (strncmp(got, expected, strlen(expected)) != 0)
        fail_msg("%s: %s, not %s", line, got, expected);
    return got + strlen(expected);
}

static void end(void)
{
    say("quit");
    assert_null(engine_line(&engine, ENGINE_PATIENCE));
    assert_int_equal(engine_end(&engine, ENGINE_PATIENCE), 0);
}

/* -- the file -- */

static long size_of(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 ? (long)about.st_size : -1;
}

static void write_store(const void *bytes, size_t size)
{
    FILE *file = fopen(store, "wb");
    assert_non_null(file);
    assert_true(fwrite(bytes, 1, size, file) == size);
    assert_int_equal(fclose(file), 0);
}

static unsigned char *read_store(size_t *size)
{
    enum { ROOM = 1 << 22 };
    unsigned char *bytes = malloc(ROOM);
    FILE *file = fopen(store, "rb");
    assert_true(bytes != NULL && file != NULL);
    *size = fread(bytes, 1, ROOM, file);
    assert_true(*size > 0 && *size < ROOM);
    fclose(file);
    return bytes;
}

/* -- tables -- */

static const char *const poor = "position fen -....-.... 1 d 8 150 3 100"; /* wealth 250 */

static void save_tables(void)
{
    begin(store);
    say("newgame monopoly");
    ask("tables build 300", "tables built");
    long bytes = strtol(ask_rest("tables save", "tables saved "), NULL, 10);
    assert_true(bytes > 0);
    assert_int_equal(size_of(store), bytes);
    assert_int_equal(size_of(draft_name), -1);
    end();
}

/* What one ply says about the poor position, up to the count of nodes; too little for building tables. */
static void think_of_poor(char score[128])
{
    say(poor);
    say("go depth 1");
    const char *line = engine_line(&engine, ENGINE_PATIENCE);
    assert_non_null(line);
    const char *at = strstr(line, " score ");
    assert_non_null(at);
    snprintf(score, 128, "%.*s", (int)(strstr(at, " nodes ") - at), at);
    assert_int_equal(strncmp(answer(), "bestmove ", 9), 0);
}

static void loaded_tables_are_used_until_they_are_dropped(void **state)
{
    (void)state;
    char unknown[128], known[128], after[128], loaded[64];
    save_tables();
    snprintf(loaded, sizeof loaded, "tables loaded %ld bytes", size_of(store));
    begin(store);
    say("newgame monopoly");
    think_of_poor(unknown);
    assert_null(strstr(unknown, "proven"));
    ask("tables load", loaded);
    think_of_poor(known);
    assert_non_null(strstr(known, "proven"));
    ask("tables load", loaded); /* in the place of the first */
    think_of_poor(after);
    assert_string_equal(after, known);
    ask("tables drop", "tables dropped");
    ask("tables drop", "tables dropped");
    think_of_poor(after);
    assert_string_equal(after, unknown);
    ask("tables load", loaded);
    end(); /* lets go of it */
}

static void what_is_loaded_is_what_solve_says(void **state)
{
    (void)state;
    char known[128];
    save_tables();
    begin(store);
    say("newgame monopoly");
    assert_non_null(ask_rest("tables load", "tables loaded "));
    think_of_poor(known);
    end();
    begin(NULL); /* worked out anew, to the end */
    say("newgame monopoly");
    say(poor);
    say("solve");
    bool same = false;
    for (const char *line; (line = engine_line(&engine, ENGINE_PATIENCE)) != NULL;) {
        same |= strstr(known, " proven") != NULL && strstr(line, known) != NULL;
        if (strncmp(line, "bestmove ", 9) == 0)
            break;
    }
    assert_true(same);
    end();
}

static void expect_tables_refused(const char *why)
{
    begin(store);
    say("newgame monopoly");
    ask_rest("tables load", why);
    say("isready"); /* and goes on */
    assert_string_equal(answer(), "readyok");
    end();
}

static void damaged_tables_are_refused(void **state)
{
    (void)state;
    size_t size;
    save_tables();
    unsigned char *bytes = read_store(&size);
    write_store(bytes, size - 1);
    expect_tables_refused("error unsupported tables file is damaged");
    write_store(bytes, 10);
    expect_tables_refused("error unsupported tables file is too short");
    bytes[size / 2] ^= 1;
    write_store(bytes, size);
    expect_tables_refused("error unsupported tables file is damaged: the checksum is wrong");
    bytes[size / 2] ^= 1;
    bytes[0] ^= 1;
    write_store(bytes, size);
    expect_tables_refused("error unsupported tables file is no table of monopoly");
    write_store("", 0);
    expect_tables_refused("error unsupported tables: Invalid argument");
    bytes[0] ^= 1;
    write_store(bytes, size);
    expect_tables_refused("tables loaded "); /* it was the damage */
    free(bytes);
}

static void tables_of_other_rules_are_refused(void **state)
{
    (void)state;
    save_tables();
    begin(store);
    say("newgame monopoly sellpercent=50");
    ask("tables load", "error unsupported tables file is of other rules: sellpercent=90, here it is 50");
    say("newgame monopoly maxturns=5");
    ask_rest("tables load", "error unsupported tables rules ");
    ask_rest("tables build", "error unsupported tables rules ");
    say("newgame konane");
    ask("tables load", "error unsupported tables: konane has none");
    ask("tables save", "error unsupported tables: konane has none");
    ask("tables drop", "error unsupported tables: konane has none");
    ask("tables build", "error unsupported tables: konane has none");
    end();
    assert_true(size_of(store) > 0); /* nothing of this wrote */
}

static void tables_need_a_file_and_something_to_keep(void **state)
{
    (void)state;
    begin(NULL);
    say("newgame monopoly");
    ask("tables save", "error unsupported no file: start panj with --store FILE");
    ask("tables load", "error unsupported no file: start panj with --store FILE");
    ask("tables build wide", "error bad_argument tables build takes a number, not wide");
    ask("tables bild", "error bad_argument tables takes build, save, load or drop, not bild");
    end();
    begin(store);
    say("newgame monopoly");
    ask("tables load", "error unsupported tables: No such file or directory");
    ask("tables save", "error unsupported tables: nothing is built");
    end();
    assert_int_equal(size_of(store), -1);
    assert_int_equal(size_of(draft_name), -1);
}

/* The old file stays when the new one cannot be made. */
static void tables_that_cannot_be_written(void **state)
{
    (void)state;
    char nowhere[128];
    snprintf(nowhere, sizeof nowhere, "%s/nowhere/kept", folder);
    begin(nowhere);
    say("newgame monopoly");
    ask("tables build 60", "tables built");
    ask("tables save", "error internal tables: No such file or directory");
    end();
    begin(folder); /* a folder cannot be replaced by a file */
    say("newgame monopoly");
    ask("tables build 60", "tables built");
    ask("tables save", "error internal tables: Is a directory");
    ask("tables load", "error unsupported tables: Invalid argument");
    end();
    snprintf(nowhere, sizeof nowhere, "%s.draft", folder);
    assert_int_equal(size_of(nowhere), -1);
}

/* -- proofs -- */

/* The rules say that player 1 wins it. */
static const char *const opening = "bwbwb/wbwbw/bwbwb/wbwbw/bwbwb 1";

static void save_proof(void)
{
    begin(store);
    say("newgame konane rows=5 cols=5");
    say("solve");
    assert_int_equal(strncmp(answer(), "bestmove ", 9), 0);
    long bytes = strtol(ask_rest("proof save", "proof saved "), NULL, 10);
    assert_true(bytes > 0);
    assert_int_equal(size_of(store), bytes);
    assert_int_equal(size_of(draft_name), -1);
    end();
}

/* What the command line says of the file, and its exit status. */
static void expect_verdict(const char *expected, int status)
{
    const char *const words[] = {"--store", store, "proof", "verify", NULL};
    assert_true(engine_start(&engine, words));
    const char *got = answer();
    if (strncmp(got, expected, strlen(expected)) != 0)
        fail_msg("%s, not %s", got, expected);
    assert_int_equal(engine_end(&engine, ENGINE_PATIENCE), status);
}

static void a_saved_proof_stands(void **state)
{
    (void)state;
    save_proof();
    begin(store); /* another process, and another position on its board */
    const char *claim = ask_rest("proof verify", "proof verified p1win with ");
    char *rest;
    assert_true(strtol(claim, &rest, 10) > 0);
    assert_int_equal(strncmp(rest, " answers: ", 10), 0);
    assert_string_equal(rest + 10, opening);
    for (int part = 1; part <= 7; part++) {
        char line[64], expected[64];
        snprintf(line, sizeof line, "proof verify %d 7", part);
        snprintf(expected, sizeof expected, "proof verified part %d of 7 of p1win with ", part);
        assert_non_null(strstr(ask_rest(line, expected), opening));
    }
    end();
    expect_verdict("proof verified p1win with ", 0);
}

/* The first place of `word` in the page of text before the answers. */
static unsigned char *find_in(unsigned char *bytes, const char *word)
{
    char *at = strstr((char *)bytes, word);
    assert_non_null(at);
    return (unsigned char *)at + strlen(word);
}

static void spoilt_proofs_are_refuted(void **state)
{
    (void)state;
    size_t size;
    save_proof();
    unsigned char *bytes = read_store(&size);
    *find_in(bytes, "winner ") = '2'; /* the loser cannot claim it */
    write_store(bytes, size);
    expect_verdict("error unsupported proof refuted: answers ", 2);
    *find_in(bytes, "winner ") = '3';
    write_store(bytes, size);
    expect_verdict("error unsupported proof refuted: heading damaged", 2);
    *find_in(bytes, "winner ") = '1';
    unsigned char *stones = find_in(bytes, "fen ");
    stones[0] = '?';
    write_store(bytes, size);
    expect_verdict("error unsupported proof refuted: ", 2);
    stones[0] = 'b';
    bytes[size - 1] = 0xFF; /* the last answer is no move any more */
    write_store(bytes, size);
    expect_verdict("error unsupported proof refuted: answers an answer is no move", 2);
    write_store(bytes, size - 1);
    expect_verdict("error unsupported proof refuted: size not that of so many answers", 2);
    bytes[0] ^= 1;
    write_store(bytes, size);
    expect_verdict("error unsupported proof refuted: heading this is no proof of konane", 2);
    write_store("panj", 4);
    expect_verdict("error unsupported proof refuted: heading this is no proof of konane", 2);
    free(bytes);
}

/* -- proofs that are not done -- */

static const char *const unfinished = "position startpos moves a1 b1";

/* `nodes` of the proof, all of it with 0; the last count that the engine tells. */
static long solve_some(long nodes)
{
    char line[64];
    long told = 0;
    snprintf(line, sizeof line, nodes > 0 ? "solve nodes %ld" : "solve", nodes);
    say(line);
    for (const char *got; (got = engine_line(&engine, ENGINE_PATIENCE)) != NULL;) {
        const char *count = strstr(got, " nodes ");
        if (strncmp(got, "bestmove ", 9) == 0)
            return told;
        if (strncmp(got, "info ", 5) == 0 && count != NULL)
            told = strtol(count + 7, NULL, 10);
    }
    fail_msg("no answer");
    return 0;
}

static void begin_unfinished(void)
{
    begin(store);
    say("newgame konane rows=6 cols=6");
    say(unfinished);
}

/* A kept table: a heading, then of each position the bytes of its stones and four of what is known. */
enum { HEADING = 512, ENTRY = 12, STONES = 8 };

static long keep_half(void)
{
    begin_unfinished();
    long whole = solve_some(0);
    say("newgame konane rows=6 cols=6");
    say(unfinished);
    assert_in_range(solve_some(whole / 2), whole / 4, whole - 1);
    long bytes = strtol(ask_rest("proof keep", "proof kept "), NULL, 10);
    assert_int_equal(size_of(store), bytes);
    assert_int_equal(size_of(draft_name), -1);
    end();
    return whole;
}

/* Another process goes on where the first was, and the file of the work becomes that of the proof. */
static void another_day_goes_on_with_a_proof(void **state)
{
    (void)state;
    long whole = keep_half();
    long positions = (size_of(store) - HEADING) / ENTRY;
    begin_unfinished();
    assert_int_equal(strtol(ask_rest("proof resume", "proof resumed with "), NULL, 10), positions);
    assert_in_range(solve_some(0), 1, whole / 4 * 3);
    ask_rest("proof save", "proof saved ");
    end();
    expect_verdict("proof verified p2win with ", 0);
}

/* Who knows more than the file says keeps what he knows. */
static void what_is_read_makes_nobody_forget(void **state)
{
    (void)state;
    char numbers[1024];
    long whole = keep_half();
    begin_unfinished();
    solve_some(whole / 4 * 3);
    snprintf(numbers, sizeof numbers, "response %s", ask_rest("query numbers", "response "));
    ask_rest("proof resume", "proof resumed with ");
    ask("query numbers", numbers);
    end();
}

/* What a code of seven bits stands for, as PROTOCOL.md says. */
static long visits_of(unsigned code)
{
    return code < 2 ? (long)code : (2L + code % 2) << (code / 2 - 1);
}

static long count_large(const unsigned char *bytes, size_t size, long least)
{
    long count = 0;
    for (size_t at = HEADING; at < size; at += ENTRY)
        count += visits_of(bytes[at + ENTRY - 1] >> 1) >= least;
    return count;
}

/* What took little is left out, and the work that it saves is still most of it. */
static void what_is_kept_may_be_what_took_much(void **state)
{
    (void)state;
    size_t size, rest;
    begin_unfinished();
    long whole = solve_some(0);
    ask_rest("proof keep", "proof kept ");
    unsigned char *all = read_store(&size);
    ask_rest("proof keep 1000", "proof kept ");
    unsigned char *large = read_store(&rest);
    long count = count_large(all, size, 1000);
    assert_in_range(count, 10, (size - HEADING) / ENTRY / 4);
    assert_int_equal(rest, HEADING + ENTRY * count);
    assert_int_equal(count_large(large, rest, 1000), count);
    end();
    begin_unfinished();
    assert_int_equal(strtol(ask_rest("proof resume", "proof resumed with "), NULL, 10), count);
    assert_in_range(solve_some(0), 1, whole / 4);
    ask_rest("proof save", "proof saved ");
    end();
    expect_verdict("proof verified p2win with ", 0);
    free(all);
    free(large);
}

/* A table of the root of 8x8 with so many positions that nobody has ever seen, each of 2^20 visits. */
static void write_large_table(size_t count)
{
    static const unsigned char one_each[] = {2, 32, 0, 80}; /* phi, delta, 2^20 */
    size_t size;
    begin(store);
    say("newgame konane");
    solve_some(1000);
    ask_rest("proof keep", "proof kept ");
    end();
    unsigned char *kept = read_store(&size);
    unsigned char *bytes = calloc(HEADING + count * ENTRY, 1);
    assert_non_null(bytes);
    const char *line = strstr((const char *)kept, "positions ");
    assert_non_null(line);
    snprintf((char *)bytes, HEADING, "%.*spositions %zu\n", (int)(line - (const char *)kept),
             (const char *)kept, count);
    for (size_t i = 0; i < count; i++) {
        uint64_t stones = rng_mix(i);
        memcpy(bytes + HEADING + i * ENTRY, &stones, STONES);
        memcpy(bytes + HEADING + i * ENTRY + STONES, one_each, sizeof one_each);
    }
    write_store(bytes, HEADING + count * ENTRY);
    free(bytes);
    free(kept);
}

/* The table is given room for them first: in one that is full, some would find no place. */
static void what_is_read_is_all_there(void **state)
{
    (void)state;
    enum { COUNT = 1000000, LOST = COUNT / 1000 };
    write_large_table(COUNT);
    begin(store);
    say("newgame konane");
    assert_int_equal(strtol(ask_rest("proof resume", "proof resumed with "), NULL, 10), COUNT);
    long bytes = strtol(ask_rest("proof keep 1048576", "proof kept "), NULL, 10);
    assert_in_range((bytes - HEADING) / ENTRY, COUNT - LOST, COUNT);
    end();
}

/* Left is right, and the other side is on move: of 6x6. */
static void mirror_entry(unsigned char *entry)
{
    enum { ROWS = 6, COLS = 6 };
    uint64_t stones = 0;
    for (int cell = 0; cell < ROWS * COLS; cell++)
        if ((entry[cell / 8] >> cell % 8 & 1) != 0)
            stones |= UINT64_C(1) << (cell / COLS * COLS + COLS - 1 - cell % COLS);
    for (int i = 0; i < STONES; i++)
        entry[i] = (unsigned char)(stones >> 8 * i & 0xFF);
    entry[STONES] ^= 1;
}

/* A root that is its own image in other colours: it is all one which of two images the file has. */
static void images_in_other_colours_are_read_as_one(void **state)
{
    (void)state;
    static const char root[] = "position startpos moves d4 c4";
    size_t size;
    begin(store);
    say("newgame konane rows=6 cols=6");
    say(root);
    long whole = solve_some(0);
    ask_rest("proof keep", "proof kept ");
    end();
    unsigned char *bytes = read_store(&size);
    for (size_t at = HEADING; at < size; at += ENTRY)
        mirror_entry(bytes + at);
    write_store(bytes, size);
    begin(store);
    say("newgame konane rows=6 cols=6");
    say(root);
    ask_rest("proof resume", "proof resumed with ");
    assert_in_range(solve_some(0), 1, whole / 1000);
    ask_rest("proof save", "proof saved ");
    end();
    expect_verdict("proof verified p2win with ", 0);
    free(bytes);
}

/* Refused, and the prover goes on with what it had. */
static void expect_refusal(const char *why)
{
    char expected[128];
    snprintf(expected, sizeof expected, "error unsupported proof: %s", why);
    ask("proof resume", expected);
}

static void spoilt_tables_of_a_proof_are_refused(void **state)
{
    (void)state;
    size_t size;
    long whole = keep_half();
    unsigned char *bytes = read_store(&size);
    unsigned char *last = bytes + size - ENTRY, entry[ENTRY];
    memcpy(entry, last, ENTRY);
    expect_verdict("error unsupported proof refuted: heading this is no proof of konane", 2);
    begin_unfinished();
    memset(last + STONES, 0xFF, ENTRY - STONES); /* never and never */
    write_store(bytes, size);
    expect_refusal("positions are damaged");
    memset(last + STONES, 0, ENTRY - STONES); /* no entry */
    write_store(bytes, size);
    expect_refusal("positions are damaged");
    memcpy(last, entry, ENTRY);
    last[STONES - 1] |= 0x80; /* a stone beside the board */
    write_store(bytes, size);
    expect_refusal("positions are damaged");
    memcpy(last, entry, ENTRY);
    write_store(bytes, size - 1);
    expect_refusal("size is not that of so many positions");
    *find_in(bytes, "positions ") = '-';
    write_store(bytes, size);
    expect_refusal("heading is damaged");
    bytes[0] ^= 1;
    write_store(bytes, size);
    expect_refusal("file is no table of konane");
    write_store("panj", 4);
    expect_refusal("file is no table of konane");
    assert_int_equal(solve_some(0), whole); /* nothing was learnt */
    end();
    free(bytes);
}

static void a_kept_proof_is_of_its_board(void **state)
{
    (void)state;
    keep_half();
    begin(store);
    say("newgame konane rows=6 cols=6 open=any");
    expect_refusal("board is another");
    ask("proof keep", "error unsupported proof: nothing is known of this board");
    ask("proof keep it", "error bad_argument proof keep takes LEAST, a number of visits from 1 on");
    ask("proof keep 0", "error bad_argument proof keep takes LEAST, a number of visits from 1 on");
    ask("proof keep 1 2", "error bad_argument proof keep takes LEAST, a number of visits from 1 on");
    ask("proof save it", "error bad_argument proof save, resume and tell take nothing, not it");
    end();
}

/* Whatever stands in the entries, nobody dies of it. */
static void nobody_dies_of_a_strange_table(void **state)
{
    (void)state;
    size_t size;
    int taken = 0;
    struct rng rng = {.state = 5};
    keep_half();
    unsigned char *bytes = read_store(&size);
    for (int round = 0; round < 60; round++) {
        unsigned char *spoilt = malloc(size);
        assert_non_null(spoilt);
        memcpy(spoilt, bytes, size);
        for (int i = 0; i < 1 << round % 8; i++)
            spoilt[HEADING + rng_below(&rng, size - HEADING)] = (unsigned char)rng_next(&rng);
        write_store(spoilt, size);
        free(spoilt);
        begin_unfinished();
        say("proof resume");
        taken += strncmp(answer(), "proof resumed", 13) == 0;
        solve_some(100000);
        end();
    }
    assert_in_range(taken, 5, 59);
    free(bytes);
}

static void proofs_need_a_file_and_a_game_that_has_them(void **state)
{
    (void)state;
    begin(NULL);
    say("newgame konane rows=4 cols=4");
    ask("proof save", "error unsupported no file: start panj with --store FILE");
    ask("proof verify", "error unsupported no file: start panj with --store FILE");
    ask("proof read", "error bad_argument proof takes save, keep, resume, verify, tell or learn, not read");
    say("newgame monopoly");
    ask("proof save", "error unsupported proof: monopoly has none");
    end();
    begin(store);
    ask("proof verify", "error unsupported proof: No such file or directory");
    end();
    begin("/nowhere/at/all");
    say("newgame konane rows=4 cols=4");
    say("solve");
    assert_int_equal(strncmp(answer(), "bestmove ", 9), 0);
    ask("proof save", "error internal proof: No such file or directory");
    end();
}

/* -- drafts -- */

/* A disk that is full: the old file stays whole, the draft goes. */
static void a_full_disk_costs_nothing(void **state)
{
    (void)state;
    static const char bytes[8192] = "new";
    struct draft draft;
    struct rlimit saved, small;
    write_store("old", 3);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &saved), 0);
    small = saved;
    small.rlim_cur = 4096;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    draft_begin(&draft, store);
    assert_false(draft_write(&draft, bytes, sizeof bytes));
    assert_false(draft_write(&draft, bytes, 1)); /* trouble is remembered */
    int trouble = draft_end(&draft, store, true);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &saved), 0);
    assert_int_not_equal(trouble, 0);
    assert_int_equal(size_of(store), 3);
    assert_int_equal(size_of(draft_name), -1);
}

static void a_draft_replaces_or_leaves_no_trace(void **state)
{
    (void)state;
    struct draft draft;
    size_t size;
    write_store("old", 3);
    draft_begin(&draft, store);
    assert_true(draft_write(&draft, "given up", 8));
    assert_int_equal(draft_end(&draft, store, false), 0);
    assert_int_equal(size_of(store), 3);
    draft_begin(&draft, store);
    assert_true(draft_write(&draft, "very ", 5) && draft_write(&draft, "new", 3));
    assert_int_equal(size_of(store), 3); /* until the end it is the old one */
    assert_int_equal(draft_end(&draft, store, true), 0);
    assert_int_equal(size_of(draft_name), -1);
    char *image = file_map(store, &size);
    assert_non_null(image);
    assert_true(size == 8 && memcmp(image, "very new", 8) == 0);
    munmap(image, size);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_room, clear_room)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(loaded_tables_are_used_until_they_are_dropped),
        TEST(what_is_loaded_is_what_solve_says),
        TEST(damaged_tables_are_refused),
        TEST(tables_of_other_rules_are_refused),
        TEST(tables_need_a_file_and_something_to_keep),
        TEST(tables_that_cannot_be_written),
        TEST(a_saved_proof_stands),
        TEST(spoilt_proofs_are_refuted),
        TEST(another_day_goes_on_with_a_proof),
        TEST(spoilt_tables_of_a_proof_are_refused),
        TEST(what_is_read_makes_nobody_forget),
        TEST(what_is_kept_may_be_what_took_much),
        TEST(what_is_read_is_all_there),
        TEST(images_in_other_colours_are_read_as_one),
        TEST(a_kept_proof_is_of_its_board),
        TEST(nobody_dies_of_a_strange_table),
        TEST(proofs_need_a_file_and_a_game_that_has_them),
        TEST(a_full_disk_costs_nothing),
        TEST(a_draft_replaces_or_leaves_no_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
