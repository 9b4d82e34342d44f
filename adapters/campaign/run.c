#include "adapters/campaign/run.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/campaign/crew.h"
#include "adapters/campaign/parts.h"
#include "adapters/campaign/report.h"
#include "adapters/campaign/share.h"
#include "adapters/wire/ending.h"

static bool is_done(const struct results *results, const char *position, bool again)
{
    const struct record *record = results_find(results, position);
    return record != NULL && !(again && record_is_open(record));
}

static bool has_proof(const struct campaign *campaign, const char *name)
{
    for (size_t i = 0; i < campaign->proof_count; i++)
        if (strcmp(campaign->proofs[i], name) == 0)
            return true;
    return false;
}

/* A proof of which a part is to be checked must be there, and whole. */
static void want_proof(struct campaign *campaign, const char *name)
{
    struct string path = {0};
    char found[SHA256_NAME];
    if (campaign->manner.proofs == NULL)
        ground_fail("the list has parts of a proof: --proofs DIR says where it is");
    parts_path(campaign->manner.proofs, name, &path);
    if (!sha256_of_file(path.at, found))
        ground_fail("%s: %s", path.at, strerror(errno));
    if (strcmp(found, name) != 0)
        ground_fail("%s: is not what its name says", path.at);
    campaign->proofs = ground_grow(campaign->proofs, (campaign->proof_count + 1) * sizeof *campaign->proofs);
    memcpy(campaign->proofs[campaign->proof_count++], name, SHA256_NAME);
    string_free(&path);
}

static void want_proofs(struct campaign *campaign)
{
    struct share share;
    for (size_t i = 0; i < campaign->left; i++)
        if (share_read(&share, campaign->todo[i]) && !has_proof(campaign, share.proof))
            want_proof(campaign, share.proof);
}

void campaign_open(struct campaign *campaign, const struct settings *settings)
{
    *campaign = (struct campaign){.list = list_read(settings->operands[1])};
    campaign->results = results_open(settings->operands[0]);
    string_print(&campaign->scratch, "%s", settings->operands[0]);
    if (settings->proofs != NULL)
        parts_make_folder(settings->proofs);
    if (settings->tables != NULL)
        parts_make_folder(settings->tables);
    campaign->manner = (struct manner){.engine = &settings->engine,
                                       .limit = (int64_t)(settings->limit * WIRE_SECOND),
                                       .winner = settings->winner,
                                       .verify = settings->verify,
                                       .proofs = settings->proofs,
                                       .tables = settings->tables,
                                       .every = (int64_t)(settings->every * WIRE_SECOND),
                                       .least = settings->least,
                                       .scratch = campaign->scratch.at};
    campaign->todo = ground_take((campaign->list.count + 1) * sizeof *campaign->todo);
    for (size_t i = 0; i < campaign->list.count; i++)
        if (!is_done(&campaign->results, campaign->list.at[i].position, settings->again))
            campaign->todo[campaign->left++] = campaign->list.at[i].position;
    want_proofs(campaign);
    campaign->progress = progress_begin(campaign->left);
}

void campaign_add(struct campaign *campaign, struct record record, const char *bad)
{
    bool is_position = bad == NULL || *bad == '\0';
    progress_tell(&campaign->progress, is_position ? &record : NULL);
    if (is_position) {
        results_add(&campaign->results, record);
        return;
    }
    struct string place = {0};
    list_place(&campaign->list, record.position, &place);
    ground_say("%s: %s", place.at, bad);
    string_free(&place);
    record_free(&record);
    campaign->refused++;
}

int campaign_close(struct campaign *campaign)
{
    report_table(stdout, &campaign->results, &campaign->list);
    bool failed = campaign->list.wrong > 0 || campaign->refused > 0;
    results_close(&campaign->results);
    list_free(&campaign->list);
    free(campaign->todo);
    free(campaign->proofs);
    string_free(&campaign->scratch);
    if (fflush(stdout) != 0 || ferror(stdout))
        ground_fail("the table could not be written");
    return failed ? STATUS_FAILED : STATUS_DONE;
}

/* -- here and now -- */

static void begin_next(void *context, struct task *task, int number)
{
    struct campaign *campaign = context;
    if (campaign->next < campaign->left && !wire_is_ending())
        task_begin(task, &campaign->manner, number, campaign->todo[campaign->next++]);
}

static void keep_task(void *context, int number, struct record record, const char *bad)
{
    struct campaign *campaign = context;
    (void)number;
    campaign_add(campaign, record, bad);
    results_sync(&campaign->results);
}

int run_list(struct settings *settings)
{
    struct campaign campaign;
    campaign_open(&campaign, settings);
    if (settings->tables != NULL) /* what is at work is kept */
        wire_heed_ending();
    if (campaign.left > 0) {
        engine_greet(&settings->engine);
        struct crew crew =
            crew_open((int)settings->jobs,
                      (struct crew_orders){.context = &campaign, .begin = begin_next, .keep = keep_task});
        crew_work(&crew);
        crew_close(&crew);
    }
    return campaign_close(&campaign);
}
