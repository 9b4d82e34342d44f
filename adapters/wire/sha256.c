#include "adapters/wire/sha256.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK = 64, LENGTH_AT = 56 };

/* The first 32 bits of the fractions of the cube roots of the first 64 primes. */
static const uint32_t round_constant[BLOCK] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t word, int by)
{
    assert(by > 0 && by < 32);
    return word >> by | word << (32 - by);
}

static void spread(const unsigned char block[BLOCK], uint32_t word[BLOCK])
{
    for (int i = 0; i < 16; i++)
        word[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
                  (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < BLOCK; i++) {
        uint32_t early = turn(word[i - 15], 7) ^ turn(word[i - 15], 18) ^ word[i - 15] >> 3;
        uint32_t late = turn(word[i - 2], 17) ^ turn(word[i - 2], 19) ^ word[i - 2] >> 10;
        word[i] = word[i - 16] + early + word[i - 7] + late;
    }
}

static void mix(uint32_t state[8], const unsigned char block[BLOCK])
{
    uint32_t word[BLOCK], s[8];
    spread(block, word);
    memcpy(s, state, sizeof s);
    for (int i = 0; i < BLOCK; i++) {
        uint32_t choose = (s[4] & s[5]) ^ (~s[4] & s[6]);
        uint32_t most = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        uint32_t one =
            s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) + choose + round_constant[i] + word[i];
        uint32_t two = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) + most;
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += one;
        s[0] = one + two;
    }
    for (int i = 0; i < 8; i++)
        state[i] += s[i];
}

struct sha256 sha256_begin(void)
{
    return (struct sha256){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c,
                                     0x1f83d9ab, 0x5be0cd19}};
}

void sha256_take(struct sha256 *hash, const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    while (length > 0) {
        size_t have = hash->bytes % BLOCK;
        size_t take = length < BLOCK - have ? length : BLOCK - have;
        memcpy(hash->block + have, at, take);
        hash->bytes += take;
        at += take;
        length -= take;
        if (hash->bytes % BLOCK == 0)
            mix(hash->state, hash->block);
    }
}

void sha256_end(struct sha256 *hash, char name[SHA256_NAME])
{
    static const unsigned char padding[BLOCK] = {0x80};
    unsigned char length[8];
    for (int i = 0; i < 8; i++)
        length[i] = (unsigned char)(hash->bytes * 8 >> (56 - 8 * i));
    size_t have = hash->bytes % BLOCK;
    sha256_take(hash, padding, (have < LENGTH_AT ? LENGTH_AT : BLOCK + LENGTH_AT) - have);
    sha256_take(hash, length, sizeof length);
    assert(hash->bytes % BLOCK == 0);
    for (int i = 0; i < 8; i++)
        snprintf(name + 8 * i, 9, "%08x", hash->state[i]);
}

bool sha256_of_file(const char *path, char name[SHA256_NAME])
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    struct sha256 hash = sha256_begin();
    unsigned char chunk[1 << 16];
    size_t got;
    while ((got = fread(chunk, 1, sizeof chunk, file)) > 0)
        sha256_take(&hash, chunk, got);
    bool good = !ferror(file);
    fclose(file);
    sha256_end(&hash, name);
    return good;
}
