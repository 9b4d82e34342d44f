/* Play: the engine's turns, dice, and taking back. */
#include <stdio.h>
#include <stdlib.h>

#include "adapters/console/desk.h"
#include "base/clock.h"
#include "protocol/commands.h"
#include "search/search.h"

/* -- who plays by itself -- */

static bool is_anybody_automatic(const struct desk *desk)
{
    return desk->plays[ACTOR_ONE] || desk->plays[ACTOR_TWO];
}

static bool is_for_one(const struct desk *desk)
{
    return game_players(session_game(desk->session), session_board(desk->session)) == 1;
}

/* No person has a move to make. */
static bool is_everybody_automatic(const struct desk *desk)
{
    return desk->plays[ACTOR_ONE] && (desk->plays[ACTOR_TWO] || is_for_one(desk));
}

/* Dice are rolled for whoever plays with an engine. */
static bool is_automatic(const struct desk *desk, enum actor actor)
{
    assert(actor <= ACTOR_CHANCE);
    if (actor == ACTOR_CHANCE)
        return is_anybody_automatic(desk);
    return actor != ACTOR_NONE && desk->plays[actor];
}

void play_auto_off(struct desk *desk, const char *why)
{
    if (is_anybody_automatic(desk))
        desk_say(desk, "auto is off%s%s", why[0] != '\0' ? ": " : "", why);
    memset(desk->plays, 0, sizeof desk->plays);
    desk_set_prompt(desk);
}

/* A move it is thinking about is told, and not played. */
static void turn_off(struct desk *desk)
{
    if (desk->purpose == PURPOSE_PLAY)
        session_stop(desk->session);
    desk->purpose = PURPOSE_TOLD;
    desk->pretty.quiet = false;
    play_auto_off(desk, "");
}

static bool is_limit(struct word word)
{
    int i = 0;
    while (limit_word(i) != NULL && !word_is_nocase(word, limit_word(i)))
        i++;
    return limit_word(i) != NULL;
}

/* Whether every word means something behind go; what does not is told. */
static bool are_limits(struct desk *desk, struct cursor cursor)
{
    bool names_moves = false; /* behind searchmoves */
    int64_t number;
    for (struct word word; (word = cursor_next(&cursor)).length > 0;) {
        if (is_limit(word)) {
            names_moves = word_is_nocase(word, "searchmoves");
        } else if (!names_moves && !word_number(word, INT64_MIN, INT64_MAX, &number)) {
            desk_say(desk, "auto takes limits as go does, not %.*s; level N says how strongly it plays",
                     (int)word.length, word.at);
            return false;
        }
    }
    return true;
}

void play_auto(struct desk *desk, struct cursor *cursor)
{
    struct word who = cursor_next(cursor);
    bool both = word_is_nocase(who, "both");
    bool one = both || word_is_nocase(who, "1");
    bool two = both || word_is_nocase(who, "2");
    if (!one && !two && !word_is_nocase(who, "off")) {
        desk_say(desk, "auto 1, auto 2, auto both or auto off; table and limits as behind go may follow:");
        desk_say(desk, "auto 2 table movetime 300");
        return;
    }
    if (!one && !two) {
        turn_off(desk);
        return;
    }
    if (!one && is_for_one(desk)) {
        desk_say(desk, "this game has one player: auto 1");
        return;
    }
    struct cursor before = *cursor;
    bool shows_table = word_is_nocase(cursor_next(cursor), "table");
    if (!shows_table)
        *cursor = before;
    if (!are_limits(desk, *cursor))
        return;
    struct word limits = cursor_rest(cursor);
    desk->shows_table = shows_table;
    snprintf(desk->limits, sizeof desk->limits, "%.*s", (int)limits.length, limits.at);
    desk->plays[ACTOR_ONE] = one;
    desk->plays[ACTOR_TWO] = two;
    desk_set_prompt(desk);
}

/* -- the engine's turn -- */

/* Lets the engine think about a move to play. If `go` refuses the limits it would do so for ever: no more of it. */
static void think(struct desk *desk)
{
    assert(desk->purpose == PURPOSE_TOLD && desk->override_count == 0);
    assert(desk->level >= 0 && desk->level <= LEVEL_MAX);
    char line[300];
    char level[8];
    desk_prepare_table(desk);
    snprintf(level, sizeof level, "%d", desk->level);
    if (desk->level > 0)
        desk_override(desk, "Level", level);
    size_t mark = inbox_mark(&desk->inbox);
    snprintf(line, sizeof line, "go %s", desk->limits);
    desk->purpose = PURPOSE_PLAY;
    desk->pretty.quiet = !desk->shows_table;
    desk_send(desk, line);
    if (!inbox_has_error(&desk->inbox, mark))
        return;
    desk->purpose = PURPOSE_TOLD;
    desk->pretty.quiet = false;
    desk_restore(desk);
    play_auto_off(desk, "");
}

/* The word of the outcome drawn for the chance event due, or NULL and the error is shown. */
static char *draw_outcome(struct desk *desk, char *room, size_t size)
{
    size_t used;
    char *lines = desk_ask(desk, "roll", &used);
    bool drawn = lines != NULL && strncmp(lines, "response ", 9) == 0;
    if (drawn)
        snprintf(room, size, "%s", lines + 9);
    else if (lines != NULL)
        inbox_put(&desk->inbox, lines, strlen(lines));
    free(lines);
    return drawn ? room : NULL;
}

static void play_word(struct desk *desk, const char *word)
{
    char line[64];
    snprintf(line, sizeof line, "play %s", word);
    desk_send(desk, line);
    desk->board_due = true;
    desk_set_prompt(desk);
}

void play_roll(struct desk *desk, struct cursor *cursor)
{
    char word[MOVE_WORD_MAX];
    (void)cursor;
    if (desk_turn(desk) != ACTOR_CHANCE) {
        desk_say(desk, "no die is due here");
        return;
    }
    if (draw_outcome(desk, word, sizeof word) == NULL)
        return;
    desk_say(desk, "rolled %s", word);
    play_word(desk, word);
}

static bool is_busy(struct desk *desk)
{
    return desk->leaving || desk->question != QUESTION_NONE || desk->purpose != PURPOSE_TOLD ||
           desk_is_searching(desk) || session_is_counting(desk->session);
}

/* A board that an engine's answer will change at once is not shown before it. */
void play_go_on(struct desk *desk)
{
    if (is_busy(desk))
        return;
    enum actor turn = desk_turn(desk);
    bool goes_on = is_automatic(desk, turn);
    if (desk->board_due && !goes_on)
        desk_show_board(desk);
    if (goes_on && turn == ACTOR_CHANCE)
        play_roll(desk, NULL);
    else if (goes_on)
        think(desk);
}

void play_take_bestmove(struct desk *desk, const char *line)
{
    struct cursor cursor = cursor_over(line, strlen(line));
    char move[MOVE_WORD_MAX], score[64];
    cursor_next(&cursor);
    struct word word = cursor_next(&cursor);
    snprintf(move, sizeof move, "%.*s", (int)word.length, word.at);
    enum purpose purpose = desk->purpose;
    assert(strncmp(line, "bestmove ", 9) == 0);
    desk->purpose = PURPOSE_TOLD;
    desk->pretty.quiet = false;
    desk->search_began = 0;
    desk_restore(desk);
    desk_set_prompt(desk);
    pretty_last_score(&desk->pretty, score, sizeof score);
    if (purpose == PURPOSE_HINT)
        desk_say(desk, "hint: %s   %s", move, score);
    if (purpose != PURPOSE_PLAY)
        return;
    desk_say(desk, "player %d plays %s   %s", desk_turn(desk) == ACTOR_TWO ? 2 : 1, move, score);
    play_word(desk, move);
    desk_show_board(desk);
}

void play_interrupt(struct desk *desk)
{
    if (desk->purpose == PURPOSE_PLAY)
        desk_say(desk, "stopped: it plays the best move it has");
    if (is_everybody_automatic(desk))
        play_auto_off(desk, "Ctrl-C");
}

/* A second of the best play, whatever opponent has been chosen. */
void play_hint(struct desk *desk, struct cursor *cursor)
{
    (void)cursor;
    assert(desk->purpose == PURPOSE_TOLD && desk->override_count == 0);
    size_t mark = inbox_mark(&desk->inbox);
    desk_override(desk, "Style", "best");
    desk_override(desk, "MultiPV", "1");
    desk_override(desk, "Level", "0");
    desk->purpose = PURPOSE_HINT;
    desk->pretty.quiet = true;
    desk_send(desk, "go movetime 1000");
    if (!inbox_has_error(&desk->inbox, mark))
        return;
    desk->purpose = PURPOSE_TOLD;
    desk->pretty.quiet = false;
    desk_restore(desk);
}

/* A Seed that nobody has chosen would let the engine slip in the same places in every game. */
static void choose_seed(struct desk *desk)
{
    size_t used;
    char line[64];
    char *seed = desk_ask(desk, "query option Seed", &used);
    if (seed != NULL && strcmp(seed, "response 1") == 0) {
        snprintf(line, sizeof line, "setoption name Seed value %d", (int)(clock_now() % 1000000) + 2);
        desk_send(desk, line);
    }
    free(seed);
}

void play_level(struct desk *desk, struct cursor *cursor)
{
    int64_t level;
    struct word word = cursor_next(cursor);
    if (!word_number(word, 0, LEVEL_MAX, &level)) {
        desk_say(desk,
                 "level 1, easy, to level %d, hard, each ahead of the one below in about two games of three; "
                 "level 0 is full strength",
                 LEVEL_MAX);
        return;
    }
    desk->level = (int)level;
    if (level > 0)
        choose_seed(desk);
    if (level > 0)
        desk_say(desk, "auto plays at level %d of %d", desk->level, LEVEL_MAX);
    else
        desk_say(desk, "auto plays at full strength");
    desk_set_prompt(desk);
}

/* -- taking back -- */

static enum actor turn_at(const struct session *session, int ply)
{
    struct position position;
    session_position_at(session, ply, &position);
    return session_game(session)->turn(session_board(session), &position);
}

/* Plies back to the last decision of somebody who is not on auto; 0: there was none. */
static int plies_to_own_move(const struct desk *desk)
{
    int plies = session_plies(desk->session);
    assert(is_anybody_automatic(desk) && !is_everybody_automatic(desk));
    for (int ply = plies - 1; ply >= 0; ply--)
        if (!is_automatic(desk, turn_at(desk->session, ply)))
            return plies - ply;
    return 0;
}

/* Against the engine one takes back one's own move, its answer with it. */
void play_undo(struct desk *desk, struct cursor *cursor)
{
    char line[32] = "undo";
    struct word count = cursor_next(cursor);
    if (is_everybody_automatic(desk))
        play_auto_off(desk, "taken back");
    if (count.length > 0) {
        snprintf(line, sizeof line, "undo %.*s", (int)(count.length < 12 ? count.length : 12), count.at);
    } else if (is_anybody_automatic(desk)) {
        int plies = plies_to_own_move(desk);
        if (plies == 0) {
            desk_say(desk, "you have made no move to take back");
            return;
        }
        snprintf(line, sizeof line, "undo %d", plies);
    }
    int before = session_plies(desk->session);
    desk_send(desk, line);
    if (session_plies(desk->session) == before)
        return;
    if (is_automatic(desk, desk_turn(desk)))
        play_auto_off(desk, "it is the engine's turn"); /* or it would play the same again */
}
