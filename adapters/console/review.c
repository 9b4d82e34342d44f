/* What moves gave up: each is compared with the best one, in a session of its own. Where the exact method of the game
 * comes to its end on every board it is waited for, else it has so many seconds for each. It works backwards from the
 * end, since what is known of later positions helps with earlier ones. */
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

#include "adapters/console/desk.h"
#include "adapters/console/input.h"
#include "adapters/console/table.h"
#include "adapters/wire/columns.h"
#include "base/clock.h"
#include "search/solver.h"

enum { SECONDS_MAX = 600, SECONDS_USUAL = 1, UNTIL_PROVEN = 0 };

/* -- asking -- */

struct examiner {
    struct desk *desk;
    struct session *session;
    const char *what;     /* is going on, for people */
    int left;             /* positions to go */
    int seconds;          /* for each; UNTIL_PROVEN: as many as it takes */
    pthread_mutex_t lock; /* guards what follows: the search writes it */
    bool is_proven;       /* the last line */
    bool gives_up;        /* the exact method has come to its end without a proof */
    char lack[120];       /* what it said then, here or earlier; "": nothing so far */
    char info[8192];      /* the last line of the best move, "" for none */
    char best[MOVE_WORD_MAX];
};

/* What a position, or one move in it, is worth. */
struct finding {
    char info[8192];
    char best[MOVE_WORD_MAX];
    struct row row; /* points into info */
};

static void hear_info(struct examiner *examiner, const char *info)
{
    static const char lack[] = "string not proven";
    struct row row;
    if (row_read(info, &row) && row.multipv == 1) {
        memcpy(examiner->info, info, strlen(info) + 1);
        examiner->is_proven |= row.bound[0] == 'p';
    } else if (strncmp(info, lack, strlen(lack)) == 0) {
        struct text text = text_in(examiner->lack, sizeof examiner->lack);
        text_string(&text, info + strlen("string "));
        examiner->gives_up = true;
    }
}

static void hear_line(void *context, const char *line, size_t length)
{
    struct examiner *examiner = context;
    char copy[sizeof examiner->info];
    snprintf(copy, sizeof copy, "%.*s", (int)length, line);
    pthread_mutex_lock(&examiner->lock);
    if (strncmp(copy, "info ", 5) == 0)
        hear_info(examiner, copy + 5);
    if (strncmp(copy, "bestmove ", 9) == 0)
        snprintf(examiner->best, sizeof examiner->best, "%.*s", (int)strcspn(copy + 9, " "), copy + 9);
    pthread_mutex_unlock(&examiner->lock);
}

/* Tables as large as those of the desk. */
static void take_option(struct examiner *examiner, const char *name)
{
    char line[128];
    size_t used;
    snprintf(line, sizeof line, "query option %s", name);
    char *answer = desk_ask(examiner->desk, line, &used);
    if (answer != NULL && strncmp(answer, "response ", 9) == 0) {
        snprintf(line, sizeof line, "setoption name %s value %s", name, answer + 9);
        session_line(examiner->session, line, strlen(line));
    }
    free(answer);
}

static bool examiner_open(struct examiner *examiner, struct desk *desk, const char *what, int seconds)
{
    char line[64];
    const struct solver *solver = session_game(desk->session)->solver;
    bool is_ending = solver != NULL && solver->ends != NULL && solver->ends(session_board(desk->session));
    assert(seconds >= 0 && seconds <= SECONDS_MAX);
    *examiner = (struct examiner){.desk = desk, .what = what, .seconds = seconds};
    if (seconds == 0)
        examiner->seconds = is_ending ? UNTIL_PROVEN : SECONDS_USUAL;
    pthread_mutex_init(&examiner->lock, NULL);
    examiner->session = session_create(&(struct session_writer){.context = examiner, .line = hear_line});
    if (examiner->session == NULL) {
        desk_say(desk, "out of memory");
        return false;
    }
    snprintf(line, sizeof line, "newgame %s", session_game(desk->session)->name);
    session_line(examiner->session, line, strlen(line));
    take_option(examiner, "Hash");
    take_option(examiner, "TableMB");
    take_option(examiner, "Threads");
    return true;
}

static void examiner_close(struct examiner *examiner)
{
    session_destroy(examiner->session);
    pthread_mutex_destroy(&examiner->lock);
}

static void set_position(struct examiner *examiner, int plies)
{
    char *line = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&line, &length);
    if (out == NULL)
        return;
    record_print_position(examiner->desk->session, plies, out);
    if (fclose(out) == 0)
        session_line(examiner->session, line, length);
    free(line);
}

static void show_progress(const struct examiner *examiner, int64_t seconds)
{
    char prompt[INPUT_PROMPT_MAX];
    struct text text = text_in(prompt, sizeof prompt);
    text_format(&text, "(%s: %d to go", examiner->what, examiner->left);
    if (seconds > 1)
        text_format(&text, ", %" PRId64 " s for this one", seconds);
    text_string(&text, ", Ctrl-C stops) ");
    input_hide();
    input_set_prompt(prompt);
    input_show();
}

/* Proven, or nothing better than an estimate will come and the search has had the usual time for it. */
static bool is_settled(struct examiner *examiner, int64_t seconds)
{
    pthread_mutex_lock(&examiner->lock);
    bool settled = examiner->is_proven || (examiner->gives_up && seconds >= SECONDS_USUAL);
    pthread_mutex_unlock(&examiner->lock);
    return settled;
}

/* Until the search has ended, with the time that goes by in the prompt; Ctrl-C ends it. */
static void wait_for_search(struct examiner *examiner)
{
    enum { TURN = 5 /* milliseconds */, SECOND = 1000000 };
    int64_t began = clock_now();
    int64_t shown = 0;
    while (session_is_searching(examiner->session)) {
        poll(NULL, 0, TURN);
        int64_t seconds = (clock_now() - began) / SECOND;
        if (*examiner->desk->interrupts ||
            (examiner->seconds == UNTIL_PROVEN && is_settled(examiner, seconds)))
            session_stop(examiner->session);
        if (seconds > shown)
            show_progress(examiner, seconds);
        shown = seconds;
    }
}

/* Searches the position set; false if Ctrl-C came. `only`: the one move to look at, or NULL. */
static bool examine(struct examiner *examiner, const char *only, struct finding *finding)
{
    char line[128];
    struct text text = text_in(line, sizeof line);
    examiner->info[0] = examiner->best[0] = '\0';
    examiner->is_proven = examiner->gives_up = false;
    if (examiner->seconds == UNTIL_PROVEN)
        text_string(&text, "go infinite");
    else
        text_format(&text, "go movetime %d", examiner->seconds * 1000);
    if (only != NULL)
        text_format(&text, " searchmoves %s", only);
    session_line(examiner->session, line, strlen(line));
    wait_for_search(examiner);
    pthread_mutex_lock(&examiner->lock);
    memcpy(finding->info, examiner->info, sizeof finding->info);
    memcpy(finding->best, examiner->best, sizeof finding->best);
    pthread_mutex_unlock(&examiner->lock);
    bool told = row_read(finding->info, &finding->row);
    assert(told || *examiner->desk->interrupts);
    return told && !*examiner->desk->interrupts;
}

/* -- comparing -- */

enum judged { JUDGED_OPEN, JUDGED_GOOD, JUDGED_WORSE };

struct judgement {
    enum judged verdict;
    char played[MOVE_WORD_MAX];
    char best[MOVE_WORD_MAX];
    char played_score[32];
    char best_score[32];
    enum actor mover;
};

static bool is_proven(const struct row *row)
{
    return row->bound[0] == 'p';
}

/* In which units two scores can be compared: how long a win takes is a bound, so only that it is one counts. */
static int64_t amount(const struct row *row)
{
    if (strcmp(row->kind, "mate") == 0)
        return row->number > 0 ? 1 : -1;
    return row->number;
}

/* Chances without tables are good estimates; of them a hundredth is worth telling. */
static enum judged compare(const struct row *best, const struct row *played)
{
    assert(best->pv != NULL && played->pv != NULL);
    enum { WORTH_TELLING = 10000 };
    bool chance = strcmp(best->kind, "wp") == 0;
    if (!chance && (!is_proven(best) || !is_proven(played)))
        return JUDGED_OPEN;
    bool win = strcmp(best->kind, "mate") == 0;
    if (win != (strcmp(played->kind, "mate") == 0)) /* points on one side: their sign says who wins */
        return (amount(best) > 0) == (amount(played) > 0) ? JUDGED_GOOD : JUDGED_WORSE;
    int64_t lost = amount(best) - amount(played);
    return lost > (chance && !is_proven(best) ? WORTH_TELLING : 0) ? JUDGED_WORSE : JUDGED_GOOD;
}

/* False if Ctrl-C came. */
static bool judge(struct examiner *examiner, int ply, struct judgement *judgement)
{
    static struct finding best, played; /* large */
    const struct session *session = examiner->desk->session;
    const struct game *game = session_game(session);
    struct position before;
    assert(ply >= 0 && ply < session_plies(session));
    session_position_at(session, ply, &before);
    judgement->mover = game->turn(session_board(session), &before);
    judgement->verdict = JUDGED_GOOD;
    if (judgement->mover == ACTOR_CHANCE || game_count_moves(game, session_board(session), &before) < 2)
        return true;
    game->move_print(session_board(session), session_move_at(session, ply), judgement->played);
    set_position(examiner, ply);
    if (!examine(examiner, NULL, &best))
        return false;
    if (strcmp(best.best, judgement->played) == 0)
        return true;
    if (!examine(examiner, judgement->played, &played))
        return false;
    judgement->verdict = compare(&best.row, &played.row);
    bool utf8 = examiner->desk->pretty.utf8;
    snprintf(judgement->best, sizeof judgement->best, "%s", best.best);
    row_print_score(&best.row, game, utf8, judgement->best_score, sizeof judgement->best_score);
    row_print_score(&played.row, game, utf8, judgement->played_score, sizeof judgement->played_score);
    return true;
}

/* -- the word review -- */

/* Bytes that a text needs to fill so many columns. */
static int width_for(const char *text, int columns)
{
    return columns + (int)strlen(text) - wire_columns(text);
}

static void say_judgement(struct desk *desk, int ply, const struct judgement *judgement)
{
    enum { SCORE_COLUMNS = 10 };
    desk_say(desk, "%4d  player %d  %-10s %*s   but %-10s %*s", ply + 1,
             judgement->mover == ACTOR_TWO ? 2 : 1, judgement->played,
             width_for(judgement->played_score, SCORE_COLUMNS), judgement->played_score, judgement->best,
             width_for(judgement->best_score, SCORE_COLUMNS), judgement->best_score);
}

/* Why so many were not decided, and what may help. */
static void say_open(struct desk *desk, const struct examiner *examiner, int count)
{
    if (examiner->lack[0] != '\0')
        desk_say(desk, "%d could not be decided: %s", count, examiner->lack);
    else
        desk_say(desk, "%d could not be decided so fast; review 10 takes up to 10 seconds for each", count);
}

static void say_judgements(struct desk *desk, const struct judgement *at, const struct examiner *examiner)
{
    int count[3] = {0};
    int first = examiner->left; /* plies that were not looked at */
    for (int ply = first; ply < session_plies(desk->session); ply++) {
        count[at[ply].verdict]++;
        if (at[ply].verdict == JUDGED_WORSE)
            say_judgement(desk, ply, &at[ply]);
    }
    if (first > 0)
        desk_say(desk, "stopped: the first %d plies were not looked at", first);
    if (count[JUDGED_WORSE] == 0)
        desk_say(desk, "no move is known to have given anything up");
    else
        desk_say(desk, "%d move%s gave something up; why N shows what ply N allowed", count[JUDGED_WORSE],
                 count[JUDGED_WORSE] == 1 ? "" : "s");
    if (count[JUDGED_OPEN] > 0)
        say_open(desk, examiner, count[JUDGED_OPEN]);
}

void review_run(struct desk *desk, struct cursor *cursor)
{
    static struct examiner examiner; /* large */
    int64_t seconds = 0;             /* not said */
    struct word word = cursor_next(cursor);
    int plies = session_plies(desk->session);
    if (word.length > 0 && !word_number(word, 1, SECONDS_MAX, &seconds)) {
        desk_say(desk, "review [SECONDS for each move]");
        return;
    }
    struct judgement *at = calloc((size_t)plies + 1, sizeof *at);
    if (at == NULL || !examiner_open(&examiner, desk, "review", (int)seconds)) {
        free(at);
        return;
    }
    for (examiner.left = plies; examiner.left > 0; examiner.left--) {
        show_progress(&examiner, 0);
        if (!judge(&examiner, examiner.left - 1, &at[examiner.left - 1]))
            break;
    }
    say_judgements(desk, at, &examiner);
    examiner_close(&examiner);
    free(at);
}

/* -- the word why -- */

static void say_finding(struct desk *desk, const char *move, const struct finding *finding)
{
    char score[32];
    const char *bound = row_bound_words(&finding->row);
    row_print_score(&finding->row, session_game(desk->session), desk->pretty.utf8, score, sizeof score);
    desk_say(desk, "%s is worth %s%s%s: %s", move, score, ", ", bound[0] != '\0' ? bound : "an estimate",
             finding->row.pv);
}

/* More than the move is worth, as far as the two can be compared. */
static bool is_worth_more(const struct row *best, const struct row *played)
{
    return strcmp(best->kind, played->kind) != 0 || amount(best) > amount(played);
}

static void explain(struct desk *desk, int ply, const char *move)
{
    static struct examiner examiner;
    static struct finding best, played;
    if (!examiner_open(&examiner, desk, "why", 0))
        return;
    set_position(&examiner, ply);
    examiner.left = 2;
    show_progress(&examiner, 0);
    bool told = examine(&examiner, move, &played);
    examiner.left = 1;
    show_progress(&examiner, 0);
    told = told && examine(&examiner, NULL, &best);
    if (told)
        say_finding(desk, move, &played);
    if (told && is_worth_more(&best.row, &played.row) && strcmp(best.best, move) != 0)
        say_finding(desk, best.best, &best);
    else if (told)
        desk_say(desk, "nothing better is known");
    examiner_close(&examiner);
}

/* `why d2d4` of a move that could be made now, `why 12` of what was played at ply 12. */
void review_why(struct desk *desk, struct cursor *cursor)
{
    const struct session *session = desk->session;
    const struct game *game = session_game(session);
    const struct board *board = session_board(session);
    struct word word = cursor_next(cursor);
    char move[MOVE_WORD_MAX];
    int ply = session_plies(session);
    int64_t number;
    move_t asked = game->move_parse(board, word);
    if (word_number(word, 1, ply, &number)) {
        ply = (int)number - 1;
        asked = session_move_at(session, ply);
    }
    struct position position;
    session_position_at(session, ply, &position);
    enum actor turn = game->turn(board, &position);
    if (asked == MOVE_NONE || (turn != ACTOR_ONE && turn != ACTOR_TWO) ||
        !game_allows(game, board, &position, asked)) {
        desk_say(desk, "why MOVE, of a legal move, or why N, of the one at ply N of the game");
        return;
    }
    game->move_print(board, asked, move);
    explain(desk, ply, move);
}
