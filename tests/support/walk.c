#include "support/walk.h"

void walk_place(struct walk *walk, int place)
{
    assert(place >= 0 && place < walk->places.count);
    walk->place = place;
    walk->ply = 0;
    walk->board = walk->places.board[place];
    walk->position = walk->places.position[place];
    walk->seen.count = 0;
}

bool walk_begin(struct walk *walk, const struct game *game, uint64_t seed, char *why, size_t room)
{
    walk->game = game;
    walk->rng.state = seed;
    if (!places_load(&walk->places, game, why, room))
        return false;
    walk_place(walk, 0);
    return true;
}

const char *walk_name(const struct walk *walk)
{
    return walk->places.name[walk->place];
}

/* A move seen here before that is accepted now though not listed, else `listed`. */
static move_t choose_accepted(struct walk *walk, move_t listed)
{
    enum { ONE_IN = 8 };
    struct move_list *seen = &walk->seen;
    if (!move_list_has(seen, listed) && seen->count < MOVES_MAX)
        seen->at[seen->count++] = listed;
    move_t other = seen->at[rng_below(&walk->rng, (uint64_t)seen->count)];
    bool wanted = rng_below(&walk->rng, ONE_IN) == 0;
    return wanted && walk->game->accepts(&walk->board, &walk->position, other) ? other : listed;
}

move_t walk_choose(struct walk *walk)
{
    struct move_list list;
    game_successors(walk->game, &walk->board, &walk->position, &list);
    if (list.count == 0)
        return MOVE_NONE;
    move_t listed = list.at[rng_below(&walk->rng, (uint64_t)list.count)];
    bool chance = walk->game->turn(&walk->board, &walk->position) == ACTOR_CHANCE;
    return chance || walk->game->accepts == NULL ? listed : choose_accepted(walk, listed);
}

void walk_step(struct walk *walk)
{
    move_t move = walk->ply < WALK_PLIES_MAX ? walk_choose(walk) : MOVE_NONE;
    if (move == MOVE_NONE) {
        walk_place(walk, (walk->place + 1) % walk->places.count);
        return;
    }
    walk->game->apply(&walk->board, &walk->position, move);
    walk->ply++;
}
