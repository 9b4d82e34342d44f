/* Monopoly, slow and obvious: the board is the sign string of the FEN, money is counted in plain ints, every
 * question is answered by looking at the square. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "naive.h"

struct table {
    char owners[11];
    int side; /* 1 or 2 */
    char phase;
    int position[3]; /* of player 1 and 2; [0] unused */
    int cash[3];
    int buyequal;
    int fine;
    int maxturns;
    int sellpercent;
    int turn;
    int has_tape;
    unsigned long long tape;
    unsigned long long drawn;
};

static struct table *table_of(struct naive_state *state)
{
    return (struct table *)state->bytes;
}

static const struct table *table_in(const struct naive_state *state)
{
    return (const struct table *)state->bytes;
}

static int price(int square)
{
    if (square == 3)
        return 300;
    if (square == 4)
        return 400;
    if (square == 0 || square == 5)
        return 0;
    return 200;
}

static int riches(const struct table *table, int player)
{
    int sum = table->cash[player];
    for (int square = 0; square < 10; square++)
        if (table->owners[square] == '0' + player)
            sum += price(square);
    return sum;
}

static const char *winner(const struct table *table)
{
    if (table->cash[1] <= 0)
        return "p2win";
    if (table->cash[2] <= 0)
        return "p1win";
    if (table->maxturns == 0 || table->turn < table->maxturns)
        return "none";
    int one = riches(table, 1);
    int two = riches(table, 2);
    return one > two ? "p1win" : two > one ? "p2win" : "draw";
}

static int over(const struct table *table)
{
    return strcmp(winner(table), "none") != 0;
}

/* -- the tape of dice, as the protocol's chapter writes it -- */

static unsigned long long mixed(unsigned long long x)
{
    x ^= x >> 30;
    x *= 0xBF58476D1CE4E5B9ULL;
    x ^= x >> 27;
    x *= 0x94D049BB133111EBULL;
    x ^= x >> 31;
    return x;
}

static int tape_face(unsigned long long n, unsigned long long k)
{
    const unsigned long long g = 0x9E3779B97F4A7C15ULL;
    unsigned long long s = mixed(mixed(n + g) + k);
    for (unsigned long long j = 1;; j++) {
        unsigned long long w = mixed(s + j * g);
        if (w >= 4)
            return 1 + (int)(w % 6);
    }
}

static void roll_face(struct table *table, int face)
{
    table->position[table->side] = (table->position[table->side] + face) % 10;
    table->phase = 'd';
}

static void roll_tape(struct table *table)
{
    if (!table->has_tape || table->phase != 'r' || over(table))
        return;
    roll_face(table, tape_face(table->tape, table->drawn));
    table->drawn = (table->drawn + 1) % 1000000000000000000ULL;
}

/* -- FEN -- */

static void read_flag(struct table *table, char *word)
{
    char *value = strchr(word, '=');
    assert(value != NULL);
    *value++ = '\0';
    if (strcmp(word, "buyequal") == 0)
        table->buyequal = strcmp(value, "on") == 0;
    else if (strcmp(word, "fine") == 0)
        table->fine = strcmp(value, "on") == 0;
    else if (strcmp(word, "maxturns") == 0)
        table->maxturns = atoi(value);
    else if (strcmp(word, "sellpercent") == 0)
        table->sellpercent = atoi(value);
    else if (strcmp(word, "turn") == 0)
        table->turn = atoi(value);
    else {
        assert(strcmp(word, "dice") == 0);
        table->has_tape = 1;
        table->tape = strtoull(value, &value, 10);
        table->drawn = *value == ':' ? strtoull(value + 1, NULL, 10) : 0;
    }
}

static void from_fen(struct naive_state *state, const char *fen)
{
    char words[NAIVE_FEN];
    snprintf(words, sizeof words, "%s", fen);
    memset(state, 0, sizeof *state);
    struct table *table = table_of(state);
    *table = (struct table){.side = 1, .phase = 'r', .cash = {0, 1000, 1000}, .fine = 1, .sellpercent = 90};
    int field = 0;
    char *rest = NULL;
    for (char *word = strtok_r(words, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        if (strchr(word, '=') != NULL) {
            read_flag(table, word);
            continue;
        }
        switch (field++) {
        case 0: snprintf(table->owners, sizeof table->owners, "%s", word); break;
        case 1: table->side = atoi(word); break;
        case 2: table->phase = word[0]; break;
        case 3: table->position[1] = atoi(word); break;
        case 4: table->cash[1] = atoi(word); break;
        case 5: table->position[2] = atoi(word); break;
        default: table->cash[2] = atoi(word); break;
        }
    }
    roll_tape(table);
}

static void to_fen(const struct naive_state *state, char fen[NAIVE_FEN])
{
    const struct table *table = table_in(state);
    int n = snprintf(fen, NAIVE_FEN, "%s %d %c %d %d %d %d", table->owners, table->side, table->phase,
                     table->position[1], table->cash[1], table->position[2], table->cash[2]);
    if (table->buyequal)
        n += snprintf(fen + n, NAIVE_FEN - (size_t)n, " buyequal=on");
    if (!table->fine)
        n += snprintf(fen + n, NAIVE_FEN - (size_t)n, " fine=off");
    if (table->maxturns != 0)
        n += snprintf(fen + n, NAIVE_FEN - (size_t)n, " maxturns=%d", table->maxturns);
    if (table->sellpercent != 90)
        n += snprintf(fen + n, NAIVE_FEN - (size_t)n, " sellpercent=%d", table->sellpercent);
    if (table->turn != 0)
        n += snprintf(fen + n, NAIVE_FEN - (size_t)n, " turn=%d", table->turn);
    if (table->has_tape)
        snprintf(fen + n, NAIVE_FEN - (size_t)n, " dice=%llu:%llu", table->tape, table->drawn);
}

/* -- play -- */

static const char *turn(const struct naive_state *state)
{
    const struct table *table = table_in(state);
    if (over(table))
        return "none";
    if (table->phase == 'r')
        return "chance";
    return table->side == 1 ? "1" : "2";
}

static const char *result(const struct naive_state *state)
{
    return winner(table_in(state));
}

static void score(const struct naive_state *state, char text[64])
{
    snprintf(text, 64, "%d %d", table_in(state)->cash[1], table_in(state)->cash[2]);
}

static void add(struct naive_list *list, const char *word)
{
    snprintf(list->word[list->count++], NAIVE_WORD, "%s", word);
}

static void legal(const struct naive_state *state, struct naive_list *list)
{
    const struct table *table = table_in(state);
    list->count = 0;
    if (over(table))
        return;
    if (table->phase == 'r') {
        for (int face = 1; face <= 6; face++)
            snprintf(list->word[list->count++], NAIVE_WORD, "r%d", face);
        return;
    }
    int square = table->position[table->side];
    int cash = table->cash[table->side];
    char owner = table->owners[square];
    char mine = (char)('0' + table->side);
    if (square == 5 && table->fine) {
        add(list, "tax");
        return;
    }
    if (owner != '-' && owner != '.' && owner != mine) {
        add(list, "rent");
        return;
    }
    if (owner == '.' && (cash > price(square) || (table->buyequal && cash == price(square))))
        add(list, "buy");
    if (owner == mine)
        add(list, "sell");
    add(list, "pass");
}

static void play(struct naive_state *state, const char *word)
{
    struct table *table = table_of(state);
    if (word[0] == 'r' && word[1] >= '1' && word[1] <= '6') {
        roll_face(table, word[1] - '0');
        return;
    }
    int me = table->side;
    int other = 3 - me;
    int square = table->position[me];
    if (strcmp(word, "buy") == 0) {
        table->cash[me] -= price(square);
        table->owners[square] = (char)('0' + me);
    } else if (strcmp(word, "sell") == 0) {
        table->cash[me] += price(square) * table->sellpercent / 100;
        table->owners[square] = '.';
    } else if (strcmp(word, "rent") == 0) {
        table->cash[me] -= 100;
        table->cash[other] += 100;
    } else if (strcmp(word, "tax") == 0) {
        table->cash[me] -= 200;
    } else
        assert(strcmp(word, "pass") == 0);
    if (table->maxturns > 0)
        table->turn++;
    table->side = other;
    table->phase = 'r';
    roll_tape(table);
}

extern const struct naive naive_monopoly;
const struct naive naive_monopoly = {
    .name = "monopoly",
    .from_fen = from_fen,
    .to_fen = to_fen,
    .turn = turn,
    .result = result,
    .score = score,
    .legal = legal,
    .play = play,
};
