#include "adapters/gems/slips.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NORMAL, BARBED, GATE, TELEPORT = ACTIONS, ROWS = GROUNDS * ACTIONS, ROUNDING = 10 };

static const char *const ground_words[GROUNDS] = {"normal", "barbed", "teleport"};

/* The course's table on normal ground: the word itself, and what is drawn in its place one time in ten each. */
static const struct {
    enum action instead[2]; /* the word itself: nothing */
} course[ACTIONS] = {
    {{ACTION_UP_RIGHT, ACTION_UP}},   {{ACTION_DOWN_RIGHT, ACTION_DOWN}}, {{ACTION_NOOP, ACTION_LEFT}},
    {{ACTION_UP_LEFT, ACTION_RIGHT}}, {{ACTION_UP, ACTION_RIGHT}},        {{ACTION_UP, ACTION_LEFT}},
    {{ACTION_DOWN, ACTION_RIGHT}},    {{ACTION_DOWN, ACTION_LEFT}},       {{ACTION_NOOP, ACTION_NOOP}}};

static const char *deed_word(int deed)
{
    assert(deed >= 0 && deed < DEEDS);
    return deed == TELEPORT ? "TELEPORT" : action_wire[deed];
}

static bool row_is_empty(const int32_t row[DEEDS])
{
    for (int deed = 0; deed < DEEDS; deed++)
        if (row[deed] != 0)
            return false;
    return true;
}

/* The only thing that may be done, -1: there are several. */
static int row_sure(const int32_t row[DEEDS], int action)
{
    for (int deed = 0; deed < DEEDS; deed++)
        if (row[deed] == SLIPS_WHOLE)
            return deed;
    return row_is_empty(row) ? action : -1;
}

/* -- making -- */

static struct slips slips_of_the_course(void)
{
    struct slips slips = {{{{0}}}};
    for (int action = 0; action < ACTIONS; action++) {
        int32_t *normal = slips.weight[NORMAL][action];
        normal[action] = SLIPS_WHOLE;
        for (int i = 0; i < 2; i++) {
            normal[action] -= SLIPS_WHOLE / 10;
            normal[course[action].instead[i]] += SLIPS_WHOLE / 10;
        }
        slips.weight[BARBED][action][action] += SLIPS_WHOLE / 2;
        slips.weight[BARBED][action][ACTION_NOOP] += SLIPS_WHOLE / 2;
        slips.weight[GATE][action][action] += SLIPS_WHOLE / 2;
        slips.weight[GATE][action][TELEPORT] += SLIPS_WHOLE / 2;
    }
    return slips;
}

struct slips slips_of_teleports(void)
{
    struct slips slips = {{{{0}}}};
    slips.weight[GATE][ACTION_NOOP][TELEPORT] = SLIPS_WHOLE;
    return slips;
}

/* -- from the wire -- */

/* Parts of 1 as millionths; roundings are evened out, and what is lacking is NOOP. */
static const char *row_settle(int32_t row[DEEDS])
{
    int64_t sum = 0;
    int largest = 0;
    for (int deed = 0; deed < DEEDS; deed++) {
        sum += row[deed];
        largest = row[deed] > row[largest] ? deed : largest;
    }
    if (sum > SLIPS_WHOLE + ROUNDING)
        return "a row of the probabilities is more than 1";
    bool rounded = sum >= SLIPS_WHOLE - ROUNDING;
    row[rounded ? largest : ACTION_NOOP] += (int32_t)(SLIPS_WHOLE - sum);
    return NULL;
}

static const char *row_read(int32_t row[DEEDS], const json_t *object)
{
    if (object == NULL)
        return NULL;
    if (!json_is_object(object))
        return "a row of the probabilities is not an object";
    for (int deed = 0; deed < DEEDS; deed++) {
        const json_t *part = json_object_get(object, deed_word(deed));
        double value = json_number_value(part);
        if (part != NULL && (!json_is_number(part) || !(value >= 0 && value <= 1)))
            return "a probability is not a number from 0 to 1";
        row[deed] = (int32_t)lround(value * SLIPS_WHOLE);
    }
    return row_settle(row);
}

const char *slips_read(struct slips *slips, const json_t *probabilities)
{
    struct slips read = {{{{0}}}};
    const char *why = json_is_object(probabilities) ? NULL : "the probabilities are not an object";
    for (int ground = 0; ground < GROUNDS && why == NULL; ground++) {
        const json_t *rows = json_object_get(probabilities, ground_words[ground]);
        if (rows != NULL && !json_is_object(rows))
            why = "a kind of the probabilities is not an object";
        for (int action = 0; action < ACTIONS && why == NULL; action++)
            why = row_read(read.weight[ground][action], json_object_get(rows, action_wire[action]));
    }
    if (why == NULL)
        *slips = read;
    return why;
}

/* -- to the wire -- */

static json_t *row_print(const int32_t row[DEEDS], int action)
{
    json_t *object = json_object();
    int sure = row_sure(row, action);
    for (int deed = 0; deed < DEEDS; deed++)
        json_object_set_new(object, deed_word(deed),
                            sure >= 0 || row[deed] == 0 ? json_integer(deed == sure)
                                                        : json_real((double)row[deed] / SLIPS_WHOLE));
    return object;
}

static json_t *rows_print(const int32_t rows[ACTIONS][DEEDS])
{
    json_t *object = json_object();
    for (int action = 0; action < ACTIONS; action++)
        json_object_set_new(object, action_wire[action], row_print(rows[action], action));
    return object;
}

json_t *slips_print(const struct slips *slips)
{
    static const int32_t certain[ACTIONS][DEEDS] = {{0}};
    json_t *all = json_object();
    json_object_set_new(all, ground_words[NORMAL], rows_print(slips->weight[NORMAL]));
    json_object_set_new(all, "slider", rows_print(certain)); /* nobody stands on what he has taken */
    json_object_set_new(all, ground_words[BARBED], rows_print(slips->weight[BARBED]));
    json_object_set_new(all, ground_words[GATE], rows_print(slips->weight[GATE]));
    return all;
}

/* -- the engine's flag -- */

/* Rows that are not the word itself. */
static int rows_unlike(const struct slips *slips)
{
    int count = 0;
    for (int ground = 0; ground < GROUNDS; ground++)
        for (int action = 0; action < ACTIONS; action++)
            count += row_sure(slips->weight[ground][action], action) != action;
    return count;
}

bool slips_are_certain(const struct slips *slips)
{
    return rows_unlike(slips) == 0;
}

static bool is_of_teleports(const struct slips *slips)
{
    return rows_unlike(slips) == 1 && row_sure(slips->weight[GATE][ACTION_NOOP], ACTION_NOOP) == TELEPORT;
}

bool slips_are_drawn(const struct slips *slips)
{
    return !slips_are_certain(slips) && !is_of_teleports(slips);
}

static void flags_in_full(const struct slips *slips, char flags[SLIPS_FLAGS])
{
    int at = snprintf(flags, SLIPS_FLAGS, " slip=");
    for (int i = 0; i < GROUNDS * ACTIONS * DEEDS; i++) {
        int action = i / DEEDS % ACTIONS, deed = i % DEEDS;
        const int32_t *row = slips->weight[i / DEEDS / ACTIONS][action];
        int weight = row_is_empty(row) ? (deed == action) * SLIPS_WHOLE : (int)row[deed];
        at += snprintf(flags + at, (size_t)(SLIPS_FLAGS - at), "%s%d",
                       i == 0      ? ""
                       : deed == 0 ? "/"
                                   : ",",
                       weight);
    }
    assert(at < SLIPS_FLAGS);
}

void slips_flags(const struct slips *slips, char flags[SLIPS_FLAGS])
{
    flags[0] = '\0';
    if (is_of_teleports(slips))
        snprintf(flags, SLIPS_FLAGS, " teleport=noop");
    else if (!slips_are_certain(slips))
        flags_in_full(slips, flags);
}

/* -- from the user -- */

static bool row_parse(int32_t row[DEEDS], const char **at, bool last)
{
    for (int deed = 0; deed < DEEDS; deed++) {
        char *end;
        if (**at < '0' || **at > '9')
            return false;
        long weight = strtol(*at, &end, 10);
        char mark = deed < DEEDS - 1 ? ',' : last ? '\0' : '/';
        if (weight > SLIPS_WHOLE || *end != mark)
            return false;
        row[deed] = (int32_t)weight;
        *at = end + (mark != '\0');
    }
    int64_t sum = 0;
    for (int deed = 0; deed < DEEDS; deed++)
        sum += row[deed];
    row[ACTION_NOOP] += sum <= SLIPS_WHOLE ? (int32_t)(SLIPS_WHOLE - sum) : 0;
    return sum <= SLIPS_WHOLE;
}

bool slips_parse(struct slips *slips, const char *word)
{
    struct slips read = {{{{0}}}};
    bool named = strcmp(word, "course") == 0 || strcmp(word, "off") == 0;
    if (strcmp(word, "course") == 0)
        read = slips_of_the_course();
    for (int row = 0; !named && row < ROWS; row++)
        if (!row_parse(read.weight[row / ACTIONS][row % ACTIONS], &word, row == ROWS - 1))
            return false;
    *slips = read;
    return true;
}
