#define _GNU_SOURCE
#include "adapters/referee/far.h"

#ifdef PANJ_HIREDIS
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "adapters/referee/far_parts.h"
#include "adapters/wire/words.h"

enum { NAP = 10000000 /* nanoseconds */ };

const char far_jobs_key[] = "panj:match:jobs", far_results_key[] = "panj:match:results";

bool far_complain(const char *what)
{
    fprintf(stderr, "panj-referee: %s\n", what);
    return false;
}

bool far_is_connected(struct match *match)
{
    struct far *far = match->far;
    if (queue_connect(&far->queue)) {
        far->knew_trouble = false;
        return true;
    }
    if (far->queue.is_refused) {
        far_complain(far->queue.why);
        match->status = STATUS_ERROR;
        match->stopping = true;
    } else if (!far->knew_trouble) {
        fprintf(stderr, "panj-referee: %s; trying again\n", far->queue.why);
        far->knew_trouble = true;
    }
    return false;
}

void far_nap(void)
{
    nanosleep(&(struct timespec){.tv_nsec = NAP}, NULL);
}

int64_t far_encounter_games(const struct match *match)
{
    return match->players == 1 ? 1 : match->settings->games;
}

/* What the keeper has posted of the match; false: nothing yet, or the queue is gone. */
static bool read_match(struct far *far, int64_t *rounds, char *code, size_t room)
{
    struct redisReply *reply = queue_ask(&far->queue, "HMGET panj:match code lease rounds");
    bool good = reply != NULL && reply->type == REDIS_REPLY_ARRAY && reply->elements == 3;
    for (int i = 0; i < 3; i++)
        good = good && reply->element[i]->type == REDIS_REPLY_STRING;
    good = good && wire_number_parse(reply->element[1]->str, 1, INT64_MAX, &far->lease) &&
           wire_number_parse(reply->element[2]->str, 1, 10000000, rounds);
    if (good)
        snprintf(code, room, "%s", reply->element[0]->str);
    freeReplyObject(reply);
    return good;
}

static bool wait_for_match(struct match *match, struct settings *settings)
{
    struct far *far = match->far;
    char code[SHA256_NAME];
    while (!(far_is_connected(match) && read_match(far, &settings->rounds, code, sizeof code))) {
        if (match->stopping || match_heed_interrupt(match))
            return false;
        far_nap();
    }
    return strcmp(code, far->code) == 0 ||
           far_complain(
               "refused: the match has other engines or settings: their files must have the same bytes, and "
               "the command lines the same words but for where files are");
}

/* Of a keeper the same for the same store on this machine, of a worker his own. */
static void name_ourselves(struct far *far, const struct settings *settings)
{
    char host[64] = "?", folder[512] = "";
    gethostname(host, sizeof host - 1);
    for (char *at = host; *at != '\0'; at++)
        *at = *at == ' ' || *at == '\n' ? '_' : *at;
    if (settings->works || settings->database == NULL)
        snprintf(far->name, sizeof far->name, "%s/%d", host, (int)getpid());
    else if (*settings->database == '/' || getcwd(folder, sizeof folder) == NULL)
        snprintf(far->name, sizeof far->name, "%s:%s", host, settings->database);
    else
        snprintf(far->name, sizeof far->name, "%s:%s/%s", host, folder, settings->database);
}

bool far_join(struct match *match, struct settings *settings)
{
    if (settings->queue == NULL)
        return true;
    struct far *far = calloc(1, sizeof *far);
    if (far == NULL)
        return far_complain("out of memory");
    match->far = far;
    far->lease = settings->lease;
    name_ourselves(far, settings);
    if (!far_code(settings, far->code))
        return false;
    if (!queue_create(&far->queue, settings->queue))
        return far_complain(far->queue.why);
    return !settings->works || wait_for_match(match, settings);
}

#else
#include <stdio.h>

#include "adapters/referee/match_parts.h"

bool far_join(struct match *match, struct settings *settings)
{
    (void)match;
    if (settings->queue == NULL)
        return true;
    fputs("panj-referee: built without the queue: apt install libhiredis-dev, and build again\n", stderr);
    return false;
}
#endif
