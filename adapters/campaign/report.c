#include "adapters/campaign/report.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* -- the table -- */

static void print_grouped(FILE *file, uint64_t number)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, number);
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            fputc(',', file);
        fputc(digits[i], file);
    }
}

/* A bar would end the cell. */
static void print_cell(FILE *file, const char *text)
{
    for (; *text != '\0'; text++)
        fputc(*text == '|' ? '/' : *text, file);
}

static void print_row(FILE *file, const struct record *record)
{
    static const char *const verified[] = {"", ", NOT verified", ", verified"};
    assert(record->verified <= VERIFIED_YES);
    fprintf(file, "| `");
    print_cell(file, record->position);
    fprintf(file, "` | ");
    print_cell(file, record->outcome);
    fputs(verified[record->verified], file);
    if (record_is_open(record) && *record->note != '\0') {
        fputs(": ", file);
        print_cell(file, record->note);
    }
    fputs(" | ", file);
    print_cell(file, record->score);
    fprintf(file, " | %s | ", record->best);
    print_grouped(file, record->nodes);
    fprintf(file, " | %.2f | %" PRId64 " |\n", record->cpu, record->mib);
}

void report_table(FILE *file, const struct results *results, const struct list *list)
{
    fprintf(file,
            "| position | outcome | score | best | nodes | CPU s | MiB |\n|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; list != NULL && i < list->count; i++) {
        const struct record *record = results_find(results, list->at[i].position);
        if (record != NULL)
            print_row(file, record);
    }
    for (size_t i = 0; i < results->count; i++)
        if (list == NULL || index_find(&list->by_position, results->rows[i].position) == INDEX_NONE)
            print_row(file, &results->rows[i]);
}

int report_print_table(const char *path, const char *list_path)
{
    struct results results = results_read(path);
    struct list list = {0};
    if (list_path != NULL)
        list = list_read(list_path);
    report_table(stdout, &results, list_path == NULL ? NULL : &list);
    list_free(&list);
    results_close(&results);
    return list.wrong > 0 ? STATUS_FAILED : STATUS_DONE;
}

/* -- the count -- */

struct count {
    size_t rows, proven, verified, refuted, kept, open;
    uint64_t nodes;
    double cpu;
};

static void count_record(struct count *count, const struct record *record)
{
    count->rows++;
    count->proven += record_is_proven(record);
    count->open += record_is_open(record);
    count->verified += record->verified == VERIFIED_YES;
    count->refuted += record->verified == VERIFIED_NO;
    count->kept += *record->proof != '\0';
    count->nodes += record->nodes;
    count->cpu += record->cpu;
}

int report_print_status(const char *path, const char *list_path)
{
    struct results results = results_read(path);
    struct count count = {0};
    for (size_t i = 0; i < results.count; i++)
        count_record(&count, &results.rows[i]);
    printf("positions %zu\nproven    %zu\nverified  %zu\nkept      %zu\nrefuted   %zu\nopen      %zu\n",
           count.rows, count.proven, count.verified, count.kept, count.refuted, count.open);
    printf("nodes     %" PRIu64 "\ncpu       %.2f s\n", count.nodes, count.cpu);
    if (list_path != NULL) {
        struct list list = list_read(list_path);
        size_t missing = 0;
        for (size_t i = 0; i < list.count; i++)
            missing += results_find(&results, list.at[i].position) == NULL;
        printf("listed    %zu\nmissing   %zu\n", list.count, missing);
        list_free(&list);
    }
    results_close(&results);
    return STATUS_DONE;
}

/* -- merging -- */

static bool is_lost(const struct record *record)
{
    return record_tells_winner_alone(record) ? strchr(record->score, '-') != NULL
                                             : strstr(record->score, ", loss") != NULL;
}

static bool contradict(const struct record *one, const struct record *two)
{
    if (!record_is_proven(one) || !record_is_proven(two))
        return false;
    bool alike = record_tells_winner_alone(one) == record_tells_winner_alone(two);
    return alike ? strcmp(one->score, two->score) != 0 : is_lost(one) != is_lost(two);
}

int report_merge(const char *path, const char *const *others, int count)
{
    struct results results = results_open(path);
    int status = STATUS_DONE;
    for (int i = 0; i < count; i++) {
        struct results other = results_read(others[i]);
        for (size_t j = 0; j < other.count; j++) {
            struct record *row = &other.rows[j];
            const struct record *old = results_find(&results, row->position);
            if (old != NULL && contradict(old, row)) {
                ground_say("%s: %s is %s, but %s in %s", others[i], row->position, row->score, old->score,
                           path);
                status = STATUS_FAILED;
            } else if (old == NULL || !record_gives_way(row, old)) {
                results_add(&results, *row);
                *row = record_make(""); /* it was given away */
            }
        }
        results_close(&other);
    }
    results_sync(&results);
    results_close(&results);
    return status;
}
