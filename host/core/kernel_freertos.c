/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * FreeRTOS, V8 to V11, on a Cortex-M. A task is in one of the lists by its xStateListItem. Those in
 * xPendingReadyList are there by their other item, and still in the list in which they waited, so that list
 * isn't followed. The layouts of saved registers are those of PendSV's handlers in portable/GCC/ARM_CM*; the
 * debug information doesn't have them.
 */
#include <base/count.h>
#include <elf/attributes.h>
#include <elf/file.h>
#include "kernels_priv.h"

#define PRIORITIES_MAX 1024 /* more can't be a list's size that is right */

static struct core_lists lists_of(const struct elf_file *elf, const char *name, uint32_t bytes)
{
    const struct symbol *s = symbols_find(elf, name);
    uint32_t count = s != NULL ? s->size / bytes : 0;

    return (struct core_lists){s != NULL ? s->address : 0, count < PRIORITIES_MAX ? count : PRIORITIES_MAX};
}

static uint32_t address_of(const struct elf_file *elf, const char *name)
{
    const struct symbol *s = symbols_find(elf, name);

    return s != NULL ? s->address : 0;
}

static void place(const struct elf_file *elf, struct core_thread_layout *l)
{
    /* The last two depend on the configuration. */
    static const char *const lists[] = {"pxReadyTasksLists", "xDelayedTaskList1", "xDelayedTaskList2",
                                        "xSuspendedTaskList", "xTasksWaitingTermination"};
    const struct symbol *one = symbols_find(elf, "pxCurrentTCB"), *each = symbols_find(elf, "pxCurrentTCBs");
    const struct symbol *current = each != NULL ? each : one;

    _Static_assert(COUNT_OF(lists) <= CORE_LISTS, "a layout must have all lists");
    for (unsigned n = 0; n < COUNT_OF(lists); n++) {
        l->lists[n] = lists_of(elf, lists[n], l->list_bytes);
    }
    l->owned = l->name_inside = true;
    l->cpus = current != NULL ? current->address : 0;
    l->cpu_bytes = sizeof(uint32_t);
    l->cpu_count = current != NULL ? current->size / l->cpu_bytes : 0;
    l->running = address_of(elf, "xSchedulerRunning");
    l->total = address_of(elf, "uxCurrentNumberOfTasks");
    l->returns = address_of(elf, "prvTaskExitError");
}

/* ------------------------------------------------------------------ contexts */

/* What a port saves, from the lowest address. The hardware's registers are above these. */
enum saved { LIMIT = 1, EXC_RETURN_FIRST = 2, EXC_RETURN_LAST = 4 };

/* ARM_CM23 and ARM_CM33 to ARM_CM85; ARM_CM0 since V11.1; ARM_CM4F and ARM_CM7; ARM_CM3, and ARM_CM0 before.
 */
static unsigned saved_by(const struct elf_file *elf)
{
    if (symbols_find(elf, "vRestoreContextOfFirstTask") != NULL) {
        return EXC_RETURN_FIRST | (attributes_is_v8m(&elf->headers) ? LIMIT : 0);
    }
    return symbols_find(elf, "vPortEnableVFP") != NULL ? EXC_RETURN_LAST : 0;
}

static const char *context(struct elf_file *elf, struct core_context_layout *l)
{
    enum { SP = 13, WORD = 4 };
    unsigned saved = saved_by(elf);
    uint64_t offset = 0, bytes = 0;
    uint32_t at = 0;

    if (attributes_profile(&elf->headers) != 'M') {
        return "where FreeRTOS saves registers is known of its ports for Cortex-M only";
    }
    if (elf_file_member(elf, "tskTaskControlBlock", "xMPUSettings", &offset, &bytes)) {
        return "FreeRTOS's ports for the MPU save registers in another way, which isn't supported";
    }
    if (symbols_find(elf, "xSecureContext") != NULL) {
        return "FreeRTOS's ports for TrustZone save registers in another way, which isn't supported";
    }
    if (symbols_find(elf, "vApplicationGenerateTaskRandomPacKey") != NULL) {
        return "FreeRTOS with configENABLE_PAC saves registers in another way, which isn't supported";
    }
    at += (saved & LIMIT) != 0 ? WORD : 0;
    l->has_exc_return = saved != 0;
    l->exc_return = at;
    at += (saved & EXC_RETURN_FIRST) != 0 ? WORD : 0;
    core_context_add(l, 4, 8, at, false);
    at += 8 * WORD;
    if ((saved & EXC_RETURN_LAST) != 0) {
        l->exc_return = at;
        at += WORD;
    }
    core_context_add(l, 0, 4, at, true);
    core_context_add(l, 12, 1, at + 4 * WORD, true);
    core_context_add(l, 14, 3, at + 5 * WORD, true);
    l->bytes = at + 8 * WORD;
    l->stacked = true;
    l->sp = SP;
    return NULL;
}

const struct kernel_row kernel_freertos = {
    .name = "FreeRTOS",
    .symbols = {"pxReadyTasksLists", "xDelayedTaskList1"},
    .members = {{"xLIST", "xListEnd", KERNEL_TO(head), KERNEL_TO(list_bytes)},
                {"xLIST_ITEM", "pxNext", KERNEL_TO(next), KERNEL_NO_BYTES},
                {"xLIST_ITEM", "pvOwner", KERNEL_TO(owner), KERNEL_NO_BYTES},
                {"tskTaskControlBlock", "pxTopOfStack", KERNEL_TO(sp), KERNEL_NO_BYTES},
                {"tskTaskControlBlock", "pcTaskName", KERNEL_TO(name), KERNEL_TO(thread_bytes)}},
    .place = place,
    .context = context,
};
