#include "adapters/referee/page.h"

extern const char page_style_css[], page_board_css[], page_viewer_html[], page_board_js[], page_viewer_js[];

void page_print_style(FILE *out)
{
    fprintf(out, "<style>\n%s%s</style>\n", page_style_css, page_board_css);
}

void page_print_viewer(FILE *out)
{
    fprintf(out, "%s<script>\n%s%s</script>\n", page_viewer_html, page_board_js, page_viewer_js);
}
