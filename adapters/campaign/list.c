#include "adapters/campaign/list.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/campaign/record.h"

/* The first range of a line: NAME=low..high. */
struct range {
    size_t from, to; /* where low..high stands */
    long low, high;
};

static bool find_range(const char *line, struct range *range)
{
    for (const char *dots = strstr(line, ".."); dots != NULL; dots = strstr(dots + 1, "..")) {
        const char *begin = dots, *end = dots + 2;
        while (begin > line && isdigit((unsigned char)begin[-1]))
            begin--;
        while (isdigit((unsigned char)*end))
            end++;
        bool is_value = begin > line && begin[-1] == '=' && begin < dots && end > dots + 2;
        if (!is_value || dots - begin > 15 || end - dots > 17 || (*end != '\0' && *end != ' '))
            continue;
        *range = (struct range){.from = (size_t)(begin - line),
                                .to = (size_t)(end - line),
                                .low = strtol(begin, NULL, 10),
                                .high = strtol(dots + 2, NULL, 10)};
        return true;
    }
    return false;
}

static void add_position(struct list *list, const char *position, long number)
{
    if (index_find(&list->by_position, position) != INDEX_NONE)
        return;
    if (list->count == list->room) {
        list->room = list->room * 2 + 16;
        list->at = ground_grow(list->at, list->room * sizeof *list->at);
    }
    list->at[list->count] = (struct listed){.position = ground_copy(position), .line = number};
    index_set(&list->by_position, list->at[list->count].position, (long)list->count);
    list->count++;
}

/* The lines that a normalized line with ranges stands for. */
static bool expand(struct list *list, const char *line, long number)
{
    struct range range;
    if (!find_range(line, &range)) {
        add_position(list, line, number);
        return list->count <= LIST_MOST;
    }
    if (range.low > range.high || range.high - range.low >= LIST_MOST)
        return false;
    bool good = true;
    for (long value = range.low; good && value <= range.high; value++) {
        struct string one = {0};
        string_print(&one, "%.*s%ld%s", (int)range.from, line, value, line + range.to);
        good = expand(list, one.at, number);
        string_free(&one);
    }
    return good;
}

bool list_add_line(struct list *list, const char *line, long number)
{
    const char *begin = line + strspn(line, " \t\r\n");
    if (*begin == '\0' || *begin == '#')
        return true;
    struct string position = {0};
    bool good = position_normalize(line, &position) && expand(list, position.at, number);
    string_free(&position);
    return good;
}

struct list list_read(const char *path)
{
    struct list list = {.path = strcmp(path, "-") == 0 ? "stdin" : path};
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    if (file == NULL)
        ground_fail("%s: %s", path, strerror(errno));
    errno = 0;
    for (long number = 1; getline(&line, &room, file) >= 0; number++)
        if (!list_add_line(&list, line, number)) {
            ground_say("%s:%ld: wants `GAME WORDS | POSITION WORDS`", list.path, number);
            list.wrong++;
        }
    if (ferror(file))
        ground_fail("%s: %s", path, strerror(errno));
    free(line);
    if (file != stdin)
        fclose(file);
    return list;
}

void list_free(struct list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->at[i].position);
    free(list->at);
    index_free(&list->by_position);
}

void list_place(const struct list *list, const char *position, struct string *place)
{
    long at = index_find(&list->by_position, position);
    assert(at != INDEX_NONE && (size_t)at < list->count);
    string_print(place, "%s:%ld", list->path, list->at[at].line);
}
