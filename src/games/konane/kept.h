/* What a prover knows, in a file, so that a proof of days is made in hours here and hours there. */
#ifndef PANJ_GAMES_KONANE_KEPT_H
#define PANJ_GAMES_KONANE_KEPT_H

#include "search/solver.h"

/* Rows of struct solver_proofs; `self` is a struct prover. */
bool konane_keep(void *self, const struct board *, const struct position *, const struct proof_order *,
                 struct job *, const struct sink *, struct fault *);
bool konane_resume(void *self, const struct means *, const struct board *, const void *image, size_t size,
                   struct job *, uint64_t *count, struct fault *);

#endif
