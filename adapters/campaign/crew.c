#include "adapters/campaign/crew.h"

#include <assert.h>
#include <stdlib.h>

#include "adapters/wire/ending.h"

struct crew crew_open(int count, struct crew_orders orders)
{
    assert(count > 0);
    return (struct crew){
        .orders = orders, .tasks = ground_take((size_t)count * sizeof(struct task)), .count = count};
}

void crew_close(struct crew *crew)
{
    for (int i = 0; i < crew->count; i++)
        task_drop(&crew->tasks[i]);
    free(crew->tasks);
    *crew = (struct crew){.count = 0};
}

int crew_hand_out(struct crew *crew)
{
    int busy = 0;
    for (int i = 0; i < crew->count; i++) {
        if (crew->tasks[i].state == TASK_IDLE)
            crew->orders.begin(crew->orders.context, &crew->tasks[i], i);
        busy += crew->tasks[i].state != TASK_IDLE;
    }
    return busy;
}

static void take_in(struct crew *crew, int number)
{
    struct task *task = &crew->tasks[number];
    struct string bad = {0};
    if (task->bad.length > 0)
        string_print(&bad, "%s", task->bad.at);
    struct record record = task_take(task);
    crew->orders.keep(crew->orders.context, number, record, bad.at);
    string_free(&bad);
}

void crew_wait(struct crew *crew, int64_t deadline)
{
    struct wire **wires = ground_take((size_t)crew->count * sizeof(struct wire *));
    for (int i = 0; i < crew->count; i++) {
        wires[i] = crew->tasks[i].wire;
        if (wires[i] != NULL && crew->tasks[i].deadline < deadline)
            deadline = crew->tasks[i].deadline;
    }
    wire_wait(wires, crew->count, deadline);
    free(wires);
    for (int i = 0; i < crew->count; i++) {
        task_step(&crew->tasks[i]);
        if (crew->tasks[i].state == TASK_DONE)
            take_in(crew, i);
    }
}

void crew_work(struct crew *crew)
{
    bool hurries = false;
    while (crew_hand_out(crew) > 0) {
        crew_wait(crew, WIRE_FOREVER);
        for (int i = 0; i < crew->count && wire_is_ending() && !hurries; i++)
            task_hurry(&crew->tasks[i]);
        hurries = wire_is_ending();
    }
}
