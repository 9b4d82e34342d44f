/* Every game against its naive twin over random play: whose turn, the legal list in order, result, score and
 * FEN at every ply, and again from a FEN in the middle. */
#include "support/check.h"

#include "naive/naive.h"
#include "support/walk.h"

enum { PLIES = 100000 }; /* a game, before scaling */

struct pair {
    struct walk walk; /* panj's side, and which moves are played */
    const struct naive *naive;
    struct naive_state state;
    char before[FEN_MAX]; /* the FEN before the last move, and that move: for messages */
    char move[MOVE_WORD_MAX];
};

static const struct naive *find_naive(const char *name)
{
    for (int i = 0; naives[i] != NULL; i++)
        if (strcmp(naives[i]->name, name) == 0)
            return naives[i];
    return NULL;
}

static void differs(const struct pair *pair, const char *what, const char *ours, const char *twin)
{
    fail_msg("%s, ply %d, after %s from %s\n  %s of panj:  %s\n  of its twin: %s", walk_name(&pair->walk),
             pair->walk.ply, pair->move, pair->before, what, ours, twin);
}

static void print_fen(const struct pair *pair, char fen[FEN_MAX])
{
    struct text text = text_in(fen, FEN_MAX);
    pair->walk.game->print(&pair->walk.board, &pair->walk.position, &text);
    assert_false(text.cut);
}

static void compare_state(const struct pair *pair)
{
    static const char *const turns[] = {"none", "1", "2", "chance"};
    static const char *const results[] = {"none", "p1win", "p2win", "draw"};
    const char *turn = turns[pair->walk.game->turn(&pair->walk.board, &pair->walk.position)];
    const char *twin_turn = pair->naive->turn(&pair->state);
    if (strcmp(turn, twin_turn) != 0)
        differs(pair, "turn", turn, twin_turn);
    const char *result = results[pair->walk.game->result(&pair->walk.board, &pair->walk.position)];
    const char *twin_result = pair->naive->result(&pair->state);
    if (strcmp(result, twin_result) != 0)
        differs(pair, "result", result, twin_result);
}

static void compare_score(const struct pair *pair)
{
    int64_t score[2] = {0, 0};
    char room[64];
    char twin[64];
    struct text text = text_in(room, sizeof room);
    pair->walk.game->score(&pair->walk.board, &pair->walk.position, score);
    pair->naive->score(&pair->state, twin);
    text_number(&text, score[0]);
    if (strchr(twin, ' ') != NULL) { /* where both have a score of their own */
        text_char(&text, ' ');
        text_number(&text, score[1]);
    }
    if (strcmp(text.at, twin) != 0)
        differs(pair, "score", text.at, twin);
}

static void compare_fen(const struct pair *pair)
{
    char fen[FEN_MAX];
    char twin[NAIVE_FEN];
    print_fen(pair, fen);
    pair->naive->to_fen(&pair->state, twin);
    if (strcmp(fen, twin) != 0)
        differs(pair, "FEN", fen, twin);
}

static void compare_legal(const struct pair *pair)
{
    static struct naive_list twin; /* large */
    struct move_list list;
    game_successors(pair->walk.game, &pair->walk.board, &pair->walk.position, &list);
    pair->naive->legal(&pair->state, &twin);
    for (int i = 0; i < list.count || i < twin.count; i++) {
        char word[MOVE_WORD_MAX] = "(nothing)";
        if (i < list.count)
            pair->walk.game->move_print(&pair->walk.board, list.at[i], word);
        const char *twin_word = i < twin.count ? twin.word[i] : "(nothing)";
        if (strcmp(word, twin_word) != 0)
            differs(pair, "a move", word, twin_word);
    }
}

static void play_both(struct pair *pair, move_t move)
{
    print_fen(pair, pair->before);
    pair->walk.game->move_print(&pair->walk.board, move, pair->move);
    pair->walk.game->apply(&pair->walk.board, &pair->walk.position, move);
    pair->naive->play(&pair->state, pair->move);
    pair->walk.ply++;
}

/* Both start again from what panj prints. */
static void reload(struct pair *pair)
{
    char fen[FEN_MAX];
    struct fault fault = {"", ""};
    print_fen(pair, fen);
    if (!game_parse(pair->walk.game, &pair->walk.board, &pair->walk.position, fen, &fault))
        fail_msg("%s: %s %s", fen, fault.field, fault.why);
    pair->naive->from_fen(&pair->state, fen);
}

static void play_out(struct pair *pair, int64_t *plies)
{
    enum { RELOAD_ONE_IN = 16 };
    for (; pair->walk.ply < WALK_PLIES_MAX; (*plies)++) {
        compare_state(pair);
        compare_legal(pair);
        compare_score(pair);
        compare_fen(pair);
        move_t move = walk_choose(&pair->walk);
        if (move == MOVE_NONE)
            return;
        if (rng_below(&pair->walk.rng, RELOAD_ONE_IN) == 0)
            reload(pair);
        else
            play_both(pair, move);
    }
}

static void start_at(struct pair *pair, int place)
{
    char fen[FEN_MAX];
    walk_place(&pair->walk, place);
    strcpy(pair->before, "(nowhere)");
    strcpy(pair->move, "nothing");
    print_fen(pair, fen);
    pair->naive->from_fen(&pair->state, fen);
}

static void test_twins_agree(void **state)
{
    static struct pair pair; /* large */
    const struct game *game = check_game(state);
    char why[256];
    if (!walk_begin(&pair.walk, game, 20, why, sizeof why))
        fail_msg("%s", why);
    pair.naive = find_naive(game->name);
    assert_non_null(pair.naive);
    int64_t plies = 0;
    for (int i = 0; plies < check_scaled(PLIES) || i < pair.walk.places.count; i++) {
        start_at(&pair, i % pair.walk.places.count);
        play_out(&pair, &plies);
    }
}

int main(void)
{
    return check_every_game("naive", test_twins_agree);
}
