/* Hand of the King, with and without its companions.
 *
 * 36 cards on 6x6 cells. A cell is row * 6 + column, a1 (top left) is 0, reading order; sets of cells are
 * 36-bit masks. A move is the cell of the named card, or what a companion is used for (enum hand_use).
 *
 * Limits: the board is 6x6 with one Varys; of a house the cards lying and captured together are at most those
 * of the deal (S8 G7 L6 T5 B4 Y3 U2) and what Jon and Gendry have added, fewer is fine; a banner is held by
 * whoever can hold it: by nobody if nobody captured from the house, by the player who has more of it, by either if they have the same. A
 * position without a banner and without a move would have no winner and does not parse, nor does one where a
 * companion is due but no banner flies. So every game ends after at most 35 plies, and six more with
 * companions, with a winner. */
#ifndef PANJ_GAMES_HAND_HAND_H
#define PANJ_GAMES_HAND_HAND_H

#include "base/bits.h"
#include "game.h"

enum hand_house_id {
    HAND_STARK,
    HAND_GREYJOY,
    HAND_LANNISTER,
    HAND_TARGARYEN,
    HAND_BARATHEON,
    HAND_TYRELL,
    HAND_TULLY,
    HAND_HOUSES
};

enum { HAND_SIDE = 6, HAND_CELLS = 36, HAND_CARDS_MAX = 35 };
enum { HAND_NOBODY = 2 }; /* the holder of a banner beside the players 0 and 1 */

enum hand_capture { HAND_CAPTURE_ANY, HAND_CAPTURE_FARTHEST };

/* In the order of their letters. */
enum hand_companion_id {
    HAND_GENDRY,
    HAND_JON,
    HAND_MELISANDRE,
    HAND_JAQEN,
    HAND_RAMSAY,
    HAND_SANDOR,
    HAND_COMPANIONS
};
enum { HAND_COMPANIONS_ALL = (1 << HAND_COMPANIONS) - 1, HAND_COMPANION_DUE = 1 << HAND_COMPANIONS };
enum { HAND_JON_ADDS = 2, HAND_GENDRY_ADDS = 1 }; /* cards, to the user's count */

struct hand_board {
    uint64_t capture;    /* of enum hand_capture */
    uint64_t companions; /* 1: with them */
};

struct hand_position {
    uint64_t plane[3]; /* bits 0, 1, 2 of (house + 1) for every cell; no bit: no card */
    /* Where the cards stood that each player captured since the FEN or the deal. Only the seed's evaluation asks;
     * not part of FEN and key, equality ignores it. */
    uint64_t taken[2];
    uint8_t count[2][HAND_HOUSES]; /* captured cards a player */
    uint8_t holder[HAND_HOUSES];   /* of the banner: 0, 1 or HAND_NOBODY */
    uint8_t varys;                 /* his cell */
    uint8_t side;                  /* 0: player 1 is on move */
    /* Bits of the companions that are still in play, and HAND_COMPANION_DUE: the player on move must use one;
     * 0 without companions. */
    uint8_t companions;
};

static inline const struct hand_board *hand_board(const struct board *board)
{
    return (const struct hand_board *)(const void *)board->bytes;
}

static inline const struct hand_position *hand_position(const struct position *position)
{
    return (const struct hand_position *)(const void *)position->bytes;
}

static inline uint64_t hand_bit(int cell)
{
    assert(cell >= 0 && cell < HAND_CELLS);
    return UINT64_C(1) << cell;
}

/* Cells in the row and column of `cell`, itself included. */
static inline uint64_t hand_row(int cell)
{
    return UINT64_C(0x3F) << (cell / HAND_SIDE * HAND_SIDE);
}

static inline uint64_t hand_column(int cell)
{
    return UINT64_C(0x041041041) << (cell % HAND_SIDE);
}

static inline uint64_t hand_cross(int cell)
{
    return hand_row(cell) | hand_column(cell);
}

/* Cells strictly between two that share a row or a column. */
static inline uint64_t hand_between(int a, int b)
{
    assert(a != b && (hand_cross(a) & hand_bit(b)) != 0);
    int low = a < b ? a : b;
    int high = a < b ? b : a;
    uint64_t inside = (hand_bit(high) - 1) & ~(2 * hand_bit(low) - 1);
    return inside & (high - low < HAND_SIDE && a / HAND_SIDE == b / HAND_SIDE ? hand_row(a) : hand_column(a));
}

/* Where cards lie, Varys not counted. */
static inline uint64_t hand_cards(const struct hand_position *hand)
{
    return hand->plane[0] | hand->plane[1] | hand->plane[2];
}

/* Where cards of one house lie. */
static inline uint64_t hand_of_house(const struct hand_position *hand, int house)
{
    unsigned code = (unsigned)house + 1;
    assert(house >= 0 && house < HAND_HOUSES);
    uint64_t cells = hand_cards(hand);
    for (int i = 0; i < 3; i++)
        cells &= code >> i & 1 ? hand->plane[i] : ~hand->plane[i];
    return cells;
}

/* The house of the card on `cell`, -1 if there is none. */
static inline int hand_house_at(const struct hand_position *hand, int cell)
{
    unsigned code = 0;
    assert(cell >= 0 && cell < HAND_CELLS);
    for (int i = 0; i < 3; i++)
        code |= (unsigned)(hand->plane[i] >> cell & 1) << i;
    return (int)code - 1;
}

/* How `side` stands in a house: 0 nobody has captured from it, 1 both as many and the banner is his, 2 one card ahead
 * and so on; negative for the other. */
static inline int hand_standing(const struct hand_position *hand, int house, int side)
{
    int lead = hand->count[side][house] - hand->count[1 - side][house];
    if (hand->holder[house] == HAND_NOBODY)
        return 0;
    return lead > 0 || (lead == 0 && hand->holder[house] == side) ? lead + 1 : lead - 1;
}

/* With so many cards of it to come a house is decided at this standing, and nothing beyond it counts. */
static inline int hand_standing_sure(int to_come)
{
    assert(to_come >= 0);
    return to_come == 0 ? 1 : to_come + 2;
}

static inline bool hand_in_play(const struct hand_position *hand, int companion)
{
    return (hand->companions >> companion & 1) != 0;
}

/* Does the player on move use a companion, not name a card? */
static inline bool hand_companion_is_due(const struct hand_position *hand)
{
    return (hand->companions & HAND_COMPANION_DUE) != 0;
}

/* -- moves as numbers -- */

/* What a move does, in its highest four bits: names the card on a cell, uses a companion, or, from HAND_USE_OTHER
 * on, uses Jaqen who takes that companion with him. Cells stand in the twelve bits below, the smaller first. */
enum hand_use {
    HAND_USE_NONE,
    HAND_USE_COMPANION = 1,
    HAND_USE_OTHER = HAND_USE_COMPANION + HAND_COMPANIONS
};

static inline move_t hand_move(int use, int first, int second)
{
    assert(use >= 0 && use < HAND_USE_OTHER + HAND_COMPANIONS);
    assert(first >= 0 && first < HAND_CELLS && second >= 0 && second < HAND_CELLS);
    return (move_t)(use << 12 | second << 6 | first);
}

static inline int hand_move_first(move_t move)
{
    return move & 63;
}

static inline int hand_move_second(move_t move)
{
    return move >> 6 & 63;
}

/* The companion that the move uses, -1: it names a card. */
static inline int hand_move_companion(move_t move)
{
    int use = move >> 12;
    return use >= HAND_USE_OTHER ? HAND_JAQEN : use - HAND_USE_COMPANION;
}

/* The companion that Jaqen takes with him, -1: none. */
static inline int hand_move_other(move_t move)
{
    int use = move >> 12;
    return use >= HAND_USE_OTHER ? use - HAND_USE_OTHER : -1;
}

/* A house as people and the FEN know it. */
struct hand_house {
    char letter;
    const char *name;
    int cards; /* in the deal */
    int hue;   /* of enum scene_hue */
};
extern const struct hand_house hand_houses[HAND_HOUSES];

/* The player on move has so many cards more of a house: named, or what a companion counts. He who has as many takes
 * its banner. */
static inline void hand_add_cards(struct hand_position *hand, int house, int cards)
{
    assert(house >= 0 && house < HAND_HOUSES && cards > 0);
    uint8_t *mine = &hand->count[hand->side][house];
    *mine = (uint8_t)(*mine + cards);
    assert(*mine <= hand_houses[house].cards + HAND_JON_ADDS + HAND_GENDRY_ADDS);
    if (*mine >= hand->count[1 - hand->side][house])
        hand->holder[house] = hand->side;
}
enum { HAND_FLAG_DEAL, HAND_FLAG_SEED, HAND_FLAG_CAPTURE, HAND_FLAG_COMPANIONS, HAND_FLAG_COUNT };
extern const struct flag hand_flags[HAND_FLAG_COUNT];

/* A companion as people, FENs and moves know it. */
struct hand_companion {
    char letter;
    const char *name;
    const char *button; /* of the scene */
    int cards;          /* house cards that must lie for it to be of use */
};
extern const struct hand_companion hand_companions[HAND_COMPANIONS];

/* Cells the player on move may name; none, and no companion due: the game is over. */
uint64_t hand_targets(const struct hand_board *, const struct hand_position *);
/* Cells that Varys could ever come to, his own excepted: the cards worth fighting for. */
uint64_t hand_reachable(const struct hand_position *);
uint64_t hand_reachable_from(uint64_t cards, int varys);
/* What naming `cell` captures. */
uint64_t hand_captured(const struct hand_position *, int cell);
bool hand_is_over(const struct hand_position *);
/* Who would win if the game ended here: 0, 1, or HAND_NOBODY while nobody holds a banner. */
int hand_leader(const struct hand_position *);
void hand_play(struct hand_position *, move_t);
int hand_banners(const struct hand_position *, int player);

/* companions.c */
void hand_companion_moves(const struct hand_position *, struct move_list *);
int hand_companion_count_moves(const struct hand_position *);
void hand_companion_apply(struct hand_position *, move_t);
/* Companions that are of no use any more leave. */
void hand_companions_leave(struct hand_position *);

/* rules.c */
enum actor hand_turn(const struct board *, const struct position *);
void hand_moves(const struct board *, const struct position *, struct move_list *);
int hand_count_moves(const struct board *, const struct position *);
void hand_apply(const struct board *, struct position *, move_t);
enum result hand_result(const struct board *, const struct position *);
const char *hand_reason(const struct board *, const struct position *);
void hand_score(const struct board *, const struct position *, int64_t score[2]);
uint64_t hand_key(const struct board *, const struct position *);
int hand_horizon(const struct board *, const struct position *);

/* notation.c */
bool hand_start(struct board *, struct position *, const struct words *, struct fault *);
bool hand_parse(struct board *, struct position *, const struct words *, struct fault *);
void hand_print(const struct board *, const struct position *, struct text *);
void hand_move_print(const struct board *, move_t, char word[MOVE_WORD_MAX]);
move_t hand_move_parse(const struct board *, struct word);

/* scene.c */
void hand_scene(const struct board *, const struct position *, move_t last, struct scene *);
void hand_path(const struct board *, const struct position *, move_t, struct scene_path *);

/* eval.c */
value_t hand_evaluate(const struct board *, const struct position *);
int hand_explain(const struct board *, const struct position *, struct term term[TERMS_MAX]);
void hand_rank(const struct board *, const struct position *, const struct move_list *,
               int32_t rank[MOVES_MAX]);

extern const struct seed hand_seed;
extern const struct solver hand_solver;
extern const char hand_help[];
extern const struct game hand_game;

#endif
