/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A product with a main loop, on MPS2. Two timers interrupt at varying intervals. One handler begins with
 * SPOOR_ISR(), the other, with higher priority, doesn't. Lines of the console are the product's commands or
 * Spoor's. The product's own counts are compared with Spoor's.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include "product.h"
#include "spoor.h"

TRACE_POINT_DEF(seen_point);
TRACE_POINT_DEF(unseen_point);
TRACE_BLOCK_DEF(loop_block);
TRACE_BLOCK_DEF(seen_block);
TRACE_BLOCK_DEF(unseen_block);
#ifdef LONG_VISITS
TRACE_BLOCK_DEF(long_pair);
TRACE_BLOCK_DEF(long_scope);
#endif
#if CONFIG_TRACE_EVENTS
TRACE_EVENT_DEF(sample, TRACE_USER, "value", "cycles");
TRACE_EVENT_DEF(buffer_full, TRACE_USER, "buffer:ptr");
#endif

#ifdef FAST_SECTION
__attribute__((section(".fast"))) static volatile int fast[64] = {1};
#endif

static volatile uint32_t loops, seen, unseen, samples;
static volatile bool quiet;
static uint32_t random_state = 1;
static uint8_t buffer[8];

/* A pseudo-random interval to the next interrupt. */
static uint32_t wander(uint32_t least, uint32_t spread)
{
    random_state = random_state * 1664525 + 1013904223;
    return least + (random_state >> 8) % spread;
}

static void spend(unsigned turns)
{
    while (turns-- > 0) {
        __asm__ volatile("nop");
    }
}

void TIMER0_Handler(void)
{
    SPOOR_ISR();
    product_timer_next(0, wander(3000, 5000));
    trace_block_enter(&seen_block);
    spend(200);
    trace_point_set(&seen_point);
    seen++;
    trace_block_leave(&seen_block);
}

/* Doesn't announce the interrupt to Spoor. */
void TIMER1_Handler(void)
{
    product_timer_next(1, wander(500, 1500));
    trace_block_enter(&unseen_block);
    trace_point_set(&unseen_point);
    unseen++;
    trace_block_leave(&unseen_block);
}

#ifndef WITHOUT_TICK
void SysTick_Handler(void)
{
    spoor_tick();
}
#else
void SysTick_Handler(void)
{
}
#endif

static void out(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '\n') {
            product_put(0, '\r');
        }
        product_put(0, text[i]);
    }
}

static void print(const char *text)
{
    out(text, strlen(text));
}

void spoor_uart_put(uint8_t byte)
{
    product_put(1, (char)byte);
}

static void work(void)
{
    trace_block_enter(&loop_block);
    spend(500);
    trace_point("turns");
    loops++;
    trace_block_leave(&loop_block);
#if CONFIG_TRACE_EVENTS
    trace_event(sample, loops, *(volatile uint32_t *)CONFIG_CYCLES_ADDRESS);
    samples++;
    if (loops % 64 == 0) {
        trace_event(buffer_full, (uintptr_t)buffer);
    }
#endif
}

#ifndef EDITOR
static void print_number(const char *name, uint32_t n)
{
    char digits[12], *first = digits + sizeof digits;

    *--first = '\0';
    do {
        *--first = (char)('0' + n % 10);
        n /= 10;
    } while (n != 0);
    print(name);
    print(" ");
    print(first);
    print("\n");
}

static void run_line(const char *line)
{
    if (strcmp(line, "counts") == 0) {
        print_number("loops", loops);
        print_number("seen", seen);
        print_number("unseen", unseen);
        print_number("samples", samples);
    } else if (strcmp(line, "quiet") == 0) {
        quiet = true;
        product_timers_stop();
    } else if (strcmp(line, "loud") == 0) {
        quiet = false;
        product_timer_next(0, 1000);
        product_timer_next(1, 1000);
    } else if (strncmp(line, "save ", 5) == 0) {
        product_save(line + 5);
    } else if (strcmp(line, "quit") == 0) {
        product_exit();
    } else {
        print_number("result", (uint32_t)-spoor_shell_line(line, out));
    }
}

static void take(char byte)
{
    static char line[128];
    static size_t n;

    if (byte == '\r' || byte == '\n') {
        line[n] = '\0';
        n = 0;
        run_line(line);
        print("# ");
    } else if (n < sizeof line - 1) {
        line[n++] = byte;
    }
}
#endif

#ifdef LONG_VISITS
/* Time in which nothing is stolen: the tick's handler doesn't announce the interrupt. */
static void wait(unsigned seconds)
{
    const volatile uint32_t *cycles = (const volatile uint32_t *)CONFIG_CYCLES_ADDRESS;
    uint32_t before = *cycles;

    for (uint64_t passed = 0; passed < UINT64_C(1) * seconds * SPOOR_CYCLES_HZ;) {
        __asm__ volatile("wfi");
        uint32_t now = *cycles;

        passed += now - before;
        before = now;
    }
}

/* The counter wraps after 171.8 s. What the last visit is longer than that is between the others. */
static void visit_long(void)
{
    static const unsigned seconds[] = {1, 100, 172 + 50};

    for (unsigned n = 0; n < sizeof seconds / sizeof seconds[0]; n++) {
        trace_block_enter(&long_pair);
        {
            TRACE_BLOCK_SCOPE(&long_scope);
            wait(seconds[n]);
        }
        trace_block_leave(&long_pair);
    }
    (void)spoor_shell_line("trace_blocks long_pair long_scope", out);
    product_exit();
}
#endif

int main(void)
{
    const char *error = NULL;

    product_init();
#ifdef FAST_SECTION
    fast[1] = fast[0];
#endif
#ifndef FORGET_INIT
    error = spoor_init(LINK);
#endif
    print(error != NULL ? error : "spoor: ok");
    print("\n# ");
    (void)spoor_name(buffer, "the buffer");
#ifdef LONG_VISITS
    visit_long();
#endif
    product_timer_next(0, 1000);
    product_timer_next(1, 1000);
    for (;;) {
        char byte;

        while (product_get(&byte)) {
#ifdef EDITOR
            spoor_shell_byte(byte, out);
#else
            take(byte);
#endif
        }
        if (!quiet) {
            work();
#ifdef SLOW_LOOP
            spend(SLOW_LOOP); /* just lets time pass */
#endif
        }
        while (spoor_poll()) {
        }
    }
}
