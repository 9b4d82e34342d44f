/* The fixed parts of the HTML page. They are files in page/, which make embeds as arrays: page/style.css is
 * page_style_css. */
#ifndef PANJ_REFEREE_PAGE_H
#define PANJ_REFEREE_PAGE_H

#include <stdio.h>

void page_print_style(FILE *);
void page_print_viewer(FILE *); /* its elements and its script; the data must stand before it */

#endif
