#include "protocol/queue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/commands.h"
#include "protocol/state.h"

static size_t size_of(const struct queued *queued)
{
    return sizeof *queued + queued->length;
}

static bool is_wall(const struct queued *queued)
{
    return queued->command->when == COMMAND_WAITS;
}

static bool is_stop(const struct queued *queued)
{
    return queued->command->run == command_stop;
}

bool queue_add(struct queue *queue, const struct command *command, const char *line, size_t length)
{
    assert(command != NULL && command->alias_of == NULL);
    struct queued *queued = malloc(sizeof *queued + length);
    if (queued == NULL)
        return false;
    *queued = (struct queued){.command = command, .length = length};
    memcpy(queued->line, line, length);
    assert((queue->first == NULL) == (queue->bytes == 0));
    if (queue->first == NULL)
        queue->first = queued;
    else
        queue->last->next = queued;
    queue->last = queued;
    queue->bytes += size_of(queued);
    queue->walls += is_wall(queued);
    queue->stops += is_stop(queued);
    return true;
}

struct queued *queue_take(struct queue *queue)
{
    struct queued *queued = queue->first;
    assert(queued != NULL && queue->bytes >= size_of(queued));
    queue->first = queued->next;
    queue->bytes -= size_of(queued);
    queue->walls -= is_wall(queued);
    queue->stops -= is_stop(queued);
    assert(queue->walls >= 0 && queue->stops >= 0);
    return queued;
}

int queue_drop(struct queue *queue)
{
    int count = 0;
    for (; queue->first != NULL; count++)
        free(queue_take(queue));
    assert(queue->bytes == 0 && queue->walls == 0 && queue->stops == 0);
    return count;
}
