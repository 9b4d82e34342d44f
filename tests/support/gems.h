/* panj-gems as a program, served and played, and peers that talk to it. */
#ifndef PANJ_TESTS_GEMS_H
#define PANJ_TESTS_GEMS_H

#include "tests/support/peer.h"

enum { COMMAND = 1024, GAME_PATIENCE = 200000 };

const char *gems_panj(void); /* the engine; panj-gems is of the same build */
/* The number at `*at`, and on to what follows it. */
int gems_number_at(const char **at);
/* The number after the first `words` in a line. */
int gems_number_after(const char *line, const char *words);
/* Starts a server and reads where it listens. */
struct program gems_serve(const char *options, int *port);
struct program gems_play(int port, const char *options);
struct peer gems_join(int port);
/* Joins, reads the init line, which `init` gets, and confirms. */
struct peer gems_enter(int port, char init[PEER_ROOM]);
void gems_demand_line(struct peer *, const char *wanted);

#endif
