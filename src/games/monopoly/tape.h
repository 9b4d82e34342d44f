/* A tape of dice: roll number k of tape n is a fixed function of (n, k), the same on every machine.
 * With M the mixing bijection of 64 bits (rng_mix) and G = 0x9E3779B97F4A7C15, all sums modulo 2^64:
 *   s  = M(M(n + G) + k)
 *   w1 = M(s + G), w2 = M(s + 2 G), w3 = M(s + 3 G), ...
 * and the roll is 1 + (w mod 6) of the first w that is at least 4: the numbers from 4 up are a multiple of six, so
 * that the six faces are exactly as many. */
#ifndef PANJ_GAMES_MONOPOLY_TAPE_H
#define PANJ_GAMES_MONOPOLY_TAPE_H

#include <stdint.h>

int monopoly_tape_roll(int64_t tape, int64_t k); /* 1 .. 6 */

#endif
