/* What every part stands on: memory that is there or the program ends, text that grows, and a look-up by name. */
#ifndef PANJ_CAMPAIGN_GROUND_H
#define PANJ_CAMPAIGN_GROUND_H

#include <stdbool.h>
#include <stddef.h>

enum { STATUS_DONE = 0, STATUS_FAILED = 1, STATUS_USAGE = 2 };

/* "panj-campaign: ..." on stderr. */
void ground_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same, and the end of the program with STATUS_FAILED: for what the surroundings refuse. */
_Noreturn void ground_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

void *ground_take(size_t bytes); /* zeroed */
void *ground_grow(void *old, size_t bytes);
char *ground_copy(const char *text);

/* -- text that grows -- */

struct string {
    char *at; /* ends with '\0' as soon as anything was added; NULL before */
    size_t length;
    size_t room;
};

void string_add(struct string *, const char *bytes, size_t length);
void string_print(struct string *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void string_clear(struct string *);
void string_free(struct string *);

/* -- names and their numbers -- */

struct index {
    struct index_place *places; /* open addressing, a power of two of them */
    size_t room;
    size_t count;
};

enum { INDEX_NONE = -1 };

/* The number of a name, or INDEX_NONE. */
long index_find(const struct index *, const char *name);
/* The name is not copied: it must stay where it is. A name that is there gets the new number. */
void index_set(struct index *, const char *name, long number);
void index_free(struct index *);

#endif
