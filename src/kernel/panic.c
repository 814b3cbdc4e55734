/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The end of a run: kernel_exit(), a panic, or a processor fault. The report is written by polling the
 * serial driver, so that it doesn't depend on a working kernel.
 */
#include <stdarg.h>
#include <stdio.h>
#include <drivers/board.h>
#include <spoor/port/atomic.h>
#include <hal/fault.h>
#include <hal/semihost.h>
#include "event_priv.h"

#define STATUS_PANIC 1
#define LINE_BYTES   128

static char line[LINE_BYTES]; /* static, because the stack may have overflowed */
static uint32_t ending;       /* number of the CPU that ends the run, plus 1 */

_Noreturn static void halt(void)
{
    spoor_irq_disable();
    for (;;) {
        hal_cpu_wait();
    }
}

_Noreturn static void stop(int status)
{
#if CONFIG_SEMIHOST
    hal_semihost_exit(status);
#else
    (void)status;
    halt();
#endif
}

static void vreport(const char *fmt, va_list args)
{
    int n = vsnprintf(line, sizeof line, fmt, args);

    if (n > 0) {
        serial_print_polled(board.console, line, (size_t)n < sizeof line ? (size_t)n : sizeof line - 1);
    }
}

__attribute__((format(printf, 1, 2))) static void report(const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    vreport(fmt, args);
    va_end(args);
}

/* Only one CPU ends the run; the others halt. A fault or panic during the report stops at once. */
static void shutdown_begin(void)
{
    spoor_irq_disable();
    uint32_t me = hal_cpu_id() + 1;

    if (!spoor_atomic_cas(&ending, 0, me)) {
        if (__atomic_load_n(&ending, __ATOMIC_RELAXED) != me) {
            halt();
        }
        stop(STATUS_PANIC);
    }
    smp_halt_others();
    serial_seize(board.console);
}

static void report_context(bool in_isr)
{
    const struct thread *t = this_cpu()->current;

    report("  cpu %u, ", hal_cpu_id());
    if (t == NULL) {
        report("boot\n");
        return;
    }
    report("%sthread %s, priority %u\n", in_isr ? "interrupt over " : "", t->name, t->priority);
    report("  stack %p to %p, %u of %u bytes used%s\n", (void *)t->stack, (void *)(t->stack + t->stack_bytes),
           (unsigned)stack_used(t->stack, t->stack_bytes), (unsigned)t->stack_bytes,
           stack_intact(t) ? "" : ": OVERFLOW");
}

#define REGISTERS_PER_LINE 4

static void report_registers(const struct hal_fault *fault)
{
    for (unsigned n = 0; n < HAL_REGISTERS; n++) {
        bool ends = n % REGISTERS_PER_LINE == REGISTERS_PER_LINE - 1 || n == HAL_REGISTERS - 1;

        report("  %-3s %08lx", hal_register_names[n], (unsigned long)fault->r[n]);
        if (n == REGISTERS_PER_LINE - 1) {
            report("  status %08lx", (unsigned long)fault->status);
        }
        report(ends ? "\n" : "");
    }
}

#if CONFIG_FAULT_DUMP && CONFIG_SEMIHOST

/* The whole RAM of the image, including the rings. */
extern const uint8_t ram_start[], heap_start[];

static void save_memory(void)
{
    static char name[128];
    int result = hal_semihost_save(".ram", ram_start, (size_t)(heap_start - ram_start), name, sizeof name);

    if (result == 0) {
        report("  memory from %08lx saved: %s\n", (unsigned long)ram_start, name);
    } else {
        report("  memory not saved: error %d\n", result);
    }
}

#else

static void save_memory(void)
{
}

#endif

_Noreturn void panic(const char *fmt, ...)
{
    va_list args;

    trace_event(kernel_panic, (uintptr_t)__builtin_return_address(0));
    shutdown_begin();
    report("\npanic: ");
    va_start(args, fmt);
    vreport(fmt, args);
    va_end(args);
    report("\n");
    /* Not spoor_in_isr(): a switch runs in an exception that isn't an interrupt. */
    report_context(this_cpu()->irq_depth != 0);
    save_memory();
    stop(STATUS_PANIC);
}

_Noreturn void hal_on_fault(const struct hal_fault *fault)
{
    trace_event(cpu_fault, fault->r[HAL_REGISTER_PC], fault->address_valid ? fault->address : 0,
                fault->status, this_cpu()->current != NULL ? thread_id(this_cpu()->current) : 0);
    shutdown_begin();
    report("\nfault: %s", fault->reason);
    if (fault->address_valid) {
        report(", address %08lx", (unsigned long)fault->address);
    }
    report("\n");
    report_context(fault->in_isr);
    report_registers(fault);
    save_memory();
    stop(STATUS_PANIC);
}

_Noreturn void kernel_exit(int status)
{
    shutdown_begin();
    serial_print_polled(board.console, "", 0); /* flushes queued output and a partly sent frame */
    stop(status);
}
