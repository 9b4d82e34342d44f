#include "adapters/web/files.h"

#include <string.h>

/* What make made of the folder page. */
extern const char page_index_html[], page_panj_js[], page_panj_css[], page_icon_svg[];

static const struct entry {
    const char *path, *type, *text;
} entries[] = {
    {"/", "text/html; charset=utf-8", page_index_html},
    {"/index.html", "text/html; charset=utf-8", page_index_html},
    {"/panj.js", "text/javascript; charset=utf-8", page_panj_js},
    {"/panj.css", "text/css; charset=utf-8", page_panj_css},
    {"/icon.svg", "image/svg+xml", page_icon_svg},
};

bool file_find(const char *path, struct file *file)
{
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++)
        if (strcmp(entries[i].path, path) == 0) {
            *file = (struct file){entries[i].type, entries[i].text, strlen(entries[i].text)};
            return true;
        }
    return false;
}
