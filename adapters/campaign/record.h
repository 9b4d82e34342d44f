/* One finished position: a line of RESULTS. */
#ifndef PANJ_CAMPAIGN_RECORD_H
#define PANJ_CAMPAIGN_RECORD_H

#include <stdint.h>

#include "adapters/campaign/ground.h"

enum verified {
    VERIFIED_NOT_ASKED, /* or the game has no proofs */
    VERIFIED_NO,
    VERIFIED_YES
};

struct record {
    char *position; /* as position_normalize() writes it */
    char *outcome;  /* "proven", "open" */
    char *score;    /* "pts 3", "mate -20, loss" ... */
    char *best;     /* a move */
    char *proof;    /* the name of its part in the folder of proofs; "": none kept */
    char *note;     /* why it is open, if there is more to say than that time was up */
    uint64_t nodes;
    enum verified verified;
    double wall, cpu; /* seconds */
    int64_t mib;      /* the most memory of the engine */
};

/* Every text "". */
struct record record_make(const char *position);
void record_set(char **field, const char *text);
void record_free(struct record *);

/* One line, without its newline. */
void record_write(const struct record *, struct string *line);
/* False: the line is no record. Members that are not known are passed over. */
bool record_read(struct record *, const char *line, size_t length);

bool record_is_proven(const struct record *);
bool record_is_open(const struct record *);
/* A mate: not by how much. */
bool record_tells_winner_alone(const struct record *);
/* Whether `other`, a later row of the same position, says no less. */
bool record_gives_way(const struct record *, const struct record *other);

/* "game words | position words", single blanks; false if it is not of that form. */
bool position_normalize(const char *line, struct string *position);

#endif
