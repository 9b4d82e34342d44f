#include "adapters/console/complaint.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* What is said around the details of a code; a code whose details say it all is not in the table. */
static const struct {
    const char *code;
    const char *before;
    const char *after; /* NULL: the details are not shown */
} complaints[] = {
    {"unknown_command", "no such command: ", ""},
    {"illegal_move", "move ", " is not legal; none was made"},
    {"illegal_chance", "outcome ", " cannot come now; nothing was played"},
    {"game_over", "the game is over: newgame or undo", NULL},
    {"chance_pending", "the dice are due: roll", NULL},
    {"busy", "a search is running: stop or Ctrl-C ends it", NULL},
    {"bad_fen", "not a position: ", ""},
    {"option_unknown", "there is no option ", "; help setoption lists them"},
    {"option_value", "no value for this option: ", ""},
    {"unknown_query", "nothing is known as ", "; help query lists what is"},
    {"unsupported", "not here: ", ""},
    {"internal", "that failed: ", ""},
};

void complaint_in_words(const char *error, char *room, size_t size)
{
    size_t length = strcspn(error, " ");
    const char *details = error[length] == ' ' ? error + length + 1 : error + length;
    assert(size > 0);
    for (size_t i = 0; i < sizeof complaints / sizeof complaints[0]; i++)
        if (strlen(complaints[i].code) == length && strncmp(error, complaints[i].code, length) == 0) {
            const char *after = complaints[i].after;
            snprintf(room, size, "%s%s%s", complaints[i].before, after != NULL ? details : "",
                     after != NULL ? after : "");
            return;
        }
    snprintf(room, size, "%s", details[0] != '\0' ? details : error);
}
