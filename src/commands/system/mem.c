/* SPDX-License-Identifier: BSD-2-Clause */
/* mem: show the use of RAM, from the symbols of mk/ld/sections.ld and newlib's mallinfo(). */
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>
#include <kernel/irq.h>
#include <kernel/thread.h>
#include <spoor/shell/shell.h>
#include <spoor/shell/table.h>

extern char data_start[], data_end[], bss_start[], bss_end[], heap_start[], heap_end[];

static const char columns[] = "<Memory\0>Size\0>Used\0>Free";

static void print_row(struct spoor_table *t, const char *name, size_t size, size_t used)
{
    spoor_table_text(t, name);
    spoor_table_number(t, size);
    spoor_table_number(t, used);
    spoor_table_number(t, (size - used));
}

static size_t distance(const char *from, const char *to)
{
    return (uintptr_t)to - (uintptr_t)from;
}

static int mem_command(int argc, char **argv)
{
    struct thread_info info;
    size_t stack_size = 0, stack_used = 0, irq_size = 0, irq_used = 0;
    struct mallinfo heap = mallinfo();
    struct spoor_table t;

    if (argc != 1) {
        return spoor_shell_usage_error(argv[0]);
    }
    for (unsigned n = 0; thread_get_info(n, &info) == 0; n++) {
        stack_size += info.stack_bytes;
        stack_used += info.stack_used_bytes;
    }
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        size_t bytes;

        irq_used += irq_stack_used(cpu, &bytes);
        irq_size += bytes;
    }
    size_t data = distance(data_start, data_end), bss = distance(bss_start, bss_end);

    spoor_table_begin(&t, columns, 4);
    while (spoor_table_pass(&t)) {
        print_row(&t, "data", data, data);
        print_row(&t, "bss", bss, bss);
        print_row(&t, "  stacks", stack_size, stack_used);
        print_row(&t, "  interrupts", irq_size, irq_used);
        print_row(&t, "heap", distance(heap_start, heap_end), (size_t)heap.uordblks);
    }
    printf("stacks: peak use of all threads' stacks, which are in data and bss\n"
           "interrupts: peak use of their stacks, one per CPU\n"
           "heap: %lu bytes free in holes, %lu never allocated\n",
           (unsigned long)heap.fordblks, (unsigned long)distance(sbrk(0), heap_end));
    return 0;
}

SPOOR_SHELL_COMMAND("mem", "show static memory, stacks and heap", "", mem_command, NULL);
