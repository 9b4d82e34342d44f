#include "adapters/campaign/parts.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void parts_make_folder(const char *folder)
{
    struct stat found;
    if (mkdir(folder, 0755) != 0 && errno != EEXIST)
        ground_fail("%s: %s", folder, strerror(errno));
    if (stat(folder, &found) != 0 || !S_ISDIR(found.st_mode))
        ground_fail("%s: not a folder", folder);
}

void parts_path(const char *folder, const char *name, struct string *path)
{
    assert(parts_is_name(name));
    string_clear(path);
    string_print(path, "%s/%s.proof", folder, name);
}

bool parts_is_name(const char *name)
{
    return strlen(name) == SHA256_NAME - 1 && strspn(name, "0123456789abcdef") == SHA256_NAME - 1;
}

void parts_table_path(const char *folder, const char *position, struct string *path)
{
    enum { WORDS_MOST = 200 }; /* a file's name has 255 */
    string_clear(path);
    string_print(path, "%s/", folder);
    for (size_t i = 0; position[i] != '\0' && i < WORDS_MOST; i++) {
        bool is_plain = isalnum((unsigned char)position[i]) || strchr("=.-", position[i]) != NULL;
        string_print(path, "%c", is_plain ? position[i] : '_');
    }
    string_print(path, ".table");
}

static bool sync_path(const char *path, int flags)
{
    int file = open(path, flags | O_CLOEXEC);
    if (file < 0)
        return false;
    bool good = fsync(file) == 0;
    close(file);
    return good;
}

/* Copies where a name cannot be moved to: another disk. */
static bool copy_file(const char *from, const char *to)
{
    char chunk[1 << 16];
    FILE *in = fopen(from, "rb");
    FILE *out = in == NULL ? NULL : fopen(to, "wb");
    size_t got;
    bool good = out != NULL;
    while (good && (got = fread(chunk, 1, sizeof chunk, in)) > 0)
        good = fwrite(chunk, 1, got, out) == got;
    good = in != NULL && !ferror(in) && good;
    if (out != NULL)
        good = fclose(out) == 0 && good;
    if (in != NULL)
        fclose(in);
    return good;
}

bool parts_keep(const char *folder, const char *path, char name[SHA256_NAME])
{
    struct string to = {0}, half = {0};
    bool good = sha256_of_file(path, name);
    if (good) {
        parts_path(folder, name, &to);
        string_print(&half, "%s.half", to.at);
        good = (rename(path, half.at) == 0 || (errno == EXDEV && copy_file(path, half.at))) &&
               sync_path(half.at, O_RDONLY) && rename(half.at, to.at) == 0 &&
               sync_path(folder, O_RDONLY | O_DIRECTORY);
    }
    string_free(&to);
    string_free(&half);
    return good;
}
