#include "adapters/wire/complain.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

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

int wire_finish(const char *program, int status, int failed)
{
    assert(failed != 0);
    bool lost = ferror(stdout) != 0;
    lost = fclose(stdout) != 0 || lost;
    if (!lost)
        return status;
    wire_complain(program, "writing: %s", strerror(errno));
    return status == 0 ? failed : status;
}
