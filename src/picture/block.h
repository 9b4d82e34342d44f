/* Lines under construction, side by side or below each other. Columns are counted as a terminal shows them: styles
 * take none, a UTF-8 character one. No line ends with a blank. */
#ifndef PANJ_PICTURE_BLOCK_H
#define PANJ_PICTURE_BLOCK_H

#include "base/text.h"

enum { BLOCK_LINES_MAX = 64, BLOCK_LINE_BYTES = 900 };

struct block_line {
    int columns; /* blanks that are due included */
    int blanks;  /* due before the next sign */
    int length;
    char bytes[BLOCK_LINE_BYTES];
};

struct block {
    int count;
    struct block_line line[BLOCK_LINES_MAX];
};

struct block_line *block_next(struct block *); /* a new empty line */
void block_line_put(struct block_line *, enum style, const char *string);
void block_line_fill(struct block_line *, int columns); /* blanks up to that column */
void block_line_number(struct block_line *, enum style, int64_t number, int width);
void block_line_append(struct block_line *, const struct block_line *);
void block_append(struct block *, const struct block *);
int block_width(const struct block *);
void block_print(const struct block *, struct text *);

#endif
