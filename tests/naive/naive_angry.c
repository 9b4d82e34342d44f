/* Angry, from the rules page: a grid of letters, and nothing clever. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "naive.h"

enum { SIDE = 16, UNREACHABLE = 100000 };

struct state {
    char grid[SIDE][SIDE]; /* the letters of the map file */
    int rows;
    int columns;
    char mover; /* H, B or Q */
    int bird;   /* the board has one: the second game */
    int actions;
    int turns;
    int cap;
    int script;
    int pass;
};

struct spot {
    int row;
    int column;
};

static const char *const words[5] = {"up", "down", "left", "right", "pass"};
static const int down_by[4] = {-1, 1, 0, 0};
static const int right_by[4] = {0, 0, -1, 1};

static struct state *of(struct naive_state *bytes)
{
    _Static_assert(sizeof(struct state) <= NAIVE_BYTES, "fits");
    return (struct state *)bytes->bytes;
}

static const struct state *of_const(const struct naive_state *bytes)
{
    return (const struct state *)bytes->bytes;
}

static int count(const struct state *state, char letter)
{
    int total = 0;
    for (int row = 0; row < state->rows; row++)
        for (int column = 0; column < state->columns; column++)
            total += state->grid[row][column] == letter;
    return total;
}

/* Where a letter stands that is on the board. */
static struct spot find(const struct state *state, char letter)
{
    struct spot spot = {0, 0};
    while (state->grid[spot.row][spot.column] != letter) {
        spot.column++;
        if (spot.column == state->columns)
            spot = (struct spot){spot.row + 1, 0};
        assert(spot.row < state->rows);
    }
    return spot;
}

static char letter_at(const struct state *state, int row, int column)
{
    if (row < 0 || row >= state->rows || column < 0 || column >= state->columns)
        return 'R';
    return state->grid[row][column];
}

static int has_won(const struct state *state)
{
    return count(state, 'S') == 0 || count(state, 'Q') == 0;
}

/* With a bird, running out is looked at after the queen's turn, or when the game is won anyway. */
static int has_lost(const struct state *state)
{
    if (count(state, 'H') == 0)
        return 1;
    if (state->bird && state->mover != 'H' && !has_won(state))
        return 0;
    return state->actions >= state->cap || state->turns >= 2 * state->cap;
}

static int is_over(const struct state *state)
{
    return has_won(state) || has_lost(state);
}

/* -- FEN -- */

static void read_flag(struct state *state, const char *word, int *turns)
{
    if (strcmp(word, "queen=script") == 0)
        state->script = 1;
    if (strcmp(word, "pass=on") == 0)
        state->pass = 1;
    if (strncmp(word, "cap=", 4) == 0)
        state->cap = atoi(word + 4);
    if (strncmp(word, "turns=", 6) == 0)
        *turns = atoi(word + 6);
    if (strcmp(word, "mover=bird") == 0)
        state->mover = 'B';
}

static void read_rows(struct state *state, const char *word)
{
    state->rows = 1;
    int column = 0;
    for (; *word != '\0'; word++) {
        if (*word == '/') {
            state->rows++;
            column = 0;
        } else {
            state->grid[state->rows - 1][column++] = *word;
        }
        state->columns = column;
    }
}

static int usual_cap(const struct state *state)
{
    return state->bird ? 200 : 150;
}

/* Hen turns if nobody has passed who could have stepped. */
static int usual_turns(const struct state *state)
{
    if (!state->bird)
        return state->actions;
    int before = state->mover == 'B' ? 1 : 0; /* the hen's turn now begun */
    int others = state->actions - before;
    return others <= 0 ? before : before + (others + 1) / 2;
}

static void from_fen(struct naive_state *bytes, const char *fen)
{
    struct state *state = of(bytes);
    memset(bytes, 0, sizeof *bytes);
    state->mover = 'H';
    state->cap = -1;
    char copy[NAIVE_FEN];
    snprintf(copy, sizeof copy, "%s", fen);
    char *rest = copy;
    int turns = -1;
    int plain = 0;
    for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        if (strchr(word, '=') != NULL)
            read_flag(state, word, &turns);
        else if (plain++ == 0)
            read_rows(state, word);
        else if (plain == 2)
            state->mover = word[0] == '1' ? 'H' : 'Q';
        else
            state->actions = atoi(word);
    }
    state->bird = count(state, 'B') > 0;
    state->cap = state->cap >= 0 ? state->cap : usual_cap(state);
    state->turns = turns >= 0 ? turns : usual_turns(state);
}

static void to_fen(const struct naive_state *bytes, char fen[NAIVE_FEN])
{
    const struct state *state = of_const(bytes);
    int length = 0;
    for (int row = 0; row < state->rows; row++)
        length += snprintf(fen + length, NAIVE_FEN - (size_t)length, "%s%.*s", row > 0 ? "/" : "",
                           state->columns, state->grid[row]);
    length += snprintf(fen + length, NAIVE_FEN - (size_t)length, " %d %d", state->mover == 'Q' ? 2 : 1,
                       state->actions);
    length += snprintf(fen + length, NAIVE_FEN - (size_t)length, "%s%s", state->script ? " queen=script" : "",
                       state->pass ? " pass=on" : "");
    if (state->cap != usual_cap(state))
        length += snprintf(fen + length, NAIVE_FEN - (size_t)length, " cap=%d", state->cap);
    if (state->turns != usual_turns(state))
        length += snprintf(fen + length, NAIVE_FEN - (size_t)length, " turns=%d", state->turns);
    if (state->mover == 'B')
        snprintf(fen + length, NAIVE_FEN - (size_t)length, " mover=bird");
}

/* -- the game -- */

static const char *turn(const struct naive_state *bytes)
{
    const struct state *state = of_const(bytes);
    if (is_over(state))
        return "none";
    return state->mover == 'Q' ? "2" : "1";
}

static const char *result(const struct naive_state *bytes)
{
    const struct state *state = of_const(bytes);
    if (has_lost(state))
        return "p2win";
    return has_won(state) ? "p1win" : "none";
}

static void score(const struct naive_state *bytes, char text[64])
{
    const struct state *state = of_const(bytes);
    int points = 200 * (8 - count(state, 'E')) - 200 * (8 - count(state, 'P')) - state->actions;
    if (has_won(state))
        points += state->bird ? 250 : 400;
    if (state->bird && count(state, 'Q') == 0)
        points += 600;
    if (has_lost(state))
        points -= 1000;
    snprintf(text, 64, "%d", points);
}

static int hen_may(const struct state *state, int direction)
{
    struct spot spot = find(state, 'H');
    char letter = letter_at(state, spot.row + down_by[direction], spot.column + right_by[direction]);
    return letter != 'R' && letter != 'Q' && letter != 'B';
}

static int bird_may(const struct state *state, int direction)
{
    struct spot spot = find(state, 'B');
    char letter = letter_at(state, spot.row + down_by[direction], spot.column + right_by[direction]);
    return letter == 'T' || letter == 'Q';
}

static int queen_may(const struct state *state, int direction)
{
    struct spot spot = find(state, 'Q');
    char letter = letter_at(state, spot.row + down_by[direction], spot.column + right_by[direction]);
    return letter == 'T' || letter == 'H';
}

static int mover_may(const struct state *state, int direction)
{
    switch (state->mover) {
    case 'H': return hen_may(state, direction);
    case 'B': return bird_may(state, direction);
    default: return queen_may(state, direction);
    }
}

static void legal(const struct naive_state *bytes, struct naive_list *list)
{
    const struct state *state = of_const(bytes);
    list->count = 0;
    if (is_over(state))
        return;
    for (int direction = 0; direction < 4; direction++)
        if (mover_may(state, direction))
            strcpy(list->word[list->count++], words[direction]);
    if (list->count == 0 || (state->mover != 'Q' && state->pass))
        strcpy(list->word[list->count++], "pass");
}

static void move_letter(struct state *state, char letter, int direction)
{
    struct spot spot = find(state, letter);
    state->grid[spot.row][spot.column] = 'T';
    state->grid[spot.row + down_by[direction]][spot.column + right_by[direction]] = letter;
}

/* Length of the shortest path of a queen who stands at (row, column) to the hen: relax until nothing
 * changes. */
static int queen_path(const struct state *state, int row, int column)
{
    int far[SIDE][SIDE];
    for (int r = 0; r < state->rows; r++)
        for (int c = 0; c < state->columns; c++)
            far[r][c] = UNREACHABLE;
    struct spot hen = find(state, 'H');
    far[hen.row][hen.column] = 0;
    for (int changed = 1; changed;) {
        changed = 0;
        for (int r = 0; r < state->rows; r++)
            for (int c = 0; c < state->columns; c++)
                for (int direction = 0; direction < 4; direction++) {
                    int to_row = r + down_by[direction];
                    int to_column = c + right_by[direction];
                    char from = letter_at(state, r, c);
                    char to = letter_at(state, to_row, to_column);
                    if ((from != 'T' && from != 'Q') || (to != 'T' && to != 'Q' && to != 'H'))
                        continue;
                    if (far[to_row][to_column] + 1 < far[r][c]) {
                        far[r][c] = far[to_row][to_column] + 1;
                        changed = 1;
                    }
                }
    }
    return far[row][column];
}

static void answer_by_script(struct state *state)
{
    struct spot spot = find(state, 'Q');
    int best = -1;
    int best_path = UNREACHABLE;
    for (int direction = 0; direction < 4; direction++) {
        if (!queen_may(state, direction))
            continue;
        int path = queen_path(state, spot.row + down_by[direction], spot.column + right_by[direction]);
        if (path < best_path) {
            best = direction;
            best_path = path;
        }
    }
    if (best >= 0)
        move_letter(state, 'Q', best);
}

static int direction_of(const char *word)
{
    int direction = 0;
    while (strcmp(word, words[direction]) != 0)
        direction++;
    return direction;
}

static void play(struct naive_state *bytes, const char *word)
{
    struct state *state = of(bytes);
    int direction = direction_of(word);
    char mover = state->mover;
    if (direction < 4)
        move_letter(state, mover, direction);
    if (mover == 'Q') {
        state->mover = 'H';
        return;
    }
    state->turns += mover == 'H';
    state->actions += direction < 4;
    if (mover == 'H' && state->bird) {
        state->mover = 'B';
        return;
    }
    state->mover = 'Q';
    if (!state->script)
        return;
    if (!has_won(state) && (state->bird || !has_lost(state)))
        answer_by_script(state);
    state->mover = 'H';
}

const struct naive naive_angry = {
    .name = "angry",
    .from_fen = from_fen,
    .to_fen = to_fen,
    .turn = turn,
    .result = result,
    .score = score,
    .legal = legal,
    .play = play,
};
