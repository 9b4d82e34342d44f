#include "support/proof_number.h"

#include <stdlib.h>

enum { NEVER = 100000000, ENTRIES = 1 << 21 };

/* How many positions must at least be decided to prove, and to refute, that player 1 wins. */
struct effort {
    int prove;
    int refute;
};

struct entry {
    uint64_t key;
    struct effort effort;
    uint32_t round; /* of an older one: empty */
};

struct proof_number {
    const struct game *game;
    const struct board *board;
    uint32_t round;
    int used; /* entries of this round: none is ever given up, so that no two positions can chase
               * each other */
    struct entry entry[ENTRIES];
};

struct proof_number *proof_number_create(void)
{
    return calloc(1, sizeof(struct proof_number));
}

void proof_number_destroy(struct proof_number *search)
{
    free(search);
}

static int sum(int a, int b)
{
    return a + b < NEVER ? a + b : NEVER;
}

/* Where a position stands, or would. */
static size_t place_of(const struct proof_number *search, uint64_t key)
{
    size_t place = key % ENTRIES;
    while (search->entry[place].round == search->round && search->entry[place].key != key)
        place = (place + 1) % ENTRIES;
    return place;
}

static void store(struct proof_number *search, uint64_t key, struct effort effort)
{
    struct entry *entry = &search->entry[place_of(search, key)];
    search->used += entry->round != search->round;
    assert(search->used < ENTRIES - ENTRIES / 8);
    *entry = (struct entry){.key = key, .effort = effort, .round = search->round};
}

static struct effort effort_of(const struct proof_number *search, const struct position *position)
{
    const struct game *game = search->game;
    if (game->turn(search->board, position) == ACTOR_NONE) {
        bool first = game->result(search->board, position) == RESULT_ONE;
        return first ? (struct effort){0, NEVER} : (struct effort){NEVER, 0};
    }
    const struct entry *entry = &search->entry[place_of(search, game->key(search->board, position))];
    return entry->round == search->round ? entry->effort : (struct effort){1, 1};
}

/* What the moves of a position add up to: the best of them by the lesser effort, and that of the next. */
struct outlook {
    struct effort all;
    struct effort best;
    int second;
    struct position next; /* after the best move */
};

/* Player 1 needs one move that proves, player 2 one that refutes. */
static void look(const struct proof_number *search, const struct position *position, bool first,
                 struct outlook *outlook)
{
    struct move_list list;
    int least = NEVER + 1, total = 0;
    search->game->moves(search->board, position, &list);
    outlook->second = NEVER;
    for (int i = 0; i < list.count; i++) {
        struct position next;
        position_copy(search->game, &next, position);
        search->game->apply(search->board, &next, list.at[i]);
        struct effort effort = effort_of(search, &next);
        int own = first ? effort.prove : effort.refute;
        total = sum(total, first ? effort.refute : effort.prove);
        if (own < least) {
            outlook->second = least <= NEVER ? least : NEVER;
            least = own;
            outlook->best = effort;
            position_copy(search->game, &outlook->next, &next);
        } else if (own < outlook->second) {
            outlook->second = own;
        }
    }
    assert(list.count > 0);
    outlook->all = first ? (struct effort){least, total} : (struct effort){total, least};
}

/* Works below a position until one of its numbers reaches the limit. */
static void work(struct proof_number *search, const struct position *position, struct effort limit)
{
    bool first = search->game->turn(search->board, position) == ACTOR_ONE;
    uint64_t key = search->game->key(search->board, position);
    for (;;) {
        struct outlook outlook;
        look(search, position, first, &outlook);
        store(search, key, outlook.all);
        struct effort all = outlook.all, best = outlook.best, below = limit;
        if (all.prove >= limit.prove || all.refute >= limit.refute)
            return;
        int second = sum(outlook.second, 1);
        if (first) {
            below.prove = second < limit.prove ? second : limit.prove;
            below.refute = limit.refute - all.refute + best.refute;
        } else {
            below.refute = second < limit.refute ? second : limit.refute;
            below.prove = limit.prove - all.prove + best.prove;
        }
        work(search, &outlook.next, below);
    }
}

bool proof_number_first_wins(struct proof_number *search, const struct game *game, const struct board *board,
                             const struct position *position)
{
    search->round++;
    search->used = 0;
    search->game = game;
    search->board = board;
    assert(game->scale == SCALE_WIN && game->chance == NULL);
    if (game->turn(board, position) != ACTOR_NONE)
        work(search, position, (struct effort){NEVER, NEVER});
    struct effort effort = effort_of(search, position);
    assert(effort.prove == 0 || effort.refute == 0);
    return effort.prove == 0;
}
