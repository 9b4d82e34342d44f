#include "adapters/referee/progress.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "adapters/referee/standings.h"
#include "adapters/wire/wire.h"

enum { SHOW_EVERY = WIRE_SECOND / 5 };

void progress_start(struct progress *progress, const struct settings *settings, const struct tally *tally,
                    int64_t total, int64_t done)
{
    assert(done <= total);
    *progress = (struct progress){.settings = settings,
                                  .tally = tally,
                                  .terminal = isatty(STDOUT_FILENO) == 1,
                                  .total = total,
                                  .done = done,
                                  .started_at = wire_clock()};
    if (done > 0 && !settings->quiet)
        printf("resumed: %" PRId64 " of %" PRId64 " games were played before\n", done, total);
}

static void clear_line(struct progress *progress)
{
    if (progress->line_is_open)
        fputs("\r\033[K", stdout);
    progress->line_is_open = false;
}

static const char *entrant_name(const struct progress *progress, int entrant)
{
    assert(entrant < progress->settings->entrant_count);
    return entrant < 0 ? "arbiter" : progress->settings->entrants[entrant].name;
}

void progress_incident(struct progress *progress, const struct incident *incident, int64_t game)
{
    if (progress->settings->quiet)
        return;
    clear_line(progress);
    if (game > 0)
        printf("game %" PRId64 ": ", game);
    printf("%s: %s (%s)\n", entrant_name(progress, incident->entrant), incident->what,
           verdict_word(incident->verdict));
    if (incident->transcript != NULL)
        printf("    %s\n", incident->transcript);
}

static void print_game(const struct progress *progress, const struct record *record)
{
    const struct fixture *fixture = &record->fixture;
    printf("game %" PRId64 "/%" PRId64 " (%s", fixture->id, progress->total,
           entrant_name(progress, fixture->first));
    if (fixture->second >= 0)
        printf(" - %s", entrant_name(progress, fixture->second));
    printf("): %s {%s: %s}", outcome_word(record->outcome), verdict_word(record->verdict), record->reason);
    printf(" score %s, %d plies\n", record->score[0] == '\0' ? "-" : record->score, record->ply_count);
}

void progress_game(struct progress *progress, const struct record *record)
{
    assert(progress->done < progress->total);
    progress->done++;
    progress->done_here++;
    for (int i = 0; i < record->incident_count; i++)
        progress_incident(progress, &record->incidents[i], record->fixture.id);
    if (!progress->settings->quiet && !progress->terminal)
        print_game(progress, record);
}

static void print_leaders(const struct progress *progress)
{
    const struct settings *settings = progress->settings;
    int order[ENTRANTS_MAX];
    standings_order(settings, progress->tally, order);
    for (int i = 0; i < settings->entrant_count && i < 4; i++) {
        struct standing standing = tally_standing(progress->tally, order[i], settings->entrant_count);
        printf("  %.20s %.1f", settings->entrants[order[i]].name, standing.points);
    }
    if (settings->entrant_count != 2)
        return;
    struct duel duel = tally_duel(progress->tally, 0, 1);
    struct elo elo = elo_estimate(&duel.samples);
    fputs("  Elo ", stdout);
    standings_print_elo(stdout, &elo);
    if (settings->sprt.on)
        printf("  LLR %.2f", sprt_ratio(&duel.counts, settings->sprt.elo0, settings->sprt.elo1));
}

void progress_tick(struct progress *progress, int64_t now)
{
    if (!progress->terminal || progress->settings->quiet || now < progress->shown_at + SHOW_EVERY)
        return;
    clear_line(progress);
    double seconds = (double)(now - progress->started_at) / WIRE_SECOND;
    double rate = seconds > 0 ? (double)progress->done_here / seconds : 0;
    int64_t left = rate > 0 ? (int64_t)((double)(progress->total - progress->done) / rate) : 0;
    printf("%" PRId64 "/%" PRId64 " games  %.1f/s  %" PRId64 ":%02" PRId64 " left", progress->done,
           progress->total, rate, left / 60, left % 60);
    print_leaders(progress);
    fflush(stdout);
    progress->line_is_open = true;
    /* What is shown takes time that grows with the match; never more than a twentieth of it all. */
    progress->shown_at = now + 20 * (wire_clock() - now);
}

void progress_end(struct progress *progress)
{
    clear_line(progress);
    standings_print(stdout, progress->settings, progress->tally);
    fflush(stdout);
}
