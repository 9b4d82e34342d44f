/* Gems: one or two players walk a map, pick up gems in an order that pays and mind the cost of every step.
 *
 * The map is laid out with a border: a cell is row * stride + column plus an offset, so that a neighbour is
 * one addition away and what lies off the map is a wall like any other. The board holds the terrain and the
 * rules; gems and keys still to be taken are in the position, three bits a cell in three planes, so that a
 * position printed and read again is the same bytes.
 *
 * Limits: maps to 25x25; 1 to 10000 turns; pair values to +-10000; a score so small that no play can bring it
 * beyond +-20000000 (what the FEN gives plus 10000 a gem left and 42 a ply left). */
#ifndef PANJ_GAMES_GEMS_H
#define PANJ_GAMES_GEMS_H

#include "base/rows.h"
#include "game.h"

enum {
    GEMS_SIDE_MAX = 25,
    GEMS_CELLS = (GEMS_SIDE_MAX + 2) * (GEMS_SIDE_MAX + 1) + 1, /* the border included */
    GEMS_MASK = (GEMS_CELLS + 63) / 64,                         /* words of a set of cells */
    GEMS_KINDS = 4,
    GEMS_KEYS = 3,
    GEMS_TURNS_MAX = 10000,
    GEMS_PAIR_MAX = 10000,
    GEMS_INIT_MAX = 10000000,
    GEMS_SCORE_MAX = 20000000,
    GEMS_PLY_LOSS_MAX = 42 /* of a score in one ply: a diagonal step, a hit, wire */
};

enum { GEMS_COST_STRAIGHT = 1, GEMS_COST_DIAGONAL = 2, GEMS_COST_WIRE = 20, GEMS_COST_HIT = 20 };

/* The actions, in the order of the rules. */
enum gems_action {
    GEMS_UP,
    GEMS_DOWN,
    GEMS_LEFT,
    GEMS_RIGHT,
    GEMS_UPRIGHT,
    GEMS_UPLEFT,
    GEMS_DOWNRIGHT,
    GEMS_DOWNLEFT,
    GEMS_NOOP,
    GEMS_ACTIONS,
    GEMS_STEPS = GEMS_NOOP
};

/* What may become of an action: one of the nine, or what nobody can ask for. An outcome that is a cell begins
 * at GEMS_TO. */
enum { GEMS_TELEPORT = GEMS_ACTIONS, GEMS_DEEDS, GEMS_TO = 16 };

static inline int gems_cost_of(int action)
{
    return action == GEMS_NOOP ? 0 : action < GEMS_UPRIGHT ? GEMS_COST_STRAIGHT : GEMS_COST_DIAGONAL;
}

/* What lies on a cell to be taken. */
enum gems_item { GEMS_NOTHING, GEMS_GEM_1, GEMS_GEM_4 = 4, GEMS_KEY_G, GEMS_KEY_R, GEMS_KEY_Y };

enum { GEMS_BARBED_TURN, GEMS_BARBED_ENTRY };

/* What a player stands on, as far as it matters for what becomes of an action. */
enum gems_ground { GEMS_NORMAL, GEMS_BARBED, GEMS_GATE, GEMS_GROUNDS };

enum {
    GEMS_WHOLE = 1000000, /* the weights of a row of slips together */
    GEMS_GATES_MAX = 16,  /* cells that one may be teleported to */
    GEMS_DRAWN = 255      /* of an action: chance says what becomes of it */
};

/* What becomes of an action by the ground it is asked for on; see slips.c. */
struct gems_slips {
    int32_t weight[GEMS_GROUNDS][GEMS_ACTIONS][GEMS_DEEDS];
    uint16_t may[GEMS_GROUNDS][GEMS_ACTIONS]; /* deeds that have a weight, a bit each */
    int8_t least[GEMS_GROUNDS][GEMS_DEEDS];   /* that is charged for a deed; -1: it is never done */
    uint8_t sure[GEMS_GROUNDS][GEMS_ACTIONS]; /* the only one of these, GEMS_DRAWN: there are several */
    uint8_t any;                              /* something is drawn */
};

/* What chance is to say. */
enum { GEMS_SAID, GEMS_ASKED, GEMS_WHERE = GEMS_ASKED + GEMS_ACTIONS };

/* A set of cells. */
struct gems_mask {
    uint64_t word[GEMS_MASK];
};

struct gems_board {
    uint64_t hash;               /* of all that is below, but init */
    int32_t pair[5][GEMS_KINDS]; /* points by last gem (0: none) and this gem - 1 */
    int32_t init;                /* score of a player whom the FEN does not tell of */
    int16_t step[GEMS_ACTIONS];  /* what an action adds to a cell */
    uint16_t turns;
    uint8_t rows;
    uint8_t columns;
    uint8_t stride;
    uint8_t players;
    uint8_t barbed;   /* GEMS_BARBED_TURN or _ENTRY */
    uint8_t early;    /* one player: the game ends when no gem is left */
    uint8_t teleport; /* noop on a gate teleports */
    uint8_t gates;    /* 0: nobody is teleported */
    uint16_t gate[GEMS_GATES_MAX];
    struct gems_slips slips;
    struct gems_mask floor;      /* where anyone may walk */
    struct gems_mask door[3];    /* where the holder of a key may walk */
    struct gems_mask wire;       /* barbed, part of the floor */
    char terrain[GEMS_CELLS];    /* letter of the map without its items; 'W' in the border */
    uint8_t open[8][GEMS_CELLS]; /* by keys held: the actions 0..7 that lead somewhere, a bit each */
    uint8_t unused[(0 - (GEMS_CELLS * 9)) & 7]; /* 0 */
};

struct gems_position {
    uint64_t plane[3][GEMS_MASK]; /* bit b of the item on each cell, enum gems_item */
    uint64_t items;               /* exclusive or of the hashes of all items left */
    int32_t score[2];
    uint16_t cell[2]; /* of the second player without one: 0, a cell of the border */
    uint16_t turn;    /* the current one, from 1; turns + 1 when all are played */
    uint16_t gems;    /* left on the map */
    uint8_t last[2];  /* gem taken last, 0: none */
    uint8_t keys[2];  /* held: bits 1 green, 2 red, 4 yellow */
    uint8_t side;     /* 0 or 1 */
    uint8_t due;      /* of chance: GEMS_SAID: nothing, GEMS_ASKED + an action, GEMS_WHERE to teleport */
    uint8_t unused[2];
};

extern const char gems_help[];
extern const struct game gems_game;
extern const struct solver gems_solver; /* see solve.c */

extern const struct rows_map gems_maps[]; /* ends with a NULL name; in the order of the flag's choices */

enum { GEMS_ROWS_TEXT = GEMS_SIDE_MAX * (GEMS_SIDE_MAX + 1) + 1 };

/* A random map as rows of a FEN, see random.c; `gems` at most gems_random_room(). */
void gems_random_rows(int64_t seed, int rows, int columns, int gems, char text[GEMS_ROWS_TEXT]);
int gems_random_room(int rows, int columns);

static inline const struct gems_board *gems_board(const struct board *board)
{
    return (const struct gems_board *)board->bytes;
}

static inline const struct gems_position *gems_position(const struct position *position)
{
    return (const struct gems_position *)position->bytes;
}

static inline int gems_cell_at(const struct gems_board *board, int row, int column)
{
    return (row + 1) * board->stride + column + 1;
}

static inline int gems_cell_row(const struct gems_board *board, int cell)
{
    return (cell - 1) / board->stride - 1;
}

static inline int gems_cell_column(const struct gems_board *board, int cell)
{
    return (cell - 1) % board->stride;
}

static inline bool gems_mask_has(const struct gems_mask *mask, int cell)
{
    return mask->word[cell >> 6] >> (cell & 63) & 1;
}

static inline void gems_mask_add(struct gems_mask *mask, int cell)
{
    mask->word[cell >> 6] |= UINT64_C(1) << (cell & 63);
}

static inline enum gems_item gems_item_at(const struct gems_position *position, int cell)
{
    int word = cell >> 6, bit = cell & 63;
    return (enum gems_item)((position->plane[0][word] >> bit & 1) |
                            (position->plane[1][word] >> bit & 1) << 1 |
                            (position->plane[2][word] >> bit & 1) << 2);
}

static inline bool gems_item_is_key(enum gems_item item)
{
    return item >= GEMS_KEY_G;
}

/* Word `word` of the set of cells with a gem. */
static inline uint64_t gems_gem_word(const struct gems_position *position, int word)
{
    uint64_t low = position->plane[0][word] | position->plane[1][word];
    return low ^ position->plane[2][word]; /* gems are 001 010 011 100, keys 101 110 111 */
}

static inline enum gems_ground gems_ground_at(const struct gems_board *board, int cell)
{
    char letter = board->terrain[cell];
    return letter == '*' ? GEMS_BARBED : letter == 'T' ? GEMS_GATE : GEMS_NORMAL;
}

/* Makes the derived fields of a board whose numbers, slips and terrain are set. */
void gems_board_finish(struct gems_board *);
void gems_item_put(struct gems_position *, int cell, enum gems_item item);
bool gems_is_over(const struct gems_board *, const struct gems_position *);
int gems_plies_left(const struct gems_board *, const struct gems_position *);
/* Whether some action may teleport from a cell. */
bool gems_may_teleport(const struct gems_board *, int cell);
/* Where one may be teleported to from a cell; how many. */
int gems_gates_from(const struct gems_board *, int cell, uint16_t to[GEMS_GATES_MAX]);

/* The rows of the contract, see game.h. */
int gems_players(const struct board *);
enum actor gems_turn(const struct board *, const struct position *);
void gems_moves(const struct board *, const struct position *, struct move_list *);
int gems_count_moves(const struct board *, const struct position *);
void gems_chance(const struct board *, const struct position *, struct chance *);
bool gems_accepts(const struct board *, const struct position *, move_t);
void gems_apply(const struct board *, struct position *, move_t);
enum result gems_result(const struct board *, const struct position *);
const char *gems_reason(const struct board *, const struct position *);
void gems_score(const struct board *, const struct position *, int64_t score[2]);
uint64_t gems_key(const struct board *, const struct position *);
int gems_horizon(const struct board *, const struct position *);
value_t gems_worth(const struct board *, const struct position *);

enum {
    GEMS_FLAG_MAP,
    GEMS_FLAG_PLAYERS,
    GEMS_FLAG_TURNS,
    GEMS_FLAG_BARBED,
    GEMS_FLAG_EARLY,
    GEMS_FLAG_INIT,
    GEMS_FLAG_TELEPORT,
    GEMS_FLAG_PAIRS,
    GEMS_FLAG_SLIP,
    GEMS_FLAG_SEED,
    GEMS_FLAG_SIZE,
    GEMS_FLAG_GEMS,
    GEMS_FLAG_COUNT
};
extern const struct flag gems_flags[GEMS_FLAG_COUNT];
bool gems_start(struct board *, struct position *, const struct words *, struct fault *);
bool gems_parse(struct board *, struct position *, const struct words *, struct fault *);
void gems_print(const struct board *, const struct position *, struct text *);
void gems_deed_print(int deed, char word[MOVE_WORD_MAX]);
void gems_move_print(const struct board *, move_t, char word[MOVE_WORD_MAX]);
move_t gems_move_parse(const struct board *, struct word);
void gems_scene(const struct board *, const struct position *, move_t last, struct scene *);
void gems_path(const struct board *, const struct position *, move_t, struct scene_path *);

value_t gems_evaluate(const struct board *, const struct position *);
int gems_explain(const struct board *, const struct position *, struct term term[TERMS_MAX]);
void gems_rank(const struct board *, const struct position *, const struct move_list *,
               int32_t rank[MOVES_MAX]);

#endif
