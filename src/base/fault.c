#include "base/fault.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

bool fault_set(struct fault *fault, const char *field, const char *format, ...)
{
    assert(fault != NULL && field != NULL);
    snprintf(fault->field, sizeof fault->field, "%s", field);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault->why, sizeof fault->why, format, arguments);
    va_end(arguments);
    return false;
}

void fault_quote(struct word word, char *room, int limit)
{
    int length = word.length < (size_t)limit ? (int)word.length : limit;
    for (int i = 0; i < length; i++)
        room[i] = word.at[i] >= ' ' && word.at[i] <= '~' ? word.at[i] : '?';
    room[length] = '\0';
}

bool fault_word(struct fault *fault, const char *field, const char *why, struct word word)
{
    char quoted[41];
    fault_quote(word, quoted, 40);
    return fault_set(fault, field, "%s %s", why, word.length > 0 ? quoted : "(nothing)");
}
