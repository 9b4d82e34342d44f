/* The front for a person at a terminal: a prompt, pictures, completion, automatic play. It feeds the session
 * lines through the same door as a pipe does. */
#ifndef PANJ_ADAPTERS_CONSOLE_H
#define PANJ_ADAPTERS_CONSOLE_H

/* Talks to the terminal until the person leaves. `store` and `game` are those of session_set_up(). Returns
 * the exit status of the process. */
int console_run(const char *store, const char *game);

#endif
