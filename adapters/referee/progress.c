#define _GNU_SOURCE
#include "adapters/referee/progress.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "adapters/referee/standings.h"
#include "adapters/wire/wire.h"

enum { SHOW_EVERY = WIRE_SECOND / 5 };

static bool has_person(const struct settings *settings)
{
    for (int i = 0; i < settings->entrant_count; i++)
        if (settings->entrants[i].person)
            return true;
    return false;
}

void progress_start(struct progress *progress, const struct settings *settings, const struct tally *tally,
                    int64_t total, int64_t done)
{
    assert(done <= total);
    *progress = (struct progress){.settings = settings,
                                  .tally = tally,
                                  .person = has_person(settings),
                                  .total = total,
                                  .done = done,
                                  .started_at = wire_clock()};
    progress->shows_line = isatty(STDOUT_FILENO) == 1 && !settings->quiet && !progress->person;
    if (done > 0 && !settings->quiet)
        printf("resumed: %" PRId64 " of %" PRId64 " games were played before\n", done, total);
}

static int screen_width(void)
{
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : 80;
}

/* A screen that has become narrower has broken the line into several rows. */
static void clear_line(struct progress *progress)
{
    int above = progress->line_length == 0 ? 0 : (progress->line_length - 1) / screen_width();
    if (above > 0)
        printf("\033[%dA", above);
    if (progress->line_length > 0)
        fputs("\r\033[J", stdout);
    progress->line_length = 0;
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

void progress_remark(struct progress *progress, int entrant, const char *remark)
{
    assert(remark[0] != '\0');
    clear_line(progress);
    fflush(stdout);
    fprintf(stderr, "panj-referee: %s says: %s\n", entrant_name(progress, entrant), remark);
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

/* For somebody who has played: in words. */
static void tell_game(const struct progress *progress, const struct record *record)
{
    const struct fixture *fixture = &record->fixture;
    char reason[WHAT_MAX];
    snprintf(reason, sizeof reason, "%s", record->reason);
    for (char *at = reason; (at = strchr(at, '_')) != NULL;)
        *at = ' ';
    if (record->outcome == OUTCOME_WIN || (record->outcome == OUTCOME_LOSS && fixture->second >= 0))
        printf("\n%s has won",
               entrant_name(progress, record->outcome == OUTCOME_WIN ? fixture->first : fixture->second));
    else
        printf("\n%s", record->outcome == OUTCOME_DRAW ? "a draw" : "the game is over");
    printf(": %s%s%s\n\n", reason, record->score[0] == '\0' ? "" : "; score ", record->score);
}

void progress_game(struct progress *progress, const struct record *record)
{
    assert(progress->done < progress->total);
    progress->done++;
    progress->done_here++;
    for (int i = 0; i < record->incident_count; i++)
        progress_incident(progress, &record->incidents[i], record->fixture.id);
    if (progress->person)
        tell_game(progress, record);
    else if (!progress->settings->quiet && !progress->shows_line)
        print_game(progress, record);
}

static void print_leaders(FILE *out, const struct progress *progress)
{
    const struct settings *settings = progress->settings;
    int order[ENTRANTS_MAX];
    standings_order(settings, progress->tally, order);
    for (int i = 0; i < settings->entrant_count && i < 4; i++) {
        struct standing standing = tally_standing(progress->tally, order[i], settings->entrant_count);
        fprintf(out, "  %.20s %.1f", settings->entrants[order[i]].name, standing.points);
    }
    if (settings->entrant_count != 2)
        return;
    struct duel duel = tally_duel(progress->tally, 0, 1);
    struct elo elo = elo_estimate(&duel.samples);
    fputs("  Elo ", out);
    standings_print_elo(out, &elo);
    if (settings->sprt.on)
        fprintf(out, "  LLR %.2f", sprt_ratio(&duel.counts, settings->sprt.elo0, settings->sprt.elo1));
}

static void print_line(FILE *out, const struct progress *progress, int64_t now)
{
    double seconds = (double)(now - progress->started_at) / WIRE_SECOND;
    double rate = seconds > 0 ? (double)progress->done_here / seconds : 0;
    int64_t left = rate > 0 ? (int64_t)((double)(progress->total - progress->done) / rate) : 0;
    fprintf(out, "%" PRId64 "/%" PRId64 " games  %.1f/s  %" PRId64 ":%02" PRId64 " left", progress->done,
            progress->total, rate, left / 60, left % 60);
    print_leaders(out, progress);
}

void progress_tick(struct progress *progress, int64_t now)
{
    if (!progress->shows_line || now < progress->shown_at + SHOW_EVERY)
        return;
    char line[512] = "";
    FILE *out = fmemopen(line, sizeof line, "w");
    if (out == NULL)
        return;
    print_line(out, progress, now);
    fclose(out);
    clear_line(progress);
    progress->line_length = printf("%.*s", screen_width() - 1, line);
    fflush(stdout);
    /* What is shown takes time that grows with the match; never more than a twentieth of it all. */
    progress->shown_at = now + 20 * (wire_clock() - now);
}

static void tell_how_to_go_on(const struct progress *progress)
{
    printf("\nstopped after %" PRId64 " of %" PRId64 " games; %s\n", progress->done, progress->total,
           progress->settings->database == NULL ? "nothing is kept without -db FILE"
                                                : "the same command goes on");
}

void progress_end(struct progress *progress, bool stopped)
{
    clear_line(progress);
    standings_print(stdout, progress->settings, progress->tally);
    if (stopped && progress->done < progress->total)
        tell_how_to_go_on(progress);
    fflush(stdout);
}
