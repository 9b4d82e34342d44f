#include "adapters/gems/map.h"

#include <string.h>

const char map_keys[KEYS + 1] = "gry";

bool map_is_cell(char letter)
{
    return letter != '\0' && strchr("EWGRY*T1234gry", letter) != NULL;
}

int map_gem(char letter)
{
    return letter >= '1' && letter <= '4' ? letter - '0' : 0;
}

unsigned map_key(char letter)
{
    const char *at = letter == '\0' ? NULL : strchr(map_keys, letter);
    return at == NULL ? 0 : 1U << (at - map_keys);
}
