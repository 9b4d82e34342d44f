#define _GNU_SOURCE
#include "adapters/web/browser.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

_Noreturn static void run_opener(const char *url)
{
    const char *program = getenv("BROWSER");
    setsid(); /* it outlives us */
    if (fork() != 0)
        _exit(0);
    close_range(STDERR_FILENO + 1, ~0U, 0);
    int nowhere = open("/dev/null", O_RDWR);
    for (int file = STDIN_FILENO; nowhere >= 0 && file <= STDERR_FILENO; file++)
        dup2(nowhere, file);
    if (program != NULL && program[0] != '\0')
        execlp(program, program, url, (char *)NULL);
    execlp("xdg-open", "xdg-open", url, (char *)NULL);
    _exit(127);
}

void browser_open(const char *url)
{
    if (getenv("DISPLAY") == NULL && getenv("WAYLAND_DISPLAY") == NULL && getenv("BROWSER") == NULL)
        return;
    pid_t child = fork();
    if (child == 0)
        run_opener(url);
    if (child > 0)
        waitpid(child, NULL, 0);
}
