/* The layout: a board, and what is told beside it or below it, whichever fits. */
#include "picture/picture.h"

#include "picture/parts.h"

enum { GAP = 3, SIDE_WIDTH_MIN = 22, PROMPT_LINES = 2 };

static void tell(const struct scene *scene, int width, struct block *side)
{
    picture_state(scene, width, side);
    struct block tables = {0};
    picture_tables(scene, &tables);
    if (tables.count > 0)
        block_next(side);
    block_append(side, &tables);
    if (tables.count > 0)
        block_next(side);
    picture_facts(scene, width, side);
    assert(side->count > 0); /* the state is told in any case */
    while (side->line[side->count - 1].length == 0)
        side->count--;
}

/* -- grids -- */

/* The side begins beside the first row, if that makes the whole no higher. */
static void put_beside(struct block *board, const struct block *side)
{
    int width = block_width(board);
    int first = side->count < board->count ? 1 : 0;
    assert(board->count > 0 && side->count > 0);
    while (board->count < side->count + first)
        block_next(board);
    for (int i = 0; i < side->count; i++) {
        struct block_line *line = &board->line[i + first];
        block_line_fill(line, width + GAP);
        block_line_append(line, &side->line[i]);
    }
}

/* The lower half of the lines beside the upper one, both with the first `heads` above them. */
static void fold(struct block *block, int heads)
{
    enum { FOLD_GAP = 2 };
    int upper = (block->count - heads + 1) / 2;
    int width = block_width(block);
    const struct block whole = *block;
    assert(heads >= 0 && heads < block->count);
    block->count = heads + upper;
    for (int i = 0; i < block->count && (i < heads || i + upper < whole.count); i++) {
        block_line_fill(&block->line[i], width + FOLD_GAP);
        block_line_append(&block->line[i], &whole.line[i < heads ? i : i + upper]);
    }
}

struct layout {
    enum grid_form form;
    bool folded, beside;
};

static void lay_out(const struct scene *scene, const struct picture_room *room, struct layout layout,
                    struct block *whole)
{
    struct block side = {0};
    whole->count = 0;
    picture_grid(scene, room->utf8, layout.form, whole);
    if (layout.folded)
        fold(whole, 1); /* the letters */
    int left = room->columns - block_width(whole) - GAP;
    bool halves = layout.folded && !layout.beside;
    tell(scene,
         layout.beside && left >= SIDE_WIDTH_MIN ? left
         : halves                                ? room->columns / 2 - 1
                                                 : room->columns,
         &side);
    if (halves)
        fold(&side, 0);
    if (layout.beside)
        put_beside(whole, &side);
    else
        block_append(whole, &side);
}

/* Better is what fits; then what is less high. */
static bool is_better(const struct picture_room *room, const struct block *one, const struct block *two)
{
    int excess_one = block_width(one) - room->columns;
    int excess_two = block_width(two) - room->columns;
    if (excess_one > 0 || excess_two > 0)
        return excess_one < excess_two;
    bool low = two->count <= room->rows - PROMPT_LINES;
    return !low && one->count < two->count;
}

static void draw_grid(const struct scene *scene, const struct picture_room *room, struct block *best)
{
    static const struct layout layouts[] = {
        {GRID_WIDE, false, true},    {GRID_WIDE, false, false},  {GRID_NARROW, false, true},
        {GRID_NARROW, false, false}, {GRID_TIGHT, false, false}, {GRID_WIDE, true, true},
        {GRID_NARROW, true, true},   {GRID_TIGHT, true, true},   {GRID_TIGHT, true, false},
    };
    lay_out(scene, room, layouts[0], best);
    for (size_t i = 1; i < sizeof layouts / sizeof layouts[0]; i++) {
        struct block other;
        lay_out(scene, room, layouts[i], &other);
        if (is_better(room, &other, best))
            *best = other;
    }
}

/* -- rings -- */

static void draw_ring(const struct scene *scene, const struct picture_room *room, struct block *whole)
{
    struct block tables = {0};
    picture_tables(scene, &tables);
    bool round = picture_ring(scene, room->columns, &tables, whole);
    if (!round)
        picture_ring_list(scene, whole);
    picture_state(scene, room->columns, whole);
    if (!round)
        block_append(whole, &tables);
    picture_facts(scene, room->columns, whole);
}

void picture_draw(const struct scene *scene, const struct picture_room *room, struct text *text)
{
    struct block whole = {0};
    assert(room->columns > 0 && room->rows > 0);
    if (scene->shape == SCENE_GRID)
        draw_grid(scene, room, &whole);
    else
        draw_ring(scene, room, &whole);
    block_print(&whole, text);
}
