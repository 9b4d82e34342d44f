#define _GNU_SOURCE
#include "tests/support/match_room.h"

#include "tests/support/check.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t start_shell(const char *command)
{
    pid_t pid = fork();
    if (pid == 0) {
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    return pid;
}

int run_shell(const char *command)
{
    int status = -1;
    waitpid(start_shell(command), &status, 0);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

int match_room_open(void **state)
{
    struct match_room *room = test_calloc(1, sizeof *room);
    const char *panj = getenv("PANJ"), *faults = getenv("FAULTS");
    panj = panj == NULL ? "./panj" : panj;
    snprintf(room->referee, sizeof room->referee, "./panj-referee%s", panj + strlen("./panj"));
    snprintf(room->pile, sizeof room->pile, "%s/pile", faults == NULL ? "build/release/faults" : faults);
    strcpy(room->folder, "/tmp/panj-referee-XXXXXX");
    room->mark = (int)getpid() * 100 + (int)(random() % 100);
    *state = room;
    return mkdtemp(room->folder) == NULL;
}

int match_room_close(void **state)
{
    struct match_room *room = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", room->folder);
    int status = run_shell(command);
    test_free(room);
    return status;
}

/* The command line of a match: `options` may speak of $pile (the engine), $mark and $dir. */
static void compose(const struct match_room *room, const char *options, char command[COMMAND_ROOM])
{
    int length = snprintf(command, COMMAND_ROOM,
                          "pile='%s salt=%d'; dir=%s; exec %s -arbiter cmd=\"$pile\" %s >$dir/out 2>$dir/err",
                          room->pile, room->mark, room->folder, room->referee, options);
    assert_true(length < COMMAND_ROOM);
}

int run_match(const struct match_room *room, const char *options)
{
    char command[COMMAND_ROOM];
    compose(room, options, command);
    return run_shell(command);
}

int run_verb(const struct match_room *room, const char *verb, const char *rest)
{
    char command[1024];
    snprintf(command, sizeof command, "pile=%s; dir=%s; exec %s %s %s >$dir/said 2>$dir/err", room->pile,
             room->folder, room->referee, verb, rest);
    return run_shell(command);
}

FILE *open_file(const struct match_room *room, const char *name, const char *mode)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", room->folder, name);
    FILE *file = fopen(path, mode);
    assert_non_null(file);
    return file;
}

char *read_file(const struct match_room *room, const char *name)
{
    FILE *file = open_file(room, name, "r");
    char *text = NULL;
    size_t size = 0;
    if (getdelim(&text, &size, '\0', file) < 0) {
        free(text);
        text = calloc(1, 1);
    }
    fclose(file);
    assert_non_null(text);
    return text;
}

char *export_match(const struct match_room *room, const char *name)
{
    char rest[128];
    snprintf(rest, sizeof rest, "%s/%s", room->folder, name);
    assert_int_equal(run_verb(room, "export", rest), 0);
    return read_file(room, "said");
}

const char *json_field(const char *line, const char *key, char room[256])
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *at = strstr(line, quoted);
    assert_non_null(at);
    at += strlen(quoted);
    bool string = *at == '"';
    size_t length = strcspn(at + string, string ? "\"" : ",}");
    assert_true(length < 256);
    memcpy(room, at + string, length);
    room[length] = '\0';
    return room;
}

int count_lines_with(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part))
        count++;
    return count;
}

/* Processes whose command line holds this room's mark. */
static int count_processes(const struct match_room *room)
{
    char wanted[32];
    int count = 0;
    snprintf(wanted, sizeof wanted, "salt=%d", room->mark);
    DIR *directory = opendir("/proc");
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        char path[300], text[512];
        snprintf(path, sizeof path, "/proc/%s/cmdline", entry->d_name);
        int file = open(path, O_RDONLY);
        ssize_t length = file < 0 ? 0 : read(file, text, sizeof text - 1);
        if (file >= 0)
            close(file);
        for (ssize_t i = 0; i < length; i++)
            text[i] = text[i] == '\0' ? ' ' : text[i];
        text[length > 0 ? length : 0] = '\0';
        count += strstr(text, wanted) != NULL;
    }
    closedir(directory);
    return count;
}

void assert_nobody_is_left(const struct match_room *room)
{
    for (int i = 0; i < 3000 && count_processes(room) > 0; i++)
        usleep(10000);
    assert_int_equal(count_processes(room), 0);
}

pid_t start_match(const struct match_room *room, const char *options)
{
    char command[COMMAND_ROOM];
    compose(room, options, command);
    return start_shell(command);
}
