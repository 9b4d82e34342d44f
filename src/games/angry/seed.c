/* The seed's agent: alpha-beta of seven plies over hen and queen, with the evaluation of its report. It takes
 * the queen for a free one that wants the hen's worst, also where she follows her script. */
#include "games/angry/angry.h"

#include <inttypes.h>
#include <math.h>

#include "seeds.h"

enum { SEED_PLIES = 7, FAR = 18, QUEEN_NEAR = 4 };

static int plies(const struct board *board, const struct position *root)
{
    (void)board;
    (void)root;
    return SEED_PLIES;
}

static int distance(const struct angry_board *board, unsigned from, struct cells goal, struct cells walls)
{
    return cells_distance(cells_of(from), goal, cells_minus(board->land, walls), FAR);
}

/* The hen's view. */
static double value_hen(const struct angry_board *board, const struct angry_position *position)
{
    if (position->hen == NOWHERE)
        return ANGRY_LOSS;
    int eggs = cells_count(&position->eggs);
    int pigs = cells_count(&position->pigs);
    if (angry_won(position) && eggs == 0)
        return 100;
    const struct cells none = {{0}};
    struct cells slingshot = cells_of(position->slingshot);
    struct cells queen = cells_of(position->queen);
    int to_slingshot = distance(board, position->hen, slingshot, position->pigs);
    int to_queen = distance(board, position->queen, cells_of(position->hen), none);
    double queen_term = to_queen > QUEEN_NEAR ? 0 : 0.1 * to_queen;
    double pigs_term = 0.5 * pigs;
    double egg_term = 0;
    double factor = 10;
    if (eggs > 0) {
        int nearest = distance(board, position->hen, position->eggs, cells_or(queen, slingshot));
        assert(nearest > 0); /* the hen takes the egg that she steps on */
        egg_term = 10.0 / nearest - 10.0 * eggs;
        factor = ANGRY_EIGHT - eggs;
    }
    return egg_term + queen_term + pigs_term - position->actions + factor / to_slingshot;
}

static double value(const struct board *board_bytes, const struct position *root,
                    const struct position *position_bytes, enum actor me, bool leaf)
{
    (void)root;
    assert(me == ACTOR_ONE || me == ACTOR_TWO);
    const struct angry_board *board = angry_board(board_bytes);
    const struct angry_position *position = angry_position(position_bytes);
    double hen = value_hen(board, position);
    if (!leaf && !angry_over(board, position)) /* the side on move has no step */
        hen = position->side == ANGRY_QUEEN ? INFINITY : -INFINITY;
    return me == ACTOR_ONE ? hen : -hen;
}

static void prepare(struct board *board_bytes, struct position *root)
{
    struct angry_board *board = (struct angry_board *)board_bytes->bytes;
    board->script = false;
    board->stuck_ends = !angry_stuck(board, angry_position(root)); /* the root itself must go on */
}

/* -- its table: the hen against the scripted queen -- */

/* The two boards of the project, told apart by how they begin. */
static const struct {
    const char *begins;
    const char *name;
    const char *printed;
} boards[] = {
    {"PTTTTTTTTH/", "simple", "1771 in 29 actions DLLLLDDLLDLLLDDRDDDRURRUUDURU"},
    {"PTTTETEEEP/", "hard", "1183 in 17 actions LUULLLLRRRRDDLLDD"},
};

static void play_board(struct job *job, const struct seeds_listener *listener, struct word fen)
{
    struct seeds_table table = {.game = &angry_game, .job = job};
    struct words words = {.count = 2, .at = {fen, word_from("queen=script")}};
    struct fault fault;
    struct seeds_row row = {.game = "angry", .name = "another board", .printed = "nothing"};
    struct text text = text_in(row.measured, sizeof row.measured);
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++)
        if (word_starts(fen, boards[i].begins)) {
            struct text name = text_in(row.name, sizeof row.name);
            struct text printed = text_in(row.printed, sizeof row.printed);
            text_string(&name, boards[i].name);
            text_string(&printed, boards[i].printed);
        }
    if (!table.game->parse(&table.board, &table.position, &words, &fault)) {
        text_format(&text, "no board: %s %s", fault.field, fault.why);
        listener->row(listener->context, &row);
        return;
    }
    char actions[256];
    struct text made = text_in(actions, sizeof actions);
    while (seeds_turn(&table) == ACTOR_ONE) {
        char word[MOVE_WORD_MAX];
        move_t move = seeds_agent_move(&table);
        if (job_stopped(job)) /* then there may be no move */
            return;
        table.game->move_print(&table.board, move, word);
        text_char(&made, (char)(word[0] - 'a' + 'A'));
        seeds_make(&table, move);
    }
    int64_t score[2];
    table.game->score(&table.board, &table.position, score);
    text_format(&text, "%" PRId64 " in %zu actions %s", score[0], made.length, actions);
    listener->row(listener->context, &row);
}

/* The boards do not come with the engine: they are given as FEN rows. */
static void play_table(struct job *job, const struct seeds_listener *listener, const struct words *words)
{
    for (int i = 0; i < words->count; i++)
        play_board(job, listener, words->at[i]);
    if (words->count == 0 && job->note != NULL)
        job->note(job->context, "angry: give the boards of the project, bench seeds ROWS ROWS");
}

const struct seed angry_seed = {
    .plies = plies, .value = value, .cuts_on_equal = true, .prepare = prepare, .table = play_table};
