/* Monopoly, the small one: ten squares in a ring, one die, two purses. A turn is a roll, which is chance, and
 * one action on the square reached.
 *
 * Limits, kept by the parser so that nothing can overflow and everything that is printed parses again:
 *   wealth   cash of both and the prices of all owned squares, together at most MONOPOLY_WEALTH_MAX; no rule makes it
 *            grow (sellpercent is at most 100), so no purse ever leaves MONOPOLY_CASH_MIN .. MONOPOLY_CASH_MAX
 *   turns    maxturns and turn are at most MONOPOLY_TURNS_MAX
 *   tape     a tape is named by 0 .. MONOPOLY_TAPE_MAX; after MONOPOLY_TAPE_MAX + 1 rolls it begins again
 * Whose cash is 0 or less is bankrupt and the game is over, whatever side and phase say; only one may be. */
#ifndef PANJ_GAMES_MONOPOLY_MONOPOLY_H
#define PANJ_GAMES_MONOPOLY_MONOPOLY_H

#include "game.h"

enum {
    MONOPOLY_SQUARES = 10,
    MONOPOLY_DIE_SIDES = 6,
    MONOPOLY_SQUARE_START = 0,
    MONOPOLY_SQUARE_FINE = 5,
    MONOPOLY_RENT = 100, /* of every square that can be owned */
    MONOPOLY_FINE = 200,
    MONOPOLY_CASH_START = 1000,
    MONOPOLY_CASH_MIN = -1000,
    MONOPOLY_CASH_MAX = 1001000,
    MONOPOLY_WEALTH_MAX = 1000000,
    MONOPOLY_TURNS_MAX = 1000000
};

#define MONOPOLY_TAPE_MAX INT64_C(999999999999999999)

/* Actions in the order of generation, then the six outcomes of the die. */
enum {
    MONOPOLY_MOVE_BUY,
    MONOPOLY_MOVE_SELL,
    MONOPOLY_MOVE_RENT,
    MONOPOLY_MOVE_TAX,
    MONOPOLY_MOVE_PASS,
    MONOPOLY_MOVE_ROLL, /* r1; r6 is MONOPOLY_MOVE_ROLL + 5 */
    MONOPOLY_MOVES_END = MONOPOLY_MOVE_ROLL + MONOPOLY_DIE_SIDES
};

enum monopoly_phase { MONOPOLY_PHASE_ROLL, MONOPOLY_PHASE_ACTION }; /* what is due */

/* Laid over struct board. */
struct monopoly_board {
    int64_t tape;        /* which tape gives the rolls; 0 without one */
    int32_t maxturns;    /* 0: none */
    int32_t sellpercent; /* how much of the price is paid back */
    uint8_t buyequal;    /* buying takes cash >= price, otherwise cash > price */
    uint8_t fine;        /* the fine square charges; without it one passes there */
    uint8_t taped;       /* rolls come from the tape by themselves */
    uint8_t unused[5];
};

/* Laid over struct position. */
struct monopoly_position {
    int32_t cash[2];
    uint16_t owned[2]; /* a bit a square */
    uint8_t at[2];     /* squares of the tokens */
    uint8_t side;      /* 0 or 1 */
    uint8_t phase;     /* of enum monopoly_phase */
    uint32_t turn;     /* actions made; counted under maxturns alone */
    uint32_t unused;
    int64_t drawn; /* rolls drawn from the tape */
};

extern const char monopoly_help[];
extern const struct game monopoly_game;
extern const struct seed monopoly_seed;

/* 0 for the squares that nobody can own. */
static inline int32_t monopoly_price(int square)
{
    static const int32_t prices[MONOPOLY_SQUARES] = {0, 200, 200, 300, 400, 0, 200, 200, 200, 200};
    assert(square >= 0 && square < MONOPOLY_SQUARES);
    return prices[square];
}

static inline const struct monopoly_board *monopoly_board(const struct board *board)
{
    return (const struct monopoly_board *)board->bytes;
}

static inline const struct monopoly_position *monopoly_position(const struct position *position)
{
    return (const struct monopoly_position *)position->bytes;
}

static inline bool monopoly_owns(const struct monopoly_position *state, int player, int square)
{
    return state->owned[player] >> square & 1;
}

/* Rolls the first die if a tape is there: every taped position is a decision or the end. */
void monopoly_begin(const struct monopoly_board *, struct monopoly_position *);
int32_t monopoly_prices_owned(const struct monopoly_position *, int player);

/* rules.c */
enum actor monopoly_turn(const struct board *, const struct position *);
void monopoly_moves(const struct board *, const struct position *, struct move_list *);
int monopoly_count_moves(const struct board *, const struct position *);
void monopoly_apply(const struct board *, struct position *, move_t);
void monopoly_chance(const struct board *, const struct position *, struct chance *);
enum result monopoly_result(const struct board *, const struct position *);
const char *monopoly_reason(const struct board *, const struct position *);
void monopoly_score(const struct board *, const struct position *, int64_t score[2]);
uint64_t monopoly_key(const struct board *, const struct position *);
int monopoly_horizon(const struct board *, const struct position *);
void monopoly_forget(struct board *, struct position *);

/* notation.c and scene.c */
enum {
    MONOPOLY_FLAG_BUYEQUAL,
    MONOPOLY_FLAG_FINE,
    MONOPOLY_FLAG_MAXTURNS,
    MONOPOLY_FLAG_SELLPERCENT,
    MONOPOLY_FLAG_TURN,
    MONOPOLY_FLAG_DICE,
    MONOPOLY_FLAG_COUNT
};
extern const struct flag monopoly_flags[MONOPOLY_FLAG_COUNT];
extern const char *const monopoly_names[MONOPOLY_SQUARES];
bool monopoly_start(struct board *, struct position *, const struct words *, struct fault *);
bool monopoly_parse(struct board *, struct position *, const struct words *, struct fault *);
void monopoly_print(const struct board *, const struct position *, struct text *);
void monopoly_move_print(const struct board *, move_t, char word[MOVE_WORD_MAX]);
move_t monopoly_move_parse(const struct board *, struct word);
void monopoly_scene(const struct board *, const struct position *, move_t last, struct scene *);
void monopoly_path(const struct board *, const struct position *, move_t, struct scene_path *);

/* eval.c */
value_t monopoly_evaluate(const struct board *, const struct position *);
int monopoly_explain(const struct board *, const struct position *, struct term term[TERMS_MAX]);

#endif
