/* The code of a match on many machines. */
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "adapters/referee/far.h"
#include "adapters/wire/program.h"
#include "adapters/wire/sha256.h"

static bool is_file(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISREG(found.st_mode);
}

/* Where a program without a '/' is: beside this one, or in PATH. */
static bool find_program(const char *word, char *path, size_t room)
{
    const char *beside = wire_program_find(word, path, room);
    const char *at = getenv("PATH");
    if (beside != word || strchr(word, '/') != NULL) {
        memmove(path, beside, strlen(beside) + 1);
        return is_file(path);
    }
    for (; at != NULL && *at != '\0'; at += strcspn(at, ":"), at += *at == ':') {
        snprintf(path, room, "%.*s/%s", (int)strcspn(at, ":"), at, word);
        if (is_file(path))
            return true;
    }
    return false;
}

static bool add_file(struct sha256 *hash, const char *path)
{
    char name[SHA256_NAME];
    if (!sha256_of_file(path, name)) {
        perror(path);
        return false;
    }
    sha256_take(hash, name, SHA256_NAME);
    return true;
}

/* The bytes of the program, and of each file among its words: a script, a net. Other words as they are. */
static bool add_entrant(struct sha256 *hash, const struct entrant *entrant)
{
    assert(entrant->command_count >= 1);
    char path[PATH_MAX];
    for (int i = 0; i < entrant->command_count; i++) {
        const char *word = entrant->command[i];
        bool found = i == 0 && find_program(word, path, sizeof path);
        if (!found)
            snprintf(path, sizeof path, "%s%s%s",
                     entrant->directory == NULL || *word == '/' ? "" : entrant->directory,
                     entrant->directory == NULL || *word == '/' ? "" : "/", word);
        if (found || is_file(path)) {
            if (!add_file(hash, path))
                return false;
        } else {
            sha256_take(hash, word, strlen(word) + 1);
        }
    }
    return true;
}

/* What the store says of a match, without commands and file names, which may differ from machine to machine. */
static char *describe_anywhere(const struct settings *settings)
{
    struct settings *bare = malloc(sizeof *bare);
    if (bare == NULL)
        return NULL;
    *bare = *settings;
    for (int i = 0; i < bare->entrant_count; i++) {
        bare->entrants[i].command_count = 0;
        bare->entrants[i].command[0] = NULL;
    }
    bare->openings.file = NULL;
    char *described = settings_describe(bare);
    free(bare);
    return described;
}

bool far_code(const struct settings *settings, char code[])
{
    struct sha256 hash = sha256_begin();
    char *described = describe_anywhere(settings);
    bool good = described != NULL;
    if (good)
        sha256_take(&hash, described, strlen(described) + 1);
    free(described);
    for (int i = 0; good && i < settings->entrant_count; i++)
        good = add_entrant(&hash, &settings->entrants[i]);
    good = good && add_entrant(&hash, &settings->arbiter);
    if (good && settings->openings.file != NULL)
        good = add_file(&hash, settings->openings.file);
    sha256_end(&hash, code);
    return good;
}
