#include "games/konane/prover.h"

#include <stddef.h>
#include <stdlib.h>

#include "games/konane/worker.h"
#include "solve/tell.h"

struct prover *konane_prover_create_with(const struct konane_weights *weights)
{
    struct prover *prover = calloc(1, sizeof *prover);
    if (prover != NULL)
        prover->weights = weights;
    return prover;
}

void *konane_prover_create(void)
{
    return konane_prover_create_with(&konane_weights);
}

void konane_prover_clear(void *self)
{
    struct prover *prover = self;
    buckets_close(&prover->table.buckets);
    prover->symmetry.count = 0;
    prover->symmetry.has = 0;
    prover->symmetry.swaps = false;
}

void konane_prover_destroy(void *self)
{
    struct prover *prover = self;
    if (prover == NULL)
        return;
    if (!prover->is_beside)
        konane_prover_clear(prover);
    for (int i = 0; i < CREW_MAX; i++)
        free(prover->workers[i]);
    free(prover);
}

int konane_prover_fill(const void *self)
{
    return konane_proof_table_fill(&((const struct prover *)self)->table);
}

const struct symmetry *konane_prover_symmetry(const struct prover *prover)
{
    return &prover->symmetry;
}

const struct proof_table *konane_prover_table(const struct prover *prover)
{
    return &prover->table;
}

size_t konane_prover_bytes(const struct prover *prover)
{
    return buckets_bytes(&prover->table.buckets);
}

/* -- threads -- */

static void run_worker(void *context)
{
    struct konane_worker *worker = context;
    struct prover *prover = worker->prover;
    worker->proof = konane_worker_run(worker);
    assert(proof_is_final(worker->proof) || atomic_load(&prover->done));
    atomic_store(&prover->done, true);
    meter_tell(&worker->meter);
}

/* All but what the endgame remembers. */
static void begin_worker(struct prover *prover, struct konane_worker *worker, int index)
{
    memset(worker, 0, offsetof(struct konane_worker, endgame.memory));
    worker->prover = prover;
    worker->index = index;
    worker->endgame.board = &prover->board;
    worker->meter = meter_of(prover->job);
}

/* Keeps as many threads as can be had, at least one. */
static bool make_workers(struct prover *prover)
{
    int wanted = prover->threads < CREW_MAX ? prover->threads : CREW_MAX;
    prover->threads = 0;
    for (int i = 0; i < wanted; i++) {
        if (prover->workers[i] == NULL)
            prover->workers[i] = calloc(1, sizeof(struct konane_worker));
        if (prover->workers[i] == NULL)
            break;
        begin_worker(prover, prover->workers[i], i);
        prover->threads++;
    }
    return prover->threads > 0;
}

static struct proof run_workers(struct prover *prover)
{
    void *member[CREW_MAX];
    for (int i = 0; i < prover->threads; i++)
        member[i] = prover->workers[i];
    atomic_store(&prover->done, false);
    int ran = crew_run(prover->threads, run_worker, member);
    assert(ran >= 1 && ran <= prover->threads);
    struct proof proof = prover->workers[0]->proof;
    for (int i = 1; i < ran; i++)
        if (proof_is_final(prover->workers[i]->proof))
            proof = prover->workers[i]->proof;
    return proof;
}

/* -- from outside -- */

/* The table begins small, because fresh memory costs time, and grows when it is full. */
enum { BYTES_FIRST = 1 << 25, GROWTH = 8 };

static const char smaller_table[] = "out of memory: taking a smaller table of proofs";

static bool make_table(struct prover *prover, size_t bytes, const struct job *job)
{
    enum { BYTES_LEAST = 1 << 12 };
    prover->room = bytes;
    if (konane_prover_bytes(prover) > 0 && konane_prover_bytes(prover) <= bytes)
        return true;
    konane_prover_clear(prover);
    size_t wanted = bytes < BYTES_FIRST ? bytes : BYTES_FIRST;
    size_t size = wanted;
    while (!konane_proof_table_open(&prover->table, size) && size > BYTES_LEAST)
        size /= 2;
    if (size < wanted) {
        tell_note(job, smaller_table);
        prover->room = size;
    }
    return konane_prover_bytes(prover) > 0;
}

static void grow_table(struct prover *prover)
{
    size_t bytes = konane_prover_bytes(prover);
    size_t wanted = bytes < prover->room / GROWTH ? bytes * GROWTH : prover->room;
    for (size_t size = wanted; size >= 2 * bytes || size == wanted; size /= 2) {
        struct proof_table larger;
        if (konane_proof_table_open(&larger, size)) {
            konane_proof_table_copy(&larger, &prover->table);
            buckets_close(&prover->table.buckets);
            prover->table = larger;
            return;
        }
        if (size == wanted)
            tell_note(prover->job, smaller_table);
    }
    prover->room = bytes;
}

bool konane_prover_is_on(const struct prover *prover, const struct konane_board *board)
{
    return memcmp(&prover->board, board, sizeof *board) == 0;
}

static void take_board(struct prover *prover, const struct konane_board *board)
{
    if (konane_prover_is_on(prover, board))
        return;
    konane_prover_clear(prover);
    atomic_store(&prover->lessons.count, 0);
    prover->board = *board;
    konane_guess_init(&prover->guess, board, prover->weights);
}

/* So that a run goes as it always goes; one of another board may have been before it. */
static void forget_endgames(struct prover *prover)
{
    for (int i = 0; i < CREW_MAX; i++)
        if (prover->workers[i] != NULL)
            memset(prover->workers[i]->endgame.memory, 0, sizeof prover->workers[i]->endgame.memory);
}

/* As the table knows it. */
static struct konane_node node_of(const struct prover *prover, const struct konane_position *position)
{
    return symmetry_node(&prover->symmetry, &prover->board, position->stones,
                         (enum konane_side)position->side);
}

static bool prove(struct prover *prover, const struct konane_position *position, struct proof *proof)
{
    assert(konane_prover_bytes(prover) > 0);
    prover->root = node_of(prover, position);
    atomic_store(&prover->winner, 0);
    atomic_store(&prover->is_spent, false);
    if (!make_workers(prover))
        return false;
    *proof = run_workers(prover);
    while (!proof_is_final(*proof) && !atomic_load(&prover->is_spent)) {
        grow_table(prover);
        *proof = run_workers(prover);
    }
    return true;
}

bool konane_prover_run(struct prover *prover, const struct konane_board *board,
                       const struct konane_position *position, const struct means *means, struct job *job,
                       struct proof *proof)
{
    assert(means->threads >= 1);
    take_board(prover, board);
    if (!make_table(prover, means->bytes, job))
        return false;
    konane_symmetry_widen(&prover->symmetry, board, position->stones);
    prover->threads = means->threads;
    atomic_store(&prover->is_tight, konane_worker_is_tight(prover));
    prover->lessons.least = konane_lessons_least(job_nodes_left(job));
    forget_endgames(prover);
    prover->job = job;
    return prove(prover, position, proof);
}

struct prover *konane_prover_beside(const struct prover *prover, struct job *job)
{
    struct prover *beside = konane_prover_create_with(prover->weights);
    if (beside == NULL)
        return NULL;
    beside->is_beside = true;
    beside->board = prover->board;
    beside->symmetry = prover->symmetry;
    beside->table = prover->table;
    beside->room = konane_prover_bytes(prover); /* so it never wants another table */
    atomic_store(&beside->is_tight, atomic_load(&prover->is_tight));
    beside->guess = prover->guess;
    beside->lessons.least = UINT64_MAX;
    beside->job = job;
    beside->threads = 1;
    if (make_workers(beside))
        return beside;
    konane_prover_destroy(beside);
    return NULL;
}

bool konane_prover_again(struct prover *prover, const struct konane_position *position, struct proof *proof)
{
    assert(prover->is_beside && prover->threads == 1);
    return prove(prover, position, proof);
}

move_t konane_prover_winning_move(const struct prover *prover, const struct konane_position *position)
{
    struct move_list list;
    konane_list(&prover->board, position, (enum konane_side)position->side, &list);
    for (int i = 0; i < list.count; i++) {
        struct konane_position next = *position;
        konane_play(&prover->board, &next, list.at[i]);
        if (node_of(prover, &next).stones == atomic_load(&prover->winner))
            return list.at[i];
    }
    return MOVE_NONE;
}

bool konane_prover_know(struct prover *prover, const struct konane_position *position, struct proof *proof,
                        uint64_t *work)
{
    if (konane_prover_bytes(prover) == 0 || prover->workers[0] == NULL) /* nothing has been tried */
        return false;
    struct konane_node node = node_of(prover, position);
    if (konane_proof_table_find(&prover->table, node.stones, node.side, proof, work))
        return true;
    if (konane_is_opening(&prover->board, node.stones, node.side))
        return false;
    *work = 0;
    *proof = konane_worker_measure(prover->workers[0], node.stones, node.side);
    return true;
}

bool konane_prover_knows_loss(struct prover *prover, const struct konane_position *position, uint64_t *work)
{
    struct proof proof;
    struct konane_node node = node_of(prover, position);
    assert(konane_prover_bytes(prover) > 0 && prover->workers[0] != NULL);
    if (konane_proof_table_find(&prover->table, node.stones, node.side, &proof, work))
        return proof_is_lost(proof);
    *work = 0;
    return !konane_is_opening(&prover->board, node.stones, node.side) &&
           konane_worker_sees_loss(prover->workers[0], node.stones, node.side);
}

void konane_prover_fetch(const struct prover *prover, const struct konane_position *position)
{
    struct konane_node node = node_of(prover, position);
    konane_proof_table_fetch(&prover->table, node.stones, node.side);
}

int konane_prover_tell(void *self, struct text *words)
{
    return konane_lessons_tell(&((struct prover *)self)->lessons, words);
}

bool konane_prover_learn_one(struct prover *prover, const struct konane_lesson *lesson)
{
    struct proof known;
    uint64_t work;
    assert(konane_prover_bytes(prover) > 0);
    struct konane_node node = symmetry_node(&prover->symmetry, &prover->board, lesson->stones, lesson->side);
    if (konane_proof_table_find(&prover->table, node.stones, node.side, &known, &work) &&
        (proof_is_final(known) || (!proof_is_final(lesson->proof) && work >= lesson->work)))
        return false;
    konane_proof_table_store(&prover->table, node.stones, node.side, lesson->proof, lesson->work);
    return true;
}

bool konane_prover_learn(struct prover *prover, const struct konane_board *board, struct cursor words,
                         int *learnt)
{
    struct konane_lesson lesson;
    struct cursor again = words;
    struct word word;
    bool has_use = konane_prover_bytes(prover) > 0 && konane_prover_is_on(prover, board);
    *learnt = 0;
    while ((word = cursor_next(&words)).length > 0)
        if (!konane_lesson_read(word, board, &lesson))
            return false;
    while (has_use && (word = cursor_next(&again)).length > 0)
        *learnt += konane_lesson_read(word, board, &lesson) && konane_prover_learn_one(prover, &lesson);
    return true;
}

bool konane_prover_make_room(struct prover *prover, const struct konane_board *board, uint64_t root,
                             const struct means *means, struct job *job, uint64_t positions)
{
    enum { BYTES_EACH = 64 }; /* of a table that is full to a fifth: a fuller one drops what finds no place */
    take_board(prover, board);
    if (!make_table(prover, means->bytes, job))
        return false;
    konane_symmetry_widen(&prover->symmetry, board, root);
    prover->job = job;
    while (konane_prover_bytes(prover) < prover->room && konane_prover_bytes(prover) / BYTES_EACH < positions)
        grow_table(prover);
    return true;
}
