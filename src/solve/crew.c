#include "solve/crew.h"

#include <assert.h>
#include <stdlib.h>

struct errand {
    void (*work)(void *);
    void *member;
};

static void *run(void *argument)
{
    struct errand errand = *(struct errand *)argument;
    free(argument);
    errand.work(errand.member);
    return NULL;
}

static int start_one(pthread_t *thread, void (*work)(void *), void *member)
{
    struct errand *errand = malloc(sizeof *errand);
    if (errand == NULL)
        return -1;
    *errand = (struct errand){work, member};
    int failure = pthread_create(thread, NULL, run, errand);
    if (failure != 0)
        free(errand);
    return failure;
}

int crew_start(struct crew *crew, int count, void (*work)(void *), void *const member[])
{
    assert(count >= 0 && work != NULL);
    crew->count = 0;
    while (crew->count < count && crew->count < CREW_MAX &&
           start_one(&crew->thread[crew->count], work, member[crew->count]) == 0)
        crew->count++;
    return crew->count;
}

void crew_join(struct crew *crew)
{
    for (int i = 0; i < crew->count; i++)
        pthread_join(crew->thread[i], NULL);
    crew->count = 0;
}

int crew_run(int count, void (*work)(void *), void *const member[])
{
    struct crew others;
    assert(count >= 1 && count <= CREW_MAX);
    int ran = 1 + crew_start(&others, count - 1, work, member + 1);
    work(member[0]);
    crew_join(&others);
    return ran;
}

void crew_run_all(int count, void (*work)(void *), void *const member[])
{
    for (int i = crew_run(count, work, member); i < count; i++)
        work(member[i]);
}
