#include "adapters/gems/state.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "adapters/gems/words.h"

enum { SCORE_MAX = 100000000, TURN_MAX = 100000 };

static bool state_read_rows(struct map *map, const char *rows)
{
    map->rows = map->columns = 0;
    for (int cells = 0;; rows++) {
        size_t length = strcspn(rows, "/");
        if (length == 0 || length > MAP_SIDE || map->rows == MAP_SIDE ||
            (map->rows > 0 && (int)length != map->columns))
            return false;
        map->columns = (int)length;
        map->rows++;
        for (size_t i = 0; i < length; i++)
            if (!map_is_cell(map->cell[cells++] = rows[i]))
                return false;
        rows += length;
        if (*rows == '\0')
            return true;
    }
}

/* `a1:score:last:keys`; cuts the word at its colons. */
static bool state_read_player(const struct map *map, struct player *player, char *word)
{
    char *score = strchr(word, ':');
    char *last = score == NULL ? NULL : strchr(score + 1, ':');
    char *keys = last == NULL ? NULL : strchr(last + 1, ':');
    if (keys == NULL)
        return false;
    *score++ = *last++ = *keys++ = '\0';
    int64_t row;
    int column = word[0] - 'a';
    if (column < 0 || column >= map->columns || !wire_number_parse(word + 1, 1, map->rows, &row) ||
        !wire_number_parse(score, -SCORE_MAX, SCORE_MAX, &player->score) || last[0] == '\0' ||
        last[1] != '\0')
        return false;
    player->cell = (int)(row - 1) * map->columns + column;
    assert(player->cell >= 0 && player->cell < map->rows * map->columns);
    player->last = map_gem(last[0]);
    player->keys = 0;
    for (; *keys != '\0'; keys++)
        player->keys |= map_key(*keys);
    return true;
}

static bool state_read_fields(struct state *state, char *line)
{
    char *rows = wire_word_next(&line), *side = wire_word_next(&line), *turn = wire_word_next(&line);
    int64_t number;
    char *due = turn == NULL ? NULL : strchr(turn, ':');
    if (due != NULL)
        *due++ = '\0';
    if (turn == NULL || (due != NULL && strlen(due) >= STATE_DUE) || !state_read_rows(&state->map, rows) ||
        !wire_number_parse(side, 1, PLAYERS, &number) || !wire_number_parse(turn, 1, TURN_MAX, &state->turn))
        return false;
    state->side = (int)number - 1;
    strcpy(state->due, due == NULL ? "" : due);
    state->players = 0;
    state->flags[0] = '\0';
    for (char *word; (word = wire_word_next(&line)) != NULL;) {
        bool flag = strchr(word, '=') != NULL;
        if (!flag && (state->players == PLAYERS ||
                      !state_read_player(&state->map, &state->player[state->players++], word)))
            return false;
        if (flag && strlen(state->flags) + strlen(word) + 2 > STATE_FLAGS)
            return false;
        if (flag)
            strcat(strcat(state->flags, state->flags[0] == '\0' ? "" : " "), word);
    }
    return state->players > state->side;
}

bool state_read(struct state *state, const char *fen)
{
    char line[STATE_FEN];
    if (strlen(fen) >= sizeof line)
        return false;
    strcpy(line, fen);
    return state_read_fields(state, line);
}

static int state_print_player(const struct state *state, int who, char *room, size_t size)
{
    const struct player *player = &state->player[who];
    assert(player->cell >= 0 && player->cell < state->map.rows * state->map.columns);
    assert(player->last >= 0 && player->last <= KINDS && player->keys < 1U << KEYS);
    char keys[KEYS + 1] = "-";
    int count = 0;
    for (unsigned key = 0; key < KEYS; key++)
        if (player->keys >> key & 1) {
            keys[count++] = map_keys[key];
            keys[count] = '\0';
        }
    return snprintf(room, size, " %c%d:%" PRId64 ":%c:%s", 'a' + player->cell % state->map.columns,
                    player->cell / state->map.columns + 1, player->score,
                    player->last == 0 ? '-' : '0' + player->last, keys);
}

void state_print(const struct state *state, char fen[STATE_FEN])
{
    assert(state->map.rows > 0 && state->map.columns > 0);
    assert(state->side < state->players && state->players <= PLAYERS && state->turn > 0);
    int at = 0;
    for (int row = 0; row < state->map.rows; row++)
        at += sprintf(fen + at, "%s%.*s", row > 0 ? "/" : "", state->map.columns,
                      state->map.cell + row * state->map.columns);
    at += sprintf(fen + at, " %d %" PRId64 "%s%s", state->side + 1, state->turn,
                  state->due[0] == '\0' ? "" : ":", state->due);
    for (int who = 0; who < state->players; who++)
        at += state_print_player(state, who, fen + at, (size_t)(STATE_FEN - at));
    at += snprintf(fen + at, (size_t)(STATE_FEN - at), "%s%s", state->flags[0] == '\0' ? "" : " ",
                   state->flags);
    assert(at < STATE_FEN);
}
