/* Chance and random opening moves, drawn out of the lists that the arbiter has sent. */
#include "adapters/referee/game_parts.h"

#include <assert.h>
#include <string.h>

#include "adapters/referee/draw.h"
#include "adapters/referee/words.h"

/* "<n> m1 m2 ..." */
bool game_step_random(struct game *game)
{
    assert(game->random_left > 0 && game->arbiter->answer_count == 1);
    char *words = game->arbiter->answers[0];
    char *count_word = wire_word_next(&words);
    int64_t count;
    if (count_word == NULL || !wire_number_parse(count_word, 1, 1000000, &count))
        return game_break(game, "the arbiter lists no legal moves");
    int64_t drawn = draw_below((uint64_t)game->settings->seed, (uint64_t)game->record.fixture.opening,
                               game->draws++, count);
    char *word = wire_word_next(&words);
    while (word != NULL && drawn-- > 0)
        word = wire_word_next(&words);
    if (word == NULL || !word_is_move(word))
        return game_break(game, "the arbiter's list of moves is too short");
    game->random_left--;
    return game_play_drawn(game, word, MOVER_OPENING);
}

/* "<total> <weight>@<outcome> ..." */
bool game_step_chance(struct game *game)
{
    assert(game->turn == MOVER_CHANCE && game->arbiter->answer_count == 1);
    char *words = game->arbiter->answers[0];
    char *total_word = wire_word_next(&words);
    int64_t total, weight;
    if (total_word == NULL || !wire_number_parse(total_word, 1, INT64_MAX, &total))
        return game_break(game, "the arbiter lists no outcomes");
    int64_t drawn = draw_below((uint64_t)game->settings->seed, (uint64_t)game->record.fixture.opening,
                               game->draws++, total);
    char *word;
    while ((word = wire_word_next(&words)) != NULL) {
        char *outcome = strchr(word, '@');
        if (outcome == NULL)
            break;
        *outcome++ = '\0';
        if (!wire_number_parse(word, 1, total, &weight) || !word_is_move(outcome))
            break;
        if (drawn < weight)
            return game_play_drawn(game, outcome, MOVER_CHANCE);
        drawn -= weight;
    }
    return game_break(game, "the arbiter's list of outcomes is broken");
}
