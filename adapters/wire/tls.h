/* TLS over a socket that is connected already: what hiredis of Debian 12 has not. This header is not installed. */
#ifndef PANJ_WIRE_TLS_H
#define PANJ_WIRE_TLS_H

#include <stdbool.h>
#include <stddef.h>

struct tls;

/* What the URL says; NULL: not said. */
struct tls_files {
    char *ca;   /* certificates that are trusted; else those of the machine */
    char *cert; /* who we are, if the server asks */
    char *key;  /* of it, if it does not stand in the same file */
};

/* Shakes hands with `host`, whose certificate must be good and in its name. NULL and `why`: it cannot be;
 * `*is_hopeless`: not the next time either. The socket stays the caller's. */
struct tls *tls_open(int socket, const char *host, const struct tls_files *, char *why, size_t room,
                     bool *is_hopeless);
void tls_close(struct tls *); /* NULL is fine */
bool tls_write(struct tls *, const char *bytes, size_t length);
/* How many bytes came; 0: none will. */
size_t tls_read(struct tls *, char *bytes, size_t room);

#endif
