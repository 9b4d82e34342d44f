#include "adapters/console/words.h"

const struct console_word console_words[] = {
    {"auto", "1|2|both|off",
     "auto 1|2|both|off [LIMIT ...]: the engine plays this side by itself and rolls the dice"},
    {"exit", 0, "exit: leave, as quit does"},
    {0},
};

const struct console_topic console_topics[] = {
    {"playing",
     "Type a move to make it (TAB shows the legal ones), undo to take it back, go to be told the best move.\n"
     "auto 2 lets the engine play the second side and roll the dice; auto off stops that.\n"
     "newgame hand seed=7 begins another game; games lists them with their flags.\n"},
    {"searching",
     "go thinks for a second; go depth 12, go movetime 5000 or go infinite think as told; stop or Ctrl-C "
     "ends it.\n"
     "solve thinks until the value is proven. In the table = marks a proven value, ~ an estimate,\n"
     "\u2265 and \u2264 a bound. setoption name MultiPV value 3 shows the three best moves.\n"},
    {"positions",
     "position fen FEN sets any position; query fen prints the one on the board. display draws it.\n"
     "query legal, query score, query result ... tell facts; perft 4 and divide 4 count.\n"},
    {"options", "setoption name NAME value VALUE sets an option, query option NAME shows it;\n"
                "help setoption explains each.\n"},
    {"keys", "TAB completes, the arrows walk through what was typed before.\n"
             "Ctrl-C stops a search; twice, or Ctrl-D, leaves.\n"},
    {0},
};

const struct console_word *console_word_find(struct word word)
{
    for (const struct console_word *row = console_words; row->name != 0; row++)
        if (word_is_nocase(word, row->name))
            return row;
    return 0;
}

const struct console_topic *console_topic_find(struct word word)
{
    for (const struct console_topic *row = console_topics; row->name != 0; row++)
        if (word_is_nocase(word, row->name))
            return row;
    return 0;
}
