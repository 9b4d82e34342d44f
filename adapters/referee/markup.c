#include "adapters/referee/markup.h"

#include <assert.h>
#include <math.h>

void markup_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        default: fputc(*text, out);
        }
    }
}

void markup_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte == '"' || byte == '\\')
            fprintf(out, "\\%c", byte);
        else if (byte < ' ' || byte == '<')
            fprintf(out, "\\u%04x", byte);
        else
            fputc(byte, out);
    }
    fputc('"', out);
}

/* -- charts -- */

enum { TOP = 8, RIGHT = 24, COLORS = 8 };

static double chart_x(const struct chart *chart, double x)
{
    assert(chart->x_high > chart->x_low);
    double share = (x - chart->x_low) / (chart->x_high - chart->x_low);
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    return chart->left + share * (chart->width - chart->left - RIGHT);
}

static double chart_y(const struct chart *chart, double y)
{
    assert(chart->y_high > chart->y_low);
    double share = (y - chart->y_low) / (chart->y_high - chart->y_low);
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    return chart->height - chart->bottom - share * (chart->height - chart->bottom - TOP);
}

void chart_begin(const struct chart *chart, const char *title)
{
    assert(chart->width > chart->left && chart->height > chart->bottom);
    fprintf(chart->out, "<svg class=\"chart\" viewBox=\"0 0 %.0f %.0f\" role=\"img\"><title>", chart->width,
            chart->height);
    markup_text(chart->out, title);
    fputs("</title>\n", chart->out);
}

void chart_end(const struct chart *chart)
{
    fputs("</svg>\n", chart->out);
}

void chart_y_mark(const struct chart *chart, double y, const char *label)
{
    double at = chart_y(chart, y);
    fprintf(chart->out, "<line class=\"grid\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", chart->left,
            at, chart->width - RIGHT, at);
    fprintf(chart->out, "<text class=\"label\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">", chart->left - 8,
            at + 4);
    markup_text(chart->out, label);
    fputs("</text>\n", chart->out);
}

static void chart_x_mark(const struct chart *chart, double x, const char *label)
{
    double at = chart_x(chart, x);
    fprintf(chart->out, "<line class=\"grid\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%.1f\"/>", at, TOP, at,
            chart->height - chart->bottom);
    fprintf(chart->out, "<text class=\"label\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">", at,
            chart->height - chart->bottom + 18);
    markup_text(chart->out, label);
    fputs("</text>\n", chart->out);
}

/* The smallest round step, 1, 2, 2.5 or 5 times a power of ten, that cuts the range into at most five. */
static double round_step(double range, bool whole)
{
    static const double steps[] = {1, 2, 2.5, 5};
    assert(range > 0);
    double power = whole ? 1 : 1e-6;
    for (int i = 0;; i = (i + 1) % 4) {
        double step = steps[i] * power;
        if (range <= 5 * step && (!whole || step == floor(step)))
            return step;
        power *= i == 3 ? 10 : 1;
    }
}

static void print_axis(const struct chart *chart, double low, double high, bool whole, const char *unit,
                       void (*mark)(const struct chart *, double, const char *))
{
    double step = round_step(high - low, whole);
    int first = (int)ceil(low / step - 1e-9), last = (int)floor(high / step + 1e-9);
    for (int i = first; i <= last; i++) {
        double at = i * step;
        char label[40];
        snprintf(label, sizeof label, "%g%s%s", fabs(at) < step / 2 ? 0 : at, *unit == '\0' ? "" : " ", unit);
        mark(chart, at, label);
    }
}

void chart_y_axis(const struct chart *chart, const char *unit)
{
    print_axis(chart, chart->y_low, chart->y_high, false, unit, chart_y_mark);
}

void chart_x_axis(const struct chart *chart, const char *unit)
{
    print_axis(chart, chart->x_low, chart->x_high, false, unit, chart_x_mark);
}

void chart_x_axis_whole(const struct chart *chart, const char *caption)
{
    assert(*caption != '\0');
    print_axis(chart, chart->x_low, chart->x_high, true, "", chart_x_mark);
    fprintf(chart->out, "<text class=\"label\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">",
            (chart->left + chart->width - RIGHT) / 2, chart->height - 6);
    markup_text(chart->out, caption);
    fputs("</text>\n", chart->out);
}

void chart_error_bar(const struct chart *chart, double y, double x1, double x, double x2, int color)
{
    assert(x1 <= x && x <= x2);
    double at = chart_y(chart, y), left = chart_x(chart, x1), right = chart_x(chart, x2);
    fprintf(chart->out, "<g class=\"c%d\"><line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
            color % COLORS, left, at, right, at);
    fprintf(chart->out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", left, at - 5, left,
            at + 5);
    fprintf(chart->out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", right, at - 5, right,
            at + 5);
    fprintf(chart->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/></g>\n", chart_x(chart, x), at);
}

void chart_bar(const struct chart *chart, double x1, double x2, double y_from, double y, int color,
               const char *tip)
{
    assert(x1 <= x2);
    double left = chart_x(chart, x1), right = chart_x(chart, x2);
    double one = chart_y(chart, y_from), two = chart_y(chart, y);
    double top = one < two ? one : two, height = one < two ? two - one : one - two;
    fprintf(chart->out, "<rect class=\"c%d\" x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\"><title>",
            color % COLORS, left, top, right - left, height < 1.5 ? 1.5 : height);
    markup_text(chart->out, tip);
    fputs("</title></rect>\n", chart->out);
}

void chart_line_begin(const struct chart *chart, int color, const char *tip)
{
    fprintf(chart->out, "<g class=\"c%d\"><title>", color % COLORS);
    markup_text(chart->out, tip);
    fputs("</title><polyline points=\"", chart->out);
}

void chart_line_point(const struct chart *chart, double x, double y)
{
    fprintf(chart->out, "%.1f,%.1f ", chart_x(chart, x), chart_y(chart, y));
}

void chart_line_end(const struct chart *chart)
{
    fputs("\"/></g>\n", chart->out);
}

void chart_legend(FILE *out, const char *const *names, int count)
{
    assert(count >= 0);
    fputs("<p class=\"legend\">", out);
    for (int i = 0; i < count; i++) {
        fprintf(out, "<span><i class=\"c%d\"></i>", i % COLORS);
        markup_text(out, names[i]);
        fputs("</span> ", out);
    }
    fputs("</p>\n", out);
}
