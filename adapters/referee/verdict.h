/* How a game can end, and how an engine can fail. */
#ifndef PANJ_REFEREE_VERDICT_H
#define PANJ_REFEREE_VERDICT_H

enum verdict {
    VERDICT_NONE,         /* it goes on */
    VERDICT_RULES,        /* by the rules of the game */
    VERDICT_ILLEGAL,      /* a move that the arbiter does not allow */
    VERDICT_TIME,         /* over its clock or move time */
    VERDICT_STALL,        /* no answer where no clock rules */
    VERDICT_CRASH,        /* it ended, or closed its pipes */
    VERDICT_PROTOCOL,     /* floods, answers what nobody asked, lies about the result */
    VERDICT_ADJUDICATION, /* the referee ended it */
    VERDICT_VOID,         /* it does not count */
    VERDICT_COUNT
};

static inline const char *verdict_word(enum verdict verdict)
{
    static const char *const words[VERDICT_COUNT] = {"none",  "rules",    "illegal",      "time", "stall",
                                                     "crash", "protocol", "adjudication", "void"};
    return words[verdict];
}

#endif
