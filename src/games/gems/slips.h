/* What becomes of an action: nothing but itself, what the course's table says, or what another one does. */
#ifndef PANJ_GAMES_GEMS_SLIPS_H
#define PANJ_GAMES_GEMS_SLIPS_H

#include "games/gems/gems.h"

/* Every action is what it is; on a gate noop teleports, if it does. */
void gems_slips_certain(struct gems_slips *, bool noop_teleports);
/* `off`, `course` or a table in full; false: it is none of these. */
bool gems_slips_parse(struct gems_slips *, struct word);
/* The same in the shortest words; nothing for slips that are certain. */
void gems_slips_print(const struct gems_slips *, struct text *);
/* Whether anything may teleport. */
bool gems_slips_teleport(const struct gems_slips *);

#endif
