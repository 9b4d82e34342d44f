/* panj-jail: runs a program that nobody vouches for within walls. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "adapters/jail/walls.h"
#include "adapters/wire/complain.h"
#include "adapters/wire/words.h"

enum { STATUS_FAILED = 1, STATUS_USAGE = 2, STATUS_JAIL = 125, STATUS_NOT_RUN = 126, STATUS_NOT_FOUND = 127 };

static void print_help(FILE *out)
{
    fputs("panj-jail: runs a program that nobody vouches for within walls\n\n"
          "  panj-jail [WORD...] PROGRAM [ARGUMENT...]\n"
          "  panj-jail walls      which walls this machine can put up\n\n"
          "  work=FOLDER          the only folder it may write to; it starts there (none)\n"
          "  hide=FOLDER          it may not read it, but for its work (often)\n"
          "  memory=MB            address space (1024; 0: no limit)\n"
          "  file=MB              a file may grow to so much (16)\n"
          "  cpu=SECONDS          processor time (0: no limit)\n"
          "  network=none|own|open  no socket; a loopback of its own; all (none)\n"
          "  processes=one|many   whether it may start others (one)\n"
          "  loose                what wall cannot be put up is told and done without\n\n"
          "Exit status: that of PROGRAM; 2 bad words, 125 a wall is missing, 126 or 127 it\n"
          "cannot be run.\n",
          out);
}

/* What was asked for. */
struct jail {
    struct walls walls;
    bool loose;
};

static const char *value_of(const char *word, const char *key)
{
    size_t length = strlen(key);
    return strncmp(word, key, length) == 0 && word[length] == '=' ? word + length + 1 : NULL;
}

static bool choose(const char *value, const char *const *choices, int count, int *chosen)
{
    assert(count > 0);
    for (int i = 0; i < count; i++)
        if (strcmp(value, choices[i]) == 0) {
            *chosen = i;
            return true;
        }
    return false;
}

/* What a word turned out to be. */
enum parsed { PARSED_OTHER, PARSED_GOOD, PARSED_BAD };

static enum parsed parsed_well(bool good)
{
    return good ? PARSED_GOOD : PARSED_BAD;
}

static enum parsed parse_choice(struct walls *walls, const char *word)
{
    static const char *const networks[] = {"none", "own", "open"}, *const counts[] = {"one", "many"};
    const char *value;
    int chosen = 0;
    if ((value = value_of(word, "network")) != NULL) {
        bool good = choose(value, networks, 3, &chosen);
        walls->network = (enum network)chosen;
        return parsed_well(good);
    }
    if ((value = value_of(word, "processes")) == NULL)
        return PARSED_OTHER;
    bool good = choose(value, counts, 2, &chosen);
    walls->many = chosen == 1;
    return parsed_well(good);
}

static enum parsed parse_limit(struct walls *walls, const char *word)
{
    const struct {
        const char *key;
        int64_t *to;
    } limits[] = {{"memory", &walls->memory}, {"file", &walls->file_size}, {"cpu", &walls->cpu}};
    for (int i = 0; i < 3; i++) {
        const char *value = value_of(word, limits[i].key);
        if (value != NULL)
            return parsed_well(wire_number_parse(value, 0, 1 << 24, limits[i].to));
    }
    return PARSED_OTHER;
}

static enum parsed parse_place(struct walls *walls, const char *word)
{
    const char *value;
    if ((value = value_of(word, "work")) != NULL) {
        walls->work = value;
        return PARSED_GOOD;
    }
    if ((value = value_of(word, "hide")) == NULL)
        return PARSED_OTHER;
    if (walls->hidden_count == HIDDEN_MAX)
        return PARSED_BAD;
    walls->hidden[walls->hidden_count++] = value;
    return PARSED_GOOD;
}

static enum parsed parse_word(struct jail *jail, const char *word)
{
    static enum parsed (*const parsers[])(struct walls *, const char *) = {parse_place, parse_limit,
                                                                           parse_choice};
    if (strcmp(word, "loose") == 0) {
        jail->loose = true;
        return PARSED_GOOD;
    }
    enum parsed parsed = PARSED_OTHER;
    for (size_t i = 0; parsed == PARSED_OTHER && i < sizeof parsers / sizeof parsers[0]; i++)
        parsed = parsers[i](&jail->walls, word);
    return parsed;
}

static bool raise_walls(const struct jail *jail)
{
    for (int i = 0; i < WALL_COUNT; i++) {
        if (walls_all[i].raise(&jail->walls))
            continue;
        fprintf(stderr, "panj-jail: no wall of %s: %s: %s\n", walls_all[i].name, walls_all[i].means,
                strerror(errno));
        if (!jail->loose)
            return false;
    }
    return true;
}

/* Only returns when it fails. */
static int become(const struct jail *jail, char **program)
{
    if (!raise_walls(jail))
        return STATUS_JAIL;
    if (jail->walls.work != NULL && chdir(jail->walls.work) != 0) {
        fprintf(stderr, "panj-jail: %s: %s\n", jail->walls.work, strerror(errno));
        return STATUS_JAIL;
    }
    execvp(program[0], program);
    int why = errno;
    fprintf(stderr, "panj-jail: %s: %s\n", program[0], strerror(why));
    return why == ENOENT ? STATUS_NOT_FOUND : STATUS_NOT_RUN;
}

/* A wall cannot be taken down again, so each is tried in a process of its own. */
static bool can_raise(const struct wall *wall)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        _exit(wall->raise(&(struct walls){.network = NETWORK_OWN, .work = "/"}) ? 0 : errno & 0x7f);
    int status = -1;
    if (child < 0 || waitpid(child, &status, 0) < 0)
        return false;
    errno = WIFEXITED(status) ? WEXITSTATUS(status) : ECHILD;
    return status == 0;
}

static int print_walls(void)
{
    int missing = 0;
    for (int i = 0; i < WALL_COUNT; i++) {
        bool stands = can_raise(&walls_all[i]);
        missing += !stands;
        printf("%-8s %s: %s\n", walls_all[i].name, walls_all[i].means, stands ? "yes" : strerror(errno));
    }
    return missing == 0 ? 0 : 1;
}

static int complain(const char *what)
{
    fprintf(stderr, "panj-jail: %s (see panj-jail --help)\n", what);
    return STATUS_USAGE;
}

static int run(int count, char **words)
{
    struct jail jail = {.walls = {.memory = 1024, .file_size = 16}};
    for (int i = 0; i < count; i++) {
        enum parsed parsed = parse_word(&jail, words[i]);
        if (parsed == PARSED_BAD)
            return complain(words[i]);
        if (parsed == PARSED_OTHER)
            return become(&jail, words + i);
    }
    return complain("no program");
}

static int run_words(int count, char **words)
{
    const char *first = count > 1 ? words[1] : "";
    if (strcmp(first, "walls") == 0 && count == 2)
        return print_walls();
    if (wire_introduce("panj-jail", PANJ_VERSION_LONG, count, words, print_help))
        return 0;
    return run(count - 1, words + 1);
}

int main(int count, char **words)
{
    return wire_finish("panj-jail", run_words(count, words), STATUS_FAILED);
}
