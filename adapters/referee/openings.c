#include "adapters/referee/openings.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/referee/draw.h"

/* -- loading -- */

static char *read_whole_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t room = 0;
    if (file != NULL && getdelim(&text, &room, '\0', file) < 0) {
        free(text);
        text = calloc(1, 1);
    }
    if (file != NULL)
        fclose(file);
    return text;
}

/* Puts the lines that are not empty or comments into `lines`, if there is any. Returns how many. */
static int64_t cut_lines(char *text, char **lines)
{
    assert(text != NULL && lines != NULL);
    int64_t count = 0;
    char *rest = NULL;
    for (char *line = strtok_r(text, "\r\n", &rest); line != NULL; line = strtok_r(NULL, "\r\n", &rest)) {
        line += strspn(line, " \t");
        if (*line != '\0' && *line != '#')
            lines[count++] = line;
    }
    return count;
}

static int64_t count_newlines(const char *text)
{
    int64_t count = 1;
    for (; *text != '\0'; text++)
        count += *text == '\n' || *text == '\r';
    return count;
}

static void shuffle(struct openings *openings)
{
    assert(openings->lines != NULL);
    for (int64_t i = openings->line_count - 1; i > 0; i--) {
        int64_t j = draw_below(openings->seed, UINT64_MAX, (uint64_t)i, i + 1);
        char *line = openings->lines[i];
        openings->lines[i] = openings->lines[j];
        openings->lines[j] = line;
    }
}

bool openings_load(struct openings *openings, const struct settings *settings)
{
    *openings = (struct openings){.settings = &settings->openings,
                                  .game = settings->game,
                                  .key = settings->openings.key,
                                  .seed = (uint64_t)settings->seed};
    if (openings->key == NULL)
        openings->key = "seed";
    if (settings->openings.file == NULL)
        return true;
    openings->text = read_whole_file(settings->openings.file);
    if (openings->text == NULL) {
        fprintf(stderr, "panj-referee: %s: %s\n", settings->openings.file, strerror(errno));
        return false;
    }
    openings->lines = calloc((size_t)count_newlines(openings->text), sizeof *openings->lines);
    if (openings->lines != NULL)
        openings->line_count = cut_lines(openings->text, openings->lines);
    if (openings->line_count == 0) {
        fprintf(stderr, "panj-referee: no openings in %s\n", settings->openings.file);
        return false;
    }
    if (settings->openings.order == ORDER_RANDOM)
        shuffle(openings);
    return true;
}

void openings_free(struct openings *openings)
{
    free(openings->lines);
    free(openings->text);
    openings->lines = NULL;
    openings->text = NULL;
}

/* -- one opening -- */

static bool has_seeds(const struct openings *openings)
{
    return openings->settings->seed_first <= openings->settings->seed_last;
}

/* A seed draws the start, or where a game begins with no draw, its dice. */
bool openings_other_key(struct openings *openings)
{
    if (openings->settings->key != NULL || !has_seeds(openings) || strcmp(openings->key, "dice") == 0)
        return false;
    openings->key = "dice";
    return true;
}

static void print_seed(FILE *out, const struct openings *openings, int64_t number)
{
    assert(number >= 1);
    const struct opening_settings *settings = openings->settings;
    if (!has_seeds(openings))
        return;
    int64_t count = settings->seed_last - settings->seed_first + 1;
    fprintf(out, " %s=%" PRId64, openings->key, settings->seed_first + (number - 1) % count);
}

/* `NAME fen FEN`: where the FEN begins; NULL: the words are newgame's. */
static const char *fen_in_game(const char *game)
{
    const char *fen = strstr(game, " fen ");
    return fen == NULL ? NULL : fen + 5;
}

static void print_start(FILE *out, const struct openings *openings, int64_t number)
{
    const char *fen = fen_in_game(openings->game);
    size_t length = fen == NULL ? strlen(openings->game) : strcspn(openings->game, " ");
    fprintf(out, "newgame %.*s", (int)length, openings->game);
    if (fen != NULL)
        fprintf(out, "\nposition fen %s", fen);
    print_seed(out, openings, number);
    fputc('\n', out);
}

char *openings_setup(const struct openings *openings, int64_t number, const char **moves)
{
    assert(number >= 1);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    *moves = NULL;
    if (out == NULL)
        return NULL;
    print_start(out, openings, number);
    if (openings->line_count > 0) {
        const char *line = openings->lines[(number - 1) % openings->line_count];
        const char *cut = strstr(line, " moves");
        *moves = cut == NULL ? NULL : cut + 6;
        fprintf(out, "position fen %.*s\n", (int)(cut == NULL ? strlen(line) : (size_t)(cut - line)), line);
    }
    fclose(out);
    return text;
}
