#include "games/konane/heading.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"

bool konane_heading_write(const struct text *lines, const struct sink *sink)
{
    char page[HEADING_BYTES] = {0};
    assert(!lines->cut && lines->length <= sizeof page);
    memcpy(page, lines->at, lines->length);
    return sink->take(sink->context, page, sizeof page);
}

bool konane_heading_begin(const void *image, size_t size, const char *signature, struct heading_lines *lines)
{
    size_t length = strlen(signature);
    if (size < HEADING_BYTES || memcmp(image, signature, length) != 0)
        return false;
    *lines = (struct heading_lines){.at = (const char *)image + length,
                                    .end = (const char *)image + HEADING_BYTES};
    return true;
}

bool konane_heading_line(struct heading_lines *lines, const char *name, struct word *rest)
{
    size_t length = strlen(name);
    const char *newline = memchr(lines->at, '\n', (size_t)(lines->end - lines->at));
    if (newline == NULL || (size_t)(newline - lines->at) <= length || memcmp(lines->at, name, length) != 0 ||
        lines->at[length] != ' ')
        return false;
    rest->at = lines->at + length + 1;
    rest->length = (size_t)(newline - rest->at);
    lines->at = newline + 1;
    return true;
}

bool konane_heading_number(struct heading_lines *lines, const char *name, int64_t least, int64_t most,
                           int64_t *number)
{
    struct word rest;
    return konane_heading_line(lines, name, &rest) && word_number(rest, least, most, number);
}
