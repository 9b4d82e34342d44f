/* A scene painted for a terminal, whatever the game: lines that end with '\n', with styles (base/text.h).
 *
 *   [x]  the last move touched it      (x)  can move, or can be moved to      +  an empty place one can move to
 *   <1>  a gem    |G|  a door          * on the right of a number: has the banner */
#ifndef PANJ_PICTURE_PICTURE_H
#define PANJ_PICTURE_PICTURE_H

#include "scene.h"

/* The room there is. No line is longer where a narrower form helps; what is too high is told all the same. */
struct picture_room {
    int columns;
    int rows;
    bool utf8; /* may signs beyond ASCII be used? */
};

void picture_draw(const struct scene *, const struct picture_room *, struct text *);

#endif
