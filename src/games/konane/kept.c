#include "games/konane/kept.h"

#include "games/konane/heading.h"
#include "games/konane/konane.h"
#include "games/konane/prover.h"

enum { CHUNK_ENTRIES = 4096, AHEAD = 16 /* entries whose places are asked of the memory beforehand */ };

static const char signature[] = "panj table 1 konane\n";

/* -- keeping -- */

static bool was_stopped(struct fault *fault)
{
    return fault_set(fault, "work", "stopped");
}

/* What the table has there, if it took so many visits. */
static bool take_entry(const struct proof_table *table, uint64_t place, uint64_t least,
                       unsigned char bytes[PROOF_ENTRY_BYTES])
{
    uint64_t stones, work;
    unsigned side;
    struct proof proof;
    return konane_proof_table_at(table, place, &stones, &side, &proof, &work) && work >= least &&
           konane_proof_table_put(table, place, bytes);
}

static bool count_entries(const struct proof_table *table, uint64_t least, struct job *job, uint64_t *count)
{
    unsigned char entry[PROOF_ENTRY_BYTES];
    uint64_t places = konane_proof_table_places(table);
    *count = 0;
    for (uint64_t place = 0; place < places; place++) {
        *count += take_entry(table, place, least, entry);
        if (place % CHUNK_ENTRIES == 0 && job_tick(job, 0))
            return false;
    }
    return true;
}

static bool write_entries(const struct proof_table *table, uint64_t least, struct job *job,
                          const struct sink *sink)
{
    unsigned char chunk[CHUNK_ENTRIES * PROOF_ENTRY_BYTES];
    uint64_t places = konane_proof_table_places(table);
    size_t filled = 0;
    for (uint64_t place = 0; place < places; place++) {
        if (take_entry(table, place, least, chunk + filled))
            filled += PROOF_ENTRY_BYTES;
        if (filled < sizeof chunk && place + 1 < places)
            continue;
        if (job_tick(job, filled / PROOF_ENTRY_BYTES) || !sink->take(sink->context, chunk, filled))
            return false;
        filled = 0;
    }
    return true;
}

bool konane_keep(void *self, const struct board *board, const struct position *position,
                 const struct proof_order *order, struct job *job, const struct sink *sink,
                 struct fault *fault)
{
    const struct prover *prover = self;
    const struct proof_table *table = konane_prover_table(prover);
    char room[HEADING_BYTES];
    struct text lines = text_in(room, sizeof room);
    uint64_t count;
    if (konane_prover_bytes(prover) == 0 || !konane_prover_is_on(prover, konane_board(board)))
        return fault_set(fault, "proof", "nothing is known of this board");
    if (!count_entries(table, order->least, job, &count))
        return was_stopped(fault);
    text_format(&lines, "%sfen ", signature);
    konane_game.print(board, position, &lines);
    text_format(&lines, "\npositions %lld\n", (long long)count);
    if (konane_heading_write(&lines, sink) && write_entries(table, order->least, job, sink))
        return true;
    return job_stopped(job) ? was_stopped(fault) : fault_set(fault, "proof", "could not be written");
}

/* -- going on -- */

static bool read_position(const unsigned char *bytes, const struct konane_board *board,
                          struct konane_lesson *kept)
{
    unsigned side;
    bool good = konane_proof_entry_read(bytes, &kept->stones, &side, &kept->proof, &kept->work);
    kept->side = (enum konane_side)side;
    return good && (kept->stones & ~board->cells) == 0;
}

/* `root` is what it was kept for. */
static bool read_heading(const void *image, size_t size, const struct konane_board *board,
                         struct position *root, uint64_t *count, struct fault *fault)
{
    struct heading_lines lines;
    struct word fen;
    struct words words;
    struct board of;
    int64_t number;
    if (!konane_heading_begin(image, size, signature, &lines))
        return fault_set(fault, "file", "is no table of konane");
    if (!konane_heading_line(&lines, "fen", &fen) ||
        !konane_heading_number(&lines, "positions", 0, INT64_MAX / 32, &number))
        return fault_set(fault, "heading", "is damaged");
    if (size - HEADING_BYTES != (size_t)number * PROOF_ENTRY_BYTES)
        return fault_set(fault, "size", "is not that of so many positions");
    if (!words_split(fen.at, fen.length, &words) || !konane_game.parse(&of, root, &words, fault))
        return false;
    if (memcmp(konane_board(&of), board, sizeof *board) != 0)
        return fault_set(fault, "board", "is another");
    *count = (uint64_t)number;
    return true;
}

static void fetch_entry(const struct prover *prover, const unsigned char *bytes,
                        const struct konane_board *board)
{
    struct konane_lesson kept;
    if (!read_position(bytes, board, &kept))
        return;
    struct konane_position position = {.stones = kept.stones, .side = kept.side};
    konane_prover_fetch(prover, &position);
}

bool konane_resume(void *self, const struct means *means, const struct board *board, const void *image,
                   size_t size, struct job *job, uint64_t *count, struct fault *fault)
{
    const struct konane_board *its = konane_board(board);
    const unsigned char *entries = (const unsigned char *)image + HEADING_BYTES;
    struct konane_lesson kept;
    struct position root = {.bytes = {0}};
    if (!read_heading(image, size, its, &root, count, fault))
        return false;
    for (uint64_t i = 0; i < *count; i++) {
        if (!read_position(entries + i * PROOF_ENTRY_BYTES, its, &kept))
            return fault_set(fault, "positions", "are damaged");
        if (i % CHUNK_ENTRIES == 0 && job_tick(job, 0))
            return was_stopped(fault);
    }
    if (!konane_prover_make_room(self, its, konane_position(&root)->stones, means, job, *count))
        return fault_set(fault, "table", "out of memory");
    for (uint64_t i = 0; i < *count; i++) {
        if (i + AHEAD < *count)
            fetch_entry(self, entries + (i + AHEAD) * PROOF_ENTRY_BYTES, its);
        if (read_position(entries + i * PROOF_ENTRY_BYTES, its, &kept))
            konane_prover_learn_one(self, &kept);
        if (i % CHUNK_ENTRIES == 0 && job_tick(job, CHUNK_ENTRIES))
            return was_stopped(fault);
    }
    return true;
}
