/* The walls around a program that nobody vouches for: what it may use, and whom it may reach. They are put up by the
 * process itself before it becomes that program, and hold for all that comes after. */
#ifndef PANJ_JAIL_WALLS_H
#define PANJ_JAIL_WALLS_H

#include <stdbool.h>
#include <stdint.h>

enum network {
    NETWORK_NONE, /* no socket at all */
    NETWORK_OWN,  /* a network of its own, in which it is alone */
    NETWORK_OPEN  /* whatever the machine has */
};

enum { HIDDEN_MAX = 16 };

struct walls {
    int64_t memory;    /* MiB of address space, 0: no limit */
    int64_t file_size; /* MiB that a file may grow to */
    int64_t cpu;       /* seconds of processor time, 0: no limit */
    enum network network;
    bool many;                      /* it may start other processes */
    const char *work;               /* the only folder that it may write to; NULL: it may write to none */
    const char *hidden[HIDDEN_MAX]; /* folders that it may not even read, but for `work` */
    int hidden_count;
};

/* One wall: what it keeps out, and how. Returns false with errno set where the machine does not allow it. */
struct wall {
    const char *name;
    const char *means;
    bool (*raise)(const struct walls *);
};

enum { WALL_COUNT = 4 };
extern const struct wall walls_all[WALL_COUNT];

#endif
