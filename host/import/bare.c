/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The result of `spoor record --bare`, as host/bare/result.c writes it: instructions by address, the two ways
 * of branches, and the tree of calls. It has only addresses, so the program is needed.
 */
#include <stdlib.h>
#include <string.h>
#include <base/path.h>
#include <base/vector.h>
#include <elf/program.h>
#include <import/bare.h>
#include <import/lines.h>

static const char mark[] = "spoor-bare ";

struct bare {
    struct profile *p;
    struct import_file *file;
    struct program *program;
    struct import_line line;
    struct bare_tables tables;
    const char *at;  /* in the line */
    uint32_t *nodes; /* by number in the file */
    size_t node_count;
    struct lines_count *counts;
    size_t count;
    struct lines_branch *branches;
    size_t branch_count;
    bool ended;
};

static bool bare_probe(const uint8_t *bytes, size_t size)
{
    return size >= sizeof mark - 1 && memcmp(bytes, mark, sizeof mark - 1) == 0;
}

static bool wrong_line(struct bare *b, const char *what)
{
    return import_refuse(b->file, "line %u: %s: %.*s", b->line.number, what,
                         b->line.length < 60 ? (int)b->line.length : 60, b->line.text);
}

/* ------------------------------------------------------------------ words */

/* Take a number after a blank. */
static bool take_number(struct bare *b, unsigned base, uint64_t *number)
{
    return bare_number(&b->at, b->line.text + b->line.length, base, number);
}

static bool take_end(const struct bare *b)
{
    return b->at == b->line.text + b->line.length;
}

static bool starts(struct bare *b, const char *word)
{
    size_t n = strlen(word);

    b->at = b->line.text + n;
    return b->line.length >= n && memcmp(b->line.text, word, n) == 0 &&
           (b->line.length == n || b->line.text[n] == ' ');
}

/* ------------------------------------------------------------------ lines of the file */

static bool take_count(struct bare *b)
{
    struct lines_count c;

    if (!take_number(b, 16, &c.address) || !take_number(b, 10, &c.count) || !take_end(b)) {
        return wrong_line(b, "an address and a count expected");
    }
    if (b->count != 0 && b->counts[b->count - 1].address >= c.address) {
        return wrong_line(b, "the addresses must rise");
    }
    if (!VECTOR_GROW(b->counts, b->count)) {
        b->p->failed = true;
        return false;
    }
    b->counts[b->count++] = c;
    return true;
}

static bool take_branch(struct bare *b)
{
    struct lines_branch c;

    if (!take_number(b, 16, &c.address) || !take_number(b, 10, &c.taken) || !take_number(b, 10, &c.passed) ||
        !take_end(b)) {
        return wrong_line(b, "an address and two counts expected");
    }
    if (!VECTOR_GROW(b->branches, b->branch_count)) {
        b->p->failed = true;
        return false;
    }
    b->branches[b->branch_count++] = c;
    return true;
}

/* Give a thread its name, if it has one. */
static bool take_thread(struct bare *b)
{
    uint64_t key, object;

    if (!take_number(b, 16, &key) || !take_number(b, 16, &object) || (!take_end(b) && *b->at != ' ')) {
        return wrong_line(b, "a thread's key, object and name expected");
    }
    uint32_t frame = profile_frame_of(b->p, PROFILE_THREAD, key);
    size_t length = (size_t)(b->line.text + b->line.length - b->at);
    char text[32];

    if (frame == PROFILE_NONE) {
        b->p->failed = true;
        return false;
    }
    if (length > 1) {
        b->p->frames[frame].name = profile_keep(b->p, b->at + 1, length - 1);
    } else {
        snprintf(text, sizeof text, "thread 0x%llx", (unsigned long long)object);
        b->p->frames[frame].name = profile_keep(b->p, text, strlen(text));
    }
    return true;
}

static bool take_kernel(struct bare *b)
{
    static const char unread[] = " unread";
    size_t length = (size_t)(b->line.text + b->line.length - b->at), end = sizeof unread - 1;

    if (length > end && memcmp(b->at + length - end, unread, end) == 0) {
        message_say(b->file->report, b->file->name,
                    "without the threads of%.*s: the plugin couldn't read memory in that QEMU",
                    (int)(length - end), b->at);
    }
    return true;
}

static void name_frame(struct bare *b, uint32_t frame, char kind, uint64_t key)
{
    const struct program_function *f = program_before(b->program, key);
    bool is_inside = f != NULL && (f->address == key || (f->size != 0 && key - f->address < f->size));
    struct profile_frame *to = &b->p->frames[frame];
    char text[64];

    if (to->name != NULL) {
        return;
    }
    if (kind == 'f' && is_inside) {
        to->name = profile_keep(b->p, f->name, strlen(f->name));
        to->size = f->size;
        import_place(b->p, frame, b->program, f);
        return;
    }
    snprintf(text, sizeof text,
             kind == 'i'   ? "irq depth %llu"
             : kind == 't' ? "thread %llu"
                           : "0x%llx",
             (unsigned long long)key);
    b->p->frames[frame].name = profile_keep(b->p, text, strlen(text));
}

static bool take_node(struct bare *b)
{
    uint64_t parent, key, self, calls, open_self = 0, open_calls = 0;
    char kind = 0;

    if (take_number(b, 10, &parent) && b->line.text + b->line.length - b->at > 2 && *b->at == ' ') {
        kind = b->at[1];
        b->at += 2;
    }
    if ((kind != 'f' && kind != 'i' && kind != 't') || !take_number(b, 16, &key) ||
        !take_number(b, 10, &self) || !take_number(b, 10, &calls) ||
        (b->at != b->line.text + b->line.length &&
         (!take_number(b, 10, &open_self) || !take_number(b, 10, &open_calls) || !take_end(b) ||
          open_self > self || open_calls > calls))) {
        return wrong_line(b, "a node of the calls expected");
    }
    if (parent > b->node_count) {
        return wrong_line(b, "the parent isn't before it");
    }
    uint32_t frame = kind == 'f'   ? profile_frame_of(b->p, PROFILE_FUNCTION, key)
                     : kind == 'i' ? profile_frame_of(b->p, PROFILE_IRQ, PROFILE_IRQ_DEPTH + key)
                                   : profile_frame_of(b->p, PROFILE_THREAD, key);

    if (frame == PROFILE_NONE || !VECTOR_GROW(b->nodes, b->node_count)) {
        b->p->failed = true;
        return false;
    }
    name_frame(b, frame, kind, key);
    uint32_t node = profile_child(b->p, parent != 0 ? b->nodes[parent - 1] : PROFILE_ROOT, frame);

    if (b->p->failed) {
        return false;
    }
    b->p->nodes[node].self += self;
    b->p->nodes[node].calls += calls;
    b->p->nodes[node].open_self += open_self;
    b->p->nodes[node].open_calls += open_calls;
    b->nodes[b->node_count++] = node;
    return true;
}

/* The addresses are those of one build. */
static bool take_build_id(struct bare *b)
{
    const struct program *p = b->program;
    char id[129] = "";

    for (size_t n = 0; n < p->build_id_bytes && 2 * n < sizeof id - 2; n++) {
        snprintf(id + 2 * n, 3, "%02x", p->build_id[n]);
    }
    size_t length = (size_t)(b->line.text + b->line.length - b->at);

    if (id[0] != 0 && (length != strlen(id) + 1 || memcmp(b->at + 1, id, length - 1) != 0)) {
        return import_refuse(b->file, "made with another build of the program than %s", b->file->program);
    }
    return true;
}

static bool take_loaded(struct bare *b)
{
    uint64_t hash;

    if (!take_number(b, 16, &hash) || !take_end(b)) {
        return wrong_line(b, "a hash expected");
    }
    return hash == program_hash(b->program) ||
           import_refuse(b->file, "made with another build of the program than %s", b->file->program);
}

static bool take_line(struct bare *b)
{
    if (b->ended) {
        return wrong_line(b, "after the end");
    }
    if (starts(b, "i")) {
        return take_count(b);
    }
    if (starts(b, "b")) {
        return take_branch(b);
    }
    if (starts(b, "n")) {
        return take_node(b);
    }
    if (starts(b, "t")) {
        return take_thread(b);
    }
    if (starts(b, "kernel")) {
        return take_kernel(b);
    }
    if (starts(b, "build-id")) {
        return take_build_id(b);
    }
    if (starts(b, "loaded")) {
        return take_loaded(b);
    }
    if (starts(b, "machine") || starts(b, "instructions")) {
        uint64_t ignored;

        return (take_number(b, 10, &ignored) && take_end(b)) || wrong_line(b, "a number expected");
    }
    const char *wrong = NULL;

    if (bare_take_table(&b->tables, &b->line, &wrong)) {
        return wrong == NULL || wrong_line(b, wrong);
    }
    b->ended = starts(b, "end") && take_end(b);
    return b->ended || wrong_line(b, "unknown line");
}

/* ------------------------------------------------------------------ the file */

static bool take_version(struct bare *b, size_t *at)
{
    uint64_t version;

    (void)import_next_line(b->file, at, &b->line);
    b->at = b->line.text + sizeof mark - 2;
    if (!take_number(b, 10, &version) || !take_end(b)) {
        return wrong_line(b, "a version expected");
    }
    return version == 1 || import_refuse(b->file, "version %llu is not supported, only version 1",
                                         (unsigned long long)version);
}

static bool take_all(struct bare *b)
{
    size_t at = 0;
    bool ok = take_version(b, &at);

    while (ok && !b->p->failed && import_next_line(b->file, &at, &b->line)) {
        ok = take_line(b);
    }
    if (ok && !b->ended) {
        return import_refuse(b->file, "cut off after line %u", b->line.number);
    }
    return ok && lines_add(b->p, b->program, b->counts, b->count, b->branches, b->branch_count);
}

static bool bare_load(struct profile *p, struct import_file *file)
{
    struct bare b = {.p = p, .file = file};

    if (file->program == NULL) {
        return import_refuse(file, "needs --elf, because it contains only addresses");
    }
    b.program = program_open(file->program, file->report);
    if (b.program == NULL) {
        return import_refuse(file, "%s can't be read", file->program);
    }
    import_module(p, path_name(file->program), b.program);
    p->has = PROFILE_TREE | PROFILE_CALLS | PROFILE_ADDRESSES | PROFILE_LINES;
    snprintf(p->unit, sizeof p->unit, "instructions");
    b.tables = (struct bare_tables){.p = p, .program = b.program};
    p->failed |= !objects_read(&b.tables.objects, b.program);
    bool ok = take_all(&b);

    free(b.nodes);
    free(b.counts);
    free(b.branches);
    objects_free(&b.tables.objects);
    program_close(b.program);
    return ok;
}

static const struct importer bare_importer = {
    .name = "spoor-bare",
    .summary = "the result of `spoor record --bare`; with --elf",
    .order = 1,
    .probe = bare_probe,
    .load = bare_load,
};
SPOOR_IMPORTER(bare);
