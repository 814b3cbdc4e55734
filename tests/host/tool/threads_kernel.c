/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A kernel of a hundred lines for bare_threads.py, with the symbols and structures of FreeRTOS, ThreadX or
 * Zephyr as far as a debugger knows them. Three threads take turns. On Cortex-M they are switched by PendSV,
 * when they pause and at each tick; on RISC-V by a function that returns into another thread. All pause at
 * the same instruction. The third ends, and its object is used again for a fourth, on a stack of its own.
 */
#include <stdint.h>

#ifndef UNPRIVILEGED
#define UNPRIVILEGED 0 /* 1: threads of FreeRTOS can't access the kernel's data */
#endif

#define THREADS     3
#define STACK_WORDS 128
#define ROUNDS      60
#define LAST_ROUND  20 /* of the third thread */

#if UNPRIVILEGED
#define KERNEL_DATA __attribute__((section(".privileged")))
#else
#define KERNEL_DATA
#endif

#if defined(FREERTOS)
struct tskTaskControlBlock {
    uintptr_t sp;
    uint32_t priority;
    char pcTaskName[12];
} threads[THREADS] KERNEL_DATA = {{0, 1, "first"}, {0, 1, "second"}, {0, 1, "third"}};
struct tskTaskControlBlock *volatile pxCurrentTCB KERNEL_DATA;
#define CURRENT  pxCurrentTCB
#define SET_NAME (threads[2].pcTaskName[0] = 'f', threads[2].pcTaskName[1] = 'o')
#elif defined(THREADX)
struct TX_THREAD_STRUCT {
    uintptr_t sp;
    char *tx_thread_name;
} threads[THREADS] = {{0, "first"}, {0, "second"}, {0, "third"}};
struct TX_THREAD_STRUCT *_tx_thread_current_ptr;
#define CURRENT  _tx_thread_current_ptr
#define SET_NAME (threads[2].tx_thread_name = "foird")
#else
struct k_thread {
    struct {
        uintptr_t current, name;
    } base; /* members of the same names inside */
    uintptr_t sp;
    char name[16];
} threads[THREADS] = {{{0, 0}, 0, "first"}, {{0, 0}, 0, "second"}, {{0, 0}, 0, "third"}};
struct _cpu {
    uint32_t nested;
    struct k_thread *current;
};
struct z_kernel {
    uint32_t ticks;
    struct _cpu cpus[1];
} _kernel;
#define CURRENT  _kernel.cpus[0].current
#define SET_NAME (threads[2].name[0] = 'f', threads[2].name[1] = 'o')
#endif

uintptr_t stacks[THREADS + 1][STACK_WORDS] __attribute__((aligned(16)));
static volatile unsigned sink, rounds;
static volatile int over;

void pause_thread(void);
static void begin_thread(void);
__attribute__((noreturn)) void end(void);
uintptr_t first_context(uintptr_t *top, void (*entry)(void));

__attribute__((noinline)) static void work(unsigned n)
{
    while (n-- != 0) {
        sink++;
    }
}

__attribute__((noinline)) static void rest(void)
{
    pause_thread();
    sink++;
}

static void first(void)
{
    begin_thread();
    for (;;) {
        work(4);
        rest();
        if (++rounds == ROUNDS) {
            end();
        }
    }
}

static void second(void)
{
    begin_thread();
    for (;;) {
        work(40);
        rest();
    }
}

static void third(void)
{
    begin_thread();
    for (;;) {
        work(1);
        over = rounds >= LAST_ROUND;
        rest();
    }
}

static void fourth(void)
{
    begin_thread();
    for (;;) {
        work(60);
        rest();
    }
}

/* @return the stack pointer of the next thread. @param sp  that of the present one; 0: none */
__attribute__((used)) uintptr_t choose(uintptr_t sp)
{
    static void (*const entries[])(void) = {first, second, third};
    unsigned next = 0;

    if (CURRENT == 0) {
        for (unsigned n = 0; n < THREADS; n++) {
            threads[n].sp = first_context(stacks[n] + STACK_WORDS, entries[n]);
        }
    } else {
        CURRENT->sp = sp;
        next = (unsigned)(CURRENT - threads + 1) % THREADS;
    }
    if (next == 2 && over) {
        over = 0;
        SET_NAME;
        threads[2].sp = first_context(stacks[THREADS] + STACK_WORDS, fourth);
    }
    CURRENT = &threads[next];
    return CURRENT->sp;
}

#if defined(__arm__)

#define ICSR      (*(volatile uint32_t *)0xe000ed04)
#define PENDSVSET (UINT32_C(1) << 28)

uintptr_t first_context(uintptr_t *top, void (*entry)(void))
{
    top[-1] = 1 << 24; /* xPSR */
    top[-2] = (uintptr_t)entry;
    return (uintptr_t)(top - 16);
}

void pause_thread(void)
{
    __asm__ volatile("svc 0");
}

static void begin_thread(void)
{
}

void end(void)
{
    for (;;) {
        pause_thread();
    }
}

/* Serves SVC, too. */
static void tick(void)
{
    if (rounds == ROUNDS) {
        register uint32_t operation __asm__("r0") = 0x18,
                                    reason __asm__("r1") = 0x20026; /* the application exits */

        __asm__ volatile("bkpt 0xab" : : "r"(operation), "r"(reason));
    }
    ICSR = PENDSVSET;
}

__attribute__((naked)) static void switch_threads(void)
{
    __asm__("mrs r0, psp\n cbz r0, 1f\n stmdb r0!, {r4-r11}\n 1: bl choose\n chosen: ldmia r0!, {r4-r11}\n "
            "msr psp, r0\n mov r1, %0\n msr control, r1\n"
            "mvn lr, #2\n bx lr" /* to thread mode, on the process stack */
            :
            : "i"(UNPRIVILEGED));
}

#if UNPRIVILEGED
/* Let threads access the first 64 KiB of code and of data, after which the kernel's data is. */
static void protect(void)
{
    static const uint32_t regions[] = {0x00000010, 0x20000011};

    for (unsigned n = 0; n < 2; n++) {
        *(volatile uint32_t *)0xe000ed9c = regions[n]; /* RBAR: base, valid, number */
        *(volatile uint32_t *)0xe000eda0 = 0x0300001f; /* RASR: full access, 2^16 bytes, enabled */
    }
    *(volatile uint32_t *)0xe000ed94 = 5; /* CTRL: on; privileged code may access the rest */
}
#else
static void protect(void)
{
}
#endif

static void boot(void)
{
    protect();
    *(volatile uint32_t *)0xe000ed20 = 0x00ff0000; /* the lowest priority for PendSV */
    *(volatile uint32_t *)0xe000e014 = 9;          /* SysTick: 360 instructions */
    *(volatile uint32_t *)0xe000e010 = 7;
    for (;;) {
        pause_thread();
    }
}

__attribute__((section(".vectors"), used)) static void *const vectors[16] = {
    (void *)0x20010000, [1] = (void *)boot, [11] = (void *)tick, [14] = (void *)switch_threads,
    [15] = (void *)tick};

#else

#define SAVED_WORDS 14

uintptr_t first_context(uintptr_t *top, void (*entry)(void))
{
    top[-SAVED_WORDS] = (uintptr_t)entry;
    return (uintptr_t)(top - SAVED_WORDS);
}

/* Save what a function must keep, and return into the next thread. */
__attribute__((naked)) void switch_threads(void)
{
    __asm__("addi sp, sp, -112\n sd ra, (sp)\n sd s0, 8(sp)\n sd s1, 16(sp)\n sd s2, 24(sp)\n sd s3, 32(sp)\n"
            "sd s4, 40(sp)\n sd s5, 48(sp)\n mv a0, sp\n call choose\n"
            "chosen: mv sp, a0\n ld ra, (sp)\n ld s0, 8(sp)\n ld s1, 16(sp)\n ld s2, 24(sp)\n ld s3, 32(sp)\n"
            "ld s4, 40(sp)\n ld s5, 48(sp)\n addi sp, sp, 112\n ret");
}

__attribute__((naked)) void pause_thread(void)
{
    __asm__("addi sp, sp, -16\n sd ra, (sp)\n csrci mstatus, 8\n call switch_threads\n"
            "csrsi mstatus, 8\n ld ra, (sp)\n addi sp, sp, 16\n ret");
}

static void begin_thread(void)
{
    __asm__ volatile("csrsi mstatus, 8"); /* it may have been chosen by the interrupt */
}

__attribute__((used)) void tick(void)
{
    *(volatile uint64_t *)0x02004000 =
        *(volatile uint64_t *)0x0200bff8 + 5; /* the timer: in 500 instructions */
}

/* The interrupt runs on the thread's stack, and switches as the thread itself does. */
__attribute__((naked, used, aligned(4))) void trap_entry(void)
{
    __asm__("addi sp, sp, -144\n sd ra, (sp)\n sd t0, 8(sp)\n sd t1, 16(sp)\n sd t2, 24(sp)\n sd a0, 32(sp)\n"
            "sd a1, 40(sp)\n sd a2, 48(sp)\n sd a3, 56(sp)\n sd a4, 64(sp)\n sd a5, 72(sp)\n sd a6, 80(sp)\n"
            "sd a7, 88(sp)\n sd t3, 96(sp)\n sd t4, 104(sp)\n sd t5, 112(sp)\n sd t6, 120(sp)\n"
            "csrr t0, mepc\n sd t0, 128(sp)\n call tick\n call switch_threads\n"
            "ld t0, 128(sp)\n csrw mepc, t0\n li t0, 0x1880\n csrw mstatus, t0\n" /* back to machine mode */
            "ld ra, (sp)\n ld t0, 8(sp)\n ld t1, 16(sp)\n ld t2, 24(sp)\n ld a0, 32(sp)\n ld a1, 40(sp)\n"
            "ld a2, 48(sp)\n ld a3, 56(sp)\n ld a4, 64(sp)\n ld a5, 72(sp)\n ld a6, 80(sp)\n ld a7, 88(sp)\n"
            "ld t3, 96(sp)\n ld t4, 104(sp)\n ld t5, 112(sp)\n ld t6, 120(sp)\n addi sp, sp, 144\n mret");
}

void end(void)
{
    *(volatile uint32_t *)0x100000 = 0x5555; /* the machine's register for tests: success */
    for (;;) {
    }
}

__attribute__((naked, section(".vectors"), used)) void start(void)
{
    __asm__(
        "li sp, 0x80100000\n la t0, trap_entry\n csrw mtvec, t0\n call tick\n li t0, 0x80\n csrw mie, t0\n"
        "j switch_threads");
}

#endif
