#include "adapters/console/complete.h"

#include <stdio.h>

#include "adapters/console/words.h"
#include "protocol/commands.h"
#include "protocol/options.h"
#include "protocol/session.h"

/* Collects candidates by counting: the one whose turn it is gets written. */
struct offer {
    const struct session *session;
    int wanted; /* index of the candidate asked for */
    int seen;   /* candidates so far */
    char *word;
    size_t room;
    bool found;
};

static void offer_word(struct offer *offer, const char *prefix, struct word word)
{
    assert(offer->room > 0 && offer->wanted >= 0);
    if (offer->seen++ != offer->wanted)
        return;
    snprintf(offer->word, offer->room, "%s%.*s", prefix, (int)word.length, word.at);
    offer->found = true;
}

static void offer_string(struct offer *offer, const char *string)
{
    offer_word(offer, "", word_from(string));
}

static void offer_choices(struct offer *offer, const char *prefix, const char *choices)
{
    for (const char *at = choices; *at != '\0';) {
        struct word word = {.at = at, .length = strcspn(at, "|")};
        offer_word(offer, prefix, word);
        at += word.length + (at[word.length] == '|');
    }
}

static void offer_moves(struct offer *offer)
{
    const struct game *game = session_game(offer->session);
    struct move_list list;
    game_successors(game, session_board(offer->session), session_position(offer->session), &list);
    for (int i = 0; i < list.count; i++) {
        char word[MOVE_WORD_MAX];
        game->move_print(session_board(offer->session), list.at[i], word);
        offer_string(offer, word);
    }
}

/* Those that people use in the order of help, then the rest of the protocol. */
static void offer_commands(struct offer *offer)
{
    for (int i = 0; console_words[i].name != NULL; i++)
        offer_string(offer, console_words[i].name);
    for (const struct command *command = commands; command->name != NULL; command++)
        if (!console_word_lists(command->name))
            offer_string(offer, command->name);
}

static void offer_topics(struct offer *offer)
{
    offer_commands(offer);
    for (int i = 0; games[i] != NULL; i++)
        offer_string(offer, games[i]->name);
    for (int i = 0; console_topics[i].name != NULL; i++)
        offer_string(offer, console_topics[i].name);
}

/* Games, or the flags of the one named (of the one being played if none is). */
static void offer_games(struct offer *offer, struct word first)
{
    const struct game *game = game_find(first);
    for (int i = 0; first.length == 0 && games[i] != NULL; i++)
        offer_string(offer, games[i]->name);
    if (game == NULL)
        game = session_game(offer->session);
    for (int i = 0; i < game->flag_count; i++) {
        const struct flag *flag = &game->flags[i];
        char prefix[64];
        if (!(flag->places & FLAG_IN_START))
            continue;
        snprintf(prefix, sizeof prefix, "%s=", flag->key);
        if (flag->kind == FLAG_CHOICE || (flag->kind == FLAG_TEXT && strchr(flag->choices, '|') != NULL))
            offer_choices(offer, prefix, flag->choices);
        else
            offer_string(offer, prefix);
    }
}

static void offer_values(struct offer *offer, int id)
{
    if (id < 0)
        return;
    if (options[id].kind == OPTION_CHECK)
        offer_choices(offer, "", "true|false");
    for (int64_t i = 0; options[id].kind == OPTION_COMBO; i++) {
        char room[32];
        struct text text = text_in(room, sizeof room);
        if (!option_choice((enum option_id)id, i, &text))
            break;
        offer_string(offer, room);
    }
}

/* setoption name NAME value VALUE: what comes next depends on how many words stand there. */
static void offer_options(struct offer *offer, const struct words *words)
{
    switch (words->count) {
    case 1: offer_string(offer, "name"); break;
    case 2:
        for (int i = 0; i < OPTION_COUNT; i++)
            offer_string(offer, options[i].name);
        break;
    case 3: offer_string(offer, "value"); break;
    case 4: offer_values(offer, option_find(words->at[2])); break;
    default: break;
    }
}

static void offer_numbered(struct offer *offer, const char *(*name)(int))
{
    for (int i = 0; name(i) != NULL; i++)
        offer_string(offer, name(i));
}

static void offer_limits(struct offer *offer, const struct words *words)
{
    if (word_is_nocase(words->at[words->count - 1], "searchmoves"))
        offer_moves(offer);
    else
        offer_numbered(offer, limit_word);
}

static void offer_positions(struct offer *offer, const struct words *words)
{
    if (words->count == 1)
        offer_choices(offer, "", "startpos|fen");
    else
        offer_string(offer, "moves");
}

static void offer_queries(struct offer *offer, const struct words *words)
{
    if (words->count == 1)
        offer_numbered(offer, query_word);
    for (int i = 0; words->count == 2 && word_is_nocase(words->at[1], "option") && i < OPTION_COUNT; i++)
        offer_string(offer, options[i].name);
}

static void offer_arguments(struct offer *offer, const struct command *command, const struct words *words)
{
    switch (command->completes) {
    case COMPLETES_NOTHING: break;
    case COMPLETES_OPTIONS: offer_options(offer, words); break;
    case COMPLETES_GAMES: offer_games(offer, words->count > 1 ? words->at[1] : word_from("")); break;
    case COMPLETES_POSITIONS: offer_positions(offer, words); break;
    case COMPLETES_LIMITS: offer_limits(offer, words); break;
    case COMPLETES_QUERIES: offer_queries(offer, words); break;
    case COMPLETES_MOVES: offer_moves(offer); break;
    case COMPLETES_TABLES: offer_choices(offer, "", "build|save|load|drop"); break;
    case COMPLETES_BENCHES: offer_choices(offer, "", "gain|seeds"); break;
    case COMPLETES_PROOFS: offer_choices(offer, "", "save|keep|resume|verify|tell|learn"); break;
    case COMPLETES_COMMANDS: offer_topics(offer); break;
    }
}

bool complete_candidate(const struct session *session, const char *before, int index, char *word, size_t room)
{
    struct offer offer = {.session = session, .wanted = index, .word = word, .room = room};
    struct words words;
    if (!words_split(before, strlen(before), &words))
        return false;
    if (words.count == 0) {
        offer_moves(&offer);
        offer_commands(&offer);
        return offer.found;
    }
    const struct console_word *own = console_word_find(words.at[0]);
    bool like = own != NULL && own->like != NULL;
    const struct command *command = command_find(like ? word_from(own->like) : words.at[0]);
    assert(!like || command != NULL);
    if (own != NULL && own->choices != NULL && words.count == 1)
        offer_choices(&offer, "", own->choices);
    else if (command != NULL)
        offer_arguments(&offer, command, &words);
    return offer.found;
}
