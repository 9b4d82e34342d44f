/* SHA-256 as FIPS 180-4 defines it: the name of a file is that of its bytes. This header is not installed. */
#ifndef PANJ_WIRE_SHA256_H
#define PANJ_WIRE_SHA256_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHA256_NAME = 65 }; /* 64 hexadecimal digits and the end */

struct sha256 {
    uint32_t state[8];
    uint64_t bytes;          /* taken so far */
    unsigned char block[64]; /* the last bytes % 64 of them */
};

struct sha256 sha256_begin(void);
void sha256_take(struct sha256 *, const void *bytes, size_t length);
void sha256_end(struct sha256 *, char name[SHA256_NAME]);
/* Of a whole file; false with errno set. */
bool sha256_of_file(const char *path, char name[SHA256_NAME]);

#endif
