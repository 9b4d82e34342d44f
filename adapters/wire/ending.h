/* A program that is told to end by SIGINT, SIGTERM or SIGHUP, and does so when it can. This header is not installed. */
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

#endif
