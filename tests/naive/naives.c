#include "naive.h"

extern const struct naive naive_konane;
extern const struct naive naive_hand;
extern const struct naive naive_gems;

const struct naive *const naives[] = {
    &naive_konane,
    &naive_hand,
    &naive_gems,
    NULL,
};
