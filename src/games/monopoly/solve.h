/* Monopoly's exact method: a ledger of the whole game up to some wealth, made when a position first needs it
 * and kept. A ledger is a fact of the rules, so a new game does not lose it. */
#ifndef PANJ_GAMES_MONOPOLY_SOLVE_H
#define PANJ_GAMES_MONOPOLY_SOLVE_H

#include "search/solver.h"

extern const struct solver monopoly_solver;

#endif
