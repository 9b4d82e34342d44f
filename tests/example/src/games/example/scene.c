/* What a person sees. This is all that a prompt, a report and a page need to show the game. */
#include "scene.h"
#include "games/example/example.h"

static const char *end_of(const struct board *board, const struct position *position)
{
    if (example_result(board, position) == RESULT_DRAW)
        return "the board is full";
    return example_board(board)->misere != 0 ? "the other has three in a row" : "three in a row";
}

void example_scene(const struct board *board, const struct position *position, move_t last,
                   struct scene *scene)
{
    const struct example_position *at = example_position(position);
    scene->player[0] = "cross";
    scene->player[1] = "nought";
    scene_grid(scene, EXAMPLE_SIDE, EXAMPLE_SIDE);
    scene_add(scene, (struct scene_thing){.kind = SCENE_FLOOR, .name = "empty cell"});
    int cross = scene_add(
        scene, (struct scene_thing){.kind = SCENE_STONE, .name = "cross mark", .sign = 'x', .owner = 1});
    int nought = scene_add(
        scene, (struct scene_thing){.kind = SCENE_STONE, .name = "nought mark", .sign = 'o', .owner = 2});
    for (int cell = 0; cell < EXAMPLE_CELLS; cell++)
        for (int player = 0; player < 2; player++)
            if ((at->marks[player] >> cell & 1) != 0)
                scene_put(scene, cell, player == 0 ? cross : nought);
    if (last != MOVE_NONE)
        scene_mark(scene, last, SCENE_MARK_LAST);
    scene_tell_scores(scene, SCENE_SCORE, "won",
                      (int64_t[]){example_result(board, position) == RESULT_ONE,
                                  example_result(board, position) == RESULT_TWO});
    if (scene->turn == ACTOR_NONE)
        scene->end = end_of(board, position);
}

/* One click on the cell. */
void example_path(const struct board *board, const struct position *position, move_t move,
                  struct scene_path *path)
{
    (void)board;
    (void)position;
    scene_click(path, move);
}
