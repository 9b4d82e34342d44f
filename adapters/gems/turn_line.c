#include "adapters/gems/turn_line.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "adapters/gems/words.h"

enum { SCORE_MAX = 20000000 };

static bool turn_line_number(char **at, int64_t low, int64_t high, int64_t *number)
{
    const char *word = wire_word_next(at);
    return word != NULL && wire_number_parse(word, low, high, number);
}

static bool turn_line_read_numbers(struct turn_line *line, const struct init *init, char **at)
{
    if (!turn_line_number(at, 1, init->turns, &line->turn))
        return false;
    for (int who = 0; who < init->players; who++)
        if (!turn_line_number(at, -SCORE_MAX, SCORE_MAX, &line->score[who]))
            return false;
    for (int who = 0; who < init->players; who++)
        for (int kind = 0; kind < KINDS; kind++)
            if (!turn_line_number(at, 0, MAP_CELLS, &line->gems[who][kind]))
                return false;
    return true;
}

/* `EA`: a letter of the map, then the players on it, each at most once. */
static bool turn_line_read_cell(struct turn_line *line, int players, int cell, const char *word)
{
    if (!map_is_cell(word[0]))
        return false;
    line->map.cell[cell] = word[0];
    for (word++; *word != '\0'; word++) {
        int who = *word - 'A';
        if (who < 0 || who >= players || line->cell[who] >= 0)
            return false;
        line->cell[who] = cell;
    }
    return true;
}

static const char *turn_line_read_words(struct turn_line *line, const struct init *init, char *at)
{
    if (!turn_line_read_numbers(line, init, &at))
        return "a number of the turn line is missing or out of range";
    line->map.rows = init->rows;
    line->map.columns = init->columns;
    line->cell[0] = line->cell[1] = -1;
    for (int cell = 0; cell < init->rows * init->columns; cell++) {
        const char *word = wire_word_next(&at);
        if (word == NULL || !turn_line_read_cell(line, init->players, cell, word))
            return "a cell of the turn line is missing or wrong";
    }
    for (int who = 0; who < init->players; who++)
        if (line->cell[who] < 0)
            return "a player is not on the map";
    return wire_word_next(&at) == NULL ? NULL : "the turn line is too long";
}

const char *turn_line_read(struct turn_line *line, const struct init *init, const char *text)
{
    char room[TURN_LINE];
    assert(init->rows <= MAP_SIDE && init->columns <= MAP_SIDE && init->players <= PLAYERS);
    if (strlen(text) >= sizeof room)
        return "the turn line is too long";
    strcpy(room, text);
    return turn_line_read_words(line, init, room);
}

void turn_line_cell(const struct turn_line *line, int players, int cell, char word[PLAYERS + 2])
{
    assert(players <= PLAYERS && map_is_cell(line->map.cell[cell]));
    int length = 0;
    word[length++] = line->map.cell[cell];
    for (int who = 0; who < players; who++)
        if (line->cell[who] == cell)
            word[length++] = (char)('A' + who);
    word[length] = '\0';
}

size_t turn_line_print(const struct turn_line *line, int players, char text[TURN_LINE])
{
    int at = snprintf(text, TURN_LINE, " %" PRId64, line->turn);
    for (int who = 0; who < players; who++)
        at += snprintf(text + at, (size_t)(TURN_LINE - at), " %" PRId64, line->score[who]);
    for (int who = 0; who < players; who++)
        for (int kind = 0; kind < KINDS; kind++)
            at += snprintf(text + at, (size_t)(TURN_LINE - at), " %" PRId64, line->gems[who][kind]);
    for (int cell = 0; cell < line->map.rows * line->map.columns; cell++) {
        char word[PLAYERS + 2];
        turn_line_cell(line, players, cell, word);
        at += snprintf(text + at, (size_t)(TURN_LINE - at), " %s", word);
    }
    at += snprintf(text + at, (size_t)(TURN_LINE - at), "\n");
    assert(at < TURN_LINE && text[at - 1] == '\n');
    return (size_t)at;
}
