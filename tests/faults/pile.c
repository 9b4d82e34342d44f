/* A small engine of a trivial game, honest by default and faulty on request: what the referee and the wire
 * are tested with. It speaks UGI and, as an arbiter must, the queries of PROTOCOL.md.
 *
 * The game "pile": so many stones; a move t1 .. t<take> takes that many; who takes the last one wins. With
 * chance=on a roll r1 .. r<take> before every move says how many may be taken at most. A move from a pile
 * whose size divides by three scores 3, another scores 1. With players=1 the same player always moves.
 * FEN: <stones> <side> <limit> <score1> <score2> [take=n] [chance=on] [players=n]; limit 0: a roll is due.
 *
 * Words of the command line: play=first|last|best|hash, salt=N, fault=<one of `faults`>, at=K (its K-th
 * `go` of a game misbehaves, 1 by default), games=N (only from its N-th game on), after=FILE (the first
 * process is honest and makes the file, later ones misbehave), delay=MS before each answer, name=NAME. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct pile {
    int64_t stones, side, limit, score[2];
    int64_t take, chance, players;
};

enum fault {
    HONEST,
    CRASH,
    EXIT,
    HANG,
    ILLEGAL,
    JUNK_MOVE,
    NO_MOVE,
    FLOOD,
    LONG_LINE,
    LORIS,
    HALF_EXIT,
    HALF_HANG,
    TWICE,
    WRONG_RESULT,
    WRONG_OVER,
    IGNORE_QUIT,
    EXIT_EARLY,
    HANG_EARLY,
    FLOOD_EARLY,
    NEVER_READY,
    JUNK,
    DEAF,
    MUTE,
    BROOD,
    RESIGN,
    PADDED,
    REMARK,
    FAULTS
};

static const char *const faults[FAULTS] = {
    "none",       "crash",       "exit",       "hang",       "illegal",     "junk_move",   "no_move",
    "flood",      "long_line",   "loris",      "half_exit",  "half_hang",   "twice",       "wrong_result",
    "wrong_over", "ignore_quit", "exit_early", "hang_early", "flood_early", "never_ready", "junk",
    "deaf",       "mute",        "brood",      "resign",     "padded",      "remark"};

enum style { FIRST, LAST, BEST, HASH, STYLES };
static const char *const styles[STYLES] = {"first", "last", "best", "hash"};

struct engine {
    struct pile start, now;
    bool ponders, pondering;
    enum fault fault;
    bool first_process; /* of those with after=FILE */
    enum style style;
    int64_t salt, at, delay, from_game, goes, games;
    const char *name;
    char *out;
    size_t length, room;
};

/* -- output: gathered, sent when no more commands wait -- */

static void flush(struct engine *engine)
{
    size_t sent = 0;
    while (sent < engine->length) {
        ssize_t now = write(STDOUT_FILENO, engine->out + sent, engine->length - sent);
        if (now < 0 && errno != EINTR)
            _exit(0);
        sent += now > 0 ? (size_t)now : 0;
    }
    engine->length = 0;
}

static void say(struct engine *engine, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(struct engine *engine, const char *format, ...)
{
    if (engine->room - engine->length < 4096)
        flush(engine);
    bool padded = engine->fault == PADDED; /* no fault: what others may pass over */
    if (padded)
        engine->length += (size_t)sprintf(engine->out + engine->length, "# a remark\n \t");
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(engine->out + engine->length, 4000, format, arguments);
    va_end(arguments);
    engine->length += (size_t)length;
    if (padded)
        engine->length += (size_t)sprintf(engine->out + engine->length, " \t\r");
    engine->out[engine->length++] = '\n';
}

static void nap(int64_t milliseconds)
{
    struct timespec time = {milliseconds / 1000, (long)(milliseconds % 1000) * 1000000};
    nanosleep(&time, NULL);
}

static void sleep_for_ever(void)
{
    for (;;)
        nap(1000000);
}

/* -- the game -- */

static int64_t most(const struct pile *pile)
{
    int64_t limit = pile->chance ? pile->limit : pile->take;
    return pile->stones < limit ? pile->stones : limit;
}

static bool roll_is_due(const struct pile *pile)
{
    return pile->chance && pile->limit == 0 && pile->stones > 0;
}

static bool apply(struct pile *pile, const char *word)
{
    int64_t number =
        word[0] != '\0' && isdigit((unsigned char)word[1]) && word[2] == '\0' ? word[1] - '0' : 0;
    if (roll_is_due(pile)) {
        pile->limit = number;
        return word[0] == 'r' && number >= 1 && number <= pile->take;
    }
    if (word[0] != 't' || number < 1 || number > most(pile))
        return false;
    pile->score[pile->side - 1] += pile->stones % 3 == 0 ? 3 : 1;
    pile->stones -= number;
    pile->limit = 0;
    if (pile->players == 2)
        pile->side = 3 - pile->side;
    return true;
}

static bool read_key(const char *word, const char *key, int64_t *value)
{
    size_t length = strlen(key);
    if (strncmp(word, key, length) != 0 || word[length] != '=')
        return false;
    *value = strcmp(word + length + 1, "on") == 0 ? 1 : strtoll(word + length + 1, NULL, 10);
    return true;
}

static bool read_words(struct pile *pile, char *words)
{
    int64_t *const fields[] = {&pile->stones, &pile->side, &pile->limit, &pile->score[0], &pile->score[1]};
    size_t field = 0;
    *pile = (struct pile){.stones = 21, .side = 1, .take = 3, .players = 2};
    char *rest = NULL;
    for (char *word = strtok_r(words, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        bool known = read_key(word, "take", &pile->take) || read_key(word, "chance", &pile->chance) ||
                     read_key(word, "players", &pile->players) || read_key(word, "stones", &pile->stones) ||
                     read_key(word, pile->chance ? "dice" : "seed", &pile->stones);
        if (!known && (field >= 5 || !isdigit((unsigned char)word[0])))
            return false;
        if (!known)
            *fields[field++] = strtoll(word, NULL, 10);
    }
    return pile->stones >= 0 && pile->stones <= 1000000 && pile->take >= 1 && pile->take <= 9 &&
           (pile->side == 1 || pile->side == 2) && (pile->players == 1 || pile->players == 2);
}

static const char *result(const struct pile *pile)
{
    if (pile->stones > 0)
        return "none";
    return pile->players == 1 || pile->side == 2 ? "p1win" : "p2win";
}

static int64_t choose(const struct engine *engine)
{
    const struct pile *pile = &engine->now;
    int64_t limit = most(pile);
    uint64_t hash =
        ((uint64_t)pile->stones * 2654435761u + (uint64_t)engine->salt) * UINT64_C(0x9E3779B97F4A7C15);
    switch (engine->style) {
    case FIRST: return 1;
    case LAST: return limit;
    case BEST:
        return pile->stones % (pile->take + 1) == 0 || pile->stones % (pile->take + 1) > limit
                   ? 1
                   : pile->stones % (pile->take + 1);
    default: return 1 + (int64_t)((hash >> 33) % (uint64_t)limit);
    }
}

/* -- misbehaviour -- */

static bool misbehaves(const struct engine *engine, enum fault fault)
{
    return engine->fault == fault && engine->games >= engine->from_game;
}

static void flood(struct engine *engine)
{
    for (int64_t sent = 0; sent < 100 << 20; sent += 51)
        say(engine, "info depth 1 score cp 0 nodes 1 time 0 pv t1 t1 t1");
    flush(engine);
    sleep_for_ever();
}

static void long_line(struct engine *engine)
{
    for (int64_t sent = 0; sent < 100 << 20; sent += 4000) {
        say(engine, "%04000d", 7);
        engine->length--; /* without the newline */
    }
    flush(engine);
    sleep_for_ever();
}

static void slow_loris(void)
{
    for (;;) {
        if (write(STDOUT_FILENO, "b", 1) < 0)
            _exit(0);
        nap(20);
    }
}

/* Leaves grandchildren in sessions of their own, then crashes. */
static void brood(void)
{
    for (int i = 0; i < 3; i++)
        if (fork() == 0) {
            setsid();
            if (fork() == 0)
                signal(SIGHUP, SIG_IGN);
            sleep_for_ever();
        }
    nap(50);
    abort();
}

/* True if the answer to `go` has been given, or never will be. */
static bool go_wrong(struct engine *engine)
{
    flush(engine);
    switch (engine->fault) {
    case CRASH:
        signal(SIGSEGV, SIG_DFL);
        raise(SIGSEGV);
        break;
    case EXIT: _exit(3);
    case HANG: sleep_for_ever(); break;
    case ILLEGAL: say(engine, "bestmove t9"); return true;
    case JUNK_MOVE: say(engine, "bestmove %%$/!\x01 \xff"); return true;
    case NO_MOVE: say(engine, "bestmove"); return true;
    case RESIGN: say(engine, "bestmove resign"); return true;
    case FLOOD: flood(engine); break;
    case LONG_LINE: long_line(engine); break;
    case LORIS: slow_loris(); break;
    case HALF_EXIT:
        say(engine, "bestmove t");
        engine->length--;
        flush(engine);
        _exit(0);
    case HALF_HANG:
        say(engine, "bestmove t");
        engine->length--;
        flush(engine);
        sleep_for_ever();
        break;
    case REMARK: say(engine, "info string as I please"); break;
    case TWICE: say(engine, "bestmove t1"); break;
    case MUTE:
        close(STDOUT_FILENO);
        sleep_for_ever();
        break;
    case DEAF:
        close(STDIN_FILENO);
        sleep_for_ever();
        break;
    case BROOD: brood(); break;
    case JUNK:
        say(engine, "\x01\x02 junk \xff\xfe");
        say(engine, "info string \t");
        say(engine, " ");
        break;
    default: break;
    }
    return false;
}

/* -- commands -- */

static void command_ugi(struct engine *engine, const char *greeting)
{
    if (engine->fault == EXIT_EARLY)
        _exit(1);
    if (engine->fault == HANG_EARLY)
        sleep_for_ever();
    if (engine->fault == FLOOD_EARLY)
        flood(engine);
    say(engine, "id name %s", engine->name);
    say(engine, "id author the tests");
    say(engine, "option name Salt type spin default 0 min 0 max 1000000");
    say(engine, "option name Ponder type check default false");
    say(engine, "%s", greeting);
}

static void say_move(struct engine *engine)
{
    int64_t taken = choose(engine), left = engine->now.stones - taken;
    say(engine, "info depth %" PRId64 " score cp %" PRId64 " nodes 7 time 0 pv t%" PRId64, engine->goes,
        engine->now.stones % 4 * 10, taken);
    if (engine->ponders && left > 0)
        say(engine, "bestmove t%" PRId64 " ponder t%" PRId64, taken,
            left < engine->now.take ? left : engine->now.take);
    else
        say(engine, "bestmove t%" PRId64, taken);
}

static void command_go(struct engine *engine, const char *words)
{
    engine->goes++;
    if (engine->goes == engine->at && misbehaves(engine, engine->fault) && go_wrong(engine))
        return;
    if (engine->delay > 0)
        nap(engine->delay);
    engine->pondering = strncmp(words, "ponder", 6) == 0;
    if (engine->now.stones == 0 || roll_is_due(&engine->now))
        say(engine, "error %s", engine->now.stones == 0 ? "game_over" : "chance_pending");
    else if (!engine->pondering)
        say_move(engine);
}

/* `stop` and `ponderhit`: what was pondered on is answered. */
static void command_end_ponder(struct engine *engine)
{
    if (engine->pondering)
        say_move(engine);
    engine->pondering = false;
}

static void query_list(struct engine *engine, char letter, int64_t count, bool weighted)
{
    char list[64] = "";
    for (int64_t i = 1; i <= count; i++)
        snprintf(list + strlen(list), 16, weighted ? " 1@%c%d" : " %c%d", letter, (int)i);
    say(engine, "response %" PRId64 "%s", count, list);
}

static void query_score(struct engine *engine)
{
    const struct pile *pile = &engine->now;
    if (pile->players == 1)
        say(engine, "response %" PRId64, pile->score[0]);
    else
        say(engine, "response %" PRId64 " %" PRId64, pile->score[0], pile->score[1]);
}

static void query_fen(struct engine *engine)
{
    const struct pile *pile = &engine->now;
    say(engine,
        "response %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " take=%" PRId64
        "%s players=%" PRId64,
        pile->stones, pile->side, pile->limit, pile->score[0], pile->score[1], pile->take,
        pile->chance ? " chance=on" : "", pile->players);
}

static void query_turn(struct engine *engine)
{
    const struct pile *pile = &engine->now;
    if (pile->stones == 0)
        say(engine, "response none");
    else if (roll_is_due(pile))
        say(engine, "response chance");
    else
        say(engine, "response %" PRId64, pile->side);
}

static void query_result(struct engine *engine)
{
    const char *truth = result(&engine->now);
    if (misbehaves(engine, WRONG_RESULT) && engine->now.stones == 0)
        truth = strcmp(truth, "p1win") == 0 ? "p2win" : "p1win";
    say(engine, "response %s", truth);
}

static void command_query(struct engine *engine, const char *what)
{
    const struct pile *pile = &engine->now;
    if (strcmp(what, "turn") == 0)
        query_turn(engine);
    else if (strcmp(what, "gameover") == 0)
        say(engine, "response %s", (pile->stones == 0) != misbehaves(engine, WRONG_OVER) ? "true" : "false");
    else if (strcmp(what, "result") == 0)
        query_result(engine);
    else if (strcmp(what, "p1turn") == 0)
        say(engine, "response %s", pile->side == 1 ? "true" : "false");
    else if (strcmp(what, "legal") == 0)
        query_list(engine, 't', roll_is_due(pile) ? 0 : most(pile), false);
    else if (strcmp(what, "chance") == 0)
        query_list(engine, 'r', roll_is_due(pile) ? pile->take : 0, true);
    else if (strcmp(what, "score") == 0)
        query_score(engine);
    else if (strcmp(what, "players") == 0)
        say(engine, "response %" PRId64, pile->players);
    else if (strcmp(what, "reason") == 0)
        say(engine, "response %s", pile->stones == 0 ? "pile_is_empty" : "none");
    else if (strcmp(what, "fen") == 0)
        query_fen(engine);
    else
        say(engine, "error unknown_query %s", what);
}

/* Applies the words of `moves` to a copy, so that an error changes nothing. */
static void play(struct engine *engine, struct pile pile, char *moves)
{
    char *rest = NULL;
    int index = 1;
    for (char *word = strtok_r(moves, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest), index++)
        if (!apply(&pile, word)) {
            say(engine, "error illegal_move %d %s", index, word);
            return;
        }
    engine->now = pile;
}

static void command_position(struct engine *engine, char *words)
{
    char none[1] = "";
    char *moves = strstr(words, " moves");
    if (moves != NULL)
        *moves = '\0', moves += 6;
    struct pile pile = engine->start;
    if (strncmp(words, "fen ", 4) == 0 && !read_words(&pile, words + 4)) {
        say(engine, "error bad_fen stones unknown word");
        return;
    }
    play(engine, pile, moves == NULL ? none : moves);
}

static void command_newgame(struct engine *engine, char *words)
{
    engine->games++;
    engine->goes = 0;
    struct pile pile;
    char *flags = strncmp(words, "pile", 4) == 0 ? words + 4 : words;
    if (!read_words(&pile, flags)) {
        say(engine, "error bad_argument newgame");
        return;
    }
    engine->start = engine->now = pile;
}

static void command_quit(struct engine *engine)
{
    flush(engine);
    if (misbehaves(engine, IGNORE_QUIT))
        sleep_for_ever();
    exit(0);
}

static void command_display(struct engine *engine)
{
    say(engine, "%" PRId64 " stones", engine->now.stones);
}

static void handle(struct engine *engine, char *line)
{
    char *rest = line + strcspn(line, " ");
    if (*rest != '\0')
        *rest++ = '\0';
    if (strcmp(line, "ugi") == 0 || strcmp(line, "uci") == 0)
        command_ugi(engine, line[1] == 'g' ? "ugiok" : "uciok");
    else if (strcmp(line, "isready") == 0 && engine->fault != NEVER_READY)
        say(engine, "readyok");
    else if (strcmp(line, "go") == 0)
        command_go(engine, rest);
    else if (strcmp(line, "stop") == 0 || strcmp(line, "ponderhit") == 0)
        command_end_ponder(engine);
    else if (strcmp(line, "setoption") == 0)
        engine->ponders = engine->ponders || strcmp(rest, "name Ponder value true") == 0;
    else if (strcmp(line, "query") == 0)
        command_query(engine, rest);
    else if (strcmp(line, "play") == 0)
        play(engine, engine->now, rest);
    else if (strcmp(line, "position") == 0)
        command_position(engine, rest);
    else if (strcmp(line, "newgame") == 0 || strcmp(line, "uginewgame") == 0)
        command_newgame(engine, rest);
    else if (strcmp(line, "display") == 0)
        command_display(engine);
    else if (strcmp(line, "quit") == 0)
        command_quit(engine);
}

/* -- the loop -- */

static size_t handle_all(struct engine *engine, char *bytes, size_t length)
{
    char *from = bytes, *newline;
    while ((newline = memchr(from, '\n', length - (size_t)(from - bytes))) != NULL) {
        *newline = '\0';
        handle(engine, from);
        from = newline + 1;
    }
    size_t left = length - (size_t)(from - bytes);
    memmove(bytes, from, left);
    return left;
}

static void run(struct engine *engine)
{
    static char bytes[1 << 22];
    size_t length = 0;
    ssize_t got;
    while (length < sizeof bytes && (got = read(STDIN_FILENO, bytes + length, sizeof bytes - length)) > 0) {
        length = handle_all(engine, bytes, length + (size_t)got);
        flush(engine);
    }
    if (misbehaves(engine, IGNORE_QUIT))
        sleep_for_ever();
}

static int index_of(const char *word, const char *const *table, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(word, table[i]) == 0)
            return i;
    fprintf(stderr, "pile: unknown word %s\n", word);
    exit(2);
}

/* False: it is there already. */
static bool make_file(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0644);
    if (file >= 0)
        close(file);
    return file >= 0;
}

static void read_argument(struct engine *engine, const char *word)
{
    if (strncmp(word, "fault=", 6) == 0)
        engine->fault = (enum fault)index_of(word + 6, faults, FAULTS);
    else if (strncmp(word, "play=", 5) == 0)
        engine->style = (enum style)index_of(word + 5, styles, STYLES);
    else if (strncmp(word, "name=", 5) == 0)
        engine->name = word + 5;
    else if (strncmp(word, "after=", 6) == 0)
        engine->first_process = make_file(word + 6);
    else if (!read_key(word, "salt", &engine->salt) && !read_key(word, "at", &engine->at) &&
             !read_key(word, "delay", &engine->delay) && !read_key(word, "games", &engine->from_game))
        exit(2);
}

int main(int count, char **words)
{
    static char out[1 << 16];
    struct engine engine = {.style = HASH, .at = 1, .name = "pile", .out = out, .room = sizeof out};
    engine.start = (struct pile){.stones = 21, .side = 1, .take = 3, .players = 2};
    engine.now = engine.start;
    for (int i = 1; i < count; i++)
        read_argument(&engine, words[i]);
    if (engine.first_process)
        engine.fault = HONEST;
    run(&engine);
    return 0;
}
