#include "adapters/referee/tally.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void tally_start(struct tally *tally, int64_t games_of_pair, bool alone)
{
    assert(games_of_pair == 1 || games_of_pair == 2);
    *tally = (struct tally){.games_of_pair = alone ? 1 : games_of_pair, .alone = alone};
    tally->leading.classes = tally->games_of_pair == 2 ? 5 : 3;
}

void tally_free(struct tally *tally)
{
    free(tally->games);
    tally->games = NULL;
    tally->count = tally->room = 0;
}

static bool tally_reserve(struct tally *tally, int64_t count)
{
    assert(tally->count <= tally->room);
    if (count > tally->room) {
        int64_t room = count * 2 + 64;
        struct tally_game *games = realloc(tally->games, (size_t)room * sizeof *games);
        if (games == NULL)
            return false;
        tally->games = games;
        tally->room = room;
    }
    for (; tally->count < count; tally->count++)
        tally->games[tally->count] = (struct tally_game){0};
    return true;
}

/* "7" is 7, "7 5" is the difference 2. */
static bool read_points(const char *score, double *points)
{
    char *end;
    *points = strtod(score, &end);
    if (end == score)
        return false;
    const char *second = end;
    double other = strtod(second, &end);
    if (end != second)
        *points -= other;
    return true;
}

/* -- two entrants against each other -- */

/* What a game gave to the first of two entrants, and by how many points. */
struct share {
    double score; /* 0, 1/2, 1 */
    double points;
    bool has_points, by_rules;
};

static double outcome_score(enum outcome outcome)
{
    assert(outcome != OUTCOME_NONE);
    return outcome == OUTCOME_WIN ? 1 : outcome == OUTCOME_DRAW ? 0.5 : 0;
}

static struct share share_of(const struct tally_game *game, int entrant)
{
    assert(game->counts && (game->first == entrant || game->second == entrant));
    double score = outcome_score(game->outcome);
    bool first = game->first == entrant;
    return (struct share){first ? score : 1 - score, first ? game->points : -game->points, game->has_points,
                          game->by_rules};
}

static void duel_add_game(struct duel *duel, double score)
{
    assert(score == 0 || score == 0.5 || score == 1);
    duel->games++;
    duel->wins += score == 1;
    duel->draws += score == 0.5;
    duel->losses += score == 0;
}

static void duel_add_sample(struct duel *duel, double score, double points, bool has_points)
{
    assert(score >= 0 && score <= 1);
    int class = (int)(score * (duel->counts.classes - 1) + 0.25);
    mean_add(&duel->samples, score);
    duel->counts.counts[class]++;
    if (has_points)
        mean_add(&duel->difference, points);
}

static bool plays_duel(const struct tally_game *game, int entrant, int other)
{
    return game->counts && ((game->first == entrant && game->second == other) ||
                            (game->first == other && game->second == entrant));
}

static void duel_add_pair(struct duel *duel, struct share one, struct share two)
{
    duel_add_sample(duel, (one.score + two.score) / 2, (one.points + two.points) / 2,
                    one.has_points && two.has_points);
}

/* In Konane the stones left say nothing, and the winner may have the fewer. Only a game ended by the rules counts. */
static bool points_deny(struct share share)
{
    return share.by_rules && share.has_points &&
           ((share.score == 1 && share.points < 0) || (share.score == 0 && share.points > 0));
}

/* Games of a pair have neighbouring numbers. */
static void duel_of_games(const struct tally *tally, struct duel *duel, int entrant, int other)
{
    for (int64_t i = 0; i < tally->count; i++) {
        const struct tally_game *game = &tally->games[i];
        if (!plays_duel(game, entrant, other))
            continue;
        struct share share = share_of(game, entrant);
        duel_add_game(duel, share.score);
        duel->points_decide = duel->points_decide && !points_deny(share);
        if (tally->games_of_pair == 1)
            duel_add_sample(duel, share.score, share.points, share.has_points);
        else if (i > 0 && plays_duel(game - 1, entrant, other) && game[-1].pair == game->pair)
            duel_add_pair(duel, share_of(game - 1, entrant), share);
    }
}

/* In games for one the higher score on the same start wins; a failure loses. */
static double compare_alone(const struct tally_game *own, const struct tally_game *other)
{
    assert(own->counts && other->counts);
    bool failed = own->outcome == OUTCOME_LOSS, other_failed = other->outcome == OUTCOME_LOSS;
    if (failed || other_failed)
        return failed == other_failed ? 0.5 : failed ? 0 : 1;
    return own->points > other->points ? 1 : own->points < other->points ? 0 : 0.5;
}

/* The game of `entrant` among those of one round, which have neighbouring numbers; NULL: none that counts. */
static const struct tally_game *find_alone(const struct tally *tally, int64_t from, int64_t to, int entrant)
{
    assert(from < to && to <= tally->count);
    for (int64_t i = from; i < to; i++)
        if (tally->games[i].counts && tally->games[i].first == entrant)
            return &tally->games[i];
    return NULL;
}

static void duel_of_scores(const struct tally *tally, struct duel *duel, int entrant, int other)
{
    int64_t from = 0;
    while (from < tally->count) {
        int64_t to = from + 1;
        while (to < tally->count && tally->games[to].pair == tally->games[from].pair)
            to++;
        const struct tally_game *own = find_alone(tally, from, to, entrant);
        const struct tally_game *others = find_alone(tally, from, to, other);
        from = to;
        if (own == NULL || others == NULL)
            continue;
        double score = compare_alone(own, others);
        duel_add_game(duel, score);
        duel_add_sample(duel, score, own->points - others->points, own->has_points && others->has_points);
    }
}

struct duel tally_duel(const struct tally *tally, int entrant, int other)
{
    assert(entrant != other);
    struct duel duel = {.counts.classes = tally->games_of_pair == 2 ? 5 : 3, .points_decide = true};
    if (tally->alone)
        duel_of_scores(tally, &duel, entrant, other);
    else
        duel_of_games(tally, &duel, entrant, other);
    return duel;
}

/* The game that shares opening and dice with this one and is there already: in a pair the other half, in
 * games for one the same start played by the other entrant. NULL: none. */
static const struct tally_game *find_mate(const struct tally *tally, const struct tally_game *game)
{
    assert(game >= tally->games && game < tally->games + tally->count);
    const struct tally_game *end = tally->games + tally->count;
    if (game > tally->games && game[-1].counts && game[-1].pair == game->pair)
        return game - 1;
    return game + 1 < end && game[1].counts && game[1].pair == game->pair ? game + 1 : NULL;
}

/* Keeps the counts of the first two entrants, which SPRT asks for after every game. */
static void tally_lead(struct tally *tally, const struct tally_game *game)
{
    struct duel duel = {.counts = tally->leading};
    bool alone = tally->alone && game->counts && game->first < 2;
    if (!alone && !plays_duel(game, 0, 1))
        return;
    const struct tally_game *mate = find_mate(tally, game);
    if (alone && mate != NULL && mate->first < 2)
        duel_add_sample(&duel, game->first == 0 ? compare_alone(game, mate) : compare_alone(mate, game), 0,
                        false);
    else if (!alone && tally->games_of_pair == 1)
        duel_add_sample(&duel, share_of(game, 0).score, 0, false);
    else if (!alone && mate != NULL)
        duel_add_pair(&duel, share_of(game, 0), share_of(mate, 0));
    tally->leading = duel.counts;
}

bool tally_add(struct tally *tally, const struct fixture *fixture, enum outcome outcome, enum verdict verdict,
               const char *score)
{
    assert(fixture->id >= 1);
    if (!tally_reserve(tally, fixture->id))
        return false;
    struct tally_game *game = &tally->games[fixture->id - 1];
    assert(!game->counts);
    *game = (struct tally_game){.pair = fixture->pair,
                                .first = fixture->first,
                                .second = fixture->second,
                                .outcome = outcome,
                                .counts = verdict != VERDICT_VOID && outcome != OUTCOME_NONE};
    game->by_rules = verdict == VERDICT_RULES;
    game->has_points = game->counts && read_points(score, &game->points);
    tally_lead(tally, game);
    return true;
}

/* -- one entrant against all -- */

/* The mean of two sets of values is that of all of them (Chan). */
static void mean_join(struct mean *mean, const struct mean *more)
{
    assert(more->count >= 0);
    if (more->count == 0)
        return;
    double distance = more->mean - mean->mean;
    double own = (double)mean->count, others = (double)more->count;
    mean->count += more->count;
    mean->mean += distance * others / (own + others);
    mean->spread += more->spread + distance * distance * own * others / (own + others);
}

struct standing tally_standing(const struct tally *tally, int entrant, int entrant_count)
{
    assert(entrant >= 0 && entrant < entrant_count);
    struct standing standing = {0};
    for (int other = 0; other < entrant_count; other++) {
        if (other == entrant)
            continue;
        struct duel duel = tally_duel(tally, entrant, other);
        standing.games += duel.games;
        standing.wins += duel.wins;
        standing.draws += duel.draws;
        standing.losses += duel.losses;
        mean_join(&standing.samples, &duel.samples);
    }
    for (int64_t i = 0; i < tally->count && tally->alone; i++)
        if (tally->games[i].counts && tally->games[i].first == entrant && tally->games[i].has_points)
            mean_add(&standing.scores, tally->games[i].points);
    standing.points = (double)standing.wins + 0.5 * (double)standing.draws;
    return standing;
}
