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
    int teleport; /* by noop */
    int slip;     /* 0 off, 1 the course's, 2 another */
    int due;      /* of chance: 0 nothing, 1.. what becomes of that action, 10 where a teleport leads */
    int table[3][9][10];
    long init;
    long pair[5][4];
    struct person person[2];
};

static const long usual[5][4] = {
    {50, 0, 0, 0}, {50, 200, 100, 0}, {100, 50, 200, 100}, {50, 100, 50, 200}, {250, 50, 100, 50}};

static const long of_teleports[5][4] = {
    {10, 20, 30, 40}, {200, 100, 50, 150}, {100, 300, 200, 150}, {100, 200, 300, 150}, {100, 250, 200, 300}};

/* Of the course, on ordinary ground, in tenths: up down left right upright upleft downright downleft noop. */
static const int course[9][9] = {
    {9, 0, 0, 0, 1, 0, 0, 0, 0}, {0, 9, 0, 0, 0, 0, 1, 0, 0}, {0, 0, 9, 0, 0, 0, 0, 0, 1},
    {0, 0, 0, 9, 0, 1, 0, 0, 0}, {1, 0, 0, 1, 8, 0, 0, 0, 0}, {1, 0, 1, 0, 0, 8, 0, 0, 0},
    {0, 1, 0, 1, 0, 0, 8, 0, 0}, {0, 1, 1, 0, 0, 0, 0, 8, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 10}};

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

static void read_slip(struct gems *gems, const char *text)
{
    gems->slip = strcmp(text, "off") == 0 ? 0 : strcmp(text, "course") == 0 ? 1 : 2;
    for (int ground = 0; ground < 3; ground++)
        for (int asked = 0; asked < 9; asked++) {
            int *row = gems->table[ground][asked];
            int left = 1000000;
            for (int done = 0; done < 10; done++) {
                row[done] = 0;
                if (gems->slip == 0)
                    row[done] = done == asked ? 1000000 : 0;
                if (gems->slip == 1 && ground == 0 && done < 9)
                    row[done] = course[asked][done] * 100000;
                if (gems->slip == 1 && ground > 0)
                    row[done] = (done == asked) * 500000 + (done == (ground == 1 ? 8 : 9)) * 500000;
                if (gems->slip == 2)
                    row[done] = atoi(text);
                if (gems->slip == 2)
                    text += strcspn(text, ",/") + 1;
                left -= row[done];
            }
            row[8] += left;
        }
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
    else if (strncmp(word, "slip=", 5) == 0)
        read_slip(gems, word + 5);
    else if (strncmp(word, "teleport=", 9) == 0) {
        gems->teleport = strcmp(word + 9, "noop") == 0;
    } else if (strncmp(word, "pairs=", 6) == 0) {
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
    read_slip(gems, "off");
    snprintf(copy, sizeof copy, "%s", fen);
    if (strstr(fen, "pairs=") == NULL)
        memcpy(gems->pair, strstr(fen, "teleport=noop") == NULL ? usual : of_teleports, sizeof usual);
    for (char *word = strtok_r(copy, " ", &save); word != NULL; word = strtok_r(NULL, " ", &save)) {
        if (strchr(word, '=') != NULL)
            read_flag(gems, word);
        else
            field[fields++] = word;
    }
    read_rows(gems, field[0]);
    gems->side = fields > 1 ? atoi(field[1]) - 1 : 0;
    gems->turn = fields > 2 ? atoi(field[2]) : 1;
    const char *due = fields > 2 ? strchr(field[2], ':') : NULL;
    for (int which = 0; which < 9; which++)
        if (due != NULL && strcmp(due + 1, action[which].word) == 0)
            gems->due = which + 1;
    if (due != NULL && gems->due == 0)
        gems->due = 10;
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
    if (gems->due > 0)
        at += sprintf(at, ":%s", gems->due == 10 ? "teleport" : action[gems->due - 1].word);
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
    if (gems->teleport)
        at += sprintf(at, " teleport=noop");
    if (memcmp(gems->pair, gems->teleport ? of_teleports : usual, sizeof usual) != 0)
        for (int i = 0; i < 20; i++)
            at += sprintf(at, "%s%ld", i == 0 ? " pairs=" : ",", gems->pair[i / 4][i % 4]);
    if (gems->slip == 1)
        at += sprintf(at, " slip=course");
    if (gems->slip == 2)
        for (int i = 0; i < 270; i++)
            at += sprintf(at, "%s%d",
                          i == 0        ? " slip="
                          : i % 10 == 0 ? "/"
                                        : ",",
                          gems->table[i / 90][i / 10 % 9][i % 10]);
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
    if (look(state)->due > 0)
        return "chance";
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

static int other_gates(const struct gems *gems, struct naive_list *list)
{
    const struct person *me = &gems->person[gems->side];
    int count = 0;
    for (int row = 0; row < gems->height; row++)
        for (int column = 0; column < gems->width; column++) {
            if (gems->map[row][column] != 'T' || (row == me->row && column == me->column))
                continue;
            if (list != NULL)
                sprintf(list->word[count], "%c%d", 'a' + column, row + 1);
            count++;
        }
    return count;
}

/* What becomes of an action here, a row of the table. */
static const int *row_of(const struct gems *gems, int which)
{
    const struct person *me = &gems->person[gems->side];
    char here = gems->map[me->row][me->column];
    return gems->table[here == '*' ? 1 : here == 'T' ? 2 : 0][which];
}

static int is_of_use(const struct gems *gems, int which)
{
    const int *row = row_of(gems, which);
    for (int done = 0; done < 10; done++)
        if (row[done] > 0 && (done == 9 ? other_gates(gems, NULL) > 0 : outcome_of(gems, done) != STAY))
            return 1;
    return which == 8;
}

static void outcomes(const struct gems *gems, struct naive_list *list)
{
    const int *row = row_of(gems, gems->due - 1);
    for (int done = 0; done < 10; done++)
        if (row[done] > 0)
            strcpy(list->word[list->count++], done == 9 ? "teleport" : action[done].word);
}

static void naive_gems_legal(const struct naive_state *state, struct naive_list *list)
{
    const struct gems *gems = look(state);
    list->count = 0;
    if (is_over(gems))
        return;
    if (gems->due == 10)
        list->count = other_gates(gems, list);
    else if (gems->due > 0)
        outcomes(gems, list);
    else
        for (int which = 0; which < 9; which++)
            if (is_of_use(gems, which))
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

static void hit(struct person *me, struct person *other)
{
    if (me->score >= other->score)
        other->score -= 20;
    else
        me->score -= 20;
}

static void go_to_gate(struct gems *gems, const char *cell)
{
    struct person *me = &gems->person[gems->side], *other = &gems->person[!gems->side];
    int row = atoi(cell + 1) - 1, column = cell[0] - 'a';
    if (gems->players == 2 && other->row == row && other->column == column)
        hit(me, other);
    else
        me->row = row, me->column = column;
}

static void end_action(struct gems *gems)
{
    struct person *me = &gems->person[gems->side];
    if (!gems->by_entry && gems->map[me->row][me->column] == '*')
        me->score -= 20;
    gems->due = 0;
    gems->side++;
    if (gems->side == gems->players) {
        gems->side = 0;
        gems->turn++;
    }
}

static void do_what(struct gems *gems, int done)
{
    static struct naive_list gates; /* large */
    struct person *me = &gems->person[gems->side], *other = &gems->person[!gems->side];
    int count = done == 9 ? other_gates(gems, &gates) : 0;
    if (count > 1) {
        gems->due = 10;
        return;
    }
    if (count == 1)
        go_to_gate(gems, gates.word[0]);
    if (done < 9 && outcome_of(gems, done) == HIT)
        hit(me, other);
    else if (done < 9 && outcome_of(gems, done) == MOVE)
        enter(gems, me, me->row + action[done].down, me->column + action[done].right);
    end_action(gems);
}

/* With two players nothing is drawn before an action is charged, so that a hit knows the scores before. */
static void ask_for(struct gems *gems, int which)
{
    int who = gems->side;
    const int *row = row_of(gems, which);
    if (gems->teleport && which == 8 && gems->map[gems->person[who].row][gems->person[who].column] == 'T') {
        do_what(gems, 9);
        return;
    }
    gems->due = which + 1;
    for (int done = 0; done < 10; done++)
        if (row[done] == 1000000) {
            gems->due = 0;
            do_what(gems, done);
            break;
        }
    gems->person[who].score -= action[which].cost;
}

static void naive_gems_play(struct naive_state *state, const char *word)
{
    struct gems *gems = open_state(state);
    int which = 0;
    while (which < 9 && strcmp(action[which].word, word) != 0)
        which++;
    if (gems->due == 0)
        ask_for(gems, which);
    else if (gems->due < 10)
        do_what(gems, which); /* behind the nine comes teleport */
    else {
        go_to_gate(gems, word);
        end_action(gems);
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
