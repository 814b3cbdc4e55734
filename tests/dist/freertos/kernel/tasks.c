/* SPDX-License-Identifier: BSD-2-Clause */
/* Tasks, with the trace macros in the same places as in FreeRTOS. */
#include <string.h>
#include <task.h>

TaskHandle_t volatile pxCurrentTCB;
volatile uint32_t standin_switches, standin_ticks;
#define FILL 0xA5

/* As FreeRTOS's ports for Cortex-M3 and M4F, a switch saves r4 to r11, and EXC_RETURN. */
#ifdef __ARM_FP
#define SAVED_WORDS 9
#define SAVE        "tst lr, #0x10\n\tit eq\n\tvstmdbeq r0!, {s16-s31}\n\tstmdb r0!, {r4-r11, lr}\n\t"
#define RESTORE     "ldmia r0!, {r4-r11, lr}\n\ttst lr, #0x10\n\tit eq\n\tvldmiaeq r0!, {s16-s31}\n\t"
#else
#define SAVED_WORDS 8
#define SAVE        "stmdb r0!, {r4-r11}\n\t"
#define RESTORE     "ldmia r0!, {r4-r11}\n\t"
#endif

static TaskHandle_t all;
static TickType_t now;
const TickType_t *const standin_asleep = &now;

void standin_choose(void);
void standin_start(void);

/* As FreeRTOS's prvAddTaskToReadyList(). */
static void make_ready(TaskHandle_t t)
{
    traceMOVED_TASK_TO_READY_STATE(t);
    t->state = STANDIN_READY;
    t->object = NULL;
    standin_list(t);
    if (pxCurrentTCB != NULL && t->uxPriority > pxCurrentTCB->uxPriority) {
        portYIELD();
    }
}

static void prvTaskExitError(void)
{
    vTaskDelete(NULL);
}

TaskHandle_t xTaskCreateStatic(TaskFunction_t function, const char *name, uint32_t words, void *argument,
                               UBaseType_t priority, StackType_t *stack, StaticTask_t *t)
{
    StackType_t *frame = (StackType_t *)((uintptr_t)(stack + words) & ~(uintptr_t)7) - 8;
    StackType_t *top = frame - SAVED_WORDS;

    memset(t, 0, sizeof *t);
    memset(stack, FILL, words * sizeof *stack);
    memset(top, 0, (SAVED_WORDS + 8) * sizeof *top);
#ifdef __ARM_FP
    frame[-1] = 0xFFFFFFFD; /* EXC_RETURN */
#endif
    frame[0] = (StackType_t)(uintptr_t)argument;
    frame[5] = (StackType_t)(uintptr_t)prvTaskExitError;
    frame[6] = (StackType_t)(uintptr_t)function;
    frame[7] = 1u << 24;
    t->pxTopOfStack = top;
    t->pxStack = stack;
    t->stack_info.start = (uintptr_t)stack;
    t->stack_info.size = words * sizeof *stack;
    t->uxPriority = t->own_priority = priority;
    strncpy(t->pcTaskName, name, sizeof t->pcTaskName - 1);
    t->state = STANDIN_SUSPENDED;

    uint32_t mask = standin_mask();

    t->next = all;
    all = t;
    traceTASK_CREATE(t);
    make_ready(t);
    standin_unmask(mask);
    return t;
}

void standin_set_priority(TaskHandle_t t, UBaseType_t priority)
{
    t->uxPriority = priority;
    if (t->state == STANDIN_READY) {
        standin_list(t);
    }
}

/* Block the running task. Interrupts must be masked. */
static void block(const void *object, TickType_t ticks)
{
    TaskHandle_t t = pxCurrentTCB;

    t->state = STANDIN_WAITS;
    t->object = object;
    t->until = ticks == portMAX_DELAY ? 0 : now + ticks;
    standin_list(t);
    traceSTANDIN_LEAVES(t, object != standin_asleep ? object : NULL, ticks);
    if (object != standin_asleep) {
        traceSTANDIN_PENDS(t);
    }
    portYIELD();
}

void standin_wait(const void *object, TickType_t ticks)
{
    block(object, ticks);
}

/* @return true if a task of higher priority was woken */
BaseType_t standin_wake(const void *object)
{
    TaskHandle_t best = NULL;

    for (TaskHandle_t t = all; t != NULL; t = t->next) {
        if (t->state == STANDIN_WAITS && t->object == object &&
            (best == NULL || t->uxPriority > best->uxPriority)) {
            best = t;
        }
    }
    if (best != NULL) {
        traceSTANDIN_GIVES(best);
        make_ready(best);
    }
    return best != NULL && best->uxPriority > pxCurrentTCB->uxPriority;
}

void vTaskDelay(TickType_t ticks)
{
    uint32_t mask = standin_mask();

    traceTASK_DELAY();
    block(&now, ticks);
    standin_unmask(mask);
}

void vTaskSuspend(TaskHandle_t t)
{
    uint32_t mask = standin_mask();

    t = t != NULL ? t : pxCurrentTCB;
    traceTASK_SUSPEND(t);
    t->state = STANDIN_SUSPENDED;
    standin_list(t);
    if (t == pxCurrentTCB) {
        portYIELD();
    }
    standin_unmask(mask);
}

void vTaskResume(TaskHandle_t t)
{
    uint32_t mask = standin_mask();

    if (t->state == STANDIN_SUSPENDED) {
        make_ready(t);
    }
    standin_unmask(mask);
}

void vTaskDelete(TaskHandle_t t)
{
    uint32_t mask = standin_mask();

    t = t != NULL ? t : pxCurrentTCB;
    for (TaskHandle_t *link = &all; *link != NULL; link = &(*link)->next) {
        if (*link == t) {
            *link = t->next;
            break;
        }
    }
    traceTASK_DELETE(t);
    t->state = STANDIN_GONE;
    standin_list(t);
    portYIELD();
    standin_unmask(mask);
}

/* The tests only need that ticks don't switch in the meantime. */
static uint32_t locked_mask;

void vTaskSuspendAll(void)
{
    locked_mask = standin_mask();
}

BaseType_t xTaskResumeAll(void)
{
    standin_unmask(locked_mask);
    return pdFALSE;
}

UBaseType_t uxTaskGetStackHighWaterMark(TaskHandle_t t)
{
    const StackType_t *word = t->pxStack;

    while (*word == FILL * 0x01010101u) {
        word++;
    }
    return (UBaseType_t)(word - t->pxStack);
}

void vPortGetHeapStats(HeapStats_t *heap)
{
    *heap = (HeapStats_t){3000, 2000};
}

/* As FreeRTOS's heap_4.c. */
__attribute__((noinline)) void *pvPortMalloc(size_t bytes)
{
    static uint64_t block[8];

    (void)bytes;
    traceMALLOC(block, bytes);
    return block;
}

void vPortFree(void *address)
{
    (void)address;
    traceFREE(address, 40);
}

TickType_t xTaskGetTickCount(void)
{
    return now;
}

/* ------------------------------------------------------------------ notifications */

uint32_t ulTaskNotifyTake(BaseType_t clear, TickType_t ticks)
{
    uint32_t mask = standin_mask(), count;

    if (pxCurrentTCB->notified == 0 && ticks != 0) {
#if STANDIN_VERSION >= 11
        traceTASK_NOTIFY_TAKE_BLOCK(0);
#else
        traceTASK_NOTIFY_TAKE_BLOCK();
#endif
        block(pxCurrentTCB, ticks);
        standin_unmask(mask);
        __asm__ volatile("dsb\n\tisb" ::: "memory");
        mask = standin_mask();
    }
    count = pxCurrentTCB->notified;
    pxCurrentTCB->notified = clear || count == 0 ? 0 : count - 1;
    standin_unmask(mask);
    return count;
}

BaseType_t xTaskNotifyWait(uint32_t clear_first, uint32_t clear_last, uint32_t *value, TickType_t ticks)
{
    uint32_t mask = standin_mask(), count;

    (void)clear_first;
    (void)clear_last;
    if (pxCurrentTCB->notified == 0 && ticks != 0) {
        traceTASK_NOTIFY_WAIT_BLOCK(0);
        block(pxCurrentTCB, ticks);
        standin_unmask(mask);
        __asm__ volatile("dsb\n\tisb" ::: "memory");
        mask = standin_mask();
    }
    traceTASK_NOTIFY_WAIT(0);
    count = pxCurrentTCB->notified;
    pxCurrentTCB->notified = 0;
    standin_unmask(mask);
    if (value != NULL) {
        *value = count;
    }
    return count != 0;
}

static BaseType_t notify(TaskHandle_t t)
{
    t->notified++;
    if (t->state != STANDIN_WAITS || t->object != t) {
        return pdFALSE;
    }
    make_ready(t);
    return t->uxPriority > pxCurrentTCB->uxPriority;
}

BaseType_t xTaskNotifyGive(TaskHandle_t t)
{
    uint32_t mask = standin_mask();

    (void)notify(t);
    standin_unmask(mask);
    return pdPASS;
}

void vTaskNotifyGiveFromISR(TaskHandle_t t, BaseType_t *woken)
{
    uint32_t mask = standin_mask();
    BaseType_t urgent = notify(t);

    if (woken != NULL && urgent) {
        *woken = pdTRUE;
    }
    standin_unmask(mask);
}

/* ------------------------------------------------------------------ ticks and switches */

static unsigned pended; /* ticks counted while the scheduler was suspended */
static char suspended;

/* As FreeRTOS's xTaskIncrementTick(). */
static BaseType_t increment_tick(void)
{
    BaseType_t urgent = pdFALSE;

    traceTASK_INCREMENT_TICK(now);
    if (suspended) {
        pended++;
        return pdFALSE;
    }
    now++;
    standin_ticks++;
    for (TaskHandle_t t = all; t != NULL; t = t->next) {
        if (t->state == STANDIN_WAITS && t->until != 0 && (int32_t)(t->until - now) <= 0) {
            make_ready(t);
        }
        urgent = urgent || (t->state == STANDIN_READY && t != pxCurrentTCB &&
                            t->uxPriority >= pxCurrentTCB->uxPriority);
    }
    return urgent;
}

void xPortSysTickHandler(void)
{
    uint32_t mask = standin_mask();

#if STANDIN_VERSION >= 11
    traceISR_ENTER();
    if (increment_tick()) {
        traceISR_EXIT_TO_SCHEDULER();
        portYIELD();
    } else {
        traceISR_EXIT();
    }
#else
    if (increment_tick()) {
        portYIELD();
    }
#endif
    standin_unmask(mask);
}

/* The ready task with the highest priority; among equals, the next one after the running task. */
TaskHandle_t standin_next(void)
{
    TaskHandle_t best = NULL, t = pxCurrentTCB->state == STANDIN_GONE ? all : pxCurrentTCB->next;

    for (TaskHandle_t n = all; n != NULL; n = n->next) {
        t = t != NULL ? t : all;
        if (t->state == STANDIN_READY && (best == NULL || t->uxPriority > best->uxPriority)) {
            best = t;
        }
        t = t->next;
    }
    return best;
}

/* As FreeRTOS's vTaskSwitchContext(). */
__attribute__((used)) void standin_choose(void)
{
    TaskHandle_t before = pxCurrentTCB;

    traceTASK_SWITCHED_OUT();
    pxCurrentTCB = standin_next();
    standin_list_end(before);
    standin_switches += pxCurrentTCB != before;
    traceTASK_SWITCHED_IN();
}

__attribute__((naked)) void xPortPendSVHandler(void)
{
    __asm__ volatile("mrs r0, psp\n\t" SAVE "ldr r1, =pxCurrentTCB\n\tldr r1, [r1]\n\tstr r0, [r1]\n\t"
                     "push {r3, lr}\n\tmov r0, %0\n\tmsr basepri, r0\n\tbl standin_choose\n\t"
                     "mov r0, #0\n\tmsr basepri, r0\n\tpop {r3, lr}\n\t"
                     "ldr r1, =pxCurrentTCB\n\tldr r1, [r1]\n\tldr r0, [r1]\n\t" RESTORE
                     "msr psp, r0\n\tbx lr\n\t.ltorg" ::"i"(configMAX_SYSCALL_INTERRUPT_PRIORITY));
}

static StackType_t idle_stack[128];
static StaticTask_t idle_task;

#ifdef STANDIN_TICKLESS

#define TICK_CYCLES 25000u
#define TICKS_MAX   600u
#define SYST_CSR    (*(volatile uint32_t *)0xE000E010u)
#define SYST_RVR    (*(volatile uint32_t *)0xE000E014u)
#define SYST_CVR    (*(volatile uint32_t *)0xE000E018u)

/* Ticks until a task must run; 0 if one is ready. */
static TickType_t idle_ticks(void)
{
    TickType_t least = TICKS_MAX;

    for (TaskHandle_t t = all; t != NULL; t = t->next) {
        if (t->state == STANDIN_READY && t != pxCurrentTCB) {
            return 0;
        }
        if (t->state == STANDIN_WAITS && t->until != 0 && t->until - now < least) {
            least = t->until - now;
        }
    }
    return least;
}

/* As FreeRTOS's vPortSuppressTicksAndSleep(). The interrupt that ends the sleep runs before the ticks are
 * made up. */
static void sleep_through(TickType_t ticks)
{
    suspended = 1;
    traceLOW_POWER_IDLE_BEGIN();
    SYST_RVR = TICK_CYCLES * ticks - 1;
    SYST_CVR = 0;
#ifdef STANDIN_COUNTER_STOPS /* as DWT_CYCCNT does in most sleeps */
    uint32_t count = *(volatile uint32_t *)CONFIG_CYCLES_ADDRESS;
#endif
    __asm__ volatile("dsb\n\twfi" ::: "memory");
#ifdef STANDIN_COUNTER_STOPS
    *(volatile uint32_t *)CONFIG_CYCLES_ADDRESS = count;
#endif
    configPOST_SLEEP_PROCESSING(ticks);
    uint32_t left = SYST_CVR, whole = SYST_CSR >> 16 & 1;

    __asm__ volatile("cpsie i\n\tisb\n\tcpsid i" ::: "memory");
    SYST_RVR = TICK_CYCLES - 1;
    SYST_CVR = 0;
    now += whole ? ticks - 1 : ticks - 1 - left / TICK_CYCLES;
    traceLOW_POWER_IDLE_END();
    suspended = 0;
    while (pended > 0) {
        pended--;
        if (increment_tick()) {
            portYIELD();
        }
    }
}

static void sleep(void)
{
    __asm__ volatile("cpsid i" ::: "memory");
    TickType_t ticks = idle_ticks();

    if (ticks > 1) {
        sleep_through(ticks);
    }
    __asm__ volatile("cpsie i\n\tisb" ::: "memory");
    if (ticks == 1) {
        __asm__ volatile("wfi");
    }
}

#else

static void sleep(void)
{
    __asm__ volatile("wfi");
}

#endif

static void idle(void *unused)
{
    (void)unused;
    for (;;) {
        sleep();
    }
}

#ifdef __ARM_FP
/* The name tells debuggers which registers a switch saves. */
static __attribute__((noinline)) void vPortEnableVFP(void)
{
    *(volatile uint32_t *)0xE000ED88u |= 0xFu << 20; /* CPACR: CP10 and CP11 */
    __asm__ volatile("dsb\n\tisb" ::: "memory");
}
#endif

/* Start the first task: its registers are loaded from its stack, and main()'s stack becomes the interrupt
 * stack. */
void vTaskStartScheduler(void)
{
    __asm__ volatile("cpsid i");
    xTaskCreateStatic(idle, "IDLE", 128, NULL, 0, idle_stack, &idle_task);
    pxCurrentTCB = all;
    for (TaskHandle_t t = all; t != NULL; t = t->next) {
        pxCurrentTCB = t->uxPriority > pxCurrentTCB->uxPriority ? t : pxCurrentTCB;
    }
#if STANDIN_VERSION >= 10
    traceTASK_SWITCHED_IN();
#endif
    standin_list_running();
#ifdef __ARM_FP
    vPortEnableVFP();
#endif
    standin_start();
}

__attribute__((naked)) void standin_start(void)
{
    __asm__ volatile(
        "ldr r1, =pxCurrentTCB\n\tldr r1, [r1]\n\tldr r0, [r1]\n\tadd r0, #%c0\n\tmsr psp, r0\n\t"
        "ldr r4, [r0, #-8]\n\tldr r0, [r0, #-32]\n\tmov r1, #2\n\tmsr control, r1\n\tisb\n\t"
        "mov r1, #0\n\tmsr basepri, r1\n\tcpsie i\n\tblx r4\n\tb .\n\t.ltorg" ::"i"(4 * (SAVED_WORDS + 8)));
}
