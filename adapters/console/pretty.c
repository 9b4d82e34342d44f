#include "adapters/console/pretty.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "adapters/console/complaint.h"
#include "adapters/console/table.h"
#include "adapters/wire/columns.h"

/* -- styles -- */

static const char *const sequences[STYLE_END] = {
    [STYLE_PLAIN] = "\033[0m",    [STYLE_FAINT] = "\033[2m",     [STYLE_STRONG] = "\033[1m",
    [STYLE_FIRST] = "\033[1;36m", [STYLE_SECOND] = "\033[1;33m", [STYLE_LAST] = "\033[7m",
    [STYLE_TARGET] = "\033[32m",  [STYLE_RED] = "\033[31m",      [STYLE_GREEN] = "\033[32m",
    [STYLE_YELLOW] = "\033[33m",  [STYLE_BLUE] = "\033[34m",     [STYLE_MAGENTA] = "\033[35m",
    [STYLE_CYAN] = "\033[36m",    [STYLE_WHITE] = "\033[37m",
};

static bool terminal_is_dumb(void)
{
    const char *terminal = getenv("TERM");
    return terminal == NULL || strcmp(terminal, "dumb") == 0;
}

static bool terminal_has_colour(void)
{
    const char *forbidden = getenv("NO_COLOR");
    if (forbidden != NULL && forbidden[0] != '\0')
        return false;
    return !terminal_is_dumb() && isatty(STDOUT_FILENO);
}

/* The first of these variables that is set names the locale; its name says which signs it has. */
static bool locale_has_utf8(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = getenv(variables[i]);
        if (value != NULL && value[0] != '\0')
            return strstr(value, "UTF-8") != NULL || strstr(value, "utf8") != NULL ||
                   strstr(value, "UTF8") != NULL || strstr(value, "utf-8") != NULL;
    }
    return false;
}

/* It may change at any time. */
static struct winsize terminal_size(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20 && size.ws_row > 0)
        return size;
    return (struct winsize){.ws_col = 80, .ws_row = 24};
}

static int terminal_width(void)
{
    return terminal_size().ws_col;
}

struct picture_room pretty_room(const struct pretty *pretty)
{
    struct winsize size = terminal_size();
    return (struct picture_room){.columns = size.ws_col, .rows = size.ws_row, .utf8 = pretty->utf8};
}

struct pretty pretty_for_terminal(void)
{
    return (struct pretty){.colour = terminal_has_colour(), .utf8 = locale_has_utf8() && !terminal_is_dumb()};
}

const char *pretty_style(const struct pretty *pretty, enum style style)
{
    assert(style >= 0 && (size_t)style < sizeof sequences / sizeof sequences[0]);
    bool known = style > 0 && style < STYLE_END && sequences[style] != NULL;
    return pretty->colour && known ? sequences[style] : "";
}

/* -- signs that not every terminal has -- */

static const struct {
    const char *sign;
    char plain;
} plain_signs[] = {
    {"\u2588", '#'}, {"\u00b7", '.'}, {"\u2264", '<'}, {"\u2265", '>'}, {"\u2026", '~'},
};

/* One column for one, so that boards keep their shape. Returns the bytes read. */
static size_t print_plainly(const char *text)
{
    size_t length = 1;
    while (((unsigned char)text[length] & 0xC0) == 0x80)
        length++;
    char plain = length == 1 ? text[0] : '?';
    for (size_t i = 0; length > 1 && i < sizeof plain_signs / sizeof plain_signs[0]; i++)
        if (strncmp(text, plain_signs[i].sign, length) == 0)
            plain = plain_signs[i].plain;
    putchar(plain);
    return length;
}

static void print_text(const struct pretty *pretty, const char *text)
{
    while (*text != '\0')
        if (*text >= STYLE_PLAIN && *text < STYLE_END) {
            fputs(pretty_style(pretty, (enum style) * text++), stdout);
        } else if (pretty->utf8) {
            putchar(*text++);
        } else {
            text += print_plainly(text);
        }
}

/* -- the table of info lines -- */

static void print_padded(const char *text, int columns)
{
    assert(columns > 0);
    printf("%*s%s", columns - wire_columns(text) > 0 ? columns - wire_columns(text) : 0, "", text);
}

static void print_heading(struct pretty *pretty)
{
    static const char *const views[] = {[ACTOR_NONE] = "score",
                                        [ACTOR_ONE] = "score of 1",
                                        [ACTOR_TWO] = "score of 2",
                                        [ACTOR_CHANCE] = "score"};
    printf("%s  %sdepth %10s              nodes     time  line%s\n", pretty_style(pretty, STYLE_FAINT),
           pretty->numbered ? "    " : "", views[pretty->mover], pretty_style(pretty, STYLE_PLAIN));
    pretty->inside_table = true;
}

/* The end of a search reports its best move once more, with all its nodes: that is no news. */
static bool is_repeated(struct pretty *pretty, const struct row *row)
{
    char told[sizeof pretty->shown];
    if (row->multipv != 1)
        return false;
    snprintf(told, sizeof told, "%" PRId64 " %s %" PRId64 " %s %s", row->depth, row->kind, row->number,
             row->bound, row->pv);
    bool repeated = pretty->inside_table && strcmp(told, pretty->shown) == 0;
    memcpy(pretty->shown, told, sizeof told);
    return repeated;
}

static void print_row(struct pretty *pretty, const struct row *row)
{
    char score[32], nodes[16];
    assert(pretty->game != NULL && row->pv != NULL && row->multipv >= 1);
    if (is_repeated(pretty, row))
        return;
    if (!pretty->inside_table)
        print_heading(pretty);
    if (pretty->numbered)
        printf("%3" PRId64 ".", row->multipv);
    row_print_score(row, pretty->game, pretty->utf8, score, sizeof score);
    row_print_short(row->nodes, nodes, sizeof nodes);
    printf("%4" PRId64 "/%-3" PRId64, row->depth, row->seldepth < row->depth ? row->depth : row->seldepth);
    print_padded(score, 10);
    printf(" %-8s %8s %7.1fs  ", row_bound_words(row), nodes, (double)row->time / 1000);
    enum { BEFORE_PV = 47, PV_LEAST = 16 }; /* of the line something is shown, were it on a row of its own */
    int left = terminal_width() - BEFORE_PV - 1 - (pretty->numbered ? 4 : 0);
    if (left < PV_LEAST)
        left = PV_LEAST;
    bool whole = (int)strlen(row->pv) <= left;
    printf("%.*s%s\n", whole ? left : left - 4, row->pv, whole ? "" : " ...");
}

/* A line of a variation, free text, or what the search has done in all. */
static void pretty_info(struct pretty *pretty, const char *rest)
{
    struct row row;
    bool free_text = strncmp(rest, "string ", 7) == 0;
    if (row_read(rest, &row)) {
        if (row.multipv == 1)
            snprintf(pretty->best, sizeof pretty->best, "%s", rest);
        if (!pretty->quiet)
            print_row(pretty, &row);
    } else if (free_text && !pretty->quiet) {
        printf("  %s%s%s\n", pretty_style(pretty, STYLE_FAINT), rest + 7, pretty_style(pretty, STYLE_PLAIN));
    }
    if (!free_text)
        pretty->totals = row, pretty->totals.pv = NULL;
}

void pretty_last_score(const struct pretty *pretty, char *room, size_t size)
{
    struct row row;
    char score[32];
    assert(size > 0);
    room[0] = '\0';
    if (!row_read(pretty->best, &row))
        return;
    row_print_score(&row, pretty->game, pretty->utf8, score, sizeof score);
    const char *words = row_bound_words(&row);
    snprintf(room, size, "%s%s%s%s", score, strcmp(row.kind, "wp") == 0 ? " to win" : "",
             words[0] != '\0' ? ", " : "", words);
}

const char *pretty_last_pv(const struct pretty *pretty)
{
    struct row row;
    return row_read(pretty->best, &row) ? row.pv : "";
}

/* -- the other lines -- */

static void pretty_error(struct pretty *pretty, const char *rest)
{
    char words[512];
    assert(rest != NULL);
    complaint_in_words(rest, words, sizeof words);
    printf("  %s%s%s\n", pretty_style(pretty, STYLE_RED), words, pretty_style(pretty, STYLE_PLAIN));
}

static void pretty_display(struct pretty *pretty, const char *rest)
{
    print_text(pretty, rest);
    printf("%s\n", pretty_style(pretty, STYLE_PLAIN));
}

static void print_totals(const struct row *row)
{
    char nodes[16], speed[16];
    row_print_short(row->nodes, nodes, sizeof nodes);
    row_print_short(row->speed, speed, sizeof speed);
    printf("   %s nodes in %.2f s, %s a second", nodes, (double)row->time / 1000, speed);
}

static void pretty_bestmove(struct pretty *pretty, const char *rest)
{
    pretty->inside_table = false;
    if (pretty->quiet)
        return;
    printf("  best move %s%s%s", pretty_style(pretty, STYLE_STRONG), rest, pretty_style(pretty, STYLE_PLAIN));
    if (pretty->best[0] != '\0')
        print_totals(&pretty->totals);
    putchar('\n');
}

/* The column below which a text that is broken goes on: where it begins, or where it does behind a first gap. */
static int wrap_indent(const char *text)
{
    enum { LEFT = 2 };
    const char *gap = strstr(text, "  ");
    int behind = gap != NULL ? LEFT + (int)(gap - text) + (int)strspn(gap, " ") : LEFT;
    return behind <= terminal_width() / 2 ? behind : LEFT;
}

/* Broken between words, its gaps kept. */
static void print_wrapped(const char *text)
{
    int indent = wrap_indent(text);
    int width = terminal_width() - 1;
    int column = printf(" ");
    for (const char *at = text; *at != '\0';) {
        int gap = (int)strspn(at, " ") + (at == text);
        int length = (int)strcspn(at + strspn(at, " "), " ");
        assert(gap > 0);
        if (at != text && column + gap + length > width) {
            column = 0;
            gap = indent;
            putchar('\n');
        }
        at += strspn(at, " ");
        column += printf("%*s%.*s", gap, "", length, at);
        at += length;
    }
    putchar('\n');
}

/* A term of the evaluation, in the units of the scores. */
static void pretty_eval(struct pretty *pretty, const char *rest)
{
    struct cursor cursor = cursor_over(rest, strlen(rest));
    struct word name = cursor_next(&cursor);
    int64_t value;
    if (!word_number(cursor_next(&cursor), INT64_MIN, INT64_MAX, &value)) {
        printf("  %s\n", rest);
        return;
    }
    printf("  %-16.*s", (int)name.length, name.at);
    if (pretty->game->scale == SCALE_CHANCE) {
        printf("%+10.3f %%\n", (double)value / 10000);
        return;
    }
    char score[32];
    row_print_score(&(struct row){.kind = "cp", .number = value}, pretty->game, pretty->utf8, score,
                    sizeof score);
    printf("%10s\n", score);
}

/* -- games -- */

/* key=values and when it holds, and below it what it means. */
static void print_flag(struct cursor *cursor)
{
    struct word key = cursor_next(cursor);
    struct word kind = cursor_next(cursor);
    struct word values = cursor_next(cursor);
    struct word word = cursor_next(cursor);
    assert(key.length > 0 && kind.length > 0 && values.length > 0);
    printf("    %.*s=%.*s", (int)key.length, key.at, (int)values.length, values.at);
    if (word_is(word, "default")) {
        struct word fallback = cursor_next(cursor);
        if (!word_is(fallback, "none"))
            printf(", %.*s if not said", (int)fallback.length, fallback.at);
        word = cursor_next(cursor);
    }
    assert(word_is(word, "in"));
    word = cursor_next(cursor);
    fputs(word_is(word, "newgame:") ? ", in newgame" : word_is(word, "fen:") ? ", in a FEN" : "", stdout);
    struct word text = cursor_rest(cursor);
    printf("\n        %.*s\n", (int)text.length, text.at);
}

/* A line of `games`: title, rule, or one of the flags. */
static void pretty_game(struct pretty *pretty, const char *rest)
{
    struct cursor cursor = cursor_over(rest, strlen(rest));
    struct word name = cursor_next(&cursor);
    struct word what = cursor_next(&cursor);
    if (word_is(what, "flag")) {
        print_flag(&cursor);
        return;
    }
    struct word text = cursor_rest(&cursor);
    if (word_is(what, "title"))
        printf("  %s%.*s%s: ", pretty_style(pretty, STYLE_STRONG), (int)name.length, name.at,
               pretty_style(pretty, STYLE_PLAIN));
    else
        fputs("    ", stdout);
    printf("%.*s\n", (int)text.length, text.at);
}

/* Long lists of words - legal moves, lines of play - are broken between them. */
static void pretty_rest(struct pretty *pretty, const char *rest)
{
    if (wire_columns(rest) + 2 >= terminal_width()) {
        print_wrapped(rest);
        return;
    }
    fputs("  ", stdout);
    print_text(pretty, rest);
    putchar('\n');
}

static const struct {
    const char *word;
    void (*print)(struct pretty *, const char *rest);
} printers[] = {
    {"info", pretty_info},         {"error", pretty_error},   {"display", pretty_display},
    {"bestmove", pretty_bestmove}, {"response", pretty_rest}, {"help", pretty_rest},
    {"eval", pretty_eval},         {"game", pretty_game},     {"say", pretty_rest},
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
