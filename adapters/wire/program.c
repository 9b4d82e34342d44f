#include "adapters/wire/program.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The folder of the running program with a '/' at its end; 0: not known. */
static size_t own_folder(char *room, size_t capacity)
{
    ssize_t length = readlink("/proc/self/exe", room, capacity);
    if (length <= 0 || (size_t)length >= capacity)
        return 0;
    while (length > 0 && room[length - 1] != '/')
        length--;
    return (size_t)length;
}

static bool is_program(const char *path)
{
    struct stat file;
    return stat(path, &file) == 0 && S_ISREG(file.st_mode) && access(path, X_OK) == 0;
}

const char *wire_program_find(const char *word, char *room, size_t capacity)
{
    assert(word != NULL && capacity > 0);
    size_t folder = strchr(word, '/') == NULL ? own_folder(room, capacity) : 0;
    if (folder == 0 || folder + strlen(word) + 1 > capacity)
        return word;
    strcpy(room + folder, word);
    return is_program(room) ? room : word;
}
