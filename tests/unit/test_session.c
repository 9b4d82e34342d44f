/* Sessions as values: two in one process, driven through protocol/session.h without a pipe. */
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "protocol/session.h"

/* A session and what it has said, line behind line. */
struct talk {
    struct session *session;
    pthread_mutex_t lock;
    char said[1 << 20];
    size_t length;
};

static void hear(void *context, const char *line, size_t length)
{
    struct talk *talk = context;
    pthread_mutex_lock(&talk->lock);
    if (talk->length + length + 2 < sizeof talk->said) {
        memcpy(talk->said + talk->length, line, length);
        talk->length += length;
        talk->said[talk->length++] = '\n';
        talk->said[talk->length] = '\0';
    }
    pthread_mutex_unlock(&talk->lock);
}

static struct talk *talk_begin(void)
{
    struct talk *talk = calloc(1, sizeof *talk);
    assert_non_null(talk);
    pthread_mutex_init(&talk->lock, NULL);
    talk->session = session_create(&(struct session_writer){.context = talk, .line = hear});
    assert_non_null(talk->session);
    return talk;
}

static void talk_end(struct talk *talk)
{
    session_destroy(talk->session);
    pthread_mutex_destroy(&talk->lock);
    free(talk);
}

static void forget(struct talk *talk)
{
    pthread_mutex_lock(&talk->lock);
    talk->length = 0;
    talk->said[0] = '\0';
    pthread_mutex_unlock(&talk->lock);
}

static bool say(struct talk *talk, const char *line)
{
    return session_line(talk->session, line, strlen(line));
}

/* Says a line that answers at once; the answer, without its last newline. */
static const char *ask(struct talk *talk, const char *line)
{
    forget(talk);
    say(talk, line);
    if (talk->length > 0)
        talk->said[talk->length - 1] = '\0';
    return talk->said;
}

static void test_two_sessions_do_not_touch(void **state)
{
    (void)state;
    struct talk *one = talk_begin();
    struct talk *two = talk_begin();
    say(one, "newgame konane rows=4 cols=4");
    say(two, "newgame hand seed=9");
    say(two, "setoption name Hash value 2");
    say(one, "play a1 b1");
    assert_string_equal(ask(one, "query game"), "response konane");
    assert_string_equal(ask(two, "query game"), "response hand");
    assert_string_equal(ask(one, "query option Hash"), "response 0");
    assert_string_equal(ask(two, "query option Hash"), "response 2");
    assert_string_equal(ask(two, "query ply"), "response 0");
    forget(one);
    forget(two);
    say(one, "go depth 3");
    say(two, "go depth 3");
    session_finish(one->session);
    session_finish(two->session);
    assert_non_null(strstr(one->said, "bestmove "));
    assert_non_null(strstr(two->said, "bestmove "));
    talk_end(one);
    talk_end(two);
}

static void test_quit_ends_a_session(void **state)
{
    (void)state;
    struct talk *talk = talk_begin();
    assert_true(say(talk, "isready"));
    assert_true(say(talk, "nonsense"));
    assert_true(say(talk, "go infinite"));
    assert_true(session_is_searching(talk->session));
    assert_false(say(talk, "quit"));
    assert_false(session_is_searching(talk->session));
    assert_non_null(strstr(talk->said, "bestmove "));
    talk_end(talk);
}

static void test_destroying_stops_a_search(void **state)
{
    (void)state;
    struct talk *talk = talk_begin();
    say(talk, "go infinite");
    talk_end(talk);
    talk = talk_begin();
    say(talk, "perft 60");
    assert_true(session_is_counting(talk->session));
    talk_end(talk);
}

static void test_exactly_one_bestmove_for_each_go(void **state)
{
    (void)state;
    struct talk *talk = talk_begin();
    say(talk, "newgame konane rows=5 cols=5");
    enum { SEARCHES = 50 };
    for (int i = 0; i < SEARCHES; i++) {
        say(talk, "go nodes 300");
        session_finish(talk->session);
    }
    int count = 0;
    for (const char *at = talk->said; (at = strstr(at, "\nbestmove ")) != NULL; at++)
        count++;
    assert_int_equal(count, SEARCHES);
    talk_end(talk);
}

/* -- every error leaves the state as it was -- */

/* All that a peer can see of the state. */
static void write_state(struct talk *talk, char *room, size_t size)
{
    static const char *const questions[] = {
        "query game",        "query fen",         "query ply",          "query key",           "query legal",
        "query option Hash", "query option Game", "query option Style", "query option Threads"};
    size_t used = 0;
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++)
        used += (size_t)snprintf(room + used, size - used, "%s\n", ask(talk, questions[i]));
    assert_true(used < size);
}

/* Lines that mean something, cut, crossed and soiled. */
static size_t make_junk(struct rng *rng, char *line, size_t room)
{
    static const char *const scraps[] = {"position startpos moves a1 b1",
                                         "position fen bw/wb 1",
                                         "newgame hand",
                                         "newgame konane rows=4",
                                         "play a1",
                                         "undo",
                                         "go depth 1",
                                         "go nodes",
                                         "setoption name Hash value 3",
                                         "setoption name Game value gems",
                                         "query",
                                         "fen",
                                         "moves",
                                         "a1",
                                         "b1",
                                         "-1",
                                         "99999999999999999999",
                                         "=",
                                         "rows=",
                                         "1",
                                         "startpos",
                                         "searchmoves",
                                         "value",
                                         "name",
                                         "\t",
                                         "#",
                                         "\377",
                                         "dice=3",
                                         "open=any",
                                         "/",
                                         "bwbw"};
    size_t used = 0;
    int count = 1 + (int)rng_below(rng, 6);
    for (int i = 0; i < count; i++) {
        const char *scrap = scraps[rng_below(rng, sizeof scraps / sizeof scraps[0])];
        used += (size_t)snprintf(line + used, room - used, "%s%s", scrap, rng_below(rng, 5) > 0 ? " " : "");
    }
    if (rng_below(rng, 3) == 0 && used > 0)
        line[rng_below(rng, used)] = (char)(1 + rng_below(rng, 255));
    return used;
}

static void test_an_error_changes_nothing(void **state)
{
    (void)state;
    struct talk *talk = talk_begin();
    struct rng rng = {.state = 20};
    static char before[65536], after[65536];
    int errors = 0;
    for (int i = 0; i < 3000; i++) {
        char line[1024];
        size_t length = make_junk(&rng, line, sizeof line);
        line[length] = '\0';
        write_state(talk, before, sizeof before);
        forget(talk);
        session_line(talk->session, line, length);
        session_stop(talk->session); /* of a search that began, "go depth 11", the end says nothing here */
        session_finish(talk->session);
        if (strncmp(talk->said, "error ", 6) != 0)
            continue;
        errors++;
        write_state(talk, after, sizeof after);
        if (strcmp(before, after) != 0)
            fail_msg("'%s' was an error and changed something", line);
    }
    print_message("%d errors, nothing changed\n", errors);
    assert_true(errors > 2000);
    talk_end(talk);
}

/* -- who is told that what ran has ended -- */

struct owner {
    struct talk talk;
    atomic_int ended;   /* how often */
    atomic_int awaited; /* and how often while lines waited */
};

static void hear_idle(void *context, bool lines_wait)
{
    struct owner *owner = context;
    atomic_fetch_add(&owner->awaited, lines_wait);
    atomic_fetch_add(&owner->ended, 1);
}

static struct owner *owner_begin(void)
{
    struct owner *owner = calloc(1, sizeof *owner);
    assert_non_null(owner);
    pthread_mutex_init(&owner->talk.lock, NULL);
    owner->talk.session =
        session_create(&(struct session_writer){.context = owner, .line = hear, .idle = hear_idle});
    assert_non_null(owner->talk.session);
    return owner;
}

static void wait_until_ended(struct owner *owner, int times)
{
    while (atomic_load(&owner->ended) < times)
        sched_yield();
    assert_int_equal(atomic_load(&owner->ended), times);
}

/* Whether the line was said, among those of what runs. */
static bool has_said(struct talk *talk, const char *line)
{
    pthread_mutex_lock(&talk->lock);
    bool has = strstr(talk->said, line) != NULL;
    pthread_mutex_unlock(&talk->lock);
    return has;
}

static void test_lines_that_wait_are_told_of_and_no_others(void **state)
{
    (void)state;
    struct owner *owner = owner_begin();
    struct talk *talk = &owner->talk;
    say(talk, "perft 60");
    say(talk, "stop");
    wait_until_ended(owner, 1);
    assert_int_equal(owner->awaited, 0);
    say(talk, "perft 60");
    say(talk, "newgame hand");
    forget(talk);
    say(talk, "query game");
    assert_true(has_said(talk, "response konane\n"));
    say(talk, "stop");
    wait_until_ended(owner, 2);
    assert_int_equal(owner->awaited, 1);
    assert_true(session_go_on(talk->session));
    assert_string_equal(ask(talk, "query game"), "response hand");
    say(talk, "go depth 1");
    wait_until_ended(owner, 3);
    assert_int_equal(owner->awaited, 1);
    talk_end(talk);
}

/* The search ends before the line comes, while it is put aside, or after: carried out it is. */
static void test_no_line_waits_for_what_has_ended(void **state)
{
    (void)state;
    struct owner *owner = owner_begin();
    struct talk *talk = &owner->talk;
    for (int i = 0; i < 400; i++) {
        int awaited = atomic_load(&owner->awaited);
        char search[32];
        snprintf(search, sizeof search, "go nodes %d", 1 + i % 40);
        say(talk, search);
        forget(talk);
        say(talk, "position fen nothing");
        wait_until_ended(owner, i + 1);
        if (atomic_load(&owner->awaited) > awaited)
            session_go_on(talk->session);
        if (strstr(talk->said, "error ") == NULL)
            fail_msg("after %s a line was forgotten", search);
    }
    talk_end(talk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_sessions_do_not_touch),
        cmocka_unit_test(test_quit_ends_a_session),
        cmocka_unit_test(test_destroying_stops_a_search),
        cmocka_unit_test(test_exactly_one_bestmove_for_each_go),
        cmocka_unit_test(test_an_error_changes_nothing),
        cmocka_unit_test(test_lines_that_wait_are_told_of_and_no_others),
        cmocka_unit_test(test_no_line_waits_for_what_has_ended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
