/* wire: talk to an engine process in C, line by line, without ever blocking longer than you say.
 *
 *     const char *const command[] = {"panj", NULL};
 *     struct wire *engine = wire_open(&(struct wire_options){.argv = command});
 *     wire_printf(engine, "ugi\n");
 *     struct wire_line line;
 *     int64_t deadline = wire_clock() + 10 * WIRE_SECOND;
 *     if (wire_await_word(engine, "ugiok", &line, deadline) != WIRE_LINE)
 *         ... it is silent, it is gone, or it floods: the event says which
 *     wire_close(engine, WIRE_SECOND);
 *
 * Compile with `pkg-config --cflags --libs panj-wire`. example/play.c plays a whole game.
 *
 * Reading: bytes are cut into lines at '\n'; a '\r' before it is dropped. Lines have a limit, and so has the
 * rate at which they come, so that no engine can fill the memory. What an engine writes after its last
 * newline is not a line and is dropped when it closes.
 *
 * Writing: wire_write() and wire_printf() only queue; the queue leaves in one piece in wire_flush() and in
 * whatever waits. Nothing waits for an engine that does not read.
 *
 * Many engines: wire_wait() watches any number of them with one poll(). A program with a loop of its own asks
 * wire_poll_fill() for what to watch and calls wire_pump() when something is ready.
 *
 * Orphans: every engine runs below a keeper, a small process of its own, that outlives the program just long
 * enough: when the program dies, even by kill -9, or says wire_kill(), or the engine ends, the keeper kills
 * what is left of the engine and of everything the engine has started, however deep.
 *
 * A wire belongs to one thread. Opening the first one makes the program ignore SIGPIPE unless it handles it.
 * Linux only (prctl, /proc). */
#ifndef PANJ_WIRE_H
#define PANJ_WIRE_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct wire; /* one engine process and the two pipes to it */

/* How to start an engine. Everything but argv may be left zero. */
struct wire_options {
    /* Ends with NULL; a program without a '/' is looked for beside the running one, then in PATH as a shell does. */
    const char *const *argv;
    const char *directory;          /* it starts there; a relative argv[0] still counts from here */
    const char *const *environment; /* NAME=value words, ends with NULL: added to the environment */
    const char *errors;             /* its stderr is appended to this file; NULL: dropped; "-": ours */
    uint64_t cpus;                  /* bit i: it may run on CPU i; 0: on any */
    size_t line_limit;              /* bytes of a line; 0: 4 MiB */
    size_t burst_limit;             /* bytes it may send at once; 0: no limit of the rate */
    size_t rate_limit;              /* bytes a second by which that allowance fills up again */
    size_t memory_limit;            /* bytes of address space; 0: no limit */
    int niceness;                   /* it gives way to others by so much */
    bool confined; /* a stranger uses it: no file to write to, few open, no crowd of processes */
};

/* A line that has come: a slice of the wire's memory, without newline but terminated by '\0' (it may hold
 * others). It stays until the next call with the same wire. */
struct wire_line {
    char *at;
    size_t length;
};

enum wire_event {
    WIRE_NOTHING,   /* nothing yet */
    WIRE_LINE,      /* `line` is filled */
    WIRE_LONG_LINE, /* a line above the limit; `line` holds its beginning, the rest is dropped */
    WIRE_FLOOD,     /* it sends faster than its limit; nothing more is read from it */
    WIRE_CLOSED     /* no more lines will come: it has closed its output, or is gone */
};

/* How an engine ended. */
struct wire_exit {
    enum { WIRE_RUNS, WIRE_EXITED, WIRE_KILLED, WIRE_NOT_STARTED } how;
    int value; /* exit status, signal, or errno */
};

/* What an engine has used in all its life, those that it has started and waited for included. */
struct wire_usage {
    int64_t cpu;    /* microseconds, of user and system */
    int64_t memory; /* KiB, the most at once */
};

enum {
    WIRE_POLLS = 3,          /* descriptors a wire wants watched at most */
    WIRE_MILLISECOND = 1000, /* the clock counts microseconds */
    WIRE_SECOND = 1000000
};
#define WIRE_FOREVER INT64_MAX

/* Microseconds since some moment; never goes back. Deadlines are moments of this clock. */
int64_t wire_clock(void);

/* Starts an engine. NULL with errno set if this process has no memory, descriptors or processes left; a
 * command that cannot be run shows as WIRE_CLOSED, and wire_exit() says why. */
struct wire *wire_open(const struct wire_options *);
/* A wire over descriptors that are open already (a socket twice, a terminal). They are closed with
 * the wire. */
struct wire *wire_adopt(int in, int out, size_t line_limit);
/* Kills what still runs, waits for that (not for the engine's consent) and frees. NULL is fine. */
void wire_free(struct wire *);
/* `quit`, then at most `grace` microseconds for the engine to leave, then wire_free(). False if it had to be
 * killed. */
bool wire_close(struct wire *, int64_t grace);

/* Queue bytes. False if the engine reads so little that 64 MiB are waiting, or is gone. */
bool wire_write(struct wire *, const char *bytes, size_t length);
bool wire_printf(struct wire *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Sends what the pipe takes now. False if the engine has closed its input. */
bool wire_flush(struct wire *);
/* Closes the engine's input once the queue is empty. */
void wire_end_input(struct wire *);

/* The next line that is already here; never waits. */
enum wire_event wire_next(struct wire *, struct wire_line *line);
/* Waits until one of the wires has something to say, or the deadline. NULL entries are passed over. Returns
 * false at the deadline and when a signal came. */
bool wire_wait(struct wire *const *wires, int count, int64_t deadline);
/* The next line, waiting for it: WIRE_NOTHING at the deadline. */
enum wire_event wire_await(struct wire *, struct wire_line *line, int64_t deadline);
/* The next line whose first word is `word`; others are passed over. */
enum wire_event wire_await_word(struct wire *, const char *word, struct wire_line *line, int64_t deadline);

/* For a loop of one's own: at most WIRE_POLLS entries; returns how many. Then wire_pump() reads and writes
 * what can be done without waiting. */
int wire_poll_fill(const struct wire *, struct pollfd *room);
void wire_pump(struct wire *);

/* Kills the engine and all it has started; it is gone soon after. Nothing more is read from it. */
void wire_kill(struct wire *);
/* Nothing of it is left, not even a zombie. */
bool wire_is_gone(struct wire *);
/* Known soon after WIRE_CLOSED; an engine that has been killed from here shows as killed by signal 9. */
struct wire_exit wire_exit_status(const struct wire *);
/* The same, waiting for it: WIRE_RUNS at the deadline. */
struct wire_exit wire_await_exit(struct wire *, int64_t deadline);
/* The same in words: "exit status 1", "killed by signal 11 (Segmentation fault)", "./nope: cannot be started: No
 * such file or directory" ... */
void wire_describe_exit(const struct wire *, char *room, size_t capacity);
/* Known with the exit status, zero before. */
struct wire_usage wire_usage_at_exit(const struct wire *);
/* Bytes of output received so far. */
uint64_t wire_received(const struct wire *);

#ifdef __cplusplus
}
#endif
#endif
