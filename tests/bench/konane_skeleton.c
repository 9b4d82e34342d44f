/* The skeleton of a proof of Konane, small enough to be kept beside the source:
 *
 *     build/release/konane_skeleton LEAST KEPT OUT
 *
 * KEPT is what `proof keep` has written when the position was decided. Of its positions those stay that the loser is on
 * move in and loses, that took LEAST visits and more to learn, and that the winner's answers lead to; one answer to every
 * reply, the one that was cheapest. OUT is of the same form: `proof resume` reads it, `solve` knows the outcome at once,
 * and `proof save` proves again what lies below. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "games/konane/heading.h"
#include "games/konane/konane.h"
#include "games/konane/proof_table.h"
#include "games/konane/symmetry.h"

enum { CHUNK = 65536, ROOM = 1 << 25 };

struct lost {
    uint64_t stones; /* 0: none here */
    uint64_t work;
    bool is_kept;
    unsigned char entry[PROOF_ENTRY_BYTES];
};

struct skeleton {
    struct board board;
    struct position root;
    struct symmetry symmetry;
    uint64_t least;
    struct lost *set; /* ROOM of them, open addressing */
    size_t count;
    struct lost **agenda; /* kept, and not looked into yet */
    size_t waiting;
    size_t open; /* replies to which no answer is known here */
};

static void fail(const char *why)
{
    fprintf(stderr, "konane_skeleton: %s\n", why);
    exit(1);
}

static struct lost *find(const struct skeleton *skeleton, uint64_t stones)
{
    size_t at = rng_mix(stones) % ROOM;
    while (skeleton->set[at].stones != 0 && skeleton->set[at].stones != stones)
        at = (at + 1) % ROOM;
    return &skeleton->set[at];
}

/* -- reading -- */

static void read_heading(struct skeleton *skeleton, FILE *file, char heading[HEADING_BYTES])
{
    struct heading_lines lines;
    struct word fen;
    struct words words;
    struct fault fault;
    if (fread(heading, 1, HEADING_BYTES, file) != HEADING_BYTES ||
        !konane_heading_begin(heading, HEADING_BYTES, "panj table 1 konane\n", &lines) ||
        !konane_heading_line(&lines, "fen", &fen) || !words_split(fen.at, fen.length, &words) ||
        !konane_game.parse(&skeleton->board, &skeleton->root, &words, &fault))
        fail("KEPT is no table of konane");
    konane_symmetry_widen(&skeleton->symmetry, konane_board(&skeleton->board),
                          konane_position(&skeleton->root)->stones);
}

static void take(struct skeleton *skeleton, const unsigned char *entry, enum konane_side loser)
{
    struct lost lost = {.is_kept = false};
    struct proof proof;
    unsigned side;
    if (!konane_proof_entry_read(entry, &lost.stones, &side, &proof, &lost.work) || side != loser ||
        !proof_is_lost(proof) || lost.work < skeleton->least)
        return;
    memcpy(lost.entry, entry, PROOF_ENTRY_BYTES);
    struct lost *place = find(skeleton, lost.stones);
    skeleton->count += place->stones == 0;
    if (skeleton->count > ROOM / 4 * 3)
        fail("too many of them: a higher LEAST");
    *place = lost;
}

static void read_entries(struct skeleton *skeleton, FILE *file, enum konane_side loser)
{
    static unsigned char chunk[CHUNK * PROOF_ENTRY_BYTES];
    size_t count;
    while ((count = fread(chunk, PROOF_ENTRY_BYTES, CHUNK, file)) > 0)
        for (size_t i = 0; i < count; i++)
            take(skeleton, chunk + i * PROOF_ENTRY_BYTES, loser);
}

/* -- what the winner's answers lead to -- */

static void keep(struct skeleton *skeleton, struct lost *lost)
{
    if (lost->is_kept)
        return;
    lost->is_kept = true;
    skeleton->agenda[skeleton->waiting++] = lost;
}

static struct lost *lost_behind(const struct skeleton *skeleton, struct konane_position position, move_t move)
{
    konane_play(konane_board(&skeleton->board), &position, move);
    struct lost *lost = find(skeleton, symmetry_smallest(&skeleton->symmetry, position.stones));
    return lost->stones != 0 ? lost : NULL;
}

/* One that is kept already, or else the cheapest. */
static void keep_answer(struct skeleton *skeleton, const struct konane_position *position)
{
    struct move_list list;
    struct lost *best = NULL;
    konane_list(konane_board(&skeleton->board), position, (enum konane_side)position->side, &list);
    for (int i = 0; i < list.count && (best == NULL || !best->is_kept); i++) {
        struct lost *lost = lost_behind(skeleton, *position, list.at[i]);
        if (lost != NULL && (best == NULL || lost->is_kept || lost->work < best->work))
            best = lost;
    }
    if (best != NULL)
        keep(skeleton, best);
    else
        skeleton->open++;
}

static void keep_answers(struct skeleton *skeleton, uint64_t stones, enum konane_side loser)
{
    const struct konane_board *board = konane_board(&skeleton->board);
    struct konane_position position = {.stones = stones, .side = loser};
    struct move_list list;
    konane_list(board, &position, loser, &list);
    for (int i = 0; i < list.count; i++) {
        struct konane_position next = position;
        konane_play(board, &next, list.at[i]);
        keep_answer(skeleton, &next);
    }
}

static size_t walk(struct skeleton *skeleton, enum konane_side loser)
{
    const struct konane_position *root = konane_position(&skeleton->root);
    struct lost *first = find(skeleton, symmetry_smallest(&skeleton->symmetry, root->stones));
    size_t kept = 0;
    if (first->stones == 0)
        fail("the position of KEPT is not known as lost for who is on move");
    for (keep(skeleton, first); skeleton->waiting > 0; kept++)
        keep_answers(skeleton, skeleton->agenda[--skeleton->waiting]->stones, loser);
    return kept;
}

/* -- writing -- */

static int by_stones(const void *a, const void *b)
{
    uint64_t left = ((const struct lost *)a)->stones, right = ((const struct lost *)b)->stones;
    return (left > right) - (left < right);
}

static void write_kept(struct skeleton *skeleton, size_t kept, FILE *file)
{
    char heading[HEADING_BYTES] = "";
    struct text lines = text_in(heading, sizeof heading);
    text_format(&lines, "panj table 1 konane\nfen ");
    konane_game.print(&skeleton->board, &skeleton->root, &lines);
    text_format(&lines, "\npositions %zu\n", kept);
    bool good = fwrite(heading, 1, HEADING_BYTES, file) == HEADING_BYTES;
    qsort(skeleton->set, ROOM, sizeof *skeleton->set, by_stones);
    for (size_t i = 0; i < ROOM; i++)
        if (skeleton->set[i].is_kept)
            good = fwrite(skeleton->set[i].entry, PROOF_ENTRY_BYTES, 1, file) == 1 && good;
    if (fclose(file) != 0 || !good)
        fail("OUT cannot be written");
}

int main(int count, char **word)
{
    struct skeleton skeleton = {.count = 0};
    char heading[HEADING_BYTES];
    FILE *file = count == 4 ? fopen(word[2], "rb") : NULL;
    FILE *out = file != NULL ? fopen(word[3], "wb") : NULL;
    if (out == NULL)
        fail("LEAST KEPT OUT");
    skeleton.least = strtoull(word[1], NULL, 10);
    skeleton.set = calloc(ROOM, sizeof *skeleton.set);
    skeleton.agenda = malloc(ROOM * sizeof(struct lost *));
    if (skeleton.set == NULL || skeleton.agenda == NULL)
        fail("out of memory");
    read_heading(&skeleton, file, heading);
    enum konane_side loser = (enum konane_side)konane_position(&skeleton.root)->side;
    read_entries(&skeleton, file, loser);
    fclose(file);
    size_t kept = walk(&skeleton, loser);
    printf("%zu lost in %" PRIu64 " visits and more, %zu of them kept, %zu replies open\n", skeleton.count,
           skeleton.least, kept, skeleton.open);
    write_kept(&skeleton, kept, out);
    return 0;
}
