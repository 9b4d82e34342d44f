#include "adapters/referee/standings.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "adapters/wire/columns.h"

void standings_order(const struct settings *settings, const struct tally *tally, int order[ENTRANTS_MAX])
{
    assert(settings->entrant_count <= ENTRANTS_MAX);
    double rate[ENTRANTS_MAX];
    for (int i = 0; i < settings->entrant_count; i++) {
        struct standing standing = tally_standing(tally, i, settings->entrant_count);
        rate[i] = standing.samples.count > 0 ? standing.samples.mean : -1;
        if (standing.scores.count > 0 && settings->entrant_count == 1)
            rate[i] = standing.scores.mean;
        int place = i;
        for (; place > 0 && rate[order[place - 1]] < rate[i]; place--)
            order[place] = order[place - 1];
        order[place] = i;
    }
}

static void print_elo_bound(FILE *out, double elo)
{
    if (isfinite(elo))
        fprintf(out, "%+.0f", elo);
    else
        fputs(elo > 0 ? "inf" : "-inf", out);
}

void standings_print_elo(FILE *out, const struct elo *elo)
{
    if (isfinite(elo->value))
        fprintf(out, "%+.1f [", elo->value);
    else
        fputs(elo->value > 0 ? "+inf [" : "-inf [", out);
    print_elo_bound(out, elo->low);
    fputs(", ", out);
    print_elo_bound(out, elo->high);
    fputs("]", out);
}

/* Never quite sure: 100 % is said of nothing. */
double standings_los(const struct elo *elo)
{
    double percent = 100 * elo->superiority;
    return percent > 99.9 ? 99.9 : percent < 0.1 ? 0.1 : percent;
}

enum { NAME_LEAST = 6, NAME_MOST = 30 }; /* columns */

static int name_width(const struct settings *settings)
{
    int width = NAME_LEAST;
    for (int i = 0; i < settings->entrant_count; i++)
        if (wire_columns(settings->entrants[i].name) > width)
            width = wire_columns(settings->entrants[i].name);
    return width > NAME_MOST ? NAME_MOST : width;
}

/* Its first letters, and blanks up to the width of all. */
static void print_name(FILE *out, const struct settings *settings, const char *name)
{
    int width = name_width(settings), blanks = width - wire_columns(name);
    fprintf(out, "%.*s%*s", (int)wire_columns_cut(name, width), name, blanks > 0 ? blanks : 0, "");
}

static void print_row(FILE *out, const struct settings *settings, const struct tally *tally, int place,
                      int entrant)
{
    struct standing standing = tally_standing(tally, entrant, settings->entrant_count);
    struct elo elo = elo_estimate(&standing.samples);
    fprintf(out, "%3d ", place);
    print_name(out, settings, settings->entrants[entrant].name);
    fprintf(out, " %7" PRId64 " %7.1f %6.1f%% %6" PRId64 " %6" PRId64 " %6" PRId64 "  ", standing.games,
            standing.points, standing.games > 0 ? 100 * standing.points / (double)standing.games : 0,
            standing.wins, standing.draws, standing.losses);
    standings_print_elo(out, &elo);
    if (standing.scores.count > 0)
        fprintf(out, "  score %.2f over %" PRId64, standing.scores.mean, standing.scores.count);
    fputc('\n', out);
}

static void print_cross_cell(FILE *out, const struct tally *tally, int entrant, int other)
{
    assert(entrant != other);
    struct duel duel = tally_duel(tally, entrant, other);
    if (duel.games == 0)
        fprintf(out, " %11s", "-");
    else
        fprintf(out, " %5.1f/%-5" PRId64, (double)duel.wins + 0.5 * (double)duel.draws, duel.games);
}

static void print_cross_table(FILE *out, const struct settings *settings, const struct tally *tally,
                              const int *order)
{
    fprintf(out, "\n%*s", name_width(settings) + 4, "");
    for (int i = 0; i < settings->entrant_count; i++)
        fprintf(out, " %11d", i + 1);
    fputc('\n', out);
    for (int i = 0; i < settings->entrant_count; i++) {
        fprintf(out, "%3d ", i + 1);
        print_name(out, settings, settings->entrants[order[i]].name);
        for (int j = 0; j < settings->entrant_count; j++) {
            if (i == j)
                fprintf(out, " %11s", "");
            else
                print_cross_cell(out, tally, order[i], order[j]);
        }
        fputc('\n', out);
    }
}

static void print_pairs(FILE *out, const struct sprt_counts *counts)
{
    fprintf(out, counts->classes == 5 ? "pairs [0 1/4 1/2 3/4 1]:" : "games [0 1/2 1]:");
    for (int i = 0; i < counts->classes; i++)
        fprintf(out, " %" PRId64, counts->counts[i]);
    fputc('\n', out);
}

/* One line of where SPRT stands. */
static void print_sprt(FILE *out, const struct sprt_settings *sprt, const struct sprt_counts *counts)
{
    static const char *const words[] = {"goes on", "H0 accepted", "H1 accepted"};
    double ratio = sprt_ratio(counts, sprt->elo0, sprt->elo1);
    fprintf(out, "SPRT elo0 %g elo1 %g: LLR %.2f (%.2f, %.2f): %s\n", sprt->elo0, sprt->elo1, ratio,
            sprt_lower(sprt), sprt_upper(sprt), words[sprt_decide(sprt, ratio)]);
}

static void print_duel(FILE *out, const struct settings *settings, const struct tally *tally)
{
    assert(settings->entrant_count == 2);
    struct duel duel = tally_duel(tally, 0, 1);
    struct elo elo = elo_estimate(&duel.samples);
    fprintf(out, "\n%s against %s: %" PRId64 " won, %" PRId64 " lost, %" PRId64 " drawn; Elo ",
            settings->entrants[0].name, settings->entrants[1].name, duel.wins, duel.losses, duel.draws);
    standings_print_elo(out, &elo);
    fprintf(out, ", LOS %.1f %%\n", standings_los(&elo));
    print_pairs(out, &duel.counts);
    if (duel.difference.count > 1 && duel.points_decide)
        fprintf(out, "mean difference of points: %+.3f +-%.3f\n", duel.difference.mean,
                mean_error(&duel.difference));
    if (settings->sprt.on)
        print_sprt(out, &settings->sprt, &duel.counts);
}

void standings_print(FILE *out, const struct settings *settings, const struct tally *tally)
{
    int order[ENTRANTS_MAX];
    standings_order(settings, tally, order);
    fprintf(out, "    %-*s %7s %7s %7s %6s %6s %6s  %s\n", name_width(settings), "engine", "games", "points",
            "score", "won", "drawn", "lost", "Elo (95 %)");
    for (int i = 0; i < settings->entrant_count; i++)
        print_row(out, settings, tally, i + 1, order[i]);
    if (settings->entrant_count > 2)
        print_cross_table(out, settings, tally, order);
    if (settings->entrant_count == 2)
        print_duel(out, settings, tally);
}
