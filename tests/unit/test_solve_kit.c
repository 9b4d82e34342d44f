/* The kit of the exact solvers: crews, turns, what a proof may spend. */
#include "tests/support/check.h"

#include <pthread.h>
#include <sys/resource.h>
#include <time.h>

#include "base/clock.h"
#include "search/turns.h"
#include "solve/crew.h"
#include "solve/effort.h"
#include "tests/support/sanitized.h"

/* -- crew -- */

struct member {
    atomic_int *together;
    int ran;
    pthread_t self;
};

static void work(void *context)
{
    struct member *member = context;
    member->ran++;
    member->self = pthread_self();
    atomic_fetch_add(member->together, 1);
}

static int run_crew(int count, struct member members[])
{
    static atomic_int together;
    void *list[CREW_MAX];
    atomic_store(&together, 0);
    for (int i = 0; i < count; i++) {
        members[i] = (struct member){.together = &together};
        list[i] = &members[i];
    }
    int ran = crew_run(count, work, list);
    assert_int_equal(atomic_load(&together), ran);
    for (int i = 0; i < count; i++)
        assert_int_equal(members[i].ran, i < ran);
    assert_true(pthread_equal(members[0].self, pthread_self()));
    return ran;
}

static void a_crew_works_once_each(void **state)
{
    (void)state;
    struct member members[CREW_MAX];
    assert_int_equal(run_crew(1, members), 1);
    assert_int_equal(run_crew(5, members), 5);
    assert_int_equal(run_crew(CREW_MAX, members), CREW_MAX);
}

/* No thread fits into what memory is left; the caller does what he can. */
static void threads_that_cannot_be_had_are_not_missed(void **state)
{
    (void)state;
    if (SANITIZED)
        skip();
    struct member members[8];
    struct rlimit old;
    assert_int_equal(getrlimit(RLIMIT_AS, &old), 0);
    struct rlimit tight = {.rlim_cur = 1 << 20, .rlim_max = old.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_AS, &tight), 0);
    int ran = run_crew(8, members);
    setrlimit(RLIMIT_AS, &old);
    assert_in_range(ran, 1, 7);
}

/* -- turns -- */

/* Two parts that tick; how often the turn has changed hands, and that never both had it. */
struct pair {
    struct job whole, part[2];
    struct turns turns;
    atomic_int at_work;
    atomic_int last;
    atomic_int changes;
    int changes_most; /* so many stop them; 0: none do */
    bool clash;
};

struct ticker {
    struct pair *pair;
    int which;
    uint64_t ticks;
    uint64_t most;
};

static void tick(void *context)
{
    struct ticker *ticker = context;
    struct pair *pair = ticker->pair;
    struct job *job = &pair->part[ticker->which];
    for (bool end = job_tick(job, 1); !end && ticker->ticks < ticker->most; end = job_tick(job, 1)) {
        bool both = atomic_fetch_add(&pair->at_work, 1) != 0;
        pair->clash |= both && !atomic_load(&pair->whole.stop); /* after which nobody waits */
        pair->changes += atomic_exchange(&pair->last, ticker->which) != ticker->which;
        ticker->ticks++;
        atomic_fetch_sub(&pair->at_work, 1);
        if (pair->changes_most > 0 && pair->changes >= pair->changes_most)
            atomic_store(&pair->whole.stop, true);
    }
    turns_leave(&pair->turns, job);
}

static void pair_begin(struct pair *pair, int64_t length)
{
    memset(pair, 0, sizeof *pair);
    atomic_store(&pair->whole.node_limit, UINT64_MAX);
    atomic_store(&pair->whole.deadline, INT64_MAX);
    job_begin_part(&pair->part[0], &pair->whole, UINT64_MAX, INT64_MAX);
    job_begin_part(&pair->part[1], &pair->whole, UINT64_MAX, INT64_MAX);
    assert_true(turns_begin(&pair->turns, &pair->part[0], &pair->part[1], length));
}

static void run_pair(struct pair *pair, struct ticker tickers[2])
{
    void *list[] = {&tickers[0], &tickers[1]};
    tickers[0].pair = tickers[1].pair = pair;
    tickers[1].which = 1;
    assert_int_equal(crew_run(2, tick, list), 2);
    turns_end(&pair->turns);
}

static void one_works_while_the_other_waits(void **state)
{
    (void)state;
    struct pair pair;
    pair_begin(&pair, 1000);
    pair.changes_most = 8;
    struct ticker tickers[2] = {{.most = UINT64_MAX}, {.most = UINT64_MAX}};
    run_pair(&pair, tickers);
    assert_false(pair.clash);
    assert_true(pair.changes >= pair.changes_most);
    assert_true(tickers[0].ticks > 0 && tickers[1].ticks > 0);
    assert_int_equal(atomic_load(&pair.whole.nodes),
                     atomic_load(&pair.part[0].nodes) + atomic_load(&pair.part[1].nodes));
}

/* The second has the turn for good when the first, without an end to its turn, has come to its own. */
static void who_leaves_gives_the_turn_away(void **state)
{
    (void)state;
    struct pair pair;
    pair_begin(&pair, INT64_MAX);
    struct ticker tickers[2] = {{.most = 1000}, {.most = 5000}};
    run_pair(&pair, tickers);
    assert_int_equal(tickers[0].ticks, 1000);
    assert_int_equal(tickers[1].ticks, 5000);
    assert_int_equal(pair.changes, 1);
}

static void *stop_soon(void *context)
{
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    atomic_store(&((struct pair *)context)->whole.stop, true);
    return NULL;
}

/* Whoever waits for a turn hears of the end of the whole. */
static void sleepers_hear_the_stop(void **state)
{
    (void)state;
    struct pair pair;
    pthread_t thread;
    pair_begin(&pair, INT64_MAX);
    assert_int_equal(pthread_create(&thread, NULL, stop_soon, &pair), 0);
    assert_true(job_tick(&pair.part[1], 1));
    pthread_join(thread, NULL);
    turns_end(&pair.turns);
}

/* -- effort -- */

static void hopeless_is_measured(void **state)
{
    (void)state;
    struct pace unknown = {0}, slow = {.nodes = 1e6, .microseconds = 1e6},
                fast = {.nodes = 1e8, .microseconds = 1e6};
    struct purse second = {.time = 1000000, .nodes = UINT64_MAX};
    assert_false(effort_is_hopeless(&second, 1e9, false, &unknown)); /* it must be tried */
    assert_true(effort_is_hopeless(&second, 1e8, false, &slow));
    assert_false(effort_is_hopeless(&second, 1e8, false, &fast));
    assert_true(effort_is_hopeless(&second, 1e8, true, &fast)); /* half of it has room */
    assert_false(effort_is_hopeless(&second, 0, true, &slow));  /* nobody knows */
    struct purse few = {.time = INT64_MAX, .nodes = 1000};
    assert_true(effort_is_hopeless(&few, 1e6, false, &fast));
    assert_false(effort_is_hopeless(&few, 500, true, &slow));
    struct purse endless = {.time = INT64_MAX, .nodes = UINT64_MAX};
    assert_false(effort_is_hopeless(&endless, 1e15, true, &slow));
}

static void half_is_the_proof_s(void **state)
{
    (void)state;
    struct purse purse = {.time = 100000, .nodes = 20001};
    assert_int_equal(effort_nodes(&purse), 10000);
    assert_int_equal(effort_first_turn(&purse, false), 50000);
    assert_true(effort_first_turn(&purse, true) < 10000);
    purse.time = 60 * 1000000;
    assert_true(effort_first_turn(&purse, false) < 1000000); /* a line a second */
    purse.time = INT64_MAX;
    assert_true(effort_first_turn(&purse, false) == INT64_MAX);
    purse.nodes = UINT64_MAX;
    assert_true(effort_first_turn(&purse, false) < 1000000);
    assert_true(effort_nodes(&purse) == UINT64_MAX);
}

static void a_pace_follows_what_is_seen(void **state)
{
    (void)state;
    struct pace pace = {0};
    pace_learn(&pace, 100, 10); /* too little to say anything */
    assert_true(pace.microseconds <= 0);
    assert_true(pace_nodes(&pace, 1000) <= 0);
    for (int i = 0; i < 20; i++)
        pace_learn(&pace, 100000, 10000);
    assert_true(pace.nodes / pace.microseconds > 9.9 && pace.nodes / pace.microseconds < 10.1);
    for (int i = 0; i < 20; i++)
        pace_learn(&pace, 50000, 10000);
    assert_true(pace.nodes / pace.microseconds > 4.9 && pace.nodes / pace.microseconds < 5.1);
    assert_true(pace_nodes(&pace, 1000) > 4900 && pace_nodes(&pace, 1000) < 5100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crew_works_once_each),
        cmocka_unit_test(threads_that_cannot_be_had_are_not_missed),
        cmocka_unit_test(one_works_while_the_other_waits),
        cmocka_unit_test(who_leaves_gives_the_turn_away),
        cmocka_unit_test(sleepers_hear_the_stop),
        cmocka_unit_test(hopeless_is_measured),
        cmocka_unit_test(half_is_the_proof_s),
        cmocka_unit_test(a_pace_follows_what_is_seen),
    };
    return cmocka_run_group_tests_name("solve kit", tests, NULL, NULL);
}
