/* The FENs of tests/fen/<game>.txt: a malformed one is refused with exactly the fault after "=>", a good one
 * is printed back exactly as after "==". */
#include "support/check.h"

#include "support/lines.h"

static void check_malformed(const struct game *game, const struct lines *lines, const char *fen,
                            const char *wanted)
{
    struct board board;
    struct position position;
    struct fault fault = {{0}, {0}};
    if (game_parse(game, &board, &position, fen, &fault))
        fail_msg("%s:%d: accepted, but should be: %s", lines->path, lines->number, wanted);
    char said[sizeof fault];
    snprintf(said, sizeof said, "%s %s", fault.field, fault.why);
    if (strcmp(said, wanted) != 0)
        fail_msg("%s:%d: says \"%s\", should say \"%s\"", lines->path, lines->number, said, wanted);
}

/* Parses `fen` and prints it into `printed`. */
static void parse_and_print(const struct game *game, const struct lines *lines, const char *fen,
                            char printed[FEN_MAX])
{
    struct board board;
    struct position position;
    struct fault fault;
    if (!game_parse(game, &board, &position, fen, &fault))
        fail_msg("%s:%d: refused: %s %s", lines->path, lines->number, fault.field, fault.why);
    struct text text = text_in(printed, FEN_MAX);
    game->print(&board, &position, &text);
    assert_false(text.cut);
}

static void check_good(const struct game *game, const struct lines *lines, const char *fen,
                       const char *wanted)
{
    char once[FEN_MAX];
    char twice[FEN_MAX];
    parse_and_print(game, lines, fen, once);
    if (strcmp(once, wanted) != 0)
        fail_msg("%s:%d: prints \"%s\", should print \"%s\"", lines->path, lines->number, once, wanted);
    parse_and_print(game, lines, once, twice);
    assert_string_equal(twice, once);
}

/* Cuts the line at ` <sign> ` and returns what follows, or NULL. An empty FEN leaves the sign at
 * the front. */
static const char *cut_at(char *line, const char *sign)
{
    char spaced[8];
    snprintf(spaced, sizeof spaced, " %s ", sign);
    if (strncmp(line, spaced + 1, strlen(spaced + 1)) == 0) {
        line[0] = '\0';
        return line + strlen(spaced + 1);
    }
    char *at = strstr(line, spaced);
    if (at == NULL)
        return NULL;
    *at = '\0';
    return at + strlen(spaced);
}

static void test_table(void **state)
{
    enum { MALFORMED_MIN = 40 };
    const struct game *game = check_game(state);
    struct lines lines;
    int malformed = 0;
    if (!lines_open(&lines, "fen", game->name))
        fail_msg("%s is missing", lines.path);
    while (lines_next(&lines)) {
        const char *wanted = cut_at(lines.text, "=>");
        if (wanted != NULL) {
            check_malformed(game, &lines, lines.text, wanted);
            malformed++;
        } else if ((wanted = cut_at(lines.text, "==")) != NULL) {
            check_good(game, &lines, lines.text, wanted);
        } else {
            fail_msg("%s:%d: neither => nor ==", lines.path, lines.number);
        }
    }
    lines_close(&lines);
    if (malformed < MALFORMED_MIN)
        fail_msg("%s: %d malformed ones, %d are wanted", lines.path, malformed, MALFORMED_MIN);
}

int main(void)
{
    return check_every_game("fen", test_table);
}
