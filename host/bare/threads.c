/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A thread gets its number when it runs first. Its name is read then, and again while it has none: a kernel
 * may name a thread after it has made it ready.
 */
#include <stdlib.h>
#include <string.h>
#include <bare/memory.h>
#include <bare/threads.h>
#include <base/hash.h>
#include <base/vector.h>

struct threads {
    struct kernel kernel;
    bool has_kernel, checked, readable, failed;
    struct thread *list;
    uint32_t count;
    struct object {
        uint32_t thread; /* the present one, by its index */
    } * objects;
    uint32_t object_count;
    struct hash by_address;
    uint64_t *current; /* keys, by CPU */
};

struct threads *threads_open(struct program *program, unsigned cpus)
{
    struct threads *t = calloc(1, sizeof *t);

    if (t == NULL || (t->current = calloc(cpus, sizeof *t->current)) == NULL) {
        free(t);
        return NULL;
    }
    t->has_kernel = kernels_find(program, &t->kernel);
    return t;
}

void threads_close(struct threads *t)
{
    hash_free(&t->by_address);
    free(t->objects);
    free(t->list);
    free(t->current);
    free(t);
}

const char *threads_kernel(const struct threads *t)
{
    return t->has_kernel ? t->kernel.name : NULL;
}

bool threads_check(struct threads *t, uint64_t address, const void *bytes, size_t size)
{
    uint8_t read[16];

    if (t->checked || !t->has_kernel || size > sizeof read) {
        return false;
    }
    t->checked = true;
    t->readable = memory_read(0, address, read, size) && memcmp(read, bytes, size) == 0;
    return !t->readable;
}

bool threads_known(const struct threads *t)
{
    return t->readable;
}

uint64_t threads_scheduler(const struct threads *t)
{
    return t->has_kernel ? t->kernel.scheduler : 0;
}

/* Read memory of the kernel, which the running thread may have no access to. */
static bool read_bytes(const struct threads *t, unsigned cpu, uint64_t address, void *bytes, size_t size)
{
    return memory_read(cpu, address, bytes, size) ||
           (t->kernel.flat && memory_read_physical(address, bytes, size));
}

/* Read a little-endian number of at most 8 bytes. */
static bool read_number(const struct threads *t, unsigned cpu, uint64_t address, unsigned size,
                        uint64_t *number)
{
    uint8_t bytes[8];

    *number = 0;
    if (!read_bytes(t, cpu, address, bytes, size)) {
        return false;
    }
    for (unsigned n = 0; n < size; n++) {
        *number |= (uint64_t)bytes[n] << 8 * n;
    }
    return true;
}

uint64_t threads_running(const struct threads *t, unsigned cpu)
{
    const struct kernel *k = &t->kernel;
    uint64_t object, started = 1;

    if (!t->readable || cpu >= k->cpus ||
        (k->started != 0 && (!read_number(t, cpu, k->started, 4, &started) || started == 0))) {
        return 0;
    }
    return read_number(t, cpu, k->pointer + cpu * k->stride, k->word_bytes, &object) ? object : 0;
}

bool threads_early(const struct threads *t)
{
    return t->kernel.early;
}

/* ------------------------------------------------------------------ names */

/* Read byte by byte: what follows a text may be a device. Control characters would break the result's lines.
 */
static void read_text(const struct threads *t, unsigned cpu, uint64_t at, char name[THREAD_NAME_BYTES])
{
    for (size_t n = 0; n < THREAD_NAME_BYTES - 1 && read_bytes(t, cpu, at + n, &name[n], 1) && name[n] != 0;
         n++) {
        name[n] = (char)(name[n] < ' ' || name[n] > '~' ? '?' : name[n]);
    }
}

static void read_name(const struct threads *t, unsigned cpu, uint64_t object, char name[THREAD_NAME_BYTES])
{
    const struct kernel *k = &t->kernel;
    uint64_t at = object + k->thread_name;

    memset(name, 0, THREAD_NAME_BYTES);
    if (k->has_name && (!k->name_is_pointer || (read_number(t, cpu, at, k->word_bytes, &at) && at != 0))) {
        read_text(t, cpu, at, name);
    }
}

/* ------------------------------------------------------------------ threads */

/* @return the index of a new thread, or of an earlier one with the same object and name; HASH_NONE if out of
 * memory */
static uint32_t add_thread(struct threads *t, const struct thread *of)
{
    for (uint32_t n = 0; n < t->count; n++) {
        if (t->list[n].object == of->object && strcmp(t->list[n].name, of->name) == 0) {
            return n;
        }
    }
    if (!VECTOR_GROW(t->list, t->count)) {
        t->failed = true;
        return HASH_NONE;
    }
    t->list[t->count] = *of;
    return t->count++;
}

/* @return the object at an address, or NULL if out of memory */
static struct object *object_at(struct threads *t, uint64_t address)
{
    uint32_t found = hash_find_key(&t->by_address, address);

    if (found != HASH_NONE) {
        return &t->objects[found];
    }
    if (!VECTOR_GROW(t->objects, t->object_count) || !hash_add(&t->by_address, address, t->object_count)) {
        t->failed = true;
        return NULL;
    }
    t->objects[t->object_count] = (struct object){HASH_NONE};
    return &t->objects[t->object_count++];
}

uint64_t threads_switch(struct threads *t, unsigned cpu, uint64_t object, bool begins)
{
    struct object *o = object != 0 ? object_at(t, object) : NULL;

    if (o != NULL && (begins || o->thread == HASH_NONE)) {
        struct thread of = {.object = object};

        read_name(t, cpu, object, of.name);
        o->thread = add_thread(t, &of);
    } else if (o != NULL && t->list[o->thread].name[0] == 0) {
        read_name(t, cpu, object, t->list[o->thread].name);
    }
    t->current[cpu] = o != NULL && o->thread != HASH_NONE ? (uint64_t)o->thread + 1 : 0;
    return t->current[cpu];
}

uint64_t threads_current(const struct threads *t, unsigned cpu)
{
    return t->current[cpu];
}

const struct thread *threads_nth(const struct threads *t, uint64_t key)
{
    return key != 0 && key <= t->count ? &t->list[key - 1] : NULL;
}

bool threads_failed(const struct threads *t)
{
    return t->failed;
}
