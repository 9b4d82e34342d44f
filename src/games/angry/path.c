/* What the layer of the root says: its value, and a line of play. */
#include <stdlib.h>

#include "games/angry/run.h"

/* A line of best play, as far as the root's layer knows it. */
struct path {
    const struct angry_run *run;
    struct layer_room *room;
    int time;
    struct angry_position position;
};

static int hen_value(const struct path *path, unsigned queen)
{
    return angry_layer_hen_value(&path->run->root, path->room, path->run->history, path->time,
                                 path->position.hen, queen);
}

/* What a move is worth, the hen's view. */
static int move_value(const struct path *path, enum angry_move move)
{
    const struct angry_position *position = &path->position;
    if (position->side == ANGRY_HEN)
        return angry_layer_step_value(&path->run->root, path->room, path->run->history, path->time,
                                      position->hen, position->queen, move);
    unsigned to =
        move == ANGRY_PASS ? position->queen : path->run->plan->terrain.board->step[position->queen][move];
    return to == position->hen ? path->run->root.loss : hen_value(path, to);
}

static enum angry_move best_move(const struct path *path, int *value)
{
    move_t at[ANGRY_MOVES];
    int count = angry_list(path->run->plan->terrain.board, &path->position, at);
    bool hen = path->position.side == ANGRY_HEN;
    int best = 0;
    assert(count > 0);
    for (int i = 0; i < count; i++) {
        int found = move_value(path, (enum angry_move)at[i]);
        if (i == 0 || (hen ? found > *value : found < *value)) {
            best = i;
            *value = found;
        }
    }
    return (enum angry_move)at[best];
}

static bool took_item(const struct angry_position *before, const struct angry_position *after)
{
    return !cells_same(&before->eggs, &after->eggs) || !cells_same(&before->pigs, &after->pigs);
}

/* Plays a move; the counter of the run goes on as the game's own do. */
static void path_play(struct path *path, enum angry_move move)
{
    bool hen = path->position.side == ANGRY_HEN;
    bool counts = move != ANGRY_PASS || path->run->plan->terrain.clock == CLOCK_TURNS;
    angry_play(path->run->plan->terrain.board, &path->position, move);
    if (hen && counts)
        path->time--;
}

static int walk(struct path *path, struct line *line)
{
    const struct angry_board *board = path->run->plan->terrain.board;
    int value = 0;
    line->count = 0;
    while (line->count < PV_MAX && path->time > 0 && !angry_over(board, &path->position)) {
        struct angry_position before = path->position;
        int worth = 0;
        enum angry_move move = best_move(path, &worth);
        if (line->count == 0)
            value = path->position.side == ANGRY_HEN ? hen_value(path, path->position.queen) : worth;
        line->at[line->count++] = (move_t)move;
        path_play(path, move);
        bool has_passed = move == ANGRY_PASS && path->run->plan->terrain.clock == CLOCK_BOTH;
        if (has_passed || took_item(&before, &path->position))
            break; /* into another layer, or to other turns to spare */
    }
    return value;
}

bool angry_path_read(const struct angry_run *run, int *value, struct line *line)
{
    assert(run->plan->manner == &angry_values && run->history != NULL);
    size_t values = (size_t)run->plan->terrain.places * (size_t)run->plan->terrain.width;
    struct layer_room *room = calloc(1, sizeof *room);
    int16_t *rows = malloc(values * sizeof *rows);
    bool has_room = room != NULL && rows != NULL;
    if (has_room) {
        room->before = rows;
        angry_layer_room_begin(room);
        struct path path = {
            .run = run, .room = room, .time = run->plan->terrain.time, .position = *run->plan->root};
        *value = walk(&path, line);
    }
    free(rows);
    free(room);
    return has_room;
}
