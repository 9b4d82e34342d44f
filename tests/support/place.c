#include "support/place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum place_answer load_start(const struct game *game, const char *line, struct board *board,
                                    struct position *position, struct fault *fault)
{
    struct words words;
    if (!words_split(line, strlen(line), &words))
        return fault_set(fault, "words", "too many"), PLACE_WRONG;
    return game->start(board, position, &words, fault) ? PLACE_READY : PLACE_WRONG;
}

static enum place_answer load_fen(const struct game *game, const char *fen, struct board *board,
                                  struct position *position, struct fault *fault)
{
    return game_parse(game, board, position, fen, fault) ? PLACE_READY : PLACE_WRONG;
}

/* The rows of a map joined by '/', as a FEN begins. */
static bool read_map(const char *path, struct text *fen)
{
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    for (int byte = getc(file), pending = 0; byte != EOF; byte = getc(file)) {
        if (byte == '\r')
            continue;
        if (pending && byte != '\n')
            text_char(fen, '/');
        pending = byte == '\n';
        if (!pending)
            text_char(fen, (char)byte);
    }
    fclose(file);
    return true;
}

static enum place_answer load_file(const struct game *game, const char *line, struct board *board,
                                   struct position *position, struct fault *fault)
{
    char path[256];
    size_t length = strcspn(line, " ");
    snprintf(path, sizeof path, "%.*s", (int)length, line);
    char room[FEN_MAX];
    struct text fen = text_in(room, sizeof room);
    if (!read_map(path, &fen))
        return PLACE_ABSENT;
    text_string(&fen, line + length);
    return load_fen(game, fen.at, board, position, fault);
}

enum place_answer place_load(const struct game *game, const char *line, struct board *board,
                             struct position *position, struct fault *fault)
{
    static const struct {
        const char *word;
        enum place_answer (*load)(const struct game *, const char *, struct board *, struct position *,
                                  struct fault *);
    } kinds[] = {{"start", load_start}, {"fen", load_fen}, {"file", load_file}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const char *rest = line_after(line, kinds[i].word);
        if (rest != NULL)
            return kinds[i].load(game, rest, board, position, fault);
    }
    return PLACE_OTHER;
}

void place_start(const struct game *game, const char *words, struct board *board, struct position *position)
{
    struct fault fault = {.field = "words", .why = "are wrong"};
    if (load_start(game, words, board, position, &fault) == PLACE_READY)
        return;
    fprintf(stderr, "%s %s: %s %s\n", game->name, words, fault.field, fault.why);
    abort();
}

void place_step(const struct game *game, const struct board *board, struct position *position,
                struct rng *rng)
{
    struct move_list list;
    game_successors(game, board, position, &list);
    game->apply(board, position, list.at[rng_below(rng, (uint64_t)list.count)]);
}

bool places_load(struct places *places, const struct game *game, char *why, size_t room)
{
    struct lines lines;
    places->count = 0;
    snprintf(why, room, "tests/starts/%s.txt names no position", game->name);
    if (!lines_open(&lines, "starts", game->name))
        return false;
    bool good = true;
    while (good && lines_next(&lines)) {
        struct fault fault = {.field = "line", .why = "names no position"};
        int i = places->count;
        assert(i < PLACES_MAX);
        snprintf(places->name[i], sizeof places->name[i], "starts/%s.txt:%d", game->name, lines.number);
        enum place_answer answer =
            place_load(game, lines.text, &places->board[i], &places->position[i], &fault);
        places->count += answer == PLACE_READY;
        good = answer == PLACE_READY || answer == PLACE_ABSENT;
        if (!good)
            snprintf(why, room, "%s: %s %s", places->name[i], fault.field, fault.why);
    }
    lines_close(&lines);
    return good && places->count > 0;
}
