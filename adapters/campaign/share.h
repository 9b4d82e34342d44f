/* A large proof is checked as a list: its lines are parts of it, "konane | proof SHA-256 part=3 parts=48", and in place of a
 * search an engine walks those answers with the rules alone. A manifest is such a list, and says what it proves. */
#ifndef PANJ_CAMPAIGN_SHARE_H
#define PANJ_CAMPAIGN_SHARE_H

#include <stdint.h>
#include <stdio.h>

#include "adapters/wire/sha256.h"

struct share {
    char proof[SHA256_NAME]; /* the file of that name in the folder of proofs */
    int64_t part, parts;     /* the first is 1 */
};

/* Of a line of a list, as position_normalize() writes it. False: it is a position to solve. */
bool share_read(struct share *, const char *position);

/* The manifest of a proof in a file, in so many parts; 0: of a million answers each. Fails if it is none. */
void share_print_manifest(FILE *, const char *path, int64_t parts);
int share_manifest(const char *path, const char *parts);

#endif
