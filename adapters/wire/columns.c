#include "adapters/wire/columns.h"

#include <assert.h>
#include <stdbool.h>

static bool begins_letter(char byte)
{
    return ((unsigned char)byte & 0xC0) != 0x80;
}

int wire_columns(const char *text)
{
    int columns = 0;
    for (; *text != '\0'; text++)
        columns += begins_letter(*text);
    return columns;
}

size_t wire_columns_cut(const char *text, int columns)
{
    size_t bytes = 0;
    assert(columns >= 0);
    for (; text[bytes] != '\0'; bytes++)
        if (begins_letter(text[bytes]) && columns-- == 0)
            break;
    return bytes;
}
