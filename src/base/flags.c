#include "base/flags.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

bool flag_is_word(struct word word)
{
    return memchr(word.at, '=', word.length) != NULL;
}

int flags_begin(const struct words *words, int most)
{
    int first = 0;
    while (first < most && first < words->count && !flag_is_word(words->at[first]))
        first++;
    return first;
}

static int find_flag(const struct flag *flags, int count, enum flag_place place, struct word key)
{
    for (int i = 0; i < count; i++)
        if ((flags[i].places & (int)place) && word_is(key, flags[i].key))
            return i;
    return -1;
}

/* Word number `index` of "a|b|c", or a word of length 0. */
static struct word choice_at(const char *choices, int64_t index)
{
    const char *at = choices;
    for (; index > 0; index--) {
        at = strchr(at, '|');
        if (at == NULL)
            return (struct word){.at = "", .length = 0};
        at++;
    }
    return (struct word){.at = at, .length = strcspn(at, "|")};
}

static bool same_word(struct word a, struct word b)
{
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

static bool parse_value(const struct flag *flag, struct word value, int64_t *number, struct fault *fault)
{
    if (flag->kind == FLAG_NUMBER) {
        if (word_number(value, flag->low, flag->high, number))
            return true;
        return fault_set(fault, flag->key, "must be a number from %" PRId64 " to %" PRId64, flag->low,
                         flag->high);
    }
    assert(flag->kind == FLAG_CHOICE);
    for (int64_t i = 0;; i++) {
        struct word choice = choice_at(flag->choices, i);
        if (choice.length == 0)
            return fault_set(fault, flag->key, "must be one of %s", flag->choices);
        if (same_word(choice, value)) {
            *number = i;
            return true;
        }
    }
}

bool flags_parse(const struct flag *flags, int count, enum flag_place place, const struct words *words,
                 int first, struct flag_values *values, struct fault *fault)
{
    assert(count <= FLAGS_MAX);
    memset(values, 0, sizeof *values);
    for (int i = 0; i < count; i++)
        values->number[i] = flags[i].fallback;
    for (int w = first; w < words->count; w++) {
        struct word value = words->at[w];
        struct word key = word_cut(&value, '=');
        if (value.at == NULL)
            return fault_word(fault, "flags", "not of the form key=value:", key);
        int f = find_flag(flags, count, place, key);
        if (f < 0)
            return fault_word(fault, "flags", "unknown flag", key);
        if (values->given[f])
            return fault_set(fault, flags[f].key, "given twice");
        values->given[f] = true;
        if (flags[f].kind == FLAG_TEXT)
            values->text[f] = value;
        else if (!parse_value(&flags[f], value, &values->number[f], fault))
            return false;
    }
    return true;
}

void flag_choice_word(const struct flag *flag, int64_t index, struct text *text)
{
    assert(flag->kind == FLAG_CHOICE);
    struct word choice = choice_at(flag->choices, index);
    assert(choice.length > 0);
    text_chars(text, choice.at, choice.length);
}

void flags_print(const struct flag *flags, int count, const struct flag_values *values, struct text *text)
{
    for (int i = 0; i < count; i++) {
        const struct flag *flag = &flags[i];
        if (!(flag->places & FLAG_IN_FEN) || flag->kind == FLAG_TEXT || values->number[i] == flag->fallback)
            continue;
        text_format(text, " %s=", flag->key);
        if (flag->kind == FLAG_NUMBER)
            text_number(text, values->number[i]);
        else
            flag_choice_word(flag, values->number[i], text);
    }
}
