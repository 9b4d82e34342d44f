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

#include "base/bits.h"
#include "base/rng.h"
#include "games/angry/solve.h"
#include "games/angry/tour.h"

enum { SCRIPT_ITEMS_MAX = 16, CHUNK = 1 << 14, NO_NODE = -1, NODES_PER_TICK = 512 };

/* A position on the way, packed. */
struct script_node {
    uint64_t cells; /* hen, queen, eggs left, pigs left; see pack() */
    int32_t parent;
    int32_t next; /* in its bucket */
    uint16_t actions;
    uint16_t turns;
    uint8_t move; /* that led here */
};

struct script_slot {
    uint64_t cells; /* 0: empty; the packing is never 0 */
    uint16_t actions;
    uint16_t turns;
};

struct hunt {
    struct angry_quest *quest;
    const struct angry_board *board;
    bool to_the_cap;
    int eggs;
    int pigs;
    uint8_t egg_cell[SCRIPT_ITEMS_MAX];
    uint8_t pig_cell[SCRIPT_ITEMS_MAX];
    uint64_t item[CELLS_MAX];     /* what lies there at the root, as a bit of a packing; 0: nothing */
    struct angry_tour *free_tour; /* over pigs as over ground */
    struct angry_tour **tours;    /* by set of pigs left, made when first wanted */
    size_t bytes;                 /* used */
    struct script_node **chunks;
    int chunk_count;
    int chunk_room;
    int node_count;
    struct script_slot *slots; /* a power of two of them */
    int slot_count;
    int slot_used;
    int32_t *bucket; /* by how much the bound is below the root's */
    int bucket_count;
    int top;           /* the bound of the root, points to come */
    int best;          /* of the ends found, points to come */
    int32_t best_node; /* from which best_move leads there */
    enum angry_move best_move;
    bool is_full;
};

/* -- packing -- */

static uint64_t pack(unsigned hen, unsigned queen, unsigned eggs, unsigned pigs)
{
    assert(hen < CELLS_MAX && queen < CELLS_MAX);
    assert(eggs <= 0xFFFF && pigs <= 0xFFFF);
    return UINT64_C(1) << 63 | (uint64_t)hen << 40 | (uint64_t)queen << 32 | (uint64_t)eggs << 16 | pigs;
}

static unsigned hen_of(uint64_t cells)
{
    return (unsigned)(cells >> 40 & 255);
}

static unsigned queen_of(uint64_t cells)
{
    return (unsigned)(cells >> 32 & 255);
}

static unsigned eggs_of(uint64_t cells)
{
    return (unsigned)(cells >> 16 & 0xFFFF);
}

static unsigned pigs_of(uint64_t cells)
{
    return (unsigned)(cells & 0xFFFF);
}

static unsigned left_of(const struct cells *set, const uint8_t *cell, int count)
{
    unsigned left = 0;
    for (int i = 0; i < count; i++)
        left |= (unsigned)cells_have(set, cell[i]) << i;
    return left;
}

static struct cells cells_left(unsigned left, const uint8_t *cell)
{
    struct cells set = {{0}};
    for (; left != 0; left &= left - 1)
        cells_add(&set, cell[bits_lowest(left)]);
    return set;
}

static uint64_t pack_root(const struct hunt *hunt, const struct angry_position *position)
{
    return pack(position->hen, position->queen, left_of(&position->eggs, hunt->egg_cell, hunt->eggs),
                left_of(&position->pigs, hunt->pig_cell, hunt->pigs));
}

/* A position one move after that of `cells`. */
static uint64_t pack_next(const struct hunt *hunt, uint64_t cells, const struct angry_position *position)
{
    uint64_t left = cells & ~hunt->item[position->hen];
    return pack(position->hen, position->queen, eggs_of(left), pigs_of(left));
}

static struct script_node *node_at(const struct hunt *hunt, int32_t index)
{
    assert(index >= 0 && index < hunt->node_count);
    return &hunt->chunks[index / CHUNK][index % CHUNK];
}

static struct angry_position unpack(const struct hunt *hunt, const struct script_node *node)
{
    struct angry_position position = *hunt->quest->position;
    position.hen = (uint16_t)hen_of(node->cells);
    position.queen = (uint16_t)queen_of(node->cells);
    position.eggs = cells_left(eggs_of(node->cells), hunt->egg_cell);
    position.pigs = cells_left(pigs_of(node->cells), hunt->pig_cell);
    position.actions = node->actions;
    position.turns = node->turns;
    return position;
}

/* -- memory -- */

static void *take_memory(struct hunt *hunt, size_t count, size_t size)
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
        struct script_node *chunk = take_memory(hunt, CHUNK, sizeof *chunk);
        if (chunk == NULL)
            return NO_NODE;
        hunt->chunks[hunt->chunk_count++] = chunk;
    }
    return hunt->node_count++;
}

static struct script_slot *slot_find(struct script_slot *slots, int count, uint64_t cells)
{
    assert(cells != 0 && (count & (count - 1)) == 0);
    uint64_t index = rng_mix(cells);
    for (;; index++) {
        struct script_slot *slot = &slots[index & ((uint64_t)count - 1)];
        if (slot->cells == 0 || slot->cells == cells)
            return slot;
    }
}

static bool slots_grow(struct hunt *hunt)
{
    int count = hunt->slot_count * 2;
    struct script_slot *slots = take_memory(hunt, (size_t)count, sizeof *slots);
    if (slots == NULL)
        return false;
    for (int i = 0; i < hunt->slot_count; i++)
        if (hunt->slots[i].cells != 0)
            *slot_find(slots, count, hunt->slots[i].cells) = hunt->slots[i];
    free(hunt->slots);
    hunt->bytes -= (size_t)hunt->slot_count * sizeof *slots;
    hunt->slots = slots;
    hunt->slot_count = count;
    return true;
}

/* -- the bound -- */

/* The tour past the pigs that are left; NULL: no memory. */
static struct angry_tour *tour_for(struct hunt *hunt, unsigned pigs)
{
    if (hunt->tours[pigs] == NULL) {
        struct cells open = cells_minus(hunt->board->land, cells_left(pigs, hunt->pig_cell));
        size_t bytes = angry_tour_bytes(hunt->eggs);
        if (hunt->bytes + bytes <= hunt->quest->means->bytes)
            hunt->tours[pigs] =
                angry_tour_create(&open, hunt->egg_cell, hunt->eggs, hunt->quest->position->slingshot);
        if (hunt->tours[pigs] == NULL)
            hunt->is_full = true;
        else
            hunt->bytes += bytes;
    }
    return hunt->tours[pigs];
}

static int turns_left(const struct hunt *hunt, const struct script_node *node)
{
    int actions = hunt->board->cap - node->actions;
    int turns = 2 * hunt->board->cap - node->turns;
    return actions < turns ? actions : turns;
}

/* What `tour` promises from a node on. */
static int promise(const struct hunt *hunt, const struct angry_tour *tour, const struct script_node *node)
{
    unsigned hen = hen_of(node->cells);
    unsigned eggs = eggs_of(node->cells);
    if (!hunt->to_the_cap)
        return angry_tour_value(tour, hen, eggs);
    int left = turns_left(hunt, node);
    return ANGRY_ITEM * angry_tour_count(tour, hen, eggs, left) - left + ANGRY_LOSS;
}

/* Points to come from a node on are at most these. */
static int bound(struct hunt *hunt, const struct script_node *node)
{
    const struct angry_tour *tour = tour_for(hunt, pigs_of(node->cells));
    if (tour == NULL)
        return promise(hunt, hunt->free_tour, node);
    int value = promise(hunt, tour, node);
    if (pigs_of(node->cells) != 0) {
        int with_pig = promise(hunt, hunt->free_tour, node) - ANGRY_ITEM;
        value = with_pig > value ? with_pig : value;
    }
    return value;
}

/* Points of the way from the root to a node. */
static int gained(const struct hunt *hunt, const struct script_node *node)
{
    int eggs = hunt->eggs - bits_count(eggs_of(node->cells));
    int pigs = hunt->pigs - bits_count(pigs_of(node->cells));
    return ANGRY_ITEM * (eggs - pigs) - (node->actions - hunt->quest->position->actions);
}

/* -- the search -- */

static bool is_dominated(const struct script_slot *slot, const struct script_node *node)
{
    return slot->cells == node->cells && slot->actions <= node->actions && slot->turns <= node->turns;
}

static uint64_t slot_name(const struct hunt *hunt, const struct script_node *node)
{
    return hunt->to_the_cap ? node->cells ^ (uint64_t)node->actions << 48 : node->cells;
}

/* True if the node is new or better than what was known of its cells. */
static bool note_node(struct hunt *hunt, const struct script_node *node)
{
    if (2 * hunt->slot_used >= hunt->slot_count && !slots_grow(hunt))
        return false;
    struct script_node named = *node;
    named.cells = slot_name(hunt, node);
    struct script_slot *slot = slot_find(hunt->slots, hunt->slot_count, named.cells);
    if (is_dominated(slot, &named))
        return false;
    bool improves = slot->cells == 0 || (named.actions <= slot->actions && named.turns <= slot->turns);
    hunt->slot_used += slot->cells == 0;
    if (improves)
        *slot = (struct script_slot){.cells = named.cells, .actions = named.actions, .turns = named.turns};
    return true;
}

/* Another way to the same cells has been found since. */
static bool is_stale(const struct hunt *hunt, const struct script_node *node)
{
    const struct script_slot *slot = slot_find(hunt->slots, hunt->slot_count, slot_name(hunt, node));
    return slot->cells != 0 && slot->actions <= node->actions && slot->turns <= node->turns &&
           (slot->actions != node->actions || slot->turns != node->turns);
}

static void push(struct hunt *hunt, const struct script_node *node)
{
    int total = gained(hunt, node) + bound(hunt, node);
    if (total <= hunt->best || !note_node(hunt, node))
        return;
    int32_t index = node_new(hunt);
    if (index == NO_NODE)
        return;
    int below = hunt->top - total;
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
    assert(hen_of(node->cells) != queen_of(node->cells));
    struct angry_position position = unpack(hunt, node);
    if (hunt->board->pass) /* she may sit out the rest */
        take_end(hunt, index, ANGRY_PASS, gained(hunt, node) + ANGRY_LOSS);
    move_t at[ANGRY_MOVES];
    int count = angry_list(hunt->board, &position, at);
    for (int i = 0; i < count && !hunt->is_full; i++)
        try_move(hunt, index, &position, (enum angry_move)at[i]);
}

/* The line to the best end. */
static void read_line(const struct hunt *hunt, struct angry_bounds *line)
{
    assert(hunt->best_node != NO_NODE);
    int count = 1;
    for (int32_t at = hunt->best_node; node_at(hunt, at)->parent != NO_NODE; at = node_at(hunt, at)->parent)
        count++;
    line->pv_count = count < PV_MAX ? count : PV_MAX;
    int place = count - 1;
    if (place < PV_MAX)
        line->pv[place] = (move_t)hunt->best_move;
    for (int32_t at = hunt->best_node; place > 0; at = node_at(hunt, at)->parent) {
        place--;
        if (place < PV_MAX)
            line->pv[place] = node_at(hunt, at)->move;
    }
}

/* Best first until no bound exceeds the best end; false if stopped or out of memory. `ceiling` is what is
 * left possible. */
static bool search(struct hunt *hunt, int *ceiling)
{
    struct job *job = hunt->quest->job;
    uint64_t visited = 0;
    for (int below = 0; below < hunt->bucket_count; below++) {
        *ceiling = hunt->top - below;
        while (hunt->bucket[below] != NO_NODE && *ceiling > hunt->best) {
            int32_t index = hunt->bucket[below];
            hunt->bucket[below] = node_at(hunt, index)->next;
            if (is_stale(hunt, node_at(hunt, index)))
                continue;
            expand(hunt, index);
            if (hunt->is_full)
                return false;
            if (++visited % NODES_PER_TICK == 0 && job_tick(job, NODES_PER_TICK))
                return false;
        }
        if (*ceiling <= hunt->best)
            break;
    }
    *ceiling = hunt->best;
    return !job_tick(job, visited % NODES_PER_TICK);
}

/* -- setting out -- */

enum { SLOTS_FIRST = 1 << 12, CHUNKS_MAX = 1 << 13, NOTHING_FOUND = -POINTS_MAX };

static int list_set(struct cells set, uint8_t cell[SCRIPT_ITEMS_MAX])
{
    int count = 0;
    while (!cells_empty(&set))
        cell[count++] = (uint8_t)cells_take(&set);
    return count;
}

static bool open_buckets(struct hunt *hunt, const struct script_node *root)
{
    hunt->top = bound(hunt, root);
    int worst = ANGRY_LOSS - hunt->board->cap - ANGRY_ITEM * hunt->pigs;
    hunt->bucket_count = hunt->top - worst + 1;
    assert(hunt->bucket_count > 0);
    hunt->bucket = take_memory(hunt, (size_t)hunt->bucket_count, sizeof *hunt->bucket);
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
    hunt->eggs = list_set(quest->position->eggs, hunt->egg_cell);
    hunt->pigs = list_set(quest->position->pigs, hunt->pig_cell);
    for (int egg = 0; egg < hunt->eggs; egg++)
        hunt->item[hunt->egg_cell[egg]] = pack(0, 0, 1u << egg, 0) & ~pack(0, 0, 0, 0);
    for (int pig = 0; pig < hunt->pigs; pig++)
        hunt->item[hunt->pig_cell[pig]] = pack(0, 0, 0, 1u << pig) & ~pack(0, 0, 0, 0);
    hunt->tours = take_memory(hunt, (size_t)1 << hunt->pigs, sizeof *hunt->tours);
    hunt->chunks = take_memory(hunt, CHUNKS_MAX, sizeof *hunt->chunks);
    hunt->slots = take_memory(hunt, SLOTS_FIRST, sizeof *hunt->slots);
    hunt->free_tour =
        angry_tour_create(&hunt->board->land, hunt->egg_cell, hunt->eggs, quest->position->slingshot);
    if (hunt->is_full || hunt->free_tour == NULL)
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
    for (int i = 0; hunt->tours != NULL && i < 1 << hunt->pigs; i++)
        angry_tour_destroy(hunt->tours[i]);
    angry_tour_destroy(hunt->free_tour);
    free(hunt->tours);
    free(hunt->chunks);
    free(hunt->slots);
    free(hunt->bucket);
}

/* One of the two searches; `ceiling` bounds what it could have found, `best` and `line` are what it did. */
static void hunt_ends(struct angry_quest *quest, bool to_the_cap, int *ceiling, int *best,
                      struct angry_bounds *line)
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
    struct angry_bounds line = {.pv_count = 0};
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
