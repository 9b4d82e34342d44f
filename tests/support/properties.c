#include "support/properties.h"

#include "base/rng.h"
#include "picture/picture.h"
#include "protocol/scene_line.h"
#include "scene.h"

/* Says what does not hold; the name of the calling function tells the rest. */
static const char *demand(bool holds, const char *otherwise)
{
    return holds ? NULL : otherwise;
}

static bool same_bytes(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

static bool same_board(const struct game *game, const struct board *a, const struct board *b)
{
    return same_bytes(a->bytes, b->bytes, game->board_size);
}

static bool same_position(const struct game *game, const struct position *a, const struct position *b)
{
    return same_bytes(a->bytes, b->bytes, game->position_size);
}

static bool same_list(const struct move_list *a, const struct move_list *b)
{
    return a->count == b->count && same_bytes(a->at, b->at, (size_t)a->count * sizeof *a->at);
}

static bool is_decision(enum actor turn)
{
    return turn == ACTOR_ONE || turn == ACTOR_TWO;
}

/* -- apply -- */

/* Applies to a copy that lies among `filler`. */
static const char *apply_among(const struct game *game, const struct board *board,
                               const struct position *position, move_t move, unsigned char filler,
                               struct position *next)
{
    memset(next, filler, sizeof *next);
    position_copy(game, next, position);
    game->apply(board, next, move);
    for (size_t i = game->position_size; i < POSITION_BYTES; i++)
        if (next->bytes[i] != filler)
            return "apply writes beyond position_size";
    return NULL;
}

static const char *apply_is_pure(const struct game *game, const struct board *board,
                                 const struct position *position)
{
    struct board board_before = *board;
    struct position before = *position;
    struct move_list list;
    game_successors(game, board, position, &list);
    for (int i = 0; i < list.count; i++) {
        struct position once;
        struct position twice;
        const char *wrong = apply_among(game, board, position, list.at[i], 0x00, &once);
        if (wrong == NULL)
            wrong = apply_among(game, board, position, list.at[i], 0xFF, &twice);
        if (wrong != NULL)
            return wrong;
        if (!same_position(game, &once, &twice))
            return "apply does not always give the same bytes";
        if (!same_position(game, position, &before) || !same_board(game, board, &board_before))
            return "apply on a copy changes the original";
    }
    return NULL;
}

/* -- FEN -- */

static bool print_fen(const struct game *game, const struct board *board, const struct position *position,
                      char fen[FEN_MAX])
{
    struct text text = text_in(fen, FEN_MAX);
    game->print(board, position, &text);
    return !text.cut;
}

/* Printable words between single blanks, the second of them the side. */
static const char *fen_is_well_formed(const struct game *game, const struct board *board,
                                      const struct position *position)
{
    char fen[FEN_MAX];
    if (!print_fen(game, board, position, fen))
        return "FEN longer than FEN_MAX";
    for (const char *at = fen; *at != '\0'; at++) {
        bool single = at > fen && at[1] > ' ' && at[-1] > ' ';
        if (*at < ' ' || *at > '~' || (*at == ' ' && !single))
            return "FEN is not printable words between single blanks";
    }
    const char *side = strchr(fen, ' ');
    if (side == NULL || (side[1] != '1' && side[1] != '2') || (side[2] != ' ' && side[2] != '\0'))
        return "the second field of the FEN is not the side";
    enum actor turn = game->turn(board, position);
    if (is_decision(turn) && side[1] != (turn == ACTOR_ONE ? '1' : '2'))
        return "the side of the FEN is not the one on move";
    return NULL;
}

/* All that one can ask of two positions that should be the same, but for what a FEN does not say. */
static const char *differs(const struct game *game, const struct board *a_board, const struct position *a,
                           const struct board *b_board, const struct position *b)
{
    struct move_list a_list;
    struct move_list b_list;
    int64_t a_score[2] = {0, 0};
    int64_t b_score[2] = {0, 0};
    game_successors(game, a_board, a, &a_list);
    game_successors(game, b_board, b, &b_list);
    game->score(a_board, a, a_score);
    game->score(b_board, b, b_score);
    if (!same_list(&a_list, &b_list))
        return "parse(print(x)) has other successors";
    if (!same_bytes(a_score, b_score, sizeof a_score))
        return "parse(print(x)) has another score";
    if (game->turn(a_board, a) != game->turn(b_board, b) ||
        game->result(a_board, a) != game->result(b_board, b))
        return "parse(print(x)) has another turn or result";
    if (strcmp(game->reason(a_board, a), game->reason(b_board, b)) != 0)
        return "parse(print(x)) has another reason";
    if (game->horizon(a_board, a) != game->horizon(b_board, b))
        return "parse(print(x)) has another horizon";
    return demand(game->key(a_board, a) == game->key(b_board, b), "parse(print(x)) has another key");
}

static const char *parse_of_print_is_identity(const struct game *game, const struct board *board,
                                              const struct position *position)
{
    char fen[FEN_MAX];
    char again[FEN_MAX];
    static struct board other_board; /* large */
    struct position other;
    struct fault fault;
    memset(&other_board, 0xFF, sizeof other_board);
    memset(&other, 0xFF, sizeof other);
    if (!print_fen(game, board, position, fen))
        return "FEN longer than FEN_MAX";
    if (!game_parse(game, &other_board, &other, fen, &fault))
        return "parse refuses what print wrote";
    if (!same_board(game, board, &other_board))
        return "parse(print(x)) has another board";
    print_fen(game, &other_board, &other, again);
    if (strcmp(fen, again) != 0)
        return "print(parse(print(x))) is not print(x)";
    return differs(game, board, position, &other_board, &other);
}

static const char *parse_writes_every_byte(const struct game *game, const struct board *board,
                                           const struct position *position)
{
    char fen[FEN_MAX];
    static struct board boards[2];
    struct position positions[2];
    struct fault fault;
    print_fen(game, board, position, fen);
    for (int i = 0; i < 2; i++) {
        memset(&boards[i], i == 0 ? 0x00 : 0xFF, sizeof boards[i]);
        memset(&positions[i], i == 0 ? 0x00 : 0xFF, sizeof positions[i]);
        if (!game_parse(game, &boards[i], &positions[i], fen, &fault))
            return "parse refuses what print wrote";
    }
    bool same = same_board(game, &boards[0], &boards[1]) && same_position(game, &positions[0], &positions[1]);
    return demand(same, "parse leaves bytes unwritten");
}

/* -- moves -- */

static bool is_move_word(const char word[MOVE_WORD_MAX])
{
    size_t length = strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789");
    return length > 0 && length < MOVE_WORD_MAX && word[length] == '\0';
}

static const char *words_are_moves(const struct game *game, const struct board *board,
                                   const struct position *position)
{
    struct move_list list;
    char word[MOVE_WORD_MAX];
    game_successors(game, board, position, &list);
    for (int i = 0; i < list.count; i++) {
        memset(word, '!', sizeof word);
        game->move_print(board, list.at[i], word);
        if (!is_move_word(word))
            return "a move is not printed as [a-z0-9]+";
        if (game->move_parse(board, word_from(word)) != list.at[i])
            return "move_parse(move_print(m)) is not m";
        for (int j = 0; j < i; j++)
            if (list.at[i] == list.at[j]) /* nor are their words, from which each is read back */
                return "two moves of a list are the same";
    }
    return NULL;
}

/* An accepted move leads to a position like any other. */
static const char *apply_accepted(const struct game *game, const struct board *board,
                                  const struct position *position, move_t move)
{
    struct position next;
    const char *wrong = apply_among(game, board, position, move, 0x00, &next);
    return wrong != NULL ? wrong : parse_of_print_is_identity(game, board, &next);
}

/* Of every word that could be a move at all. */
static const char *allowed_is_listed(const struct game *game, const struct board *board,
                                     const struct position *position)
{
    static const char *const foreign[] = {"a1",   "h8",
                                          "a1a3", "c4",
                                          "up",   "downleft",
                                          "noop", "pass",
                                          "r1",   "r6",
                                          "buy",  "sell",
                                          "tax",  "rent",
                                          "r0",   "r7",
                                          "",     "upright",
                                          "b2",   "e5",
                                          "z26",  "left",
                                          "a0",   "aa",
                                          "A1",   "zzzzzzzzzzzzzzzzzzzz",
                                          "d3d1", "8",
                                          "b64",  "pass1"};
    enum actor turn = game->turn(board, position);
    struct move_list list;
    game_successors(game, board, position, &list);
    for (int i = 0; i < list.count; i++)
        if (!game_allows(game, board, position, list.at[i]))
            return "a listed move is not allowed";
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        move_t move = game->move_parse(board, word_from(foreign[i]));
        if (move == MOVE_NONE || move_list_has(&list, move) || !game_allows(game, board, position, move))
            continue;
        if (!is_decision(turn) || game->accepts == NULL)
            return "a move off the list is allowed";
        const char *wrong = apply_accepted(game, board, position, move);
        if (wrong != NULL)
            return wrong;
    }
    return NULL;
}

static const char *count_is_length(const struct game *game, const struct board *board,
                                   const struct position *position)
{
    struct move_list list;
    game_successors(game, board, position, &list);
    return demand(game_count_moves(game, board, position) == list.count,
                  "count_moves is not the length of the list");
}

static const char *rank_is_pure(const struct game *game, const struct board *board,
                                const struct position *position)
{
    struct move_list list;
    int32_t rank[2][MOVES_MAX];
    if (game->rank == NULL || !is_decision(game->turn(board, position)))
        return NULL;
    game->moves(board, position, &list);
    for (int i = 0; i < 2; i++) {
        memset(rank[i], i == 0 ? 0x00 : 0x7F, sizeof rank[i]);
        game->rank(board, position, &list, rank[i]);
    }
    return demand(same_bytes(rank[0], rank[1], (size_t)list.count * sizeof rank[0][0]),
                  "rank leaves moves unranked");
}

/* -- chance -- */

static const char *chance_adds_up(const struct game *game, const struct board *board,
                                  const struct position *position)
{
    struct chance chance;
    if (game->turn(board, position) != ACTOR_CHANCE)
        return NULL;
    if (game->chance == NULL)
        return "chance is on move in a game without chance";
    game->chance(board, position, &chance);
    if (chance.count < 1 || chance.count > OUTCOMES_MAX)
        return "the number of outcomes is out of bounds";
    int64_t total = 0;
    for (int i = 0; i < chance.count; i++) {
        if (chance.at[i].weight <= 0)
            return "an outcome has no weight";
        total += chance.at[i].weight;
    }
    return demand(total == chance.total, "the weights do not add up to the total");
}

/* -- the end -- */

static const char *outcome_is_stable(const struct game *game, const struct board *board,
                                     const struct position *position)
{
    enum actor turn = game->turn(board, position);
    enum result result = game->result(board, position);
    const char *reason = game->reason(board, position);
    int players = game_players(game, board);
    if (turn > ACTOR_CHANCE || result > RESULT_DRAW || players < 1 || players > 2)
        return "turn, result or players out of bounds";
    if ((turn == ACTOR_NONE) != (result != RESULT_NONE))
        return "the game is over without a result, or has one and goes on";
    if ((turn == ACTOR_NONE) != (strcmp(reason, "none") != 0))
        return "the reason is none if and only if the game goes on: not here";
    if (reason[0] == '\0' || strpbrk(reason, " \t\n") != NULL)
        return "the reason is not one word";
    if (players == 1 && turn == ACTOR_TWO)
        return "player 2 is on move in a game of one";
    bool same = game->turn(board, position) == turn && game->result(board, position) == result;
    return demand(same, "asked again, turn or result differ");
}

/* -- numbers -- */

/* The largest size of an estimate, or of the value of a finished game, on the scale. */
static value_t value_limit(enum scale scale)
{
    switch (scale) {
    case SCALE_WIN: return VALUE_MATE_MIN - 1;
    case SCALE_POINTS: return POINTS_MAX;
    case SCALE_CHANCE: break;
    }
    return VALUE_WIN;
}

static const char *values_are_bounded(const struct game *game, const struct board *board,
                                      const struct position *position)
{
    value_t limit = value_limit(game->scale);
    if (game->turn(board, position) != ACTOR_NONE) {
        value_t value = game->evaluate(board, position);
        if (value != game->evaluate(board, position))
            return "asked again, evaluate differs";
        return demand(value >= -limit && value <= limit, "evaluate is out of bounds");
    }
    value_t worth = game_worth(game, board, position, 3);
    if (game->scale == SCALE_WIN)
        limit = VALUE_WIN - 3;
    return demand(worth >= -limit && worth <= limit, "worth is out of bounds");
}

/* On a scale with two sides the winner's worth has the winner's sign. */
static const char *worth_has_the_sign_of_the_result(const struct game *game, const struct board *board,
                                                    const struct position *position)
{
    enum result result = game->result(board, position);
    if (result == RESULT_NONE || game->scale == SCALE_POINTS)
        return NULL;
    value_t worth = game_worth(game, board, position, 0);
    int wanted = result == RESULT_ONE ? 1 : result == RESULT_TWO ? -1 : 0;
    return demand((worth > 0) - (worth < 0) == wanted, "worth contradicts the result");
}

static const char *explain_sums_to_evaluate(const struct game *game, const struct board *board,
                                            const struct position *position)
{
    struct term term[TERMS_MAX];
    if (game->turn(board, position) == ACTOR_NONE)
        return NULL;
    int count = game->explain(board, position, term);
    if (count < 1 || count > TERMS_MAX)
        return "the number of terms is out of bounds";
    int64_t sum = 0;
    for (int i = 0; i < count; i++) {
        if (term[i].name == NULL || term[i].name[0] == '\0' || strchr(term[i].name, ' ') != NULL)
            return "the name of a term is not one word";
        sum += term[i].value;
    }
    return demand(sum == game->evaluate(board, position), "the terms do not add up to evaluate");
}

static bool is_number(double value)
{
    return value == value;
}

static const char *seed_gives_numbers(const struct game *game, const struct board *board,
                                      const struct position *position)
{
    if (game->seed == NULL)
        return NULL;
    if (game->seed->plies(board, position) < 1)
        return "the seed's search has no depth";
    bool over = game->turn(board, position) == ACTOR_NONE;
    for (enum actor me = ACTOR_ONE; me <= ACTOR_TWO; me++)
        for (int leaf = over ? 0 : 1; leaf <= 1; leaf++) /* off the horizon it is asked only at the end */
            if (!is_number(game->seed->value(board, position, position, me, leaf)))
                return "the seed's value is not a number";
    return NULL;
}

/* -- the rest -- */

static const char *forget_keeps_the_choice(const struct game *game, const struct board *board,
                                           const struct position *position)
{
    if (game->forget == NULL)
        return NULL;
    static struct board once_board;
    static struct board twice_board;
    struct position once = *position;
    once_board = *board;
    game->forget(&once_board, &once);
    struct position twice = once;
    twice_board = once_board;
    game->forget(&twice_board, &twice);
    if (!same_board(game, &once_board, &twice_board) || !same_position(game, &once, &twice))
        return "forget twice is not forget";
    struct move_list before;
    struct move_list after;
    game_successors(game, board, position, &before);
    game_successors(game, &once_board, &once, &after);
    return demand(same_list(&before, &after), "forget changes the choice");
}

/* Random play from here comes to an end, and never exceeds the bound of any position on the way. */
static const char *horizon_is_a_bound(const struct game *game, const struct board *board,
                                      const struct position *position)
{
    enum { ENDLESS = 1000000 };
    struct position now = *position;
    struct rng rng = {.state = game->key(board, position)};
    int left = ENDLESS;
    for (;;) {
        struct move_list list;
        int horizon = game->horizon(board, &now);
        if (horizon < -1)
            return "the horizon is below -1";
        if (horizon >= 0 && horizon < left)
            left = horizon;
        game_successors(game, board, &now, &list);
        if (list.count == 0)
            return NULL;
        if (left == 0)
            return "random play exceeds the horizon";
        game->apply(board, &now, list.at[rng_below(&rng, (uint64_t)list.count)]);
        left--;
    }
}

/* Bytes of one character of UTF-8 at `at`, 0 if it is none. */
static int utf8_length(const char *at)
{
    unsigned char first = (unsigned char)at[0];
    int length = first < 0x80 ? 1 : first >= 0xC2 && first < 0xE0 ? 2 : (first & 0xF0) == 0xE0 ? 3 : 0;
    for (int i = 1; i < length; i++)
        if (((unsigned char)at[i] & 0xC0) != 0x80)
            return 0;
    return length;
}

/* One line, styles and all; `end` is its newline. */
static const char *line_is_broken(const char *at, const char *end, const struct picture_room *room)
{
    int columns = 0;
    char last = 'x';
    while (at < end) {
        int length = utf8_length(at);
        if (length == 0 || (length > 1 && !room->utf8))
            return "the picture has signs that it may not have";
        if (*at >= 0 && *at < ' ') {
            if (*at < STYLE_PLAIN || *at >= STYLE_END)
                return "the picture has a control character that is no style";
        } else {
            columns++;
            last = *at;
        }
        at += length;
    }
    if (last == ' ')
        return "a line of the picture ends with a blank";
    return demand(columns <= room->columns, "a line of the picture is wider than the terminal");
}

static const char *picture_is_broken(const struct scene *scene, const struct picture_room *room)
{
    static char bytes[DISPLAY_MAX];
    struct text text = text_in(bytes, sizeof bytes);
    picture_draw(scene, room, &text);
    if (text.cut || text.length == 0 || bytes[text.length - 1] != '\n')
        return "the picture is empty, too long or does not end its last line";
    for (const char *at = bytes; *at != '\0';) {
        const char *end = strchr(at, '\n');
        const char *wrong = line_is_broken(at, end, room);
        if (wrong != NULL)
            return wrong;
        at = end + 1;
    }
    return NULL;
}

/* On every terminal from the usual one up; and after whatever move, of which a position tries one in eight. */
static const char *picture_is_tidy(const struct game *game, const struct board *board,
                                   const struct position *position)
{
    static const struct picture_room rooms[] = {
        {80, 24, false}, {80, 24, true}, {60, 40, true}, {200, 60, true}};
    static struct scene scene;
    struct move_list list;
    const char *wrong = NULL;
    scene_of(game, board, position, MOVE_NONE, &scene);
    bool wide = scene.shape == SCENE_GRID && scene.columns > 24; /* such a board needs the usual terminal */
    for (size_t i = 0; i < sizeof rooms / sizeof rooms[0] && wrong == NULL; i++)
        if (!wide || rooms[i].columns >= 80)
            wrong = picture_is_broken(&scene, &rooms[i]);
    game_successors(game, board, position, &list);
    for (int i = (int)(game->key(board, position) % 8); i < list.count && wrong == NULL; i += 8) {
        struct position next = *position;
        game->apply(board, &next, list.at[i]);
        scene_of(game, board, &next, list.at[i], &scene);
        wrong = picture_is_broken(&scene, &rooms[0]);
    }
    return wrong;
}

/* -- scenes -- */

static const char *scene_names_are_unique(const struct scene *scene)
{
    for (int i = 1; i <= scene->thing_count; i++)
        for (int k = 1; k < i; k++)
            if (strcmp(scene->thing[i].name, scene->thing[k].name) == 0)
                return "two things of the scene have one name";
    return NULL;
}

static const char *scene_is_tidy(const struct game *game, const struct board *board,
                                 const struct position *position)
{
    static struct scene scene;
    scene_of(game, board, position, MOVE_NONE, &scene);
    for (int cell = 0; cell < scene.cells; cell++)
        if (scene.ground[cell] == 0 || scene.ground[cell] > scene.thing_count ||
            scene_is_piece(scene.thing[scene.ground[cell]].kind))
            return "a cell of the scene has no ground";
    for (int i = 0; i < scene.panel_count; i++)
        if (scene.panel[i].count == 0)
            return "a panel of the scene tells nothing";
    for (int i = 1; i <= scene.thing_count; i++)
        if (scene.thing[i].owner < 0 || scene.thing[i].owner > 2 ||
            (scene.thing[i].owner > 0 && scene.player[scene.thing[i].owner - 1] == NULL))
            return "a thing of the scene belongs to nobody that has a name";
    return scene_names_are_unique(&scene);
}

/* The scene holds no more and no less than the FEN. */
static const char *scene_of_parse_is_the_same(const struct game *game, const struct board *board,
                                              const struct position *position)
{
    static struct scene one;
    static struct scene two;
    static struct board other_board;
    static char lines[2][SCENE_LINE_MAX];
    struct position other;
    struct fault fault;
    char fen[FEN_MAX];
    if (!print_fen(game, board, position, fen) || !game_parse(game, &other_board, &other, fen, &fault))
        return "the FEN does not parse";
    scene_of(game, board, position, MOVE_NONE, &one);
    scene_of(game, &other_board, &other, MOVE_NONE, &two);
    struct text first = text_in(lines[0], sizeof lines[0]);
    struct text second = text_in(lines[1], sizeof lines[1]);
    scene_line_print(&one, &first);
    scene_line_print(&two, &second);
    if (first.cut || second.cut)
        return "the line of the scene is too long";
    return demand(strcmp(lines[0], lines[1]) == 0, "parse(print(x)) has another scene");
}

static bool same_step(const struct scene_step *a, const struct scene_step *b)
{
    return a->cell == b->cell && (a->cell >= 0 || strcmp(a->word, b->word) == 0);
}

/* Is one path the beginning of the other, or both the same? */
static bool paths_collide(const struct scene_path *a, const struct scene_path *b)
{
    for (int i = 0; i < a->count && i < b->count; i++)
        if (!same_step(&a->step[i], &b->step[i]))
            return false;
    return true;
}

static const char *every_move_has_its_path(const struct game *game, const struct board *board,
                                           const struct position *position)
{
    static struct scene scene;
    static struct scene_path path[MOVES_MAX];
    struct move_list list;
    scene_of(game, board, position, MOVE_NONE, &scene);
    game_successors(game, board, position, &list);
    for (int i = 0; i < list.count; i++) {
        scene_path_of(game, board, position, list.at[i], &path[i]);
        for (int k = 0; k < path[i].count; k++)
            if (path[i].step[k].cell >= scene.cells)
                return "the path of a move leaves the board";
        for (int k = 0; k < path[i].takes; k++)
            if (path[i].take[k] < 0 || path[i].take[k] >= scene.cells)
                return "a move takes something off the board";
        for (int k = 0; k < i; k++)
            if (paths_collide(&path[i], &path[k]))
                return "two moves begin with the same clicks";
    }
    return NULL;
}

/* Whatever move was last, the scene after it can be told, its line has room, and it says so. */
static const char *scene_tells_any_last_move(const struct game *game, const struct board *board,
                                             const struct position *position)
{
    static struct scene scene;
    static char room[1 << 21];
    struct move_list list;
    game_successors(game, board, position, &list);
    for (int i = 0; i < list.count; i++) {
        struct position next = *position;
        game->apply(board, &next, list.at[i]);
        scene_of(game, board, &next, list.at[i], &scene);
        struct text text = text_in(room, sizeof room);
        scene_line_print(&scene, &text);
        if (text.cut)
            return "the line of the scene is too long";
        text = text_in(room, scene_line_moves_room(game, board, &next));
        assert(text.capacity <= sizeof room);
        scene_line_print_moves(game, board, &next, &text);
        if (text.cut)
            return "the line of the moves is too long";
        char word[MOVE_WORD_MAX];
        game->move_print(board, list.at[i], word);
        if (strcmp(scene.last, word) != 0)
            return "the scene does not tell the last move";
    }
    return NULL;
}

const char *fault_is_broken(const struct fault *fault)
{
    if (memchr(fault->field, '\0', sizeof fault->field) == NULL ||
        memchr(fault->why, '\0', sizeof fault->why) == NULL)
        return "a fault is not terminated";
    if (fault->field[0] == '\0' || strchr(fault->field, ' ') != NULL)
        return "the field of a fault is not one word";
    for (const char *at = fault->why; *at != '\0'; at++)
        if (*at < ' ' || *at > '~')
            return "the reason of a fault does not print";
    return demand(fault->why[0] != '\0' && fault->why[strlen(fault->why) - 1] != ' ',
                  "a fault has no reason, or a blank at its end");
}

const struct property properties[] = {
    {"apply is pure", 20000, apply_is_pure},
    {"the FEN is well formed", 50000, fen_is_well_formed},
    {"parse(print(x)) is x", 20000, parse_of_print_is_identity},
    {"parse writes every byte", 10000, parse_writes_every_byte},
    {"moves are words, one each", 50000, words_are_moves},
    {"what is allowed is listed", 10000, allowed_is_listed},
    {"moves are counted as listed", 100000, count_is_length},
    {"rank is pure", 20000, rank_is_pure},
    {"chance adds up", 50000, chance_adds_up},
    {"the outcome is stable", 100000, outcome_is_stable},
    {"values are bounded", 100000, values_are_bounded},
    {"worth has the sign of the result", 100000, worth_has_the_sign_of_the_result},
    {"explain sums to evaluate", 50000, explain_sums_to_evaluate},
    {"the seed's agent gives numbers", 10000, seed_gives_numbers},
    {"forget keeps the choice", 20000, forget_keeps_the_choice},
    {"the horizon is a bound", 2000, horizon_is_a_bound},
    {"the picture is tidy", 2000, picture_is_tidy},
    {"the scene is tidy", 10000, scene_is_tidy},
    {"parse(print(x)) has the same scene", 5000, scene_of_parse_is_the_same},
    {"every move has a path of its own", 10000, every_move_has_its_path},
    {"the scene tells any last move", 2000, scene_tells_any_last_move},
    {NULL, 0, NULL},
};
