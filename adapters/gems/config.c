#include "adapters/gems/config.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "adapters/gems/words.h"
#include "adapters/wire/wire.h"

enum { CONFIG_BYTES = 1 << 16 };

/* The numbers of the file, by their ranges. */
struct config_number {
    const char *key;
    int64_t *to;
    int64_t low;
    int64_t high;
};

static bool config_complain(char *why, size_t size, const char *key, const char *what)
{
    snprintf(why, size, "%s: %s", key, what);
    return false;
}

static bool config_take_numbers(struct settings *settings, const json_t *object, char *why, size_t size)
{
    const struct config_number numbers[] = {
        {"server_port", &settings->port, 0, 65535},
        {"player_count", &settings->players, 1, PLAYERS},
        {"turn_count", &settings->turns, 1, INIT_TURNS_MAX},
        {"init_score", &settings->init_score, -INIT_SCORE_MAX, INIT_SCORE_MAX},
        {"round_repeat", &settings->rounds, 1, ROUNDS_MAX},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const json_t *value = json_object_get(object, numbers[i].key);
        json_int_t number = json_integer_value(value);
        if (value == NULL)
            continue;
        if (!json_is_integer(value) || number < numbers[i].low || number > numbers[i].high)
            return config_complain(why, size, numbers[i].key, "not a number in its range");
        *numbers[i].to = number;
    }
    return true;
}

static bool config_take_timeout(struct settings *settings, const json_t *value)
{
    double seconds = json_number_value(value);
    if (!json_is_number(value) || !(seconds >= 0.001 && seconds <= 3600))
        return false;
    settings->timeout = (int64_t)(seconds * WIRE_SECOND + 0.5);
    return true;
}

/* A map is named relative to the folder `maps` beside the file; as elsewhere, a file or a map of panj's. */
static bool config_take_map(struct settings *settings, const char *name, const char *folder)
{
    static const char *const below[] = {"/maps", ""};
    for (size_t i = 0; i < sizeof below / sizeof below[0]; i++) {
        char path[SETTINGS_TEXT];
        int length = snprintf(path, sizeof path, "%s%s/%s", folder, below[i], name);
        if (length < SETTINGS_TEXT && access(path, R_OK) == 0)
            return settings_copy(settings->map, sizeof settings->map, path);
    }
    return settings_copy(settings->map, sizeof settings->map, name);
}

static bool config_take_words(struct settings *settings, const json_t *object, const char *folder, char *why,
                              size_t size)
{
    const json_t *map = json_object_get(object, "map"), *host = json_object_get(object, "server_ip"),
                 *timeout = json_object_get(object, "time_out"),
                 *random = json_object_get(object, "init_random_location"),
                 *probabilities = json_object_get(object, "probabilities");
    if (map != NULL && (!json_is_string(map) || !config_take_map(settings, json_string_value(map), folder)))
        return config_complain(why, size, "map", "not the name of a map");
    if (host != NULL && (!json_is_string(host) ||
                         !settings_copy(settings->host, sizeof settings->host, json_string_value(host))))
        return config_complain(why, size, "server_ip", "not an address");
    if (timeout != NULL && !config_take_timeout(settings, timeout))
        return config_complain(why, size, "time_out", "not a number of seconds");
    if (random != NULL && !json_is_boolean(random) && !json_is_integer(random))
        return config_complain(why, size, "init_random_location", "neither true nor false");
    const char *wrong = probabilities == NULL ? NULL : slips_read(&settings->slips, probabilities);
    if (wrong != NULL)
        return config_complain(why, size, "probabilities", wrong);
    if (random != NULL)
        settings->random = json_is_true(random) || json_integer_value(random) != 0;
    return true;
}

bool config_read_text(struct settings *settings, const char *text, size_t length, const char *folder,
                      char *why, size_t size)
{
    json_error_t error;
    json_t *object = json_loadb(text, length, 0, &error);
    if (object == NULL)
        snprintf(why, size, "line %d: %s", error.line, error.text);
    bool good = object != NULL;
    if (good && !json_is_object(object))
        good = config_complain(why, size, "config", "not a JSON object");
    good = good && config_take_numbers(settings, object, why, size) &&
           config_take_words(settings, object, folder, why, size);
    json_decref(object);
    return good;
}

bool config_read(struct settings *settings, const char *path, char *why, size_t size)
{
    static const char cannot[] = "cannot be read, or has more than 64 KiB";
    char text[CONFIG_BYTES], folder[SETTINGS_TEXT];
    FILE *file = fopen(path, "rb");
    size_t length = file == NULL ? 0 : fread(text, 1, sizeof text, file);
    if (file != NULL)
        fclose(file);
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash == NULL ? 1 : (int)(slash - path),
             slash == NULL ? "." : path);
    if (file == NULL || length == sizeof text) {
        snprintf(why, size, "%s", cannot);
        return false;
    }
    return config_read_text(settings, text, length, folder, why, size);
}
