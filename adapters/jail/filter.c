#define _GNU_SOURCE
#include "adapters/jail/filter.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#define ARCHITECTURE 0 /* the wall cannot be raised, and says so */
#endif

/* When a call is refused, judged by one of its arguments. */
enum refusal {
    ALWAYS,
    UNLESS_OWN,      /* it is about another process, or about many: 0 is its group to kill() */
    UNLESS_OWN_OR_0, /* the same where 0 is itself */
    UNLESS_THREAD,   /* it makes a process, not a thread */
    UNLESS_INTERNET, /* a socket of another kind, on this machine's files or beside the network's namespace */
    IF_OWNER,        /* it chooses whom the kernel signals for a file, and how: kill() by another way */
    IF_TYPING        /* the same for a socket; or it types at the terminal */
};

/* The values that an argument is compared with; the low half is enough: pids, flags and families have 32 bits, on
 * machines of this byte order. */
enum { OWN_PID = -1, VALUES_MAX = 3 };
static const struct condition {
    unsigned char argument;
    bool is_refused; /* with one of the values; false: with none of them */
    unsigned char count;
    unsigned how;
    int values[VALUES_MAX];
} conditions[] = {
    [UNLESS_OWN] = {0, false, 1, BPF_JEQ, {OWN_PID}},
    [UNLESS_OWN_OR_0] = {0, false, 2, BPF_JEQ, {OWN_PID, 0}},
    [UNLESS_THREAD] = {0, false, 1, BPF_JSET, {CLONE_THREAD}},
    [UNLESS_INTERNET] = {0, false, 3, BPF_JEQ, {AF_INET, AF_INET6, AF_NETLINK}},
    [IF_OWNER] = {1, true, 3, BPF_JEQ, {F_SETOWN, F_SETOWN_EX, F_SETSIG}},
    [IF_TYPING] = {1, true, 3, BPF_JEQ, {TIOCSTI, FIOSETOWN, SIOCSPGRP}},
};

enum reason {
    FOR_ALL,
    FOR_ONE,     /* only where it must stay one process */
    FOR_NETLESS, /* only where it may have no network */
    FOR_ALONE    /* only where it has a network of its own */
};

/* A call that this processor does not have is numbered -1, which is no call. */
#ifndef __NR_fork
#define __NR_fork  (-1)
#define __NR_vfork (-1)
#endif
#ifndef __NR_chmod
#define __NR_chmod  (-1)
#define __NR_chown  (-1)
#define __NR_lchown (-1)
#endif
#ifndef __NR_utime
#define __NR_utime     (-1)
#define __NR_utimes    (-1)
#define __NR_futimesat (-1)
#endif
/* Younger than some headers; every processor has the same number for them. */
enum { CALL_FCHMODAT2 = 452, CALL_SETXATTRAT = 463, CALL_REMOVEXATTRAT = 466, CALL_FILE_SETATTR = 469 };

static const struct row {
    int call;
    enum reason reason;
    enum refusal refusal;
    int error;
} rows[] = {
    {__NR_fork, FOR_ONE, ALWAYS, EAGAIN},
    {__NR_vfork, FOR_ONE, ALWAYS, EAGAIN},
    {__NR_clone, FOR_ONE, UNLESS_THREAD, EAGAIN},
    {__NR_clone3, FOR_ONE, ALWAYS, ENOSYS}, /* then clone is tried, whose flags can be seen here */
    {__NR_kill, FOR_ONE, UNLESS_OWN, EPERM},
    {__NR_tgkill, FOR_ONE, UNLESS_OWN, EPERM},
    {__NR_tkill, FOR_ONE, ALWAYS, EPERM},
    {__NR_rt_sigqueueinfo, FOR_ONE, UNLESS_OWN, EPERM},
    {__NR_rt_tgsigqueueinfo, FOR_ONE, UNLESS_OWN, EPERM},
    {__NR_pidfd_send_signal, FOR_ALL, ALWAYS, EPERM},
    {__NR_fcntl, FOR_ONE, IF_OWNER, EPERM},
    {__NR_ioctl, FOR_ALL, IF_TYPING, EPERM},
    {__NR_prlimit64, FOR_ONE, UNLESS_OWN_OR_0, EPERM},
    {__NR_setpriority, FOR_ALL, ALWAYS, EPERM}, /* its own, and those of all who run beside it */
    {__NR_ioprio_set, FOR_ALL, ALWAYS, EPERM},
    {__NR_sched_setscheduler, FOR_ALL, ALWAYS, EPERM},
    {__NR_sched_setparam, FOR_ALL, ALWAYS, EPERM},
    {__NR_sched_setattr, FOR_ALL, ALWAYS, EPERM},
    {__NR_sched_setaffinity, FOR_ALL, ALWAYS, EPERM},
    {__NR_ptrace, FOR_ALL, ALWAYS, EPERM},
    {__NR_process_vm_readv, FOR_ALL, ALWAYS, EPERM},
    {__NR_process_vm_writev, FOR_ALL, ALWAYS, EPERM},
    {__NR_socket, FOR_NETLESS, ALWAYS, EACCES},
    {__NR_socket, FOR_ALONE, UNLESS_INTERNET, EACCES},
    {__NR_io_uring_setup, FOR_ALL, ALWAYS, ENOSYS}, /* what goes through it passes this filter by */
    {__NR_shmget, FOR_ALL, ALWAYS, EACCES},         /* these outlive the process */
    {__NR_semget, FOR_ALL, ALWAYS, EACCES},
    {__NR_msgget, FOR_ALL, ALWAYS, EACCES},
    {__NR_mq_open, FOR_ALL, ALWAYS, EACCES},
    {__NR_add_key, FOR_ALL, ALWAYS, EACCES},
    {__NR_keyctl, FOR_ALL, ALWAYS, EACCES},
    {__NR_unshare, FOR_ONE, ALWAYS, EPERM},
    {__NR_setns, FOR_ALL, ALWAYS, EPERM},
    {__NR_mount, FOR_ALL, ALWAYS, EPERM},
    {__NR_chmod, FOR_ALL, ALWAYS, EPERM}, /* Landlock does not know these */
    {__NR_fchmod, FOR_ALL, ALWAYS, EPERM},
    {__NR_fchmodat, FOR_ALL, ALWAYS, EPERM},
    {CALL_FCHMODAT2, FOR_ALL, ALWAYS, EPERM},
    {__NR_chown, FOR_ALL, ALWAYS, EPERM},
    {__NR_fchown, FOR_ALL, ALWAYS, EPERM},
    {__NR_fchownat, FOR_ALL, ALWAYS, EPERM},
    {__NR_lchown, FOR_ALL, ALWAYS, EPERM},
    {__NR_utimensat, FOR_ALL, ALWAYS, EPERM},
    {__NR_utime, FOR_ALL, ALWAYS, EPERM},
    {__NR_utimes, FOR_ALL, ALWAYS, EPERM},
    {__NR_futimesat, FOR_ALL, ALWAYS, EPERM},
    {__NR_setxattr, FOR_ALL, ALWAYS, EPERM},
    {__NR_lsetxattr, FOR_ALL, ALWAYS, EPERM},
    {__NR_fsetxattr, FOR_ALL, ALWAYS, EPERM},
    {CALL_SETXATTRAT, FOR_ALL, ALWAYS, EPERM},
    {__NR_removexattr, FOR_ALL, ALWAYS, EPERM},
    {__NR_lremovexattr, FOR_ALL, ALWAYS, EPERM},
    {__NR_fremovexattr, FOR_ALL, ALWAYS, EPERM},
    {CALL_REMOVEXATTRAT, FOR_ALL, ALWAYS, EPERM},
    {CALL_FILE_SETATTR, FOR_ALL, ALWAYS, EPERM},
    {__NR_bpf, FOR_ALL, ALWAYS, EPERM},
    {__NR_perf_event_open, FOR_ALL, ALWAYS, EPERM},
    {__NR_userfaultfd, FOR_ALL, ALWAYS, EPERM},
};
enum { ROW_COUNT = sizeof rows / sizeof rows[0], STEPS_MAX = 8 + (4 + VALUES_MAX) * ROW_COUNT };

struct program {
    struct sock_filter steps[STEPS_MAX];
    unsigned short count;
};

static void add(struct program *program, struct sock_filter step)
{
    assert(program->count < STEPS_MAX);
    program->steps[program->count++] = step;
}

static void add_load(struct program *program, size_t offset)
{
    add(program, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offset));
}

static void add_return(struct program *program, unsigned what)
{
    add(program, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, what));
}

/* Passes over so many steps when the comparison of what was loaded holds, or when it does not. */
static void add_jump(struct program *program, unsigned how, unsigned with, unsigned char yes,
                     unsigned char no)
{
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | how | BPF_K, with, yes, no));
}

/* Goes on at the next step if the call is to be refused, else behind it. */
static void add_condition(struct program *program, const struct condition *condition)
{
    assert(condition->count > 0 && condition->count <= VALUES_MAX);
    add_load(program, offsetof(struct seccomp_data, args) + condition->argument * sizeof(uint64_t));
    for (int i = 0; i < condition->count; i++) {
        int value = condition->values[i] == OWN_PID ? getpid() : condition->values[i];
        int behind = condition->count - 1 - i;
        bool last = behind == 0;
        add_jump(program, condition->how, (unsigned)value,
                 (unsigned char)(condition->is_refused ? behind : behind + 1), condition->is_refused && last);
    }
}

/* A row is one block: not this call, go on behind it; else refuse, unless the argument says otherwise. The number is
 * loaded again behind an argument. */
static void add_row(struct program *program, const struct row *row)
{
    const struct condition *condition = &conditions[row->refusal];
    bool judged = row->refusal != ALWAYS;
    int length = judged ? 1 + condition->count : 0;
    add_jump(program, BPF_JEQ, (unsigned)row->call, 0, (unsigned char)(length + 1 + judged));
    if (judged)
        add_condition(program, condition);
    add_return(program, SECCOMP_RET_ERRNO | (unsigned)row->error);
    if (judged)
        add_load(program, offsetof(struct seccomp_data, nr));
}

static bool counts(const struct row *row, const struct walls *walls)
{
    switch (row->reason) {
    case FOR_ONE: return !walls->many;
    case FOR_NETLESS: return walls->network == NETWORK_NONE;
    case FOR_ALONE: return walls->network == NETWORK_OWN;
    case FOR_ALL: break;
    }
    return true;
}

static void build(struct program *program, const struct walls *walls)
{
    enum { OTHER_NUMBERS = 0x40000000 }; /* x32: the same calls under other numbers */
    add_load(program, offsetof(struct seccomp_data, arch));
    add_jump(program, BPF_JEQ, ARCHITECTURE, 1, 0);
    add_return(program, SECCOMP_RET_KILL_PROCESS);
    add_load(program, offsetof(struct seccomp_data, nr));
    add_jump(program, BPF_JGE, OTHER_NUMBERS, 0, 1);
    add_return(program, SECCOMP_RET_ERRNO | ENOSYS);
    for (int i = 0; i < ROW_COUNT; i++)
        if (rows[i].call >= 0 && counts(&rows[i], walls))
            add_row(program, &rows[i]);
    add_return(program, SECCOMP_RET_ALLOW);
}

bool filter_raise(const struct walls *walls)
{
    struct program program = {.count = 0};
    if (ARCHITECTURE == 0) {
        errno = ENOSYS;
        return false;
    }
    build(&program, walls);
    const struct sock_fprog filter = {.len = program.count, .filter = program.steps};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}
