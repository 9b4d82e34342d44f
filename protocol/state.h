/* What a session is made of, for the files that carry out its commands. */
#ifndef PANJ_PROTOCOL_STATE_H
#define PANJ_PROTOCOL_STATE_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/rng.h"
#include "picture/picture.h"
#include "protocol/history.h"
#include "protocol/options.h"
#include "protocol/queue.h"
#include "protocol/session.h"
#include "search/search.h"

/* What runs beside the reading of lines. */
enum phase {
    PHASE_IDLE,
    PHASE_SEARCHING, /* ends with bestmove */
    PHASE_COUNTING   /* perft, divide, bench and the like */
};

/* A count runs in a thread of its own, so that stop and isready are heard. */
struct count {
    void (*run)(struct session *);
    int64_t argument;
    pthread_t thread;
    bool joinable;
    struct job job;  /* its stop flag ends the count */
    char last[1024]; /* the last line of its answer; "": none yet */
    char *text;      /* the words that bench seeds was given; NULL: none yet */
    struct words words;
};

/* Exact tables in use from a file. */
struct tables {
    void *image; /* mapped and in use by `game`; NULL: none */
    size_t size;
    const struct game *game;
};

/* The last search that ended, for the command bestmove. */
struct memory {
    bool known;
    struct board board;
    struct position position;
    struct search_end end;
};

struct session {
    struct session_writer writer;
    pthread_mutex_t lock; /* guards the writer, phase, runs_on, is_awaited and owes_answer */
    pthread_cond_t idle;  /* phase became PHASE_IDLE */
    enum phase phase;
    bool runs_on;          /* only stop or ponderhit would end the search, and neither has come */
    struct queue queue;    /* lines that wait for the phase to become idle */
    bool is_awaited;       /* by such lines: the owner is told when it is idle */
    bool input_ended;      /* no stop can come: nothing may run on */
    atomic_bool abandoned; /* nothing that waits may begin */

    struct board start_board; /* of the variant that newgame chose */
    struct position start_position;
    struct history history; /* the game, its board and the line of play: what all commands are about */
    struct history scratch; /* where a new line of play is tried before it counts */

    struct picture_room picture_room; /* for display */
    struct option_values options;
    struct rng dice; /* of roll */

    struct search *search;
    bool infinite;     /* the running search ends only by stop, after ponderhit too */
    bool wants_ponder; /* it was started with the option Ponder true */
    bool owes_answer;  /* a UCI client waits for the bestmove of a position where nothing can be searched */
    bool speaks_uci;   /* the conversation was begun with `uci`: scores in cp and mate alone */
    bool hides_time;   /* it was started with the option Deterministic true */
    struct board searched_board;
    struct position searched_position;
    struct memory memory;
    struct count count;
    struct tables tables;
    char *store; /* the file that the command line named; NULL: none */
};

/* An error code of errors.def. */
enum error {
#define ERROR(code, meaning) ERROR_##code,
#include "protocol/errors.def"
#undef ERROR
    ERROR_COUNT
};

/* -- writing (session.c); any thread -- */
void session_write(struct session *, const struct text *line);
const char *error_word(enum error);
void session_say(struct session *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void session_error(struct session *, enum error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* "error <code> <before> <word>" with the word made printable and cut to a bearable length */
void session_error_word(struct session *, enum error, const char *before, struct word word);
/* The same behind words that are made up. */
void session_error_at_word(struct session *, enum error, struct word, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* -- position (session.c) -- */
/* The line of play now is what `scratch` holds. */
void session_take_scratch(struct session *);
/* Makes the words of moves from `cursor` on `history`. False, with the error written, at the first that is
 * not allowed. */
bool session_play_words(struct session *, struct history *, struct cursor *);
/* A new game from this start: what belonged to the last one is forgotten. False, with the error written, and
 * nothing changed, if it cannot be. */
bool session_begin(struct session *, const struct game *, const struct board *, const struct position *start);
bool session_start_game(struct session *, const struct game *, const struct words *flags);

/* -- search and counts (background.c) -- */
void session_search(struct session *, const struct limits *);
/* What a UCI client asks for where nothing can be searched ends like any search of its kind, with no move. */
void session_search_nothing(struct session *, bool infinite, bool ponder);
void session_count(struct session *, void (*run)(struct session *), int64_t argument);
/* The last line of a count, from its thread. It is written when the engine is idle, so that whoever has read it
 * may say what he likes. */
void count_ends(struct session *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void count_fails(struct session *, enum error, const char *format, ...) __attribute__((format(printf, 3, 4)));
void session_ponderhit(struct session *);
enum phase session_phase(struct session *);
bool session_runs_on(struct session *);
/* Lines wait for what runs, and its end will say so. False: it has ended. */
bool session_await_idle(struct session *);

/* -- files -- */
const char *session_store(struct session *); /* NULL, with the error written, if none is named */
void session_drop_tables(struct session *);  /* lets go of the file in use */

/* -- information lines (info.c) -- */
void info_print(const struct session *, const struct report *, struct text *line);
void info_print_totals(const struct session *, const struct report *, struct text *line);
/* For a UCI client, of a position where nothing can be searched. */
void info_print_no_search(const struct session *, struct text *line);

/* -- the handlers, one a command; and who takes the value of an option, see options.def -- */
#define COMMAND(name, arguments, least, most, when, completes, summary)                                      \
    void command_##name(struct session *, struct cursor *);
#define ALIAS(name, of)
#include "protocol/commands.def"
#undef ALIAS
#undef COMMAND
bool option_take_later(struct session *, int64_t value);
bool option_take_game(struct session *, int64_t value);
bool option_take_hash(struct session *, int64_t value);
bool option_take_threads(struct session *, int64_t value);
bool option_take_seed(struct session *, int64_t value);
bool option_take_clear(struct session *, int64_t value);

#endif
