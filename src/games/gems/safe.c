#include "games/gems/safe.h"

#include <stdlib.h>

#include "base/clock.h"
#include "games/gems/spots.h"
#include "games/gems/tour.h"

enum {
    NODES = 100000, /* for a plan */
    TIME_PART = 4   /* of what is left of the clock at most one part in so many */
};

/* The game as one player sees it who is alone. */
struct alone {
    struct gems_board board;
    struct gems_position position;
};

static void alone_make(struct alone *alone, const struct gems_board *board, const struct gems_position *from,
                       int side)
{
    assert(board->players == 2 && side < 2);
    alone->board = *board;
    alone->board.players = 1;
    alone->board.early = 0;
    alone->position = *from;
    alone->position.side = 0;
    alone->position.score[0] = from->score[side];
    alone->position.cell[0] = from->cell[side];
    alone->position.last[0] = from->last[side];
    alone->position.keys[0] = from->keys[side];
}

/* How many of the mover's turns things stay: he is before the other who needs as many. */
static void stay_until(const struct gems_board *board, const struct gems_position *position,
                       struct alone *room, int16_t until[GEMS_CELLS])
{
    alone_make(room, board, position, position->side ^ 1);
    gems_spots_reach(&room->board, &room->position, until);
    for (int cell = 0; cell < GEMS_CELLS; cell++)
        if (until[cell] < 0)
            until[cell] = INT16_MAX;
}

static void plan(const struct course *course, const struct gems_position *position, size_t bytes,
                 struct job *job, struct solution *solution)
{
    struct alone *alone = malloc(sizeof *alone);
    int16_t until[GEMS_CELLS];
    if (alone == NULL)
        return;
    stay_until(course->board, position, alone, until);
    alone_make(alone, course->board, position, position->side);
    alone->board.gates = 0; /* he walks; the other may come by a gate */
    struct job part = {.began = clock_now()};
    int64_t whole = job_deadline(job);
    int64_t share = whole > part.began ? (whole - part.began) / TIME_PART : 0;
    atomic_init(&part.deadline, whole == INT64_MAX ? whole : part.began + share);
    atomic_init(&part.node_limit, NODES);
    struct means means = {.bytes = bytes, .threads = 1};
    gems_tour_solve(&means, &alone->board, &alone->position, until, &part, solution, NULL);
    free(alone);
}

/* The runners after the mover has gone his way and the other has stood still. */
static struct runners after_plan(const struct course *course, const struct runners *from,
                                 const struct solution *solution)
{
    struct runners at = *from;
    int side = from->side;
    assert(solution->pv_count <= PV_MAX);
    for (int i = 0; i < solution->pv_count; i++) {
        assert(solution->pv[i] < GEMS_ACTIONS);
        at.cell[side] = (int16_t)(at.cell[side] + course->board->step[solution->pv[i]]);
        int item = course->item_at[at.cell[side]];
        if (item >= 0)
            at.left[item >> 6] &= ~(UINT64_C(1) << (item & 63));
    }
    return at;
}

void gems_safe_plan(const struct course *course, const struct position *position, size_t bytes,
                    struct job *job, struct solution *solution)
{
    const struct gems_position *root = gems_position(position);
    struct runners runners;
    int side = root->side;
    struct solution tour = {.best = MOVE_NONE};
    plan(course, root, bytes, job, &tour);
    if (tour.best == MOVE_NONE || tour.pv_count < 2)
        return;
    gems_runners_from(&runners, course, root);
    int32_t race = gems_race_margin(course, &runners, RACE_TO_THE_END);
    struct runners then = after_plan(course, &runners, &tour);
    int32_t gain = (int32_t)(tour.score.number - root->score[side]);
    int32_t safe = gems_race_alone(course, &then, side ^ 1);
    int32_t promised = (side == 0 ? runners.margin : -runners.margin) + gain - safe;
    if (promised <= (side == 0 ? race : -race))
        return;
    *solution = tour;
    solution->end = END_OPEN;
    solution->score = score_from(&gems_game, promised, BOUND_ESTIMATE);
}
