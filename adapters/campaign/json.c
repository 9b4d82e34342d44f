#include "adapters/campaign/json.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* -- writing -- */

void json_put_text(struct string *out, const char *text)
{
    string_add(out, "\"", 1);
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte == '"' || byte == '\\')
            string_print(out, "\\%c", byte);
        else if (byte < 0x20)
            string_print(out, "\\u%04x", byte);
        else
            string_add(out, text, 1);
    }
    string_add(out, "\"", 1);
}

/* -- reading -- */

struct json json_read(const char *bytes, size_t length)
{
    return (struct json){.at = bytes, .end = bytes + length};
}

/* The next byte that is no blank; 0 at the end and after anything bad. */
static char peek(struct json *json)
{
    assert(json->at <= json->end);
    while (json->at < json->end && strchr(" \t\r\n", *json->at) != NULL && *json->at != '\0')
        json->at++;
    return json->bad || json->at == json->end ? '\0' : *json->at;
}

static bool take(struct json *json, char byte)
{
    if (peek(json) != byte || byte == '\0') {
        json->bad = true;
        return false;
    }
    json->at++;
    return true;
}

void json_open(struct json *json, char open)
{
    assert(open == '{' || open == '[');
    take(json, open);
    json->first = true;
}

/* Before the next of a list: its comma, or its end. */
static bool step(struct json *json, char close)
{
    if (peek(json) == close) {
        json->at++;
        json->first = false; /* the list around it has had this one */
        return false;
    }
    if (!json->first)
        take(json, ',');
    json->first = false;
    return !json->bad;
}

bool json_member(struct json *json, struct string *name)
{
    if (!step(json, '}'))
        return false;
    json_get_text(json, name);
    take(json, ':');
    return !json->bad;
}

bool json_element(struct json *json)
{
    return step(json, ']');
}

static void put_code_point(struct string *text, unsigned code)
{
    char bytes[4];
    size_t length = 0;
    if (code < 0x80) {
        bytes[length++] = (char)code;
    } else if (code < 0x800) {
        bytes[length++] = (char)(0xC0 | code >> 6);
        bytes[length++] = (char)(0x80 | (code & 0x3F));
    } else { /* a half of a pair above 0xFFFF is kept as if it stood alone: nothing of ours has any */
        bytes[length++] = (char)(0xE0 | code >> 12);
        bytes[length++] = (char)(0x80 | (code >> 6 & 0x3F));
        bytes[length++] = (char)(0x80 | (code & 0x3F));
    }
    string_add(text, bytes, length);
}

static void get_escaped(struct json *json, struct string *text)
{
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    char kind = json->at < json->end ? *json->at++ : '\0';
    const char *letter = kind == '\0' ? NULL : strchr(letters, kind);
    if (letter != NULL) {
        string_add(text, &meanings[letter - letters], 1);
        return;
    }
    char digits[5] = {0}, *end;
    json->bad = json->bad || kind != 'u' || json->end - json->at < 4;
    if (json->bad)
        return;
    memcpy(digits, json->at, 4);
    unsigned long code = strtoul(digits, &end, 16);
    json->bad = end != digits + 4 || code == 0 || strchr("+- ", digits[0]) != NULL;
    json->at += 4;
    if (!json->bad)
        put_code_point(text, (unsigned)code);
}

void json_get_text(struct json *json, struct string *text)
{
    string_clear(text);
    if (!take(json, '"'))
        return;
    while (!json->bad && json->at < json->end && *json->at != '"') {
        if (*json->at == '\\') {
            json->at++;
            get_escaped(json, text);
        } else {
            json->bad = *json->at == '\0';
            string_add(text, json->at++, 1);
        }
    }
    take(json, '"');
}

double json_get_number(struct json *json)
{
    char room[32] = {0}, *end;
    peek(json);
    size_t length = 0;
    while (json->at + length < json->end && length + 1 < sizeof room &&
           strchr("+-.0123456789eE", json->at[length]) != NULL && json->at[length] != '\0')
        length++;
    memcpy(room, json->at, length);
    double number = strtod(room, &end);
    json->bad = json->bad || length == 0 || *end != '\0';
    json->at += length;
    return json->bad ? 0 : number;
}

static bool take_word(struct json *json, const char *word)
{
    size_t length = strlen(word);
    if (peek(json) != word[0] || (size_t)(json->end - json->at) < length ||
        memcmp(json->at, word, length) != 0)
        return false;
    json->at += length;
    return true;
}

bool json_get_bool(struct json *json)
{
    bool yes = take_word(json, "true");
    json->bad = json->bad || (!yes && !take_word(json, "false"));
    return yes;
}

/* Without recursion: brackets are counted, and what lies between them is read token by token. */
void json_skip(struct json *json)
{
    struct string text = {0};
    int depth = 0;
    do {
        char next = peek(json);
        if (next == '{' || next == '[')
            depth++, json->at++;
        else if (next == '}' || next == ']')
            depth--, json->at++;
        else if (depth > 0 && (next == ',' || next == ':'))
            json->at++;
        else if (next == '"')
            json_get_text(json, &text);
        else if (!take_word(json, "null") && !take_word(json, "true") && !take_word(json, "false"))
            json_get_number(json);
        json->bad = json->bad || depth < 0;
    } while (depth > 0 && !json->bad);
    string_free(&text);
}

bool json_ended(struct json *json)
{
    return !json->bad && peek(json) == '\0' && json->at == json->end;
}
