#include "adapters/console/inbox.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool make_room(struct inbox *inbox, size_t length)
{
    if (inbox->used + length <= inbox->room)
        return true;
    size_t room = (inbox->used + length) * 2;
    char *bytes = realloc(inbox->bytes, room);
    if (bytes == NULL)
        return false;
    inbox->bytes = bytes;
    inbox->room = room;
    return true;
}

void inbox_put(struct inbox *inbox, const char *line, size_t length)
{
    assert(memchr(line, '\0', length) == NULL);
    pthread_mutex_lock(&inbox->lock);
    if (make_room(inbox, length + 1)) {
        memcpy(inbox->bytes + inbox->used, line, length);
        inbox->used += length;
        inbox->bytes[inbox->used++] = '\0';
    }
    assert(inbox->used <= inbox->room);
    pthread_mutex_unlock(&inbox->lock);
}

size_t inbox_mark(struct inbox *inbox)
{
    pthread_mutex_lock(&inbox->lock);
    size_t mark = inbox->used;
    pthread_mutex_unlock(&inbox->lock);
    return mark;
}

char *inbox_take(struct inbox *inbox, size_t mark, size_t *used)
{
    char *taken = NULL;
    pthread_mutex_lock(&inbox->lock);
    assert(mark <= inbox->used);
    *used = inbox->used - mark;
    if (mark == 0) { /* all there is: no copy */
        taken = inbox->bytes;
        inbox->bytes = NULL;
        inbox->room = 0;
    } else if (*used > 0) {
        taken = malloc(*used);
        if (taken != NULL)
            memcpy(taken, inbox->bytes + mark, *used);
    }
    inbox->used = mark;
    pthread_mutex_unlock(&inbox->lock);
    if (taken != NULL && *used > 0)
        return taken;
    free(taken);
    return NULL;
}

bool inbox_has_error(struct inbox *inbox, size_t mark)
{
    bool found = false;
    pthread_mutex_lock(&inbox->lock);
    assert(mark <= inbox->used);
    for (size_t at = mark; at < inbox->used && !found; at += strlen(inbox->bytes + at) + 1)
        found = strncmp(inbox->bytes + at, "error ", 6) == 0;
    pthread_mutex_unlock(&inbox->lock);
    return found;
}
