#include "support/lines.h"

#include <assert.h>
#include <string.h>

bool lines_open(struct lines *lines, const char *folder, const char *name)
{
    snprintf(lines->path, sizeof lines->path, "tests/%s/%s.txt", folder, name);
    lines->file = fopen(lines->path, "r");
    lines->number = 0;
    return lines->file != NULL;
}

bool lines_next(struct lines *lines)
{
    while (fgets(lines->text, sizeof lines->text, lines->file) != NULL) {
        size_t length = strlen(lines->text);
        assert(length + 1 < sizeof lines->text);
        lines->number++;
        while (length > 0 && strchr("\r\n", lines->text[length - 1]) != NULL)
            lines->text[--length] = '\0';
        if (strspn(lines->text, " \t") < length && lines->text[0] != '#')
            return true;
    }
    return false;
}

void lines_close(struct lines *lines)
{
    fclose(lines->file);
}

const char *line_after(const char *line, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || (line[length] != ' ' && line[length] != '\0'))
        return NULL;
    return line + length + strspn(line + length, " ");
}
