#include "adapters/gems/init.h"

#include <assert.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/gems/action.h"
#include "adapters/gems/words.h"

/* The numbers as they stand on the wire. */
struct init_fields {
    int64_t rows, columns, id, score, turns, players;
    char letter;
};

static const char *init_take(struct init *init, const struct init_fields *fields)
{
    if (fields->rows < 1 || fields->rows > MAP_SIDE || fields->columns < 1 || fields->columns > MAP_SIDE)
        return "the map is not of 1 to 25 rows and columns";
    if (fields->players < 1 || fields->players > PLAYERS)
        return "the players are not 1 or 2";
    if (fields->id < 1 || fields->id > fields->players || fields->letter != 'A' + fields->id - 1)
        return "the id or its letter fits no player";
    if (fields->turns < 1 || fields->turns > INIT_TURNS_MAX)
        return "the turns are not 1 to 10000";
    if (fields->score < -INIT_SCORE_MAX || fields->score > INIT_SCORE_MAX)
        return "the score is beyond 10000000";
    assert(fields->id <= PLAYERS);
    *init = (struct init){.rows = (int)fields->rows,
                          .columns = (int)fields->columns,
                          .players = (int)fields->players,
                          .id = (int)fields->id - 1,
                          .score = fields->score,
                          .turns = fields->turns};
    return NULL;
}

/* -- text -- */

static const char *init_read_text(struct init *init, const char *line)
{
    struct init_fields fields;
    int64_t *const numbers[] = {&fields.rows,  &fields.columns, NULL,           &fields.id,
                                &fields.score, &fields.turns,   &fields.players};
    char room[256], *at = room;
    if (strlen(line) >= sizeof room)
        return "too long for an init line";
    strcpy(room, line);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const char *word = wire_word_next(&at);
        if (word == NULL)
            return "an init line has seven words";
        if (numbers[i] == NULL)
            fields.letter = word[0] != '\0' && word[1] == '\0' ? word[0] : '\0';
        else if (!wire_number_parse(word, INT32_MIN, INT32_MAX, numbers[i]))
            return "a word of the init line is not a number";
    }
    return wire_word_next(&at) == NULL ? init_take(init, &fields) : "an init line has seven words";
}

/* -- JSON -- */

static const char *init_read_object(struct init *init, const json_t *object)
{
    struct init_fields fields;
    const struct {
        const char *key;
        int64_t *to;
    } rows[] = {
        {"height", &fields.rows}, {"width", &fields.columns},        {"id", &fields.id},
        {"score", &fields.score}, {"max_turn_count", &fields.turns}, {"agent_count", &fields.players}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const json_t *value = json_object_get(object, rows[i].key);
        if (!json_is_integer(value))
            return "a number is missing in the init object";
        *rows[i].to = json_integer_value(value);
    }
    const char *letter = json_string_value(json_object_get(object, "character"));
    fields.letter = letter != NULL && letter[0] != '\0' && letter[1] == '\0' ? letter[0] : '\0';
    const json_t *probabilities = json_object_get(object, "probabilities");
    struct slips slips = {{{{0}}}};
    const char *why = probabilities == NULL ? NULL : slips_read(&slips, probabilities);
    if (why == NULL)
        why = init_take(init, &fields);
    if (why == NULL)
        init->slips = slips;
    return why;
}

static const char *init_read_json(struct init *init, const char *line)
{
    json_t *object = json_loads(line, 0, NULL);
    const char *why = json_is_object(object) ? init_read_object(init, object) : "not a JSON object";
    json_decref(object);
    return why;
}

const char *init_read(struct init *init, const char *line)
{
    return line[strspn(line, " \t\r")] == '{' ? init_read_json(init, line) : init_read_text(init, line);
}

/* -- printing -- */

static size_t init_print_json(const struct init *init, char line[INIT_LINE])
{
    char letter[2] = {(char)('A' + init->id), '\0'};
    json_t *object = json_pack("{s:i, s:i, s:s, s:i, s:I, s:I, s:i, s:o}", "height", init->rows, "width",
                               init->columns, "character", letter, "id", init->id + 1, "score",
                               (json_int_t)init->score, "max_turn_count", (json_int_t)init->turns,
                               "agent_count", init->players, "probabilities", slips_print(&init->slips));
    char *text = json_dumps(object, JSON_REAL_PRECISION(7));
    int length = text == NULL ? 0 : snprintf(line, INIT_LINE, "%s\n", text);
    free(text);
    json_decref(object);
    assert(length < INIT_LINE);
    return (size_t)length;
}

size_t init_print(const struct init *init, enum init_format format, char line[INIT_LINE])
{
    assert(init->id >= 0 && init->id < init->players && init->players <= PLAYERS);
    assert(init->rows <= MAP_SIDE && init->columns <= MAP_SIDE);
    if (format == INIT_JSON)
        return init_print_json(init, line);
    return (size_t)snprintf(line, INIT_LINE, "%d %d %c %d %" PRId64 " %" PRId64 " %d \n", init->rows,
                            init->columns, 'A' + init->id, init->id + 1, init->score, init->turns,
                            init->players);
}
