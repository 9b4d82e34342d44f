/* What an engine says of its search: the last word on depth, score, nodes and time. */
#ifndef PANJ_REFEREE_INFO_H
#define PANJ_REFEREE_INFO_H

#include <stdint.h>

enum score_kind { SCORE_NONE, SCORE_CP, SCORE_MATE, SCORE_PTS, SCORE_WP };

struct info {
    int64_t depth, nodes, time_ms, score;
    enum score_kind kind;
};

/* Takes over what the words after "info" say; the rest stays. Cuts the line into words. */
void info_read(struct info *, char *words);
const char *score_kind_word(enum score_kind); /* "" for none */

#endif
