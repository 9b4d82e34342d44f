/* What a person sees: the cards on the table, Varys among them, and what both players have taken. */
#include "scene.h"
#include "base/bits.h"
#include "games/hand/hand.h"

static void put_cards(const struct hand_position *hand, const int card[HAND_HOUSES], int varys,
                      struct scene *scene)
{
    for (int cell = 0; cell < HAND_CELLS; cell++) {
        int house = hand_house_at(hand, cell);
        if (cell == hand->varys)
            scene_put(scene, cell, varys);
        else if (house >= 0)
            scene_put(scene, cell, card[house]);
    }
}

/* How many cards of a house lie and what the players took of it; * if the banner is his. */
static void tell_house(const struct hand_position *hand, int house, int card, struct scene *scene)
{
    assert(hand->holder[house] <= HAND_NOBODY);
    struct scene_panel *panel = scene_panel(scene, SCENE_COUNT, hand_houses[house].name);
    panel->thing = card;
    scene_item(panel, 0, bits_count(hand_of_house(hand, house)))->name = "left";
    for (int player = 0; player < 2; player++)
        scene_item(panel, player + 1, hand->count[player][house])->holds = hand->holder[house] == player;
}

/* The companions in play, and whether one is due. */
static void tell_companions(const struct hand_position *hand, struct scene *scene)
{
    struct scene_panel *panel = scene_panel(scene, SCENE_NOTE, "companions");
    for (int companion = 0; companion < HAND_COMPANIONS; companion++)
        if (hand->companions >> companion & 1)
            strcpy(scene_item(panel, 0, 0)->text, hand_companions[companion].name);
    if (panel->count == 0)
        strcpy(scene_item(panel, 0, 0)->text, "none");
    scene_tell_note(scene, "to do", hand_companion_is_due(hand) ? "use a companion" : "name a card");
}

/* Cells that the move of a companion names. */
static uint64_t named_cells(move_t move)
{
    switch (hand_move_companion(move)) {
    case HAND_JON:
    case HAND_SANDOR: return hand_bit(hand_move_first(move));
    case HAND_JAQEN:
    case HAND_RAMSAY: return hand_bit(hand_move_first(move)) | hand_bit(hand_move_second(move));
    default: return 0;
    }
}

static bool removes(move_t move)
{
    int companion = hand_move_companion(move);
    return companion == HAND_JAQEN || companion == HAND_SANDOR;
}

static void mark_last(const struct hand_position *hand, move_t last, struct scene *scene)
{
    uint64_t cells = hand_move_companion(last) < 0 ? hand_bit(hand->varys) : named_cells(last);
    for (; cells != 0; cells &= cells - 1)
        scene_mark(scene, bits_lowest(cells), SCENE_MARK_LAST | (removes(last) ? SCENE_MARK_TAKEN : 0));
}

void hand_scene(const struct board *board, const struct position *position, move_t last, struct scene *scene)
{
    const struct hand_position *hand = hand_position(position);
    int card[HAND_HOUSES];
    scene->player[0] = "player 1";
    scene->player[1] = "player 2";
    scene_grid(scene, HAND_SIDE, HAND_SIDE);
    scene_add(scene, (struct scene_thing){.kind = SCENE_FLOOR, .name = "gap", .letter = '1'});
    for (int house = 0; house < HAND_HOUSES; house++)
        card[house] = scene_add(scene, (struct scene_thing){.kind = SCENE_CARD,
                                                            .name = hand_houses[house].name,
                                                            .sign = hand_houses[house].letter,
                                                            .letter = hand_houses[house].letter,
                                                            .value = house + 1,
                                                            .hue = (enum scene_hue)hand_houses[house].hue});
    int varys = scene_add(
        scene, (struct scene_thing){.kind = SCENE_FIGURE, .name = "Varys", .sign = 'V', .letter = 'V'});
    put_cards(hand, card, varys, scene);
    if (last != MOVE_NONE)
        mark_last(hand, last, scene);
    for (int house = 0; house < HAND_HOUSES; house++)
        tell_house(hand, house, card[house], scene);
    scene_tell_scores(scene, SCENE_SCORE, "banners",
                      (int64_t[]){hand_banners(hand, 0), hand_banners(hand, 1)});
    if (hand_board(board)->companions)
        tell_companions(hand, scene);
    if (scene->turn == ACTOR_NONE)
        scene->end = hand_banners(hand, 0) != hand_banners(hand, 1) ? "more banners"
                                                                    : "the banner of the largest house";
}

static void companion_path(move_t move, struct scene_path *path)
{
    int companion = hand_move_companion(move);
    scene_press(path, SCENE_CHOICE, 0, hand_companions[companion].button);
    for (uint64_t rest = named_cells(move); rest != 0; rest &= rest - 1) {
        scene_click(path, bits_lowest(rest));
        if (removes(move))
            scene_take(path, bits_lowest(rest));
    }
    if (hand_move_other(move) >= 0)
        scene_press(path, SCENE_CHOICE, 0, hand_companions[hand_move_other(move)].button);
}

void hand_path(const struct board *board, const struct position *position, move_t move,
               struct scene_path *path)
{
    (void)board;
    const struct hand_position *hand = hand_position(position);
    assert(hand_companion_is_due(hand) == (hand_move_companion(move) >= 0));
    if (hand_move_companion(move) >= 0) {
        companion_path(move, path);
        return;
    }
    scene_click(path, hand->varys);
    scene_click(path, move);
    for (uint64_t rest = hand_captured(hand, move); rest != 0; rest &= rest - 1)
        scene_take(path, bits_lowest(rest));
}
