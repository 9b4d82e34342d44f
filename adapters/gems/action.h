/* The nine actions, in the words of the course's wire and of the engine. */
#ifndef PANJ_GEMS_ACTION_H
#define PANJ_GEMS_ACTION_H

#include <stddef.h>

enum action {
    ACTION_UP,
    ACTION_DOWN,
    ACTION_LEFT,
    ACTION_RIGHT,
    ACTION_UP_RIGHT,
    ACTION_UP_LEFT,
    ACTION_DOWN_RIGHT,
    ACTION_DOWN_LEFT,
    ACTION_NOOP,
    ACTIONS,
    ACTION_NONE = ACTIONS /* no action at all */
};

extern const char *const action_wire[ACTIONS]; /* UP_RIGHT */
extern const char *const action_move[ACTIONS]; /* upright */

/* What a player has sent in one segment: exactly one word, blanks around it; else ACTION_NONE. */
enum action action_of_segment(const char *bytes, size_t length);
enum action action_of_move(const char *word);

#endif
