#include "adapters/wire/ending.h"

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/wire/wire.h"

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDING_SIGNALS = sizeof ending_signals / sizeof ending_signals[0] };

static volatile sig_atomic_t is_ending;
static volatile int64_t told_at; /* known with `is_ending` */

static void hear_signal(int number)
{
    if (!is_ending) {
        wire_end();
    } else if (wire_clock() - told_at > WIRE_SECOND) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

void wire_heed_ending(void)
{
    struct sigaction action = {.sa_handler = hear_signal}, before;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < ENDING_SIGNALS; i++)
        sigaddset(&action.sa_mask, ending_signals[i]);
    bool stays = sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler == SIG_IGN;
    for (int i = 0; i < ENDING_SIGNALS; i++)
        if (ending_signals[i] != SIGHUP || !stays)
            sigaction(ending_signals[i], &action, NULL);
}

void wire_ignore_sigpipe(void)
{
    struct sigaction action;
    if (sigaction(SIGPIPE, NULL, &action) == 0 && action.sa_handler == SIG_DFL)
        signal(SIGPIPE, SIG_IGN);
}

bool wire_is_ending(void)
{
    return is_ending != 0;
}

void wire_end(void)
{
    told_at = wire_clock();
    is_ending = 1;
}
