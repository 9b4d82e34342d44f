/* The order of moves where a wrong one is dear. */
#ifndef PANJ_GAMES_HAND_PROOF_ORDER_H
#define PANJ_GAMES_HAND_PROOF_ORDER_H

#include "games/hand/proof_options.h"

/* Best first. */
void hand_options_order(const struct hand_deal *, struct hand_node, struct hand_options *);

#endif
