#include "base/text.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct text text_in(char *room, size_t capacity)
{
    assert(room != NULL && capacity > 0);
    room[0] = '\0';
    return (struct text){.at = room, .capacity = capacity};
}

void text_clear(struct text *text)
{
    text->length = 0;
    text->cut = false;
    text->at[0] = '\0';
}

void text_chars(struct text *text, const char *from, size_t length)
{
    assert(text->length < text->capacity);
    size_t room = text->capacity - 1 - text->length;
    if (length > room) {
        text->cut = true;
        length = room;
    }
    memcpy(text->at + text->length, from, length);
    text->length += length;
    text->at[text->length] = '\0';
}

void text_char(struct text *text, char character)
{
    text_chars(text, &character, 1);
}

void text_string(struct text *text, const char *string)
{
    text_chars(text, string, strlen(string));
}

void text_format(struct text *text, const char *format, ...)
{
    size_t room = text->capacity - text->length;
    va_list arguments;
    va_start(arguments, format);
    int wanted = vsnprintf(text->at + text->length, room, format, arguments);
    va_end(arguments);
    assert(wanted >= 0);
    text->cut = text->cut || (size_t)wanted >= room;
    text->length += (size_t)wanted < room ? (size_t)wanted : room - 1;
}

void text_number(struct text *text, int64_t number)
{
    text_format(text, "%" PRId64, number);
}

void text_padded(struct text *text, int64_t number, int width)
{
    text_format(text, "%*" PRId64, width, number);
}
