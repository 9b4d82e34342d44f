/* A grid of signs with letters above and numbers at its left. A cell has three columns, its sign between two edges
 * that tell what it is or what is marked; where that is too wide neighbours share an edge, or there is the sign alone. */
#include "picture/parts.h"

struct look {
    const char *left, *right;
    enum style edge;
    char sign[5]; /* one character */
    enum style style;
    bool solid; /* a wall: two beside each other have no gap */
};

/* What stands at both sides of a sign because of the ground or the kind of thing. */
static void decorate(const struct scene_thing *ground, const struct scene_thing *top, struct look *look)
{
    static const char *const left[SCENE_KINDS] = {[SCENE_DOOR] = "|", [SCENE_GEM] = "<"};
    static const char *const right[SCENE_KINDS] = {[SCENE_DOOR] = "|", [SCENE_GEM] = ">"};
    enum scene_kind kind = ground->kind == SCENE_DOOR ? SCENE_DOOR : top->kind;
    look->left = left[kind] != NULL ? left[kind] : " ";
    look->right = right[kind] != NULL ? right[kind] : " ";
    look->edge = picture_style(kind == SCENE_DOOR ? ground : top);
    if (ground->kind == SCENE_WIRE && top != ground) {
        look->left = look->right = "*";
        look->edge = picture_style(ground);
    }
}

static void set_sign(struct look *look, const char *sign)
{
    assert(strlen(sign) < sizeof look->sign);
    strcpy(look->sign, sign);
}

static void bracket(struct look *look, const char *left, const char *right, enum style style)
{
    look->left = left;
    look->right = right;
    look->edge = style;
}

static void mark(const struct scene *scene, int cell, bool movers, bool empty, struct look *look)
{
    unsigned marks = scene->mark[cell];
    bool target = (marks & SCENE_MARK_TO) != 0;
    bool mover = movers && (marks & SCENE_MARK_FROM) != 0;
    if (target && empty) {
        set_sign(look, "+");
        look->style = STYLE_TARGET;
    }
    if ((marks & SCENE_MARK_LAST) != 0) {
        bracket(look, "[", "]", STYLE_LAST);
        look->style = STYLE_LAST;
    } else if (mover || (target && !empty)) {
        bracket(look, "(", ")", STYLE_TARGET);
    }
}

static struct look look_of(const struct scene *scene, int cell, bool movers, bool utf8)
{
    const struct scene_thing *ground = &scene->thing[scene->ground[cell]];
    const struct scene_thing *top = picture_top(scene, cell);
    assert(!scene_is_piece(ground->kind));
    struct look look = {.style = picture_style(top), .solid = top->kind == SCENE_WALL};
    decorate(ground, top, &look);
    if (top->kind == SCENE_WALL)
        set_sign(&look, utf8 ? "█" : "#");
    else
        set_sign(&look, top->sign != '\0' ? (char[2]){top->sign, '\0'} : utf8 ? "·" : ".");
    if (look.solid)
        look.left = look.right = utf8 ? "█" : "#";
    mark(scene, cell, movers, top->kind == SCENE_FLOOR, &look);
    return look;
}

static void put_wide(const struct look look[], int columns, struct block_line *line)
{
    for (int i = 0; i < columns; i++) {
        bool whole = look[i].edge == look[i].style && look[i].left[0] != ' ';
        char cell[16];
        struct text text = text_in(cell, sizeof cell);
        text_format(&text, "%s%s%s", look[i].left, look[i].sign, look[i].right);
        if (whole) {
            block_line_put(line, look[i].style, cell);
            continue;
        }
        block_line_put(line, look[i].edge, look[i].left);
        block_line_put(line, look[i].style, look[i].sign);
        block_line_put(line, look[i].edge, look[i].right);
    }
}

/* The edge between two cells is that of the one which has something to tell; the right one comes first. */
static void put_edge(const struct look *before, const struct look *after, struct block_line *line)
{
    bool gap = before == NULL || after == NULL || before->solid != after->solid;
    if (after != NULL && after->left[0] != ' ' && !(after->solid && gap))
        block_line_put(line, after->edge, after->left);
    else if (before != NULL && before->right[0] != ' ' && !(before->solid && gap))
        block_line_put(line, before->edge, before->right);
    else
        block_line_put(line, STYLE_PLAIN, " ");
}

static void put_narrow(const struct look look[], int columns, struct block_line *line)
{
    assert(columns > 0);
    for (int i = 0; i < columns; i++) {
        put_edge(i > 0 ? &look[i - 1] : NULL, &look[i], line);
        block_line_put(line, look[i].style, look[i].sign);
    }
    put_edge(&look[columns - 1], NULL, line);
}

static void put_tight(const struct look look[], int columns, struct block_line *line)
{
    for (int i = 0; i < columns; i++)
        block_line_put(line, look[i].style, look[i].sign);
}

static void put_letters(const struct scene *scene, enum grid_form form, struct block_line *line)
{
    block_line_put(line, STYLE_PLAIN, "   ");
    for (int column = 0; column < scene->columns; column++) {
        block_line_put(line, STYLE_FAINT, form == GRID_TIGHT ? "" : " ");
        block_line_put(line, STYLE_FAINT, (char[2]){(char)('a' + column), '\0'});
        block_line_put(line, STYLE_FAINT, form == GRID_WIDE ? " " : "");
    }
}

void picture_grid(const struct scene *scene, bool utf8, enum grid_form form, struct block *block)
{
    static void (*const put_cells[])(const struct look[], int, struct block_line *) = {
        [GRID_WIDE] = put_wide, [GRID_NARROW] = put_narrow, [GRID_TIGHT] = put_tight};
    enum { COLUMNS_MAX = 26 };
    assert(scene->shape == SCENE_GRID && scene->columns <= COLUMNS_MAX);
    bool movers = picture_marks_movers(scene);
    put_letters(scene, form, block_next(block));
    for (int row = 0; row < scene->rows; row++) {
        struct look look[COLUMNS_MAX];
        struct block_line *line = block_next(block);
        for (int column = 0; column < scene->columns; column++)
            look[column] = look_of(scene, row * scene->columns + column, movers, utf8);
        block_line_number(line, STYLE_FAINT, row + 1, 2);
        block_line_put(line, STYLE_PLAIN, " ");
        put_cells[form](look, scene->columns, line);
    }
}
