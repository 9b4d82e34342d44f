#include "adapters/gems/start.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "adapters/gems/words.h"

enum { ROWS = MAP_SIDE * (MAP_SIDE + 1) + 1, CORNERS = 4, FILE_BYTES = 4096 };

/* The lines of the text joined by '/'; false: there are too many letters. */
static bool start_join(char *text, char rows[ROWS])
{
    size_t at = 0;
    rows[0] = '\0';
    for (const char *row; (row = wire_word_next(&text)) != NULL;) {
        int length = snprintf(rows + at, ROWS - at, "%s%s", at > 0 ? "/" : "", row);
        if (length >= (int)(ROWS - at))
            return false;
        at += (size_t)length;
    }
    return at > 0;
}

static bool start_read_map(const char *path, char rows[ROWS], char *why, size_t size)
{
    char text[FILE_BYTES];
    FILE *file = fopen(path, "rb");
    size_t length = file == NULL ? 0 : fread(text, 1, sizeof text - 1, file);
    if (file != NULL)
        fclose(file);
    text[length] = '\0';
    if (length > 0 && strlen(text) == length && start_join(text, rows))
        return true;
    snprintf(why, size, "%s: no map of at most 25x25 letters", path);
    return false;
}

bool start_lines(const struct settings *settings, char lines[START_LINES], char *why, size_t size)
{
    char rules[SETTINGS_RULES], rows[ROWS];
    bool file = access(settings->map, R_OK) == 0;
    settings_print_rules(settings, &settings->slips, rules);
    if (!file && strspn(settings->map, "abcdefghijklmnopqrstuvwxyz") != strlen(settings->map)) {
        snprintf(why, size, "%s: no such file", settings->map);
        return false;
    }
    if (file && !start_read_map(settings->map, rows, why, size))
        return false;
    int length = snprintf(lines, START_LINES,
                          "newgame gems%s%s players=%" PRId64 " turns=%" PRId64 " init=%" PRId64 " %s",
                          file ? "\nposition fen " : " map=", file ? rows : settings->map, settings->players,
                          settings->turns, settings->init_score, rules);
    assert(length < START_LINES);
    (void)length;
    return true;
}

/* splitmix64 */
static uint64_t start_random(uint64_t *seed)
{
    uint64_t mixed = *seed += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ mixed >> 31;
}

void start_shuffle(struct state *state, uint64_t *seed)
{
    int below = (state->map.rows - 1) * state->map.columns, right = state->map.columns - 1;
    int corners[CORNERS] = {0, below + right, right, below};
    for (int i = CORNERS - 1; i > 0; i--) {
        int other = (int)(start_random(seed) % (uint64_t)(i + 1)), corner = corners[i];
        corners[i] = corners[other];
        corners[other] = corner;
    }
    assert(state->players <= CORNERS);
    for (int who = 0; who < state->players; who++)
        state->player[who].cell = corners[who];
}
