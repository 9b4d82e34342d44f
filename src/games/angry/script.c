/* The scripted queen: the hen alone decides, so her best score is a shortest path with prizes.
 *
 * Two searches, both best first with a bound from the game without a queen (tour.h), so that the first end
 * which no bound exceeds is the best there is.
 *   To an end: the slingshot, a capture, or (pass=on) giving up. Of two ways to the same cells and items the
 * one with fewer actions and turns is never worse, so the other is dropped.
 *   To the cap: a loss because nothing is left costs the same actions whatever she does, so it is worth more
 * to come late. There a position is one only together with its counter. Without passes the counter is one:
 * a hen who must pass has the queen before her and is captured. */
#include <stdlib.h>

#include "base/rng.h"
#include "games/angry/script.h"

enum { CHUNK = 1 << 14, NO_NODE = -1, NODES_PER_TICK = 512 };

/* -- packing -- */

static unsigned left_of(const struct cells *set, const uint8_t *cell, int count)
{
    unsigned left = 0;
    for (int i = 0; i < count; i++)
        left |= (unsigned)cells_have(set, cell[i]) << i;
    return left;
}

static uint64_t pack_root(const struct hunt *hunt, const struct angry_position *position)
{
    return script_pack(position, left_of(&position->eggs, hunt->egg_cell, hunt->eggs),
                       left_of(&position->pigs, hunt->pig_cell, hunt->pigs));
}

/* A position one move after that of `cells`. */
static uint64_t pack_next(const struct hunt *hunt, uint64_t cells, const struct angry_position *position)
{
    uint64_t left = cells & ~hunt->item[position->hen];
    return script_pack(position, script_eggs(left), script_pigs(left));
}

static struct script_node *node_at(const struct hunt *hunt, int32_t index)
{
    assert(index >= 0 && index < hunt->node_count);
    return &hunt->chunks[index / CHUNK][index % CHUNK];
}

static struct angry_position unpack(const struct hunt *hunt, const struct script_node *node)
{
    struct angry_position position = *hunt->quest->position;
    position.hen = (uint16_t)script_hen(node->cells);
    position.queen = (uint16_t)script_queen(node->cells);
    position.eggs = cells_chosen(hunt->egg_cell, script_eggs(node->cells));
    position.pigs = cells_chosen(hunt->pig_cell, script_pigs(node->cells));
    if (hunt->board->bird) {
        position.bird = (uint16_t)script_bird(node->cells);
        position.side = script_bird_moves(node->cells) ? ANGRY_BIRD : ANGRY_HEN;
    }
    position.actions = node->actions;
    position.turns = node->turns;
    return position;
}

/* -- memory -- */

void *angry_hunt_take(struct hunt *hunt, size_t count, size_t size)
{
    void *memory = hunt->bytes + count * size <= hunt->quest->means->bytes ? calloc(count, size) : NULL;
    if (memory == NULL)
        hunt->is_full = true;
    else
        hunt->bytes += count * size;
    return memory;
}

/* A new node, or NO_NODE. */
static int32_t node_new(struct hunt *hunt)
{
    if (hunt->node_count == hunt->chunk_count * CHUNK) {
        if (hunt->chunk_count == hunt->chunk_room)
            return NO_NODE;
        struct script_node *chunk = angry_hunt_take(hunt, CHUNK, sizeof *chunk);
        if (chunk == NULL)
            return NO_NODE;
        hunt->chunks[hunt->chunk_count++] = chunk;
    }
    return hunt->node_count++;
}

static struct script_slot *slot_find(struct script_slot *slots, int count, uint64_t cells, uint32_t when)
{
    assert(cells != 0 && (count & (count - 1)) == 0);
    uint64_t index = rng_mix(cells ^ rng_mix(when));
    for (;; index++) {
        struct script_slot *slot = &slots[index & ((uint64_t)count - 1)];
        if (slot->cells == 0 || (slot->cells == cells && slot->when == when))
            return slot;
    }
}

static bool slots_grow(struct hunt *hunt)
{
    int count = hunt->slot_count * 2;
    struct script_slot *slots = angry_hunt_take(hunt, (size_t)count, sizeof *slots);
    if (slots == NULL)
        return false;
    for (int i = 0; i < hunt->slot_count; i++)
        if (hunt->slots[i].cells != 0)
            *slot_find(slots, count, hunt->slots[i].cells, hunt->slots[i].when) = hunt->slots[i];
    free(hunt->slots);
    hunt->bytes -= (size_t)hunt->slot_count * sizeof *slots;
    hunt->slots = slots;
    hunt->slot_count = count;
    return true;
}

/* Points of the way from the root to a node. */
static int gained(const struct hunt *hunt, const struct script_node *node)
{
    int eggs = hunt->eggs - bits_count(script_eggs(node->cells));
    int pigs = hunt->pigs - bits_count(script_pigs(node->cells));
    return ANGRY_ITEM * (eggs - pigs) - (node->actions - hunt->quest->position->actions);
}

/* -- the search -- */

static uint32_t when_of(const struct hunt *hunt, const struct script_node *node)
{
    return hunt->to_the_cap ? (uint32_t)node->actions << 16 | node->turns : 0;
}

/* What is known of a node's position. */
static struct script_slot *slot_of(const struct hunt *hunt, const struct script_node *node)
{
    return slot_find(hunt->slots, hunt->slot_count, node->cells, when_of(hunt, node));
}

static bool is_dominated(const struct script_slot *slot, const struct script_node *node)
{
    return slot->cells != 0 && slot->actions <= node->actions && slot->turns <= node->turns;
}

/* True if the node is new or better than what was known of its cells. */
static bool note_node(struct hunt *hunt, const struct script_node *node)
{
    if (2 * hunt->slot_used >= hunt->slot_count && !slots_grow(hunt))
        return false;
    struct script_slot *slot = slot_of(hunt, node);
    if (is_dominated(slot, node))
        return false;
    bool improves = slot->cells == 0 || (node->actions <= slot->actions && node->turns <= slot->turns);
    hunt->slot_used += slot->cells == 0;
    if (improves)
        *slot = (struct script_slot){.cells = node->cells,
                                     .when = when_of(hunt, node),
                                     .actions = node->actions,
                                     .turns = node->turns};
    return true;
}

/* Another way to the same cells has been found since. */
static bool is_stale(const struct hunt *hunt, const struct script_node *node)
{
    const struct script_slot *slot = slot_of(hunt, node);
    return is_dominated(slot, node) && (slot->actions != node->actions || slot->turns != node->turns);
}

static void push(struct hunt *hunt, const struct script_node *node)
{
    int total = gained(hunt, node) + angry_bound(hunt, node);
    if (total <= hunt->best || !note_node(hunt, node))
        return;
    int32_t index = node_new(hunt);
    if (index == NO_NODE)
        return;
    int below = hunt->top - total; /* a bound may rise by what the bird's next step costs or not */
    below = below < hunt->bucket_now ? hunt->bucket_now : below;
    assert(below >= 0 && below < hunt->bucket_count);
    struct script_node *kept = node_at(hunt, index);
    *kept = *node;
    kept->next = hunt->bucket[below];
    hunt->bucket[below] = index;
}

/* An end: from `parent` by `move`, worth `value` points from the root. */
static void take_end(struct hunt *hunt, int32_t parent, enum angry_move move, int value)
{
    if (value <= hunt->best)
        return;
    hunt->best = value;
    hunt->best_node = parent;
    hunt->best_move = move;
}

static bool is_end_wanted(const struct hunt *hunt, const struct angry_position *position)
{
    bool ran_out = position->hen != NOWHERE && !angry_won(position);
    return hunt->to_the_cap == ran_out || hunt->board->pass;
}

/* Neither hen nor bird has a step; nobody comes near her, so nothing will ever change. The bird's pass is the
 * last of what is shown. */
static bool is_frozen(const struct hunt *hunt, const struct angry_position *from,
                      const struct angry_position *to)
{
    return hunt->board->bird && from->side == ANGRY_BIRD && from->bird == to->bird &&
           from->queen == to->queen && angry_stuck(hunt->board, to);
}

static void try_move(struct hunt *hunt, int32_t parent, const struct angry_position *from,
                     enum angry_move move)
{
    struct angry_position position = *from;
    angry_play(hunt->board, &position, move);
    if (angry_over(hunt->board, &position)) {
        int64_t value =
            angry_points(hunt->board, &position) - angry_points(hunt->board, hunt->quest->position);
        if (is_end_wanted(hunt, &position))
            take_end(hunt, parent, move, (int)value);
        return;
    }
    if (is_frozen(hunt, from, &position)) {
        take_end(hunt, parent, move, gained(hunt, node_at(hunt, parent)) + ANGRY_LOSS);
        return;
    }
    struct script_node node = {.cells = pack_next(hunt, node_at(hunt, parent)->cells, &position),
                               .parent = parent,
                               .actions = position.actions,
                               .turns = position.turns,
                               .move = (uint8_t)move};
    push(hunt, &node);
}

static void expand(struct hunt *hunt, int32_t index)
{
    const struct script_node *node = node_at(hunt, index);
    assert(script_hen(node->cells) != script_queen(node->cells));
    struct angry_position position = unpack(hunt, node);
    if (hunt->board->pass) /* she may sit out the rest */
        take_end(hunt, index, ANGRY_PASS, gained(hunt, node) + ANGRY_LOSS);
    move_t at[ANGRY_MOVES];
    int count = angry_list(hunt->board, &position, at);
    for (int i = 0; i < count && !hunt->is_full; i++)
        try_move(hunt, index, &position, (enum angry_move)at[i]);
}

/* The line to the best end. */
static void read_line(const struct hunt *hunt, struct line *line)
{
    assert(hunt->best_node != NO_NODE);
    int count = 1;
    for (int32_t at = hunt->best_node; node_at(hunt, at)->parent != NO_NODE; at = node_at(hunt, at)->parent)
        count++;
    line->count = count < PV_MAX ? count : PV_MAX;
    int place = count - 1;
    if (place < PV_MAX)
        line->at[place] = (move_t)hunt->best_move;
    for (int32_t at = hunt->best_node; place > 0; at = node_at(hunt, at)->parent) {
        place--;
        if (place < PV_MAX)
            line->at[place] = node_at(hunt, at)->move;
    }
}

/* Whether it is time to tick: a tour takes as long as a thousand nodes. */
static bool is_due(const struct hunt *hunt, uint64_t untold)
{
    return untold >= NODES_PER_TICK || hunt->has_new_tour;
}

/* Best first until no bound exceeds the best end; false if stopped or out of memory. `ceiling` is what is
 * left possible. */
static bool search(struct hunt *hunt, int *ceiling)
{
    struct job *job = hunt->quest->job;
    uint64_t untold = 0;
    for (int below = 0; below < hunt->bucket_count; below++) {
        hunt->bucket_now = below;
        *ceiling = hunt->top - below;
        while (hunt->bucket[below] != NO_NODE && *ceiling > hunt->best) {
            int32_t index = hunt->bucket[below];
            hunt->bucket[below] = node_at(hunt, index)->next;
            if (is_stale(hunt, node_at(hunt, index)))
                continue;
            expand(hunt, index);
            if (hunt->is_full)
                return false;
            untold++;
            if (is_due(hunt, untold) && job_tick(job, untold))
                return false;
            untold = is_due(hunt, untold) ? 0 : untold;
            hunt->has_new_tour = false;
        }
        if (*ceiling <= hunt->best)
            break;
    }
    *ceiling = hunt->best;
    return !job_tick(job, untold);
}

/* -- setting out -- */

enum { SLOTS_FIRST = 1 << 12, CHUNKS_MAX = 1 << 13, NOTHING_FOUND = -POINTS_MAX };

static bool open_buckets(struct hunt *hunt, const struct script_node *root)
{
    hunt->top = angry_bound(hunt, root);
    int worst = ANGRY_LOSS - hunt->board->cap - hunt->board->bird - ANGRY_ITEM * hunt->pigs;
    hunt->bucket_count = hunt->top - worst + 1;
    assert(hunt->bucket_count > 0);
    hunt->bucket = angry_hunt_take(hunt, (size_t)hunt->bucket_count, sizeof *hunt->bucket);
    if (hunt->bucket == NULL)
        return false;
    for (int below = 0; below < hunt->bucket_count; below++)
        hunt->bucket[below] = NO_NODE;
    return true;
}

static bool hunt_open(struct hunt *hunt, struct angry_quest *quest, bool to_the_cap, int best)
{
    *hunt = (struct hunt){.quest = quest,
                          .board = quest->board,
                          .to_the_cap = to_the_cap,
                          .chunk_room = CHUNKS_MAX,
                          .slot_count = SLOTS_FIRST,
                          .best = best,
                          .best_node = NO_NODE};
    hunt->eggs = cells_list(quest->position->eggs, hunt->egg_cell);
    hunt->pigs = cells_list(quest->position->pigs, hunt->pig_cell);
    for (int egg = 0; egg < hunt->eggs; egg++)
        hunt->item[hunt->egg_cell[egg]] = UINT64_C(1) << egg << 16;
    for (int pig = 0; pig < hunt->pigs; pig++)
        hunt->item[hunt->pig_cell[pig]] = UINT64_C(1) << pig;
    hunt->chunks = angry_hunt_take(hunt, CHUNKS_MAX, sizeof *hunt->chunks);
    hunt->slots = angry_hunt_take(hunt, SLOTS_FIRST, sizeof *hunt->slots);
    if (hunt->is_full || !angry_bound_open(hunt))
        return false;
    struct script_node root = {.cells = pack_root(hunt, quest->position),
                               .parent = NO_NODE,
                               .actions = quest->position->actions,
                               .turns = quest->position->turns};
    if (!open_buckets(hunt, &root))
        return false;
    push(hunt, &root);
    return true;
}

static void hunt_close(struct hunt *hunt)
{
    for (int i = 0; i < hunt->chunk_count; i++)
        free(hunt->chunks[i]);
    angry_bound_close(hunt);
    free(hunt->chunks);
    free(hunt->slots);
    free(hunt->bucket);
}

/* One of the two searches; `ceiling` bounds what it could have found, `best` and `line` are what it did. */
static void hunt_ends(struct angry_quest *quest, bool to_the_cap, int *ceiling, int *best, struct line *line)
{
    struct hunt hunt;
    bool opened = hunt_open(&hunt, quest, to_the_cap, *best);
    *ceiling = opened ? hunt.top : POINTS_MAX;
    if (opened)
        search(&hunt, ceiling);
    if (hunt.is_full || !opened)
        quest->lacks_memory = true;
    if (hunt.best_node != NO_NODE) {
        *best = hunt.best;
        read_line(&hunt, line);
    }
    hunt_close(&hunt);
}

void angry_solve_script(struct angry_quest *quest)
{
    const struct angry_position *position = quest->position;
    if (cells_count(&position->eggs) > SCRIPT_ITEMS_MAX || cells_count(&position->pigs) > SCRIPT_ITEMS_MAX) {
        quest->job->note(quest->job->context, "angry: too many eggs or pigs to solve");
        return;
    }
    struct line line = {.count = 0};
    int best = NOTHING_FOUND;
    int ceiling;
    hunt_ends(quest, false, &ceiling, &best, &line);
    if (!quest->board->pass) {
        int late_ceiling;
        hunt_ends(quest, true, &late_ceiling, &best, &line);
        ceiling = late_ceiling > ceiling ? late_ceiling : ceiling;
    }
    if (best == NOTHING_FOUND)
        return;
    bool proven = ceiling <= best;
    angry_quest_bound(quest, &line, best, true, proven);
    if (!proven && ceiling < POINTS_MAX)
        angry_quest_bound(quest, &line, ceiling, false, true);
}
