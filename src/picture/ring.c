/* A ring as a ring: cells along a rectangle, what is told inside it; or, where that is too wide, as a list. */
#include "picture/parts.h"

enum { CELL_LINES = 3, CELL_WIDTH_MAX = 20 };

/* -- one cell -- */

static void put_name(const struct scene_thing *ground, int cell, struct block_line *line)
{
    char name[40];
    struct text text = text_in(name, sizeof name);
    text_format(&text, "%d %s", cell, ground->name);
    block_line_put(line, STYLE_STRONG, name);
}

static void put_owner(const struct scene *scene, const struct scene_thing *ground, struct block_line *line)
{
    if (ground->owner > 0)
        block_line_put(line, picture_player_style(ground->owner), scene->player[ground->owner - 1]);
    else if (ground->value > 0)
        block_line_put(line, STYLE_FAINT, "free");
}

static bool has_piece(const struct scene *scene, int cell)
{
    assert(cell >= 0 && cell < scene->cells);
    return scene_is_piece(picture_top(scene, cell)->kind);
}

static void put_pieces(const struct scene *scene, int cell, struct block_line *line)
{
    bool last = (scene->mark[cell] & SCENE_MARK_LAST) != 0;
    bool mover = (scene->mark[cell] & SCENE_MARK_FROM) != 0;
    enum style edge = last ? STYLE_LAST : STYLE_TARGET;
    if (!has_piece(scene, cell))
        return;
    block_line_put(line, edge, last ? "[" : mover ? "(" : " ");
    for (int i = 0; i < scene->piece_count; i++) {
        const struct scene_thing *thing = &scene->thing[scene->piece[i].thing];
        if (scene->piece[i].cell == cell)
            block_line_put(line, last ? STYLE_LAST : picture_style(thing), (char[2]){thing->sign, '\0'});
    }
    block_line_put(line, edge, last ? "]" : mover ? ")" : " ");
}

/* Columns that the widest line of any cell takes. */
static int least_width(const struct scene *scene)
{
    int least = 0;
    for (int cell = 0; cell < scene->cells; cell++) {
        const struct scene_thing *ground = &scene->thing[scene->ground[cell]];
        int name = (int)strlen(ground->name) + (cell < 10 ? 2 : 3);
        int note = (int)strlen(ground->note);
        least = name > least ? name : least;
        least = note > least ? note : least;
    }
    return least;
}

static void put_cell(const struct scene *scene, int cell, int row, int width, struct block_line *line)
{
    enum { PIECES_WIDTH = 6 };
    const struct scene_thing *ground = &scene->thing[scene->ground[cell]];
    int end = line->columns + width;
    if (width > least_width(scene))
        block_line_put(line, STYLE_PLAIN, " ");
    if (row == 0)
        put_name(ground, cell, line);
    else if (row == 1)
        block_line_put(line, STYLE_FAINT, ground->note);
    else {
        put_owner(scene, ground, line);
        block_line_fill(line, end - PIECES_WIDTH);
        put_pieces(scene, cell, line);
    }
    assert(line->columns <= end);
    block_line_fill(line, end);
}

/* -- the ring -- */

static void put_rule(const struct scene *scene, int width, struct block_line *line)
{
    char dashes[CELL_WIDTH_MAX + 2];
    assert(width > 0 && width <= CELL_WIDTH_MAX);
    memset(dashes, '-', (size_t)width);
    strcpy(dashes + width, "+");
    block_line_put(line, STYLE_FAINT, "+");
    for (int column = 0; column < scene->columns; column++)
        block_line_put(line, STYLE_FAINT, dashes);
}

/* A whole side of the ring, from cell `first` on in steps of `step`. */
static void put_side(const struct scene *scene, int first, int step, int width, struct block *block)
{
    for (int row = 0; row < CELL_LINES; row++) {
        struct block_line *line = block_next(block);
        for (int column = 0; column < scene->columns; column++) {
            block_line_put(line, STYLE_FAINT, "|");
            put_cell(scene, first + step * column, row, width, line);
        }
        block_line_put(line, STYLE_FAINT, "|");
    }
}

/* Two cells with what is inside between them. */
static void put_between(const struct scene *scene, int place, int width, const struct block *middle,
                        struct block *block)
{
    int inside = width * (scene->columns - 2) + scene->columns - 3;
    for (int row = 0; row < CELL_LINES; row++) {
        int told = (place - 1) * (CELL_LINES + 1) + row;
        struct block_line *line = block_next(block);
        block_line_put(line, STYLE_FAINT, "|");
        put_cell(scene, scene->cells - place, row, width, line);
        block_line_put(line, STYLE_FAINT, "|");
        int end = line->columns + inside;
        if (told < middle->count)
            block_line_append(line, &middle->line[told]);
        block_line_fill(line, end);
        block_line_put(line, STYLE_FAINT, "|");
        put_cell(scene, scene->columns + place - 1, row, width, line);
        block_line_put(line, STYLE_FAINT, "|");
    }
}

bool picture_ring(const struct scene *scene, int width, const struct block *middle, struct block *block)
{
    assert(scene->shape == SCENE_RING && scene->rows > 1 && scene->columns > 1);
    int cell = (width - 1) / scene->columns - 1;
    int between = scene->rows - 2;
    if (cell > CELL_WIDTH_MAX)
        cell = CELL_WIDTH_MAX;
    if (cell < least_width(scene) || block_width(middle) > cell * (scene->columns - 2) + scene->columns - 3 ||
        middle->count > between * (CELL_LINES + 1) - 1)
        return false;
    put_rule(scene, cell, block_next(block));
    put_side(scene, 0, 1, cell, block);
    for (int place = 1; place <= between; place++) {
        put_rule(scene, cell, block_next(block));
        put_between(scene, place, cell, middle, block);
    }
    put_rule(scene, cell, block_next(block));
    put_side(scene, scene->cells - between - 1, -1, cell, block);
    put_rule(scene, cell, block_next(block));
    return true;
}

void picture_ring_list(const struct scene *scene, struct block *block)
{
    enum { NOTE_AT = 21, OWNER_AT = 41, PIECES_AT = 50 };
    assert(scene->shape == SCENE_RING);
    for (int cell = 0; cell < scene->cells; cell++) {
        const struct scene_thing *ground = &scene->thing[scene->ground[cell]];
        struct block_line *line = block_next(block);
        put_name(ground, cell, line);
        block_line_fill(line, NOTE_AT);
        block_line_put(line, STYLE_FAINT, ground->note);
        block_line_fill(line, OWNER_AT);
        put_owner(scene, ground, line);
        block_line_fill(line, PIECES_AT);
        put_pieces(scene, cell, line);
    }
}
