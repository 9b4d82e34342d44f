/* An engine for a heap of 13 stones: take one, two or three in turn; who takes the last one wins. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LINE_MOST = 4 << 20, WORDS_MOST = 1000 };

struct place {
    int stones, side, plies;
};

static const struct place start = {13, 1, 0};
static struct place now = {13, 1, 0};
static int thinking; /* a search that only stop ends */

static int fail(const char *code, const char *detail, const char *more)
{
    printf("error %s %s%s%s\n", code, detail, *more != '\0' ? " " : "", more);
    return 0;
}

static int is_legal(const struct place *place, const char *move)
{
    return move[0] == 't' && move[1] >= '1' && move[1] <= '3' && move[2] == '\0' &&
           move[1] - '0' <= place->stones;
}

/* All moves or none. */
static void play(struct place place, char **moves)
{
    char index[16];
    for (int i = 0; moves[i] != NULL; i++) {
        snprintf(index, sizeof index, "%d", i + 1);
        if (!is_legal(&place, moves[i])) {
            fail("illegal_move", index, moves[i]);
            return;
        }
        place = (struct place){place.stones - (moves[i][1] - '0'), 3 - place.side, place.plies + 1};
    }
    now = place;
}

static void position(char **words)
{
    static char *none[] = {NULL};
    struct place place = start;
    int behind = 1;
    if (words[0] != NULL && strcmp(words[0], "fen") == 0) {
        char *end = words[0];
        place.stones = words[1] != NULL ? (int)strtol(words[1], &end, 10) : -1;
        if (*end != '\0' || place.stones < 0 || place.stones > 13 || words[2] == NULL ||
            (strcmp(words[2], "1") != 0 && strcmp(words[2], "2") != 0) ||
            (words[3] != NULL && strcmp(words[3], "moves") != 0)) {
            fail("bad_fen", "stones and side", "");
            return;
        }
        place.side = words[2][0] - '0';
        behind = 3;
    }
    play(place, words[0] != NULL && words[behind] != NULL ? words + behind + 1 : none);
}

static void answer(void)
{
    int best = now.stones % 4 != 0 ? now.stones % 4 : 1; /* leaves a multiple of four, if that can be */
    printf("info depth 1 seldepth 1 multipv 1 score cp 0 nodes 1 nps 0 hashfull 0 time 0 pv t%d\n"
           "info nodes 1 nps 0 time 0\nbestmove t%d\n",
           best, best);
    thinking = 0;
}

static int is_number(const char *word, int may_be_negative)
{
    word += may_be_negative && *word == '-';
    size_t digits = strspn(word, "0123456789");
    return digits > 0 && digits <= 18 && word[digits] == '\0';
}

static void go(char **words)
{
    int waits = 0;
    for (; *words != NULL; words++) {
        if (strcmp(*words, "infinite") == 0 || strcmp(*words, "ponder") == 0) {
            waits = 1;
        } else if (strcmp(*words, "searchmoves") == 0) {
            for (int i = 1; words[1] != NULL; words++, i++)
                if (!is_legal(&now, words[1])) {
                    char index[16];
                    snprintf(index, sizeof index, "%d", i);
                    fail("illegal_move", index, words[1]);
                    return;
                }
        } else {
            const char *name = *words++;
            if (*words == NULL || !is_number(*words, name[0] == 'p' && strstr(name, "time") != NULL)) {
                fail(*words == NULL ? "missing_argument" : "bad_argument", name,
                     *words != NULL ? *words : "");
                return;
            }
        }
    }
    if (now.stones == 0)
        fail("game_over", "no stone is left", "");
    else if (waits)
        thinking = 1;
    else
        answer();
}

static void query(const char *name)
{
    static const char legal[] = " t1 t2 t3";
    int most = now.stones < 3 ? now.stones : 3;
    if (name == NULL)
        fail("missing_argument", "query takes NAME", "");
    else if (strcmp(name, "p1turn") == 0)
        printf("response %s\n", now.stones > 0 && now.side == 1 ? "true" : "false");
    else if (strcmp(name, "gameover") == 0)
        printf("response %s\n", now.stones == 0 ? "true" : "false");
    else if (strcmp(name, "result") == 0)
        printf("response %s\n", now.stones > 0 ? "none" : now.side == 1 ? "p2win" : "p1win");
    else if (strcmp(name, "turn") == 0)
        printf("response %s\n", now.stones == 0 ? "none" : now.side == 1 ? "1" : "2");
    else if (strcmp(name, "legal") == 0)
        printf("response %d%.*s\n", most, 3 * most, legal);
    else if (strcmp(name, "fen") == 0)
        printf("response %d %d\n", now.stones, now.side);
    else if (strcmp(name, "ply") == 0)
        printf("response %d\n", now.plies);
    else if (strcmp(name, "reason") == 0)
        printf("response %s\n", now.stones > 0 ? "none" : "taken");
    else if (strcmp(name, "score") == 0 || strcmp(name, "chance") == 0)
        printf("response %s\n", name[0] == 's' ? "0 0" : "0");
    else
        fail("unknown_query", name, "");
}

static int is(const char *word, const char *name)
{
    return strcasecmp(word, name) == 0;
}

/* False after quit. */
static int obey(char **words)
{
    const char *name = words[0];
    int acts = is(name, "position") || is(name, "play") || is(name, "go") || is(name, "newgame") ||
               is(name, "uginewgame") || is(name, "setoption");
    if (acts && thinking)
        fail("busy", name, "");
    else if (is(name, "ugi"))
        puts("id name heap\nid author anybody\nid protocol 2\nid levels L0 L1\nugiok");
    else if (is(name, "isready"))
        puts("readyok");
    else if (is(name, "newgame") || is(name, "uginewgame"))
        now = start;
    else if (is(name, "position"))
        position(words + 1);
    else if (is(name, "play"))
        play(now, words + 1);
    else if (is(name, "go"))
        go(words + 1);
    else if (is(name, "query"))
        query(words[1]);
    else if (is(name, "setoption"))
        fail(words[1] != NULL && words[2] != NULL ? "option_unknown" : "missing_argument",
             words[1] != NULL && words[2] != NULL ? words[2] : "setoption takes name NAME", "");
    else if (!is(name, "stop") && !is(name, "ponderhit") && !is(name, "quit"))
        fail("unknown_command", name, "");
    else if (thinking)
        answer();
    return !is(name, "quit");
}

int main(void)
{
    static char line[LINE_MOST + 3];
    char *words[WORDS_MOST + 1];
    int stays = 1;
    for (int byte = 0; stays && byte != EOF;) {
        size_t length = 0, count = 0;
        int has_nul = 0;
        while ((byte = getchar()) != EOF && byte != '\n') {
            has_nul |= byte == '\0';
            length += length <= LINE_MOST;
            line[length - 1] = (char)byte;
        }
        line[length] = '\0';
        if (has_nul || length > LINE_MOST) {
            fail(has_nul ? "bad_byte" : "line_too_long", has_nul ? "NUL" : "more than 4 MiB", "");
        } else {
            for (char *word = strtok(line, " \t\r"); word != NULL && count < WORDS_MOST;
                 word = strtok(NULL, " \t\r"))
                words[count++] = word;
            words[count] = NULL;
            if (count > 0 && words[0][0] != '#')
                stays = obey(words);
        }
        fflush(stdout);
    }
    if (thinking)
        answer();
    return 0;
}
