#include "adapters/campaign/labour.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/campaign/json.h"
#include "adapters/campaign/share.h"
#include "adapters/wire/words.h"

static void begin(struct labour *labour, const char *id, const char *what, bool proves)
{
    assert(labour_is_free(labour));
    snprintf(labour->id, sizeof labour->id, "%s", id);
    string_clear(&labour->what);
    string_print(&labour->what, "%s", what);
    labour->proves = proves;
    *labour->part = '\0';
}

bool labour_begin_position(struct labour *labour, const struct manner *manner, const char *id,
                           const char *position)
{
    struct string normal = {0};
    bool good = position_normalize(position, &normal);
    if (good) {
        begin(labour, id, normal.at, false);
        task_begin(&labour->task, manner, labour->number, normal.at);
    }
    string_free(&normal);
    return good;
}

bool labour_begin_leaf(struct labour *labour, const struct manner *manner, const char *root, const char *id,
                       char *order)
{
    int64_t number[3]; /* worker, budget, opens */
    static const int64_t most[] = {1 << 20, INT64_MAX, 1};
    for (int i = 0; i < 3; i++) {
        const char *word = wire_word_next(&order);
        if (word == NULL || !wire_number_parse(word, 0, most[i], &number[i]))
            return false;
    }
    const char *fen = order + strspn(order, " ");
    if (*fen == '\0' || strpbrk(fen, "\r\n") != NULL || strchr(fen, ' ') == NULL)
        return false;
    begin(labour, id, fen, true);
    if (!labour->is_open) {
        leaf_open(&labour->leaf, manner, root, labour->number);
        snprintf(labour->lesson, sizeof labour->lesson, "0");
    }
    labour->is_open = true;
    labour->leaf.number = (int)number[0];
    leaf_begin(&labour->leaf, fen, (uint64_t)number[1], number[2] == 1);
    return true;
}

bool labour_is_free(const struct labour *labour)
{
    return *labour->id == '\0';
}

/* -- what it finds -- */

static void begin_result(struct labour *labour, const char *bad)
{
    string_clear(&labour->result);
    string_print(&labour->result, "%s\n%s\n%s\n", labour->id, labour->name, bad);
}

void labour_say(struct labour *labour, const struct record *record, const char *bad)
{
    begin_result(labour, bad);
    record_write(record, &labour->result);
}

static void find_position(struct labour *labour)
{
    struct task *task = &labour->task;
    struct share share;
    labour_say(labour, &task->record, task->bad.length > 0 ? task->bad.at : "");
    if (!share_read(&share, labour->what.at)) /* the proof of a part is where it came from */
        snprintf(labour->part, sizeof labour->part, "%s", task->record.proof);
    struct record record = task_take(task);
    record_free(&record);
}

static void find_leaf(struct labour *labour)
{
    struct leaf *leaf = &labour->leaf;
    bool good = leaf->state == LEAF_DONE;
    begin_result(labour, good ? "" : leaf->why.at);
    string_print(&labour->result, "%s\n%s", good ? leaf->row.at : labour->what.at,
                 leaf->lessons.length > 0 ? leaf->lessons.at : "");
    snprintf(labour->part, sizeof labour->part, "%s", good ? leaf->part : "");
    leaf_rest(leaf);
}

void labour_step(struct labour *labour)
{
    task_step(&labour->task);
    if (labour->is_open)
        leaf_step(&labour->leaf);
    if (labour->task.state == TASK_DONE)
        find_position(labour);
    if (labour->is_open && (labour->leaf.state == LEAF_DONE || labour->leaf.state == LEAF_FAILED))
        find_leaf(labour);
}

void labour_rest(struct labour *labour)
{
    *labour->id = *labour->part = '\0';
    labour->result.length = 0;
}

void labour_drop(struct labour *labour)
{
    task_drop(&labour->task);
    if (labour->is_open)
        leaf_close(&labour->leaf);
    labour->is_open = false;
    labour_rest(labour);
    string_free(&labour->what);
    string_free(&labour->result);
}

/* -- the engine -- */

int64_t labour_heard(const struct labour *labour)
{
    return labour->proves ? labour->leaf.heard : labour->task.heard;
}

void labour_ask_life(struct labour *labour)
{
    struct wire *wire = labour->proves ? labour->leaf.wire : labour->task.wire;
    bool thinks = labour->proves ? labour->leaf.state == LEAF_SOLVING : wire != NULL;
    if (thinks && wire != NULL)
        wire_printf(wire, "isready\n");
}

int labour_wires(const struct labour *labour, struct wire **wires)
{
    int count = labour->is_open ? leaf_wires(&labour->leaf, wires) : 0;
    if (labour->task.wire != NULL)
        wires[count++] = labour->task.wire;
    assert(count <= LEAF_WIRES);
    return count;
}
