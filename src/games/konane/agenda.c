#include "games/konane/agenda.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void konane_agenda_open(struct konane_agenda *agenda)
{
    *agenda = (struct konane_agenda){.working = 0};
    pthread_mutex_init(&agenda->lock, NULL);
    pthread_cond_init(&agenda->change, NULL);
}

bool konane_agenda_is_done(const struct konane_agenda *agenda)
{
    assert(agenda->working == 0);
    return agenda->pile.count == 0 && !agenda->is_over;
}

void konane_agenda_close(struct konane_agenda *agenda)
{
    assert(agenda->working == 0 && agenda->idle == 0);
    free(agenda->pile.at);
    pthread_cond_destroy(&agenda->change);
    pthread_mutex_destroy(&agenda->lock);
}

/* -- piles -- */

static bool reserve(struct konane_pile *pile, size_t count)
{
    enum { ROOM_FIRST = 1 << 10 };
    if (count <= pile->room)
        return true;
    size_t room = pile->room > 0 ? pile->room : ROOM_FIRST;
    while (room < count)
        room *= 2;
    struct konane_wanted *larger = realloc(pile->at, room * sizeof *larger);
    if (larger == NULL)
        return false;
    pile->at = larger;
    pile->room = room;
    return true;
}

bool konane_pile_push(struct konane_pile *pile, struct konane_wanted wanted)
{
    if (!reserve(pile, pile->count + 1))
        return false;
    pile->at[pile->count++] = wanted;
    return true;
}

/* Moves the lowest positions of one pile onto the other. */
static bool move_lowest(struct konane_pile *from, size_t count, struct konane_pile *to)
{
    assert(count <= from->count);
    if (!reserve(to, to->count + count))
        return false;
    memcpy(to->at + to->count, from->at, count * sizeof *from->at);
    memmove(from->at, from->at + count, (from->count - count) * sizeof *from->at);
    to->count += count;
    from->count -= count;
    return true;
}

/* -- threads -- */

/* Under the lock. */
static void wait_for_some(struct konane_agenda *agenda)
{
    agenda->idle++;
    while (agenda->pile.count == 0 && agenda->working > 0 && !agenda->is_over)
        pthread_cond_wait(&agenda->change, &agenda->lock);
    agenda->idle--;
}

static bool take_half(struct konane_agenda *agenda, struct konane_pile *own)
{
    size_t half = agenda->pile.count - agenda->pile.count / 2;
    return !agenda->is_over && half > 0 && move_lowest(&agenda->pile, half, own);
}

/* Whoever has worked has a pile, now empty; if nobody works any more that is the end. */
static bool refill(struct konane_agenda *agenda, struct konane_pile *own, bool has_worked)
{
    pthread_mutex_lock(&agenda->lock);
    agenda->working -= has_worked;
    if (agenda->working == 0)
        pthread_cond_broadcast(&agenda->change);
    wait_for_some(agenda);
    bool good = take_half(agenda, own);
    agenda->working += good;
    pthread_mutex_unlock(&agenda->lock);
    return good;
}

bool konane_agenda_take(struct konane_agenda *agenda, struct konane_pile *own, struct konane_wanted *wanted)
{
    if (atomic_load_explicit(&agenda->is_over, memory_order_relaxed))
        own->count = 0;
    if (own->count == 0 && !refill(agenda, own, own->room > 0))
        return false;
    *wanted = own->at[--own->count];
    return true;
}

bool konane_agenda_share(struct konane_agenda *agenda, struct konane_pile *own)
{
    if (atomic_load_explicit(&agenda->idle, memory_order_relaxed) == 0 || own->count < 2)
        return true;
    pthread_mutex_lock(&agenda->lock);
    bool good = move_lowest(own, own->count / 2, &agenda->pile);
    pthread_cond_broadcast(&agenda->change);
    pthread_mutex_unlock(&agenda->lock);
    return good;
}

void konane_agenda_drop(struct konane_agenda *agenda)
{
    pthread_mutex_lock(&agenda->lock);
    agenda->is_over = true;
    pthread_cond_broadcast(&agenda->change);
    pthread_mutex_unlock(&agenda->lock);
}
