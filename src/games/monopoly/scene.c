/* What a person sees: the ring of squares with their owners and both tokens, and the purses. */
#include "scene.h"
#include "games/monopoly/monopoly.h"

enum { RING_ROWS = 3, RING_COLUMNS = 4 };

static void put_square(const struct monopoly_board *rules, const struct monopoly_position *state, int square,
                       struct scene *scene)
{
    struct scene_thing thing = {
        .kind = SCENE_SQUARE, .name = monopoly_names[square], .value = monopoly_price(square)};
    struct text note = text_in(thing.note, sizeof thing.note);
    if (thing.value > 0)
        text_format(&note, "price %d rent %d", thing.value, MONOPOLY_RENT);
    else if (square == MONOPOLY_SQUARE_FINE && rules->fine)
        text_format(&note, "fine %d", MONOPOLY_FINE);
    for (int player = 0; player < 2; player++)
        if (monopoly_owns(state, player, square))
            thing.owner = player + 1;
    scene_put(scene, square, scene_add(scene, thing));
}

/* A roll moved the token of the player on move. Any other move is an action of the player before; on a tape the
 * other's roll followed it at once. */
static void mark_last(const struct monopoly_position *state, move_t last, struct scene *scene)
{
    int player = last >= MONOPOLY_MOVE_ROLL ? state->side : !state->side;
    scene_mark(scene, state->at[player], SCENE_MARK_LAST);
}

static void tell(const struct monopoly_board *rules, const struct monopoly_position *state,
                 struct scene *scene)
{
    scene_tell_scores(scene, SCENE_SCORE, "cash", (int64_t[]){state->cash[0], state->cash[1]});
    scene_tell_scores(scene, SCENE_COUNT, "squares",
                      (int64_t[]){monopoly_prices_owned(state, 0), monopoly_prices_owned(state, 1)});
    if (rules->maxturns > 0)
        scene_tell_progress(scene, "actions", state->turn, rules->maxturns);
    if (rules->taped) {
        scene_tell_count(scene, "tape", rules->tape);
        scene_tell_count(scene, "dice drawn", state->drawn);
    }
}

void monopoly_scene(const struct board *board, const struct position *position, move_t last,
                    struct scene *scene)
{
    const struct monopoly_board *rules = monopoly_board(board);
    const struct monopoly_position *state = monopoly_position(position);
    _Static_assert(2 * (RING_ROWS + RING_COLUMNS) - 4 == MONOPOLY_SQUARES, "the ring has all squares");
    scene->player[0] = "player 1";
    scene->player[1] = "player 2";
    scene_ring(scene, RING_ROWS, RING_COLUMNS);
    for (int square = 0; square < MONOPOLY_SQUARES; square++)
        put_square(rules, state, square, scene);
    for (int player = 0; player < 2; player++) {
        struct scene_thing token = {.kind = SCENE_FIGURE,
                                    .name = player == 0 ? "token 1" : "token 2",
                                    .sign = (char)('1' + player),
                                    .owner = player + 1};
        scene_put(scene, state->at[player], scene_add(scene, token));
    }
    scene->mover = scene->turn != ACTOR_NONE ? state->side + 1 : 0;
    if (scene->mover > 0)
        scene_mark(scene, state->at[state->side], SCENE_MARK_FROM);
    else
        scene->end =
            state->cash[0] <= 0 || state->cash[1] <= 0 ? "the other is bankrupt" : "all actions are made";
    if (last != MOVE_NONE)
        mark_last(state, last, scene);
    tell(rules, state, scene);
}

void monopoly_path(const struct board *board, const struct position *position, move_t move,
                   struct scene_path *path)
{
    (void)position;
    char word[MOVE_WORD_MAX];
    monopoly_move_print(board, move, word);
    if (move >= MONOPOLY_MOVE_ROLL)
        scene_press(path, SCENE_DIE, move - MONOPOLY_MOVE_ROLL + 1, word);
    else
        scene_press(path, move == MONOPOLY_MOVE_PASS ? SCENE_PASS : SCENE_ACT, 0, word);
}
