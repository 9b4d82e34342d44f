#include "adapters/console/words.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

#include "adapters/console/desk.h"
#include "adapters/console/help.h"
#include "protocol/commands.h"

static void leave(struct desk *desk, struct cursor *cursor)
{
    (void)cursor;
    desk_send(desk, "quit");
}

static void show_line_of_play(struct desk *desk, struct cursor *cursor)
{
    (void)cursor;
    char score[64];
    const char *line = pretty_last_pv(&desk->pretty);
    pretty_last_score(&desk->pretty, score, sizeof score);
    if (line[0] == '\0')
        desk_say(desk, "nothing has been searched yet");
    else
        desk_say(desk, "%s: %s", score, line);
}

/* Playing first. A screen of 24 rows has room for 20 of them. */
const struct console_word console_words[] = {
    {"auto", "1|2|both|off", "1|2|both|off", "go", "the engine plays this side and rolls the dice", true,
     play_auto},
    {"level", "0..10", NULL, NULL, "how strong auto plays: 1 easy to 10 hard, 0 full", false, play_level},
    {"hint", "", NULL, NULL, "a good move, and what it is worth", false, play_hint},
    {"undo", "[N]", NULL, NULL, "take your move back, or N plies", false, play_undo},
    {"roll", "", NULL, NULL, "roll the dice", false, play_roll},
    {"go", "[LIMIT ...]", NULL, NULL, "tell the best move; stop or Ctrl-C ends the search", false, NULL},
    {"stop", "", NULL, NULL, "", true, NULL},
    {"solve", "", NULL, NULL, "search until the value is proven", false, NULL},
    {"review", "[SECONDS]", NULL, NULL, "which moves of the game gave something up", false, review_run},
    {"why", "MOVE|N", NULL, "play", "what a move, or that of ply N, allows", false, review_why},
    {"eval", "", NULL, NULL, "what the position looks worth, by terms", false, NULL},
    {"legal", "", NULL, NULL, "", false, NULL},
    {"display", "", NULL, NULL, "the board again; d for short", false, NULL},
    {"new", "[GAME ...]", NULL, "newgame", "another game; alone it lists them", false, ask_game},
    {"newgame", "", NULL, NULL, "", false, NULL},
    {"games", "", NULL, NULL, "the games with all their flags", false, NULL},
    {"save", "FILE", NULL, NULL, "keep the game; load brings it back, record shows it", false, record_save},
    {"load", "FILE", NULL, NULL, "", false, record_load},
    {"record", "", NULL, NULL, "", false, record_show},
    {"line", "", NULL, NULL, "the whole line that the last search found", true, show_line_of_play},
    {"position", "fen FEN", NULL, NULL, "", false, NULL},
    {"setoption", "name N value V", NULL, NULL, "set an option", false, NULL},
    {"help", "[WORD]", NULL, NULL, "this, or more about a word, a game or a topic", true, help_run},
    {"quit", "", NULL, NULL, "leave; exit and Ctrl-D do too", true, NULL},
    {"exit", "", NULL, NULL, "", true, leave},
    {0},
};

const struct console_topic console_topics[] = {
    {"playing", "Type a move to make it: TAB shows the legal ones, undo takes it back.\n"
                "auto 2 lets the engine play the second side and roll the dice; auto off\n"
                "stops that. auto 2 table movetime 300 shows how it thinks, and for how\n"
                "long it may. newgame hand seed=7 begins another game; games lists all\n"
                "with their flags.\n"},
    {"searching", "go thinks for a second; go depth 12, go movetime 5000 or go infinite think\n"
                  "as told; stop or Ctrl-C ends it. solve thinks until the value is proven.\n"
                  "Scores are those of the player on turn: points where the game has them,\n"
                  "elsewhere stones or cards by rule of thumb; win <=9 is a win in at most 9\n"
                  "plies. proven is exact, at least and at most are bounds, the rest estimates.\n"
                  "setoption name MultiPV value 3 shows the three best moves.\n"},
    {"positions", "position fen FEN sets any position; query fen prints the one on the board.\n"
                  "display draws it. query legal, query score, query result ... tell facts;\n"
                  "perft 4 and divide 4 count.\n"},
    {"options", "setoption name NAME value VALUE sets an option, query option NAME shows it;\n"
                "help setoption explains each. Hash and Threads make the search stronger.\n"
                "setoption name Style value seed plays as the agent of the game's own course\n"
                "does: an opponent to beat first. value best is back to full strength.\n"},
    {"keys", "TAB completes, the arrows walk through what was typed before.\n"
             "Ctrl-C stops a search, or makes the engine move at once; twice, or Ctrl-D,\n"
             "leaves.\n"},
    {0},
};

const struct console_word *console_word_find(struct word word)
{
    for (const struct console_word *row = console_words; row->name != NULL; row++)
        if (row->run != NULL && word_is_nocase(word, row->name))
            return row;
    return NULL;
}

bool console_word_lists(const char *name)
{
    for (const struct console_word *row = console_words; row->name != NULL; row++)
        if (strcmp(row->name, name) == 0)
            return true;
    return false;
}

const struct console_topic *console_topic_find(struct word word)
{
    for (const struct console_topic *row = console_topics; row->name != NULL; row++)
        if (word_is_nocase(word, row->name))
            return row;
    return NULL;
}

/* -- what was meant -- */

enum { GUESS_MAX = 16 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Letters to change, drop, add or swap with the next one to come from `word` to `name`; a beginning is close. */
static int distance(struct word word, const char *name)
{
    int row[3][GUESS_MAX + 2];
    int length = (int)strlen(name);
    if (word.length > GUESS_MAX || length > GUESS_MAX)
        return GUESS_MAX;
    if (word.length > 2 && strncasecmp(word.at, name, word.length) == 0)
        return 1;
    for (int j = 0; j <= length; j++)
        row[0][j] = j;
    for (int i = 1; i <= (int)word.length; i++) {
        int *now = row[i % 3], *before = row[(i + 2) % 3], *earlier = row[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= length; j++) {
            bool same = (word.at[i - 1] | 0x20) == name[j - 1];
            now[j] = least(before[j - 1] + !same, least(before[j], now[j - 1]) + 1);
            bool swapped = i > 1 && j > 1 && (word.at[i - 1] | 0x20) == name[j - 2] &&
                           (word.at[i - 2] | 0x20) == name[j - 1];
            if (swapped)
                now[j] = least(now[j], earlier[j - 2] + 1);
        }
    }
    return row[word.length % 3][length];
}

const char *console_word_guess(struct word word)
{
    const char *guess = NULL;
    int closest = word.length > 3 ? 3 : 2; /* so many letters are too many */
    for (const struct console_word *row = console_words; row->name != NULL; row++)
        if (distance(word, row->name) < closest) {
            closest = distance(word, row->name);
            guess = row->name;
        }
    for (const struct command *command = commands; command->name != NULL; command++)
        if (distance(word, command->name) < closest) {
            closest = distance(word, command->name);
            guess = command->name;
        }
    assert(guess == NULL || closest > 0);
    return guess;
}
