#include "support/playthrough.h"

static void describe_successors(const struct game *game, const struct board *board,
                                const struct position *position, struct text *text)
{
    struct move_list list;
    char word[MOVE_WORD_MAX];
    game_successors(game, board, position, &list);
    text_string(text, game->turn(board, position) == ACTOR_CHANCE ? "outcomes" : "legal");
    for (int i = 0; i < list.count; i++) {
        game->move_print(board, list.at[i], word);
        text_format(text, " %s", word);
    }
    text_char(text, '\n');
}

static void describe_score(const struct game *game, const struct board *board,
                           const struct position *position, struct text *text)
{
    int64_t score[2] = {0, 0};
    int count = game->one_score ? 1 : game_players(game, board);
    game->score(board, position, score);
    text_string(text, "score");
    for (int i = 0; i < count; i++) {
        text_char(text, ' ');
        text_number(text, score[i]);
    }
    text_char(text, '\n');
}

void playthrough_describe(const struct game *game, const struct board *board, const struct position *position,
                          struct text *text)
{
    static const char *const turns[] = {"none", "1", "2", "chance"};
    static const char *const results[] = {"none", "p1win", "p2win", "draw"};
    text_string(text, "fen ");
    game->print(board, position, text);
    text_format(text, "\nturn %s\n", turns[game->turn(board, position)]);
    describe_successors(game, board, position, text);
    describe_score(game, board, position, text);
    text_format(text, "result %s %s\n", results[game->result(board, position)],
                game->reason(board, position));
    assert(!text->cut);
}
