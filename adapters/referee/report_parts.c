#include "adapters/referee/report_parts.h"

#include <assert.h>

#include "adapters/referee/markup.h"

const char *report_name(const struct page *page, int entrant)
{
    assert(entrant >= 0 && entrant < page->settings->entrant_count);
    return page->settings->entrants[entrant].name;
}

void report_heading(const struct page *page, const char *text)
{
    fputs("<h2>", page->out);
    markup_text(page->out, text);
    fputs("</h2>\n", page->out);
}

sqlite3_stmt *report_select(const struct page *page, const char *sql)
{
    sqlite3_stmt *row = NULL;
    if (sqlite3_prepare_v2(page->store->database, sql, -1, &row, NULL) != SQLITE_OK)
        fprintf(stderr, "panj-referee: %s\n", sqlite3_errmsg(page->store->database));
    return row;
}

double report_number(const struct page *page, const char *sql)
{
    sqlite3_stmt *row = report_select(page, sql);
    double number = row != NULL && sqlite3_step(row) == SQLITE_ROW ? sqlite3_column_double(row, 0) : 0;
    sqlite3_finalize(row);
    return number;
}
