/* A bounded piece of text under construction. The caller owns the room; what does not fit is cut and
 * remembered in `cut`, never written past the end. The text is always terminated.
 *
 * Display text may carry styles: single bytes below ' ' that a terminal front turns into colour and every
 * other front drops. They are the values of enum style. */
#ifndef PANJ_BASE_TEXT_H
#define PANJ_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
    char *at;        /* where the text stands; at[length] is always '\0' */
    size_t capacity; /* bytes of room, the terminator included */
    size_t length;   /* bytes written so far */
    bool cut;        /* something did not fit */
};

enum style {
    STYLE_PLAIN = 1,  /* back to normal */
    STYLE_FAINT = 2,  /* coordinates, frames, what matters less */
    STYLE_STRONG = 3, /* headings, the side to move */
    STYLE_FIRST = 4,  /* what belongs to player 1 */
    STYLE_SECOND = 5, /* what belongs to player 2 */
    STYLE_LAST = 6,   /* the last move */
    STYLE_TARGET = 7, /* where a legal move leads */
    STYLE_RED = 14,   /* colours that the game itself names */
    STYLE_GREEN = 15,
    STYLE_YELLOW = 16,
    STYLE_BLUE = 17,
    STYLE_MAGENTA = 18,
    STYLE_CYAN = 19,
    STYLE_WHITE = 20,
    STYLE_END = 21 /* one past the last */
};

/* An empty text in `room`, which must have at least one byte. */
struct text text_in(char *room, size_t capacity);
void text_clear(struct text *text);
void text_char(struct text *text, char character);
void text_chars(struct text *text, const char *from, size_t length);
void text_string(struct text *text, const char *string);
void text_number(struct text *text, int64_t number);
void text_format(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The number right-aligned in at least `width` columns. */
void text_padded(struct text *text, int64_t number, int width);

#endif
