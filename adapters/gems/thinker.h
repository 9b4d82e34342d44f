/* An engine that answers in time, come what may: it is asked for a move with less time than there is, told to
 * stop if it thinks on, and left alone if it does not, with the best it has said so far. */
#ifndef PANJ_GEMS_THINKER_H
#define PANJ_GEMS_THINKER_H

#include "adapters/gems/action.h"
#include "adapters/gems/state.h"
#include "adapters/wire/wire.h"

enum thinker_state {
    THINKER_STARTING, /* it has not said readyok yet */
    THINKER_IDLE,
    THINKER_THINKING
};

struct thinker_question {
    char fen[STATE_FEN];
    int64_t came_at; /* when the time began to run */
    int64_t timeout; /* how long it runs */
};

struct thinker {
    struct wire *wire;
    enum thinker_state state;
    bool open;     /* a question waits for its answer */
    bool sent;     /* the engine thinks about that very question */
    bool stopped;  /* it has been told to stop */
    bool refused;  /* it has found fault with the question */
    bool predicts; /* the answer is still to be played for the score it leads to */
    struct thinker_question question;
    enum action answer; /* to the question before, or the best so far */
    int scores_asked;   /* predictions the engine was asked for */
    int scores_told;    /* and has told; `score` is the newest */
    int64_t score[PLAYERS];
    int64_t deadline; /* it must have spoken by then */
};

enum thinker_event { THINKER_NOTHING, THINKER_ANSWER, THINKER_FAILED };

/* Starts the engine; false with errno set. */
bool thinker_open(struct thinker *, const char *const *command, int64_t now);
void thinker_free(struct thinker *);
/* A new question; an older one is dropped. */
void thinker_ask(struct thinker *, const struct thinker_question *, int64_t now);
/* Reads what the engine has said and does what is due. On THINKER_ANSWER `answer` is what to play. */
enum thinker_event thinker_step(struct thinker *, int64_t now);
/* When thinker_step() must be called although nothing has come. */
int64_t thinker_next(const struct thinker *);
/* No prediction of a score is under way. */
bool thinker_is_settled(const struct thinker *);
/* Moments of a question: after the first the engine must stop, after the second the best so far is the
 * answer, after the third it is too late to send one. */
int64_t thinker_stop_at(const struct thinker_question *);
int64_t thinker_answer_at(const struct thinker_question *);
int64_t thinker_late_at(const struct thinker_question *);
/* Why it failed, in words. */
void thinker_describe(const struct thinker *, char *room, size_t size);

#endif
