#include "adapters/campaign/share.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/campaign/ground.h"
#include "adapters/campaign/parts.h"
#include "adapters/wire/words.h"

enum { HEADING = 512, PARTS_MOST = 1000000, ANSWERS_EACH = 1000000 };

/* "NAME=NUMBER" */
static bool read_number(char **rest, const char *name, int64_t *number)
{
    const char *word = wire_word_next(rest);
    size_t length = strlen(name);
    return word != NULL && strncmp(word, name, length) == 0 && word[length] == '=' &&
           wire_number_parse(word + length + 1, 1, PARTS_MOST, number);
}

static bool read_words(struct share *share, char *words)
{
    const char *verb = wire_word_next(&words);
    const char *name = wire_word_next(&words);
    if (verb == NULL || strcmp(verb, "proof") != 0 || name == NULL || !parts_is_name(name) ||
        !read_number(&words, "part", &share->part) || !read_number(&words, "parts", &share->parts))
        return false;
    snprintf(share->proof, sizeof share->proof, "%s", name);
    return wire_word_next(&words) == NULL && share->part <= share->parts;
}

bool share_read(struct share *share, const char *position)
{
    const char *bar = strstr(position, " | ");
    *share = (struct share){.part = 0};
    if (bar == NULL)
        return false;
    char *words = ground_copy(bar + strlen(" | "));
    bool good = read_words(share, words);
    free(words);
    return good;
}

/* -- the manifest -- */

static const char before_game[] = "panj proof 2 ";

static void read_heading(const char *path, char heading[HEADING + 1])
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        ground_fail("%s: %s", path, strerror(errno));
    assert(file != NULL);
    memset(heading, 0, HEADING + 1);
    size_t got = fread(heading, 1, HEADING, file);
    fclose(file);
    if (got != HEADING || strncmp(heading, before_game, sizeof before_game - 1) != 0)
        ground_fail("%s: this is no proof", path);
}

static int64_t count_answers(const char *heading)
{
    const char *line = strstr(heading, "\nanswers ");
    return line == NULL ? 0 : strtoll(line + strlen("\nanswers "), NULL, 10);
}

void share_print_manifest(FILE *file, const char *path, int64_t parts)
{
    char heading[HEADING + 1], name[SHA256_NAME];
    read_heading(path, heading);
    if (!sha256_of_file(path, name))
        ground_fail("%s: %s", path, strerror(errno));
    if (parts == 0)
        parts = count_answers(heading) / ANSWERS_EACH + 1;
    for (const char *line = heading; *line != '\0'; line += strcspn(line, "\n") + 1)
        fprintf(file, "# %.*s\n", (int)strcspn(line, "\n"), line);
    const char *game = heading + sizeof before_game - 1;
    fprintf(file, "%.*s | proof %s part=1..%" PRId64 " parts=%" PRId64 "\n", (int)strcspn(game, "\n"), game,
            name, parts, parts);
}

int share_manifest(const char *path, const char *parts)
{
    int64_t number = 0;
    if (parts != NULL && !wire_number_parse(parts, 1, PARTS_MOST, &number)) {
        ground_say("manifest wants a number of parts, not %s", parts);
        return STATUS_USAGE;
    }
    share_print_manifest(stdout, path, number);
    return STATUS_DONE;
}
