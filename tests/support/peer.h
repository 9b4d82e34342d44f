/* Programs that speak over TCP, as a test sees them: a process whose output is read line by line, and a
 * socket of one's own, with a deadline on everything. */
#ifndef PANJ_TESTS_PEER_H
#define PANJ_TESTS_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { PEER_ROOM = 8192, PEER_PATIENCE = 20000 /* milliseconds; far more than anything may take */ };

/* Lines from a descriptor. */
struct peer {
    int descriptor; /* -1: closed */
    size_t used;
    char bytes[PEER_ROOM];
    char line[PEER_ROOM]; /* the last handed out */
};

struct peer peer_over(int descriptor);
/* The next line without its newline; NULL at the end or after `patience` milliseconds. */
const char *peer_line(struct peer *, int patience);
void peer_close(struct peer *);

/* 127.0.0.1; -1 if nobody listens there. */
int peer_connect(int port);
/* A socket that listens on 127.0.0.1, and where. */
int peer_listen(int *port);
/* All in one segment, if the peer still takes it. */
bool peer_send(const struct peer *, const char *bytes);

struct program {
    pid_t pid;
    struct peer output; /* its stdout and, if so wanted, its stderr */
};

/* Runs a shell's command line. */
struct program program_start(const char *command, bool errors);
/* Its exit status, 1000 + signal, or -1 if it did not end in time (then it is killed). */
int program_end(struct program *, int patience);
/* Ends it. */
void program_kill(struct program *);

int64_t peer_clock(void); /* microseconds */
void peer_sleep(int milliseconds);

#endif
