/* Commands that show the position to a person: display and eval. */
#include <inttypes.h>

#include "picture/picture.h"
#include "protocol/state.h"

/* -- display -- */

void command_display(struct session *session, struct cursor *cursor)
{
    (void)cursor;
    char room[DISPLAY_MAX];
    struct text picture = text_in(room, sizeof room);
    struct scene scene;
    scene_of(session->history.game, &session->history.board, &session->history.now,
             history_last_move(&session->history), &scene);
    picture_draw(&scene, &session->picture_room, &picture);
    assert(!picture.cut);
    for (const char *at = room; *at != '\0';) {
        size_t length = strcspn(at, "\n");
        char line_room[1024];
        struct text line = text_in(line_room, sizeof line_room);
        text_string(&line, length > 0 ? "display " : "display");
        text_chars(&line, at, length);
        session_write(session, &line);
        at += length + (at[length] == '\n');
    }
}

/* -- eval -- */

/* Chances print in parts per million; a term of them is half as wide, since even is 0 inside and 500000
 * outside. */
static int64_t shown_value(const struct game *game, int64_t value)
{
    return game->scale == SCALE_CHANCE ? value / 2000 : value;
}

static void say_term(struct session *session, const char *name, int64_t value)
{
    session_say(session, "eval %s %" PRId64, name, value);
}

void command_eval(struct session *session, struct cursor *cursor)
{
    (void)cursor;
    const struct game *game = session->history.game;
    const struct board *board = &session->history.board;
    int64_t total = 0;
    if (game->scale == SCALE_CHANCE) {
        total = VALUE_WIN / 2000;
        say_term(session, "even", total);
    }
    if (session->history.game->turn(board, &session->history.now) == ACTOR_NONE) {
        int64_t worth = shown_value(game, game_worth(game, board, &session->history.now, 0));
        say_term(session, session->history.game->reason(board, &session->history.now), worth);
        say_term(session, "total", total + worth);
        return;
    }
    struct term terms[TERMS_MAX];
    int count = game->explain(board, &session->history.now, terms);
    assert(count <= TERMS_MAX);
    for (int i = 0; i < count; i++) {
        int64_t value = shown_value(game, terms[i].value);
        say_term(session, terms[i].name, value);
        total += value;
    }
    say_term(session, "total", total);
}
