#include "tests/simulate/told.h"

#include "base/rng.h"
#include "games/konane/prover.h"
#include "tests/simulate/crowd.h"

bool __wrap_konane_proof_table_find(const struct proof_table *, uint64_t, unsigned, struct proof *,
                                    uint64_t *);
bool __real_konane_proof_table_find(const struct proof_table *, uint64_t, unsigned, struct proof *,
                                    uint64_t *);

static const struct proof_table *told;

/* Positions that were stored in this job; where two want one place the first is forgotten. */
enum { OWN_BITS = 18 };
static struct own {
    uint64_t stones;
    unsigned side;
    uint32_t job;
} owns[1 << OWN_BITS];
static uint32_t job;

static struct own *own_at(uint64_t stones, unsigned side)
{
    return &owns[rng_mix(stones + side) >> (64 - OWN_BITS)];
}

static void note_own(uint64_t stones, unsigned side)
{
    *own_at(stones, side) = (struct own){stones, side, job};
}

static bool is_own(uint64_t stones, unsigned side)
{
    const struct own *own = own_at(stones, side);
    return own->stones == stones && own->side == side && own->job == job;
}

void told_to(const struct prover *prover)
{
    told = prover == NULL ? NULL : konane_prover_table(prover);
    crowd_stored = prover == NULL ? NULL : note_own;
}

void told_begin_job(void)
{
    job++;
}

/* As konane_prover_learn() would have it: a guess gives way to a proof, and to one that took more work; the table keeps
 * of that the first two bits, and beside the whole number what it knew is not more. */
static bool is_better(struct proof heard, uint64_t cost, struct proof known, uint64_t work, bool is_newer)
{
    if (proof_is_final(known) || proof_is_final(heard))
        return !proof_is_final(known);
    return is_newer ? cost > work : cost >= work;
}

bool __wrap_konane_proof_table_find(const struct proof_table *table, uint64_t stones, unsigned side,
                                    struct proof *proof, uint64_t *work)
{
    struct proof heard;
    uint64_t cost;
    bool knows = __real_konane_proof_table_find(table, stones, side, proof, work);
    if (told == NULL || table == told || (knows && proof_is_final(*proof)) ||
        !__real_konane_proof_table_find(told, stones, side, &heard, &cost) ||
        (knows && !is_better(heard, cost, *proof, *work, is_own(stones, side))))
        return knows;
    *proof = heard;
    *work = cost;
    return true;
}
