#include "naive.h"

extern const struct naive naive_konane;
extern const struct naive naive_hand;
extern const struct naive naive_gems;
extern const struct naive naive_angry;
extern const struct naive naive_monopoly;

const struct naive *const naives[] = {
    &naive_konane, &naive_hand, &naive_gems, &naive_angry, &naive_monopoly, NULL,
};
