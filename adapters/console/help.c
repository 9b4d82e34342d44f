#include "adapters/console/help.h"

#include <stdio.h>

#include "adapters/console/desk.h"
#include "adapters/console/words.h"
#include "protocol/commands.h"

enum { NAME_COLUMNS = 24 };

static void say_lines(struct desk *desk, const char *lines)
{
    for (size_t length; *lines != '\0'; lines += length + (lines[length] == '\n')) {
        length = strcspn(lines, "\n");
        desk_say(desk, "%.*s", (int)length, lines);
    }
}

static void say_rest(struct desk *desk)
{
    char room[512];
    struct text line = text_in(room, sizeof room);
    text_string(&line, "the protocol:");
    for (const struct command *command = commands; command->name != NULL; command++)
        if (!console_word_lists(command->name))
            text_format(&line, " %s", command->name);
    desk_say(desk, "%s", room);
    text_clear(&line);
    text_string(&line, "help also takes a game:");
    for (int i = 0; games[i] != NULL; i++)
        text_format(&line, " %s", games[i]->name);
    desk_say(desk, "%s", room);
    text_clear(&line);
    text_string(&line, "topics:");
    for (const struct console_topic *topic = console_topics; topic->name != NULL; topic++)
        text_format(&line, " %s", topic->name);
    assert(!line.cut);
    desk_say(desk, "%s", room);
}

static void say_word(struct desk *desk, const struct console_word *row)
{
    assert(row->name != NULL && row->arguments != NULL && row->summary != NULL);
    char name[64];
    snprintf(name, sizeof name, "%s %s", row->name, row->arguments);
    desk_say(desk, "%-*s %s", NAME_COLUMNS, name, row->summary);
}

static void say_all(struct desk *desk)
{
    desk_say(desk, "%-*s %s", NAME_COLUMNS, "MOVE ...", "make it, or several; TAB shows the legal ones");
    for (const struct console_word *row = console_words; row->name != NULL; row++)
        if (row->summary[0] != '\0')
            say_word(desk, row);
    say_rest(desk);
}

/* The row that speaks of this one: itself, or one above. */
static const struct console_word *told_by(const struct console_word *row)
{
    while (row->summary[0] == '\0') {
        assert(row > console_words);
        row--;
    }
    return row;
}

/* What a word means may be told by the console, by the protocol, or by both. */
static bool say_about(struct desk *desk, struct word word)
{
    const struct console_topic *topic = console_topic_find(word);
    const struct console_word *own = console_word_find(word);
    char line[64];
    if (topic != NULL)
        say_lines(desk, topic->text);
    else if (own != NULL)
        say_word(desk, told_by(own));
    else if (word.length < sizeof line / 2 && (command_find(word) != NULL || game_find(word) != NULL)) {
        snprintf(line, sizeof line, "help %.*s", (int)word.length, word.at);
        desk_send(desk, line);
    } else
        return false;
    return true;
}

void help_run(struct desk *desk, struct cursor *cursor)
{
    struct word word = cursor_next(cursor);
    if (word.length == 0) {
        say_all(desk);
        return;
    }
    if (say_about(desk, word))
        return;
    const char *guess = console_word_guess(word);
    if (guess != NULL)
        desk_say(desk, "no help about %.*s; did you mean %s?", (int)word.length, word.at, guess);
    else
        desk_say(desk, "no help about %.*s; help alone lists what there is", (int)word.length, word.at);
}
