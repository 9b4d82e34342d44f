#include "support/peer.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int64_t peer_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

void peer_sleep(int milliseconds)
{
    poll(NULL, 0, milliseconds);
}

/* -- lines -- */

struct peer peer_over(int descriptor)
{
    return (struct peer){.descriptor = descriptor};
}

void peer_close(struct peer *peer)
{
    if (peer->descriptor >= 0)
        close(peer->descriptor);
    peer->descriptor = -1;
}

static bool peer_take(struct peer *peer)
{
    char *newline = memchr(peer->bytes, '\n', peer->used);
    if (newline == NULL)
        return false;
    size_t length = (size_t)(newline - peer->bytes);
    memcpy(peer->line, peer->bytes, length);
    peer->line[length] = '\0';
    peer->used -= length + 1;
    memmove(peer->bytes, newline + 1, peer->used);
    return true;
}

const char *peer_line(struct peer *peer, int patience)
{
    int64_t deadline = peer_clock() + (int64_t)patience * 1000;
    while (!peer_take(peer)) {
        int64_t left = (deadline - peer_clock()) / 1000;
        struct pollfd polled = {.fd = peer->descriptor, .events = POLLIN};
        if (peer->descriptor < 0 || peer->used == PEER_ROOM || left <= 0 || poll(&polled, 1, (int)left) <= 0)
            return NULL;
        ssize_t got = read(peer->descriptor, peer->bytes + peer->used, PEER_ROOM - peer->used);
        if (got <= 0)
            return NULL;
        peer->used += (size_t)got;
    }
    return peer->line;
}

/* -- sockets -- */

int peer_connect(int port)
{
    struct sockaddr_in at = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int on = 1;
    int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    if (descriptor >= 0 && connect(descriptor, (struct sockaddr *)&at, sizeof at) != 0) {
        close(descriptor);
        return -1;
    }
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return descriptor;
}

int peer_listen(int *port)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof at;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&at, sizeof at) != 0 || listen(listener, 4) != 0 ||
        getsockname(listener, (struct sockaddr *)&at, &length) != 0)
        return -1;
    *port = ntohs(at.sin_port);
    return listener;
}

bool peer_send(const struct peer *peer, const char *bytes)
{
    return send(peer->descriptor, bytes, strlen(bytes), MSG_NOSIGNAL) == (ssize_t)strlen(bytes);
}

/* -- programs -- */

struct program program_start(const char *command, bool errors)
{
    int ends[2];
    struct program program = {.pid = -1, .output = peer_over(-1)};
    if (pipe(ends) != 0)
        return program;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    program.pid = fork();
    if (program.pid == 0) {
        dup2(ends[1], STDOUT_FILENO);
        if (errors)
            dup2(ends[1], STDERR_FILENO);
        close(ends[1]);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    program.output = peer_over(ends[0]);
    return program;
}

int program_end(struct program *program, int patience)
{
    int status = 0;
    pid_t ended = 0;
    int64_t deadline = peer_clock() + (int64_t)patience * 1000;
    while ((ended = waitpid(program->pid, &status, WNOHANG)) == 0 && peer_clock() < deadline)
        peer_sleep(5);
    if (ended != program->pid) {
        kill(program->pid, SIGKILL);
        waitpid(program->pid, NULL, 0);
    }
    peer_close(&program->output);
    program->pid = -1;
    if (ended <= 0)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

void program_kill(struct program *program)
{
    if (program->pid > 0) {
        kill(program->pid, SIGKILL);
        waitpid(program->pid, NULL, 0);
    }
    peer_close(&program->output);
    program->pid = -1;
}
