#define _DEFAULT_SOURCE /* madvise */
#include "games/monopoly/ledger.h"

#include <stdlib.h>
#include <sys/mman.h>

enum { PLACES = MONOPOLY_SQUARES * MONOPOLY_SQUARES };

/* 32 bits hold the distance from one half, signed; 16 bits the chance itself. */
static const double STEPS_32 = 4294967294.0;
static const double STEPS_16 = 65535.0;

struct ledger *monopoly_ledger_create(int sellpercent, int width)
{
    assert(width == 2 || width == 4);
    struct ledger *ledger = calloc(1, sizeof *ledger);
    if (ledger == NULL)
        return NULL;
    monopoly_census_fill(&ledger->census, sellpercent);
    ledger->width = width;
    ledger->reach = -1;
    return ledger;
}

void monopoly_ledger_destroy(struct ledger *ledger)
{
    if (ledger == NULL)
        return;
    monopoly_ledger_cut(ledger, -1);
    free(ledger->layer);
    free(ledger);
}

/* -- size -- */

static int64_t layer_cells(const struct census *census, int wealth)
{
    int64_t ranks = monopoly_census_ranks(census, wealth);
    assert(ranks >= 0 && ranks <= HOLDINGS);
    return PLACES * (ranks * (wealth - 1) - census->owned_before[ranks]);
}

size_t monopoly_ledger_layer_bytes(const struct census *census, int width, int wealth)
{
    return (size_t)layer_cells(census, wealth) * (size_t)width;
}

size_t monopoly_ledger_bytes(const struct census *census, int width, int reach)
{
    size_t bytes = 0;
    for (int wealth = 0; wealth <= reach; wealth++) {
        size_t more = monopoly_ledger_layer_bytes(census, width, wealth);
        if (more > SIZE_MAX - bytes)
            return SIZE_MAX;
        bytes += more;
    }
    return bytes;
}

int monopoly_ledger_reach_within(const struct census *census, int width, size_t bytes, int wanted)
{
    int reach = -1;
    for (size_t left = bytes; reach < wanted; reach++) {
        size_t more = monopoly_ledger_layer_bytes(census, width, reach + 1);
        if (more > left)
            break;
        left -= more;
    }
    return reach;
}

/* -- layers -- */

/* Puts one layer on top that lies at `cells`. */
static bool push_layer(struct ledger *ledger, unsigned char *cells)
{
    unsigned char **layer = realloc(ledger->layer, ((size_t)ledger->layers + 1) * sizeof *layer);
    if (layer == NULL)
        return false;
    ledger->layer = layer;
    layer[ledger->layers++] = cells;
    return true;
}

/* On huge pages where there are any: most of the time of a page is its first touch. */
static void *layer_room(size_t bytes)
{
    enum { HUGE_PAGE = 1 << 21 };
    void *room = NULL;
    if (bytes < HUGE_PAGE)
        return malloc(bytes > 0 ? bytes : 1);
    if (posix_memalign(&room, HUGE_PAGE, bytes) != 0)
        return NULL;
#ifdef MADV_HUGEPAGE
    madvise(room, bytes, MADV_HUGEPAGE); /* no matter if refused */
#endif
    return room;
}

bool monopoly_ledger_add_layer(struct ledger *ledger)
{
    size_t bytes = monopoly_ledger_layer_bytes(&ledger->census, ledger->width, ledger->layers);
    unsigned char *cells = layer_room(bytes);
    if (cells == NULL || !push_layer(ledger, cells)) {
        free(cells);
        return false;
    }
    ledger->bytes += bytes;
    assert(ledger->layers > ledger->borrowed);
    return true;
}

bool monopoly_ledger_borrow(struct ledger *ledger, const unsigned char *cells, int reach)
{
    assert(ledger->layers == 0);
    for (int wealth = 0; wealth <= reach; wealth++) {
        if (!push_layer(ledger, (unsigned char *)(uintptr_t)cells)) /* borrowed layers are only read */
            return false;
        ledger->borrowed = ledger->layers;
        cells += monopoly_ledger_layer_bytes(&ledger->census, ledger->width, wealth);
    }
    ledger->reach = reach;
    return true;
}

void monopoly_ledger_cut(struct ledger *ledger, int reach)
{
    assert(reach >= -1 && ledger->borrowed <= ledger->layers);
    while (ledger->layers > reach + 1) {
        ledger->layers--;
        if (ledger->layers < ledger->borrowed) {
            ledger->borrowed = ledger->layers;
            continue;
        }
        ledger->bytes -= monopoly_ledger_layer_bytes(&ledger->census, ledger->width, ledger->layers);
        free(ledger->layer[ledger->layers]);
    }
    if (ledger->reach > reach)
        ledger->reach = reach;
}

/* -- cells -- */

unsigned char *monopoly_ledger_row(const struct ledger *ledger, int wealth, int holding, int s, int t)
{
    assert(s >= 0 && s < MONOPOLY_SQUARES && t >= 0 && t < MONOPOLY_SQUARES);
    const struct census *census = &ledger->census;
    int64_t rank = census->rank[holding];
    int cashes = ledger_cashes(ledger, wealth, holding);
    assert(wealth < ledger->layers && cashes > 0);
    int64_t cell = PLACES * (rank * (wealth - 1) - census->owned_before[rank]);
    cell += (int64_t)(s * MONOPOLY_SQUARES + t) * cashes;
    return ledger->layer[wealth] + (size_t)cell * (size_t)ledger->width;
}

void monopoly_ledger_read(const struct ledger *ledger, const unsigned char *row, int first, int count,
                          double *values)
{
    if (ledger->width == 4) {
        const int32_t *cell = (const int32_t *)row + first;
        for (int i = 0; i < count; i++)
            values[i] = cell[i] * (1 / STEPS_32) + 0.5;
    } else {
        const uint16_t *cell = (const uint16_t *)row + first;
        for (int i = 0; i < count; i++)
            values[i] = cell[i] * (1 / STEPS_16);
    }
}

/* The other player's view: his cash runs the other way, his chance is what is left. */
void monopoly_ledger_read_other(const struct ledger *ledger, const unsigned char *row, int first, int count,
                                double *values)
{
    if (ledger->width == 4) {
        const int32_t *last = (const int32_t *)row + first + count - 1;
        for (int i = 0; i < count; i++)
            values[i] = 0.5 - last[-i] * (1 / STEPS_32);
    } else {
        const uint16_t *last = (const uint16_t *)row + first + count - 1;
        for (int i = 0; i < count; i++)
            values[i] = 1 - last[-i] * (1 / STEPS_16);
    }
}

/* Rounded to the nearest; halves go up. */
static int32_t to_cell_32(double value)
{
    assert(value > -1e-9 && value < 1 + 1e-9);
    double scaled = (value - 0.5) * STEPS_32;
    return (int32_t)(scaled + (scaled < 0 ? -0.5 : 0.5));
}

static uint16_t to_cell_16(double value)
{
    assert(value > -1e-9 && value < 1 + 1e-9);
    return (uint16_t)(value * STEPS_16 + 0.5);
}

/* In place, from the first on: none is written over before it is read. */
static void narrow_cells(unsigned char *cells, int64_t count)
{
    const int32_t *fine = (const int32_t *)cells;
    for (int64_t i = 0; i < count; i++) {
        uint16_t cell = to_cell_16(fine[i] * (1 / STEPS_32) + 0.5);
        memcpy(cells + (size_t)i * sizeof cell, &cell, sizeof cell);
    }
}

void monopoly_ledger_narrow(struct ledger *ledger)
{
    assert(ledger->width == 4 && ledger->borrowed == 0);
    monopoly_ledger_cut(ledger, ledger->reach);
    ledger->width = 2;
    for (int wealth = 0; wealth < ledger->layers; wealth++) {
        size_t bytes = monopoly_ledger_layer_bytes(&ledger->census, ledger->width, wealth);
        narrow_cells(ledger->layer[wealth], layer_cells(&ledger->census, wealth));
        unsigned char *smaller = realloc(ledger->layer[wealth], bytes > 0 ? bytes : 1);
        ledger->layer[wealth] = smaller != NULL ? smaller : ledger->layer[wealth];
        ledger->bytes -= bytes;
    }
}

void monopoly_ledger_write(const struct ledger *ledger, unsigned char *row, int count, const double *values)
{
    if (ledger->width == 4) {
        int32_t *cell = (int32_t *)row;
        for (int i = 0; i < count; i++)
            cell[i] = to_cell_32(values[i]);
    } else {
        uint16_t *cell = (uint16_t *)row;
        for (int i = 0; i < count; i++)
            cell[i] = to_cell_16(values[i]);
    }
}

void monopoly_ledger_write_other(const struct ledger *ledger, unsigned char *row, int count,
                                 const double *values)
{
    if (ledger->width == 4) {
        int32_t *last = (int32_t *)row + count - 1;
        for (int i = 0; i < count; i++)
            last[-i] = to_cell_32(1 - values[i]);
    } else {
        uint16_t *last = (uint16_t *)row + count - 1;
        for (int i = 0; i < count; i++)
            last[-i] = to_cell_16(1 - values[i]);
    }
}

double monopoly_ledger_value(const struct ledger *ledger, int wealth, int holding, int s, int t, int cash)
{
    double value = 0;
    assert(wealth <= ledger->reach && cash > 0 && cash <= ledger_cashes(ledger, wealth, holding));
    monopoly_ledger_read(ledger, monopoly_ledger_row(ledger, wealth, holding, s, t), cash - 1, 1, &value);
    return value;
}
