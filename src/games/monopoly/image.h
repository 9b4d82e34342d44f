/* A ledger as bytes: a head of 64 bytes, then the layers one behind the other. Whoever owns files writes the
 * parts in order, or maps what was written and has it attached; cells are used where they lie.
 *
 * The head names format, byte order, rules, width and reach and holds a checksum of itself and one of all
 * cells, so that a damaged image or one of other rules is refused. */
#ifndef PANJ_GAMES_MONOPOLY_IMAGE_H
#define PANJ_GAMES_MONOPOLY_IMAGE_H

#include "games/monopoly/ledger.h"

enum { IMAGE_HEAD = 64 };

/* Reads all cells once for the checksum. */
void monopoly_image_head(const struct ledger *, unsigned char head[IMAGE_HEAD]);
/* Layers that follow the head: 0 .. reach, some of them empty. */
const void *monopoly_image_layer(const struct ledger *, int wealth, size_t *size);
/* A ledger over somebody's bytes, aligned to 8, which must outlive it. NULL and why it is refused. */
struct ledger *monopoly_image_attach(const void *image, size_t size, int sellpercent, struct fault *);

#endif
