/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Vector table, reset, and interrupt dispatch to the kernel, for ARMv6-M and ARMv7-M (Armv7-M ARM, B1.5).
 * Handlers are plain C functions, because the hardware saves the call-clobbered registers.
 */
#include <stddef.h>
#include <hal/context.h>
#include <hal/cpu.h>
#include <hal/interrupted.h>
#include <spoor/port/irq.h>
#include <spoor/port/restart.h>
#include <hal/irqctl.h>
#include "cortexm_priv.h"
#include <arch/frame.h>

#define ISR_STACK_BYTES (CONFIG_ISR_STACK_BYTES + SPOOR_IRQ_LEVELS * HAL_STACK_EXTRA_BYTES)

uint8_t cortexm_isr_stack[CONFIG_CPUS][ISR_STACK_BYTES] __attribute__((aligned(8), section(".isr_stack")));
uint8_t *const cortexm_isr_stack_top[CONFIG_CPUS] = {
    cortexm_isr_stack[0] + ISR_STACK_BYTES,
#if CONFIG_CPUS > 1
    cortexm_isr_stack[1] + ISR_STACK_BYTES,
#endif
};
_Static_assert(CONFIG_CPUS <= 2 && ISR_STACK_BYTES % 8 == 0,
               "the table lists two stacks, and they must be aligned");

extern uint8_t data_start[], data_end[], data_load[], bss_start[], bss_end[];

static void copy_words(uint32_t *to, const uint32_t *end, const uint32_t *from)
{
    while (to < end) {
        *to++ = *from++;
    }
}

static void zero_words(uint32_t *to, const uint32_t *end)
{
    while (to < end) {
        *to++ = 0;
        hal_compiler_barrier(); /* prevents a call of memset, which can't be used yet */
    }
}

/* Must run before any other code, because the compiler may use floating-point registers anywhere. */
static inline void cortexm_core_init(unsigned cpu)
{
#if CORTEXM_FLOAT
    SCB_CPACR |= 0xFu << 20; /* CP10 and CP11: full access (Armv7-M ARM, B3.2.20) */
    __asm__ volatile("dsb\n\tisb" ::: "memory");
#endif
#if CORTEXM_LIMIT
    __asm__ volatile("msr msplim, %0" ::"r"(cortexm_isr_stack[cpu]));
#endif
#if CONFIG_CPUS > 1
    __asm__ volatile("msr psplim_ns, %0" ::"r"(cpu << CORTEXM_NUMBER_SHIFT));
    hal_cpu_set_word(NULL);
#endif
    (void)cpu;
}

_Noreturn void cortexm_boot(unsigned cpu)
{
    spoor_irq_disable();
    cortexm_core_init(cpu);
    if (cpu == 0) {
        copy_words((uint32_t *)data_start, (uint32_t *)data_end, (const uint32_t *)data_load);
        zero_words((uint32_t *)bss_start, (uint32_t *)bss_end);
    }
    cortexm_fault_init();
    hal_on_boot();
}

#if CONFIG_CPUS > 1
/* All CPUs start with the stack that CPU 0 uses for interrupts, so each switches to its own first. */
__attribute__((naked)) void hal_entry(void)
{
    __asm__ volatile("cpsid i                          \n\t"
                     "ldr   r0, =board_cpu_number      \n\t"
                     "ldr   r0, [r0]                   \n\t"
                     "ldr   r0, [r0]                   \n\t"
                     "ldr   r1, =cortexm_isr_stack_top \n\t"
                     "ldr   r1, [r1, r0, lsl #2]       \n\t"
                     "msr   msp, r1                    \n\t"
                     "b     cortexm_boot               \n\t");
}

/* Nothing to do: a CPU that isn't running is off, or held by its power driver. */
void hal_cpu_release(unsigned cpu)
{
    (void)cpu;
}
#else
_Noreturn void hal_entry(void)
{
    cortexm_boot(0);
}
#endif

void *hal_isr_stack(unsigned cpu, size_t *bytes)
{
    *bytes = ISR_STACK_BYTES;
    return cortexm_isr_stack[cpu];
}

/*
 * The frame of the interrupted context. EXC_RETURN, the return address of a handler, selects its stack
 * (Armv7-M ARM, B1.5.8).
 */
#define INTERRUPTED_FRAME()                                                                                  \
    ({                                                                                                       \
        uint32_t *frame_ = __builtin_dwarf_cfa();                                                            \
                                                                                                             \
        if ((uint32_t)__builtin_return_address(0) & 4) {                                                     \
            __asm__ volatile("mrs %0, psp" : "=r"(frame_));                                                  \
        }                                                                                                    \
        frame_;                                                                                              \
    })

#if CONFIG_TRACE_SAMPLES
struct cortexm_interrupted cortexm_interrupted[CONFIG_CPUS];

#if CORTEXM_FLOAT
#define NOTE_EXC_RETURN()                                                                                    \
    (cortexm_interrupted[hal_cpu_id()].exc_return = (uint32_t)__builtin_return_address(0))
#else
#define NOTE_EXC_RETURN() (void)0
#endif

#define NOTE_INTERRUPTED()                                                                                   \
    do {                                                                                                     \
        cortexm_interrupted[hal_cpu_id()].frame = INTERRUPTED_FRAME();                                       \
        NOTE_EXC_RETURN();                                                                                   \
    } while (0)
#else
#define NOTE_INTERRUPTED() (void)0
#endif

#if SPOOR_RESTARTABLE
/* Bits of xPSR with the register at which an interrupted LDM or STM continues (Armv7-M ARM, B1.4.2). */
#define XPSR_ICI 0x0600FC00u

static __attribute__((noinline)) void restart(uint32_t *frame)
{
    uint32_t pc = spoor_restart_pc(frame[6]);

    if (pc != frame[6]) {
        frame[6] = pc;
        frame[7] &= ~XPSR_ICI;
    }
}

/*
 * At the end, so that no interrupt is served later because of it. PendSV needn't do it: it is requested by an
 * interrupt, which does it first, or outside of a sequence.
 */
#define RESTART_INTERRUPTED()                                                                                \
    do {                                                                                                     \
        uint32_t *frame = INTERRUPTED_FRAME();                                                               \
                                                                                                             \
        if (spoor_restart_may_move(frame[6])) {                                                              \
            restart(frame);                                                                                  \
        }                                                                                                    \
    } while (0)
#else
#define RESTART_INTERRUPTED() (void)0
#endif

static void interrupt(void)
{
    NOTE_INTERRUPTED();
#if CONFIG_CPUS > 1
    hal_irqctl_serve();
#else
    uint32_t ipsr;

    __asm__ volatile("mrs %0, ipsr" : "=r"(ipsr));
    hal_on_irq(ipsr);
#endif
    RESTART_INTERRUPTED();
}

typedef void (*vector)(void);

__attribute__((used, section(".vectors"))) static const union {
    vector fn;
    void *stack;
} vectors[16 + CONFIG_NVIC_LINES] = {
    [0] = {.stack = cortexm_isr_stack[0] + ISR_STACK_BYTES},
    [1] = {hal_entry},
    [2 ... 6] = {cortexm_fault_entry},
    [7 ... 10] = {cortexm_fault_entry},
    [11] = {cortexm_pendsv}, /* SVCall */
    [12 ... 13] = {cortexm_fault_entry},
    [14] = {cortexm_pendsv},
    [15 ... 16 + CONFIG_NVIC_LINES - 1] = {interrupt},
};
