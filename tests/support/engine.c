#include "engine.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

static void run_engine(int input, int output, const char *const *words)
{
    enum { WORDS_ROOM = 16 };
    char *path = getenv("PANJ");
    char *arguments[WORDS_ROOM] = {path != NULL ? path : "./panj"};
    for (int i = 0; words != NULL && words[i] != NULL && i < WORDS_ROOM - 2; i++)
        arguments[i + 1] = strdup(words[i]);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    for (int file = 3; file < 256; file++)
        close(file);
    signal(SIGPIPE, SIG_DFL);
    execv(arguments[0], arguments);
    _exit(127);
}

bool engine_start(struct engine *engine, const char *const *words)
{
    int to[2];
    int from[2];
    *engine = (struct engine){.pid = -1};
    if (pipe(to) != 0 || pipe(from) != 0)
        return false;
    signal(SIGPIPE, SIG_IGN);
    engine->pid = fork();
    if (engine->pid == 0)
        run_engine(to[0], from[1], words);
    close(to[0]);
    close(from[1]);
    engine->input = to[1];
    engine->output = from[0];
    return engine->pid > 0;
}

void engine_send(struct engine *engine, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(engine->input, bytes, length);
        if (written < 0 && errno != EINTR)
            return; /* the engine is gone; reading will show it */
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        }
    }
}

void engine_say(struct engine *engine, const char *line)
{
    engine_send(engine, line, strlen(line));
    engine_send(engine, "\n", 1);
}

static void close_file(int *file)
{
    if (*file >= 0)
        close(*file);
    *file = -1;
}

void engine_close_input(struct engine *engine)
{
    close_file(&engine->input);
}

void engine_close_output(struct engine *engine)
{
    close_file(&engine->output);
}

/* Takes `length` bytes and the newline behind them out of the buffer, as a string. */
static const char *take_line(struct engine *engine, size_t length)
{
    free(engine->line);
    engine->line = malloc(length + 1);
    memcpy(engine->line, engine->bytes, length);
    engine->line[length] = '\0';
    engine->used -= length + 1;
    memmove(engine->bytes, engine->bytes + length + 1, engine->used);
    return engine->line;
}

static bool read_more(struct engine *engine, int64_t until)
{
    struct pollfd file = {.fd = engine->output, .events = POLLIN};
    int64_t left = (until - clock_now()) / 1000;
    if (engine->output < 0 || left <= 0 || poll(&file, 1, (int)left) <= 0)
        return false;
    if (engine->room - engine->used < 4096) {
        engine->room = engine->room * 2 + 8192;
        engine->bytes = realloc(engine->bytes, engine->room);
    }
    ssize_t got = read(engine->output, engine->bytes + engine->used, engine->room - engine->used);
    if (got > 0)
        engine->used += (size_t)got;
    return got > 0;
}

const char *engine_line(struct engine *engine, int patience)
{
    int64_t until = clock_now() + (int64_t)patience * 1000;
    for (;;) {
        const char *newline = engine->used > 0 ? memchr(engine->bytes, '\n', engine->used) : NULL;
        if (newline != NULL)
            return take_line(engine, (size_t)(newline - engine->bytes));
        if (!read_more(engine, until))
            return NULL;
    }
}

static int wait_status(pid_t pid, int patience)
{
    int64_t until = clock_now() + (int64_t)patience * 1000;
    int status;
    for (;;) {
        if (waitpid(pid, &status, WNOHANG) == pid)
            return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
        if (clock_now() > until)
            break;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    return -1;
}

int engine_end(struct engine *engine, int patience)
{
    int status = wait_status(engine->pid, patience);
    engine_close_input(engine);
    engine_close_output(engine);
    free(engine->bytes);
    free(engine->line);
    engine->bytes = NULL;
    engine->line = NULL;
    return status;
}
