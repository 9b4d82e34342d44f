/* Example: three in a row on 3x3 cells, the game to copy. Player 1 puts x, player 2 puts o, in turn; who has three in
 * a row first wins, or loses where misere=on; a full board is a draw.
 *
 * Cells are bits, row by row from the top left. A move is its cell. */
#ifndef PANJ_GAMES_EXAMPLE_EXAMPLE_H
#define PANJ_GAMES_EXAMPLE_EXAMPLE_H

#include "game.h"

enum { EXAMPLE_SIDE = 3, EXAMPLE_CELLS = 9, EXAMPLE_ALL = (1 << EXAMPLE_CELLS) - 1 };

/* What no move changes. Its bytes are written whole, so that equal boards are equal bytes. */
struct example_board {
    uint64_t misere; /* who has three in a row loses */
};

struct example_position {
    uint16_t marks[2]; /* the cells of player 1 and of player 2 */
    uint16_t side;     /* who is to move: 0 or 1 */
    uint16_t unused;   /* 0 */
};

extern const char example_help[];
extern const struct game example_game;

static inline const struct example_board *example_board(const struct board *board)
{
    return (const struct example_board *)(const void *)board->bytes;
}

static inline const struct example_position *example_position(const struct position *position)
{
    return (const struct example_position *)(const void *)position->bytes;
}

/* rules.c */
bool example_has_three(unsigned marks);
bool example_is_over(const struct example_position *);
enum actor example_turn(const struct board *, const struct position *);
void example_moves(const struct board *, const struct position *, struct move_list *);
void example_apply(const struct board *, struct position *, move_t);
enum result example_result(const struct board *, const struct position *);
const char *example_reason(const struct board *, const struct position *);
void example_score(const struct board *, const struct position *, int64_t score[2]);
uint64_t example_key(const struct board *, const struct position *);
int example_horizon(const struct board *, const struct position *);

/* notation.c */
enum { EXAMPLE_FLAG_MISERE, EXAMPLE_FLAG_COUNT };
extern const struct flag example_flags[EXAMPLE_FLAG_COUNT];
bool example_start(struct board *, struct position *, const struct words *, struct fault *);
bool example_parse(struct board *, struct position *, const struct words *, struct fault *);
void example_print(const struct board *, const struct position *, struct text *);
void example_move_print(const struct board *, move_t, char word[MOVE_WORD_MAX]);
move_t example_move_parse(const struct board *, struct word);

/* scene.c */
void example_scene(const struct board *, const struct position *, move_t last, struct scene *);
void example_path(const struct board *, const struct position *, move_t, struct scene_path *);

/* eval.c */
value_t example_evaluate(const struct board *, const struct position *);
int example_explain(const struct board *, const struct position *, struct term term[TERMS_MAX]);

#endif
