/* JSON in one line, written from left to right. Strings are plain ASCII without quotes and backslashes: what the
 * engine has to say needs no more, and an assert holds it to that. */
#ifndef PANJ_PROTOCOL_JSON_H
#define PANJ_PROTOCOL_JSON_H

#include "base/text.h"

struct json {
    struct text *text;
    bool follows; /* something stands before on this level: a comma is due */
};

/* What stands in an object has a key, what stands in a list has none: NULL. */
void json_open(struct json *, const char *key, char bracket);
void json_close(struct json *, char bracket);
void json_number(struct json *, const char *key, int64_t number);
void json_string(struct json *, const char *key, const char *string);
/* Written only if there is something: the reader takes what is missing for nothing. */
void json_number_if(struct json *, const char *key, int64_t number);
void json_string_if(struct json *, const char *key, const char *string);
void json_true_if(struct json *, const char *key, bool holds);

#endif
