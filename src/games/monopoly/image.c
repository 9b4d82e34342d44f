#include "games/monopoly/image.h"

#include "base/rng.h"

enum { IMAGE_VERSION = 1 };

static const char image_magic[8] = "panjmono";
static const uint32_t image_order = 0x01020304;

struct head {
    char magic[8];
    uint32_t order; /* reads otherwise on a machine of the other byte order */
    uint32_t version;
    int32_t sellpercent;
    int32_t width;
    int32_t reach;
    int32_t unused;
    uint64_t bytes; /* of all layers */
    uint64_t cells; /* checksum of the layers */
    uint64_t spare;
    uint64_t head; /* checksum of the words above */
};
_Static_assert(sizeof(struct head) == IMAGE_HEAD, "the head has no padding");

/* -- checksums: four chains, each a bijection of every word it takes, so that no single change is lost -- */

static inline uint64_t chain(uint64_t state, uint64_t word)
{
    state = (state ^ word) * UINT64_C(0x9FB21C651E98DF25);
    return state << 29 | state >> 35;
}

static uint64_t checksum(const void *bytes, size_t size)
{
    enum { CHAINS = 4 };
    uint64_t state[CHAINS] = {1, 2, 3, 4};
    const unsigned char *at = bytes;
    size_t left = size;
    for (; left >= sizeof state; at += sizeof state, left -= sizeof state) {
        uint64_t words[CHAINS];
        memcpy(words, at, sizeof words);
        for (int i = 0; i < CHAINS; i++)
            state[i] = chain(state[i], words[i]);
    }
    for (; left > 0; at++, left--)
        state[0] = chain(state[0], *at);
    uint64_t sum = rng_mix(size);
    for (int i = 0; i < CHAINS; i++)
        sum = rng_mix(sum ^ state[i]);
    return sum;
}

static uint64_t checksum_of_layers(const struct ledger *ledger)
{
    uint64_t sum = 0;
    for (int wealth = 0; wealth <= ledger->reach; wealth++) {
        size_t size = 0;
        const void *layer = monopoly_image_layer(ledger, wealth, &size);
        sum = rng_mix(sum ^ checksum(layer, size));
    }
    return sum;
}

static uint64_t checksum_of_head(const struct head *head)
{
    return checksum(head, offsetof(struct head, head));
}

/* -- writing -- */

const void *monopoly_image_layer(const struct ledger *ledger, int wealth, size_t *size)
{
    assert(wealth >= 0 && wealth <= ledger->reach);
    *size = monopoly_ledger_layer_bytes(&ledger->census, ledger->width, wealth);
    return ledger->layer[wealth];
}

void monopoly_image_head(const struct ledger *ledger, unsigned char bytes[IMAGE_HEAD])
{
    assert(ledger->reach >= 0 && ledger->reach < ledger->layers);
    struct head head = {.order = image_order,
                        .version = IMAGE_VERSION,
                        .sellpercent = ledger->census.sellpercent,
                        .width = ledger->width,
                        .reach = ledger->reach,
                        .bytes = monopoly_ledger_bytes(&ledger->census, ledger->width, ledger->reach),
                        .cells = checksum_of_layers(ledger)};
    memcpy(head.magic, image_magic, sizeof head.magic);
    head.head = checksum_of_head(&head);
    memcpy(bytes, &head, sizeof head);
}

/* -- reading -- */

static bool head_is_good(const struct head *head, int sellpercent, struct fault *fault)
{
    if (memcmp(head->magic, image_magic, sizeof head->magic) != 0)
        return fault_set(fault, "file", "is no table of monopoly");
    if (head->order != image_order)
        return fault_set(fault, "file", "was written on a machine of another byte order");
    if (head->version != IMAGE_VERSION)
        return fault_set(fault, "file", "has version %u, this program reads %d", head->version,
                         IMAGE_VERSION);
    if (head->head != checksum_of_head(head) || (head->width != 2 && head->width != 4) || head->reach < 0 ||
        head->reach > MONOPOLY_WEALTH_MAX || head->sellpercent < 0 || head->sellpercent > 100)
        return fault_set(fault, "file", "is damaged: the head");
    if (head->sellpercent != sellpercent)
        return fault_set(fault, "file", "is of other rules: sellpercent=%d, here it is %d", head->sellpercent,
                         sellpercent);
    return true;
}

struct ledger *monopoly_image_attach(const void *image, size_t size, int sellpercent, struct fault *fault)
{
    assert((uintptr_t)image % sizeof(uint64_t) == 0);
    struct head head;
    if (size < sizeof head) {
        fault_set(fault, "file", "is too short for a table");
        return NULL;
    }
    memcpy(&head, image, sizeof head);
    if (!head_is_good(&head, sellpercent, fault))
        return NULL;
    struct ledger *ledger = monopoly_ledger_create(sellpercent, head.width);
    if (ledger == NULL) {
        fault_set(fault, "memory", "is out");
        return NULL;
    }
    bool whole = head.bytes == size - sizeof head &&
                 head.bytes == monopoly_ledger_bytes(&ledger->census, head.width, head.reach);
    if (!whole)
        fault_set(fault, "file", "is damaged: %zu bytes, must be %llu", size,
                  (unsigned long long)head.bytes + sizeof head);
    else if (!monopoly_ledger_borrow(ledger, (const unsigned char *)image + sizeof head, head.reach))
        fault_set(fault, "memory", "is out");
    else if (head.cells != checksum_of_layers(ledger))
        fault_set(fault, "file", "is damaged: the checksum is wrong");
    else
        return ledger;
    monopoly_ledger_destroy(ledger);
    return NULL;
}
