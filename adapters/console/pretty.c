#include "adapters/console/pretty.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* -- styles -- */

static const char *const sequences[STYLE_END] = {
    [STYLE_PLAIN] = "\033[0m",    [STYLE_FAINT] = "\033[2m",     [STYLE_STRONG] = "\033[1m",
    [STYLE_FIRST] = "\033[1;36m", [STYLE_SECOND] = "\033[1;33m", [STYLE_LAST] = "\033[7m",
    [STYLE_TARGET] = "\033[32m",  [STYLE_RED] = "\033[31m",      [STYLE_GREEN] = "\033[32m",
    [STYLE_YELLOW] = "\033[33m",  [STYLE_BLUE] = "\033[34m",     [STYLE_MAGENTA] = "\033[35m",
    [STYLE_CYAN] = "\033[36m",    [STYLE_WHITE] = "\033[37m",
};

static bool terminal_has_colour(void)
{
    const char *forbidden = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    if (forbidden != NULL && forbidden[0] != '\0')
        return false;
    return terminal != NULL && strcmp(terminal, "dumb") != 0 && isatty(STDOUT_FILENO);
}

/* It may change at any time. */
static int terminal_width(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20)
        return size.ws_col;
    return 80;
}

struct pretty pretty_for_terminal(void)
{
    return (struct pretty){.colour = terminal_has_colour()};
}

const char *pretty_style(const struct pretty *pretty, enum style style)
{
    bool known = style > 0 && style < STYLE_END && sequences[style] != NULL;
    return pretty->colour && known ? sequences[style] : "";
}

static void print_styled(const struct pretty *pretty, const char *text)
{
    for (; *text != '\0'; text++)
        if (*text >= STYLE_PLAIN && *text < STYLE_END)
            fputs(pretty_style(pretty, (enum style) * text), stdout);
        else
            putchar(*text);
    printf("%s\n", pretty_style(pretty, STYLE_PLAIN));
}

/* -- the table of info lines -- */

/* What a row of the table shows, read back from an info line. */
struct row {
    int64_t depth, seldepth, multipv, number, nodes, speed, time;
    char kind[8];
    char bound[16];
    const char *pv; /* the rest of the line */
};

static bool read_word(struct cursor *cursor, const char *expected)
{
    struct cursor before = *cursor;
    if (word_is(cursor_next(cursor), expected))
        return true;
    *cursor = before;
    return false;
}

static bool read_field(struct cursor *cursor, const char *name, int64_t *number)
{
    return read_word(cursor, name) && word_number(cursor_next(cursor), INT64_MIN, INT64_MAX, number);
}

static void keep_word(struct word word, char *room, size_t size)
{
    snprintf(room, size, "%.*s", (int)word.length, word.at);
}

static bool read_score(struct cursor *cursor, struct row *row)
{
    if (!read_word(cursor, "score"))
        return false;
    keep_word(cursor_next(cursor), row->kind, sizeof row->kind);
    if (!word_number(cursor_next(cursor), INT64_MIN, INT64_MAX, &row->number))
        return false;
    struct cursor before = *cursor;
    struct word word = cursor_next(cursor);
    if (word_is(word, "proven") || word_is(word, "lowerbound") || word_is(word, "upperbound"))
        keep_word(word, row->bound, sizeof row->bound);
    else
        *cursor = before;
    if (read_word(cursor, "wdl"))
        for (int i = 0; i < 3; i++)
            cursor_next(cursor);
    return true;
}

/* The fields stand in the order that PROTOCOL.md fixes. */
static bool read_row(const char *line, struct row *row)
{
    struct cursor cursor = cursor_over(line, strlen(line));
    int64_t hashfull;
    *row = (struct row){0};
    if (!read_field(&cursor, "depth", &row->depth) || !read_field(&cursor, "seldepth", &row->seldepth) ||
        !read_field(&cursor, "multipv", &row->multipv) || !read_score(&cursor, row) ||
        !read_field(&cursor, "nodes", &row->nodes) || !read_field(&cursor, "nps", &row->speed) ||
        !read_field(&cursor, "hashfull", &hashfull) || !read_field(&cursor, "time", &row->time) ||
        !read_word(&cursor, "pv"))
        return false;
    row->pv = cursor_rest(&cursor).at;
    return true;
}

/* 1234567 -> 1.23M */
static void print_short(int64_t number, char *room, size_t size)
{
    static const char units[] = " kMGT";
    double shown = (double)number;
    int unit = 0;
    for (; shown >= 9999.5 && units[unit + 1] != '\0'; unit++)
        shown /= 1000;
    snprintf(room, size, unit == 0 ? "%.0f" : "%.1f%c", shown, units[unit]);
}

static void print_score(const struct pretty *pretty, const struct row *row, char *room, size_t size)
{
    if (strcmp(row->kind, "mate") == 0)
        snprintf(room, size, "%s in %" PRId64, row->number > 0 ? "win" : "loss",
                 row->number > 0 ? row->number : -row->number);
    else if (strcmp(row->kind, "wp") == 0)
        snprintf(room, size, "%.3f %%", (double)row->number / 10000);
    else if (strcmp(row->kind, "pts") == 0 || pretty->game->scale == SCALE_POINTS)
        snprintf(room, size, "%+" PRId64, row->number);
    else
        snprintf(room, size, "%+.2f", (double)row->number / 100);
}

static const char *bound_sign(const char *bound)
{
    switch (bound[0]) {
    case 'p': return "=";
    case 'l': return "\u2265";
    case 'u': return "\u2264";
    default: return "~";
    }
}

static void print_row(struct pretty *pretty, const struct row *row)
{
    char score[32], nodes[16], speed[16];
    if (!pretty->inside_table)
        printf("%s  depth      score     nodes  nodes/s     time  line%s\n",
               pretty_style(pretty, STYLE_FAINT), pretty_style(pretty, STYLE_PLAIN));
    pretty->inside_table = true;
    print_score(pretty, row, score, sizeof score);
    print_short(row->nodes, nodes, sizeof nodes);
    print_short(row->speed, speed, sizeof speed);
    printf("%4" PRId64 "/%-3" PRId64 "%s%10s %8s %8s %7.2fs  ", row->depth, row->seldepth,
           bound_sign(row->bound), score, nodes, speed, (double)row->time / 1000);
    enum { BEFORE_PV = 50, PV_LEAST = 16 }; /* of the line something is shown, were it on a row of its own */
    int left = terminal_width() - BEFORE_PV - 1;
    if (left < PV_LEAST)
        left = PV_LEAST;
    bool whole = (int)strlen(row->pv) <= left;
    printf("%.*s%s\n", whole ? left : left - 1, row->pv, whole ? "" : "\u2026");
}

static void pretty_info(struct pretty *pretty, const char *rest)
{
    struct row row;
    if (read_row(rest, &row))
        print_row(pretty, &row);
    else if (strncmp(rest, "string ", 7) == 0)
        printf("  %s%s%s\n", pretty_style(pretty, STYLE_FAINT), rest + 7, pretty_style(pretty, STYLE_PLAIN));
}

/* -- the other lines -- */

static void pretty_error(struct pretty *pretty, const char *rest)
{
    printf("  %serror:%s %s\n", pretty_style(pretty, STYLE_RED), pretty_style(pretty, STYLE_PLAIN), rest);
}

static void pretty_display(struct pretty *pretty, const char *rest)
{
    print_styled(pretty, rest);
}

static void pretty_bestmove(struct pretty *pretty, const char *rest)
{
    pretty->inside_table = false;
    printf("  best move %s%s%s\n", pretty_style(pretty, STYLE_STRONG), rest,
           pretty_style(pretty, STYLE_PLAIN));
}

static void pretty_rest(struct pretty *pretty, const char *rest)
{
    (void)pretty;
    printf("  %s\n", rest);
}

static const struct {
    const char *word;
    void (*print)(struct pretty *, const char *rest);
} printers[] = {
    {"info", pretty_info},         {"error", pretty_error},   {"display", pretty_display},
    {"bestmove", pretty_bestmove}, {"response", pretty_rest}, {"help", pretty_rest},
    {"eval", pretty_rest},         {"game", pretty_rest},
};

void pretty_line(struct pretty *pretty, const char *line)
{
    size_t length = strcspn(line, " ");
    const char *rest = line[length] == ' ' ? line + length + 1 : line + length;
    for (size_t i = 0; i < sizeof printers / sizeof printers[0]; i++)
        if (strlen(printers[i].word) == length && strncmp(line, printers[i].word, length) == 0) {
            printers[i].print(pretty, rest);
            return;
        }
    printf("  %s\n", line);
}
