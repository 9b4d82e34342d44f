/* What stands beside a board: the state, tables with a column a player, and facts of a line each. */
#include "picture/parts.h"

/* -- words that wrap -- */

struct flow {
    struct block *block;
    struct block_line *line;
    int indent; /* of the lines after the first */
    int width;
    bool fresh; /* nothing stands in the line yet */
};

static void flow_break(struct flow *flow)
{
    flow->line = block_next(flow->block);
    block_line_fill(flow->line, flow->indent);
    flow->fresh = true;
}

/* A word, `gap` blanks before it, on the next line if there is no room. */
static void flow_put(struct flow *flow, int gap, enum style style, const char *word)
{
    assert(gap >= 0 && flow->line == &flow->block->line[flow->block->count - 1]);
    if (!flow->fresh && flow->line->columns + gap + (int)strlen(word) > flow->width)
        flow_break(flow);
    if (!flow->fresh)
        block_line_fill(flow->line, flow->line->columns + gap);
    block_line_put(flow->line, style, word);
    flow->fresh = false;
}

/* What comes next takes so many columns and is not parted: it begins a line if this one has no room for it. */
static void flow_keep(struct flow *flow, int columns)
{
    assert(columns > 0);
    if (!flow->fresh && flow->line->columns + columns > flow->width)
        flow_break(flow);
}

static void flow_text(struct flow *flow, int gap, enum style style, const char *text)
{
    char word[64];
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        assert(length < sizeof word);
        memcpy(word, text, length);
        word[length] = '\0';
        flow_put(flow, gap, style, word);
        gap = 1;
        text += length + (text[length] == ' ');
    }
}

static struct flow flow_begin(struct block *block, int width, int indent)
{
    return (struct flow){
        .block = block, .line = block_next(block), .indent = indent, .width = width, .fresh = true};
}

/* -- the state -- */

/* The sign of a player's pieces where his name does not tell it. */
static char sign_of(const struct scene *scene, int player)
{
    assert(player == 1 || player == 2);
    for (int i = 1; i <= scene->thing_count; i++)
        if (scene->thing[i].kind == SCENE_STONE && scene->thing[i].owner == player)
            return scene->thing[i].sign;
    return '\0';
}

static void put_player(const struct scene *scene, int player, struct flow *flow)
{
    char sign[8];
    flow_text(flow, 1, picture_player_style(player), scene->player[player - 1]);
    struct text text = text_in(sign, sizeof sign);
    text_format(&text, "(%c)", sign_of(scene, player));
    if (sign_of(scene, player) != '\0')
        flow_put(flow, 1, picture_player_style(player), sign);
}

static void put_end(const struct scene *scene, struct flow *flow)
{
    assert(scene->end != NULL && scene->result != RESULT_NONE);
    bool decided = scene->players == 2 && scene->result != RESULT_DRAW;
    if (decided)
        put_player(scene, scene->result == RESULT_ONE ? 1 : 2, flow);
    flow_text(flow, 1, STYLE_STRONG, decided ? "has won:" : scene->players == 2 ? "a draw:" : "over:");
    flow_text(flow, 1, STYLE_PLAIN, scene->end);
}

void picture_state(const struct scene *scene, int width, struct block *block)
{
    struct flow flow = flow_begin(block, width, 2);
    if (scene->turn == ACTOR_NONE) {
        put_end(scene, &flow);
    } else {
        put_player(scene, scene->mover, &flow);
        flow_text(&flow, 1, STYLE_STRONG, scene->turn == ACTOR_CHANCE ? "rolls" : "to move");
    }
    if (scene->last[0] == '\0')
        return;
    flow_keep(&flow, 3 + (int)strlen("last move ") + (int)strlen(scene->last));
    flow_text(&flow, 3, STYLE_PLAIN, "last move");
    flow_put(&flow, 1, STYLE_LAST, scene->last);
}

/* -- tables -- */

static bool is_table(const struct scene *scene, const struct scene_panel *panel)
{
    bool titled = false;
    for (int i = 0; i < panel->count; i++)
        titled = titled || panel->item[i].name != NULL || (panel->item[i].player > 0 && scene->players > 1);
    return titled && (panel->kind == SCENE_SCORE || panel->kind == SCENE_COUNT);
}

static bool same_column(const struct scene_item *a, const struct scene_item *b)
{
    if (a->player != b->player || (a->name == NULL) != (b->name == NULL))
        return false;
    return a->name == NULL || strcmp(a->name, b->name) == 0;
}

static const struct scene_item *item_of(const struct scene_panel *panel, const struct scene_item *column)
{
    for (int i = 0; i < panel->count; i++)
        if (same_column(&panel->item[i], column))
            return &panel->item[i];
    return NULL;
}

static bool has_columns_of(const struct scene_panel *panel, const struct scene_panel *first)
{
    for (int i = 0; i < panel->count; i++)
        if (item_of(first, &panel->item[i]) == NULL)
            return false;
    return true;
}

enum { COLUMN_WIDTH = 5, COLUMN_GAP = 2, HOLD_WIDTH = 2 };

static const char *column_title(const struct scene *scene, const struct scene_item *column)
{
    assert(column->player > 0 ? scene->player[column->player - 1] != NULL : column->name != NULL);
    return column->player > 0 ? scene->player[column->player - 1] : column->name;
}

static int column_width(const struct scene *scene, const struct scene_item *column)
{
    int title = (int)strlen(column_title(scene, column));
    return COLUMN_GAP + (title > COLUMN_WIDTH ? title : COLUMN_WIDTH);
}

/* What can have a banner has room for its sign behind the number. */
static int hold_width(const struct scene_item *column)
{
    return column->player > 0 ? HOLD_WIDTH : 0;
}

static void put_head(const struct scene *scene, const struct scene_panel *first, int names,
                     struct block *block)
{
    struct block_line *line = block_next(block);
    block_line_fill(line, names);
    for (int i = 0; i < first->count; i++) {
        const struct scene_item *column = &first->item[i];
        const char *title = column_title(scene, column);
        int end = line->columns + column_width(scene, column);
        assert(end - (int)strlen(title) >= line->columns);
        block_line_fill(line, end - (int)strlen(title));
        block_line_put(line, column->player > 0 ? picture_player_style(column->player) : STYLE_FAINT, title);
        block_line_fill(line, end + hold_width(column));
    }
}

static void put_row_name(const struct scene *scene, const struct scene_panel *panel, struct block_line *line)
{
    if (panel->thing == 0) {
        block_line_put(line, panel->kind == SCENE_SCORE ? STYLE_STRONG : STYLE_PLAIN, panel->name);
        return;
    }
    const struct scene_thing *thing = &scene->thing[panel->thing];
    block_line_put(line, picture_style(thing), (char[3]){thing->sign, ' ', '\0'});
    block_line_put(line, picture_style(thing), panel->name);
}

static void put_number(const struct scene_panel *panel, const struct scene_item *item, int width,
                       struct block_line *line)
{
    bool strong = item->holds || panel->kind == SCENE_SCORE;
    enum style style = strong ? picture_player_style(item->player) : STYLE_PLAIN;
    block_line_number(line, style, item->value, width);
    block_line_put(line, style, item->holds ? " *" : "");
}

static void put_row(const struct scene *scene, const struct scene_panel *panel,
                    const struct scene_panel *first, int names, struct block *block)
{
    struct block_line *line = block_next(block);
    put_row_name(scene, panel, line);
    block_line_fill(line, names);
    for (int i = 0; i < first->count; i++) {
        const struct scene_item *item = item_of(panel, &first->item[i]);
        int width = column_width(scene, &first->item[i]);
        int end = line->columns + width + hold_width(&first->item[i]);
        if (item != NULL)
            put_number(panel, item, width, line);
        block_line_fill(line, end);
    }
}

/* Columns for the names of the rows of all tables. */
static int names_width(const struct scene *scene)
{
    int width = 0;
    for (int i = 0; i < scene->panel_count; i++) {
        const struct scene_panel *panel = &scene->panel[i];
        int length = (int)strlen(panel->name) + (panel->thing > 0 ? 2 : 0);
        if (is_table(scene, panel) && length > width)
            width = length;
    }
    return width;
}

void picture_tables(const struct scene *scene, struct block *block)
{
    const struct scene_panel *first = NULL;
    int names = names_width(scene);
    for (int i = 0; i < scene->panel_count; i++) {
        const struct scene_panel *panel = &scene->panel[i];
        if (!is_table(scene, panel))
            continue;
        if (first == NULL || !has_columns_of(panel, first)) {
            put_head(scene, panel, names, block);
            first = panel;
        }
        put_row(scene, panel, first, names, block);
    }
}

/* -- facts -- */

static void put_word(struct flow *flow, int gap, enum style style, const char *format, int64_t number)
{
    char word[64];
    struct text text = text_in(word, sizeof word);
    text_format(&text, format, (long long)number);
    flow_put(flow, gap, style, word);
}

/* <1>+50 */
static void put_offer(const struct scene_thing *thing, int64_t value, int gap, struct flow *flow)
{
    assert(thing->sign != '\0');
    char word[32];
    struct text text = text_in(word, sizeof word);
    text_format(&text, "<%c>%+lld", thing->sign, (long long)value);
    flow_put(flow, gap, picture_style(thing), word);
}

static void put_item(const struct scene *scene, const struct scene_panel *panel,
                     const struct scene_item *item, int gap, struct flow *flow)
{
    const struct scene_thing *thing = item->thing > 0 ? &scene->thing[item->thing] : NULL;
    if (panel->kind == SCENE_OFFER && thing != NULL)
        put_offer(thing, item->value, gap, flow);
    else if (scene_panel_counts(panel->kind))
        put_word(flow, gap, panel->kind == SCENE_SCORE ? STYLE_STRONG : STYLE_PLAIN, "%lld", item->value);
    else if (thing != NULL)
        flow_text(flow, gap, picture_style(thing), thing->name);
    if (panel->kind == SCENE_PROGRESS)
        put_word(flow, 1, STYLE_PLAIN, "of %lld", item->of);
    flow_text(flow, gap, STYLE_PLAIN, item->text);
}

/* Whose name stands before that of the panel: "A keys" where two play, else "keys". */
static int named_player(const struct scene *scene, const struct scene_panel *panel)
{
    return scene->players > 1 ? panel->item[0].player : 0;
}

static int title_width(const struct scene *scene, const struct scene_panel *panel)
{
    int player = named_player(scene, panel);
    assert(player >= 0 && player <= scene->players);
    return (int)strlen(panel->name) + (player > 0 ? (int)strlen(scene->player[player - 1]) + 1 : 0);
}

static int titles_width(const struct scene *scene)
{
    int width = 0;
    for (int i = 0; i < scene->panel_count; i++)
        if (!is_table(scene, &scene->panel[i]) && title_width(scene, &scene->panel[i]) + 2 > width)
            width = title_width(scene, &scene->panel[i]) + 2;
    return width;
}

static void put_fact(const struct scene *scene, const struct scene_panel *panel, int titles, int width,
                     struct block *block)
{
    struct flow flow = flow_begin(block, width, titles);
    int player = named_player(scene, panel);
    if (player > 0)
        flow_text(&flow, 0, picture_player_style(player), scene->player[player - 1]);
    flow_text(&flow, 1, STYLE_PLAIN, panel->name);
    block_line_fill(flow.line, titles);
    for (int i = 0; i < panel->count; i++)
        put_item(scene, panel, &panel->item[i], i == 0 ? 0 : panel->kind == SCENE_HELD ? 2 : 1, &flow);
}

void picture_facts(const struct scene *scene, int width, struct block *block)
{
    int titles = titles_width(scene);
    for (int i = 0; i < scene->panel_count; i++)
        if (!is_table(scene, &scene->panel[i]))
            put_fact(scene, &scene->panel[i], titles, width, block);
}
