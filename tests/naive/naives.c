#include "naive.h"

const struct naive *const naives[] = {
    NULL,
};
