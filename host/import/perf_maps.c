/* SPDX-License-Identifier: BSD-2-Clause */
/* A module is opened when an address in it is first resolved. Addresses in missing modules stay without
 * names. */
#include <stdlib.h>
#include <string.h>
#include <base/vector.h>
#include <elf/program.h>
#include "perf_priv.h"

struct module {
    char *path;
    struct program *program;
    bool opened;
};

struct mapping {
    uint32_t pid;
    uint64_t begin, end, offset;
    size_t module;
};

struct comm {
    uint32_t tid;
    char name[64];
};

struct perf_maps {
    const struct import_file *file;
    struct perf_kernel *kernel;
    char kernel_symbol[64]; /* a symbol of the recorded kernel, or empty */
    uint64_t kernel_text;   /* its address */
    bool kernel_opened;
    struct module *modules;
    struct mapping *maps;
    struct comm *comms;
    size_t module_count, map_count, comm_count;
};

struct perf_maps *perf_maps_open(const struct import_file *file)
{
    struct perf_maps *m = calloc(1, sizeof *m);

    if (m != NULL) {
        m->file = file;
    }
    return m;
}

void perf_maps_close(struct perf_maps *m)
{
    for (size_t n = 0; m != NULL && n < m->module_count; n++) {
        free(m->modules[n].path);
        program_close(m->modules[n].program);
    }
    if (m != NULL) {
        perf_kernel_close(m->kernel);
        free(m->modules);
        free(m->maps);
        free(m->comms);
    }
    free(m);
}

/* ------------------------------------------------------------------ maps */

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

static bool find_module(struct perf_maps *m, const char *path, size_t length, size_t *module)
{
    for (size_t n = 0; n < m->module_count; n++) {
        if (strlen(m->modules[n].path) == length && memcmp(m->modules[n].path, path, length) == 0) {
            *module = n;
            return true;
        }
    }
    char *copy = VECTOR_GROW(m->modules, m->module_count) ? strndup(path, length) : NULL;

    if (copy == NULL) {
        return false;
    }
    *module = m->module_count;
    m->modules[m->module_count++] = (struct module){.path = copy};
    return true;
}

#define MAPS_MAX (1u << 21) /* far more than a machine has: more maps indicate a damaged file */

static bool add_map(struct perf_maps *m, struct mapping map)
{
    if (m->map_count >= MAPS_MAX || !VECTOR_GROW(m->maps, m->map_count)) {
        return false;
    }
    m->maps[m->map_count++] = map;
    return true;
}

/* The map of the kernel is named after its first symbol, whose address it has in place of an offset. */
static void note_kernel(struct perf_maps *m, const char *name, size_t size, uint64_t text)
{
    size_t length = strnlen(name, size);

    if (length > 17 && memcmp(name, "[kernel.kallsyms]", 17) == 0) {
        snprintf(m->kernel_symbol, sizeof m->kernel_symbol, "%.*s", (int)(length - 17), name + 17);
        m->kernel_text = text;
    }
}

bool perf_map(struct perf_maps *m, const uint8_t *at, size_t size, bool is_second, bool kernel)
{
    size_t head = is_second ? 64 : 32;
    struct mapping map;

    if (size < head) {
        return true;
    }
    if (kernel) {
        note_kernel(m, (const char *)at + head, size - head, import_u64(at + 24));
        return true;
    }
    map = (struct mapping){.pid = import_u32(at),
                           .begin = import_u64(at + 8),
                           .end = import_u64(at + 8) + import_u64(at + 16),
                           .offset = import_u64(at + 24)};
    return find_module(m, (const char *)at + head, strnlen((const char *)at + head, size - head),
                       &map.module) &&
           add_map(m, map);
}

/* A new process begins with the maps of its parent; a thread shares them. */
bool perf_fork(struct perf_maps *m, uint32_t pid, uint32_t parent, uint32_t tid, uint32_t parent_tid)
{
    size_t kept = 0, comms = m->comm_count;

    for (size_t n = 0; n < m->map_count && pid != parent; n++) { /* a process number may be reused */
        if (m->maps[n].pid != pid) {
            m->maps[kept++] = m->maps[n];
        }
    }
    m->map_count = pid != parent ? kept : m->map_count;
    for (size_t n = 0; n < kept; n++) {
        struct mapping map = m->maps[n];

        if (map.pid == parent) {
            map.pid = pid;
            if (!add_map(m, map)) {
                return false;
            }
        }
    }
    for (size_t n = comms; n-- > 0;) {
        if (m->comms[n].tid == parent_tid) {
            if (!VECTOR_GROW(m->comms, m->comm_count)) {
                return false;
            }
            m->comms[m->comm_count] = m->comms[n];
            m->comms[m->comm_count++].tid = tid;
            break;
        }
    }
    return true;
}

bool perf_comm(struct perf_maps *m, const uint8_t *at, size_t size)
{
    if (!VECTOR_GROW(m->comms, m->comm_count)) {
        return false;
    }
    if (size > 8) {
        struct comm *c = &m->comms[m->comm_count++];

        c->tid = import_u32(at + 4);
        snprintf(c->name, sizeof c->name, "%.*s", (int)strnlen((const char *)at + 8, size - 8),
                 (const char *)at + 8);
    }
    return true;
}

/* ------------------------------------------------------------------ frames */

static struct program *program_of(struct perf_maps *m, struct profile *p, struct module *module)
{
    const char *program = m->file->program;
    bool named = program != NULL && strcmp(base_of(program), base_of(module->path)) == 0;
    char path[4096];

    if (!module->opened) {
        module->opened = true;
        if (named) {
            module->program = program_open(program, m->file->report);
        } else if (module->path[0] == '/') {
            snprintf(path, sizeof path, "%.3000s%.1000s", program_root(), module->path);
            module->program = program_open(path, NULL);
        }
        if (module->program != NULL) {
            import_module(p, base_of(module->path), module->program);
        }
    }
    return module->program;
}

/* Later maps cover earlier ones. */
static struct mapping *map_of(struct perf_maps *m, uint32_t pid, uint64_t address)
{
    for (size_t n = m->map_count; n-- > 0;) {
        if (m->maps[n].pid == pid && address >= m->maps[n].begin && address < m->maps[n].end) {
            return &m->maps[n];
        }
    }
    return NULL;
}

#define RANGE                                                                                                \
    256 /* bytes: addresses without a function are put together, as a function may be of this size */

/* @param address  in the module, if it is known: a library has different addresses in each process */
static uint32_t unresolved(struct profile *p, const char *module, uint64_t address)
{
    char text[64];
    uint64_t begin = address - address % RANGE;

    snprintf(text, sizeof text, "0x%llx..0x%llx", (unsigned long long)begin,
             (unsigned long long)begin + RANGE - 1);
    return profile_frame_named(p, PROFILE_FUNCTION, text, module);
}

/* @return the kernel's functions, or NULL; a note has the reason */
static const struct perf_kernel *kernel_of(struct perf_maps *m)
{
    const char *wrong = "the recording has no build ID of the kernel";
    uint8_t id[20];

    if (!m->kernel_opened) {
        m->kernel_opened = true;
        if (m->kernel_symbol[0] != 0 && perf_kernel_build_id(m->file, id)) {
            m->kernel = perf_kernel_open(id, m->kernel_symbol, m->kernel_text, &wrong);
        }
        if (m->kernel == NULL) {
            message_note(m->file->report, NOTE_INFO, "%s: functions of the kernel have no names: %s",
                         m->file->name, wrong);
        }
    }
    return m->kernel;
}

static uint32_t kernel_frame(struct perf_maps *m, struct profile *p, uint64_t address, bool returns)
{
    const struct perf_kernel *k = kernel_of(m);
    uint64_t begin;
    const char *name = k != NULL ? perf_kernel_function(k, address - returns, &begin) : NULL;

    return name != NULL ? profile_frame_named(p, PROFILE_FUNCTION, name, "[kernel]")
                        : unresolved(p, "[kernel]", address);
}

uint32_t perf_frame(struct perf_maps *m, struct profile *p, uint32_t pid, uint64_t address, bool returns,
                    bool kernel)
{
    const struct mapping *map = kernel ? NULL : map_of(m, pid, address - returns);

    if (kernel) {
        return kernel_frame(m, p, address, returns);
    }
    if (map == NULL) {
        return unresolved(p, "[unknown]", address);
    }
    struct module *module = &m->modules[map->module];
    struct program *program = program_of(m, p, module);
    uint64_t at = 0;

    if (program == NULL || !program_address(program, address - returns - map->begin + map->offset, &at)) {
        return unresolved(p, base_of(module->path), address - map->begin + map->offset);
    }
    const struct program_function *f = program_before(program, at);

    if (f == NULL || (f->size != 0 && at - f->address >= f->size)) {
        return unresolved(p, base_of(module->path), at + returns);
    }
    uint32_t frame = profile_frame_named(p, PROFILE_FUNCTION, f->name, base_of(module->path));

    if (frame != PROFILE_NONE) {
        if (p->frames[frame].file == NULL && p->frames[frame].key == 0) {
            import_place(p, frame, program, f);
        }
        p->frames[frame].key = f->address;
        p->frames[frame].size = f->size;
    }
    return frame;
}

uint32_t perf_thread(struct perf_maps *m, struct profile *p, uint32_t pid, uint32_t tid)
{
    char text[32];

    for (size_t n = m->comm_count; n-- > 0;) {
        if (m->comms[n].tid == tid) {
            return profile_frame_named(p, PROFILE_THREAD, m->comms[n].name, NULL);
        }
    }
    snprintf(text, sizeof text, "thread %u of %u", tid, pid);
    return profile_frame_named(p, PROFILE_THREAD, text, NULL);
}
