#include "adapters/campaign/ground.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/wire/complain.h"

void ground_say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    wire_complain_list("panj-campaign", format, arguments);
    va_end(arguments);
}

_Noreturn void ground_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    wire_complain_list("panj-campaign", format, arguments);
    va_end(arguments);
    exit(STATUS_FAILED);
}

void *ground_take(size_t bytes)
{
    void *room = calloc(1, bytes);
    if (room == NULL)
        ground_fail("out of memory");
    return room;
}

void *ground_grow(void *old, size_t bytes)
{
    void *room = realloc(old, bytes);
    if (room == NULL)
        ground_fail("out of memory");
    return room;
}

char *ground_copy(const char *text)
{
    size_t bytes = strlen(text) + 1;
    return memcpy(ground_take(bytes), text, bytes);
}

/* -- text that grows -- */

static void string_reserve(struct string *text, size_t more)
{
    assert(text->length <= text->room);
    if (text->room - text->length > more)
        return;
    text->room = (text->length + more + 32) * 2;
    text->at = ground_grow(text->at, text->room);
}

void string_add(struct string *text, const char *bytes, size_t length)
{
    string_reserve(text, length);
    memcpy(text->at + text->length, bytes, length);
    text->length += length;
    text->at[text->length] = '\0';
}

void string_print(struct string *text, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    assert(length >= 0);
    string_reserve(text, (size_t)length);
    vsnprintf(text->at + text->length, (size_t)length + 1, format, again);
    va_end(again);
    text->length += (size_t)length;
}

void string_clear(struct string *text)
{
    text->length = 0;
    string_add(text, "", 0);
}

void string_free(struct string *text)
{
    free(text->at);
    *text = (struct string){0};
}

/* -- names and their numbers -- */

struct index_place {
    const char *name; /* NULL: free */
    long number;
};

/* FNV-1a. */
static size_t name_hash(const char *name)
{
    uint64_t hash = 14695981039346656037u;
    for (; *name != '\0'; name++)
        hash = (hash ^ (unsigned char)*name) * 1099511628211u;
    return (size_t)(hash ^ hash >> 32);
}

/* Where the name is, or the free place where it belongs. */
static struct index_place *place_of(const struct index *index, const char *name)
{
    assert(index->room > index->count);
    size_t at = name_hash(name) & (index->room - 1);
    while (index->places[at].name != NULL && strcmp(index->places[at].name, name) != 0)
        at = (at + 1) & (index->room - 1);
    return &index->places[at];
}

long index_find(const struct index *index, const char *name)
{
    if (index->room == 0)
        return INDEX_NONE;
    const struct index_place *place = place_of(index, name);
    return place->name == NULL ? INDEX_NONE : place->number;
}

static void index_widen(struct index *index)
{
    struct index wide = {.room = index->room == 0 ? 64 : index->room * 2};
    wide.places = ground_take(wide.room * sizeof *wide.places);
    for (size_t i = 0; i < index->room; i++)
        if (index->places[i].name != NULL)
            index_set(&wide, index->places[i].name, index->places[i].number);
    free(index->places);
    *index = wide;
}

void index_set(struct index *index, const char *name, long number)
{
    if ((index->count + 1) * 2 > index->room)
        index_widen(index);
    struct index_place *place = place_of(index, name);
    index->count += place->name == NULL;
    *place = (struct index_place){.name = place->name == NULL ? name : place->name, .number = number};
    assert(index->count < index->room);
}

void index_free(struct index *index)
{
    free(index->places);
    *index = (struct index){0};
}
