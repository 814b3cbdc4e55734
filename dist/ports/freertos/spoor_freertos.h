/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The kernel's trace macros for FreeRTOS V9 to V11. The last line of FreeRTOSConfig.h must be
 *
 *     #include <spoor_freertos.h>
 *
 * The macros take any number of arguments because their parameters differ between versions. They are expanded
 * in the kernel's sources, where the types are known.
 */
#ifndef SPOOR_FREERTOS_H
#define SPOOR_FREERTOS_H

#if !defined(__ASSEMBLER__) && !defined(__IASMARM__)

#include <spoor/config.h>

#if CONFIG_TRACE

#if defined(configNUM_CORES) && configNUM_CORES > 1
#error "spoor: the SMP branch before V11 isn't supported; V11 with configNUMBER_OF_CORES is"
#elif defined(configNUMBER_OF_CORES) && configNUMBER_OF_CORES != CONFIG_CPUS
#error "spoor: define CONFIG_CPUS in spoor_user.h as configNUMBER_OF_CORES of FreeRTOSConfig.h"
#elif !defined(configNUMBER_OF_CORES) && CONFIG_CPUS != 1
#error "spoor: CONFIG_CPUS is above 1, and FreeRTOSConfig.h has no configNUMBER_OF_CORES, which V11 has"
#endif

/* On cores other than Cortex-M this is how the port distinguishes a task from main(). */
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M'
#undef INCLUDE_xTaskGetSchedulerState
#define INCLUDE_xTaskGetSchedulerState 1
#endif

/* A thread-local storage slot in each task, after those that the program uses. */
#ifdef SPOOR_SLOT /* the program's choice */
#elif !defined(configNUM_THREAD_LOCAL_STORAGE_POINTERS) || configNUM_THREAD_LOCAL_STORAGE_POINTERS == 0
#undef configNUM_THREAD_LOCAL_STORAGE_POINTERS
#define configNUM_THREAD_LOCAL_STORAGE_POINTERS 1
#define SPOOR_SLOT                              0
#elif configNUM_THREAD_LOCAL_STORAGE_POINTERS == 1
#undef configNUM_THREAD_LOCAL_STORAGE_POINTERS
#define configNUM_THREAD_LOCAL_STORAGE_POINTERS 2
#define SPOOR_SLOT                              1
#elif configNUM_THREAD_LOCAL_STORAGE_POINTERS == 2
#undef configNUM_THREAD_LOCAL_STORAGE_POINTERS
#define configNUM_THREAD_LOCAL_STORAGE_POINTERS 3
#define SPOOR_SLOT                              2
#else
#error                                                                                                       \
    "spoor: raise configNUM_THREAD_LOCAL_STORAGE_POINTERS by one, and define SPOOR_SLOT as the last one's number"
#endif

#ifdef __cplusplus
extern "C" {
#endif

struct spoor_task;

/* Context of all these functions: that of the kernel's trace macro. */
struct spoor_task *spoor_freertos_created(const void *task, unsigned priority, const char *name,
                                          const void *stack, unsigned stack_bytes);
void spoor_freertos_deleted(struct spoor_task *t);
void spoor_freertos_out(struct spoor_task *t);
void spoor_freertos_in(struct spoor_task *t);
void spoor_freertos_tick(void);
void spoor_freertos_sleep_begin(void);
void spoor_freertos_woke(void);
void spoor_freertos_sleep_end(void);
void spoor_isr_enter(void);
void spoor_isr_exit(void);
extern char spoor_freertos_started;

/* The kernel's variable. */
#ifndef SPOOR_CURRENT_TCB
#define SPOOR_CURRENT_TCB pxCurrentTCB
#endif

#define SPOOR_TASK_OF(task) ((struct spoor_task *)(task)->pvThreadLocalStoragePointers[SPOOR_SLOT])

/* The stack's size excludes the initial frame. */
#define traceTASK_CREATE(task)                                                                               \
    (task)->pvThreadLocalStoragePointers[SPOOR_SLOT] = spoor_freertos_created(                               \
        (task), (unsigned)(task)->uxPriority, (task)->pcTaskName, (task)->pxStack,                           \
        (unsigned)((const char *)(task)->pxTopOfStack - (const char *)(task)->pxStack))
#define traceTASK_DELETE(task) spoor_freertos_deleted(SPOOR_TASK_OF(task))
/* Since V11 the kernel also reports the start of the first task, but not on further cores. */
#if CONFIG_CPUS > 1
#define traceTASK_SWITCHED_OUT() spoor_freertos_out(SPOOR_TASK_OF(pxCurrentTCBs[portGET_CORE_ID()]))
#define traceTASK_SWITCHED_IN()  spoor_freertos_in(SPOOR_TASK_OF(pxCurrentTCBs[portGET_CORE_ID()]))
#else
#define traceTASK_SWITCHED_OUT()                                                                             \
    do {                                                                                                     \
        if (tskKERNEL_VERSION_MAJOR < 11 && !spoor_freertos_started) {                                       \
            spoor_freertos_out(SPOOR_TASK_OF(SPOOR_CURRENT_TCB));                                            \
        }                                                                                                    \
    } while (0)
#define traceTASK_SWITCHED_IN() spoor_freertos_in(SPOOR_TASK_OF(SPOOR_CURRENT_TCB))
#endif
#define traceTASK_INCREMENT_TICK(...) spoor_freertos_tick()
#define traceISR_ENTER(...)           spoor_isr_enter()
#define traceISR_EXIT()               spoor_isr_exit()
#define traceISR_EXIT_TO_SCHEDULER()  spoor_isr_exit()

#define traceLOW_POWER_IDLE_BEGIN() spoor_freertos_sleep_begin()
#define traceLOW_POWER_IDLE_END()   spoor_freertos_sleep_end()
/*
 * Called before the interrupt that ends a sleep. If the program defines this macro, it must call
 * spoor_freertos_woke() there.
 */
#ifndef configPOST_SLEEP_PROCESSING
#define configPOST_SLEEP_PROCESSING(...) spoor_freertos_woke()
#endif

#if CONFIG_TRACE_EVENTS

/* Kinds of objects. SPOOR_KIND() derives the kind from a queue. */
enum { SPOOR_KIND_MUTEX, SPOOR_KIND_SEM, SPOOR_KIND_GET, SPOOR_KIND_PUT };

void spoor_freertos_ready(struct spoor_task *t);
void spoor_freertos_waits(const void *object, int kind);
void spoor_freertos_waits_for_mutex(const void *mutex, const void *holder);
void spoor_freertos_waits_for_notice(const void *task);
void spoor_freertos_buffers(const void *buffer, int kind);
void spoor_freertos_sleeps(void);
void spoor_freertos_suspends(struct spoor_task *t);
void spoor_freertos_priority(struct spoor_task *t, unsigned priority, int lasting);
void spoor_freertos_takes(const void *object, int kind, unsigned level);
void spoor_freertos_puts(const void *object, int kind, unsigned level);
void spoor_freertos_names(const void *object, const char *name);
void spoor_freertos_makes(const void *object, const char *kind);
void spoor_freertos_forgets(const void *object);
void spoor_freertos_expires(const void *timer, const void *function);
void spoor_freertos_allocates(const void *address, unsigned bytes, const void *caller);
void spoor_freertos_frees(const void *address, unsigned bytes);

/* A mutex has item size 0 and no head; a semaphore has item size 0. */
#define SPOOR_KIND(q, queue)                                                                                 \
    ((q)->uxItemSize != 0 ? (queue) : (q)->pcHead == NULL ? SPOOR_KIND_MUTEX : SPOOR_KIND_SEM)
/* The holder of a mutex is a member of a union in queue.c. Before V10.1 it is pcTail, through a macro. */
#define SPOOR_HOLDER_pcTail(q)        (q)->pcTail
#define SPOOR_HOLDER_pxMutexHolder(q) (q)->u.xSemaphore.xMutexHolder
#define SPOOR_HOLDER_BY(member)       SPOOR_HOLDER_##member
#define SPOOR_HOLDER_OF(member)       SPOOR_HOLDER_BY(member)
#define SPOOR_WAITS(q, kind)                                                                                 \
    ((kind) == SPOOR_KIND_MUTEX ? spoor_freertos_waits_for_mutex((q), SPOOR_HOLDER_OF(pxMutexHolder)(q))     \
                                : spoor_freertos_waits((q), (kind)))

#define traceMOVED_TASK_TO_READY_STATE(task) spoor_freertos_ready(SPOOR_TASK_OF(task))
#define traceTASK_DELAY(...)                 spoor_freertos_sleeps()
#define traceTASK_DELAY_UNTIL(...)           spoor_freertos_sleeps()
#define traceTASK_SUSPEND(task)              spoor_freertos_suspends(SPOOR_TASK_OF(task))
#define traceTASK_PRIORITY_SET(task, priority)                                                               \
    spoor_freertos_priority(SPOOR_TASK_OF(task), (unsigned)(priority), 1)
#define traceTASK_PRIORITY_INHERIT(task, priority)                                                           \
    spoor_freertos_priority(SPOOR_TASK_OF(task), (unsigned)(priority), 0)
#define traceTASK_PRIORITY_DISINHERIT(task, priority)                                                        \
    spoor_freertos_priority(SPOOR_TASK_OF(task), (unsigned)(priority), 0)

#define traceBLOCKING_ON_QUEUE_RECEIVE(q) SPOOR_WAITS(q, SPOOR_KIND(q, SPOOR_KIND_GET))
#define traceBLOCKING_ON_QUEUE_PEEK(q)    spoor_freertos_waits((q), SPOOR_KIND(q, SPOOR_KIND_GET))
#define traceBLOCKING_ON_QUEUE_SEND(q)    spoor_freertos_waits((q), SPOOR_KIND(q, SPOOR_KIND_PUT))
/* The kernel changes the number of messages after this call. */
#define SPOOR_TAKES(q)                                                                                       \
    spoor_freertos_takes((q), SPOOR_KIND(q, SPOOR_KIND_GET), (unsigned)(q)->uxMessagesWaiting - 1)
#define SPOOR_PUTS(q)                                                                                        \
    spoor_freertos_puts((q), SPOOR_KIND(q, SPOOR_KIND_PUT), (unsigned)(q)->uxMessagesWaiting + 1)
#define traceQUEUE_RECEIVE(q)            SPOOR_TAKES(q)
#define traceQUEUE_RECEIVE_FROM_ISR(q)   SPOOR_TAKES(q)
#define traceQUEUE_SEND(q)               SPOOR_PUTS(q)
#define traceQUEUE_SEND_FROM_ISR(q)      SPOOR_PUTS(q)
#define traceQUEUE_REGISTRY_ADD(q, name) spoor_freertos_names((q), (name))

/*
 * Objects on the heap have no symbol, so they are described by their kind until they get a name. The flag for
 * static objects exists only if both kinds of allocation are supported.
 */
#if defined configSUPPORT_DYNAMIC_ALLOCATION && configSUPPORT_DYNAMIC_ALLOCATION == 0
#define SPOOR_MAKES(object, on_heap, kind)
#elif configSUPPORT_STATIC_ALLOCATION == 1
#define SPOOR_MAKES(object, on_heap, kind)                                                                   \
    do {                                                                                                     \
        if (on_heap) {                                                                                       \
            spoor_freertos_makes((object), (kind));                                                          \
        }                                                                                                    \
    } while (0)
#else
#define SPOOR_MAKES(object, on_heap, kind) spoor_freertos_makes((object), (kind))
#endif
#define traceQUEUE_CREATE(q)                                                                                 \
    SPOOR_MAKES(q, (q)->ucStaticallyAllocated == 0, (q)->uxItemSize != 0 ? "queue" : "semaphore")
#define traceCREATE_MUTEX(q)       SPOOR_MAKES(q, (q)->ucStaticallyAllocated == 0, "mutex")
#define traceEVENT_GROUP_CREATE(g) SPOOR_MAKES(g, (g)->ucStaticallyAllocated == 0, "event group")
#define traceSTREAM_BUFFER_CREATE(b, ...)                                                                    \
    SPOOR_MAKES(b, ((b)->ucFlags & sbFLAGS_IS_STATICALLY_ALLOCATED) == 0, "stream buffer")
#define traceQUEUE_DELETE(q)         spoor_freertos_forgets(q)
#define traceEVENT_GROUP_DELETE(g)   spoor_freertos_forgets(g)
#define traceSTREAM_BUFFER_DELETE(b) spoor_freertos_forgets(b)

#define traceTASK_NOTIFY_TAKE_BLOCK(...)             spoor_freertos_waits_for_notice(SPOOR_CURRENT_TCB)
#define traceTASK_NOTIFY_WAIT_BLOCK(...)             spoor_freertos_waits_for_notice(SPOOR_CURRENT_TCB)
#define traceEVENT_GROUP_WAIT_BITS_BLOCK(group, ...) spoor_freertos_waits((group), SPOOR_KIND_SEM)
#define traceEVENT_GROUP_SYNC_BLOCK(group, ...)      spoor_freertos_waits((group), SPOOR_KIND_SEM)
/* A task waits for a stream buffer by a notification, which may be pending already. */
#define traceBLOCKING_ON_STREAM_BUFFER_RECEIVE(b) spoor_freertos_buffers((b), SPOOR_KIND_GET)
#define traceBLOCKING_ON_STREAM_BUFFER_SEND(b)    spoor_freertos_buffers((b), SPOOR_KIND_PUT)
#define traceTASK_NOTIFY_WAIT(...)                spoor_freertos_buffers(NULL, 0)

#define traceTIMER_CREATE(timer)  spoor_freertos_names((timer), (timer)->pcTimerName)
#define traceTIMER_EXPIRED(timer) spoor_freertos_expires((timer), (const void *)(timer)->pxCallbackFunction)

/* Expanded in pvPortMalloc(): the return address is the allocating function. */
#define traceMALLOC(address, bytes)                                                                          \
    spoor_freertos_allocates((address), (unsigned)(bytes), __builtin_return_address(0))
#define traceFREE(address, bytes) spoor_freertos_frees((address), (unsigned)(bytes))

#endif

#ifdef __cplusplus
}
#endif

#endif
#endif
#endif
