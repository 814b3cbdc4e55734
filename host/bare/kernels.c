/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The symbols and members have kept these names: FreeRTOS's since version 5 (tasks.c), those of several cores
 * since 11; ThreadX's since 5 (tx_api.h, tx_thread.h); Zephyr's since 2.3 (kernel_structs.h, thread.h).
 */
#include <stdlib.h>
#include <string.h>
#include <base/count.h>
#include <bare/kernels.h>
#include <elf/mapping.h>

struct known {
    const char *name;
    const char *object; /* symbol of the pointer, or of what contains it */
    const char *also;   /* another object that the program must have, or NULL */
    struct {
        const char *structure, *member; /* NULL: the object is the array; its elements are the pointers */
    } array, current;                   /* the object's array of CPUs; the pointer in an element */
    struct {
        const char *structure, *member;
        bool is_pointer;
    } thread;              /* the structure of a thread and its name */
    const char *scheduler; /* the function in which it waits, or NULL */
    const char *started;   /* the object that says that threads run; NULL: they do when there is one */
};

static const struct known list[] = {
    {.name = "FreeRTOS",
     .object = "pxCurrentTCB",
     .thread = {"tskTaskControlBlock", "pcTaskName", false},
     .started = "xSchedulerRunning"},
    {.name = "FreeRTOS",
     .object = "pxCurrentTCBs",
     .thread = {"tskTaskControlBlock", "pcTaskName", false},
     .started = "xSchedulerRunning"},
    {.name = "ThreadX",
     .object = "_tx_thread_current_ptr",
     .thread = {"TX_THREAD_STRUCT", "tx_thread_name", true},
     .scheduler = "_tx_thread_schedule"},
    {.name = "Zephyr",
     .object = "_kernel",
     .array = {"z_kernel", "cpus"},
     .current = {"_cpu", "current"},
     .thread = {"k_thread", "name", false}},
    {.name = "Spoor",
     .object = "cpus",
     .also = "thread_all",
     .current = {"cpu", "current"},
     .thread = {"thread", "name", true}},
};

static uint64_t function_named(const struct program *p, const char *name)
{
    for (size_t n = 0; name != NULL && n < p->count; n++) {
        if (strcmp(p->functions[n].name, name) == 0) {
            return p->functions[n].address;
        }
    }
    return 0;
}

/* @return whether a program is for Arm's M-profile, which has no A32 code */
static bool is_flat(const struct program *p)
{
    struct mapping m;
    bool flat = mapping_read(&m, p) && m.count != 0;

    for (size_t n = 0; n < m.count; n++) {
        flat = flat && m.list[n].isa == MAPPING_T32;
    }
    free(m.list);
    return flat;
}

/* @return false if the program doesn't have this kernel */
static bool take(struct program *p, const struct known *k, struct kernel *found)
{
    uint64_t address, bytes, ignored, array = 0, current = 0, stride = p->bits / 8;

    if (!program_object(p, k->object, &address, &bytes) ||
        (k->also != NULL && !program_object(p, k->also, &ignored, &ignored)) ||
        (k->array.member != NULL &&
         !program_member(p, k->array.structure, k->array.member, &array, &ignored)) ||
        (k->current.member != NULL &&
         !program_member(p, k->current.structure, k->current.member, &current, &stride)) ||
        stride == 0) {
        return false;
    }
    *found = (struct kernel){.name = k->name,
                             .pointer = address + array + current,
                             .stride = stride,
                             .cpus = bytes > array + stride ? (unsigned)((bytes - array) / stride) : 1,
                             .word_bytes = p->bits / 8,
                             .flat = is_flat(p),
                             .scheduler = function_named(p, k->scheduler),
                             .name_is_pointer = k->thread.is_pointer};
    found->early = k->started != NULL && !program_object(p, k->started, &found->started, &ignored);
    found->has_name = program_member(p, k->thread.structure, k->thread.member, &found->thread_name, &ignored);
    return true;
}

bool kernels_find(struct program *program, struct kernel *kernel)
{
    for (size_t n = 0; n < COUNT_OF(list); n++) {
        if (take(program, &list[n], kernel)) {
            return true;
        }
    }
    return false;
}
