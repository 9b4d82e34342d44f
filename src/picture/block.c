#include "picture/block.h"

#include <assert.h>
#include <string.h>

struct block_line *block_next(struct block *block)
{
    assert(block->count < BLOCK_LINES_MAX);
    struct block_line *line = &block->line[block->count++];
    line->columns = line->blanks = line->length = 0;
    return line;
}

static void put_byte(struct block_line *line, char byte)
{
    assert(line->length < BLOCK_LINE_BYTES);
    line->bytes[line->length++] = byte;
}

static void put_blanks(struct block_line *line)
{
    for (; line->blanks > 0; line->blanks--)
        put_byte(line, ' ');
}

static bool continues_character(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

void block_line_put(struct block_line *line, enum style style, const char *string)
{
    bool styled = false;
    for (; *string != '\0'; string++) {
        line->columns += !continues_character(*string);
        if (*string == ' ') {
            line->blanks++;
            continue;
        }
        put_blanks(line);
        if (!styled && style != STYLE_PLAIN)
            put_byte(line, (char)style);
        styled = true;
        put_byte(line, *string);
    }
    if (styled && style != STYLE_PLAIN)
        put_byte(line, STYLE_PLAIN);
}

void block_line_fill(struct block_line *line, int columns)
{
    for (; line->columns < columns; line->columns++)
        line->blanks++;
}

void block_line_number(struct block_line *line, enum style style, int64_t number, int width)
{
    char room[32];
    struct text text = text_in(room, sizeof room);
    text_padded(&text, number, width);
    block_line_put(line, style, room);
}

void block_line_append(struct block_line *line, const struct block_line *other)
{
    line->columns += other->columns;
    if (other->length == 0) {
        line->blanks += other->blanks;
        return;
    }
    put_blanks(line);
    for (int i = 0; i < other->length; i++)
        put_byte(line, other->bytes[i]);
    line->blanks = other->blanks;
}

void block_append(struct block *block, const struct block *other)
{
    for (int i = 0; i < other->count; i++)
        *block_next(block) = other->line[i];
}

int block_width(const struct block *block)
{
    int width = 0;
    for (int i = 0; i < block->count; i++)
        if (block->line[i].columns > width)
            width = block->line[i].columns;
    return width;
}

void block_print(const struct block *block, struct text *text)
{
    for (int i = 0; i < block->count; i++) {
        text_chars(text, block->line[i].bytes, (size_t)block->line[i].length);
        text_char(text, '\n');
    }
}
