/* Whatever a worker may send for a game: what is taken is written as it was read, and nothing else happens. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/referee/packet.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char *write_again(const struct record *record)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out == NULL)
        abort();
    packet_write(out, record);
    fclose(out);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = calloc(size + 1, 1), *at = text;
    struct record record, again;
    if (text == NULL)
        abort();
    memcpy(text, data, size);
    if (packet_read(&at, &record)) {
        char *first = write_again(&record), *copy = strdup(first), *rest = copy;
        if (copy == NULL || !packet_read(&rest, &again) || *rest != '\0')
            abort();
        char *second = write_again(&again);
        if (strcmp(first, second) != 0)
            abort();
        packet_free(&again);
        free(first);
        free(copy);
        free(second);
    }
    packet_free(&record);
    free(text);
    return 0;
}
