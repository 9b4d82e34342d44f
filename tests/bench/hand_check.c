/* Does a player win a position of Hand of the King? Held against the rules alone (tests/support/hand_check.h):
 *
 *     build/release/hand_check 2 seed=847
 *     build/release/hand_check 1 fen ROWS 1 0000000 0000000 -------
 *
 * Exit status 0 if he does, 1 if not. Takes up to 2.5 GiB of memory. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "games/hand/hand.h"
#include "support/hand_check.h"

enum { MEMORY_BITS = 27 };

/* The words of newgame, or "fen" and those of the FEN; false, and why on stderr. */
static bool read_position(struct board *board, struct position *position, int count, char **word)
{
    struct words words;
    struct fault fault;
    char line[256] = "";
    bool is_fen = strcmp(word[0], "fen") == 0;
    for (int i = is_fen; i < count; i++)
        snprintf(line + strlen(line), sizeof line - strlen(line), "%s ", word[i]);
    const char *start = is_fen ? "" : line;
    bool is_good =
        words_split(start, strlen(start), &words) && hand_game.start(board, position, &words, &fault);
    if (is_good && is_fen)
        is_good = words_split(line, strlen(line), &words) && hand_game.parse(board, position, &words, &fault);
    is_good = is_good && !hand_board(board)->companions && hand_game.turn(board, position) != ACTOR_NONE;
    if (!is_good)
        fprintf(stderr, "hand_check: no such position, or it has companions or is over: %s\n", line);
    return is_good;
}

int main(int count, char **word)
{
    struct board board = {0};
    struct position position = {0};
    struct hand_check_work work;
    if (count < 3 || (strcmp(word[1], "1") != 0 && strcmp(word[1], "2") != 0)) {
        fputs("usage: hand_check 1|2 seed=N [FLAG ...] | 1|2 fen WORD ...\n", stderr);
        return 2;
    }
    if (!read_position(&board, &position, count - 2, word + 2))
        return 2;
    int64_t began = clock_cpu();
    bool wins = hand_check_wins(&board, &position, word[1][0] - '1', MEMORY_BITS, &work);
    printf("player %s %s: %" PRIu64 " positions, %" PRIu64 " hints, %.1f CPU s\n", word[1],
           wins ? "wins" : "does not win", work.positions, work.hints, (double)(clock_cpu() - began) / 1e6);
    return wins ? 0 : 1;
}
