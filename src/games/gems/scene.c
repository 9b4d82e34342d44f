/* What a person sees: the map with all that is left on it, and beside it what the players hold and what the next
 * gem would bring. */
#include "scene.h"
#include "games/gems/gems.h"

/* Letters of the map as things; floor is the first. */
static const struct {
    char letter;
    struct scene_thing thing;
} things[] = {
    {'E', {.kind = SCENE_FLOOR, .name = "floor"}},
    {'W', {.kind = SCENE_WALL, .name = "wall"}},
    {'*', {.kind = SCENE_WIRE, .name = "wire", .sign = '*', .value = GEMS_COST_WIRE}},
    {'T', {.kind = SCENE_TELEPORT, .name = "teleport", .sign = 'T'}},
    {'G', {.kind = SCENE_DOOR, .name = "green door", .sign = 'G', .hue = SCENE_GREEN}},
    {'R', {.kind = SCENE_DOOR, .name = "red door", .sign = 'R', .hue = SCENE_RED}},
    {'Y', {.kind = SCENE_DOOR, .name = "yellow door", .sign = 'Y', .hue = SCENE_YELLOW}},
    {'1', {.kind = SCENE_GEM, .name = "yellow gem", .sign = '1', .hue = SCENE_YELLOW, .value = 1}},
    {'2', {.kind = SCENE_GEM, .name = "green gem", .sign = '2', .hue = SCENE_GREEN, .value = 2}},
    {'3', {.kind = SCENE_GEM, .name = "red gem", .sign = '3', .hue = SCENE_RED, .value = 3}},
    {'4', {.kind = SCENE_GEM, .name = "blue gem", .sign = '4', .hue = SCENE_BLUE, .value = 4}},
    {'g', {.kind = SCENE_KEY, .name = "green key", .sign = 'g', .hue = SCENE_GREEN}},
    {'r', {.kind = SCENE_KEY, .name = "red key", .sign = 'r', .hue = SCENE_RED}},
    {'y', {.kind = SCENE_KEY, .name = "yellow key", .sign = 'y', .hue = SCENE_YELLOW}},
    {'A', {.kind = SCENE_FIGURE, .name = "A", .sign = 'A', .owner = 1}},
    {'B', {.kind = SCENE_FIGURE, .name = "B", .sign = 'B', .owner = 2}},
};
/* B comes last, so that the numbers are the same without him. */
enum { THINGS = sizeof things / sizeof things[0], FLOOR = 1 };

static int thing_of(char letter)
{
    for (int i = 0; i < THINGS; i++)
        if (things[i].letter == letter)
            return i + 1;
    assert(!"a letter of no map");
    return FLOOR;
}

static int scene_cell(const struct gems_board *board, int cell)
{
    int row = gems_cell_row(board, cell);
    int column = gems_cell_column(board, cell);
    assert(row >= 0 && row < board->rows && column >= 0 && column < board->columns);
    return row * board->columns + column;
}

static void put_cell(const struct gems_board *board, const struct gems_position *position, int cell,
                     struct scene *scene)
{
    int here = gems_cell_at(board, cell / board->columns, cell % board->columns);
    enum gems_item item = gems_item_at(position, here);
    scene_put(scene, cell, thing_of(board->terrain[here]));
    if (item != GEMS_NOTHING)
        scene_put(scene, cell, thing_of("-1234gry"[item]));
}

static void put_map(const struct gems_board *board, const struct gems_position *position, struct scene *scene)
{
    scene_grid(scene, board->rows, board->columns);
    for (int i = 0; i < THINGS; i++)
        if (things[i].thing.owner <= board->players)
            scene->thing[scene_add(scene, things[i].thing)].letter =
                things[i].thing.owner == 0 ? things[i].letter : '\0';
    for (int cell = 0; cell < scene->cells; cell++)
        put_cell(board, position, cell, scene);
    for (int side = 0; side < board->players; side++)
        scene_put(scene, scene_cell(board, position->cell[side]), thing_of(side == 0 ? 'A' : 'B'));
}

/* -- beside the map -- */

static void tell_keys(const struct gems_position *position, int side, struct scene *scene)
{
    struct scene_panel *panel = scene_panel(scene, SCENE_HELD, "keys");
    for (int key = 0; key < GEMS_KEYS; key++)
        if (position->keys[side] >> key & 1)
            scene_item(panel, side + 1, 0)->thing = thing_of("gry"[key]);
    if (panel->count == 0)
        strcpy(scene_item(panel, side + 1, 0)->text, "none");
}

static void tell_last_gem(const struct gems_position *position, int side, struct scene *scene)
{
    struct scene_item *item = scene_item(scene_panel(scene, SCENE_HELD, "last gem"), side + 1, 0);
    assert(position->last[side] <= GEMS_KINDS);
    if (position->last[side] == 0)
        strcpy(item->text, "none");
    else
        item->thing = thing_of("-1234"[position->last[side]]);
}

static void tell_next_gem(const struct gems_board *board, const struct gems_position *position, int side,
                          struct scene *scene)
{
    struct scene_panel *panel = scene_panel(scene, SCENE_OFFER, "next gem");
    for (int kind = 0; kind < GEMS_KINDS; kind++)
        scene_item(panel, side + 1, board->pair[position->last[side]][kind])->thing = thing_of("1234"[kind]);
}

static void tell(const struct gems_board *board, const struct gems_position *position, struct scene *scene)
{
    int turn = position->turn <= board->turns ? position->turn : board->turns;
    scene_tell_scores(scene, SCENE_SCORE, "score", (int64_t[]){position->score[0], position->score[1]});
    scene_tell_progress(scene, "turn", turn, board->turns);
    scene_tell_count(scene, "gems left", position->gems);
    scene_tell_note(scene, "wire costs",
                    board->barbed == GEMS_BARBED_ENTRY ? "20 on entering" : "20 every turn");
    if (board->slips.any || board->teleport)
        scene_tell_note(scene, "steps", board->slips.any ? "what is done is drawn" : "noop on T teleports");
    for (int side = 0; side < board->players; side++) {
        tell_keys(position, side, scene);
        tell_last_gem(position, side, scene);
        tell_next_gem(board, position, side, scene);
    }
}

void gems_scene(const struct board *board_bytes, const struct position *position_bytes, move_t last,
                struct scene *scene)
{
    const struct gems_board *board = gems_board(board_bytes);
    const struct gems_position *position = gems_position(position_bytes);
    scene->player[0] = "A";
    scene->player[1] = "B";
    if (scene->turn == ACTOR_CHANCE)
        scene->mover = position->side + 1;
    put_map(board, position, scene);
    if (last != MOVE_NONE && last != GEMS_NOOP) {
        int mover = board->players == 1 || position->due != GEMS_SAID ? position->side : position->side ^ 1;
        scene_mark(scene, scene_cell(board, position->cell[mover]), SCENE_MARK_LAST);
    }
    tell(board, position, scene);
    assert(scene->turn != ACTOR_NONE || position->turn > board->turns || position->gems == 0);
    if (scene->turn == ACTOR_NONE)
        scene->end = position->turn > board->turns ? "all turns are played" : "no gem is left";
}

static void path_word(move_t move, struct scene_path *path)
{
    char word[MOVE_WORD_MAX];
    gems_deed_print(move, word);
    scene_press(path, SCENE_CHOICE, move, word);
}

/* What chance says: a cell, or one of the words that an action may become. */
static void path_outcome(const struct gems_board *board, move_t outcome, struct scene_path *path)
{
    assert(outcome < GEMS_TO + GEMS_CELLS);
    if (outcome >= GEMS_TO)
        scene_click(path, scene_cell(board, outcome - GEMS_TO));
    else
        path_word(outcome, path);
}

static bool is_on_map(const struct gems_board *board, int cell)
{
    int row = gems_cell_row(board, cell), column = gems_cell_column(board, cell);
    return cell > 0 && row >= 0 && row < board->rows && column >= 0 && column < board->columns;
}

void gems_path(const struct board *board_bytes, const struct position *position_bytes, move_t move,
               struct scene_path *path)
{
    const struct gems_board *board = gems_board(board_bytes);
    const struct gems_position *position = gems_position(position_bytes);
    if (position->due != GEMS_SAID) {
        path_outcome(board, move, path);
        return;
    }
    if (move == GEMS_NOOP) {
        scene_press(path, SCENE_PASS, 0, "noop");
        return;
    }
    int from = position->cell[position->side], to = from + board->step[move];
    if (!is_on_map(board, to)) { /* asked for since it may become another step */
        path_word(move, path);
        return;
    }
    scene_click(path, scene_cell(board, from));
    scene_click(path, scene_cell(board, to));
}
