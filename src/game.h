/* The one contract between a game and the rest of the house.
 *
 * A game is a table of pure functions over two plain values:
 *   struct board     what a whole game shares and no move changes: size, rule flags, map.
 *                    Filled by start() or parse().
 *   struct position  what moves change, at most POSITION_BYTES. Copied freely; there is no undo, one keeps a copy.
 * Both are raw room; a game lays its own struct over the bytes (the house is built with -fno-strict-aliasing) and
 * says in board_size and position_size how much of it counts. Neither holds a pointer. Bytes that count are always
 * written (padding too), so that equal values are equal bytes.
 *
 * Chance is explicit: when turn() is ACTOR_CHANCE the outcomes are words like moves and apply() takes them.
 * Nothing here prints, allocates, reads a clock or keeps state of its own. */
#ifndef PANJ_GAME_H
#define PANJ_GAME_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/fault.h"
#include "base/flags.h"
#include "base/text.h"
#include "base/words.h"

enum {
    BOARD_BYTES = 16384,
    POSITION_BYTES = 512,
    MOVES_MAX = 4096,   /* legal moves of any position of any game; most have a few dozen at most */
    OUTCOMES_MAX = 16,  /* outcomes of a chance event */
    MOVE_WORD_MAX = 16, /* bytes of a move as a word, terminator included */
    TERMS_MAX = 16,     /* terms of an evaluation */
    FEN_MAX = 4096,     /* bytes of a FEN, terminator included */
    DISPLAY_MAX = 32768 /* bytes of a drawn position, terminator included */
};

struct board {
    _Alignas(64) unsigned char bytes[BOARD_BYTES];
};

struct position {
    _Alignas(16) unsigned char bytes[POSITION_BYTES];
};

/* A move or a chance outcome; what the bits mean is the game's affair. */
typedef uint16_t move_t;
enum { MOVE_NONE = 0xFFFF };

struct move_list {
    int count;
    move_t at[MOVES_MAX];
};

enum actor { ACTOR_NONE, ACTOR_ONE, ACTOR_TWO, ACTOR_CHANCE };
enum result { RESULT_NONE, RESULT_ONE, RESULT_TWO, RESULT_DRAW };

struct chance {
    int count;
    int64_t total; /* sum of the weights */
    struct {
        move_t outcome;
        int64_t weight; /* > 0 */
    } at[OUTCOMES_MAX];
};

/* What a position is worth, always an integer.
 *   SCALE_WIN     won for sure in p plies is VALUE_WIN - p, lost -(VALUE_WIN - p); an estimate is in hundredths
 *   SCALE_POINTS  final points or margin, estimates too
 *   SCALE_CHANCE  chances: VALUE_WIN is a certain win, -VALUE_WIN a certain loss, 0 even */
typedef int32_t value_t;
enum {
    VALUE_WIN = 1000000000,
    VALUE_INFINITE = VALUE_WIN + 1,
    VALUE_MATE_MIN = VALUE_WIN - 100000, /* on SCALE_WIN a value from here up is a proven win */
    POINTS_MAX = 100000000               /* on SCALE_POINTS no |value| is larger; parsers see to it */
};
enum scale { SCALE_WIN, SCALE_POINTS, SCALE_CHANCE };

/* One summand of an evaluation, for people. */
struct term {
    const char *name; /* one word */
    int64_t value;    /* in the unit of the scale, the mover's view */
};

struct job;
struct seeds_listener;

/* The agent of the project that the game comes from, see search/textbook.h. */
struct seed {
    /* Depth of its search at this root. */
    int (*plies)(const struct board *, const struct position *root);
    /* Its evaluation for player `me`: at the horizon (`leaf`, whether or not the game is over there) and
     * before it where the game is over; infinite where its program says so. */
    double (*value)(const struct board *, const struct position *root, const struct position *, enum actor me,
                    bool leaf);
    bool cuts_on_equal; /* alpha-beta cuts on beta <= alpha; otherwise on beta < alpha */
    /* Rewrites copies of board and root into the game that its program searched, when that is not the game
     * on the board (a scripted player searched as a free one). The moves of the root stay the same, and the
     * copy may call itself over where its program stopped: then value() is asked with leaf = false. NULL:
     * nothing to rewrite. */
    void (*prepare)(struct board *, struct position *root);
    /* Plays what its report prints again, telling row by row, until the job stops; see seeds.h. `words` are those
     * behind `bench seeds`. */
    void (*table)(struct job *, const struct seeds_listener *, const struct words *);
};

struct scene;      /* what a person sees, see scene.h */
struct scene_path; /* the clicks that make a move */
struct solver;     /* the exact method of a game, see search/solver.h */

/* Where `bench` looks and how deep. */
struct bench {
    const char *fen;
    int depth;
};

/* Weaker play: how much is searched, and how often a move is passed over for the next best. */
struct strength {
    int nodes;
    int slip; /* of a thousand times */
};
enum { LEVEL_MAX = 10 };

struct game {
    const char *name;  /* the word of newgame */
    const char *title; /* as people write it */
    const char *rule;  /* the game in one line */
    /* Rules, signs and moves for a person: lines of at most 76 columns, each ending with '\n'. */
    const char *help;
    const struct flag *flags;
    int flag_count;
    size_t board_size;
    size_t position_size;
    enum scale scale;
    const struct bench *bench; /* at least one, more than a hundred nodes in all; ends with a NULL fen */
    const char *gain;          /* a FEN where `bench gain` looks; NULL: nowhere */

    /* -- making positions. All three leave nothing half written that a caller may use after false. -- */
    /* The start of a variant: `words` are all key=value (FLAG_IN_START). */
    bool (*start)(struct board *, struct position *, const struct words *, struct fault *);
    /* From the words of a FEN, flags (FLAG_IN_FEN) at the end. What parses is safe: no later call may
     * overflow, loop for ever or fail an assert on it. */
    bool (*parse)(struct board *, struct position *, const struct words *, struct fault *);
    /* parse(print(x)) is x, and printing is canonical. The second word is the side, 1 or 2. */
    void (*print)(const struct board *, const struct position *, struct text *);
    /* What a person sees, by the builders of scene.h. `last` is the move just made or MOVE_NONE. */
    void (*scene)(const struct board *, const struct position *, move_t last, struct scene *);
    /* How a move, or an outcome of chance, is made by hand. */
    void (*path)(const struct board *, const struct position *, move_t move, struct scene_path *);

    /* -- rules -- */
    int (*players)(const struct board *); /* 1 or 2; NULL: 2 */
    /* ACTOR_NONE if and only if the game is over. */
    enum actor (*turn)(const struct board *, const struct position *);
    /* Of a decision: at least one, in the order of the rules page. */
    void (*moves)(const struct board *, const struct position *, struct move_list *);
    /* How many moves or outcomes of chance there are, 0 at the end. NULL: the list is counted. */
    int (*count_moves)(const struct board *, const struct position *);
    /* Whether a move off the list is accepted all the same. NULL: none is. */
    bool (*accepts)(const struct board *, const struct position *, move_t);
    /* `move` is from moves(), accepted, or an outcome of chance(). */
    void (*apply)(const struct board *, struct position *, move_t move);
    void (*chance)(const struct board *, const struct position *, struct chance *); /* NULL: no chance */
    enum result (*result)(const struct board *, const struct position *);
    /* One word; "none" while it goes on. */
    const char *(*reason)(const struct board *, const struct position *);
    void (*score)(const struct board *, const struct position *, int64_t score[2]); /* one a player */
    bool one_score; /* the game has one score: `query score` shows score[0] alone */
    /* A hash of all that matters, rules included. */
    uint64_t (*key)(const struct board *, const struct position *);
    /* An upper bound of the plies still to come, chance events included; -1: none is known. */
    int (*horizon)(const struct board *, const struct position *);
    /* Removes what a player must not know (a tape of dice) before a search looks. NULL: nothing is hidden. */
    void (*forget)(struct board *, struct position *);

    /* -- words -- */
    void (*move_print)(const struct board *, move_t, char word[MOVE_WORD_MAX]);
    /* Any word that could be a move or outcome on this board; MOVE_NONE if it cannot. */
    move_t (*move_parse)(const struct board *, struct word);

    /* -- thinking -- */
    /* Of a finished position, player 1's view, on the scale. NULL: a win, a loss or nothing, as result() says. */
    value_t (*worth)(const struct board *, const struct position *);
    /* Estimate of a position that goes on, the view of the player on move (player 1's if chance is). */
    value_t (*evaluate)(const struct board *, const struct position *);
    /* The same as a sum of terms (a property checks it); returns how many. */
    int (*explain)(const struct board *, const struct position *, struct term term[TERMS_MAX]);
    /* Larger ranks are tried first. NULL: the order of moves(). */
    void (*rank)(const struct board *, const struct position *, const struct move_list *,
                 int32_t rank[MOVES_MAX]);
    /* LEVEL_MAX of them, the weakest first, each found by matches; NULL: the usual ones. */
    const struct strength *levels;
    const struct seed *seed;     /* NULL: the seed has no agent */
    const struct solver *solver; /* NULL: search only */
};

extern const struct game *const games[]; /* ends with NULL */

const struct game *game_find(struct word name); /* NULL if there is none; any case of letters */

static inline void position_copy(const struct game *game, struct position *to, const struct position *from)
{
    assert(game->position_size <= POSITION_BYTES);
    memcpy(to->bytes, from->bytes, game->position_size);
}

static inline void board_copy(const struct game *game, struct board *to, const struct board *from)
{
    assert(game->board_size <= BOARD_BYTES);
    memcpy(to->bytes, from->bytes, game->board_size);
}

bool move_list_has(const struct move_list *, move_t);
/* Decision or chance event: may `move` be applied now? */
bool game_allows(const struct game *, const struct board *, const struct position *, move_t move);
int game_players(const struct game *, const struct board *);
int game_count_moves(const struct game *, const struct board *, const struct position *);
/* The moves of a decision or the outcomes of a chance event. */
void game_successors(const struct game *, const struct board *, const struct position *, struct move_list *);
/* From a whole FEN in one string. */
bool game_parse(const struct game *, struct board *, struct position *, const char *fen, struct fault *);
/* What a finished position is worth to player 1, `ply` plies from the root. */
value_t game_worth(const struct game *, const struct board *, const struct position *, int ply);

#endif
