/* Solved positions of Hand of the King, to fit an evaluation on:  hand_labels <deals> <seed> >positions
 *
 * Each deal is played once, by moves that are random or the best at a glance in a mixture of its own, and every
 * position on the way with CARDS_LEAST to CARDS_MOST cards within Varys's reach (below CARDS_FEW one in FEW_TAKEN) is
 * solved: who wins? A line is a FEN and 1 or 0, whether the player on move does. Deals take turns among the
 * variants. Same seed, same lines. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"
#include "games/hand/proof.h"

enum {
    CARDS_LEAST = 4,
    CARDS_FEW = 18,
    FEW_TAKEN = 3,
    CARDS_MOST = 28,
    PATH_MAX_PLIES = 64,
    NODES_MOST = 60000000,
    TABLE_BYTES = 1 << 24
};

static const char *const variants[] = {"deal=uniform", "deal=uniform", "deal=course", "deal=uniform",
                                       "deal=uniform capture=farthest"};
/* How many of a hundred moves are random. */
static const int randomness[] = {100, 60, 30, 15};

struct labelling {
    struct rng rng;
    struct board board;
    struct hand_proof_table table;
    struct hand_proof proof;
    int count;
    int dropped;
};

static move_t glance(const struct board *board, const struct position *position, const struct move_list *list)
{
    int32_t rank[MOVES_MAX];
    int best = 0;
    hand_game.rank(board, position, list, rank);
    for (int i = 1; i < list->count; i++)
        if (rank[i] > rank[best])
            best = i;
    return list->at[best];
}

/* The positions of one game; returns how many. */
static int play(struct labelling *labelling, int random, struct position path[PATH_MAX_PLIES])
{
    int count = 1;
    while (count < PATH_MAX_PLIES) {
        struct move_list list;
        struct position next = path[count - 1];
        if (hand_game.turn(&labelling->board, &next) == ACTOR_NONE)
            break;
        hand_game.moves(&labelling->board, &next, &list);
        bool is_random = (int)rng_below(&labelling->rng, 100) < random;
        move_t move = is_random ? list.at[rng_below(&labelling->rng, (uint64_t)list.count)]
                                : glance(&labelling->board, &next, &list);
        hand_game.apply(&labelling->board, &next, move);
        path[count++] = next;
    }
    return count;
}

/* 1 the player on move wins, 0 he loses, -1 not known. */
static int solve(struct labelling *labelling, const struct hand_deal *deal, const struct position *position)
{
    struct job job = {.began = 0};
    atomic_store(&job.node_limit, NODES_MOST);
    atomic_store(&job.deadline, INT64_MAX);
    struct hand_proof *proof = &labelling->proof;
    int decided, best;
    struct hand_node node = hand_node_from(deal, hand_position(position), GOAL_WIN, &decided);
    memset(proof, 0, sizeof *proof);
    proof->deal = deal;
    proof->table = &labelling->table;
    proof->job = &job;
    proof->nodes_most = UINT64_MAX;
    return decided != 0 ? decided > 0 : hand_proof_run(proof, node, 1, &best);
}

static void label(struct labelling *labelling, const struct hand_deal *deal, const struct position *position)
{
    char room[FEN_MAX];
    struct text fen = text_in(room, sizeof room);
    int cards = bits_count(hand_reachable(hand_position(position)));
    if (cards < CARDS_LEAST || cards > CARDS_MOST ||
        hand_game.turn(&labelling->board, position) == ACTOR_NONE)
        return;
    if (cards < CARDS_FEW && rng_below(&labelling->rng, FEW_TAKEN) != 0)
        return;
    int wins = solve(labelling, deal, position);
    if (wins < 0) {
        labelling->dropped++;
        return;
    }
    hand_game.print(&labelling->board, position, &fen);
    printf("%s %d\n", room, wins);
    labelling->count++;
}

static void label_deal(struct labelling *labelling, uint64_t number, uint64_t seed)
{
    struct words words;
    struct fault fault;
    struct position path[PATH_MAX_PLIES];
    struct hand_deal deal;
    char flags[96];
    enum { VARIANTS = sizeof variants / sizeof *variants, MIXTURES = sizeof randomness / sizeof *randomness };
    int length = snprintf(flags, sizeof flags, "%s seed=%" PRIu64, variants[number % VARIANTS],
                          (seed << 32 | number) & INT32_MAX);
    if (!words_split(flags, (size_t)length, &words) ||
        !hand_game.start(&labelling->board, &path[0], &words, &fault)) {
        fprintf(stderr, "hand_labels: %s\n", flags);
        exit(1);
    }
    hand_deal_prepare(&deal, hand_board(&labelling->board), hand_position(&path[0]));
    hand_proof_table_clear(&labelling->table);
    int count = play(labelling, randomness[rng_below(&labelling->rng, MIXTURES)], path);
    while (count-- > 0)
        label(labelling, &deal, &path[count]);
}

int main(int count, char **words)
{
    if (count != 3) {
        fputs("hand_labels <deals> <seed>\n", stderr);
        return 2;
    }
    uint64_t deals = strtoull(words[1], NULL, 10), seed = strtoull(words[2], NULL, 10);
    struct labelling *labelling = calloc(1, sizeof *labelling);
    if (labelling == NULL || hand_proof_table_resize(&labelling->table, TABLE_BYTES) == 0)
        return 1;
    labelling->rng.state = rng_mix(seed);
    for (uint64_t number = 0; number < deals; number++)
        label_deal(labelling, number, seed);
    fprintf(stderr, "%d positions of %" PRIu64 " deals, %d given up\n", labelling->count, deals,
            labelling->dropped);
    buckets_close(&labelling->table.buckets);
    free(labelling);
    return 0;
}
