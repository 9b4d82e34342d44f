/* Konane: stones jump over enemy stones, straight, into holes; who cannot move loses.
 *
 * A cell holds its own colour or nothing (black where row + column is even), so a position is one word of
 * bits, which cells still have their stone, and the side to move. Cells are bits row by row from the top
 * left.
 *
 * Limits: at most 64 cells, either side at most 26. Scores and counts follow from that. */
#ifndef PANJ_GAMES_KONANE_KONANE_H
#define PANJ_GAMES_KONANE_KONANE_H

#include "game.h"

enum { KONANE_CELLS_MAX = 64, KONANE_SIDE_MAX = 26, KONANE_MOVES_MAX = 128 };

enum konane_side { KONANE_BLACK, KONANE_WHITE };
enum konane_open { KONANE_OPEN_REFERENCE, KONANE_OPEN_ANY };

struct konane_board {
    uint64_t cells;      /* all cells of the board */
    uint64_t black;      /* those that belong to black; the others are white's */
    uint64_t into_right; /* cells that a jump to the right can land on */
    uint64_t into_left;
    int32_t rows;
    int32_t cols;
    int32_t open; /* of enum konane_open */
    int32_t unused;
};

struct konane_position {
    uint64_t stones; /* cells that still have their stone */
    uint64_t side;   /* of enum konane_side: who is to move */
};

/* Plies 1 and 2 are removals, then come jumps. The holes tell which it is. */
enum konane_phase { KONANE_FIRST_REMOVAL, KONANE_SECOND_REMOVAL, KONANE_JUMPS };

extern const char konane_help[];
extern const struct game konane_game;

static inline const struct konane_board *konane_board(const struct board *board)
{
    return (const struct konane_board *)(const void *)board->bytes;
}

static inline const struct konane_position *konane_position(const struct position *position)
{
    return (const struct konane_position *)(const void *)position->bytes;
}

static inline enum konane_side konane_opponent(enum konane_side side)
{
    return side == KONANE_BLACK ? KONANE_WHITE : KONANE_BLACK;
}

/* A move is its two cells; a removal has the same cell twice. */
static inline move_t konane_move(int from, int to)
{
    return (move_t)(from | to << 6);
}

static inline int konane_move_from(move_t move)
{
    return move & 63;
}

static inline int konane_move_to(move_t move)
{
    return move >> 6 & 63;
}

/* rules.c */
bool konane_board_init(struct konane_board *, int rows, int cols); /* false: no such board */
enum konane_phase konane_phase(const struct konane_board *, const struct konane_position *);
/* The list of either side as the rules generate it, whoever is to move. */
void konane_list(const struct konane_board *, const struct konane_position *, enum konane_side,
                 struct move_list *);
int konane_count(const struct konane_board *, const struct konane_position *, enum konane_side);
void konane_play(const struct konane_board *, struct konane_position *, move_t);

enum actor konane_turn(const struct board *, const struct position *);
void konane_moves(const struct board *, const struct position *, struct move_list *);
int konane_count_moves(const struct board *, const struct position *);
void konane_apply(const struct board *, struct position *, move_t);
enum result konane_result(const struct board *, const struct position *);
const char *konane_reason(const struct board *, const struct position *);
void konane_score(const struct board *, const struct position *, int64_t score[2]);
uint64_t konane_key(const struct board *, const struct position *);
int konane_horizon(const struct board *, const struct position *);

/* notation.c */
enum { KONANE_FLAG_ROWS, KONANE_FLAG_COLS, KONANE_FLAG_OPEN, KONANE_FLAG_COUNT };
extern const struct flag konane_flags[KONANE_FLAG_COUNT];
bool konane_start(struct board *, struct position *, const struct words *, struct fault *);
bool konane_parse(struct board *, struct position *, const struct words *, struct fault *);
void konane_print(const struct board *, const struct position *, struct text *);
void konane_scene(const struct board *, const struct position *, move_t last, struct scene *);
void konane_path(const struct board *, const struct position *, move_t, struct scene_path *);
void konane_move_print(const struct board *, move_t, char word[MOVE_WORD_MAX]);
move_t konane_move_parse(const struct board *, struct word);

/* eval.c */
value_t konane_evaluate(const struct board *, const struct position *);
int konane_explain(const struct board *, const struct position *, struct term term[TERMS_MAX]);
void konane_rank(const struct board *, const struct position *, const struct move_list *,
                 int32_t rank[MOVES_MAX]);

/* solve.c */
extern const struct solver konane_solver;
struct solver_proofs;
extern const struct solver_proofs konane_proofs;

/* seed.c */
extern const struct seed konane_seed;

#endif
