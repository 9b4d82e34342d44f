/* The plain front: a session between two file descriptors. */
#ifndef PANJ_PROTOCOL_PIPE_H
#define PANJ_PROTOCOL_PIPE_H

/* Reads lines from `input` and answers on `output` until quit, end of input, SIGINT, SIGTERM or a closed
 * output. `store` and `game` are those of session_set_up().
 * Returns the exit status of the process. */
int pipe_run(int input, int output, const char *store, const char *game);

#endif
