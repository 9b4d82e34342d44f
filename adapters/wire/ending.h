/* A program that is told to end by SIGINT, SIGTERM or SIGHUP, and does so when it can; and by SIGPIPE it does not. This
 * header is not installed. */
#ifndef PANJ_WIRE_ENDING_H
#define PANJ_WIRE_ENDING_H

#include <stdbool.h>

/* From now on the first such signal is only remembered. Within a second others are the same once more (`timeout`
 * signals the process and its group); one that comes later ends the process as it always does. Under nohup a SIGHUP is
 * nothing, as it was. */
void wire_heed_ending(void);
bool wire_is_ending(void);
/* As if such a signal had come. */
void wire_end(void);
/* That nobody reads what is written is said by the writing, and no reason to die. Whoever hears SIGPIPE goes on to. */
void wire_ignore_sigpipe(void);

#endif
