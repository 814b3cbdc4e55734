/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A kernel of some hundred lines for zephyr_stacks.check, with the structures in which Zephyr saves the
 * registers of its threads, under their names, and with its ways to switch:
 *
 * - Cortex-M: PendSV saves r4 to r11, PSP and EXC_RETURN in the thread; the hardware stacks the rest. With
 *   SWITCH, all is on the stack, and the thread has its address.
 * - Arm A32: SVC saves r4 to r11 and SP in the thread, and the rest on its stack. With SWITCH, r4 to r11, SP
 *   and LR are in the thread.
 * - RISC-V: what a function must keep is in the thread; an interrupt stacks the rest before it switches.
 *
 * FLOAT adds floating point. main() lets each thread run until it waits, then calls finish(), where the
 * program is stopped. MONITOR, NAMES and USERSPACE are CONFIG_THREAD_MONITOR, CONFIG_THREAD_NAME and
 * CONFIG_USERSPACE.
 */
#ifndef ZEPHYR_KERNEL_H
#define ZEPHYR_KERNEL_H

#include <stddef.h>
#include <stdint.h>

#ifndef MONITOR
#define MONITOR 1
#endif
#ifndef NAMES
#define NAMES 1
#endif
#ifndef USERSPACE
#define USERSPACE 0
#endif

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))
#define APART           __attribute__((noinline, noclone))

#if defined(__riscv)
struct _callee_saved {
    unsigned long sp, ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11;
};

struct __esf {
    unsigned long ra, t0, t1, t2, t3, t4, t5, t6, a0, a1, a2, a3, a4, a5, a6, a7, mepc, mstatus, s0;
#if USERSPACE
    unsigned long sp;
#endif
} __attribute__((aligned(16)));
#define HAS_HANDLE 1
#else
struct _callee_saved {
    uint32_t v1, v2, v3, v4, v5, v6, v7, v8, psp;
#if SWITCH
    uint32_t lr;
#endif
};

struct __fpu_sf {
    float s[16];
    uint32_t fpscr, undefined;
};

struct __basic_sf {
    uint32_t a1, a2, a3, a4, ip, lr, pc, xpsr;
};

struct __esf {
#if FLOAT && __ARM_ARCH_PROFILE == 'A'
    struct __fpu_sf fpu;
#endif
    struct __basic_sf basic;
};
#define HAS_HANDLE SWITCH
#endif

#if SWITCH && __ARM_ARCH_PROFILE == 'M'
struct switch_frame {
    uint32_t apsr, r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, lr, pc;
};

union u_frame {
    struct switch_frame sw;
};

struct z_frame {
#if FLOAT
    uint32_t have_fpu;
#endif
    union u_frame u;
};

struct z_frame_fpu {
    uint32_t have_fpu;
    uint32_t s_regs[32];
    uint32_t fpscr;
    union u_frame u;
};

extern struct z_frame_fpu *unused; /* a structure that nothing uses has no debug information */
#endif

struct _preempt_float {
    float s16_s31[16];
};

struct _thread_arch {
    uint32_t basepri, swap_return_value;
#if FLOAT
    struct _preempt_float preempt_float;
    union {
        uint32_t mode;
        struct {
            uint8_t mode_bits, mode_exc_return;
            uint16_t mode_reserved2;
        };
    };
#endif
#if USERSPACE
    uint32_t sp_usr;
#endif
};

struct _thread_base {
    void *qnode[2], *pended_on;
    uint8_t user_options, thread_state;
};

struct k_thread {
    struct _thread_base base;
    struct _callee_saved callee_saved;
    void *init_data;
#if MONITOR
    struct k_thread *next_thread;
#endif
#if NAMES
    char name[32];
#endif
#if HAS_HANDLE
    void *switch_handle;
#endif
    struct _thread_arch arch;
};

struct _ready_q {
    struct k_thread *cache;
};

struct _cpu {
    uint32_t nested;
    char *irq_stack;
    struct k_thread *current, *idle_thread;
    uint8_t id;
};

struct z_kernel {
    struct _cpu cpus[1];
    struct _ready_q ready_q;
#if MONITOR
    struct k_thread *threads;
#endif
};

extern struct z_kernel _kernel;
extern struct k_thread main_thread;

typedef void (*entry_fn)(void);

extern volatile int sink;

/* Of each architecture. */
APART void arch_swap(void);
void preempt(void); /* calls is_preempted(), and switches from there or before; or as arch_swap() */
void new_thread(struct k_thread *t, uintptr_t top, entry_fn entry);
void z_thread_entry(entry_fn entry);
APART void finish(void);
void is_preempted(void);
int main(void);
struct k_thread *choose(void);

#define OF_THREAD(member) "i"(offsetof(struct k_thread, member))
#define OF_KERNEL(member) "i"(offsetof(struct z_kernel, member))
#define CURRENT           _kernel.cpus[0].current

#endif
