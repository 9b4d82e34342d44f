#include "adapters/wire/complain.h"

#include <assert.h>
#include <stdio.h>

bool wire_complain_list(const char *program, const char *format, va_list arguments)
{
    assert(program[0] != '\0');
    fprintf(stderr, "%s: ", program);
    vfprintf(stderr, format, arguments);
    fputs("\n", stderr);
    return false;
}

bool wire_complain(const char *program, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    wire_complain_list(program, format, arguments);
    va_end(arguments);
    return false;
}
