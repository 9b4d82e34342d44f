#include "adapters/campaign/graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/campaign/json.h"
#include "adapters/wire/words.h"

enum {
    OTHERS_SHARE = 8,   /* of the easier children one part in so many counts */
    VISITOR_SHARE = 32, /* each visitor makes a child look worse by one part in so many */
    STAY_SHARE = 10     /* a worker stays below its own child until that is worse by one part in so many */
};

/* -- nodes -- */

static int graph_node_of(struct graph *graph, const char *fen)
{
    long known = index_find(&graph->by_fen, fen);
    if (known != INDEX_NONE)
        return (int)known;
    if (graph->count == graph->room) {
        graph->room = graph->room * 2 + 256;
        graph->at = ground_grow(graph->at, (size_t)graph->room * sizeof *graph->at);
    }
    struct graph_node *node = &graph->at[graph->count];
    *node = (struct graph_node){.fen = ground_copy(fen), .numbers = {1, 1}, .owner = GRAPH_NOBODY};
    index_set(&graph->by_fen, node->fen, graph->count);
    return graph->count++;
}

struct graph graph_create(const char *root, struct graph_images images)
{
    struct graph graph = {.images = images};
    graph_node_of(&graph, root);
    return graph;
}

void graph_free(struct graph *graph)
{
    for (int i = 0; i < graph->count; i++) {
        struct graph_node *node = &graph->at[i];
        for (int j = 0; j < node->edge_count; j++)
            free(node->edges[j].move);
        free(node->edges);
        free(node->parents);
        free(node->fen);
        free(node->part);
    }
    free(graph->at);
    index_free(&graph->by_fen);
    *graph = (struct graph){0};
}

bool graph_is_final(const struct graph_node *node)
{
    return node->numbers.phi == 0 || node->numbers.delta == 0;
}

bool graph_is_won(const struct graph_node *node)
{
    assert(graph_is_final(node));
    return node->numbers.phi == 0;
}

static struct graph_numbers final_numbers(bool won)
{
    return won ? (struct graph_numbers){0, GRAPH_INFINITE} : (struct graph_numbers){GRAPH_INFINITE, 0};
}

/* -- numbers -- */

static struct graph_numbers join_children(const struct graph *graph, const struct graph_node *node)
{
    uint32_t least = GRAPH_INFINITE;
    uint64_t largest = 0, sum = 0;
    assert(node->edge_count > 0);
    for (int i = 0; i < node->edge_count; i++) {
        if (node->edges[i].is_image)
            continue;
        struct graph_numbers child = graph->at[node->edges[i].child].numbers;
        least = child.delta < least ? child.delta : least;
        largest = child.phi > largest ? child.phi : largest;
        sum += child.phi;
    }
    if (least == 0)
        return final_numbers(true);
    if (least == GRAPH_INFINITE) /* every child is won for its mover */
        return final_numbers(false);
    uint64_t delta = largest + (sum - largest) / OTHERS_SHARE;
    return (struct graph_numbers){least, delta < GRAPH_INFINITE ? (uint32_t)delta : GRAPH_INFINITE - 1};
}

/* A node has new numbers: so may all above it. */
static void update_above(struct graph *graph, int from)
{
    int room = 64, count = 0;
    int *open = ground_take((size_t)room * sizeof *open);
    open[count++] = from;
    while (count > 0) {
        const struct graph_node *node = &graph->at[open[--count]];
        for (int i = 0; i < node->parent_count; i++) {
            struct graph_node *parent = &graph->at[node->parents[i]];
            struct graph_numbers old = parent->numbers;
            if (parent->part == NULL)
                parent->numbers = join_children(graph, parent);
            if (parent->numbers.phi == old.phi && parent->numbers.delta == old.delta)
                continue;
            if (count == room)
                open = ground_grow(open, (size_t)(room *= 2) * sizeof *open);
            open[count++] = node->parents[i];
        }
    }
    free(open);
}

/* -- rows -- */

static bool read_word(char **rest, uint32_t *number)
{
    const char *word = wire_word_next(rest);
    int64_t value = 0;
    if (word == NULL || (strcmp(word, "inf") != 0 && !wire_number_parse(word, 0, GRAPH_INFINITE - 1, &value)))
        return false;
    *number = strcmp(word, "inf") == 0 ? GRAPH_INFINITE : (uint32_t)value;
    return true;
}

/* "PHI DELTA WORK" */
static bool read_numbers(char **rest, struct graph_numbers *numbers, uint64_t *work)
{
    int64_t value;
    if (!read_word(rest, &numbers->phi) || !read_word(rest, &numbers->delta))
        return false;
    const char *word = wire_word_next(rest);
    if (word == NULL || !wire_number_parse(word, 0, INT64_MAX, &value))
        return false;
    *work = (uint64_t)value;
    return true;
}

/* What an engine says is decided, but nobody has checked: as near to it as can be. */
static struct graph_numbers claimed(struct graph_numbers told)
{
    return told.phi == 0     ? (struct graph_numbers){1, GRAPH_INFINITE - 1}
           : told.delta == 0 ? (struct graph_numbers){GRAPH_INFINITE - 1, 1}
                             : told;
}

static void add_parent(struct graph_node *child, int parent)
{
    for (int i = 0; i < child->parent_count; i++)
        if (child->parents[i] == parent)
            return;
    child->parents = ground_grow(child->parents, (size_t)(child->parent_count + 1) * sizeof *child->parents);
    child->parents[child->parent_count++] = parent;
}

/* The position that stands for this one. */
static void find_image(const struct graph *graph, const char *fen, struct string *canonical)
{
    string_clear(canonical);
    if (graph->images.context != NULL)
        graph->images.print(graph->images.context, fen, canonical);
    else
        string_print(canonical, "%s", fen);
}

static bool has_edge(const struct graph_node *node, int child)
{
    for (int i = 0; i < node->edge_count; i++)
        if (node->edges[i].child == child)
            return true;
    return false;
}

/* "MOVE PHI DELTA WORK FEN" */
static bool add_child(struct graph *graph, int parent, int owner, char *words)
{
    struct graph_numbers told;
    struct string canonical = {0};
    uint64_t work;
    const char *move = wire_word_next(&words);
    if (move == NULL || !read_numbers(&words, &told, &work))
        return false;
    words += strspn(words, " ");
    if (*words == '\0')
        return false;
    find_image(graph, words, &canonical);
    int number = graph_node_of(graph, canonical.at);
    string_free(&canonical);
    struct graph_node *child = &graph->at[number];
    struct graph_node *node = &graph->at[parent];
    if (child->edge_count == 0 && !graph_is_final(child) && work >= child->work) {
        child->numbers = claimed(told); /* whoever has worked more on it knows better */
        child->work = work;
        child->owner = owner;
    }
    add_parent(child, parent);
    bool is_image = has_edge(node, number);
    node->edges = ground_grow(node->edges, (size_t)(node->edge_count + 1) * sizeof *node->edges);
    node->edges[node->edge_count++] =
        (struct graph_edge){.move = ground_copy(move), .child = number, .is_image = is_image};
    return number != parent;
}

struct row {
    struct string fen, part, numbers, word;
    bool is_final, won, over;
    uint64_t nodes;
    int worker;
    struct json children; /* a reader that stands at their list */
    bool has_children;
};

static void read_row_member(struct json *json, struct row *row, const char *name)
{
    if (strcmp(name, "job") == 0)
        json_get_text(json, &row->fen);
    else if (strcmp(name, "nodes") == 0)
        row->nodes = (uint64_t)json_get_number(json);
    else if (strcmp(name, "worker") == 0)
        row->worker = (int)json_get_number(json);
    else if (strcmp(name, "proof") == 0)
        json_get_text(json, &row->part);
    else if (strcmp(name, "numbers") == 0)
        json_get_text(json, &row->numbers);
    else if (strcmp(name, "over") == 0)
        row->over = json_get_bool(json);
    else if (strcmp(name, "won") == 0)
        row->won = json_get_bool(json), row->is_final = true;
    else if (strcmp(name, "children") == 0) {
        row->children = *json;
        row->has_children = true;
        json_skip(json);
    } else
        json_skip(json);
}

static bool take_children(struct graph *graph, int number, struct row *row)
{
    struct json json = row->children;
    bool good = true;
    if (graph->at[number].edge_count > 0) /* done twice: the first one counts */
        return true;
    json_open(&json, '[');
    while (good && json_element(&json)) {
        json_get_text(&json, &row->word);
        good = !json.bad && add_child(graph, number, row->worker, row->word.at);
    }
    return good && !json.bad && graph->at[number].edge_count > 0;
}

static bool take_numbers(struct graph_node *node, struct row *row)
{
    struct graph_numbers told;
    uint64_t work;
    char *words = row->numbers.at;
    if (words == NULL || !read_numbers(&words, &told, &work))
        return false;
    if (node->edge_count == 0 && !graph_is_final(node)) {
        node->numbers = claimed(told);
        node->work = work;
        node->jobs++;
    }
    return true;
}

/* Of an image of what would be asked for: as files have it that are older than images. */
static bool is_of_image(const struct graph *graph, const struct row *row)
{
    struct string canonical = {0};
    find_image(graph, row->fen.length == 0 ? "" : row->fen.at, &canonical);
    bool is_other = row->fen.length > 0 && strcmp(canonical.at, row->fen.at) != 0;
    string_free(&canonical);
    return is_other;
}

static bool take_row(struct graph *graph, struct row *row)
{
    long number = row->fen.length == 0 ? INDEX_NONE : index_find(&graph->by_fen, row->fen.at);
    if (number == INDEX_NONE || (row->is_final && row->part.length == 0 && !row->over))
        return false;
    if (!row->is_final && !take_numbers(&graph->at[number], row))
        return false;
    if (row->has_children && !take_children(graph, (int)number, row))
        return false;
    struct graph_node *node = &graph->at[number];
    node->owner = row->worker;
    if (row->is_final && node->part == NULL) {
        node->numbers = final_numbers(row->won);
        node->is_presumed = false;
        node->is_over = row->over;
        node->part = row->over ? NULL : ground_copy(row->part.at);
    } else if (node->edge_count > 0 && node->part == NULL) {
        node->numbers = join_children(graph, node);
    }
    graph->nodes += row->nodes;
    graph->jobs++;
    update_above(graph, (int)number);
    return true;
}

bool graph_take_row(struct graph *graph, const char *line, size_t length)
{
    struct row row = {.worker = GRAPH_NOBODY};
    struct json json = json_read(line, length);
    json_open(&json, '{');
    while (!json.bad && json_member(&json, &row.word))
        read_row_member(&json, &row, row.word.at);
    bool good = json_ended(&json) && (is_of_image(graph, &row) || take_row(graph, &row));
    string_free(&row.fen);
    string_free(&row.part);
    string_free(&row.numbers);
    string_free(&row.word);
    return good;
}

/* -- before a proof is read -- */

void graph_presume(struct graph *graph, int leaf, bool won)
{
    struct graph_node *node = &graph->at[leaf];
    if (graph_is_final(node))
        return;
    node->before = node->numbers;
    node->numbers = final_numbers(won);
    node->is_presumed = true;
    update_above(graph, leaf);
}

void graph_retract(struct graph *graph, int leaf)
{
    struct graph_node *node = &graph->at[leaf];
    if (!node->is_presumed)
        return;
    node->numbers = node->before;
    node->is_presumed = false;
    update_above(graph, leaf);
}

/* -- choosing -- */

/* How the child looks to a worker: visitors make it worse, its own footprints better. Where all children must be
 * decided in the end, as in a position that is probably lost, it is no loss to stay with one's own much longer. */
static uint64_t looks(const struct graph_node *child, int worker, bool is_lost)
{
    uint64_t value = (uint64_t)child->numbers.delta * VISITOR_SHARE * STAY_SHARE;
    value += value / VISITOR_SHARE * (uint64_t)child->visitors;
    if (child->owner != worker)
        return value;
    return is_lost ? value / 2 : value - value / STAY_SHARE;
}

/* The best child that this walk has not been at; -1: none. */
static int best_child(const struct graph *graph, const struct graph_node *node, int worker, int walk)
{
    int best = -1;
    uint64_t least = 0;
    for (int i = 0; i < node->edge_count; i++) {
        int number = node->edges[i].child;
        const struct graph_node *child = &graph->at[number];
        if (graph_is_final(child) || child->mark == walk)
            continue;
        uint64_t value = looks(child, worker, node->numbers.phi > node->numbers.delta);
        if (best < 0 || value < least) {
            best = number;
            least = value;
        }
    }
    return best;
}

bool graph_choose(struct graph *graph, int worker, struct graph_path *path)
{
    int walk = ++graph->walks;
    *path = (struct graph_path){.at = {0}, .length = 1};
    if (graph_is_final(&graph->at[0]))
        return false;
    for (;;) {
        struct graph_node *node = &graph->at[path->at[path->length - 1]];
        if (node->edge_count == 0 && !node->is_busy)
            break;
        int next = node->edge_count == 0 ? -1 : best_child(graph, node, worker, walk);
        assert(path->length < GRAPH_DEPTH);
        if (next >= 0) {
            graph->at[next].mark = walk;
            path->at[path->length++] = next;
        } else if (--path->length == 0) { /* nothing is free below it: back */
            return false;
        }
    }
    for (int i = 0; i < path->length; i++)
        graph->at[path->at[i]].visitors++;
    graph->at[path->at[path->length - 1]].is_busy = true;
    return true;
}

void graph_leave(struct graph *graph, const struct graph_path *path)
{
    for (int i = 0; i < path->length; i++) {
        assert(graph->at[path->at[i]].visitors > 0);
        graph->at[path->at[i]].visitors--;
    }
    graph->at[path->at[path->length - 1]].is_busy = false;
}

bool graph_is_wanted(struct graph *graph, int node)
{
    int walk = ++graph->walks, count = 0, room = 64;
    int *open = ground_take((size_t)room * sizeof *open);
    bool found = false;
    open[count++] = node;
    graph->at[node].mark = walk;
    while (count > 0 && !found) {
        int number = open[--count];
        const struct graph_node *at = &graph->at[number];
        found = number == 0 && !graph_is_final(at);
        for (int i = 0; i < at->parent_count && !graph_is_final(at); i++)
            if (graph->at[at->parents[i]].mark != walk) {
                graph->at[at->parents[i]].mark = walk;
                if (count == room)
                    open = ground_grow(open, (size_t)(room *= 2) * sizeof *open);
                open[count++] = at->parents[i];
            }
    }
    free(open);
    return found;
}

/* -- how far it is -- */

/* Of a proof that the mover wins (`wins`) or loses. Each node is counted where it is met first. */
static double share_below(struct graph *graph, int number, bool wins, int depth)
{
    struct graph_node *node = &graph->at[number];
    double sum = 0, best = 0;
    int count = 0;
    if (graph_is_final(node))
        return graph_is_won(node) == wins;
    if (node->mark == graph->walks || node->edge_count == 0 || depth == GRAPH_DEPTH)
        return 0;
    node->mark = graph->walks;
    for (int i = 0; i < node->edge_count; i++) {
        if (node->edges[i].is_image)
            continue;
        count++;
        double share = share_below(graph, node->edges[i].child, !wins, depth + 1);
        sum += share;
        best = share > best ? share : best;
    }
    return wins ? best : sum / count;
}

double graph_share(struct graph *graph)
{
    graph->walks++;
    return share_below(graph, 0, graph->at[0].numbers.phi < graph->at[0].numbers.delta, 0);
}

/* -- the whole proof -- */

/* Whether this walk meets that image of the node for the first time. */
static bool meet(struct graph *graph, struct graph_node *node, int image)
{
    unsigned bit = 1U << image;
    node->met = node->mark == graph->walks ? node->met : 0;
    node->mark = graph->walks;
    bool is_new = (node->met & bit) == 0;
    node->met |= bit;
    return is_new;
}

static void walk_proof(struct graph *graph, int number, int image, const struct graph_visitor *visitor);

static void walk_edge(struct graph *graph, const struct graph_node *node, int image,
                      const struct graph_edge *edge, const struct graph_visitor *visitor)
{
    const struct graph_images *images = &graph->images;
    int met = images->context == NULL
                  ? 0
                  : images->child(images->context, node->fen, image, edge->move, graph->at[edge->child].fen);
    walk_proof(graph, edge->child, met, visitor);
}

static void walk_proof(struct graph *graph, int number, int image, const struct graph_visitor *visitor)
{
    struct graph_node *node = &graph->at[number];
    assert(graph_is_final(node));
    if (node->is_over || !meet(graph, node, image))
        return;
    if (node->part != NULL) {
        visitor->part(visitor->context, node->part, image);
        return;
    }
    for (int i = 0; i < node->edge_count; i++) {
        const struct graph_node *child = &graph->at[node->edges[i].child];
        if (!graph_is_won(node)) {
            walk_edge(graph, node, image, &node->edges[i], visitor);
        } else if (graph_is_final(child) && !graph_is_won(child)) {
            visitor->answer(visitor->context, node->fen, node->edges[i].move, image);
            walk_edge(graph, node, image, &node->edges[i], visitor);
            return; /* one answer is enough */
        }
    }
}

void graph_walk_proof(struct graph *graph, const struct graph_visitor *visitor)
{
    graph->walks++;
    walk_proof(graph, 0, 0, visitor);
}
