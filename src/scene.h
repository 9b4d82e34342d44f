/* What a person sees of a position, in words and numbers: a board of cells, what stands on them, what is
 * marked, what is told beside it; and of every move how it is made by hand. Colours and sizes are the
 * painter's affair: picture/picture.h paints for a terminal, PROTOCOL.md, "Scenes", tells how it goes to other
 * programs.
 *
 * A game fills in a scene in its row `scene` by the builders below, and a path in its row `path`. scene_of()
 * asks the game and adds what follows from the rules: the turn, the end, which pieces can move and where to. */
#ifndef PANJ_SCENE_H
#define PANJ_SCENE_H

#include "game.h"

enum {
    SCENE_VERSION = 1,
    SCENE_CELLS_MAX = 676, /* 26 x 26 */
    SCENE_THINGS_MAX = 32,
    SCENE_PIECES_MAX = 700,
    SCENE_PANELS_MAX = 16,
    SCENE_ITEMS_MAX = 8,
    SCENE_STEPS_MAX = 6,
    SCENE_TAKES_MAX = 32,
    SCENE_NAME_MAX = 24,
    SCENE_NOTE_MAX = 32
};

/* Grounds, then pieces. The words are in scene_kind_words. */
enum scene_kind {
    SCENE_FLOOR, /* open */
    SCENE_WALL,
    SCENE_DOOR, /* who holds the key of its hue may enter */
    SCENE_WIRE, /* costs */
    SCENE_TELEPORT,
    SCENE_SQUARE, /* of a ring; can have an owner */
    SCENE_STONE,  /* the first kind of piece */
    SCENE_CARD,
    SCENE_FIGURE, /* that somebody moves */
    SCENE_GEM,
    SCENE_KEY,
    SCENE_PRIZE, /* good to take */
    SCENE_HARM,  /* bad to take */
    SCENE_GOAL,
    SCENE_KINDS
};
extern const char *const scene_kind_words[SCENE_KINDS];

/* A colour that the rules of a game name: the red key opens the red door. */
enum scene_hue {
    SCENE_NO_HUE,
    SCENE_RED,
    SCENE_GREEN,
    SCENE_YELLOW,
    SCENE_BLUE,
    SCENE_MAGENTA,
    SCENE_CYAN,
    SCENE_WHITE,
    SCENE_BLACK,
    SCENE_HUES
};
extern const char *const scene_hue_words[SCENE_HUES];

enum scene_shape {
    SCENE_GRID, /* rows x columns cells, row by row from the top left */
    SCENE_RING  /* along the border of rows x columns, clockwise from the top left; nothing inside */
};

/* One sort of ground or piece. */
struct scene_thing {
    enum scene_kind kind;
    const char *name; /* for people; no other thing of the scene has it */
    char sign;        /* one sign for it, 0: none */
    char letter; /* of its cell in the rows of a FEN; 0: it does not stand there, '1': runs are counted */
    int owner;   /* a player; 0: nobody */
    enum scene_hue hue;
    int value;                 /* a number that belongs to it */
    char note[SCENE_NOTE_MAX]; /* a few words more */
};

struct scene_piece {
    int cell;
    int thing;
};

/* Bits of struct scene's marks. */
enum {
    SCENE_MARK_LAST = 1,  /* the last move touched it */
    SCENE_MARK_TAKEN = 2, /* and took something there */
    SCENE_MARK_FROM = 4,  /* what stands there can move */
    SCENE_MARK_TO = 8     /* where a move ends */
};

enum scene_panel_kind {
    SCENE_SCORE,    /* as query score */
    SCENE_COUNT,    /* another number */
    SCENE_HELD,     /* things that a player holds */
    SCENE_OFFER,    /* what a thing would bring */
    SCENE_PROGRESS, /* a number of another */
    SCENE_NOTE,     /* words */
    SCENE_PANEL_KINDS
};
extern const char *const scene_panel_words[SCENE_PANEL_KINDS];

/* What a panel tells, of a player or of the board. `thing` counts from 1, 0: none. */
struct scene_item {
    int player;       /* 0: of the board */
    const char *name; /* of a column; NULL: none */
    int thing;
    int64_t value; /* not of SCENE_HELD and SCENE_NOTE */
    int64_t of;    /* of SCENE_PROGRESS */
    bool holds;    /* has the upper hand here, or the banner */
    char text[SCENE_NAME_MAX];
};

struct scene_panel {
    enum scene_panel_kind kind;
    const char *name;
    int thing; /* what is counted */
    int count;
    struct scene_item item[SCENE_ITEMS_MAX];
};

struct scene {
    const struct game *game;
    enum scene_shape shape;
    int rows, columns, cells;
    int players;
    const char *player[2]; /* names for people; also of a second side that nobody plays */
    enum actor turn;
    int mover; /* the player whose turn it is, also where he rolls; 0: over */
    enum result result;
    const char *reason; /* one word */
    const char *end;    /* why the game is over, for people; NULL while it goes on */
    char last[MOVE_WORD_MAX];
    /* Things are numbered from 1 in the order in which they were added. */
    int thing_count;
    struct scene_thing thing[SCENE_THINGS_MAX + 1];
    unsigned char ground[SCENE_CELLS_MAX]; /* a thing each */
    unsigned char mark[SCENE_CELLS_MAX];
    int piece_count;
    struct scene_piece piece[SCENE_PIECES_MAX];
    int panel_count;
    struct scene_panel panel[SCENE_PANELS_MAX];
};

/* Buttons stand for what is no cell. */
enum scene_button {
    SCENE_ACT,
    SCENE_PASS,
    SCENE_DIE,    /* `value` is its face */
    SCENE_CHOICE, /* one of several things to use */
    SCENE_BUTTONS
};
extern const char *const scene_button_words[SCENE_BUTTONS];

struct scene_step {
    int cell; /* -1: a button */
    enum scene_button button;
    int value;
    char word[MOVE_WORD_MAX]; /* of the button */
};

/* What is clicked, in this order, to make a move. No other move of the position begins with the same path. */
struct scene_path {
    int count;
    struct scene_step step[SCENE_STEPS_MAX];
    int takes; /* cells from which the move takes something, as far as the game says */
    int take[SCENE_TAKES_MAX];
};

/* -- for games -- */
/* The first thing added is the ground of every cell that gets no other. */
void scene_grid(struct scene *, int rows, int columns);
void scene_ring(struct scene *, int rows, int columns);
int scene_add(struct scene *, struct scene_thing); /* its number */
void scene_put(struct scene *, int cell, int thing);
void scene_mark(struct scene *, int cell, unsigned mark);
struct scene_panel *scene_panel(struct scene *, enum scene_panel_kind, const char *name);
struct scene_item *scene_item(struct scene_panel *, int player, int64_t value);
/* Panels of one line that need no more than this. */
void scene_tell_scores(struct scene *, enum scene_panel_kind, const char *name, const int64_t value[2]);
void scene_tell_count(struct scene *, const char *name, int64_t value);
void scene_tell_progress(struct scene *, const char *name, int64_t value, int64_t of);
void scene_tell_note(struct scene *, const char *name, const char *text);

void scene_click(struct scene_path *, int cell);
void scene_press(struct scene_path *, enum scene_button, int value, const char *word);
void scene_take(struct scene_path *, int cell);

/* -- for painters -- */
bool scene_is_piece(enum scene_kind);
/* Has the panel numbers, or words and things alone? */
bool scene_panel_counts(enum scene_panel_kind);
/* `last` is the move just made or MOVE_NONE. */
void scene_of(const struct game *, const struct board *, const struct position *, move_t last,
              struct scene *);
/* `move` is a legal move or an outcome of the chance event due. */
void scene_path_of(const struct game *, const struct board *, const struct position *, move_t move,
                   struct scene_path *);

#endif
