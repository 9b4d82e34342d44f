#include "protocol/options.h"

#include "game.h"
#include "protocol/state.h"

const struct option options[OPTION_COUNT] = {
#define OPTION(id, name, kind, low, high, fallback, choices, take, summary)                                  \
    [OPTION_##id] = {#name, OPTION_##kind, low, high, fallback, choices, option_take_##take, summary},
#include "protocol/options.def"
#undef OPTION
};

static const char *const kind_words[] = {
    [OPTION_SPIN] = "spin", [OPTION_CHECK] = "check", [OPTION_COMBO] = "combo", [OPTION_BUTTON] = "button"};

struct option_values option_defaults(void)
{
    struct option_values values;
    for (int i = 0; i < OPTION_COUNT; i++)
        values.at[i] = options[i].fallback;
    return values;
}

int option_find(struct word name)
{
    for (int i = 0; i < OPTION_COUNT; i++)
        if (word_is_nocase(name, options[i].name))
            return i;
    return -1;
}

/* The first word of "a|b|c" at `*at`; moves `*at` behind it. */
static struct word next_choice(const char **at)
{
    struct word word = {.at = *at, .length = strcspn(*at, "|")};
    *at += word.length;
    if (**at == '|')
        (*at)++;
    return word;
}

static struct word choice_word(enum option_id id, int64_t index)
{
    assert(options[id].kind == OPTION_COMBO && index >= 0);
    if (id == OPTION_GAME) {
        for (int64_t i = 0; i < index; i++)
            if (games[i] == NULL)
                return word_from("");
        return word_from(games[index] != NULL ? games[index]->name : "");
    }
    const char *at = options[id].choices;
    struct word word = next_choice(&at);
    for (; index > 0; index--)
        word = next_choice(&at);
    return word;
}

bool option_choice(enum option_id id, int64_t index, struct text *text)
{
    struct word word = choice_word(id, index);
    text_chars(text, word.at, word.length);
    return word.length > 0;
}

static bool parse_choice(enum option_id id, struct word word, int64_t *value)
{
    char room[32];
    for (int64_t i = 0;; i++) {
        struct text text = text_in(room, sizeof room);
        if (!option_choice(id, i, &text))
            return false;
        if (word_is_nocase(word, room)) {
            *value = i;
            return true;
        }
    }
}

bool option_parse(enum option_id id, struct word word, int64_t *value)
{
    const struct option *option = &options[id];
    assert(id < OPTION_COUNT && option->take != NULL);
    switch (option->kind) {
    case OPTION_SPIN: return word_number(word, option->low, option->high, value);
    case OPTION_COMBO: return parse_choice(id, word, value);
    case OPTION_CHECK:
        if (!word_is_nocase(word, "true") && !word_is_nocase(word, "false"))
            return false;
        *value = word_is_nocase(word, "true");
        return true;
    case OPTION_BUTTON: break;
    }
    return word.length == 0;
}

void option_print_value(enum option_id id, int64_t value, struct text *text)
{
    switch (options[id].kind) {
    case OPTION_SPIN: text_number(text, value); return;
    case OPTION_COMBO: option_choice(id, value, text); return;
    case OPTION_CHECK: text_string(text, value ? "true" : "false"); return;
    case OPTION_BUTTON: text_string(text, "button"); return;
    }
}

static void print_choices(enum option_id id, struct text *text)
{
    for (int64_t i = 0;; i++) {
        size_t before = text->length;
        text_string(text, " var ");
        if (!option_choice(id, i, text)) {
            text->length = before;
            text->at[before] = '\0';
            return;
        }
    }
}

void option_print_line(enum option_id id, struct text *text)
{
    const struct option *option = &options[id];
    text_format(text, "option name %s type %s", option->name, kind_words[option->kind]);
    if (option->kind != OPTION_BUTTON) {
        text_string(text, " default ");
        option_print_value(id, option->fallback, text);
    }
    if (option->kind == OPTION_SPIN) {
        text_string(text, " min ");
        text_number(text, option->low);
        text_string(text, " max ");
        text_number(text, option->high);
    }
    if (option->kind == OPTION_COMBO)
        print_choices(id, text);
}
