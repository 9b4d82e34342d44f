#include "naive.h"

extern const struct naive naive_konane;
extern const struct naive naive_hand;

const struct naive *const naives[] = {
    &naive_konane,
    &naive_hand,
    NULL,
};
