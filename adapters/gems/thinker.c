#include "adapters/gems/thinker.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "adapters/gems/words.h"

/* Parts of the time in per cent: thinking ends, the engine is told to stop, the answer leaves, nothing leaves
 * any more. */
enum { THINK = 60, STOP = 70, ANSWER = 80, LATE = 92 };

enum { PATIENCE = 10 * WIRE_SECOND, LINE_LIMIT = 1 << 16 };

static int64_t question_moment(const struct thinker_question *question, int per_cent)
{
    return question->came_at + question->timeout * per_cent / 100;
}

int64_t thinker_stop_at(const struct thinker_question *question)
{
    return question_moment(question, STOP);
}

int64_t thinker_answer_at(const struct thinker_question *question)
{
    return question_moment(question, ANSWER);
}

int64_t thinker_late_at(const struct thinker_question *question)
{
    return question_moment(question, LATE);
}

bool thinker_open(struct thinker *thinker, const char *const *command, int64_t now)
{
    const struct wire_options options = {.argv = command, .errors = "-", .line_limit = LINE_LIMIT};
    assert(command[0] != NULL);
    *thinker = (struct thinker){.state = THINKER_STARTING, .deadline = now + PATIENCE};
    thinker->wire = wire_open(&options);
    return thinker->wire != NULL && wire_printf(thinker->wire, "ugi\nnewgame gems\nisready\n");
}

void thinker_free(struct thinker *thinker)
{
    if (thinker->wire != NULL)
        wire_close(thinker->wire, WIRE_SECOND / 10);
    thinker->wire = NULL;
}

/* -- sending -- */

static void thinker_send_prediction(struct thinker *thinker)
{
    assert(thinker->state == THINKER_IDLE && thinker->answer < ACTIONS);
    wire_printf(thinker->wire, "position fen %s moves %s\nquery score\n", thinker->question.fen,
                action_move[thinker->answer]);
    thinker->predicts = false;
    thinker->scores_asked++;
}

static void thinker_send_question(struct thinker *thinker, int64_t now)
{
    assert(thinker->state == THINKER_IDLE && thinker->open);
    int64_t left = (question_moment(&thinker->question, THINK) - now) / WIRE_MILLISECOND;
    wire_printf(thinker->wire, "position fen %s\ngo movetime %" PRId64 "\n", thinker->question.fen,
                left < 1 ? 1 : left);
    wire_flush(thinker->wire);
    thinker->state = THINKER_THINKING;
    thinker->sent = true;
    thinker->stopped = thinker->refused = false;
    thinker->deadline = thinker->question.came_at + thinker->question.timeout + PATIENCE;
}

static void thinker_stop(struct thinker *thinker)
{
    if (thinker->state == THINKER_THINKING && !thinker->stopped)
        wire_printf(thinker->wire, "stop\n");
    wire_flush(thinker->wire);
    thinker->stopped = true;
}

void thinker_ask(struct thinker *thinker, const struct thinker_question *question, int64_t now)
{
    assert(question->timeout > 0 && question->came_at <= now);
    if (thinker->state == THINKER_THINKING)
        thinker_stop(thinker);
    thinker->question = *question;
    thinker->open = true;
    thinker->sent = thinker->predicts = false;
    thinker->answer = ACTION_NOOP;
    if (thinker->state == THINKER_IDLE)
        thinker_send_question(thinker, now);
}

/* -- reading -- */

/* The best so far is the first move of the newest line of thought. */
static void thinker_hear_info(struct thinker *thinker, char *rest)
{
    char *pv = strstr(rest, " pv ");
    if (pv == NULL || !thinker->open || !thinker->sent || thinker->refused)
        return;
    pv += strlen(" pv ");
    const char *word = wire_word_next(&pv);
    enum action action = word == NULL ? ACTION_NONE : action_of_move(word);
    if (action != ACTION_NONE)
        thinker->answer = action;
}

static bool thinker_hear_move(struct thinker *thinker, char *rest)
{
    if (thinker->state != THINKER_THINKING)
        return false;
    thinker->state = THINKER_IDLE;
    if (!thinker->open || !thinker->sent)
        return false;
    const char *word = wire_word_next(&rest);
    enum action action = word == NULL || thinker->refused ? ACTION_NONE : action_of_move(word);
    thinker->answer = action == ACTION_NONE ? ACTION_NOOP : action;
    assert(thinker->answer < ACTIONS);
    return true;
}

static void thinker_hear_score(struct thinker *thinker, char *rest)
{
    for (int who = 0; who < PLAYERS; who++) {
        const char *word = wire_word_next(&rest);
        if (word == NULL || !wire_number_parse(word, INT32_MIN, INT32_MAX, &thinker->score[who]))
            break;
    }
    thinker->scores_told++;
}

/* An error before a search begins is about the question, else about a prediction. */
static void thinker_hear_error(struct thinker *thinker, const char *rest)
{
    fprintf(stderr, "panj-gems: the engine says: error %s\n", rest);
    thinker->refused = true;
    if (thinker->state == THINKER_THINKING && strncmp(rest, "game_over", 9) == 0)
        thinker->state = THINKER_IDLE;
}

/* True if that was the answer to the open question. */
static bool thinker_hear(struct thinker *thinker, char *line)
{
    const char *word = wire_word_next(&line);
    if (word == NULL)
        return false;
    if (strcmp(word, "info") == 0)
        thinker_hear_info(thinker, line);
    else if (strcmp(word, "bestmove") == 0)
        return thinker_hear_move(thinker, line);
    else if (strcmp(word, "response") == 0)
        thinker_hear_score(thinker, line);
    else if (strcmp(word, "error") == 0)
        thinker_hear_error(thinker, line);
    else if (strcmp(word, "readyok") == 0 && thinker->state == THINKER_STARTING)
        thinker->state = THINKER_IDLE;
    return false;
}

static bool thinker_read(struct thinker *thinker, bool *answered)
{
    struct wire_line line;
    enum wire_event event;
    while ((event = wire_next(thinker->wire, &line)) == WIRE_LINE || event == WIRE_LONG_LINE)
        if (event == WIRE_LINE && thinker_hear(thinker, line.at))
            *answered = true;
    return event == WIRE_NOTHING;
}

/* -- what is due -- */

static enum thinker_event thinker_close_question(struct thinker *thinker)
{
    assert(thinker->open && thinker->answer < ACTIONS);
    thinker->open = false;
    thinker->predicts = true;
    return THINKER_ANSWER;
}

static void thinker_send_what_waits(struct thinker *thinker, int64_t now)
{
    if (thinker->state != THINKER_IDLE)
        return;
    if (thinker->predicts)
        thinker_send_prediction(thinker);
    if (thinker->open && !thinker->sent)
        thinker_send_question(thinker, now);
    wire_flush(thinker->wire);
}

enum thinker_event thinker_step(struct thinker *thinker, int64_t now)
{
    assert(thinker->wire != NULL);
    bool answered = false;
    bool alive = thinker_read(thinker, &answered);
    bool busy = thinker->state != THINKER_IDLE;
    if (!answered && (!alive || (busy && now >= thinker->deadline)))
        return THINKER_FAILED;
    enum thinker_event event = THINKER_NOTHING;
    if (answered || (thinker->open && now >= thinker_answer_at(&thinker->question)))
        event = thinker_close_question(thinker);
    else if (thinker->open && thinker->sent && now >= thinker_stop_at(&thinker->question))
        thinker_stop(thinker);
    thinker_send_what_waits(thinker, now);
    return event;
}

int64_t thinker_next(const struct thinker *thinker)
{
    int64_t next = thinker->state == THINKER_IDLE ? WIRE_FOREVER : thinker->deadline;
    int64_t due = WIRE_FOREVER;
    if (thinker->open)
        due = thinker->stopped || !thinker->sent ? thinker_answer_at(&thinker->question)
                                                 : thinker_stop_at(&thinker->question);
    return due < next ? due : next;
}

bool thinker_is_settled(const struct thinker *thinker)
{
    return !thinker->predicts && thinker->scores_told >= thinker->scores_asked;
}

void thinker_describe(const struct thinker *thinker, char *room, size_t size)
{
    struct wire_exit ended = wire_exit_status(thinker->wire);
    if (ended.how == WIRE_RUNS)
        snprintf(room, size, "%s", "it is silent");
    else
        wire_describe_exit(thinker->wire, room, size);
}
