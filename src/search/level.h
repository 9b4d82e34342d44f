/* Weaker play, for people. */
#ifndef PANJ_SEARCH_LEVEL_H
#define PANJ_SEARCH_LEVEL_H

#include "search/think.h"

/* Reports the move that the level of the task chooses. */
void level_think(struct thinking *);

#endif
