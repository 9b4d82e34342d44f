#include "games/angry/layer.h"

/* -- the land -- */

static int count_exits(const struct angry_board *board, unsigned cell, unsigned *exit)
{
    int count = 0;
    for (int direction = 0; direction < ANGRY_DIRECTIONS; direction++)
        if (board->step[cell][direction] != cell) {
            *exit = board->step[cell][direction];
            count++;
        }
    return count;
}

static void lay_lanes(struct terrain *terrain)
{
    terrain->stride = terrain->board->columns + 1;
    int used = terrain->board->rows * terrain->stride;
    terrain->width = (used + LANES - 1) / LANES * LANES;
    assert(terrain->width <= ROW_MAX && terrain->stride < ROW_MARGIN);
    for (int cell = 0; cell < CELLS_MAX; cell++)
        terrain->lane[cell] = (int16_t)(cell / GRID * terrain->stride + cell % GRID);
}

static void add_place(struct terrain *terrain, unsigned cell)
{
    assert(terrain->place[cell] == -1);
    int place = terrain->places++;
    unsigned exit = NOWHERE;
    terrain->cell[place] = (uint8_t)cell;
    terrain->place[cell] = (int16_t)place;
    bool is_dead_end = count_exits(terrain->board, cell, &exit) == 1;
    terrain->exit_lane[place] = is_dead_end ? terrain->lane[exit] : -1;
    terrain->dead_end[place] = (int16_t)(is_dead_end ? terrain->dead_ends++ : -1);
}

bool angry_terrain_survey(struct terrain *terrain, const struct angry_board *board,
                          const struct angry_position *root)
{
    if (cells_count(&root->eggs) > ITEMS_MAX || cells_count(&root->pigs) > ITEMS_MAX)
        return false;
    terrain->board = board;
    terrain->land = board->land;
    terrain->slingshot = root->slingshot;
    terrain->eggs = cells_list(root->eggs, terrain->egg_cell);
    terrain->pigs = cells_list(root->pigs, terrain->pig_cell);
    lay_lanes(terrain);
    terrain->places = terrain->dead_ends = 0;
    memset(terrain->place, -1, sizeof terrain->place);
    struct cells reach = cells_flood(cells_of(root->hen), board->land); /* rock leaves a way to them */
    while (!cells_empty(&reach))
        add_place(terrain, cells_take(&reach));
    terrain->egg_steps = angry_reach_eggs(terrain, root->hen);
    return true;
}

/* -- setting up a layer -- */

/* By cell: an item that is left, its kind and its trail. */
struct item_map {
    struct cells eggs;
    struct cells pigs;
    int16_t source[CELLS_MAX]; /* of cells with items */
};

static int16_t add_import(struct layer *layer, int item)
{
    assert(layer->import_count < 2 * ITEMS_MAX);
    assert(item >= 0 && item < 2 * ITEMS_MAX);
    layer->import_item[layer->import_count] = (int8_t)item;
    return (int16_t)(SOURCE_ITEM - layer->import_count++);
}

static void map_items(struct layer *layer, const struct layer_plan *plan, struct item_map *map)
{
    const struct terrain *terrain = layer->terrain;
    memset(map, 0, sizeof *map);
    for (int egg = 0; egg < terrain->eggs; egg++)
        if (plan->eggs >> egg & 1) {
            unsigned cell = terrain->egg_cell[egg];
            cells_add(&map->eggs, cell);
            map->source[cell] = plan->open_eggs >> egg & 1 ? add_import(layer, egg) : SOURCE_NONE;
        }
    for (int pig = 0; pig < terrain->pigs; pig++)
        if (plan->pigs >> pig & 1) {
            unsigned cell = terrain->pig_cell[pig];
            cells_add(&map->pigs, cell);
            map->source[cell] = plan->open_pigs >> pig & 1 ? add_import(layer, ITEMS_MAX + pig) : SOURCE_NONE;
        }
    layer->egg_count = cells_count(&map->eggs);
    layer->pig_count = cells_count(&map->pigs);
}

static int16_t source_of(const struct layer *layer, const struct item_map *map, unsigned from, unsigned to)
{
    if (to == from)
        return SOURCE_NONE;
    if (to == layer->terrain->slingshot)
        return SOURCE_SLINGSHOT;
    bool is_item = cells_have(&map->eggs, to) || (layer->kind != LAYER_RELAXED && cells_have(&map->pigs, to));
    return is_item ? map->source[to] : layer->terrain->place[to];
}

static void add_hens(struct layer *layer, const struct item_map *map)
{
    const struct terrain *terrain = layer->terrain;
    struct cells barred = layer->kind == LAYER_RELAXED ? map->eggs : cells_or(map->eggs, map->pigs);
    for (int place = 0; place < terrain->places; place++) {
        unsigned cell = terrain->cell[place];
        if (cells_have(&barred, cell) || cell == terrain->slingshot)
            continue;
        struct hen *hen = &layer->hen[layer->hen_count++];
        *hen = (struct hen){.place = (int16_t)place, .lane = terrain->lane[cell]};
        for (int i = 0; i < ANGRY_DIRECTIONS; i++)
            hen->source[i] = source_of(layer, map, cell, terrain->board->step[cell][i]);
    }
}

/* Notes the queen on `cell` if she has no step. */
static void add_if_stuck(struct layer *layer, unsigned cell, struct cells open, struct cells pigs)
{
    struct cells here = cells_of(cell);
    struct cells around = cells_beside(here);
    struct cells steps = cells_and(around, open);
    if (!cells_empty(&steps))
        return;
    struct cells doubt = cells_and(cells_or(around, here), pigs);
    layer->stuck[layer->stuck_count++] = (struct stuck_queen){
        .lane = layer->terrain->lane[cell], .is_open = layer->kind == LAYER_RELAXED && !cells_empty(&doubt)};
}

static void add_queens(struct layer *layer, const struct item_map *map)
{
    const struct terrain *terrain = layer->terrain;
    struct cells open = cells_minus(terrain->land, cells_or(map->eggs, map->pigs));
    open = cells_minus(open, cells_of(terrain->slingshot));
    memset(layer->open, 0, sizeof layer->open);
    memset(layer->stand, 0, sizeof layer->stand);
    struct cells rest = layer->kind == LAYER_RELAXED ? cells_or(open, map->pigs) : open;
    while (!cells_empty(&rest)) {
        unsigned cell = cells_take(&rest);
        layer->stand[terrain->lane[cell]] = -1;
        layer->open[terrain->lane[cell]] = cells_have(&open, cell) ? -1 : 0;
        add_if_stuck(layer, cell, open, map->pigs);
    }
}

void angry_layer_begin(struct layer *layer, const struct terrain *terrain, const struct layer_plan *plan,
                       struct trail_purse *purse)
{
    layer->terrain = terrain;
    layer->kind = plan->kind;
    int time = terrain->time + 1 - angry_terrain_steps(terrain, plan->eggs);
    layer->time = time < terrain->time ? time : terrain->time;
    assert(layer->time >= 1);
    layer->purse = purse;
    layer->hen_count = layer->stuck_count = layer->import_count = layer->export_count = 0;
    layer->passed = layer->passing = NULL;
    layer->win = ANGRY_WIN;
    layer->last_win = ANGRY_WIN + ANGRY_LOSS;
    layer->loss = ANGRY_LOSS;
    struct item_map map;
    map_items(layer, plan, &map);
    add_hens(layer, &map);
    add_queens(layer, &map);
}

void angry_layer_clip(struct layer *layer, int most)
{
    assert(most > -LANES_INFINITE);
    int last_win = most < layer->last_win ? most : layer->last_win;
    int win = most - 1 < layer->win ? most - 1 : layer->win;
    layer->win = (int16_t)(win > last_win ? win : last_win);
    layer->last_win = (int16_t)last_win;
    layer->loss = (int16_t)(most < layer->loss ? most : layer->loss);
}

void angry_layer_export_to(struct layer *layer, unsigned cell, int prize, struct trail *trail)
{
    assert(layer->export_count < 2 * ITEMS_MAX && layer->terrain->place[cell] >= 0);
    layer->export[layer->export_count++] =
        (struct layer_export){.place = layer->terrain->place[cell], .prize = (int16_t)prize, .trail = trail};
}

/* -- computing it -- */

/* At worst she walks until her actions are gone, and must take every pig on the way. */
static int16_t least_value(const struct layer *layer, int time)
{
    if (layer->kind != LAYER_SPENT)
        return -LANES_INFINITE;
    return (int16_t)(ANGRY_LOSS - time - ANGRY_ITEM * layer->pig_count);
}

static int16_t greatest_value(const struct layer *layer)
{
    return (int16_t)(ANGRY_ITEM * layer->egg_count + ANGRY_WIN);
}

/* The rows that a hen with `time` left looks at. */
static void set_time(const struct layer *layer, struct layer_room *room, int time)
{
    assert(time >= 1 && time <= layer->terrain->time);
    int width = layer->terrain->width;
    room->time = time;
    int16_t least = least_value(layer, time);
    for (int lane = 0; lane < width; lane++)
        room->floor[lane] = layer->open[lane] ? least : LANES_INFINITE;
    lanes_fill(room->win, time > 1 ? layer->win : layer->last_win, width);
}

static const int16_t *source_row(const struct layer *layer, const struct layer_room *room, int source)
{
    if (source >= 0)
        return room->before + source * layer->terrain->width;
    if (source == SOURCE_NONE)
        return room->none;
    assert(source == SOURCE_SLINGSHOT || SOURCE_ITEM - source < layer->import_count);
    return source == SOURCE_SLINGSHOT ? room->win : room->import[SOURCE_ITEM - source];
}

/* Where the pass of a hen in a dead end is noted. */
static size_t pass_index(const struct layer *layer, const struct hen *hen, int time)
{
    const struct terrain *terrain = layer->terrain;
    assert(terrain->dead_end[hen->place] >= 0 && time >= 0 && time < terrain->pass_times);
    return (size_t)terrain->dead_end[hen->place] * (size_t)terrain->pass_times + (size_t)time;
}

/* A hen in a dead end with the queen in its mouth must pass. */
static void pass_dead_end(const struct layer *layer, const struct layer_room *room, const struct hen *hen,
                          int16_t *row)
{
    const struct terrain *terrain = layer->terrain;
    int lane = terrain->exit_lane[hen->place];
    if (lane < 0 || !layer->open[lane])
        return;
    if (terrain->clock == CLOCK_TURNS)
        row[lane] = room->before[hen->place * terrain->width + lane];
    else if (terrain->clock == CLOCK_BOTH)
        row[lane] = layer->passed[pass_index(layer, hen, room->time)];
    else
        row[lane] = lanes_min(lanes_min(row[lane - 1], row[lane + 1]),
                              lanes_min(row[lane - terrain->stride], row[lane + terrain->stride]));
}

/* The row of one hen to move, from the rows before; room->around holds it with its margins. */
static int16_t *hen_row(const struct layer *layer, struct layer_room *room, const struct hen *hen)
{
    const struct terrain *terrain = layer->terrain;
    int16_t *row = room->around + ROW_MARGIN;
    const int16_t *from[ANGRY_DIRECTIONS];
    for (int i = 0; i < ANGRY_DIRECTIONS; i++)
        from[i] = source_row(layer, room, hen->source[i]);
    lanes_best(row, from, room->floor, -1, terrain->width);
    if (terrain->board->pass)
        lanes_raise(row, room->before + hen->place * terrain->width, terrain->width);
    row[hen->lane] = layer->loss; /* captured */
    pass_dead_end(layer, room, hen, row);
    return row;
}

static void pass_stuck_queens(const struct layer *layer, const int16_t *hen_to_move, int16_t *row)
{
    for (int i = 0; i < layer->stuck_count; i++) {
        const struct stuck_queen *stuck = &layer->stuck[i];
        if (row[stuck->lane] == LANES_INFINITE)
            row[stuck->lane] = stuck->is_open ? greatest_value(layer) : hen_to_move[stuck->lane];
    }
}

static void compute_rows(const struct layer *layer, struct layer_room *room, int time)
{
    const struct terrain *terrain = layer->terrain;
    set_time(layer, room, time);
    for (int i = 0; i < layer->hen_count; i++) {
        const struct hen *hen = &layer->hen[i];
        const int16_t *around = hen_row(layer, room, hen);
        int16_t *row = room->now + hen->place * terrain->width;
        lanes_worst(row, around, terrain->stride, terrain->width);
        pass_stuck_queens(layer, around, row);
        row[hen->lane] = -LANES_INFINITE; /* no hen steps onto the queen */
    }
}

void angry_layer_room_begin(struct layer_room *room)
{
    lanes_fill(room->none, -LANES_INFINITE, ROW_MAX);
    lanes_fill(room->around, LANES_INFINITE, ROW_MARGIN + ROW_MAX + ROW_MARGIN);
}

/* Nothing left: lost, whoever stands where. */
static void begin_rows(const struct layer *layer, struct layer_room *room)
{
    const struct terrain *terrain = layer->terrain;
    for (int i = 0; i < layer->hen_count; i++) {
        int16_t *row = room->now + layer->hen[i].place * terrain->width;
        lanes_fill(row, layer->loss, terrain->width);
        row[layer->hen[i].lane] = -LANES_INFINITE;
    }
}

static bool export_rows(struct layer *layer, const struct layer_room *room, int time)
{
    int width = layer->terrain->width;
    for (int i = 0; i < layer->export_count; i++) {
        const struct layer_export *export = &layer->export[i];
        const int16_t *row = room->now + export->place * width;
        const int16_t *before = time > 0 ? room->before + export->place * width : NULL;
        if (!angry_trail_write(export->trail, layer->purse, row, before, layer->stand, export->prize, width))
            return false;
    }
    return true;
}

/* A trail may end before: then no way leads to where it would be read. */
static void import_rows(struct layer *layer, struct layer_room *room)
{
    for (int i = 0; i < layer->import_count; i++)
        if (angry_trail_has_next(&layer->import[i]))
            angry_trail_next(&layer->import[i], room->import[i], layer->terrain->width);
}

/* Notes what the queen in the mouth of a dead end makes of a hen who has just passed. */
static void note_passes(struct layer *layer, const struct layer_room *room, int time)
{
    for (int i = 0; i < layer->hen_count && layer->passing != NULL; i++) {
        const struct hen *hen = &layer->hen[i];
        int lane = layer->terrain->exit_lane[hen->place];
        if (lane >= 0)
            layer->passing[pass_index(layer, hen, time)] =
                room->now[hen->place * layer->terrain->width + lane];
    }
}

static void swap_rows(struct layer_room *room)
{
    int16_t *now = room->now;
    room->now = room->before;
    room->before = now;
}

static size_t slice_size(const struct layer *layer)
{
    return (size_t)(layer->terrain->places + layer->import_count) * (size_t)layer->terrain->width;
}

size_t angry_layer_history_size(const struct layer *layer)
{
    return (size_t)layer->time * slice_size(layer);
}

static void remember(const struct layer *layer, const struct layer_room *room, int time, int16_t *history)
{
    size_t width = (size_t)layer->terrain->width;
    size_t places = (size_t)layer->terrain->places;
    int16_t *slice = history + (size_t)time * slice_size(layer);
    memcpy(slice, room->now, places * width * sizeof *slice);
    for (size_t i = 0; i < (size_t)layer->import_count; i++)
        memcpy(slice + (places + i) * width, room->import[i], width * sizeof *slice);
}

enum layer_end angry_layer_compute(struct layer *layer, struct layer_room *room, int16_t *history)
{
    const struct terrain *terrain = layer->terrain;
    enum { TICK = 32 };
    angry_layer_room_begin(room);
    uint64_t rows = (uint64_t)layer->hen_count;
    for (int time = 0; time < layer->time; time++) {
        if (time == 0)
            begin_rows(layer, room);
        else
            compute_rows(layer, room, time);
        if (!export_rows(layer, room, time))
            return LAYER_NO_MEMORY;
        import_rows(layer, room); /* now those of `time`, as the next turn wants them */
        note_passes(layer, room, time);
        if (history != NULL)
            remember(layer, room, time, history);
        swap_rows(room);
        if (time % TICK == TICK - 1 && job_tick(terrain->job, TICK * rows))
            return LAYER_STOPPED;
    }
    bool stopped = job_tick(terrain->job, (uint64_t)(layer->time % TICK) * rows);
    return stopped ? LAYER_STOPPED : LAYER_DONE;
}

/* -- looking back -- */

static const struct hen *find_hen(const struct layer *layer, unsigned cell)
{
    for (int i = 0; i < layer->hen_count; i++)
        if (layer->terrain->cell[layer->hen[i].place] == cell)
            return &layer->hen[i];
    assert(false);
    return NULL;
}

/* Puts the room back to where a hen with `time` left looks from. */
static void recall(const struct layer *layer, struct layer_room *room, const int16_t *history, int time)
{
    assert(time >= 1 && time <= layer->terrain->time);
    size_t width = (size_t)layer->terrain->width;
    size_t places = (size_t)layer->terrain->places;
    const int16_t *slice = history + (size_t)(time - 1) * slice_size(layer);
    memcpy(room->before, slice, places * width * sizeof *slice);
    for (size_t i = 0; i < (size_t)layer->import_count; i++)
        memcpy(room->import[i], slice + (places + i) * width, width * sizeof *slice);
    set_time(layer, room, time);
}

int angry_layer_hen_value(const struct layer *layer, struct layer_room *room, const int16_t *history,
                          int time, unsigned hen, unsigned queen)
{
    recall(layer, room, history, time);
    return hen_row(layer, room, find_hen(layer, hen))[layer->terrain->lane[queen]];
}

int angry_layer_step_value(const struct layer *layer, struct layer_room *room, const int16_t *history,
                           int time, unsigned hen, unsigned queen, enum angry_move move)
{
    recall(layer, room, history, time);
    const struct hen *from = find_hen(layer, hen);
    int lane = layer->terrain->lane[queen];
    if (move != ANGRY_PASS)
        return source_row(layer, room, from->source[move])[lane] - 1;
    if (layer->terrain->clock == CLOCK_TURNS)
        return room->before[from->place * layer->terrain->width + lane];
    return hen_row(layer, room, from)[lane]; /* forced, so the only one */
}
