#include "protocol/json.h"

#include <assert.h>
#include <string.h>

static bool is_plain(const char *string)
{
    for (; *string != '\0'; string++)
        if (*string < ' ' || *string > '~' || *string == '"' || *string == '\\')
            return false;
    return true;
}

static void put_quoted(struct text *text, const char *string)
{
    assert(is_plain(string));
    text_char(text, '"');
    text_string(text, string);
    text_char(text, '"');
}

/* The comma and the key before a value. */
static void begin(struct json *json, const char *key)
{
    if (json->follows)
        text_char(json->text, ',');
    json->follows = true;
    if (key == NULL)
        return;
    put_quoted(json->text, key);
    text_char(json->text, ':');
}

void json_open(struct json *json, const char *key, char bracket)
{
    assert(bracket == '{' || bracket == '[');
    begin(json, key);
    text_char(json->text, bracket);
    json->follows = false;
}

void json_close(struct json *json, char bracket)
{
    assert(bracket == '}' || bracket == ']');
    text_char(json->text, bracket);
    json->follows = true;
}

void json_number(struct json *json, const char *key, int64_t number)
{
    begin(json, key);
    text_number(json->text, number);
}

void json_string(struct json *json, const char *key, const char *string)
{
    begin(json, key);
    put_quoted(json->text, string);
}

void json_number_if(struct json *json, const char *key, int64_t number)
{
    if (number != 0)
        json_number(json, key, number);
}

void json_string_if(struct json *json, const char *key, const char *string)
{
    if (string != NULL && string[0] != '\0')
        json_string(json, key, string);
}

void json_true_if(struct json *json, const char *key, bool holds)
{
    if (!holds)
        return;
    begin(json, key);
    text_string(json->text, "true");
}
