#include "adapters/campaign/results.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* -- lines -- */

static struct string read_whole(int file, const char *path)
{
    struct string bytes = {0};
    char chunk[1 << 16];
    ssize_t got;
    string_clear(&bytes);
    while ((got = read(file, chunk, sizeof chunk)) > 0)
        string_add(&bytes, chunk, (size_t)got);
    if (got < 0)
        ground_fail("%s: %s", path, strerror(errno));
    return bytes;
}

void results_each_line(const char *path, results_line *hear, void *context)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        ground_fail("%s: %s", path, strerror(errno));
    struct string bytes = read_whole(file, path);
    close(file);
    long number = 1;
    const char *newline;
    for (const char *at = bytes.at;
         (newline = memchr(at, '\n', bytes.length - (size_t)(at - bytes.at))) != NULL; at = newline + 1)
        hear(context, at, (size_t)(newline - at), number++);
    string_free(&bytes);
}

/* Where the last whole line ends. */
static off_t whole_length(int file, const char *path)
{
    off_t end = lseek(file, 0, SEEK_END);
    char byte;
    while (end > 0) {
        if (pread(file, &byte, 1, end - 1) != 1)
            ground_fail("%s: %s", path, strerror(errno));
        if (byte == '\n')
            break;
        end--;
    }
    return end;
}

/* A new name lasts only once its folder is on the disk. */
static void sync_folder(const char *path)
{
    char *folder = ground_copy(path);
    char *slash = strrchr(folder, '/');
    if (slash != NULL)
        slash[slash == folder] = '\0';
    int file = open(slash == NULL ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file >= 0) {
        fsync(file);
        close(file);
    }
    free(folder);
}

/* Started without a stderr, the program must not write its messages into the results. */
static int lift(int file)
{
    int lifted = file < 0 || file > STDERR_FILENO ? file : fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (lifted != file)
        close(file);
    return lifted;
}

/* What a kill has left behind, an engine's keeper between its birth and its first step, may hold the lock for a moment. */
static bool lock(int file)
{
    enum { TRIES = 20 };
    bool is_ours = false;
    for (int i = 0; i < TRIES && !(is_ours = flock(file, LOCK_EX | LOCK_NB) == 0) && errno == EWOULDBLOCK;
         i++)
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    return is_ours;
}

int results_open_lines(const char *path)
{
    int file = lift(open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
    if (file < 0)
        ground_fail("%s: %s", path, strerror(errno));
    if (!lock(file))
        ground_fail("%s: another panj-campaign writes it", path);
    if (ftruncate(file, whole_length(file, path)) != 0)
        ground_fail("%s: %s", path, strerror(errno));
    sync_folder(path);
    return file;
}

void results_append(int file, const char *path, const struct string *lines)
{
    size_t sent = 0;
    assert(lines->length == 0 || lines->at[lines->length - 1] == '\n');
    while (sent < lines->length) {
        ssize_t got = write(file, lines->at + sent, lines->length - sent);
        if (got < 0 && errno != EINTR)
            ground_fail("%s: %s", path, strerror(errno));
        sent += got < 0 ? 0 : (size_t)got;
    }
}

/* -- records -- */

/* In memory alone, as one more row of the file would. */
static void take(struct results *results, struct record record)
{
    assert(record.position != NULL);
    long at = index_find(&results->by_position, record.position);
    if (at != INDEX_NONE) {
        assert(results->rows != NULL);
        struct record *row = &results->rows[at];
        struct record loser = record_gives_way(row, &record) ? *row : record;
        char *name = row->position; /* the index stands on it */
        bool replaced = loser.position == name;
        char *other = record.position;
        if (replaced) {
            record.position = name;
            *row = record;
            loser.position = other;
        }
        record_free(&loser);
        return;
    }
    if (results->count == results->room) {
        results->room = results->room * 2 + 16;
        results->rows = ground_grow(results->rows, results->room * sizeof *results->rows);
    }
    index_set(&results->by_position, record.position, (long)results->count);
    results->rows[results->count++] = record;
}

static void take_line(void *context, const char *line, size_t length, long number)
{
    struct results *results = context;
    struct record record;
    if (!record_read(&record, line, length))
        ground_fail("%s:%ld: this is no line of results", results->path, number);
    take(results, record);
}

struct results results_read(const char *path)
{
    struct results results = {.path = path, .file = -1};
    results_each_line(path, take_line, &results);
    return results;
}

struct results results_open(const char *path)
{
    int file = results_open_lines(path);
    struct results results = results_read(path);
    results.file = file;
    return results;
}

void results_close(struct results *results)
{
    if (results->file >= 0)
        close(results->file);
    for (size_t i = 0; i < results->count; i++)
        record_free(&results->rows[i]);
    free(results->rows);
    index_free(&results->by_position);
}

const struct record *results_find(const struct results *results, const char *position)
{
    long at = index_find(&results->by_position, position);
    return at == INDEX_NONE ? NULL : &results->rows[at];
}

void results_add(struct results *results, struct record record)
{
    struct string line = {0};
    assert(results->file >= 0);
    record_write(&record, &line);
    string_add(&line, "\n", 1);
    results_append(results->file, results->path, &line);
    string_free(&line);
    take(results, record);
}

void results_sync(struct results *results)
{
    if (fsync(results->file) != 0 && errno != EINVAL) /* EINVAL: /dev/full, a pipe */
        ground_fail("%s: %s", results->path, strerror(errno));
}
