/* What a person sees: a board of stones and holes. */
#include "scene.h"
#include "games/konane/jumps.h"
#include "games/konane/konane.h"

static const struct scene_thing hole = {.kind = SCENE_FLOOR, .name = "hole", .letter = '1'};
static const struct scene_thing stones[] = {
    {.kind = SCENE_STONE, .name = "black stone", .sign = 'x', .letter = 'b', .owner = 1, .hue = SCENE_BLACK},
    {.kind = SCENE_STONE, .name = "white stone", .sign = 'o', .letter = 'w', .owner = 2, .hue = SCENE_WHITE},
};

/* Cells that a jump crosses, one beside the other on the way; every second of them holds a jumped stone. */
static int step_of(const struct konane_board *board, int from, int to)
{
    bool straight_down = from % board->cols == to % board->cols;
    int step = straight_down ? board->cols : 1;
    assert(from != to && (to - from) % (2 * step) == 0);
    return to > from ? step : -step;
}

static void mark_last(const struct konane_board *board, move_t last, struct scene *scene)
{
    int from = konane_move_from(last);
    int to = konane_move_to(last);
    scene_mark(scene, from, SCENE_MARK_LAST);
    scene_mark(scene, to, SCENE_MARK_LAST);
    if (from == to)
        return;
    int step = step_of(board, from, to);
    for (int cell = from + step; cell != to + step; cell += 2 * step)
        scene_mark(scene, cell, SCENE_MARK_TAKEN);
}

void konane_scene(const struct board *board, const struct position *position, move_t last,
                  struct scene *scene)
{
    const struct konane_board *shape = konane_board(board);
    const struct konane_position *at = konane_position(position);
    scene->player[0] = "black";
    scene->player[1] = "white";
    scene_grid(scene, shape->rows, shape->cols);
    scene_add(scene, hole);
    int black = scene_add(scene, stones[0]);
    int white = scene_add(scene, stones[1]);
    for (int cell = 0; cell < scene->cells; cell++)
        if ((at->stones & bits_of(cell)) != 0)
            scene_put(scene, cell, (shape->black & bits_of(cell)) != 0 ? black : white);
    if (last != MOVE_NONE)
        mark_last(shape, last, scene);
    scene_tell_scores(
        scene, SCENE_SCORE, "stones",
        (int64_t[]){bits_count(at->stones & shape->black), bits_count(at->stones & ~shape->black)});
    if (scene->turn == ACTOR_NONE)
        scene->end = at->side == KONANE_BLACK ? "black cannot move" : "white cannot move";
}

void konane_path(const struct board *board, const struct position *position, move_t move,
                 struct scene_path *path)
{
    (void)position;
    int from = konane_move_from(move);
    int to = konane_move_to(move);
    scene_click(path, from);
    if (from == to)
        return;
    scene_click(path, to);
    int step = step_of(konane_board(board), from, to);
    for (int cell = from + step; cell != to + step; cell += 2 * step)
        scene_take(path, cell);
}
