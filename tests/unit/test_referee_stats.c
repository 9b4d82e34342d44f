/* What the referee says about strength, against numbers from tables and against simulated matches whose truth
 * is known. */
#include "tests/support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/referee/sprt.h"
#include "adapters/referee/standings.h"
#include "adapters/referee/stats.h"
#include "adapters/referee/tally.h"
#include "base/rng.h"

static void assert_near(double value, double wanted, double distance)
{
    if (!(fabs(value - wanted) <= distance))
        fail_msg("%.6f is not within %g of %.6f", value, distance, wanted);
}

static double random_real(struct rng *rng)
{
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

/* -- formulas -- */

static void test_elo_and_score(void **state)
{
    (void)state;
    assert_near(elo_of_score(0.5), 0, 0);
    assert_near(elo_of_score(10.0 / 11), 400, 1e-9); /* ten times as many points are 400 */
    assert_near(elo_of_score(0.64), 99.9510, 1e-3);
    assert_near(score_of_elo(-400), 1.0 / 11, 1e-12);
    assert_true(isinf(elo_of_score(1)) && elo_of_score(1) > 0);
    assert_true(isinf(elo_of_score(0)) && elo_of_score(0) < 0);
    for (int elo = -600; elo <= 600; elo += 50)
        assert_near(elo_of_score(score_of_elo(elo)), elo, 1e-9);
}

static void test_mean_and_variance(void **state)
{
    (void)state;
    static const double values[] = {2, 4, 4, 4, 5, 5, 7, 9};
    struct mean mean = {0};
    for (int i = 0; i < 8; i++)
        mean_add(&mean, values[i]);
    assert_near(mean.mean, 5, 1e-12);
    assert_near(mean_variance(&mean), 32.0 / 7, 1e-12);
}

/* Half widths of the interval of two values 0 and 2 (standard error 1), of 3, 11 and 101 like them: the
 * quantiles of Student's t as printed in tables. */
static void test_student(void **state)
{
    (void)state;
    static const struct {
        int count;
        double quantile;
    } rows[] = {{2, 12.706}, {3, 4.303}, {5, 2.776}, {7, 2.447}, {11, 2.228}, {31, 2.042}, {121, 1.980}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct mean mean = {.count = rows[i].count, .mean = 0};
        mean.spread = (double)rows[i].count * (rows[i].count - 1); /* then the standard error is 1 */
        assert_near(mean_error(&mean), rows[i].quantile, 0.002 * rows[i].quantile);
    }
}

static void test_normal(void **state)
{
    (void)state;
    assert_near(normal_below(0), 0.5, 1e-12);
    assert_near(normal_below(1.959964), 0.975, 1e-6);
    assert_near(normal_below(-1), 0.158655, 1e-6);
}

/* -- simulated matches -- */

/* The score of a pair: two games, each won, drawn or lost with the chances of a strength and a draw rate; the
 * second game repeats the first with some chance, so that games of a pair hang together. */
static double random_pair(struct rng *rng, double score, double draws, double repeats)
{
    double sum = 0, last = 0;
    for (int game = 0; game < 2; game++) {
        double x = random_real(rng);
        double win = score - draws / 2;
        double now = x < win ? 1 : x < win + draws ? 0.5 : 0;
        if (game == 1 && random_real(rng) < repeats)
            now = last;
        sum += now;
        last = now;
    }
    return sum / 2;
}

static void test_error_bars_cover_the_truth(void **state)
{
    (void)state;
    static const double scores[] = {0.5, 0.55, 0.64, 0.75};
    struct rng rng = {1};
    int64_t matches = check_scaled(2000);
    for (int s = 0; s < 4; s++)
        for (int pairs = 50; pairs <= 450; pairs += 400) {
            int64_t covered = 0;
            for (int64_t match = 0; match < matches; match++) {
                struct mean samples = {0};
                for (int i = 0; i < pairs; i++)
                    mean_add(&samples, random_pair(&rng, scores[s], 0.3, 0.3));
                struct elo elo = elo_estimate(&samples);
                double truth = elo_of_score(scores[s]);
                covered += elo.low <= truth && truth <= elo.high;
            }
            double share = (double)covered / (double)matches;
            if (matches >= 2000)
                assert_true(share >= 0.93 && share <= 0.97);
            else
                assert_true(share >= 0.8);
        }
}

/* Also of a handful of samples, many of them alike: the interval holds the truth as often as it says, is never
 * missing, and grows narrower. */
static void test_intervals_of_few(void **state)
{
    (void)state;
    static const double scores[] = {0.5, 0.9, 0.99};
    struct rng rng = {7};
    int64_t matches = check_scaled(2000);
    for (int s = 0; s < 3; s++)
        for (int pairs = 1; pairs <= 20; pairs = pairs * 2 + 1) {
            int64_t covered = 0;
            for (int64_t match = 0; match < matches; match++) {
                struct mean samples = {0};
                for (int i = 0; i < pairs; i++)
                    mean_add(&samples, random_pair(&rng, scores[s], 0, 0));
                struct interval interval = share_interval(&samples);
                assert_true(0 <= interval.low && interval.low <= samples.mean + 1e-12);
                assert_true(samples.mean <= interval.high + 1e-12 && interval.high <= 1);
                covered += interval.low <= scores[s] && scores[s] <= interval.high;
            }
            assert_true((double)covered / (double)matches >= (matches >= 2000 ? 0.9 : 0.75));
        }
    double last = -INFINITY;
    struct mean wins = {0};
    for (int i = 0; i < 50; i++) {
        mean_add(&wins, 1);
        struct elo elo = elo_estimate(&wins);
        assert_true(isfinite(elo.low) && elo.low > last && isinf(elo.high));
        assert_near(elo.superiority, 1 - pow(0.5, i + 2), 1e-12);
        last = elo.low;
    }
    /* 40 wins of 40: nobody below 0.025^(1/40) = 0.9119 wins them once in forty times */
    assert_near(score_of_elo(elo_estimate(&(struct mean){40, 1, 0}).low), 0.911903, 1e-5);
}

static void test_superiority_is_a_probability(void **state)
{
    (void)state;
    struct rng rng = {2};
    int64_t below = 0, matches = check_scaled(2000);
    for (int64_t match = 0; match < matches; match++) {
        struct mean samples = {0};
        for (int i = 0; i < 200; i++)
            mean_add(&samples, random_pair(&rng, 0.5, 0.3, 0));
        below += elo_estimate(&samples).superiority < 0.1; /* of equals: in a tenth of all matches */
    }
    if (matches >= 2000)
        assert_near((double)below / (double)matches, 0.1, 0.025);
}

/* The share of 1,000 runs in which the wrong hypothesis was accepted, and how long they took. */
static double wrong_decisions(const struct sprt_settings *sprt, double elo, enum sprt_state wrong,
                              int classes)
{
    struct rng rng = {3};
    int64_t mistakes = 0, runs = check_scaled(1000);
    for (int64_t run = 0; run < runs; run++) {
        struct sprt_counts counts = {.classes = classes};
        enum sprt_state decided = SPRT_GOES_ON;
        while (decided == SPRT_GOES_ON) {
            double score =
                random_pair(&rng, score_of_elo(elo), classes == 5 ? 0.4 : 0.5, classes == 5 ? 0.2 : 1);
            counts.counts[(int)(score * (classes - 1) + 0.25)]++;
            decided = sprt_decide(sprt, sprt_ratio(&counts, sprt->elo0, sprt->elo1));
        }
        mistakes += decided == wrong;
    }
    return (double)mistakes / (double)runs;
}

static void test_sprt_errs_within_its_bounds(void **state)
{
    (void)state;
    const struct sprt_settings sprt = {.on = true, .elo0 = 0, .elo1 = 40, .alpha = 0.05, .beta = 0.05};
    /* Two standard errors of the measurement itself. */
    double slack = 2 * sqrt(sprt.alpha * (1 - sprt.alpha) / (double)check_scaled(1000));
    for (int classes = 3; classes <= 5; classes += 2) {
        double false_h1 = wrong_decisions(&sprt, sprt.elo0, SPRT_H1, classes);
        double false_h0 = wrong_decisions(&sprt, sprt.elo1, SPRT_H0, classes);
        assert_true(false_h1 <= sprt.alpha + slack);
        assert_true(false_h0 <= sprt.beta + slack);
    }
}

/* With two outcomes the distribution of a mean is unique: the ratio is the one of two coins. */
static void test_sprt_of_coins(void **state)
{
    (void)state;
    const struct sprt_counts counts = {.classes = 2, .counts = {40, 60}};
    double p0 = score_of_elo(0), p1 = score_of_elo(50);
    double ratio = 60 * log(p1 / p0) + 40 * log((1 - p1) / (1 - p0));
    assert_near(sprt_ratio(&counts, 0, 50), ratio, 1e-9);
    const struct sprt_settings sprt = {.alpha = 0.05, .beta = 0.05};
    assert_near(sprt_upper(&sprt), 2.944439, 1e-6);
    assert_near(sprt_lower(&sprt), -2.944439, 1e-6);
}

/* -- tallies -- */

static void add(struct tally *tally, int64_t id, int first, int second, enum outcome outcome,
                const char *score)
{
    const struct fixture fixture = {.id = id, .pair = (id + 1) / 2, .first = first, .second = second};
    assert_true(tally_add(tally, &fixture, outcome, VERDICT_RULES, score));
}

static void test_tally_of_pairs(void **state)
{
    (void)state;
    struct tally tally;
    tally_start(&tally, 2, false);
    add(&tally, 2, 1, 0, OUTCOME_LOSS, "3 5"); /* the later game of a pair may come first */
    add(&tally, 1, 0, 1, OUTCOME_WIN, "9 2");
    add(&tally, 3, 0, 1, OUTCOME_WIN, "1 0");
    add(&tally, 4, 1, 0, OUTCOME_DRAW, "4 4");
    add(&tally, 5, 0, 1, OUTCOME_LOSS, "0 1"); /* the pair is not complete */
    struct duel duel = tally_duel(&tally, 0, 1);
    assert_int_equal(duel.games, 5);
    assert_int_equal(duel.wins, 3);
    assert_int_equal(duel.draws, 1);
    assert_int_equal(duel.losses, 1);
    static const int64_t counts[5] = {0, 0, 0, 1, 1};
    assert_memory_equal(duel.counts.counts, counts, sizeof counts);
    assert_memory_equal(tally.leading.counts, counts, sizeof counts);
    assert_near(duel.samples.mean, 0.875, 1e-12);
    assert_near(duel.difference.mean, ((7 + 2) / 2.0 + (1 + 0) / 2.0) / 2, 1e-12);
    struct duel mirror = tally_duel(&tally, 1, 0);
    assert_int_equal(mirror.wins, 1);
    assert_near(mirror.samples.mean, 0.125, 1e-12);
    assert_near(tally_standing(&tally, 0, 2).points, 3.5, 1e-12);
    tally_free(&tally);
}

/* Points are spoken of only where nobody wins with the fewer. */
static void test_points_that_mean_nothing(void **state)
{
    (void)state;
    static const struct {
        enum outcome outcome;
        const char *score;
        bool decide;
    } rows[] = {{OUTCOME_WIN, "7 5", true},
                {OUTCOME_DRAW, "4 4", true},
                {OUTCOME_WIN, "4 4", true},
                {OUTCOME_WIN, "5 7", false},
                {OUTCOME_LOSS, "7 5", false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct tally tally;
        tally_start(&tally, 2, false);
        add(&tally, 1, 0, 1, OUTCOME_WIN, "9 2");
        add(&tally, 2, 1, 0, rows[i].outcome, rows[i].score);
        assert_int_equal(tally_duel(&tally, 0, 1).points_decide, rows[i].decide);
        tally_free(&tally);
    }
}

static void test_tally_leaves_void_games_out(void **state)
{
    (void)state;
    struct tally tally;
    tally_start(&tally, 2, false);
    add(&tally, 1, 0, 1, OUTCOME_WIN, "");
    const struct fixture fixture = {.id = 2, .pair = 1, .first = 1, .second = 0};
    assert_true(tally_add(&tally, &fixture, OUTCOME_NONE, VERDICT_VOID, "1 2"));
    struct duel duel = tally_duel(&tally, 0, 1);
    assert_int_equal(duel.games, 1);
    assert_int_equal(duel.samples.count, 0);
    tally_free(&tally);
}

static void test_tally_of_games_for_one(void **state)
{
    (void)state;
    struct tally tally;
    tally_start(&tally, 2, true);
    static const char *const scores[3][3] = {{"10", "7", "7"}, {"3", "4", "0"}, {"5", "5", "9"}};
    for (int round = 0; round < 3; round++)
        for (int entrant = 0; entrant < 3; entrant++) {
            const struct fixture fixture = {
                .id = round * 3 + entrant + 1, .pair = round + 1, .first = entrant, .second = -1};
            bool failed = round == 2 && entrant == 2; /* whatever its score was */
            assert_true(tally_add(&tally, &fixture, failed ? OUTCOME_LOSS : OUTCOME_WIN, VERDICT_RULES,
                                  scores[round][entrant]));
        }
    struct duel duel = tally_duel(&tally, 0, 1);
    assert_int_equal(duel.wins, 1);
    assert_int_equal(duel.losses, 1);
    assert_int_equal(duel.draws, 1);
    assert_near(duel.difference.mean, (3 - 1 + 0) / 3.0, 1e-12);
    assert_int_equal(tally_duel(&tally, 2, 0).losses, 3);
    assert_near(tally_standing(&tally, 0, 3).scores.mean, 6, 1e-12);
    static const int64_t counts[3] = {1, 1, 1};
    assert_memory_equal(tally.leading.counts, counts, sizeof counts);
    tally_free(&tally);
}

/* Names of other letters take as many columns as they have letters; too long ones are cut between two. */
static void test_tables_stand_in_columns(void **state)
{
    (void)state;
    static const char *const names[] = {
        "\u0141ukasz \u00d6", "ann", "\u0639\u0644\u06cc",
        "Zo\u00eb Zo\u00eb Zo\u00eb Zo\u00eb Zo\u00eb Zo\u00eb Zo\u00eb Zo\u00eb"};
    enum { NAMES = sizeof names / sizeof *names };
    static struct settings settings = {.entrant_count = NAMES};
    struct tally tally;
    for (int i = 0; i < NAMES; i++)
        settings.entrants[i].name = names[i];
    tally_start(&tally, 2, false);
    add(&tally, 1, 0, 1, OUTCOME_WIN, "9 2");
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    standings_print(out, &settings, &tally);
    fclose(out);
    const char *line = strchr(text, '\n') + 1;
    for (int i = 0; i < NAMES; i++, line = strchr(line, '\n') + 1) {
        int columns = 0;
        for (const char *at = line; at < strchr(line, '%'); at++)
            columns += ((unsigned char)*at & 0xC0) != 0x80;
        assert_int_equal(columns, 4 + 30 + 8 + 8 + 7);
    }
    free(text);
    tally_free(&tally);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_elo_and_score),
        cmocka_unit_test(test_mean_and_variance),
        cmocka_unit_test(test_student),
        cmocka_unit_test(test_normal),
        cmocka_unit_test(test_error_bars_cover_the_truth),
        cmocka_unit_test(test_intervals_of_few),
        cmocka_unit_test(test_superiority_is_a_probability),
        cmocka_unit_test(test_sprt_errs_within_its_bounds),
        cmocka_unit_test(test_sprt_of_coins),
        cmocka_unit_test(test_tally_of_pairs),
        cmocka_unit_test(test_points_that_mean_nothing),
        cmocka_unit_test(test_tally_leaves_void_games_out),
        cmocka_unit_test(test_tally_of_games_for_one),
        cmocka_unit_test(test_tables_stand_in_columns),
    };
    return cmocka_run_group_tests_name("referee statistics", tests, NULL, NULL);
}
