#include "adapters/campaign/progress.h"

#include <assert.h>
#include <stdio.h>

#include "adapters/wire/wire.h"

struct progress progress_begin(size_t all)
{
    return (struct progress){.all = all, .began = wire_clock()};
}

void progress_print_time(struct string *text, double seconds)
{
    static const struct {
        const char *name;
        long seconds;
    } units[] = {{"d", 86400}, {"h", 3600}, {"min", 60}, {"s", 1}};
    long left = (long)(seconds + 0.5);
    size_t at = 0;
    while (at < 3 && left < units[at].seconds)
        at++;
    string_print(text, "%ld %s", left / units[at].seconds, units[at].name);
    left %= units[at].seconds;
    if (at < 3)
        string_print(text, " %ld %s", left / units[at + 1].seconds, units[at + 1].name);
}

void progress_tell(struct progress *progress, const struct record *record)
{
    enum { PAUSE = WIRE_SECOND / 10 };
    int64_t now = wire_clock();
    progress->done++;
    assert(progress->done <= progress->all);
    if (record == NULL || (now - progress->told < PAUSE && progress->done < progress->all))
        return;
    progress->told = now;
    double each = (double)(now - progress->began) / WIRE_SECOND / (double)progress->done;
    struct string left = {0};
    progress_print_time(&left, (double)(progress->all - progress->done) * each);
    fprintf(stderr, "%zu/%zu  %s: %s%s in %.2f s; about %s left\n", progress->done, progress->all,
            record->position, record->outcome, record->verified == VERIFIED_NO ? ", NOT verified" : "",
            record->cpu, left.at);
    string_free(&left);
}
