/* A worker of a match on many machines: takes encounters, plays them, and sends each with all of its games. */
#include "adapters/referee/far.h"

#ifdef PANJ_HIREDIS
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/referee/far_parts.h"
#include "adapters/referee/packet.h"
#include "adapters/wire/words.h"

enum { LOOK_PAUSE = 50 * WIRE_MILLISECOND };

static void encounter_free(struct encounter *encounter)
{
    if (encounter->out != NULL)
        fclose(encounter->out);
    free(encounter->text);
    queue_job_free(&encounter->job);
    *encounter = (struct encounter){0};
}

static struct encounter *free_place(struct far *far)
{
    for (int i = 0; i < FAR_ENCOUNTERS_MOST; i++)
        if (far->encounters[i].out == NULL)
            return &far->encounters[i];
    return NULL;
}

static void begin_encounter(struct match *match, struct encounter *encounter, struct queue_job job)
{
    int64_t games = far_encounter_games(match), number;
    assert(encounter->out == NULL);
    *encounter = (struct encounter){.job = job, .missing = (int)games};
    if (strcmp(job.code, match->far->code) != 0 ||
        !wire_number_parse(job.what, 1, match->total / games, &number)) {
        encounter_free(encounter); /* of another match: its own workers will take it over */
        return;
    }
    encounter->first = encounter->next = (number - 1) * games + 1;
    encounter->last = number * games;
    encounter->out = open_memstream(&encounter->text, &encounter->length);
    if (encounter->out != NULL)
        fprintf(encounter->out, "%s\n%s\n", job.id, match->far->name);
}

static void look_for_one(struct match *match)
{
    struct far *far = match->far;
    struct encounter *place = free_place(far);
    struct queue_job job;
    char loser[sizeof far->name];
    if (place == NULL || wire_clock() - far->looked < LOOK_PAUSE || !far_is_connected(match))
        return;
    if (queue_take_jobs(&far->queue, far_jobs_key, far->name, &job, 1) == 1 ||
        queue_take_over(&far->queue, far_jobs_key, far->name, far->lease, &job, loser, sizeof loser))
        begin_encounter(match, place, job);
    else
        far->looked = wire_clock();
}

static int64_t next_of_ours(struct far *far)
{
    for (int i = 0; i < FAR_ENCOUNTERS_MOST; i++) {
        struct encounter *encounter = &far->encounters[i];
        if (encounter->out != NULL && encounter->next <= encounter->last)
            return encounter->next++;
    }
    return 0;
}

int64_t far_next_game(struct match *match)
{
    int64_t id = next_of_ours(match->far);
    if (id == 0) {
        look_for_one(match);
        id = next_of_ours(match->far);
    }
    return id;
}

/* An answer of one line each, so that a name may hold what it likes. */
static void write_identities(FILE *out, const struct slot *slot)
{
    for (int i = 0; i < 2; i++)
        if (slot->engines[i].state != ENGINE_OFF && slot->engines[i].id_name[0] != '\0')
            fprintf(out, "identity %d %s\n", slot->entrants[i], slot->engines[i].id_name);
}

void far_take_game(struct match *match, const struct slot *slot)
{
    int64_t id = slot->game.record.fixture.id;
    struct encounter *encounter = match->far->encounters;
    while (encounter->out == NULL || id < encounter->first || id > encounter->last) {
        encounter++;
        assert(encounter < match->far->encounters + FAR_ENCOUNTERS_MOST);
    }
    assert(encounter->missing > 0);
    write_identities(encounter->out, slot);
    packet_write(encounter->out, &slot->game.record);
    encounter->missing--;
}

/* Both leave in one piece: the games, and the right to play them. */
static bool send_encounter(struct far *far, struct encounter *encounter)
{
    bool good = true;
    fflush(encounter->out);
    queue_put(&far->queue, "MULTI");
    queue_put(&far->queue, "RPUSH %s %b", far_results_key, encounter->text, encounter->length);
    queue_put(&far->queue, "XACK %s w %s", far_jobs_key, encounter->job.id);
    queue_put(&far->queue, "EXEC");
    for (int i = 0; i < 4; i++)
        good = queue_took(&far->queue) && good;
    return good;
}

static bool is_over(struct far *far)
{
    struct redisReply *reply = queue_ask(&far->queue, "GET panj:match:over");
    bool over = reply != NULL && reply->type == REDIS_REPLY_STRING && strcmp(reply->str, far->code) == 0;
    freeReplyObject(reply);
    return over;
}

void far_turn(struct match *match)
{
    struct far *far = match->far;
    int64_t now = wire_clock();
    if (!far_is_connected(match))
        return;
    bool renews = now - far->renewed >= far->lease / 4;
    for (int i = 0; i < FAR_ENCOUNTERS_MOST; i++) {
        struct encounter *encounter = &far->encounters[i];
        if (encounter->out == NULL)
            continue;
        if (encounter->missing == 0 && send_encounter(far, encounter))
            encounter_free(encounter);
        else if (renews)
            queue_renew(&far->queue, far_jobs_key, far->name, encounter->job.id);
    }
    far->renewed = renews ? now : far->renewed;
    if (now - far->checked >= FAR_CHECK_PAUSE) {
        far->checked = now;
        match->stopping = match->stopping || is_over(far);
    }
}

void far_leave(struct match *match)
{
    struct far *far = match->far;
    if (far == NULL)
        return;
    for (int i = 0; i < FAR_ENCOUNTERS_MOST; i++) {
        struct encounter *encounter = &far->encounters[i];
        if (encounter->out != NULL && far->queue.context != NULL && !is_over(far))
            queue_hand_back(&far->queue, far_jobs_key, encounter->job.id, encounter->job.what,
                            encounter->job.code);
        encounter_free(encounter);
    }
    queue_free(&far->queue);
    free(far);
    match->far = NULL;
}
#else

int64_t far_next_game(struct match *match)
{
    (void)match;
    return 0;
}

void far_take_game(struct match *match, const struct slot *slot)
{
    (void)match;
    (void)slot;
}

void far_turn(struct match *match)
{
    (void)match;
}

void far_leave(struct match *match)
{
    (void)match;
}
#endif
