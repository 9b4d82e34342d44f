/* A line from the person: a word of the console, a move, a command of the protocol, or a typing error. */
#include <inttypes.h>
#include <stdio.h>

#include "adapters/console/desk.h"
#include "adapters/console/words.h"
#include "protocol/commands.h"

enum { LINE_ROOM = 4096 };

/* -- moves -- */

/* Small letters and digits, as moves are written: D2-D4 is d2d4. */
static void write_plainly(struct word line, char *room, size_t size)
{
    struct text plain = text_in(room, size);
    for (size_t i = 0; i < line.length; i++) {
        char character = line.at[i];
        if (character == '-' || character == '+')
            continue;
        text_char(&plain, character >= 'A' && character <= 'Z' ? (char)(character | 0x20) : character);
    }
}

static move_t parse_move(const struct desk *desk, struct word word)
{
    return session_game(desk->session)->move_parse(session_board(desk->session), word);
}

static bool is_legal(const struct desk *desk, move_t move)
{
    const struct session *session = desk->session;
    return move != MOVE_NONE &&
           game_allows(session_game(session), session_board(session), session_position(session), move);
}

/* As many as a line has room for; of dice the outcomes. */
static void list_legal(const struct desk *desk, struct text *line)
{
    enum { COLUMNS = 72 };
    assert(desk_turn(desk) != ACTOR_NONE);
    const struct session *session = desk->session;
    const struct game *game = session_game(session);
    struct move_list list;
    game_successors(game, session_board(session), session_position(session), &list);
    for (int i = 0; i < list.count; i++) {
        char word[MOVE_WORD_MAX];
        game->move_print(session_board(session), list.at[i], word);
        if (line->length + strlen(word) > COLUMNS) {
            text_string(line, " ... (TAB shows all)");
            return;
        }
        text_format(line, " %s", word);
    }
}

static void refuse_move(struct desk *desk, struct word word)
{
    char room[256];
    struct text line = text_in(room, sizeof room);
    text_chars(&line, word.at, word.length < 20 ? word.length : 20);
    switch (desk_turn(desk)) {
    case ACTOR_NONE:
        text_clear(&line);
        text_string(&line, "the game is over: newgame or undo");
        break;
    case ACTOR_CHANCE: text_string(&line, " is not due: the dice are; type roll, or one of"); break;
    default: text_string(&line, " is not legal here; legal:"); break;
    }
    if (desk_turn(desk) != ACTOR_NONE)
        list_legal(desk, &line);
    desk_say(desk, "%s", room);
}

static void say_legal(struct desk *desk)
{
    char room[256];
    struct text line = text_in(room, sizeof room);
    if (desk_turn(desk) == ACTOR_NONE)
        return;
    text_string(&line, desk_turn(desk) == ACTOR_CHANCE ? "the dice are due: roll, or one of" : "legal:");
    list_legal(desk, &line);
    desk_say(desk, "%s", room);
}

static bool has_digit(const char *at, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (at[i] >= '0' && at[i] <= '9')
            return true;
    return false;
}

/* Where moves are written with digits, as d2d4, a word with one is meant for a move. */
static bool is_like_a_move(const struct desk *desk, struct word word)
{
    const struct session *session = desk->session;
    const struct game *game = session_game(session);
    char legal[MOVE_WORD_MAX] = "";
    if (desk_turn(desk) == ACTOR_NONE)
        return false;
    struct move_list list;
    game_successors(game, session_board(session), session_position(session), &list);
    assert(list.count > 0);
    game->move_print(session_board(session), list.at[0], legal);
    return has_digit(word.at, word.length) && has_digit(legal, strlen(legal));
}

/* What is neither is a slip. */
static void refuse_word(struct desk *desk, struct word typed, struct word plain)
{
    const char *guess = console_word_guess(typed);
    int shown = typed.length < 40 ? (int)typed.length : 40;
    if (parse_move(desk, plain) != MOVE_NONE || (guess == NULL && is_like_a_move(desk, plain)))
        refuse_move(desk, plain);
    else if (guess != NULL)
        desk_say(desk, "no such command or move: %.*s; did you mean %s?", shown, typed.at, guess);
    else if (console_topic_find(typed) != NULL || game_find(typed) != NULL)
        desk_say(desk, "no such command or move: %.*s; help %.*s tells about it", shown, typed.at, shown,
                 typed.at);
    else {
        desk_say(desk, "no such command or move: %.*s; help lists the commands", shown, typed.at);
        say_legal(desk);
    }
}

/* A move off the list is taken where the rules accept any; that it does nothing is worth a word. */
static bool is_listed(const struct game *game, const struct board *board, const struct position *position,
                      move_t move)
{
    struct move_list list;
    enum actor turn = game->turn(board, position);
    if (turn == ACTOR_CHANCE || game->accepts == NULL)
        return true;
    game->moves(board, position, &list);
    return move_list_has(&list, move);
}

/* Tells which of the moves made from `first` on came to nothing, and what they cost. */
static void tell_idle_moves(struct desk *desk, int first)
{
    const struct game *game = session_game(desk->session);
    const struct board *board = session_board(desk->session);
    for (int ply = first; ply < session_plies(desk->session); ply++) {
        struct position before, after;
        char word[MOVE_WORD_MAX];
        int64_t had[2], has[2];
        move_t move = session_move_at(desk->session, ply);
        session_position_at(desk->session, ply, &before);
        session_position_at(desk->session, ply + 1, &after);
        if (is_listed(game, board, &before, move))
            continue;
        assert(ply >= 0 && game->accepts != NULL);
        int side = game->turn(board, &before) == ACTOR_TWO;
        game->score(board, &before, had);
        game->score(board, &after, has);
        game->move_print(board, move, word);
        desk_say(desk, "%s leads nowhere from there: score %+" PRId64, word, has[side] - had[side]);
    }
}

static void obey_moves(struct desk *desk, const char *line)
{
    char plain[LINE_ROOM], play[LINE_ROOM + 8];
    write_plainly(word_from(line), plain, sizeof plain);
    struct cursor typed = cursor_over(line, strlen(line));
    struct cursor cursor = cursor_over(plain, strlen(plain));
    struct word word = cursor_next(&cursor);
    if (!is_legal(desk, parse_move(desk, word))) {
        refuse_word(desk, cursor_next(&typed), word);
        return;
    }
    if (desk_is_searching(desk)) { /* or its move has come and not been played yet */
        desk_say(desk, "a search is running: stop or Ctrl-C ends it");
        return;
    }
    snprintf(play, sizeof play, "play %s", plain);
    int first = session_plies(desk->session);
    desk_send(desk, play);
    tell_idle_moves(desk, first);
}

/* -- lines -- */

static uint64_t position_stamp(const struct desk *desk)
{
    const struct game *game = session_game(desk->session);
    return game->key(session_board(desk->session), session_position(desk->session)) ^ (uintptr_t)game;
}

static bool is_always_heard(struct word word)
{
    const struct console_word *own = console_word_find(word);
    const struct command *command = command_find(word);
    return own != NULL ? own->always : command == NULL || command->when != COMMAND_IDLE;
}

/* Whether the line must wait for the end of what runs; then it says so. */
static bool is_too_early(struct desk *desk, struct word word)
{
    bool counts = session_is_counting(desk->session);
    bool waits = counts ? !word_is_nocase(word, "stop") : desk_is_searching(desk) && !is_always_heard(word);
    if (waits)
        desk_say(desk, "a %s is running: stop or Ctrl-C ends it", counts ? "count" : "search");
    return waits;
}

static bool begins_game(struct word word)
{
    return word_is_nocase(word, "newgame") || word_is_nocase(word, "uginewgame") ||
           word_is_nocase(word, "ucinewgame");
}

static bool begins_search(struct word word)
{
    const struct command *command = command_find(word);
    return command != NULL && (command->completes == COMPLETES_LIMITS || word_is_nocase(word, "solve") ||
                               word_is_nocase(word, "bestmove"));
}

static void send_command(struct desk *desk, struct word word, const char *line)
{
    if (begins_search(word))
        desk_prepare_table(desk);
    desk_send(desk, line);
    if (begins_game(word))
        play_auto_off(desk, "a new game");
}

static void carry_out(struct desk *desk, const char *line)
{
    struct cursor cursor = cursor_over(line, strlen(line));
    struct word word = cursor_next(&cursor);
    const struct console_word *own = console_word_find(word);
    if (word.length == 0 || word.at[0] == '#')
        return;
    if (own != NULL)
        own->run(desk, &cursor);
    else if (command_find(word) != NULL)
        send_command(desk, word, line);
    else
        obey_moves(desk, line);
}

void obey_line(struct desk *desk, const char *line)
{
    assert(strchr(line, '\n') == NULL);
    struct cursor cursor = cursor_over(line, strlen(line));
    struct word word = cursor_next(&cursor);
    if (desk->question != QUESTION_NONE) {
        ask_answer(desk, line);
        return;
    }
    if (is_too_early(desk, word))
        return;
    uint64_t before = position_stamp(desk);
    carry_out(desk, line);
    if (position_stamp(desk) != before)
        desk->board_due = true;
}
