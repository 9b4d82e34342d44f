/* Angry: a hen wants eggs and then the slingshot; a queen wants the hen. With a bird on the board it is another
 * game by nearly the same rules: player 1 moves the hen, then the bird, and the bird may take the queen.
 *
 * A cell is row * 16 + column whatever the size of the board, so that sets of cells are 256 bits and a step
 * is a shift. Rocks never change and live in the board; all else is in the position.
 *
 * Limits: boards of 1x1 to 16x16 cells, at most one hen, bird, queen and slingshot, any number of eggs and pigs;
 * cap at most ANGRY_CAP_MAX. So |score| <= 200 * 256 + ANGRY_CAP_MAX + 1 + 1850 + 3200, and a game has at most
 * 4 * cap plies, with a bird 6 * cap, for a hen's turn past 2 * cap does not exist. */
#ifndef PANJ_GAMES_ANGRY_ANGRY_H
#define PANJ_GAMES_ANGRY_ANGRY_H

#include "base/rows.h"
#include "game.h"
#include "games/angry/cells.h"

enum {
    ANGRY_CAP_MAX = 10000,
    ANGRY_EIGHT = 8,        /* the score counts eggs and pigs from eight, whatever the board has */
    ANGRY_ITEM = 200,       /* what an egg gains and a pig costs */
    ANGRY_WIN = 400,        /* what the slingshot gains */
    ANGRY_BIRD_WIN = 250,   /* what winning gains where there is a bird, */
    ANGRY_BIRD_CATCH = 600, /* and a queen who is gone besides */
    ANGRY_LOSS = -1000,     /* what being captured or out of actions costs */
    ANGRY_DIRECTIONS = 4
};

/* Moves, in the order of generation. */
enum angry_move { ANGRY_UP, ANGRY_DOWN, ANGRY_LEFT, ANGRY_RIGHT, ANGRY_PASS, ANGRY_MOVES };

/* Who moves next. Hen and bird are player 1's. */
enum angry_side { ANGRY_HEN = 1, ANGRY_QUEEN = 2, ANGRY_BIRD = 3 };

struct angry_board {
    uint64_t hash;     /* of everything below */
    struct cells land; /* cells on the board that are no rock */
    int32_t rows;
    int32_t columns;
    int32_t cap;        /* actions after which the hen has lost */
    uint8_t script;     /* the queen answers by herself inside the hen's move */
    uint8_t pass;       /* the hen may pass at any time */
    uint8_t stuck_ends; /* only while the seed's agent thinks: a side without a step ends the game */
    uint8_t bird;       /* the game with a bird */
    uint8_t step[CELLS_MAX][ANGRY_DIRECTIONS]; /* the next cell; the same one where rock or edge stands */
};

struct angry_position {
    struct cells eggs;
    struct cells pigs;
    uint64_t hash;      /* of the cells: hen, queen, slingshot, eggs, pigs */
    uint16_t hen;       /* NOWHERE: captured */
    uint16_t queen;     /* NOWHERE: the board has none */
    uint16_t slingshot; /* NOWHERE: taken, or the board has none */
    uint16_t bird;      /* NOWHERE: the game has none */
    uint16_t actions;   /* of hen and bird so far */
    uint16_t turns;     /* of the hen so far, passes included */
    uint8_t side;       /* enum angry_side; never the queen where she is scripted */
    uint8_t spare[3];
};

extern const char angry_help[];
extern const struct game angry_game;

static inline const struct angry_board *angry_board(const struct board *board)
{
    return (const struct angry_board *)board->bytes;
}

static inline const struct angry_position *angry_position(const struct position *position)
{
    return (const struct angry_position *)position->bytes;
}

static inline bool angry_won(const struct angry_position *position)
{
    return position->slingshot == NOWHERE || position->queen == NOWHERE;
}

/* Where there is a bird a round that was begun goes on to the queen's answer, unless it is won. */
static inline bool angry_lost(const struct angry_board *board, const struct angry_position *position)
{
    if (position->hen == NOWHERE)
        return true;
    bool ran_out = position->actions >= board->cap || position->turns >= 2 * board->cap;
    return ran_out && (!board->bird || position->side == ANGRY_HEN || angry_won(position));
}

static inline bool angry_over(const struct angry_board *board, const struct angry_position *position)
{
    return angry_won(position) || angry_lost(board, position);
}

/* Where she stands who is on move. */
static inline unsigned angry_mover(const struct angry_position *position)
{
    assert(position->side >= ANGRY_HEN && position->side <= ANGRY_BIRD);
    unsigned cell = position->side == ANGRY_HEN     ? position->hen
                    : position->side == ANGRY_QUEEN ? position->queen
                                                    : position->bird;
    assert(cell < CELLS_MAX);
    return cell;
}

/* -- rules.c -- */
void angry_board_finish(struct angry_board *); /* steps and hash, from all the other fields */
uint64_t angry_hash_cells(const struct angry_position *);
/* Has the side on move no step? Then it must pass. */
bool angry_stuck(const struct angry_board *, const struct angry_position *);
void angry_play(const struct angry_board *, struct angry_position *, enum angry_move);
int angry_list(const struct angry_board *, const struct angry_position *, move_t at[ANGRY_MOVES]);
int64_t angry_points(const struct angry_board *, const struct angry_position *);
int angry_players(const struct board *);
enum actor angry_turn(const struct board *, const struct position *);
void angry_moves(const struct board *, const struct position *, struct move_list *);
int angry_count_moves(const struct board *, const struct position *);
void angry_apply(const struct board *, struct position *, move_t);
enum result angry_result(const struct board *, const struct position *);
const char *angry_reason(const struct board *, const struct position *);
void angry_score(const struct board *, const struct position *, int64_t score[2]);
uint64_t angry_key(const struct board *, const struct position *);
int angry_horizon(const struct board *, const struct position *);
value_t angry_worth(const struct board *, const struct position *);

/* -- notation.c -- */
enum {
    ANGRY_FLAG_MAP,
    ANGRY_FLAG_QUEEN,
    ANGRY_FLAG_PASS,
    ANGRY_FLAG_CAP,
    ANGRY_FLAG_TURNS,
    ANGRY_FLAG_MOVER,
    ANGRY_FLAG_SEED,
    ANGRY_FLAG_EGGS,
    ANGRY_FLAG_PIGS,
    ANGRY_FLAG_BIRD,
    ANGRY_FLAG_COUNT
};
extern const struct flag angry_flags[ANGRY_FLAG_COUNT];
bool angry_start(struct board *, struct position *, const struct words *, struct fault *);
bool angry_parse(struct board *, struct position *, const struct words *, struct fault *);
void angry_print(const struct board *, const struct position *, struct text *);
void angry_move_print(const struct board *, move_t, char word[MOVE_WORD_MAX]);
move_t angry_move_parse(const struct board *, struct word);
extern const char *const angry_move_words[ANGRY_MOVES];
/* The letter of a cell on the map. */
char angry_letter(const struct angry_board *, const struct angry_position *, unsigned cell);

/* -- maps.c -- */
enum { ANGRY_RANDOM_MAX = 24, ANGRY_RANDOM_TEXT = 10 * 11 + 1 };

/* A random map as rows of a FEN, see random.c; at most ANGRY_RANDOM_MAX eggs and as many pigs. */
void angry_random_rows(int64_t seed, int eggs, int pigs, bool bird, char text[ANGRY_RANDOM_TEXT]);

extern const struct rows_map angry_maps[]; /* ends with a NULL name; in the order of the flag's choices */

/* -- scene.c -- */
void angry_scene(const struct board *, const struct position *, move_t last, struct scene *);
void angry_path(const struct board *, const struct position *, move_t, struct scene_path *);

/* -- eval.c -- */
value_t angry_evaluate(const struct board *, const struct position *);
int angry_explain(const struct board *, const struct position *, struct term term[TERMS_MAX]);
void angry_rank(const struct board *, const struct position *, const struct move_list *,
                int32_t rank[MOVES_MAX]);

/* -- seed.c -- */
extern const struct seed angry_seed;

#endif
