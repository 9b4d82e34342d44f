#include "tests/support/level_match.h"

#include "base/rng.h"
#include "search/search.h"

/* One game. */
struct table {
    const struct game *game;
    struct board board;
    struct position position;
    struct search *search;
    struct rng dice;
    uint64_t seed; /* of the levels' slips */
    move_t move;   /* the answer to the last search */
};

static void hear_report(void *context, const struct report *report)
{
    (void)context;
    assert(report->pv_count > 0);
}

static void hear_note(void *context, const char *text)
{
    (void)context, (void)text;
}

static void hear_end(void *context, const struct search_end *end)
{
    struct table *table = context;
    table->move = end->best;
}

static bool begin(struct table *table, const struct level_match *match, int pair)
{
    char deal[24];
    struct words words = match->start;
    struct text text = text_in(deal, sizeof deal);
    struct fault fault;
    text_format(&text, "seed=%d", pair + 1);
    if (match->deals && words.count < WORDS_MAX)
        words.at[words.count++] = word_from(deal);
    table->dice.state = rng_mix((uint64_t)pair + 1);
    return table->game->start(&table->board, &table->position, &words, &fault) &&
           game_players(table->game, &table->board) == 2;
}

static move_t random_move(struct table *table)
{
    struct move_list list;
    game_successors(table->game, &table->board, &table->position, &list);
    return list.at[rng_below(&table->dice, (uint64_t)list.count)];
}

/* A face of the die, as likely as it is. */
static move_t roll(struct table *table)
{
    struct chance chance;
    int index = 0;
    table->game->chance(&table->board, &table->position, &chance);
    int64_t left = (int64_t)rng_below(&table->dice, (uint64_t)chance.total);
    while (left >= chance.at[index].weight)
        left -= chance.at[index++].weight;
    assert(index < chance.count);
    return chance.at[index].outcome;
}

static move_t search(struct table *table, int level)
{
    static struct task task; /* large */
    task = (struct task){.game = table->game, .multipv = 1, .level = level, .random_seed = table->seed};
    board_copy(table->game, &task.board, &table->board);
    position_copy(table->game, &task.position, &table->position);
    const struct search_listener listener = {
        .context = table, .report = hear_report, .note = hear_note, .done = hear_end};
    if (!search_start(table->search, &task, &listener))
        return random_move(table);
    search_wait(table->search);
    return table->move;
}

/* Player 1's points. */
static int play(struct table *table, int plies, const int level[2])
{
    enum actor turn;
    for (int ply = 0; (turn = table->game->turn(&table->board, &table->position)) != ACTOR_NONE; ply++) {
        move_t move = turn == ACTOR_CHANCE ? roll(table)
                      : ply < plies        ? random_move(table)
                                           : search(table, level[turn == ACTOR_TWO]);
        table->game->apply(&table->board, &table->position, move);
    }
    enum result result = table->game->result(&table->board, &table->position);
    return result == RESULT_ONE ? 2 : result == RESULT_DRAW ? 1 : 0;
}

int level_match_play(const struct level_match *match, int high, int low)
{
    static struct table table; /* large */
    int points = 0;
    table.game = match->game;
    table.search = search_create();
    for (int pair = 0; table.search != NULL && points >= 0 && pair < match->pairs; pair++) {
        table.seed = (uint64_t)pair + 1;
        bool is_there = begin(&table, match, pair);
        if (is_there)
            points += play(&table, match->plies, (int[2]){high, low});
        is_there = is_there && begin(&table, match, pair);
        points = is_there ? points + 2 - play(&table, match->plies, (int[2]){low, high}) : -1;
    }
    int result = table.search != NULL ? points : -1;
    search_destroy(table.search);
    return result;
}
