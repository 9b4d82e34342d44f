#include "adapters/wire/complain.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

void wire_begin(void)
{
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
        if (fcntl(file, F_GETFD) < 0) /* then it is the lowest that is free */
            (void)open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

bool wire_introduce(const char *program, const char *version, int count, char **words,
                    void (*print_help)(FILE *))
{
    const char *word = count > 1 ? words[1] : "";
    bool wants_version = strcmp(word, "--version") == 0 || strcmp(word, "-v") == 0;
    bool wants_help = strcmp(word, "--help") == 0 || strcmp(word, "-help") == 0 || strcmp(word, "-h") == 0;
    assert(program[0] != '\0' && version[0] != '\0');
    if (wants_version)
        printf("%s %s\n", program, version);
    if (wants_help)
        print_help(stdout);
    return wants_version || wants_help;
}

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
