#include "adapters/campaign/crew.h"

#include <assert.h>
#include <stdlib.h>

void crew_wait(struct task *tasks, int count, int64_t deadline)
{
    struct wire **wires = ground_take((size_t)count * sizeof(struct wire *));
    assert(count > 0);
    for (int i = 0; i < count; i++) {
        wires[i] = tasks[i].wire;
        if (wires[i] != NULL && tasks[i].deadline < deadline)
            deadline = tasks[i].deadline;
    }
    wire_wait(wires, count, deadline);
    free(wires);
    for (int i = 0; i < count; i++)
        task_step(&tasks[i]);
}

/* Gives every idle task a position; how many are at work. */
static int hand_out(struct task *tasks, int jobs, const struct manner *manner,
                    const struct crew_orders *orders)
{
    int busy = 0;
    for (int i = 0; i < jobs; i++) {
        const char *position = tasks[i].state == TASK_IDLE ? orders->next(orders->context) : NULL;
        if (position != NULL)
            task_begin(&tasks[i], manner, i, position);
        busy += tasks[i].state != TASK_IDLE;
    }
    return busy;
}

static void take_in(struct task *task, const struct crew_orders *orders)
{
    struct string bad = {0};
    if (task->bad.length > 0)
        string_print(&bad, "%s", task->bad.at);
    struct record record = task_take(task);
    orders->keep(orders->context, record, bad.at);
    string_free(&bad);
}

void crew_work(const struct manner *manner, int jobs, const struct crew_orders *orders)
{
    assert(jobs > 0);
    struct task *tasks = ground_take((size_t)jobs * sizeof *tasks);
    while (hand_out(tasks, jobs, manner, orders) > 0) {
        crew_wait(tasks, jobs, WIRE_FOREVER);
        for (int i = 0; i < jobs; i++)
            if (tasks[i].state == TASK_DONE)
                take_in(&tasks[i], orders);
    }
    free(tasks);
}
