/* The referee's tests: a folder for each, matches played in it between engines of tests/faults, what is left there. */
#ifndef PANJ_TESTS_MATCH_ROOM_H
#define PANJ_TESTS_MATCH_ROOM_H

#include <stdio.h>
#include <sys/types.h>

enum { COMMAND_ROOM = 16384, LINE_ROOM = 16384 };

/* A folder of its own, and a mark by which this test's processes are known. */
struct match_room {
    char folder[64];
    char referee[128];
    char pile[128];
    int mark;
};

/* cmocka's set-up and tear-down of a room. */
int match_room_open(void **state);
int match_room_close(void **state);

/* Runs a command of the shell and returns its status. */
int run_shell(const char *command);

/* A match by the program itself, and its status or its process. `options` may speak of $pile (the engine) and $dir. */
int run_match(const struct match_room *room, const char *options);
pid_t start_match(const struct match_room *room, const char *options);

/* `panj-referee VERB REST`; what it says is in the file "said". */
int run_verb(const struct match_room *room, const char *verb, const char *rest);

/* The lines that `export` gives of a store of the room; to be freed, as what read_file returns. */
char *export_match(const struct match_room *room, const char *name);
char *read_file(const struct match_room *room, const char *name);
FILE *open_file(const struct match_room *room, const char *name, const char *mode);

/* Copies what stands after "key": in one line of JSON, up to the next comma or quote. */
const char *json_field(const char *line, const char *key, char room[256]);

int count_lines_with(const char *text, const char *part);

/* No process of this room's engines lives on. */
void assert_nobody_is_left(const struct match_room *room);

#endif
