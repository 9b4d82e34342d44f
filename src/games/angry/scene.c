/* What a person sees: the map with all that is left on it. */
#include "scene.h"
#include "games/angry/angry.h"

/* Letters of the map as things; ground is the first. */
static const struct {
    char letter;
    struct scene_thing thing;
} things[] = {
    {'T', {.kind = SCENE_FLOOR, .name = "ground"}},
    {'R', {.kind = SCENE_WALL, .name = "rock"}},
    {'H', {.kind = SCENE_FIGURE, .name = "hen", .sign = 'H', .owner = 1}},
    {'Q', {.kind = SCENE_FIGURE, .name = "queen", .sign = 'Q', .owner = 2}},
    {'E', {.kind = SCENE_PRIZE, .name = "egg", .sign = 'E'}},
    {'P', {.kind = SCENE_HARM, .name = "pig", .sign = 'P'}},
    {'S', {.kind = SCENE_GOAL, .name = "slingshot", .sign = 'S'}},
    {'B',
     {.kind = SCENE_FIGURE, .name = "bird", .sign = 'B', .owner = 1}}, /* the last: most boards have none */
};
enum { THINGS = sizeof things / sizeof things[0], GROUND = 1 };

static int count_things(const struct angry_board *board)
{
    return board->bird ? THINGS : THINGS - 1;
}

static int scene_cell(const struct angry_board *board, unsigned cell)
{
    int column = (int)cell % GRID;
    assert(column < board->columns);
    return (int)cell / GRID * board->columns + column;
}

static void put_letter(struct scene *scene, int cell, char letter)
{
    for (int i = 0; i < THINGS; i++)
        if (things[i].letter == letter && i + 1 != GROUND)
            scene_put(scene, cell, i + 1);
}

static const char *end_of(const struct angry_board *board, const struct angry_position *position)
{
    if (position->hen == NOWHERE)
        return "the hen is captured";
    if (angry_won(position))
        return !angry_lost(board, position)     ? position->slingshot == NOWHERE ? "the hen has the slingshot"
                                                  : board->bird                  ? "the queen is gone"
                                                                                 : "there is no queen"
               : position->slingshot == NOWHERE ? "the slingshot came with the last action"
                                                : "no queen, and no action is left";
    if (position->actions >= board->cap)
        return "no action is left";
    return position->turns >= 2 * board->cap ? "no turn is left" : "no step is left";
}

/* Whom player 1 moves last before the queen's turn. */
static unsigned last_of_round(const struct angry_board *board, const struct angry_position *position)
{
    return board->bird ? position->bird : position->hen;
}

/* What moved last is she before the one on move; a scripted queen answers inside the move before hers. */
static void mark_last(const struct angry_board *board, const struct angry_position *position,
                      struct scene *scene)
{
    unsigned cell = position->queen;
    if (position->side == ANGRY_BIRD)
        cell = position->hen;
    else if (position->hen != NOWHERE && (board->script || position->side == ANGRY_QUEEN))
        cell = last_of_round(board, position);
    if (cell != NOWHERE)
        scene_mark(scene, scene_cell(board, cell), SCENE_MARK_LAST);
}

static void tell(const struct angry_board *board, const struct angry_position *position, struct scene *scene)
{
    scene_item(scene_panel(scene, SCENE_SCORE, "score"), 0, angry_points(board, position));
    scene_tell_count(scene, "eggs left", cells_count(&position->eggs));
    scene_tell_count(scene, "pigs left", cells_count(&position->pigs));
    scene_tell_progress(scene, "actions", position->actions, board->cap);
    if (position->turns != position->actions)
        scene_tell_progress(scene, "turns", position->turns, 2 * (int64_t)board->cap);
    scene_tell_note(scene, "queen", board->script ? "scripted" : "free");
    if (board->pass)
        scene_tell_note(scene, board->bird ? "hen, bird" : "hen", "may pass");
}

void angry_scene(const struct board *board_bytes, const struct position *position_bytes, move_t last,
                 struct scene *scene)
{
    const struct angry_board *board = angry_board(board_bytes);
    const struct angry_position *position = angry_position(position_bytes);
    scene->player[0] = position->side == ANGRY_BIRD ? "bird" : "hen";
    scene->player[1] = "queen";
    scene_grid(scene, board->rows, board->columns);
    for (int i = 0; i < count_things(board); i++)
        scene->thing[scene_add(scene, things[i].thing)].letter = things[i].letter;
    for (int cell = 0; cell < scene->cells; cell++) {
        unsigned here = (unsigned)(cell / board->columns * GRID + cell % board->columns);
        put_letter(scene, cell, angry_letter(board, position, here));
    }
    if (last != MOVE_NONE && last != ANGRY_PASS)
        mark_last(board, position, scene);
    tell(board, position, scene);
    if (scene->turn == ACTOR_NONE)
        scene->end = end_of(board, position);
}

void angry_path(const struct board *board_bytes, const struct position *position_bytes, move_t move,
                struct scene_path *path)
{
    const struct angry_board *board = angry_board(board_bytes);
    const struct angry_position *position = angry_position(position_bytes);
    if (move == ANGRY_PASS) {
        scene_press(path, SCENE_PASS, 0, angry_move_words[move]);
        return;
    }
    unsigned from = angry_mover(position);
    scene_click(path, scene_cell(board, from));
    scene_click(path, scene_cell(board, board->step[from][move]));
}
