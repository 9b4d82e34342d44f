/* Games kept as records: the format that panj-referee exports and that panj replays, see PROTOCOL.md. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "adapters/console/desk.h"

static const char first_line[] = "# a game of panj\n";

/* -- writing -- */

/* What the session answers to a question, without "response "; the caller frees it. NULL: out of memory. */
static char *answer_of(struct desk *desk, const char *question)
{
    static const char before[] = "response ";
    size_t used;
    char *answer = desk_ask(desk, question, &used);
    if (answer == NULL || strncmp(answer, before, strlen(before)) != 0) {
        free(answer);
        return NULL;
    }
    memmove(answer, answer + strlen(before), used - strlen(before));
    return answer;
}

static void write_comments(struct desk *desk, FILE *out)
{
    char *result = answer_of(desk, "query result");
    char *reason = answer_of(desk, "query reason");
    char *score = answer_of(desk, "query score");
    if (result != NULL && reason != NULL && strcmp(result, "none") != 0)
        fprintf(out, "# result %s: %s\n", result, reason);
    if (score != NULL)
        fprintf(out, "# score %s\n", score);
    free(result);
    free(reason);
    free(score);
}

void record_print_position(const struct session *session, int plies, FILE *out)
{
    const struct game *game = session_game(session);
    const struct board *board = session_board(session);
    struct position start;
    char fen[FEN_MAX], word[MOVE_WORD_MAX];
    struct text text = text_in(fen, sizeof fen);
    session_position_at(session, 0, &start);
    game->print(board, &start, &text);
    assert(!text.cut);
    fprintf(out, "position fen %s", fen);
    for (int ply = 0; ply < plies; ply++) {
        game->move_print(board, session_move_at(session, ply), word);
        fprintf(out, "%s %s", ply == 0 ? " moves" : "", word);
    }
}

/* The game on the board as a record; the caller frees it. NULL: out of memory. */
static char *record_text(struct desk *desk)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    fputs(first_line, out);
    write_comments(desk, out);
    fprintf(out, "newgame %s\n", session_game(desk->session)->name);
    record_print_position(desk->session, session_plies(desk->session), out);
    fputs("\nquery result\nquery score\n", out);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

void record_show(struct desk *desk, struct cursor *cursor)
{
    (void)cursor;
    char *text = record_text(desk);
    for (char *at = text, *end; at != NULL && *at != '\0'; at = end + 1) {
        end = strchr(at, '\n');
        *end = '\0';
        desk_say(desk, "%s", at);
    }
    free(text);
}

/* A file that is no record is nobody's to overwrite. */
static bool may_overwrite(const char *path)
{
    char begin[sizeof first_line] = "";
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return errno == ENOENT;
    size_t got = fread(begin, 1, sizeof begin - 1, file);
    fclose(file);
    return got == 0 || strcmp(begin, first_line) == 0;
}

static bool write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return false;
    bool good = fputs(text, file) >= 0;
    int why = errno;
    if (fclose(file) == 0 && good)
        return true;
    if (!good)
        errno = why;
    return false;
}

/* The rest of the line names the file, blanks and all. */
static bool read_path(struct desk *desk, struct cursor *cursor, const char *verb, char *path, size_t size)
{
    struct word rest = cursor_rest(cursor);
    assert(size > 1);
    if (rest.length == 0 || rest.length >= size) {
        desk_say(desk, "%s FILE", verb);
        return false;
    }
    snprintf(path, size, "%.*s", (int)rest.length, rest.at);
    return true;
}

static void say_done(struct desk *desk, const char *what, const char *path)
{
    int plies = session_plies(desk->session);
    desk_say(desk, "%s %s: %d %s", what, path, plies, plies == 1 ? "ply" : "plies");
}

void record_save(struct desk *desk, struct cursor *cursor)
{
    char path[4096];
    if (!read_path(desk, cursor, "save", path, sizeof path))
        return;
    errno = 0;
    if (!may_overwrite(path)) {
        desk_say(desk, "%s: %s", path,
                 errno != 0 ? strerror(errno) : "there, and no game of panj: not overwritten");
        return;
    }
    char *text = record_text(desk);
    if (text != NULL && write_file(path, text))
        say_done(desk, "saved", path);
    else
        desk_say(desk, "%s: %s", path, text != NULL ? strerror(errno) : "out of memory");
    free(text);
}

/* -- reading -- */

/* A session beside the one on the desk, in which a record is tried before it counts. */
struct trial {
    struct session *session;
    char error[256]; /* the first, "" if there was none */
};

static void hear_trial(void *context, const char *line, size_t length)
{
    struct trial *trial = context;
    if (trial->error[0] == '\0' && length > 6 && strncmp(line, "error ", 6) == 0)
        snprintf(trial->error, sizeof trial->error, "%.*s", (int)(length - 6), line + 6);
}

/* Of a record only these two change anything; no file makes the prompt do more than that. */
static bool is_setting(const char *line)
{
    return strncmp(line, "newgame ", 8) == 0 || strncmp(line, "position ", 9) == 0;
}

static bool is_passed_over(const char *line)
{
    return line[0] == '\0' || line[0] == '#' || strncmp(line, "query ", 6) == 0;
}

/* The lines of the first game of the file go to `take`; false, and why is said, if it is no record. */
static bool read_record(struct desk *desk, const char *path, FILE *file, struct session *session,
                        const struct trial *trial)
{
    char *line = NULL;
    size_t room = 0;
    int number = 0;
    bool placed = false;
    bool good = true;
    while (good && !placed && getline(&line, &room, file) >= 0) {
        line[strcspn(line, "\r\n")] = '\0';
        number++;
        good = is_passed_over(line) || is_setting(line);
        if (good && is_setting(line))
            session_line(session, line, strlen(line));
        placed = strncmp(line, "position ", 9) == 0;
        if (good && trial != NULL && trial->error[0] != '\0')
            good = false;
    }
    free(line);
    if (!good || !placed)
        desk_say(desk, "%s line %d: %s", path, number,
                 trial != NULL && trial->error[0] != '\0' ? trial->error : "this is no record of a game");
    return good && placed;
}

static bool try_record(struct desk *desk, const char *path, FILE *file)
{
    struct trial trial = {.error = ""};
    trial.session = session_create(&(struct session_writer){.context = &trial, .line = hear_trial});
    if (trial.session == NULL) {
        desk_say(desk, "out of memory");
        return false;
    }
    bool good = read_record(desk, path, file, trial.session, &trial);
    session_destroy(trial.session);
    return good;
}

void record_load(struct desk *desk, struct cursor *cursor)
{
    char path[4096];
    if (!read_path(desk, cursor, "load", path, sizeof path))
        return;
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        desk_say(desk, "%s: %s", path, strerror(errno));
        return;
    }
    if (try_record(desk, path, file)) {
        rewind(file);
        play_auto_off(desk, "another game");
        read_record(desk, path, file, desk->session, NULL);
        say_done(desk, "loaded", path);
        desk->board_due = true;
    }
    fclose(file);
}
