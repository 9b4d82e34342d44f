#include "adapters/campaign/konane_board.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 64, MIRROR_ROWS = 1, MIRROR_COLS = 2, TRANSPOSE = 4 };

/* -- positions -- */

/* The number of holes at *fen; moves on to its last digit. */
static int read_holes(const char **fen)
{
    int holes = **fen - '0';
    if (isdigit((unsigned char)(*fen)[1]))
        holes = holes * 10 + (*++*fen - '0');
    return holes;
}

bool konane_place_read(struct konane_place *place, const char *fen)
{
    int cell = 0;
    *place = (struct konane_place){.rows = 1};
    for (; *fen != ' ' && *fen != '\0'; fen++) {
        if (*fen == '/') {
            place->cols = place->cols == 0 ? cell : place->cols;
            place->rows++;
        } else if (isdigit((unsigned char)*fen)) {
            cell += read_holes(&fen);
        } else if ((*fen == 'b' || *fen == 'w') && cell < CELLS) {
            place->stones |= UINT64_C(1) << cell++;
        } else {
            return false;
        }
    }
    place->cols = place->cols == 0 ? cell : place->cols;
    place->rest = fen;
    return place->cols > 0 && place->cols <= 26 && cell <= CELLS && cell == place->rows * place->cols;
}

static void print_holes(int *holes, struct string *fen)
{
    if (*holes > 0)
        string_print(fen, "%d", *holes);
    *holes = 0;
}

void konane_place_print(const struct konane_place *place, struct string *fen)
{
    for (int row = 0; row < place->rows; row++) {
        int holes = 0;
        string_print(fen, "%s", row > 0 ? "/" : "");
        for (int col = 0; col < place->cols; col++)
            if ((place->stones >> (row * place->cols + col) & 1) == 0) {
                holes++;
            } else {
                print_holes(&holes, fen);
                string_print(fen, "%c", (row + col) % 2 == 0 ? 'b' : 'w');
            }
        print_holes(&holes, fen);
    }
    string_print(fen, "%s", place->rest);
}

/* "d4": column and row, the first row on top. What follows it; NULL: it is none. */
static const char *read_cell(const struct konane_place *place, const char *word, int *cell)
{
    if (*word < 'a' || *word >= 'a' + place->cols || !isdigit((unsigned char)word[1]))
        return NULL;
    char *end;
    long row = strtol(word + 1, &end, 10);
    *cell = (int)(row - 1) * place->cols + (*word - 'a');
    return row >= 1 && row <= place->rows ? end : NULL;
}

bool konane_move_read(const struct konane_place *place, const char *word, struct konane_move *move)
{
    const char *rest = read_cell(place, word, &move->from);
    move->to = move->from;
    if (rest != NULL && *rest != '\0')
        rest = read_cell(place, rest, &move->to);
    return rest != NULL && *rest == '\0';
}

/* The stones behind a move. */
static uint64_t stones_after(const struct konane_place *place, struct konane_move move)
{
    uint64_t stones = place->stones & ~(UINT64_C(1) << move.from);
    if (move.to == move.from)
        return stones;
    bool in_row = move.from / place->cols == move.to / place->cols;
    int step = (in_row ? 1 : place->cols) * (move.to > move.from ? 1 : -1);
    for (int over = move.from + step; over != move.to + step; over += 2 * step)
        stones &= ~(UINT64_C(1) << over);
    return stones | UINT64_C(1) << move.to;
}

/* -- images -- */

int konane_image_cell(const struct konane_place *place, int image, int cell)
{
    int row = cell / place->cols, col = cell % place->cols;
    if ((image & MIRROR_ROWS) != 0)
        row = place->rows - 1 - row;
    if ((image & MIRROR_COLS) != 0)
        col = place->cols - 1 - col;
    return (image & TRANSPOSE) != 0 ? col * place->cols + row : row * place->cols + col;
}

uint64_t konane_image_stones(const struct konane_place *place, int image, uint64_t stones)
{
    uint64_t moved = 0;
    for (int cell = 0; cell < place->rows * place->cols; cell++)
        if ((stones >> cell & 1) != 0)
            moved |= UINT64_C(1) << konane_image_cell(place, image, cell);
    return moved;
}

/* It brings black's cells to black's, which is so for all if it is for one, and stones to stones. */
static bool keeps(const struct konane_place *place, int image)
{
    if ((image & TRANSPOSE) != 0 && place->rows != place->cols)
        return false;
    int corner = konane_image_cell(place, image, 0);
    return (corner / place->cols + corner % place->cols) % 2 == 0 &&
           konane_image_stones(place, image, place->stones) == place->stones;
}

struct konane_images konane_images_of(const char *root)
{
    struct konane_images images = {.count = 1};
    struct konane_place place;
    for (int image = 1; konane_place_read(&place, root) && image < KONANE_IMAGES; image++)
        if (keeps(&place, image))
            images.at[images.count++] = image;
    return images;
}

void konane_images_print(const struct konane_images *images, const char *fen, struct string *canonical)
{
    struct konane_place place;
    string_clear(canonical);
    if (images->count == 1 || !konane_place_read(&place, fen)) {
        string_print(canonical, "%s", fen);
        return;
    }
    uint64_t smallest = place.stones;
    for (int i = 1; i < images->count; i++) {
        uint64_t stones = konane_image_stones(&place, images->at[i], place.stones);
        smallest = stones < smallest ? stones : smallest;
    }
    place.stones = smallest;
    konane_place_print(&place, canonical);
}

int konane_images_child(const struct konane_images *images, const char *fen, int image, const char *move,
                        const char *child)
{
    struct konane_place from, to;
    struct konane_move played;
    bool good = konane_place_read(&from, fen) && konane_place_read(&to, child) &&
                konane_move_read(&from, move, &played);
    uint64_t wanted = good ? konane_image_stones(&from, image, stones_after(&from, played)) : 0;
    for (int i = 0; good && i < images->count; i++)
        if (konane_image_stones(&to, images->at[i], to.stones) == wanted)
            return images->at[i];
    assert(images->count == 1); /* a graph has nothing but children and their images */
    return 0;
}
