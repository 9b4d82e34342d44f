/* The tables of slips. A row is what becomes of one action asked for on one ground, in millionths; what it lacks to
 * the whole is noop. In full a table is its 27 rows with slashes between them: normal, barbed, gate, in each the nine
 * actions in their order, in each row the nine and teleport. */
#include "games/gems/slips.h"

enum { ROWS = GEMS_GROUNDS * GEMS_ACTIONS };

/* What the course's table draws where an action is not certain. */
static const struct {
    int asked;
    int deed[3];
    int32_t weight[3];
} course[] = {
    {GEMS_UP, {GEMS_UP, GEMS_UPRIGHT}, {900000, 100000}},
    {GEMS_DOWN, {GEMS_DOWN, GEMS_DOWNRIGHT}, {900000, 100000}},
    {GEMS_LEFT, {GEMS_LEFT, GEMS_NOOP}, {900000, 100000}},
    {GEMS_RIGHT, {GEMS_RIGHT, GEMS_UPLEFT}, {900000, 100000}},
    {GEMS_UPRIGHT, {GEMS_UPRIGHT, GEMS_UP, GEMS_RIGHT}, {800000, 100000, 100000}},
    {GEMS_UPLEFT, {GEMS_UPLEFT, GEMS_UP, GEMS_LEFT}, {800000, 100000, 100000}},
    {GEMS_DOWNRIGHT, {GEMS_DOWNRIGHT, GEMS_DOWN, GEMS_RIGHT}, {800000, 100000, 100000}},
    {GEMS_DOWNLEFT, {GEMS_DOWNLEFT, GEMS_DOWN, GEMS_LEFT}, {800000, 100000, 100000}},
    {GEMS_NOOP, {GEMS_NOOP}, {GEMS_WHOLE}},
};

/* -- making -- */

static void derive_row(struct gems_slips *slips, int ground, int action)
{
    assert(ground < GEMS_GROUNDS && action < GEMS_ACTIONS);
    const int32_t *weight = slips->weight[ground][action];
    int64_t sum = 0;
    slips->may[ground][action] = 0;
    slips->sure[ground][action] = GEMS_DRAWN;
    for (int deed = 0; deed < GEMS_DEEDS; deed++) {
        sum += weight[deed];
        slips->may[ground][action] |= (uint16_t)((weight[deed] > 0) << deed);
        if (weight[deed] == GEMS_WHOLE)
            slips->sure[ground][action] = (uint8_t)deed;
    }
    for (int deed = 0; deed < GEMS_DEEDS; deed++) {
        int8_t *least = &slips->least[ground][deed];
        if (weight[deed] > 0 && (*least < 0 || gems_cost_of(action) < *least))
            *least = (int8_t)gems_cost_of(action);
    }
    assert(sum == GEMS_WHOLE);
    slips->any |= slips->sure[ground][action] != action;
}

static void derive(struct gems_slips *slips)
{
    slips->any = 0;
    memset(slips->least, -1, sizeof slips->least);
    for (int ground = 0; ground < GEMS_GROUNDS; ground++)
        for (int action = 0; action < GEMS_ACTIONS; action++)
            derive_row(slips, ground, action);
}

void gems_slips_certain(struct gems_slips *slips, bool noop_teleports)
{
    memset(slips, 0, sizeof *slips);
    for (int ground = 0; ground < GEMS_GROUNDS; ground++)
        for (int action = 0; action < GEMS_ACTIONS; action++)
            slips->weight[ground][action][action] = GEMS_WHOLE;
    if (noop_teleports) {
        slips->weight[GEMS_GATE][GEMS_NOOP][GEMS_NOOP] = 0;
        slips->weight[GEMS_GATE][GEMS_NOOP][GEMS_TELEPORT] = GEMS_WHOLE;
    }
    derive(slips);
    slips->any = 0; /* every action is still of the use that it was */
}

static void slips_of_the_course(struct gems_slips *slips)
{
    memset(slips, 0, sizeof *slips);
    for (size_t row = 0; row < sizeof course / sizeof *course; row++)
        for (int i = 0; i < 3 && course[row].weight[i] > 0; i++)
            slips->weight[GEMS_NORMAL][course[row].asked][course[row].deed[i]] = course[row].weight[i];
    for (int action = 0; action < GEMS_ACTIONS; action++) {
        slips->weight[GEMS_BARBED][action][action] += GEMS_WHOLE / 2;
        slips->weight[GEMS_BARBED][action][GEMS_NOOP] += GEMS_WHOLE / 2;
        slips->weight[GEMS_GATE][action][action] = GEMS_WHOLE / 2;
        slips->weight[GEMS_GATE][action][GEMS_TELEPORT] = GEMS_WHOLE / 2;
    }
    derive(slips);
}

/* -- reading -- */

/* Ten numbers; what is missing of the whole is noop. */
static bool parse_row(struct word word, int32_t weight[GEMS_DEEDS])
{
    int64_t sum = 0;
    for (int deed = 0; deed < GEMS_DEEDS; deed++) {
        int64_t number;
        if (!word_number(word_cut(&word, ','), 0, GEMS_WHOLE, &number))
            return false;
        weight[deed] = (int32_t)number;
        sum += number;
    }
    assert(sum >= 0);
    if (word.at != NULL || sum > GEMS_WHOLE)
        return false;
    weight[GEMS_NOOP] += (int32_t)(GEMS_WHOLE - sum);
    return true;
}

bool gems_slips_parse(struct gems_slips *slips, struct word word)
{
    if (word_is(word, "off")) {
        gems_slips_certain(slips, false);
        return true;
    }
    if (word_is(word, "course")) {
        slips_of_the_course(slips);
        return true;
    }
    memset(slips, 0, sizeof *slips);
    for (int row = 0; row < ROWS; row++)
        if (!parse_row(word_cut(&word, '/'), slips->weight[row / GEMS_ACTIONS][row % GEMS_ACTIONS]))
            return false;
    derive(slips);
    return word.at == NULL;
}

/* -- printing -- */

static void print_in_full(const struct gems_slips *slips, struct text *text)
{
    for (int row = 0; row < ROWS; row++)
        for (int deed = 0; deed < GEMS_DEEDS; deed++) {
            if (row + deed > 0)
                text_char(text, deed > 0 ? ',' : '/');
            text_number(text, slips->weight[row / GEMS_ACTIONS][row % GEMS_ACTIONS][deed]);
        }
}

static bool same(const struct gems_slips *a, const struct gems_slips *b)
{
    return memcmp(a->weight, b->weight, sizeof a->weight) == 0;
}

void gems_slips_print(const struct gems_slips *slips, struct text *text)
{
    struct gems_slips known;
    if (!slips->any)
        return;
    slips_of_the_course(&known);
    text_string(text, " slip=");
    if (same(slips, &known))
        text_string(text, "course");
    else
        print_in_full(slips, text);
}

bool gems_slips_teleport(const struct gems_slips *slips)
{
    for (int ground = 0; ground < GEMS_GROUNDS; ground++)
        if (slips->least[ground][GEMS_TELEPORT] >= 0)
            return true;
    return false;
}
