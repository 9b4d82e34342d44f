/* The best play there is: the game's exact method and alpha-beta on all threads over one table, in turns. */
#ifndef PANJ_SEARCH_BEST_H
#define PANJ_SEARCH_BEST_H

#include "search/think.h"

void best_think(struct thinking *);

#endif
