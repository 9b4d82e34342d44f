#include "adapters/referee/transcript.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/wire/program.h"

/* Inside '..' of the shell and inside a format of printf. */
static void print_quoted(FILE *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\'')
            fputs("'\\''", out);
        else if (text[i] == '\n')
            fputs("\\n", out);
        else if (text[i] == '%' || text[i] == '\\')
            fprintf(out, "%c%c", text[i], text[i]);
        else
            fputc(text[i], out);
    }
}

static void print_string(FILE *out, const char *text)
{
    print_quoted(out, text, strlen(text));
}

static void print_option(FILE *out, const char *name, size_t length, const char *value)
{
    assert(length > 0);
    print_string(out, "setoption name ");
    print_quoted(out, name, length);
    if (*value != '\0') {
        print_string(out, " value ");
        print_string(out, value);
    }
    print_string(out, "\n");
}

/* One word of a command line, in quotes where the shell would read it otherwise. */
static void print_word(FILE *out, const char *word)
{
    bool plain = *word != '\0' && strcspn(word, " \t'\"\\$&|;<>()*?!#~`{}[]") == strlen(word);
    fputs(plain ? "" : "'", out);
    for (const char *at = word; *at != '\0'; at++)
        fputs(*at == '\'' ? "'\\''" : (char[]){*at, '\0'}, out);
    fputs(plain ? "" : "'", out);
}

/* The shell does not look beside this program: there the first word is said with its folder. */
static void print_command(FILE *out, const struct entrant *entrant)
{
    assert(entrant->command_count > 0 || entrant->person);
    if (entrant->directory != NULL) {
        fputs("(cd '", out);
        print_string(out, entrant->directory);
        fputs("' && ", out);
    }
    char room[PATH_MAX];
    for (int i = 0; i < entrant->command_count; i++) {
        fputs(i > 0 ? " " : "", out);
        print_word(out,
                   i > 0 ? entrant->command[i] : wire_program_find(entrant->command[i], room, sizeof room));
    }
    if (entrant->directory != NULL)
        fputc(')', out);
}

char *transcript_make(const struct engine *engine, const char *position, size_t length, const char *go)
{
    const struct entrant *entrant = engine->entrant;
    assert(entrant != NULL);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    bool uci = entrant->greeting == GREETING_UCI;
    fputs("printf '", out);
    print_string(out, uci ? "uci\n" : "ugi\n");
    if (engine->has_game_option)
        print_option(out, "Game", 4, engine->game_name);
    for (int i = 0; i < entrant->option_count; i++)
        print_option(out, entrant->options[i].name, entrant->options[i].name_length,
                     entrant->options[i].value);
    print_string(out, uci ? "ucinewgame\nisready\n" : "uginewgame\nisready\n");
    if (position != NULL) {
        print_quoted(out, position, length);
        print_string(out, go);
    }
    fputs("' | ", out);
    print_command(out, entrant);
    fclose(out);
    return text;
}
