#include "scene.h"

const char *const scene_kind_words[SCENE_KINDS] = {
    [SCENE_FLOOR] = "floor", [SCENE_WALL] = "wall",         [SCENE_DOOR] = "door",
    [SCENE_WIRE] = "wire",   [SCENE_TELEPORT] = "teleport", [SCENE_SQUARE] = "square",
    [SCENE_STONE] = "stone", [SCENE_CARD] = "card",         [SCENE_FIGURE] = "figure",
    [SCENE_GEM] = "gem",     [SCENE_KEY] = "key",           [SCENE_PRIZE] = "prize",
    [SCENE_HARM] = "harm",   [SCENE_GOAL] = "goal",
};

const char *const scene_hue_words[SCENE_HUES] = {
    [SCENE_NO_HUE] = "",       [SCENE_RED] = "red",     [SCENE_GREEN] = "green",
    [SCENE_YELLOW] = "yellow", [SCENE_BLUE] = "blue",   [SCENE_MAGENTA] = "magenta",
    [SCENE_CYAN] = "cyan",     [SCENE_WHITE] = "white", [SCENE_BLACK] = "black",
};

const char *const scene_panel_words[SCENE_PANEL_KINDS] = {
    [SCENE_SCORE] = "score", [SCENE_COUNT] = "count",       [SCENE_HELD] = "held",
    [SCENE_OFFER] = "offer", [SCENE_PROGRESS] = "progress", [SCENE_NOTE] = "note",
};

const char *const scene_button_words[SCENE_BUTTONS] = {
    [SCENE_ACT] = "act", [SCENE_PASS] = "pass", [SCENE_DIE] = "die", [SCENE_CHOICE] = "choice"};

bool scene_is_piece(enum scene_kind kind)
{
    return kind >= SCENE_STONE && kind < SCENE_KINDS;
}

bool scene_panel_counts(enum scene_panel_kind kind)
{
    return kind != SCENE_HELD && kind != SCENE_NOTE;
}

/* -- building -- */

static void lay_out(struct scene *scene, enum scene_shape shape, int rows, int columns, int cells)
{
    assert(scene->cells == 0 && rows > 0 && columns > 0 && cells > 0 && cells <= SCENE_CELLS_MAX);
    scene->shape = shape;
    scene->rows = rows;
    scene->columns = columns;
    scene->cells = cells;
    memset(scene->ground, 1, (size_t)cells);
}

void scene_grid(struct scene *scene, int rows, int columns)
{
    lay_out(scene, SCENE_GRID, rows, columns, rows * columns);
}

void scene_ring(struct scene *scene, int rows, int columns)
{
    assert(rows > 1 && columns > 1);
    lay_out(scene, SCENE_RING, rows, columns, 2 * (rows + columns) - 4);
}

int scene_add(struct scene *scene, struct scene_thing thing)
{
    assert(scene->thing_count < SCENE_THINGS_MAX && thing.name != NULL && thing.kind < SCENE_KINDS);
    scene->thing[++scene->thing_count] = thing;
    return scene->thing_count;
}

void scene_put(struct scene *scene, int cell, int thing)
{
    assert(cell >= 0 && cell < scene->cells && thing > 0 && thing <= scene->thing_count);
    if (!scene_is_piece(scene->thing[thing].kind)) {
        scene->ground[cell] = (unsigned char)thing;
        return;
    }
    assert(scene->piece_count < SCENE_PIECES_MAX);
    scene->piece[scene->piece_count++] = (struct scene_piece){.cell = cell, .thing = thing};
}

void scene_mark(struct scene *scene, int cell, unsigned mark)
{
    assert(cell >= 0 && cell < scene->cells);
    scene->mark[cell] = (unsigned char)(scene->mark[cell] | mark);
}

struct scene_panel *scene_panel(struct scene *scene, enum scene_panel_kind kind, const char *name)
{
    assert(scene->panel_count < SCENE_PANELS_MAX && name != NULL);
    struct scene_panel *panel = &scene->panel[scene->panel_count++];
    *panel = (struct scene_panel){.kind = kind, .name = name};
    return panel;
}

struct scene_item *scene_item(struct scene_panel *panel, int player, int64_t value)
{
    assert(panel->count < SCENE_ITEMS_MAX && player >= 0 && player <= 2);
    struct scene_item *item = &panel->item[panel->count++];
    *item = (struct scene_item){.player = player, .value = value};
    return item;
}

void scene_tell_scores(struct scene *scene, enum scene_panel_kind kind, const char *name,
                       const int64_t value[2])
{
    assert(scene->players > 0);
    struct scene_panel *panel = scene_panel(scene, kind, name);
    for (int player = 0; player < scene->players; player++)
        scene_item(panel, player + 1, value[player]);
}

void scene_tell_count(struct scene *scene, const char *name, int64_t value)
{
    scene_item(scene_panel(scene, SCENE_COUNT, name), 0, value);
}

void scene_tell_progress(struct scene *scene, const char *name, int64_t value, int64_t of)
{
    scene_item(scene_panel(scene, SCENE_PROGRESS, name), 0, value)->of = of;
}

void scene_tell_note(struct scene *scene, const char *name, const char *text)
{
    struct scene_item *item = scene_item(scene_panel(scene, SCENE_NOTE, name), 0, 0);
    assert(strlen(text) < sizeof item->text);
    strcpy(item->text, text);
}

/* -- paths -- */

static struct scene_step *next_step(struct scene_path *path)
{
    assert(path->count < SCENE_STEPS_MAX);
    return &path->step[path->count++];
}

void scene_click(struct scene_path *path, int cell)
{
    assert(cell >= 0 && cell < SCENE_CELLS_MAX);
    *next_step(path) = (struct scene_step){.cell = cell};
}

void scene_press(struct scene_path *path, enum scene_button button, int value, const char *word)
{
    struct scene_step *step = next_step(path);
    assert(button < SCENE_BUTTONS && strlen(word) < sizeof step->word);
    *step = (struct scene_step){.cell = -1, .button = button, .value = value};
    strcpy(step->word, word);
}

void scene_take(struct scene_path *path, int cell)
{
    assert(path->takes < SCENE_TAKES_MAX);
    path->take[path->takes++] = cell;
}

void scene_path_of(const struct game *game, const struct board *board, const struct position *position,
                   move_t move, struct scene_path *path)
{
    path->count = path->takes = 0;
    game->path(board, position, move, path);
    assert(path->count > 0);
}

/* -- the whole -- */

static void mark_ends(struct scene *scene, const struct scene_path *path)
{
    const struct scene_step *first = &path->step[0];
    const struct scene_step *last = &path->step[path->count - 1];
    if (path->count > 1 && first->cell >= 0)
        scene_mark(scene, first->cell, SCENE_MARK_FROM);
    if (last->cell >= 0)
        scene_mark(scene, last->cell, SCENE_MARK_TO);
}

static void mark_moves(struct scene *scene, const struct board *board, const struct position *position)
{
    struct move_list list;
    game_successors(scene->game, board, position, &list);
    for (int i = 0; i < list.count; i++) {
        struct scene_path path;
        scene_path_of(scene->game, board, position, list.at[i], &path);
        mark_ends(scene, &path);
    }
}

void scene_of(const struct game *game, const struct board *board, const struct position *position,
              move_t last, struct scene *scene)
{
    memset(scene, 0, sizeof *scene);
    scene->game = game;
    scene->players = game_players(game, board);
    scene->turn = game->turn(board, position);
    scene->mover = scene->turn == ACTOR_ONE ? 1 : scene->turn == ACTOR_TWO ? 2 : 0;
    scene->result = game->result(board, position);
    scene->reason = game->reason(board, position);
    if (last != MOVE_NONE)
        game->move_print(board, last, scene->last);
    game->scene(board, position, last, scene);
    assert(scene->cells > 0 && scene->thing_count > 0 && scene->player[0] != NULL);
    assert((scene->mover == 0) == (scene->turn == ACTOR_NONE));
    assert((scene->end != NULL) == (scene->turn == ACTOR_NONE));
    mark_moves(scene, board, position);
}
