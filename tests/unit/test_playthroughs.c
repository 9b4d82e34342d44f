/* The golden games of tests/playthroughs: every move again, every line as it was. */
#include "support/check.h"

#include <glob.h>

#include "support/place.h"
#include "support/playthrough.h"

struct replay {
    struct lines lines;
    const struct game *game;
    struct board board;
    struct position position;
    int moves;
};

static const char *next_after(struct replay *replay, const char *word)
{
    bool there = lines_next(&replay->lines);
    const char *rest = there ? line_after(replay->lines.text, word) : NULL;
    if (rest == NULL)
        fail_msg("%s:%d: no %s", replay->lines.path, replay->lines.number, word);
    return rest;
}

static void read_head(struct replay *replay)
{
    struct fault fault = {"line", "names no position"};
    replay->game = game_find(word_from(next_after(replay, "game")));
    assert_non_null(replay->game);
    assert_true(lines_next(&replay->lines));
    if (place_load(replay->game, replay->lines.text, &replay->board, &replay->position, &fault) !=
        PLACE_READY)
        fail_msg("%s:%d: %s %s", replay->lines.path, replay->lines.number, fault.field, fault.why);
    next_after(replay, "seed");
}

/* The description of the position, line by line. */
static void check_description(struct replay *replay)
{
    static char room[DESCRIPTION_MAX];
    struct text text = text_in(room, sizeof room);
    playthrough_describe(replay->game, &replay->board, &replay->position, &text);
    for (char *line = room, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        if (!lines_next(&replay->lines))
            fail_msg("%s ends early", replay->lines.path);
        if (strcmp(replay->lines.text, line) != 0)
            fail_msg("%s:%d: is now\n  %s", replay->lines.path, replay->lines.number, line);
    }
}

static void play(struct replay *replay)
{
    const char *word = line_after(replay->lines.text, "play");
    move_t move = word != NULL ? replay->game->move_parse(&replay->board, word_from(word)) : MOVE_NONE;
    if (move == MOVE_NONE || !game_allows(replay->game, &replay->board, &replay->position, move))
        fail_msg("%s:%d: cannot be played", replay->lines.path, replay->lines.number);
    replay->game->apply(&replay->board, &replay->position, move);
    replay->moves++;
}

static void replay_file(struct replay *replay, const char *name)
{
    if (!lines_open(&replay->lines, "playthroughs", name))
        fail_msg("cannot read %s", replay->lines.path);
    read_head(replay);
    check_description(replay);
    while (lines_next(&replay->lines)) {
        play(replay);
        check_description(replay);
    }
    lines_close(&replay->lines);
}

/* All golden games of one game; there are some. */
static void test_golden_games(void **state)
{
    static struct replay replay; /* large */
    const char folder[] = "tests/playthroughs/";
    char pattern[128];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s%s-*.txt", folder, check_game(state)->name);
    if (glob(pattern, 0, NULL, &found) != 0)
        fail_msg(
            "there is no %s: build/release/write_playthrough %s 1 start >tests/playthroughs/%s-start.txt",
            pattern, check_game(state)->name, check_game(state)->name);
    replay.moves = 0;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char name[64];
        const char *at = found.gl_pathv[i] + strlen(folder);
        snprintf(name, sizeof name, "%.*s", (int)(strlen(at) - strlen(".txt")), at);
        replay_file(&replay, name);
        assert_ptr_equal(replay.game, check_game(state));
    }
    globfree(&found);
    assert_true(replay.moves > 0);
}

int main(void)
{
    return check_every_game("playthroughs", test_golden_games);
}
