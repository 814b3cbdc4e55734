/* SPDX-License-Identifier: BSD-2-Clause */
/* ThreadX's names that the port uses, on the stand-in kernel. */
#ifndef TX_API_H
#define TX_API_H

#include <FreeRTOS.h>
#include <task.h>
#include <semphr.h>

typedef unsigned long ULONG;
typedef unsigned int UINT;
typedef char CHAR;
typedef struct tskTaskControlBlock TX_THREAD;
typedef StaticQueue_t TX_SEMAPHORE;
typedef StaticQueue_t TX_QUEUE;
#define tx_queue_enqueued     uxMessagesWaiting
#define tx_mutex_owner        holder
#define tx_thread_stack_start stack_info.start
#define tx_thread_stack_size  stack_info.size
typedef StaticSemaphore_t TX_MUTEX;
typedef struct {
    void (*function)(ULONG);
} TX_TIMER;
typedef struct TX_TIMER_INTERNAL_STRUCT TX_TIMER_INTERNAL;

enum { TX_SUCCESS, TX_DELETED, TX_NO_INSTANCE = 13, TX_WAIT_ABORTED = 26 };
enum {
    TX_READY,
    TX_COMPLETED,
    TX_TERMINATED,
    TX_SUSPENDED,
    TX_SLEEP,
    TX_QUEUE_SUSP,
    TX_SEMAPHORE_SUSP,
    TX_MUTEX_SUSP = 13
};
#define TX_PRIORITY_CHANGE        14
#define TX_MAX_PRIORITIES         16
#define TX_WAIT_FOREVER           portMAX_DELAY
#define TX_TIMER_TICKS_PER_SECOND 1000
#define TX_INHERIT                1
#define TX_AUTO_ACTIVATE          1
#define TX_AUTO_START             1
#define TX_NO_TIME_SLICE          0
#define TX_STACK_FILL             ((ULONG)0xA5A5A5A5UL)

UINT _tx_thread_interrupt_disable(void);
void _tx_thread_interrupt_restore(UINT state);
#define TX_INTERRUPT_SAVE_AREA UINT interrupt_save;
#ifdef TX_DISABLE_INLINE
#define TX_DISABLE interrupt_save = _tx_thread_interrupt_disable();
#define TX_RESTORE _tx_thread_interrupt_restore(interrupt_save);
#endif

void tx_kernel_enter(void);
void tx_application_define(void *first_unused_memory);
TX_THREAD *tx_thread_identify(void);
UINT tx_thread_sleep(ULONG ticks);
UINT tx_thread_create(TX_THREAD *t, CHAR *name, void (*entry)(ULONG), ULONG input, void *stack, ULONG bytes,
                      UINT priority, UINT threshold, ULONG slice, UINT start);
UINT tx_semaphore_create(TX_SEMAPHORE *s, CHAR *name, ULONG count);
UINT tx_semaphore_ceiling_put(TX_SEMAPHORE *s, ULONG ceiling);
UINT tx_semaphore_get(TX_SEMAPHORE *s, ULONG ticks);
UINT tx_mutex_create(TX_MUTEX *m, CHAR *name, UINT inherit);
UINT tx_mutex_get(TX_MUTEX *m, ULONG ticks);
UINT tx_mutex_put(TX_MUTEX *m);
UINT tx_timer_create(TX_TIMER *t, CHAR *name, void (*function)(ULONG), ULONG input, ULONG first, ULONG every,
                     UINT start);
UINT tx_timer_deactivate(TX_TIMER *t);

#endif
