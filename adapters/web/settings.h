/* What the command line decides. */
#ifndef PANJ_WEB_SETTINGS_H
#define PANJ_WEB_SETTINGS_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "adapters/web/caps.h"

struct settings {
    char engine[PATH_MAX]; /* the program; it is given no words, so never --store */
    char address[64];      /* to listen on */
    char match[PATH_MAX];  /* the store of one to watch; "": none */
    char token[128];       /* what others must know; "": only this machine is listened to */
    int64_t port;          /* 0: any that is free */
    bool port_is_given;    /* otherwise the next free one is fine */
    bool opens;            /* the browser */
    int64_t engines;       /* at once */
    int64_t memory;        /* MiB of address space of an engine; 0: no limit */
    int64_t idle;          /* seconds without a word after which an engine ends */
    int64_t search;        /* seconds a search may take; 0: for ever */
    struct caps caps;
};

#endif
