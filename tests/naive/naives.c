#include "naive.h"

extern const struct naive naive_hand;

const struct naive *const naives[] = {
    &naive_hand,
    NULL,
};
