#include "games/konane/answers.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/rng.h"
#include "solve/crew.h"

enum { SHARDS = 256, ROOM_FIRST = 64 };

/* Twelve bytes; `stones` is in two halves for that. */
struct answer_place {
    uint32_t low, high; /* both 0: a free place, for nobody moves without stones */
    uint32_t move;
};

struct shard {
    pthread_mutex_t lock;
    size_t room;
    size_t count;
    size_t given; /* to who reads them in order */
    struct answer_place *at;
};

struct konane_answers {
    struct shard shard[SHARDS];
    /* Shards with answers yet to be given, a heap: none begins with less than the one at half its index. */
    int waiting;
    int heap[SHARDS + 1]; /* from 1 */
};

struct konane_answers *konane_answers_open(void)
{
    struct konane_answers *answers = calloc(1, sizeof *answers);
    for (int i = 0; answers != NULL && i < SHARDS; i++)
        pthread_mutex_init(&answers->shard[i].lock, NULL);
    return answers;
}

void konane_answers_close(struct konane_answers *answers)
{
    for (int i = 0; answers != NULL && i < SHARDS; i++) {
        pthread_mutex_destroy(&answers->shard[i].lock);
        free(answers->shard[i].at);
    }
    free(answers);
}

static uint64_t stones_at(const struct answer_place *place)
{
    return (uint64_t)place->high << 32 | place->low;
}

/* -- a set -- */

/* The lowest bits of the hash say which shard, the upper half where in it. */
static struct shard *shard_of(struct konane_answers *answers, uint64_t hash)
{
    return &answers->shard[hash % SHARDS];
}

/* The place of the stones, or the free one where they would stand. */
static struct answer_place *place_in(const struct shard *shard, uint64_t stones, uint64_t hash)
{
    assert(stones != 0 && shard->count < shard->room);
    size_t at = (size_t)((hash >> 32) * shard->room >> 32);
    while (stones_at(&shard->at[at]) != 0 && stones_at(&shard->at[at]) != stones)
        at = at + 1 < shard->room ? at + 1 : 0;
    return &shard->at[at];
}

/* Makes sure that one more fits: a set that is full to more than three quarters grows by half. */
static bool reserve(struct shard *shard)
{
    if (shard->count < shard->room / 4 * 3)
        return true;
    struct shard larger = {.room = shard->room > 0 ? shard->room / 2 * 3 : ROOM_FIRST, .count = shard->count};
    larger.at = calloc(larger.room, sizeof *larger.at);
    if (larger.at == NULL)
        return false;
    for (size_t i = 0; i < shard->room; i++) {
        uint64_t stones = stones_at(&shard->at[i]);
        if (stones != 0)
            *place_in(&larger, stones, rng_mix(stones)) = shard->at[i];
    }
    free(shard->at);
    shard->at = larger.at;
    shard->room = larger.room;
    return true;
}

bool konane_answers_have(struct konane_answers *answers, uint64_t stones)
{
    uint64_t hash = rng_mix(stones);
    struct shard *shard = shard_of(answers, hash);
    pthread_mutex_lock(&shard->lock);
    bool have = shard->room > 0 && stones_at(place_in(shard, stones, hash)) != 0;
    pthread_mutex_unlock(&shard->lock);
    return have;
}

size_t konane_answers_count(struct konane_answers *answers)
{
    size_t count = 0;
    for (int i = 0; i < SHARDS; i++) {
        pthread_mutex_lock(&answers->shard[i].lock);
        count += answers->shard[i].count;
        pthread_mutex_unlock(&answers->shard[i].lock);
    }
    return count;
}

static enum answers_added add(struct shard *shard, struct konane_answer answer, uint64_t hash)
{
    if (!reserve(shard))
        return ANSWERS_FULL;
    struct answer_place *place = place_in(shard, answer.stones, hash);
    if (stones_at(place) != 0)
        return ANSWERS_KNOWN;
    *place = (struct answer_place){.low = (uint32_t)answer.stones,
                                   .high = (uint32_t)(answer.stones >> 32),
                                   .move = (uint32_t)answer.move};
    shard->count++;
    return ANSWERS_NEW;
}

enum answers_added konane_answers_add(struct konane_answers *answers, struct konane_answer answer)
{
    uint64_t hash = rng_mix(answer.stones);
    struct shard *shard = shard_of(answers, hash);
    pthread_mutex_lock(&shard->lock);
    enum answers_added added = add(shard, answer, hash);
    pthread_mutex_unlock(&shard->lock);
    return added;
}

/* -- in order -- */

static int by_stones(const void *a, const void *b)
{
    uint64_t left = stones_at(a);
    uint64_t right = stones_at(b);
    return (left > right) - (left < right);
}

static void sort_shard(struct shard *shard)
{
    size_t count = 0;
    for (size_t i = 0; i < shard->room; i++)
        if (stones_at(&shard->at[i]) != 0)
            shard->at[count++] = shard->at[i];
    assert(count == shard->count && shard->given == 0);
    if (count > 1)
        qsort(shard->at, count, sizeof *shard->at, by_stones);
}

/* Every so many'th shard from the first. */
struct sorter {
    struct konane_answers *answers;
    int first, step;
};

static void sort_part(void *context)
{
    const struct sorter *sorter = context;
    for (int i = sorter->first; i < SHARDS; i += sorter->step)
        sort_shard(&sorter->answers->shard[i]);
}

static uint64_t least_of(const struct konane_answers *answers, int index)
{
    const struct shard *shard = &answers->shard[answers->heap[index]];
    assert(shard->given < shard->count);
    return stones_at(&shard->at[shard->given]);
}

/* Lets the shard at `index` of the heap sink to where it belongs. */
static void sink_from(struct konane_answers *answers, int index)
{
    int *heap = answers->heap;
    for (int child; (child = 2 * index) <= answers->waiting; index = child) {
        child += child < answers->waiting && least_of(answers, child + 1) < least_of(answers, child);
        if (least_of(answers, index) <= least_of(answers, child))
            return;
        int shard = heap[index];
        heap[index] = heap[child];
        heap[child] = shard;
    }
}

void konane_answers_sort(struct konane_answers *answers, int threads)
{
    struct sorter sorters[CREW_MAX];
    void *member[CREW_MAX];
    int count = threads < CREW_MAX ? threads : CREW_MAX;
    for (int i = 0; i < count; i++) {
        sorters[i] = (struct sorter){.answers = answers, .first = i, .step = count};
        member[i] = &sorters[i];
    }
    crew_run_all(count, sort_part, member);
    answers->waiting = 0;
    for (int i = 0; i < SHARDS; i++)
        if (answers->shard[i].count > 0)
            answers->heap[++answers->waiting] = i;
    for (int i = answers->waiting / 2; i > 0; i--)
        sink_from(answers, i);
}

bool konane_answers_next(struct konane_answers *answers, struct konane_answer *answer)
{
    if (answers->waiting == 0)
        return false;
    struct shard *shard = &answers->shard[answers->heap[1]];
    const struct answer_place *place = &shard->at[shard->given++];
    *answer = (struct konane_answer){.stones = stones_at(place), .move = place->move};
    if (shard->given == shard->count)
        answers->heap[1] = answers->heap[answers->waiting--];
    sink_from(answers, 1);
    return true;
}
