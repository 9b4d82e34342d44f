#include "games/monopoly/table.h"

#include <stdlib.h>

enum { PLACES = SQUARES * SQUARES };

/* 32 bits hold the distance from one half, signed; 16 bits the chance itself. */
static const double STEPS_32 = 4294967294.0;
static const double STEPS_16 = 65535.0;

struct table *table_create(int sellpercent, int width)
{
    assert(width == 2 || width == 4);
    struct table *table = calloc(1, sizeof *table);
    if (table == NULL)
        return NULL;
    census_fill(&table->census, sellpercent);
    table->width = width;
    table->reach = -1;
    return table;
}

void table_destroy(struct table *table)
{
    if (table == NULL)
        return;
    table_cut(table, -1);
    free(table->layer);
    free(table);
}

/* ---- size ---- */

static int64_t layer_cells(const struct census *census, int wealth)
{
    int64_t ranks = census_ranks(census, wealth);
    return PLACES * (ranks * (wealth - 1) - census->owned_before[ranks]);
}

size_t table_bytes(const struct census *census, int width, int reach)
{
    size_t bytes = 0;
    for (int wealth = 0; wealth <= reach; wealth++) {
        size_t more = (size_t)layer_cells(census, wealth) * (size_t)width;
        if (more > SIZE_MAX - bytes)
            return SIZE_MAX;
        bytes += more;
    }
    return bytes;
}

int table_reach_within(const struct census *census, int width, size_t bytes, int wanted)
{
    int reach = -1;
    for (size_t left = bytes; reach < wanted; reach++) {
        size_t more = (size_t)layer_cells(census, reach + 1) * (size_t)width;
        if (more > left)
            break;
        left -= more;
    }
    return reach;
}

/* ---- layers ---- */

bool table_add_layer(struct table *table)
{
    size_t bytes = (size_t)layer_cells(&table->census, table->layers) * (size_t)table->width;
    unsigned char **layer = realloc(table->layer, ((size_t)table->layers + 1) * sizeof *layer);
    if (layer == NULL)
        return false;
    table->layer = layer;
    layer[table->layers] = malloc(bytes > 0 ? bytes : 1);
    if (layer[table->layers] == NULL)
        return false;
    table->layers++;
    table->bytes += bytes;
    return true;
}

void table_cut(struct table *table, int reach)
{
    while (table->layers > reach + 1) {
        table->layers--;
        table->bytes -= (size_t)layer_cells(&table->census, table->layers) * (size_t)table->width;
        if (table->layers >= table->borrowed)
            free(table->layer[table->layers]);
    }
    if (table->borrowed > table->layers)
        table->borrowed = table->layers;
    if (table->reach > reach)
        table->reach = reach;
}

/* ---- cells ---- */

unsigned char *table_row(const struct table *table, int wealth, int holding, int s, int t)
{
    const struct census *census = &table->census;
    int64_t rank = census->rank[holding];
    int cashes = table_cashes(table, wealth, holding);
    assert(wealth < table->layers && cashes > 0);
    int64_t cell = PLACES * (rank * (wealth - 1) - census->owned_before[rank]);
    cell += (int64_t)(s * SQUARES + t) * cashes;
    return table->layer[wealth] + (size_t)cell * (size_t)table->width;
}

void table_read(const struct table *table, const unsigned char *row, int first, int count, double *values)
{
    if (table->width == 4) {
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
void table_read_other(const struct table *table, const unsigned char *row, int first, int count,
                      double *values)
{
    if (table->width == 4) {
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

void table_write(const struct table *table, unsigned char *row, int count, const double *values)
{
    if (table->width == 4) {
        int32_t *cell = (int32_t *)row;
        for (int i = 0; i < count; i++)
            cell[i] = to_cell_32(values[i]);
    } else {
        uint16_t *cell = (uint16_t *)row;
        for (int i = 0; i < count; i++)
            cell[i] = to_cell_16(values[i]);
    }
}

void table_write_other(const struct table *table, unsigned char *row, int count, const double *values)
{
    if (table->width == 4) {
        int32_t *last = (int32_t *)row + count - 1;
        for (int i = 0; i < count; i++)
            last[-i] = to_cell_32(1 - values[i]);
    } else {
        uint16_t *last = (uint16_t *)row + count - 1;
        for (int i = 0; i < count; i++)
            last[-i] = to_cell_16(1 - values[i]);
    }
}

double table_value(const struct table *table, int wealth, int holding, int s, int t, int cash)
{
    double value = 0;
    assert(wealth <= table->reach && cash > 0 && cash <= table_cashes(table, wealth, holding));
    table_read(table, table_row(table, wealth, holding, s, t), cash - 1, 1, &value);
    return value;
}
