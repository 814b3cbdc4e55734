/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the names of threads in a memory image: section 6 of docs/wire-format.md. If the target's list of
 * threads is broken, the remaining threads have only numbers.
 */
#include <inttypes.h>
#include <elf/opened.h>
#include "memory_priv.h"
#include "../reader_priv.h"

#define THREADS_MAX 65536 /* a longer list is circular */
#define NAME_MAX    63

/* @return the length of a printable name, or 0 if it isn't one */
static size_t name_length(const uint8_t *name, size_t room)
{
    for (size_t n = 0; name != NULL && n < room && n <= NAME_MAX; n++) {
        if (name[n] == 0) {
            return n;
        }
        if (name[n] < 0x20 || name[n] == 0x7f) {
            return 0;
        }
    }
    return 0;
}

/* Find a name in the image, or in the ELF file if it is a constant. */
static const uint8_t *find_name(const struct image *m, uint32_t address, size_t *length)
{
    size_t room = 0;
    const uint8_t *name = spoor_memory_at(m->memory, address, &room);

    if (name == NULL) {
        name = elf_at(m->r->elf->file, NULL, address, &room);
    }
    *length = name_length(name, room);
    return name;
}

static bool is_list(const struct image *m, const struct spoor_wire_threads *l, const char *symbol)
{
    const struct symbol *s = symbols_find(m->r->elf->file, symbol);

    return s != NULL && s->address == l->list;
}

/*
 * The layout doesn't tell which threads are idle. Spoor's kernel reserves the lowest priority for them. The
 * ports to other kernels keep a flag, whose offset is in the debug information.
 */
static bool is_idle(const struct image *m, const struct spoor_wire_threads *l, uint64_t thread,
                    uint8_t priority)
{
    uint64_t offset, bytes;

    if (is_list(m, l, "thread_all")) {
        return priority == m->r->elf->priorities.least_urgent;
    }
    if (!is_list(m, l, "spoor_task_list") ||
        !elf_file_member(m->r->elf->file, "spoor_task", "idle", &offset, &bytes) || offset >= bytes) {
        return false;
    }
    const uint8_t *flag = image_at(m, thread + offset, 1);

    return flag != NULL && *flag != 0;
}

/* @return whether there is a thread that wasn't registered before */
static bool take_thread(struct image *m, const struct spoor_wire_threads *l, uint32_t node)
{
    uint64_t thread = (uint64_t)node - l->node;
    uint32_t number, name;
    const uint8_t *priority = image_at(m, thread + l->priority, 1);
    size_t length;

    if (node < l->node || priority == NULL || !image_words(m, thread + l->number, &number, 1) ||
        !image_words(m, thread + l->name, &name, 1) || spoor_thread(m->r, number) != NULL) {
        return false;
    }
    const uint8_t *text = find_name(m, name, &length);

    if (length == 0) {
        return true;
    }
    recording_thread(m->r, number, *priority, text, length);
    if (is_idle(m, l, thread, *priority)) {
        recording_idle(m->r, number);
    }
    reader_push(m->r, SPOOR_THREAD, LANES_COMMON, m->r->last_time)->thread = number;
    return true;
}

void image_take_threads(struct image *m)
{
    const struct symbol *s = symbols_find(m->r->elf->file, "trace_thread_layout");
    struct spoor_wire_threads l;
    uint32_t w[sizeof l / 4], node;

    if (s == NULL || !elf_words(m->r->elf->file, NULL, s->address, w, sizeof w / 4)) {
        return;
    }
    l = (struct spoor_wire_threads){w[0], w[1], w[2], w[3], w[4]};
    uint32_t at = l.list;

    for (unsigned n = 0; n <= THREADS_MAX && image_words(m, at, &node, 1); n++, at = node) {
        if (node == l.list) {
            return;
        }
        if (!take_thread(m, &l, node)) {
            break;
        }
    }
    reader_say(m->r, "address 0x%08" PRIx32 ": the list of threads is broken, some have no name", at);
}
