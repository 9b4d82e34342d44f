#include "adapters/gems/action.h"

#include <assert.h>
#include <string.h>

const char *const action_wire[ACTIONS] = {"UP",      "DOWN",       "LEFT",      "RIGHT", "UP_RIGHT",
                                          "UP_LEFT", "DOWN_RIGHT", "DOWN_LEFT", "NOOP"};
const char *const action_move[ACTIONS] = {"up",     "down",      "left",     "right", "upright",
                                          "upleft", "downright", "downleft", "noop"};

static size_t blanks(const char *bytes, size_t length)
{
    size_t count = 0;
    while (count < length && bytes[count] != '\0' && strchr(" \t\r\n", bytes[count]) != NULL)
        count++;
    return count;
}

enum action action_of_segment(const char *bytes, size_t length)
{
    assert(bytes != NULL || length == 0);
    size_t start = blanks(bytes, length);
    assert(start <= length);
    bytes += start;
    length -= start;
    for (int i = 0; i < ACTIONS; i++) {
        size_t word = strlen(action_wire[i]);
        if (length >= word && memcmp(bytes, action_wire[i], word) == 0 &&
            blanks(bytes + word, length - word) == length - word)
            return (enum action)i;
    }
    return ACTION_NONE;
}

enum action action_of_move(const char *word)
{
    for (int i = 0; i < ACTIONS; i++)
        if (strcmp(word, action_move[i]) == 0)
            return (enum action)i;
    return ACTION_NONE;
}
