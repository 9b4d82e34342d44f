/* The rules, asked of an engine of our own: whether what somebody else says of a position is so. A row that says who has
 * won without a proof is of a game that has ended thus; one that tells the children apart has all of them, and their
 * positions. Numbers are not judged: a wrong one costs time and proves nothing. */
#ifndef PANJ_CAMPAIGN_JUDGE_H
#define PANJ_CAMPAIGN_JUDGE_H

#include "adapters/campaign/engine.h"
#include "adapters/campaign/json.h"
#include "adapters/wire/sha256.h"

/* What a row of leaf.h says. */
struct claims {
    bool over, won;
    bool has_part, has_children;
    char part[SHA256_NAME]; /* "": none, or no name of one */
    struct json children;   /* a reader that stands at their list */
    double nodes, seconds;  /* of the job */
};

/* False: it is none, or says something twice. */
bool claims_read(struct claims *, const char *row);

struct judge {
    const struct engine *engine;
    const char *game; /* the words of newgame */
    struct wire *wire;
};

struct judge judge_open(const struct engine *, const char *game);
void judge_close(struct judge *);
/* Of the position `fen`. Fails if our own engine does. */
bool judge_believes(struct judge *, const char *fen, const struct claims *);

#endif
