/* What a command line asks for. One table says which options there are, whose they are, and what --help prints. */
#ifndef PANJ_CAMPAIGN_SETTINGS_H
#define PANJ_CAMPAIGN_SETTINGS_H

#include <stdint.h>
#include <stdio.h>

#include "adapters/campaign/engine.h"

enum verb {
    VERB_RUN,
    VERB_PROVE,
    VERB_WORK,
    VERB_STATUS,
    VERB_TABLE,
    VERB_MERGE,
    VERB_MANIFEST,
    VERB_DOCTOR,
    VERBS
};

enum { OPERANDS_MOST = 256 };

struct settings {
    enum verb verb;
    const char *operands[OPERANDS_MOST]; /* words that are no options */
    int count;
    int64_t jobs;    /* engine processes at once */
    int64_t memory;  /* MiB for all engines together; 0: as the options say */
    int64_t nice;    /* added to the niceness */
    int64_t budget;  /* nodes of a job of a proof; 0: grows with the tree */
    int64_t part;    /* visits of what is proven at once; 0: any */
    double limit;    /* seconds for a position */
    double every;    /* seconds after which what is known of it is kept again */
    int64_t least;   /* visits; what took fewer is not kept */
    double lease;    /* seconds after which a worker that is not heard of loses its job */
    double duration; /* --for: seconds; 0: no end */
    bool winner, verify, again;
    const char *proofs;
    const char *tables;  /* folder of what open positions know; NULL: it is forgotten */
    const char *queue;   /* URL or @FILE; NULL: no queue */
    const char *command; /* of the engine; NULL: found */
    struct engine engine;
};

/* False after a message: the words make no sense. */
bool settings_parse(struct settings *, enum verb, int count, char **words);
void settings_free(struct settings *);
void settings_print_help(FILE *);

#endif
