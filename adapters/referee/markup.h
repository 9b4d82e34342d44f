/* Text inside HTML and inside JSON, and the few shapes of SVG that charts are made of. */
#ifndef PANJ_REFEREE_MARKUP_H
#define PANJ_REFEREE_MARKUP_H

#include <stdbool.h>
#include <stdio.h>

void markup_text(FILE *, const char *text);   /* HTML */
void markup_string(FILE *, const char *text); /* JSON with quotes, safe inside <script> */

/* A chart: a frame with axes; x and y are in the units of the data. */
struct chart {
    FILE *out;
    double width, height; /* of the drawing, margins included */
    double left, bottom;  /* margins */
    double x_low, x_high, y_low, y_high;
};

void chart_begin(const struct chart *, const char *title);
void chart_end(const struct chart *);
void chart_y_mark(const struct chart *, double y, const char *label);
/* Marks at round numbers, at most six, each once. `unit` stands behind each number, or (`caption`) below all. */
void chart_y_axis(const struct chart *, const char *unit);
void chart_x_axis(const struct chart *, const char *unit);
void chart_x_axis_whole(const struct chart *, const char *caption);
/* A horizontal line at y from x1 to x2 with ends, and a dot at x. */
void chart_error_bar(const struct chart *, double y, double x1, double x, double x2, int color);
void chart_bar(const struct chart *, double x1, double x2, double y_from, double y, int color,
               const char *tip);
/* A line through points: begin, points, end. */
void chart_line_begin(const struct chart *, int color, const char *tip);
void chart_line_point(const struct chart *, double x, double y);
void chart_line_end(const struct chart *);
/* Names with their colours under a chart. */
void chart_legend(FILE *, const char *const *names, int count);

#endif
