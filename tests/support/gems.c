#include "tests/support/gems.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/check.h"

const char *gems_panj(void)
{
    const char *named = getenv("PANJ");
    return named == NULL ? "./panj" : named;
}

static struct program start(bool errors, const char *verb, const char *words)
{
    char command[COMMAND];
    int length = snprintf(command, sizeof command, "exec ./panj-gems%s %s %s --engine %s",
                          gems_panj() + strlen("./panj"), verb, words, gems_panj());
    assert_true(length < COMMAND);
    return program_start(command, errors);
}

/* The number at `*at`, and on to what follows it. */
int gems_number_at(const char **at)
{
    char *end;
    long number = strtol(*at, &end, 10);
    assert_true(end > *at);
    *at = end;
    return (int)number;
}

/* The number after the first `words` in a line. */
int gems_number_after(const char *line, const char *words)
{
    const char *at = strstr(line, words);
    if (at != NULL)
        at += strlen(words);
    else
        fail_msg("no \"%s\" in: %s", words, line);
    return at == NULL ? 0 : gems_number_at(&at);
}

/* Starts a server and reads where it listens. */
struct program gems_serve(const char *options, int *port)
{
    char words[COMMAND];
    snprintf(words, sizeof words, "--port 0 %s", options);
    struct program server = start(false, "serve", words);
    const char *line = peer_line(&server.output, PEER_PATIENCE);
    assert_non_null(line);
    *port = gems_number_after(line, "listening on 127.0.0.1 port ");
    return server;
}

struct program gems_play(int port, const char *options)
{
    char words[COMMAND];
    snprintf(words, sizeof words, "127.0.0.1 %d %s", port, options);
    return start(true, "play", words);
}

struct peer gems_join(int port)
{
    int descriptor = peer_connect(port);
    assert_true(descriptor >= 0);
    return peer_over(descriptor);
}

/* Joins, reads the init line, which `init` gets, and confirms. */
struct peer gems_enter(int port, char init[PEER_ROOM])
{
    struct peer peer = gems_join(port);
    const char *line = peer_line(&peer, PEER_PATIENCE);
    assert_non_null(line);
    strcpy(init, line);
    assert_true(peer_send(&peer, "CONFIRM"));
    return peer;
}

void gems_demand_line(struct peer *peer, const char *wanted)
{
    const char *line = peer_line(peer, PEER_PATIENCE);
    if (line == NULL)
        fail_msg("nothing came instead of: %s", wanted);
    assert_string_equal(line, wanted);
}
