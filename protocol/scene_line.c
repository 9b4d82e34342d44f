#include "protocol/scene_line.h"

#include "protocol/json.h"

enum { BUTTONS_MAX = 64 }; /* that the moves of one position want */

static const char *const turn_words[] = {
    [ACTOR_NONE] = "none", [ACTOR_ONE] = "1", [ACTOR_TWO] = "2", [ACTOR_CHANCE] = "chance"};

/* -- the scene -- */

static void print_head(const struct scene *scene, struct json *json)
{
    static const char *const scales[] = {
        [SCALE_WIN] = "", [SCALE_POINTS] = "points", [SCALE_CHANCE] = "chance"};
    static const char *const results[] = {
        [RESULT_NONE] = "none", [RESULT_ONE] = "p1win", [RESULT_TWO] = "p2win", [RESULT_DRAW] = "draw"};
    assert(scene->players == 1 || scene->players == 2);
    assert((scene->result == RESULT_NONE) == (scene->turn != ACTOR_NONE));
    json_number(json, "scene", SCENE_VERSION);
    json_string(json, "game", scene->game->name);
    json_string(json, "title", scene->game->title);
    json_string_if(json, "scale", scales[scene->game->scale]);
    json_string(json, "shape", scene->shape == SCENE_RING ? "ring" : "grid");
    json_number(json, "rows", scene->rows);
    json_number(json, "cols", scene->columns);
    json_open(json, "players", '[');
    for (int player = 0; player < scene->players; player++)
        json_string(json, NULL, scene->player[player]);
    json_close(json, ']');
    json_string(json, "turn", turn_words[scene->turn]);
    if (scene->turn == ACTOR_CHANCE)
        json_number(json, "mover", scene->mover);
    json_string(json, "result", results[scene->result]);
    json_string(json, "reason", scene->reason);
    json_string_if(json, "end", scene->end);
    json_string_if(json, "last", scene->last);
}

static void print_thing(const struct scene_thing *thing, struct json *json)
{
    assert(thing->kind < SCENE_KINDS && thing->hue < SCENE_HUES && thing->owner <= 2);
    json_open(json, NULL, '{');
    json_string(json, "kind", scene_kind_words[thing->kind]);
    json_string(json, "name", thing->name);
    json_string_if(json, "sign", (char[2]){thing->sign, '\0'});
    json_string_if(json, "fen", (char[2]){thing->letter, '\0'});
    json_number_if(json, "owner", thing->owner);
    json_string_if(json, "hue", scene_hue_words[thing->hue]);
    json_number_if(json, "value", thing->value);
    json_string_if(json, "note", thing->note);
    json_close(json, '}');
}

static void print_board(const struct scene *scene, struct json *json)
{
    assert(scene->cells > 0 && scene->cells <= SCENE_CELLS_MAX && scene->thing_count > 0);
    json_open(json, "things", '[');
    for (int i = 1; i <= scene->thing_count; i++)
        print_thing(&scene->thing[i], json);
    json_close(json, ']');
    json_open(json, "cells", '[');
    for (int cell = 0; cell < scene->cells; cell++)
        json_number(json, NULL, scene->ground[cell] - 1);
    json_close(json, ']');
    json_open(json, "pieces", '[');
    for (int i = 0; i < scene->piece_count; i++) {
        assert(scene->piece[i].cell < scene->cells && scene->piece[i].thing <= scene->thing_count);
        json_open(json, NULL, '[');
        json_number(json, NULL, scene->piece[i].cell);
        json_number(json, NULL, scene->piece[i].thing - 1);
        json_close(json, ']');
    }
    json_close(json, ']');
}

static bool has_mark(const struct scene *scene, unsigned mark)
{
    for (int cell = 0; cell < scene->cells; cell++)
        if ((scene->mark[cell] & mark) != 0)
            return true;
    return false;
}

static void print_marks(const struct scene *scene, struct json *json)
{
    static const struct {
        unsigned mark;
        const char *name;
    } marks[] = {{SCENE_MARK_LAST, "last"},
                 {SCENE_MARK_TAKEN, "taken"},
                 {SCENE_MARK_FROM, "from"},
                 {SCENE_MARK_TO, "to"}};
    json_open(json, "marks", '{');
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        if (!has_mark(scene, marks[i].mark))
            continue;
        json_open(json, marks[i].name, '[');
        for (int cell = 0; cell < scene->cells; cell++)
            if ((scene->mark[cell] & marks[i].mark) != 0)
                json_number(json, NULL, cell);
        json_close(json, ']');
    }
    json_close(json, '}');
}

static void print_item(const struct scene_panel *panel, const struct scene_item *item, struct json *json)
{
    json_open(json, NULL, '{');
    json_number_if(json, "player", item->player);
    json_string_if(json, "name", item->name);
    if (item->thing > 0)
        json_number(json, "thing", item->thing - 1);
    if (scene_panel_counts(panel->kind))
        json_number(json, "value", item->value);
    json_number_if(json, "of", item->of);
    json_string_if(json, "text", item->text);
    json_true_if(json, "holds", item->holds);
    json_close(json, '}');
}

static void print_panel(const struct scene_panel *panel, struct json *json)
{
    assert(panel->kind < SCENE_PANEL_KINDS && panel->count <= SCENE_ITEMS_MAX);
    json_open(json, NULL, '{');
    json_string(json, "kind", scene_panel_words[panel->kind]);
    json_string(json, "name", panel->name);
    if (panel->thing > 0)
        json_number(json, "thing", panel->thing - 1);
    json_open(json, "items", '[');
    for (int i = 0; i < panel->count; i++)
        print_item(panel, &panel->item[i], json);
    json_close(json, ']');
    json_close(json, '}');
}

void scene_line_print(const struct scene *scene, struct text *line)
{
    struct json json = {.text = line};
    json_open(&json, NULL, '{');
    print_head(scene, &json);
    print_board(scene, &json);
    print_marks(scene, &json);
    json_open(&json, "panels", '[');
    for (int i = 0; i < scene->panel_count; i++)
        print_panel(&scene->panel[i], &json);
    json_close(&json, ']');
    json_close(&json, '}');
}

/* -- its moves -- */

/* Which buttons the paths want, each once. */
struct known_buttons {
    int count;
    char room[BUTTONS_MAX][MOVE_WORD_MAX];
};

static bool is_known(const struct known_buttons *buttons, const char *word)
{
    for (int i = 0; i < buttons->count; i++)
        if (strcmp(buttons->room[i], word) == 0)
            return true;
    return false;
}

static void print_button(struct known_buttons *buttons, const struct scene_step *step, struct json *json)
{
    if (step->cell >= 0 || is_known(buttons, step->word))
        return;
    assert(buttons->count < BUTTONS_MAX);
    strcpy(buttons->room[buttons->count++], step->word);
    json_open(json, NULL, '{');
    json_string(json, "button", step->word);
    json_string(json, "kind", scene_button_words[step->button]);
    json_number_if(json, "value", step->value);
    json_close(json, '}');
}

static void print_path(const struct scene_path *path, struct json *json)
{
    assert(path->count > 0 && path->count <= SCENE_STEPS_MAX && path->takes <= SCENE_TAKES_MAX);
    json_open(json, "path", '[');
    for (int i = 0; i < path->count; i++)
        if (path->step[i].cell >= 0)
            json_number(json, NULL, path->step[i].cell);
        else
            json_string(json, NULL, path->step[i].word);
    json_close(json, ']');
    if (path->takes == 0)
        return;
    json_open(json, "takes", '[');
    for (int i = 0; i < path->takes; i++)
        json_number(json, NULL, path->take[i]);
    json_close(json, ']');
}

static int64_t weight_of(const struct chance *chance, move_t outcome)
{
    for (int i = 0; i < chance->count; i++)
        if (chance->at[i].outcome == outcome)
            return chance->at[i].weight;
    assert(chance->count == 0); /* of a chance event every outcome has one */
    return 0;
}

static void print_buttons(const struct game *game, const struct board *board, const struct position *position,
                          const struct move_list *list, struct json *json)
{
    struct known_buttons buttons = {.count = 0};
    json_open(json, "buttons", '[');
    for (int i = 0; i < list->count; i++) {
        struct scene_path path;
        scene_path_of(game, board, position, list->at[i], &path);
        for (int k = 0; k < path.count; k++)
            print_button(&buttons, &path.step[k], json);
    }
    json_close(json, ']');
}

static void print_move(const struct game *game, const struct board *board, const struct position *position,
                       move_t move, const struct chance *chance, struct json *json)
{
    char word[MOVE_WORD_MAX];
    struct scene_path path;
    game->move_print(board, move, word);
    scene_path_of(game, board, position, move, &path);
    json_open(json, NULL, '{');
    json_string(json, "move", word);
    print_path(&path, json);
    json_number_if(json, "weight", weight_of(chance, move));
    json_close(json, '}');
}

size_t scene_line_moves_room(const struct game *game, const struct board *board,
                             const struct position *position)
{
    enum { HEAD = 256, BUTTON = 80, MOVE = 160 + 20 * SCENE_STEPS_MAX + 4 * SCENE_TAKES_MAX };
    struct move_list list;
    game_successors(game, board, position, &list);
    return HEAD + BUTTON * BUTTONS_MAX + MOVE * (size_t)list.count;
}

void scene_line_print_moves(const struct game *game, const struct board *board,
                            const struct position *position, struct text *line)
{
    struct json json = {.text = line};
    struct move_list list;
    struct chance chance = {0};
    enum actor turn = game->turn(board, position);
    game_successors(game, board, position, &list);
    if (turn == ACTOR_CHANCE)
        game->chance(board, position, &chance);
    json_open(&json, NULL, '{');
    json_number(&json, "scene", SCENE_VERSION);
    json_string(&json, "turn", turn_words[turn]);
    print_buttons(game, board, position, &list, &json);
    json_open(&json, "moves", '[');
    for (int i = 0; i < list.count; i++)
        print_move(game, board, position, list.at[i], &chance, &json);
    json_close(&json, ']');
    json_close(&json, '}');
}
