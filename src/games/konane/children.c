#include "games/konane/children.h"

#include "games/konane/jumps.h"

enum { OTHERS_SHARE = 3 /* sixteenths of what the easier children cost are counted */ };

/* What is filled, for which board and up to which symmetries. */
struct family {
    const struct konane_board *board;
    const struct symmetry *symmetry;
    bool swaps; /* the colours of each */
    struct konane_children *children;
};

static bool has_child(const struct konane_children *children, uint64_t stones)
{
    for (int i = 0; i < children->count; i++)
        if (children->at[i].stones == stones)
            return true;
    return false;
}

/* Moves that are images of each other lead to one child. */
static void add_child(const struct family *family, uint64_t stones)
{
    struct konane_children *children = family->children;
    assert(children->count < KONANE_MOVES_MAX);
    if (family->swaps)
        stones = symmetry_image(&family->symmetry->swap, stones);
    if (family->symmetry->count > 0) {
        stones = symmetry_smallest(family->symmetry, stones);
        if (has_child(children, stones))
            return;
    }
    children->at[children->count++] = (struct konane_child){.stones = stones, .proof = {1, 1}};
}

static inline void add_jumps(const struct family *family, const struct konane_view *view, enum konane_way way,
                             uint64_t first)
{
    const struct konane_board *board = family->board;
    uint64_t stones = view->own | view->enemy;
    uint64_t gone = konane_jump_back(board, way, first);
    for (uint64_t at = first; at != 0; at = konane_jump(board, view, way, at)) {
        gone |= konane_jump_over(board, way, at);
        add_child(family, (stones & ~gone) | at);
    }
}

static inline void add_way(const struct family *family, const struct konane_view *view, enum konane_way way)
{
    for (uint64_t left = konane_jump(family->board, view, way, view->own); left != 0; left &= left - 1)
        add_jumps(family, view, way, left & -left);
}

static void add_removals(const struct family *family, const struct konane_node *node)
{
    struct konane_position position = {.stones = node->stones, .side = node->side};
    struct move_list list;
    konane_list(family->board, &position, node->side, &list);
    for (int i = 0; i < list.count; i++) {
        struct konane_position next = position;
        konane_play(family->board, &next, list.at[i]);
        add_child(family, next.stones);
    }
}

bool konane_is_opening(const struct konane_board *board, uint64_t stones, enum konane_side side)
{
    struct konane_position position = {.stones = stones, .side = side};
    return konane_phase(board, &position) != KONANE_JUMPS;
}

void konane_children_find(const struct konane_board *board, const struct symmetry *symmetry,
                          const struct konane_node *node, struct konane_children *children)
{
    struct family family = {board, symmetry, false, children};
    children->count = 0;
    children->side = konane_opponent(node->side);
    if (konane_is_opening(board, node->stones, node->side)) {
        add_removals(&family, node);
        return;
    }
    if (symmetry->swaps && children->side == KONANE_WHITE) {
        family.swaps = true;
        children->side = KONANE_BLACK;
    }
    struct konane_view view = konane_view(board, node->stones, node->side);
    add_way(&family, &view, KONANE_UP);
    add_way(&family, &view, KONANE_RIGHT);
    add_way(&family, &view, KONANE_DOWN);
    add_way(&family, &view, KONANE_LEFT);
}

/* One lost child wins; all won children lose. Children have most of their trees in common, as the same moves
 * come in another order, so that the sum of what they cost is far too much: the dearest is counted in full,
 * the others in part. */
struct proof konane_children_join(const struct konane_children *children)
{
    uint32_t least = PROOF_INFINITE;
    uint32_t most = 0;
    uint64_t sum = 0;
    for (int i = 0; i < children->count; i++) {
        struct proof proof = children->at[i].proof;
        least = proof.delta < least ? proof.delta : least;
        most = proof.phi > most ? proof.phi : most;
        sum += proof.phi;
    }
    assert(sum >= most);
    if (least == 0)
        return proof_won();
    if (least == PROOF_INFINITE)
        return proof_lost();
    return (struct proof){least, proof_bounded(most + (sum - most) * OTHERS_SHARE / 16)};
}
