/* Gems from the rules page alone: a grid of letters and everything looked up again each time. */
#include "naive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person {
    int row, column;
    long score;
    int last;   /* 0: none */
    int has[3]; /* g r y */
};

struct gems {
    char map[25][26];
    int height, width;
    int players, turns, turn, side;
    int by_entry, early;
    long init;
    long pair[5][4];
    struct person person[2];
};

static const long usual[5][4] = {
    {50, 0, 0, 0}, {50, 200, 100, 0}, {100, 50, 200, 100}, {50, 100, 50, 200}, {250, 50, 100, 50}};

static const struct {
    const char *word;
    int down, right, cost;
} action[9] = {
    {"up", -1, 0, 1},       {"down", 1, 0, 1},      {"left", 0, -1, 1},
    {"right", 0, 1, 1},     {"upright", -1, 1, 2},  {"upleft", -1, -1, 2},
    {"downright", 1, 1, 2}, {"downleft", 1, -1, 2}, {"noop", 0, 0, 0},
};

static struct gems *open_state(struct naive_state *state)
{
    return (struct gems *)(void *)state->bytes;
}

static const struct gems *look(const struct naive_state *state)
{
    return (const struct gems *)(const void *)state->bytes;
}

static void read_person(struct person *person, const char *text)
{
    char column, last, keys[8];
    int row;
    long score;
    if (sscanf(text, "%c%d:%ld:%c:%7s", &column, &row, &score, &last, keys) != 5)
        abort();
    person->column = column - 'a';
    person->row = row - 1;
    person->score = score;
    person->last = last == '-' ? 0 : last - '0';
    for (int i = 0; i < 3; i++)
        person->has[i] = strchr(keys, "gry"[i]) != NULL;
}

static void read_flag(struct gems *gems, const char *word)
{
    if (strncmp(word, "players=", 8) == 0)
        gems->players = atoi(word + 8);
    else if (strncmp(word, "turns=", 6) == 0)
        gems->turns = atoi(word + 6);
    else if (strncmp(word, "barbed=", 7) == 0)
        gems->by_entry = strcmp(word + 7, "entry") == 0;
    else if (strncmp(word, "early=", 6) == 0)
        gems->early = strcmp(word + 6, "on") == 0;
    else if (strncmp(word, "init=", 5) == 0)
        gems->init = atol(word + 5);
    else if (strncmp(word, "pairs=", 6) == 0) {
        const char *at = word + 6;
        for (int i = 0; i < 20; i++) {
            char *end;
            gems->pair[i / 4][i % 4] = strtol(at, &end, 10);
            at = end + 1;
        }
    } else
        abort();
}

static void read_rows(struct gems *gems, const char *rows)
{
    for (; *rows != '\0'; rows++) {
        if (*rows == '/') {
            gems->height++;
            gems->width = 0;
        } else
            gems->map[gems->height][gems->width++] = *rows;
    }
    gems->height++;
}

static void naive_gems_from_fen(struct naive_state *state, const char *fen)
{
    static const struct naive_state nothing;
    *state = nothing;
    struct gems *gems = open_state(state);
    char copy[NAIVE_FEN], *save = NULL, *field[8] = {""};
    int fields = 0;
    gems->players = 1, gems->turns = 100, gems->early = 1, gems->turn = 1;
    memcpy(gems->pair, usual, sizeof usual);
    snprintf(copy, sizeof copy, "%s", fen);
    for (char *word = strtok_r(copy, " ", &save); word != NULL; word = strtok_r(NULL, " ", &save)) {
        if (strchr(word, '=') != NULL)
            read_flag(gems, word);
        else
            field[fields++] = word;
    }
    read_rows(gems, field[0]);
    gems->side = fields > 1 ? atoi(field[1]) - 1 : 0;
    gems->turn = fields > 2 ? atoi(field[2]) : 1;
    gems->person[0].score = gems->person[1].score = gems->init;
    gems->person[1].row = gems->height - 1;
    gems->person[1].column = gems->width - 1;
    if (fields > 3)
        read_person(&gems->person[0], field[3]);
    if (fields > 4) {
        read_person(&gems->person[1], field[4]);
        gems->players = 2;
    }
}

static void naive_gems_to_fen(const struct naive_state *state, char fen[NAIVE_FEN])
{
    const struct gems *gems = look(state);
    char *at = fen;
    for (int row = 0; row < gems->height; row++)
        at += sprintf(at, "%s%.*s", row == 0 ? "" : "/", gems->width, gems->map[row]);
    at += sprintf(at, " %d %d", gems->side + 1, gems->turn);
    for (int i = 0; i < gems->players; i++) {
        const struct person *person = &gems->person[i];
        at += sprintf(at, " %c%d:%ld:%c:", 'a' + person->column, person->row + 1, person->score,
                      "-1234"[person->last]);
        for (int key = 0; key < 3; key++)
            if (person->has[key])
                *at++ = "gry"[key];
        if (!person->has[0] && !person->has[1] && !person->has[2])
            *at++ = '-';
    }
    *at = '\0';
    if (gems->turns != 100)
        at += sprintf(at, " turns=%d", gems->turns);
    if (gems->by_entry)
        at += sprintf(at, " barbed=entry");
    if (!gems->early)
        at += sprintf(at, " early=off");
    if (gems->init != 0)
        at += sprintf(at, " init=%ld", gems->init);
    if (memcmp(gems->pair, usual, sizeof usual) != 0)
        for (int i = 0; i < 20; i++)
            at += sprintf(at, "%s%ld", i == 0 ? " pairs=" : ",", gems->pair[i / 4][i % 4]);
}

static int gems_on_map(const struct gems *gems)
{
    int count = 0;
    for (int row = 0; row < gems->height; row++)
        for (int column = 0; column < gems->width; column++)
            count += gems->map[row][column] >= '1' && gems->map[row][column] <= '4';
    return count;
}

/* The look for gems comes after a turn, so not before the first. */
static int is_over(const struct gems *gems)
{
    if (gems->turn > gems->turns)
        return 1;
    return gems->players == 1 && gems->early && gems->turn > 1 && gems_on_map(gems) == 0;
}

static const char *naive_gems_turn(const struct naive_state *state)
{
    if (is_over(look(state)))
        return "none";
    return look(state)->side == 0 ? "1" : "2";
}

static const char *naive_gems_result(const struct naive_state *state)
{
    const struct gems *gems = look(state);
    if (!is_over(gems))
        return "none";
    if (gems->players == 1 || gems->person[0].score > gems->person[1].score)
        return "p1win";
    return gems->person[0].score < gems->person[1].score ? "p2win" : "draw";
}

static void naive_gems_score(const struct naive_state *state, char text[64])
{
    const struct gems *gems = look(state);
    if (gems->players == 1)
        snprintf(text, 64, "%ld", gems->person[0].score);
    else
        snprintf(text, 64, "%ld %ld", gems->person[0].score, gems->person[1].score);
}

enum outcome { STAY, MOVE, HIT };

static enum outcome outcome_of(const struct gems *gems, int which)
{
    const struct person *me = &gems->person[gems->side], *other = &gems->person[!gems->side];
    int row = me->row + action[which].down, column = me->column + action[which].right;
    if (which == 8 || row < 0 || row >= gems->height || column < 0 || column >= gems->width)
        return STAY;
    if (gems->players == 2 && other->row == row && other->column == column)
        return HIT;
    switch (gems->map[row][column]) {
    case 'W': return STAY;
    case 'G': return me->has[0] ? MOVE : STAY;
    case 'R': return me->has[1] ? MOVE : STAY;
    case 'Y': return me->has[2] ? MOVE : STAY;
    default: return MOVE;
    }
}

static void naive_gems_legal(const struct naive_state *state, struct naive_list *list)
{
    list->count = 0;
    if (is_over(look(state)))
        return;
    for (int which = 0; which < 9; which++)
        if (which == 8 || outcome_of(look(state), which) != STAY)
            strcpy(list->word[list->count++], action[which].word);
}

static void enter(struct gems *gems, struct person *me, int row, int column)
{
    char *cell = &gems->map[row][column];
    me->row = row;
    me->column = column;
    if (*cell >= '1' && *cell <= '4') {
        int gem = *cell - '0';
        me->score += gems->pair[me->last][gem - 1];
        me->last = gem;
        *cell = 'E';
    }
    for (int key = 0; key < 3; key++)
        if (*cell == "gry"[key]) {
            me->has[key] = 1;
            *cell = 'E';
        }
    if (*cell == '*' && gems->by_entry)
        me->score -= 20;
}

static void naive_gems_play(struct naive_state *state, const char *word)
{
    struct gems *gems = open_state(state);
    struct person *me = &gems->person[gems->side], *other = &gems->person[!gems->side];
    int which = 0;
    while (strcmp(action[which].word, word) != 0)
        which++;
    enum outcome outcome = outcome_of(gems, which);
    if (outcome == HIT && me->score >= other->score)
        other->score -= 20;
    else if (outcome == HIT)
        me->score -= 20;
    else if (outcome == MOVE)
        enter(gems, me, me->row + action[which].down, me->column + action[which].right);
    me->score -= action[which].cost;
    if (!gems->by_entry && gems->map[me->row][me->column] == '*')
        me->score -= 20;
    gems->side++;
    if (gems->side == gems->players) {
        gems->side = 0;
        gems->turn++;
    }
}

extern const struct naive naive_gems;
const struct naive naive_gems = {
    .name = "gems",
    .from_fen = naive_gems_from_fen,
    .to_fen = naive_gems_to_fen,
    .turn = naive_gems_turn,
    .result = naive_gems_result,
    .score = naive_gems_score,
    .legal = naive_gems_legal,
    .play = naive_gems_play,
};
