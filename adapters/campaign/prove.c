#include "adapters/campaign/prove.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/campaign/many.h"

/* One engine, and the way to the leaf that it works on. */
struct prover {
    struct leaf leaf;
    struct graph_path path;
    int failures; /* in a row */
};

enum { FAILURES_MOST = 3 };

static bool give_job(struct proof *proof, struct prover *prover, int workers)
{
    if (!graph_choose(&proof->graph, prover->leaf.number, &prover->path))
        return false;
    const struct graph_node *leaf = &proof->graph.at[prover->path.at[prover->path.length - 1]];
    uint64_t budget = proof_budget(proof, workers);
    leaf_begin(&prover->leaf, leaf->fen, budget, proof_opens(proof, leaf, budget, workers));
    return true;
}

static void stop_unwanted(struct proof *proof, struct prover *provers, int workers)
{
    for (int i = 0; i < workers; i++)
        if (provers[i].leaf.state == LEAF_SOLVING &&
            !graph_is_wanted(&proof->graph, provers[i].path.at[provers[i].path.length - 1]))
            leaf_stop(&provers[i].leaf);
}

static void teach_others(const struct leaf *leaf, struct prover *provers, int workers)
{
    if (leaf->lessons.length == 0)
        return;
    size_t length = proof_lessons_length(leaf->lessons.at, workers);
    for (int i = 0; i < workers; i++)
        if (&provers[i].leaf != leaf)
            leaf_learn(&provers[i].leaf, leaf->lessons.at, length);
}

static void take_job(struct proof *proof, struct prover *prover, struct prover *provers, int workers)
{
    struct leaf *leaf = &prover->leaf;
    graph_leave(&proof->graph, &prover->path);
    if (leaf->state == LEAF_DONE) {
        prover->failures = 0;
        if (!proof_keep_row(proof, &leaf->row))
            ground_fail("the engine's answer makes no sense: %s", leaf->row.at);
        teach_others(leaf, provers, workers);
    } else {
        ground_say("%s: %s", leaf->fen, leaf->why.at);
        if (++prover->failures == FAILURES_MOST)
            ground_fail("the engine fails again and again");
    }
    leaf_rest(leaf);
}

static void wait_for_any(struct prover *provers, int workers)
{
    struct wire **wires = ground_take((size_t)(workers * LEAF_WIRES) * sizeof(struct wire *));
    int64_t deadline = wire_clock() + WIRE_SECOND;
    int count = 0;
    for (int i = 0; i < workers; i++) {
        count += leaf_wires(&provers[i].leaf, wires + count);
        if (provers[i].leaf.state != LEAF_IDLE && provers[i].leaf.deadline < deadline)
            deadline = provers[i].leaf.deadline;
    }
    wire_wait(wires, count, deadline);
    free(wires);
    for (int i = 0; i < workers; i++)
        leaf_step(&provers[i].leaf);
}

/* Gives jobs to who has none; how many are at work. */
static int hand_out(struct proof *proof, struct prover *provers, int workers, bool more)
{
    int busy = 0;
    for (int i = 0; i < workers; i++) {
        bool idle = provers[i].leaf.state == LEAF_IDLE;
        bool given = idle && more && give_job(proof, &provers[i], workers);
        more = more && given == idle;
        busy += !idle || given;
    }
    return busy;
}

static void work(struct proof *proof, struct prover *provers, int workers, int64_t end)
{
    while (hand_out(proof, provers, workers, !proof_is_decided(proof) && wire_clock() < end) > 0) {
        bool got = false;
        wait_for_any(provers, workers);
        for (int i = 0; i < workers; i++)
            if (provers[i].leaf.state == LEAF_DONE || provers[i].leaf.state == LEAF_FAILED) {
                take_job(proof, &provers[i], provers, workers);
                stop_unwanted(proof, provers, workers);
                got = true;
            }
        if (got)
            proof_sync(proof);
        proof_tell(proof, false);
    }
}

static void work_here(struct proof *proof, const struct settings *settings)
{
    int workers = (int)settings->jobs;
    struct prover *provers = ground_take((size_t)workers * sizeof *provers);
    int64_t end =
        settings->duration > 0 ? proof->began + (int64_t)(settings->duration * WIRE_SECOND) : WIRE_FOREVER;
    for (int i = 0; i < workers; i++)
        leaf_open(&provers[i].leaf, &proof->manner, proof->position.at, i);
    work(proof, provers, workers, end);
    for (int i = 0; i < workers; i++)
        leaf_close(&provers[i].leaf);
    free(provers);
}

int prove_position(struct settings *settings)
{
    struct proof proof;
    int status = STATUS_DONE;
    proof_open(&proof, settings);
    if (!proof_is_decided(&proof)) {
        if (settings->queue == NULL)
            work_here(&proof, settings);
        else
            many_prove(&proof, settings);
    }
    proof_tell(&proof, true);
    if (proof_is_decided(&proof) && !proof.is_proven)
        status = proof_finish(&proof);
    printf("%s: %s, %d jobs, %" PRIu64 " nodes\n", proof.position.at,
           !proof_is_decided(&proof)          ? "open"
           : graph_is_won(&proof.graph.at[0]) ? "proven, the player on move wins"
                                              : "proven, the player on move loses",
           proof.graph.jobs, proof.graph.nodes);
    proof_close(&proof);
    return status;
}
