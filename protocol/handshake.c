/* Commands that begin a conversation: ugi, uci, debug, isready. */
#include "protocol/state.h"

static void introduce(struct session *session, const char *ending)
{
    session_say(session, "id name panj " PANJ_VERSION);
    session_say(session, "id author the panj authors");
    session_say(session, "id protocol 2");
    session_say(session, "id levels L0 L1 L2 L3");
    for (int i = 0; i < OPTION_COUNT; i++) {
        char room[256];
        struct text line = text_in(room, sizeof room);
        option_print_line((enum option_id)i, &line);
        assert(!line.cut);
        session_write(session, &line);
    }
    session_say(session, "%s", ending);
}

void command_ugi(struct session *session, struct cursor *cursor)
{
    (void)cursor;
    session->speaks_uci = false;
    introduce(session, "ugiok");
}

void command_uci(struct session *session, struct cursor *cursor)
{
    (void)cursor;
    session->speaks_uci = true;
    introduce(session, "uciok");
}

void command_debug(struct session *session, struct cursor *cursor)
{
    (void)session;
    (void)cursor;
}

void command_isready(struct session *session, struct cursor *cursor)
{
    (void)cursor;
    session_say(session, "readyok");
}
