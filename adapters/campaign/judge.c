#include "adapters/campaign/judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/campaign/parts.h"
#include "adapters/wire/words.h"

enum { ANSWER_TIME = 60 * WIRE_SECOND };

/* -- what is said -- */

static void read_part(struct claims *claims, struct json *json)
{
    struct string name = {0};
    json_get_text(json, &name);
    claims->has_part = true;
    if (name.at != NULL && parts_is_name(name.at))
        snprintf(claims->part, sizeof claims->part, "%s", name.at);
    string_free(&name);
}

enum member { JOB, OVER, WON, PROOF, NUMBERS, CHILDREN, NODES, SECONDS, OTHER };

static enum member member_of(const struct string *name)
{
    static const char *const names[] = {"job",     "over",     "won",   "proof",
                                        "numbers", "children", "nodes", "seconds"};
    enum member member = JOB;
    while (member < OTHER && (name->at == NULL || strcmp(name->at, names[member]) != 0))
        member++;
    return member;
}

bool claims_read(struct claims *claims, const char *row)
{
    struct json json = json_read(row, strlen(row));
    struct string name = {0};
    unsigned said = 0;
    *claims = (struct claims){.over = false};
    json_open(&json, '{');
    while (!json.bad && json_member(&json, &name)) {
        enum member member = member_of(&name);
        json.bad = json.bad || (member != OTHER && (said >> member & 1) != 0);
        said |= 1U << member;
        switch (member) {
        case OVER: claims->over = json_get_bool(&json); break;
        case WON: claims->won = json_get_bool(&json); break;
        case PROOF: read_part(claims, &json); break;
        case NODES: claims->nodes = json_get_number(&json); break;
        case SECONDS: claims->seconds = json_get_number(&json); break;
        case CHILDREN: claims->children = json; /* fallthrough */
        default: json_skip(&json);
        }
    }
    claims->has_children = (said >> CHILDREN & 1) != 0;
    string_free(&name);
    return json_ended(&json);
}

/* -- what is so -- */

struct judge judge_open(const struct engine *engine, const char *game)
{
    return (struct judge){.engine = engine, .game = game};
}

void judge_close(struct judge *judge)
{
    wire_free(judge->wire);
    judge->wire = NULL;
}

/* What follows "response"; "" if it is an error. It stands until the next is heard. */
static const char *hear(struct judge *judge)
{
    struct wire_line line = {0};
    enum wire_event event;
    do
        event = wire_await(judge->wire, &line, wire_clock() + ANSWER_TIME);
    while (event == WIRE_LINE && !line_begins(line.at, "response") && !line_begins(line.at, "error"));
    if (event != WIRE_LINE)
        ground_fail("the engine that knows the rules has ended");
    return line_begins(line.at, "error") ? "" : line.at + strlen("response ");
}

static bool is_over(struct judge *judge, const char *fen, bool won)
{
    const char *mover = strchr(fen, ' ');
    wire_printf(judge->wire, "position fen %s\nquery result\n", fen);
    const char *result = hear(judge);
    return mover != NULL && *result == 'p' && strcmp(result + 2, "win") == 0 &&
           (result[1] == mover[1]) == won;
}

/* "MOVE PHI DELTA WORK FEN" is of that move and leads there. */
static bool is_child(struct judge *judge, const char *fen, const char *move, char *words)
{
    const char *told = wire_word_next(&words);
    for (int i = 0; i < 3; i++)
        wire_word_next(&words);
    words += strspn(words, " ");
    wire_printf(judge->wire, "position fen %s moves %s\nquery fen\n", fen, move);
    return strcmp(hear(judge), words) == 0 && told != NULL && strcmp(told, move) == 0;
}

static bool are_all_children(struct judge *judge, const char *fen, struct json children)
{
    struct string word = {0};
    bool good = true;
    wire_printf(judge->wire, "position fen %s\nquery legal\n", fen);
    char *legal = ground_copy(hear(judge)), *rest = legal;
    wire_word_next(&rest); /* how many */
    const char *move = wire_word_next(&rest);
    json_open(&children, '[');
    while (good && json_element(&children)) {
        json_get_text(&children, &word);
        good = !children.bad && move != NULL && is_child(judge, fen, move, word.at);
        move = wire_word_next(&rest);
    }
    good = good && !children.bad && move == NULL;
    string_free(&word);
    free(legal);
    return good;
}

bool judge_believes(struct judge *judge, const char *fen, const struct claims *claims)
{
    if (!claims->over && !claims->has_children)
        return true;
    if (judge->wire == NULL) {
        judge->wire = engine_start(judge->engine, NULL);
        wire_printf(judge->wire, "newgame %s\n", judge->game);
    }
    return (!claims->over || is_over(judge, fen, claims->won)) &&
           (!claims->has_children || are_all_children(judge, fen, claims->children));
}
