/* The exact method with companions, as the search engine asks for it: who wins, and a line that shows it. */
#include "games/hand/court.h"
#include "solve/tell.h"

enum {
    CARDS_SMALL = 14, /* up to here a small table will do */
    BYTES_SMALL = 1 << 22,
    BYTES_MAX = 1 << 28,
    NODES_FOR_LINE = 100000 /* at least, after the proof; what it found is in the table */
};

/* Goes on while that is cheap. */
static void find_line(struct hand_court *court, const struct board *board, const struct position *root,
                      struct solution *solution)
{
    struct job part;
    struct position position = *root;
    assert(solution->best != MOVE_NONE);
    job_begin_part(&part, court->meter.job, atomic_load(&court->meter.job->nodes) / 8 + NODES_FOR_LINE,
                   INT64_MAX);
    hand_court_prepare(court, hand_board(board), &part);
    solution->pv_count = 0;
    for (move_t move = solution->best; solution->pv_count < PV_MAX;) {
        solution->pv[solution->pv_count++] = move;
        hand_apply(board, &position, move);
        if (hand_is_over(hand_position(&position)) ||
            hand_court_run(court, hand_position(&position), &move) == HAND_COURT_UNKNOWN)
            break;
    }
    meter_tell(&court->meter);
}

void hand_court_solve(struct hand_court *court, const struct means *means, const struct board *board,
                      const struct position *position, struct job *job, struct solution *solution)
{
    int plies = hand_horizon(board, position);
    bool small = bits_count(hand_cards(hand_position(position))) <= CARDS_SMALL;
    size_t most = small && buckets_bytes(&court->table.buckets) <= BYTES_SMALL ? BYTES_SMALL : BYTES_MAX;
    move_t best;
    hand_court_table_resize(&court->table, means->bytes < most ? means->bytes : most);
    hand_court_prepare(court, hand_board(board), job);
    solution->depth = plies;
    int won = hand_court_run(court, hand_position(position), &best);
    meter_tell(&court->meter);
    solution->best = best;
    if (won == HAND_COURT_UNKNOWN) {
        solution->score = score_from(&hand_game, hand_evaluate(board, position), BOUND_ESTIMATE);
    } else {
        solution->end = END_PROVEN;
        solution->score = score_from(&hand_game, won ? VALUE_WIN - plies : plies - VALUE_WIN, BOUND_PROVEN);
        find_line(court, board, position, solution);
    }
}
