#include "adapters/campaign/engine.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/wire/program.h"
#include "adapters/wire/words.h"

enum { PATIENCE = 60 * WIRE_SECOND, TOLD_WORDS = 64 };

bool engine_set(struct engine *engine, const char *command)
{
    *engine = (struct engine){.memory = ground_copy(command == NULL ? "panj" : command)};
    char *rest = engine->memory, *word;
    while ((word = wire_word_next(&rest)) != NULL && engine->words < ENGINE_WORDS)
        engine->command[engine->words++] = word;
    string_clear(&engine->setup);
    if (engine->words > 0)
        engine->command[0] = wire_program_find(engine->command[0], engine->program, sizeof engine->program);
    return word == NULL && engine->words > 0;
}

bool engine_add_option(struct engine *engine, const char *option)
{
    const char *equals = strchr(option, '=');
    if (equals == NULL || equals == option || strpbrk(option, "\r\n") != NULL)
        return false;
    string_print(&engine->setup, "setoption name %.*s value %s\n", (int)(equals - option), option,
                 equals + 1);
    return true;
}

void engine_free(struct engine *engine)
{
    string_free(&engine->setup);
    free(engine->memory);
    free(engine->name);
}

struct wire *engine_start(const struct engine *engine, const char *store)
{
    const char *command[ENGINE_WORDS + 3] = {0};
    assert(engine->words > 0 && engine->words <= ENGINE_WORDS);
    memcpy(command, engine->command, (size_t)engine->words * sizeof *command);
    if (store != NULL) {
        command[engine->words] = "--store";
        command[engine->words + 1] = store;
    }
    struct wire *wire = wire_open(&(struct wire_options){.argv = command, .errors = "-"});
    if (wire == NULL)
        ground_fail("no more processes can be started");
    assert(wire != NULL);
    wire_write(wire, engine->setup.at, engine->setup.length);
    return wire;
}

void engine_describe_end(struct wire *wire, struct string *why)
{
    char room[256];
    wire_await_exit(wire, wire_clock() + WIRE_SECOND);
    wire_describe_exit(wire, room, sizeof room);
    string_print(why, "%s", room);
}

/* -- the greeting -- */

void engine_greet(struct engine *engine)
{
    struct wire *wire = engine_start(engine, NULL);
    struct wire_line line;
    enum wire_event event;
    int64_t deadline = wire_clock() + PATIENCE;
    wire_printf(wire, "ugi\nisready\n");
    while ((event = wire_await(wire, &line, deadline)) == WIRE_LINE && !line_begins(line.at, "readyok")) {
        if (line_begins(line.at, "error"))
            ground_fail("%s: %s", engine->command[0], line.at);
        if (line_begins(line.at, "id name") && engine->name == NULL)
            engine->name = ground_copy(line.at + strlen("id name "));
    }
    if (event != WIRE_LINE) {
        struct string why = {0};
        engine_describe_end(wire, &why);
        ground_fail("the engine %s says no readyok: %s", engine->command[0], why.at);
    }
    wire_close(wire, WIRE_SECOND);
    if (engine->name == NULL)
        engine->name = ground_copy("unknown");
}

/* -- lines -- */

bool line_begins(const char *line, const char *words)
{
    size_t length = strlen(words);
    return strncmp(line, words, length) == 0 && (line[length] == '\0' || line[length] == ' ');
}

/* A margin of nothing may still be a win, by a tie-break: said where the engine is sure. */
static const char *outcome_of(const char *win, const char *draw, const char *loss)
{
    static const char all[] = "1000";
    return strcmp(win, all) == 0    ? ", win"
           : strcmp(draw, all) == 0 ? ", draw"
           : strcmp(loss, all) == 0 ? ", loss"
                                    : "";
}

/* The words of the pair at word[i], as far as it is one of ours. */
static void told_pair(struct told *told, char *const word[], int i, int count)
{
    int64_t number;
    if (strcmp(word[i], "score") == 0 && i + 2 < count) {
        snprintf(told->score, sizeof told->score, "%.31s %.31s", word[i + 1], word[i + 2]);
        told->proven = i + 3 < count && strcmp(word[i + 3], "proven") == 0;
        told->outcome[0] = '\0';
    } else if (strcmp(word[i], "wdl") == 0 && i + 3 < count) {
        snprintf(told->outcome, sizeof told->outcome, "%s",
                 outcome_of(word[i + 1], word[i + 2], word[i + 3]));
    } else if (strcmp(word[i], "nodes") == 0 && i + 1 < count &&
               wire_number_parse(word[i + 1], 0, INT64_MAX, &number)) {
        told->nodes = (uint64_t)number;
    }
}

bool told_read(struct told *told, const char *line)
{
    if (!line_begins(line, "info") || strstr(line, " score ") == NULL || strstr(line, " pv ") == NULL)
        return false;
    char *copy = ground_copy(line), *rest = copy, *word[TOLD_WORDS];
    int count = 0;
    while (count < TOLD_WORDS && (word[count] = wire_word_next(&rest)) != NULL &&
           strcmp(word[count], "pv") != 0)
        count++;
    for (int i = 1; i < count; i++)
        told_pair(told, word, i, count);
    free(copy);
    return true;
}
