#define _GNU_SOURCE
#include "adapters/wire/keeper.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>

#include "adapters/wire/program.h"

/* -- the engine's side: between fork and exec -- */

static void child_open_errors(const char *errors)
{
    if (errors != NULL && strcmp(errors, "-") == 0)
        return;
    int file = open(errors == NULL ? "/dev/null" : errors, O_WRONLY | O_CREAT | O_APPEND, 0644);
    if (file < 0)
        return;
    dup2(file, STDERR_FILENO);
    if (file > STDERR_FILENO)
        close(file);
}

static void child_pin(uint64_t cpus)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    for (unsigned cpu = 0; cpu < 64; cpu++)
        if (cpus >> cpu & 1)
            CPU_SET(cpu, &set);
    if (cpus != 0)
        sched_setaffinity(0, sizeof set, &set); /* a wish: a machine without that CPU runs it anywhere */
}

/* The limit counts every thread that the user has, his browser's too: it is so many more than there are now. */
static void child_limit_processes(void)
{
    enum { MORE = 1024 };
    struct sysinfo machine;
    if (sysinfo(&machine) == 0)
        setrlimit(RLIMIT_NPROC, &(struct rlimit){machine.procs + MORE, machine.procs + MORE});
}

static void child_restrict(const struct wire_options *options)
{
    const struct rlimit memory = {options->memory_limit, options->memory_limit}, none = {0, 0},
                        few = {64, 64};
    if (options->memory_limit > 0)
        setrlimit(RLIMIT_AS, &memory);
    if (options->confined) {
        setrlimit(RLIMIT_FSIZE, &none);
        setrlimit(RLIMIT_CORE, &none);
        setrlimit(RLIMIT_NOFILE, &few);
        child_limit_processes();
    }
    if (options->niceness > 0)
        setpriority(PRIO_PROCESS, 0, options->niceness);
}

static void child_reset_signals(void)
{
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* A relative path counts from where the program is, not from the engine's directory. */
static const char *child_program(const struct wire_options *options, char room[PATH_MAX])
{
    const char *program = wire_program_find(options->argv[0], room, PATH_MAX);
    if (options->directory == NULL || program[0] == '/' || strchr(program, '/') == NULL)
        return program;
    if (getcwd(room, PATH_MAX) == NULL || strlen(room) + strlen(program) + 2 > PATH_MAX)
        return program;
    strcat(room, "/");
    return strcat(room, program);
}

static void child_set_environment(const char *const *environment)
{
    for (; environment != NULL && *environment != NULL; environment++)
        putenv((char *)(uintptr_t)*environment);
}

/* Only returns when it fails. */
static void child_execute(const struct wire_options *options, const struct keeper_ends *ends)
{
    assert(ends->input > STDERR_FILENO && ends->output > STDERR_FILENO);
    char room[PATH_MAX];
    const char *program = child_program(options, room);
    child_reset_signals();
    child_open_errors(options->errors);
    child_pin(options->cpus);
    child_set_environment(options->environment);
    child_restrict(options);
    if (dup2(ends->input, STDIN_FILENO) < 0 || dup2(ends->output, STDOUT_FILENO) < 0)
        return;
    if (options->directory != NULL && chdir(options->directory) != 0)
        return;
    execvp(program, (char *const *)(uintptr_t)options->argv);
}

_Noreturn static void child_run(const struct wire_options *options, const struct keeper_ends *ends,
                                pid_t keeper, int report)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == keeper)
        child_execute(options, ends);
    int why = errno;
    if (write(report, &why, sizeof why) < 0)
        _exit(126);
    _exit(127);
}

/* -- the keeper's side -- */

static void keeper_on_child(int signal_number)
{
    (void)signal_number; /* it only has to interrupt ppoll() */
}

static void keeper_close_range(int from, int to)
{
    assert(from > STDERR_FILENO);
    if (from <= to)
        close_range((unsigned)from, (unsigned)to, 0);
}

/* Ends of other engines' pipes must not live on in here. */
static void keeper_close_others(const struct keeper_ends *ends)
{
    int kept[3] = {ends->life, ends->input, ends->output};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2 - i; j++)
            if (kept[j] > kept[j + 1]) {
                int swap = kept[j];
                kept[j] = kept[j + 1];
                kept[j + 1] = swap;
            }
    assert(kept[0] > STDERR_FILENO && kept[0] < kept[1] && kept[1] < kept[2]);
    keeper_close_range(STDERR_FILENO + 1, kept[0] - 1);
    keeper_close_range(kept[0] + 1, kept[1] - 1);
    keeper_close_range(kept[1] + 1, kept[2] - 1);
    keeper_close_range(kept[2] + 1, INT32_MAX);
}

static void keeper_set_up(const struct keeper_ends *ends)
{
    setsid(); /* a Ctrl-C at the terminal is the program's affair alone */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_NAME, "wire-keeper");
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    sigprocmask(SIG_SETMASK, &children, NULL); /* SIGCHLD comes inside ppoll() only */
    sigaction(SIGCHLD, &(struct sigaction){.sa_handler = keeper_on_child}, NULL);
    keeper_close_others(ends);
}

/* The engine's pid, or -1 with errno set. Returns once the engine's program runs or cannot. */
static pid_t keeper_start_engine(const struct wire_options *options, const struct keeper_ends *ends)
{
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0)
        return -1;
    pid_t keeper = getpid();
    pid_t engine = fork();
    if (engine == 0)
        child_run(options, ends, keeper, report[1]);
    int why = engine < 0 ? errno : 0;
    close(ends->input); /* at once: the engine's ends must be the only ones */
    close(ends->output);
    close(report[1]);
    ssize_t got = engine < 0 ? 0 : read(report[0], &why, sizeof why);
    close(report[0]);
    errno = why;
    return got == (ssize_t)sizeof why ? -1 : engine;
}

static int64_t microseconds_of(struct timeval time)
{
    return (int64_t)time.tv_sec * WIRE_SECOND + time.tv_usec;
}

static struct keeper_end keeper_end_of(int status, const struct rusage *usage)
{
    assert(WIFSIGNALED(status) || WIFEXITED(status));
    struct wire_exit ended = {WIRE_EXITED, WEXITSTATUS(status)};
    if (WIFSIGNALED(status))
        ended = (struct wire_exit){WIRE_KILLED, WTERMSIG(status)};
    return (struct keeper_end){
        .ended = ended,
        .usage = {.cpu = microseconds_of(usage->ru_utime) + microseconds_of(usage->ru_stime),
                  .memory = usage->ru_maxrss}};
}

/* Reaps whoever has ended; true if the engine itself has. */
static bool keeper_reap(pid_t engine, struct keeper_end *end)
{
    assert(engine > 0);
    bool over = false;
    int status;
    struct rusage usage;
    pid_t pid;
    while ((pid = wait4(-1, &status, WNOHANG, &usage)) > 0)
        if (pid == engine) {
            *end = keeper_end_of(status, &usage);
            over = true;
        }
    return over;
}

/* Signals every number in a list like "12 345 ". */
static void keeper_kill_listed(const char *list, size_t length, pid_t *number)
{
    assert(*number >= 0);
    for (size_t i = 0; i < length; i++) {
        if (list[i] >= '0' && list[i] <= '9') {
            *number = *number * 10 + (list[i] - '0');
        } else if (*number > 0) {
            kill(*number, SIGKILL);
            *number = 0;
        }
    }
}

static void keeper_kill_children(pid_t engine)
{
    if (engine > 0)
        kill(-engine, SIGKILL); /* all of its group in one sweep; the list below finds the others */
    int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    char list[4096];
    pid_t number = 0;
    ssize_t length;
    while ((length = read(file, list, sizeof list)) > 0)
        keeper_kill_listed(list, (size_t)length, &number);
    close(file);
}

/* Whoever dies hands his children to us, so every round may bring new ones, until there are none. */
static void keeper_kill_all(pid_t engine, bool *over, struct keeper_end *end)
{
    for (;;) {
        keeper_kill_children(*over ? -1 : engine);
        int status;
        struct rusage usage;
        pid_t pid = wait4(-1, &status, 0, &usage);
        if (pid < 0 && errno == ECHILD)
            return;
        if (pid == engine && !*over) {
            *end = keeper_end_of(status, &usage);
            *over = true;
        }
    }
}

/* Returns when the engine has ended (true) or the program wants it to or is dead (false). */
static bool keeper_watch(pid_t engine, int life, struct keeper_end *end)
{
    assert(engine > 0 && life > STDERR_FILENO);
    sigset_t none;
    sigemptyset(&none);
    for (;;) {
        if (keeper_reap(engine, end))
            return true;
        struct pollfd speaks = {.fd = life, .events = POLLIN};
        if (ppoll(&speaks, 1, NULL, &none) > 0)
            return false;
    }
}

static void keeper_report(int life, struct keeper_end end)
{
    assert(end.ended.how != WIRE_RUNS);
    send(life, &end, sizeof end, MSG_NOSIGNAL);
}

_Noreturn void wire_keeper_run(const struct wire_options *options, struct keeper_ends ends)
{
    assert(options->argv != NULL);
    keeper_set_up(&ends);
    pid_t engine = keeper_start_engine(options, &ends);
    struct keeper_end end = {.ended = {WIRE_NOT_STARTED, errno}};
    bool over = engine < 0;
    if (!over)
        over = keeper_watch(engine, ends.life, &end);
    bool killed = !over;
    if (!killed)
        keeper_report(ends.life, end);
    keeper_kill_all(engine, &over, &end);
    if (killed)
        keeper_report(ends.life, end);
    _exit(0);
}
