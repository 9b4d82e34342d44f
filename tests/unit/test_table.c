/* The transposition table: what goes in comes out, what is final stays, what is torn is not believed. */
#include "tests/support/check.h"

#include <pthread.h>

#include "base/rng.h"
#include "search/table.h"

static struct knowledge knowledge_of(uint64_t number)
{
    return (struct knowledge){.value = (value_t)(number % 2000000001) - 1000000000,
                              .move = (move_t)(number >> 32),
                              .depth = (int)(number >> 48 & 127),
                              .marks = KNOWN_AT_LEAST};
}

static void test_what_goes_in_comes_out(void **state)
{
    (void)state;
    struct table *table = table_create(1 << 20);
    struct rng rng = {.state = 1};
    for (int i = 0; i < 1000; i++) {
        uint64_t key = rng_next(&rng);
        struct knowledge in = knowledge_of(rng_next(&rng));
        table_store(table, key, &in);
        struct knowledge out;
        assert_true(table_probe(table, key, &out));
        assert_int_equal(out.value, in.value);
        assert_int_equal(out.move, in.move);
        assert_int_equal(out.depth, in.depth);
        assert_int_equal(out.marks, in.marks);
        assert_false(table_probe(table, key ^ 1, &out));
    }
    table_destroy(table);
}

static void test_smallest_table_works(void **state)
{
    (void)state;
    struct table *table = table_create(1);
    assert_true(table_bytes(table) >= 64);
    struct knowledge in = knowledge_of(7);
    for (uint64_t key = 0; key < 100; key++)
        table_store(table, key * UINT64_C(0x0101010101010101), &in);
    struct knowledge out;
    assert_true(table_probe(table, 99 * UINT64_C(0x0101010101010101), &out));
    assert_int_equal(table_fill(table), 1000);
    table_age(table);
    assert_int_equal(table_fill(table), 0);
    table_destroy(table);
}

static void test_final_knowledge_stays(void **state)
{
    (void)state;
    struct table *table = table_create(1 << 16);
    struct knowledge final = {.value = 5, .move = 1, .depth = 3, .marks = 15};
    struct knowledge deep = {.value = 9, .move = 2, .depth = 100, .marks = KNOWN_EXACTLY};
    struct knowledge out;
    table_store(table, 42, &final);
    table_store(table, 42, &deep);
    assert_true(table_probe(table, 42, &out));
    assert_int_equal(out.value, 5);
    assert_int_equal(out.marks, 15);
    table_destroy(table);
}

static void test_move_survives_a_store_without_one(void **state)
{
    (void)state;
    struct table *table = table_create(1 << 16);
    struct knowledge with = {.value = 5, .move = 77, .depth = 3, .marks = KNOWN_AT_LEAST};
    struct knowledge without = {.value = 6, .move = MOVE_NONE, .depth = 4, .marks = KNOWN_AT_MOST};
    struct knowledge out;
    table_store(table, 42, &with);
    table_store(table, 42, &without);
    assert_true(table_probe(table, 42, &out));
    assert_int_equal(out.value, 6);
    assert_int_equal(out.move, 77);
    table_destroy(table);
}

static void test_old_goes_first(void **state)
{
    (void)state;
    struct table *table = table_create(64); /* one bucket of four */
    struct knowledge in = {.value = 1, .move = 1, .depth = 10, .marks = KNOWN_EXACTLY};
    table_store(table, 1, &in);
    for (int i = 0; i < 5; i++)
        table_age(table);
    in.depth = 5;
    for (uint64_t key = 2; key <= 5; key++)
        table_store(table, key, &in);
    struct knowledge out;
    assert_false(table_probe(table, 1, &out));
    for (uint64_t key = 2; key <= 5; key++)
        assert_true(table_probe(table, key, &out));
    table_destroy(table);
}

/* Writers of different values for the same few keys; a reader must see only whole ones. */
enum { CROWD = 3 };

static uint64_t crowd_value(uint64_t key, uint64_t round)
{
    return rng_mix(key * 64 + round % 64);
}

struct crowd {
    struct table *table;
    uint64_t rounds;
    int torn;
};

static bool is_whole(uint64_t key, const struct knowledge *found)
{
    for (uint64_t round = 0; round < 64; round++) {
        struct knowledge one = knowledge_of(crowd_value(key, round));
        if (one.value == found->value && one.move == found->move)
            return true;
    }
    return false;
}

static void *crowd_run(void *argument)
{
    struct crowd *crowd = argument;
    for (uint64_t round = 0; round < crowd->rounds; round++)
        for (uint64_t key = 1; key <= 8; key++) {
            struct knowledge known;
            if (table_probe(crowd->table, key, &known) && !is_whole(key, &known))
                crowd->torn++;
            known = knowledge_of(crowd_value(key, round));
            known.depth = 1;
            known.marks = KNOWN_EXACTLY;
            table_store(crowd->table, key, &known);
        }
    return NULL;
}

static void test_no_torn_entry_is_believed(void **state)
{
    (void)state;
    struct table *table = table_create(64);
    struct crowd crowd[CROWD];
    pthread_t thread[CROWD];
    for (int i = 0; i < CROWD; i++) {
        crowd[i] = (struct crowd){.table = table, .rounds = (uint64_t)check_scaled(20000)};
        assert_int_equal(pthread_create(&thread[i], NULL, crowd_run, &crowd[i]), 0);
    }
    for (int i = 0; i < CROWD; i++) {
        pthread_join(thread[i], NULL);
        assert_int_equal(crowd[i].torn, 0);
    }
    table_destroy(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_goes_in_comes_out),
        cmocka_unit_test(test_smallest_table_works),
        cmocka_unit_test(test_final_knowledge_stays),
        cmocka_unit_test(test_move_survives_a_store_without_one),
        cmocka_unit_test(test_old_goes_first),
        cmocka_unit_test(test_no_torn_entry_is_believed),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
