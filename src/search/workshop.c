/* The solvers' objects: one a game, made when it is first wanted, kept while other games are played. */
#include "search/workshop.h"

static struct solver_place *find_place(struct workshop *workshop, const struct game *game)
{
    for (int i = 0; i < SOLVERS_MAX; i++) {
        struct solver_place *place = &workshop->solvers[i];
        if (place->game == game || place->game == NULL)
            return place;
    }
    assert(false && "fewer games than SOLVERS_MAX");
    return NULL;
}

struct solver_place *workshop_place(struct workshop *workshop, const struct game *game)
{
    assert(game->solver != NULL);
    struct solver_place *place = find_place(workshop, game);
    if (place->game != NULL)
        return place;
    void *(*create)(void) = game->solver->create;
    place->self = create != NULL ? create() : NULL;
    if (create != NULL && place->self == NULL)
        return NULL;
    place->game = game;
    return place;
}

void workshop_forget(struct workshop *workshop)
{
    for (int i = 0; i < SOLVERS_MAX; i++) {
        struct solver_place *place = &workshop->solvers[i];
        if (place->self != NULL)
            place->game->solver->clear(place->self);
    }
}

void workshop_destroy(struct workshop *workshop)
{
    for (int i = 0; i < SOLVERS_MAX; i++) {
        struct solver_place *place = &workshop->solvers[i];
        if (place->self != NULL)
            place->game->solver->destroy(place->self);
        *place = (struct solver_place){0};
    }
}
