/* PANJ_TEST=pattern runs those cases alone whose name fits it, * and ? as in a shell. Linked into every test program;
 * `make t=name` sets it. */
#include "support/check.h"

#include <stdlib.h>

__attribute__((constructor)) static void choose_cases(void)
{
    const char *pattern = getenv("PANJ_TEST");
    if (pattern != NULL)
        cmocka_set_test_filter(pattern);
}
