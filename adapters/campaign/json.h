/* As much of JSON as lines of results need: text is written escaped, and read member by member. */
#ifndef PANJ_CAMPAIGN_JSON_H
#define PANJ_CAMPAIGN_JSON_H

#include "adapters/campaign/ground.h"

/* `text` with its quotation marks. Bytes that are no UTF-8 are kept as they are. */
void json_put_text(struct string *, const char *text);

/* A reader that walks over one value; `bad` once anything was not as asked. */
struct json {
    const char *at;
    const char *end;
    bool bad;
    bool first; /* nothing of the innermost list has been read */
};

struct json json_read(const char *bytes, size_t length);
/* At the beginning of an object or array (`open` is '{' or '['). */
void json_open(struct json *, char open);
/* Goes to the next member and reads its name; false at the end, which is passed. */
bool json_member(struct json *, struct string *name);
/* Goes to the next element of an array; false at the end, which is passed. */
bool json_element(struct json *);
void json_get_text(struct json *, struct string *);
double json_get_number(struct json *);
bool json_get_bool(struct json *);
/* Passes over whatever value is there. */
void json_skip(struct json *);
/* Nothing but blanks is left, and all was well. */
bool json_ended(struct json *);

#endif
