/* The solved game, layer on layer: every position at a roll whose wealth is at most `reach`, as the chance of
 * the player who is about to roll. A layer is one wealth; in it blocks by the rank of the holdings, seen by
 * the roller as player 1; in a block a row for each pair of squares, the roller's first; in a row the
 * roller's cash from 1 up.
 *
 * A cell is found by counting alone, so that layers are added one by one and a ledger is just its cells.
 * Cells have 32 bits (rounded by 1.2e-10 at most) or 16 (by 7.6e-6). */
#ifndef PANJ_GAMES_MONOPOLY_LEDGER_H
#define PANJ_GAMES_MONOPOLY_LEDGER_H

#include "games/monopoly/census.h"

struct ledger {
    struct census census;
    int width;    /* bytes of a cell: 2 or 4 */
    int reach;    /* layers 0 .. reach are solved */
    int layers;   /* layers there are, solved or at work */
    int borrowed; /* layers that lie in an image which somebody else owns */
    unsigned char **layer;
    size_t bytes; /* of the layers that are not borrowed */
};

struct ledger *monopoly_ledger_create(int sellpercent, int width); /* NULL: out of memory */
void monopoly_ledger_destroy(struct ledger *);

size_t monopoly_ledger_layer_bytes(const struct census *, int width, int wealth);
/* Bytes of all layers up to `reach`; SIZE_MAX when that is no number. */
size_t monopoly_ledger_bytes(const struct census *, int width, int reach);
/* The highest reach, but at most `wanted`, whose layers take at most `bytes`. */
int monopoly_ledger_reach_within(const struct census *, int width, size_t bytes, int wanted);

/* One more layer on top, not solved yet: its cells mean nothing. False: out of memory. */
bool monopoly_ledger_add_layer(struct ledger *);
/* The layers 0 .. reach of an empty ledger lie one behind the other at `cells`, solved, and are only read.
 * False: out of memory. */
bool monopoly_ledger_borrow(struct ledger *, const unsigned char *cells, int reach);
/* Takes layers off the top until at most `reach` are left. */
void monopoly_ledger_cut(struct ledger *, int reach);
/* Makes cells of 32 bits, none of them borrowed, cells of 16 in half the room. */
void monopoly_ledger_narrow(struct ledger *);

/* Cells of a row of this block; 0 or less if there is no such block. */
static inline int ledger_cashes(const struct ledger *ledger, int wealth, int holding)
{
    return wealth - ledger->census.owned[holding] - 1;
}
/* Row of roller's square s and opponent's square t; the block exists. */
unsigned char *monopoly_ledger_row(const struct ledger *, int wealth, int holding, int s, int t);

/* Reading and writing `count` cells from element `first` of a row, forwards or backwards. */
void monopoly_ledger_read(const struct ledger *, const unsigned char *row, int first, int count,
                          double *values);
void monopoly_ledger_read_other(const struct ledger *, const unsigned char *row, int first, int count,
                                double *values);
void monopoly_ledger_write(const struct ledger *, unsigned char *row, int count, const double *values);
void monopoly_ledger_write_other(const struct ledger *, unsigned char *row, int count, const double *values);
double monopoly_ledger_value(const struct ledger *, int wealth, int holding, int s, int t, int cash);

#endif
