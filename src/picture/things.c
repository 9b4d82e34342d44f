/* The parts that all pictures share: styles of players and hues, and what lies on a cell. */
#include "picture/parts.h"

enum style picture_player_style(int player)
{
    assert(player >= 0 && player <= 2);
    return player == 1 ? STYLE_FIRST : player == 2 ? STYLE_SECOND : STYLE_PLAIN;
}

static enum style hue_style(enum scene_hue hue)
{
    static const enum style styles[SCENE_HUES] = {
        [SCENE_NO_HUE] = STYLE_PLAIN,  [SCENE_RED] = STYLE_RED,     [SCENE_GREEN] = STYLE_GREEN,
        [SCENE_YELLOW] = STYLE_YELLOW, [SCENE_BLUE] = STYLE_BLUE,   [SCENE_MAGENTA] = STYLE_MAGENTA,
        [SCENE_CYAN] = STYLE_CYAN,     [SCENE_WHITE] = STYLE_WHITE, [SCENE_BLACK] = STYLE_PLAIN,
    };
    return styles[hue];
}

static enum style kind_style(enum scene_kind kind)
{
    switch (kind) {
    case SCENE_FLOOR:
    case SCENE_WALL: return STYLE_FAINT;
    case SCENE_WIRE: return STYLE_MAGENTA;
    case SCENE_TELEPORT:
    case SCENE_GOAL: return STYLE_CYAN;
    case SCENE_PRIZE: return STYLE_YELLOW;
    case SCENE_HARM: return STYLE_GREEN;
    case SCENE_FIGURE: return STYLE_STRONG;
    default: return STYLE_PLAIN;
    }
}

/* Whose it is says more than what colour it has. */
enum style picture_style(const struct scene_thing *thing)
{
    if (thing->owner > 0)
        return picture_player_style(thing->owner);
    return thing->hue != SCENE_NO_HUE ? hue_style(thing->hue) : kind_style(thing->kind);
}

const struct scene_thing *picture_top(const struct scene *scene, int cell)
{
    assert(cell >= 0 && cell < scene->cells);
    for (int i = scene->piece_count - 1; i >= 0; i--)
        if (scene->piece[i].cell == cell)
            return &scene->thing[scene->piece[i].thing];
    return &scene->thing[scene->ground[cell]];
}

bool picture_marks_movers(const struct scene *scene)
{
    int movers = 0;
    for (int cell = 0; cell < scene->cells; cell++)
        movers += (scene->mark[cell] & SCENE_MARK_FROM) != 0;
    return movers > 1;
}
