/* Each level of weaker play against the one below it, percent of the points:
 *
 *     build/release/levels PAIRS PLIES|deals GAME [FLAG=VALUE ...]
 *
 * Pairs of games from the same start with the same dice, sides changed; after PLIES random plies, or, with `deals`, from
 * seed=1, 2 ... The level decides how much is searched, so the machine does not matter. */
#include <stdio.h>
#include <string.h>

#include "search/search.h"
#include "tests/support/level_match.h"

static bool read_match(int count, char **words, struct level_match *match)
{
    int64_t pairs = 0, plies = 0;
    if (count < 4 || count - 4 > WORDS_MAX || !word_number(word_from(words[1]), 1, 1000000, &pairs))
        return false;
    match->deals = strcmp(words[2], "deals") == 0;
    if (!match->deals && !word_number(word_from(words[2]), 0, 1000, &plies))
        return false;
    match->pairs = (int)pairs;
    match->plies = (int)plies;
    match->game = game_find(word_from(words[3]));
    for (int i = 4; i < count; i++)
        match->start.at[match->start.count++] = word_from(words[i]);
    return match->game != NULL;
}

int main(int count, char **words)
{
    static struct level_match match;
    if (!read_match(count, words, &match)) {
        fputs("usage: levels PAIRS PLIES|deals GAME [FLAG=VALUE ...]\n", stderr);
        return 2;
    }
    for (int level = 2; level <= LEVEL_MAX; level++) {
        int points = level_match_play(&match, level, level - 1);
        if (points < 0) {
            fputs("levels: no such start for two\n", stderr);
            return 1;
        }
        printf("%d: %.1f\n", level, 25.0 * points / match.pairs);
        fflush(stdout);
    }
    int points = level_match_play(&match, LEVEL_MAX, 1);
    printf("%d against 1: %.1f\n", LEVEL_MAX, 25.0 * points / match.pairs);
    return 0;
}
