/* A match that panj-referee plays or has played, read from its store while that grows, and never written. */
#ifndef PANJ_WEB_MATCH_H
#define PANJ_WEB_MATCH_H

#include <stdint.h>

struct match;

/* NULL after a message: it cannot be read, holds no match, or this program was built without SQLite. */
struct match *match_open(const char *path);
void match_close(struct match *); /* NULL: nothing to do */

/* As JSON: the standings, the last games and those that are being played. To be freed; NULL: it cannot be read now. */
char *match_tell(struct match *);
/* A game, finished or not, with its moves and what the engines said of them. NULL too if there is none. */
char *match_tell_game(struct match *, int64_t id);

#endif
