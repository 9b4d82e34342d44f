/* A person at the terminal: sees the position, is asked for a word, gets help. */
#include "adapters/referee/game_parts.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

bool game_show(struct game *game)
{
    assert(game->seats[game->turn]->entrant->person);
    game->arbiter->echoes = true;
    return game_ask_arbiter(game, PHASE_SHOWN, "display\nquery legal\n", 1);
}

static bool ask_for_word(struct game *game)
{
    printf("%s, player %d (a move, help, resign): ", game->seats[game->turn]->entrant->name, game->turn + 1);
    fflush(stdout);
    return game_let_think(game);
}

bool game_step_shown(struct game *game)
{
    game->arbiter->echoes = false;
    return ask_for_word(game);
}

/* The arbiter's last answer is the list of legal moves: he has been asked nothing since. */
static bool help(struct game *game)
{
    assert(game->arbiter->answer_count == 1);
    const char *list = game->arbiter->answers[0], *moves = strchr(list, ' ');
    printf("a move is one word; legal now:%s\nresign gives the game up; Ctrl-C leaves the match\n",
           moves == NULL ? " none" : moves);
    return ask_for_word(game);
}

bool game_hear_person(struct game *game)
{
    assert(game->turn == 0 || game->turn == 1);
    const struct engine *person = game->seats[game->turn];
    if (strcmp(person->move, "help") == 0)
        return help(game);
    char reason[WHAT_MAX];
    snprintf(reason, sizeof reason, "%.200s gave up", person->entrant->name);
    return game_finish_with(game, VERDICT_ADJUDICATION, game_win_against(game->turn), reason);
}

bool game_refuse_person(struct game *game)
{
    printf("%s is not a legal move here\n", game->pending.word);
    game->phase = PHASE_SEATS;
    return true;
}
