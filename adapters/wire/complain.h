/* What a program says of itself. This header is not installed. */
#ifndef PANJ_WIRE_COMPLAIN_H
#define PANJ_WIRE_COMPLAIN_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

/* At the beginning of main: what was closed of stdin, stdout and stderr is taken, so that no pipe, file or connection of
 * ours gets its number; whoever uses it fails as before. */
void wire_begin(void);
/* Whether the first word asks for the version or for help; then it has been printed. */
bool wire_introduce(const char *program, const char *version, int count, char **words,
                    void (*print_help)(FILE *));
/* On stderr: "PROGRAM: " and the message, a line of its own; always false. */
__attribute__((format(printf, 2, 3))) bool wire_complain(const char *program, const char *format, ...);
__attribute__((format(printf, 2, 0))) bool wire_complain_list(const char *program, const char *format,
                                                              va_list arguments);
/* At the end of main: what was printed and could not be written, on a disk that is full, is said, and is an error of
 * the whole. Returns the status, `failed` in place of 0. */
int wire_finish(const char *program, int status, int failed);

#endif
