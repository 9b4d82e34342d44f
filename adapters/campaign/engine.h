/* How engines are run, and what their lines say. */
#ifndef PANJ_CAMPAIGN_ENGINE_H
#define PANJ_CAMPAIGN_ENGINE_H

#include <stdint.h>

#include "adapters/campaign/ground.h"
#include "adapters/wire/wire.h"

enum { ENGINE_WORDS = 32 };

struct engine {
    const char *command[ENGINE_WORDS + 3]; /* its words; room for --store FILE and the end */
    int words;
    char program[4096];  /* where the first of them was found */
    struct string setup; /* the lines "setoption ..." for each new process */
    char *memory;        /* what `command` points into */
    char *name;          /* as it calls itself: "panj 0.1.0" */
};

/* `command` NULL: panj. A bare name is looked for beside this program, then in PATH. False: too many words. The
 * struct must stay where it is. */
bool engine_set(struct engine *, const char *command);
/* "NAME=VALUE"; false if it is not of that form. */
bool engine_add_option(struct engine *, const char *option);
/* Starts it once to hear its name. Fails if it cannot be started or refuses an option. */
void engine_greet(struct engine *);
void engine_free(struct engine *);

/* A process of it with its options set; `store` NULL: without one. Fails if the machine gives no more. */
struct wire *engine_start(const struct engine *, const char *store);

/* Why a process is no longer there: "killed by signal 9 (Killed)". */
void engine_describe_end(struct wire *, struct string *why);

/* What a line of information says; fields it does not name stay as they were. */
struct told {
    char score[64];   /* "mate -14"; "" before the first */
    char outcome[32]; /* of "wdl 0 0 1000": ", loss"; "" if it is not sure */
    bool proven;
    uint64_t nodes;
};

/* True if the line is one of a score with a line of play. */
bool told_read(struct told *, const char *line);
bool line_begins(const char *line, const char *words);

#endif
