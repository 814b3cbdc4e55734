/* SPDX-License-Identifier: BSD-2-Clause */
/* Start Spoor inside a host system: load the arrays in RAM, start the counter, and report errors. */
#include <spoor/config.h>

#if CONFIG_TRACE

/* Before the headers declare it, because GCC takes the priority from the first declaration alone. */
#ifndef SPOOR_LOADED
__attribute__((constructor(101))) void spoor_load(void);
#endif

#include <string.h>
#include <spoor/port/hooks.h>
#include <spoor/port/sampler.h>
#include <spoor/session.h>
#include <spoor/util/divide.h>
#include "spoor_port.h"

#if CONFIG_TRACE_BLOCKS
#define FIRST(cpu)                                                                                           \
    {                                                                                                        \
        .context = {                                                                                         \
            .limit = spoor_first[cpu].context.open + CONFIG_TRACE_DEPTH,                                     \
            .top = spoor_first[cpu].context.open                                                             \
        }                                                                                                    \
    }
struct trace_thread spoor_first[CONFIG_CPUS] = {SPOOR_EACH_CPU(FIRST)};
#else
struct trace_thread spoor_first[CONFIG_CPUS];
#endif

#define FIRST_CONTEXT(cpu) &spoor_first[cpu].context
/* "used" because assembly code refers to it. */
__attribute__((used)) struct trace_now trace_now = {{SPOOR_EACH_CPU(FIRST_CONTEXT)}, 0};

__attribute__((weak)) const char spoor_port_not_called[] =
    "spoor_init() wasn't called: call it first in main()";
static const char *error;
static bool started;

/* The text is linked only if something calls this function, such as the shell. */
const char *spoor_error(void)
{
    return started ? error : spoor_port_not_called;
}

/* ------------------------------------------------------------------ the arrays in RAM */

#ifdef SPOOR_LOADED /* the host's linker script places them in .data */

void spoor_load(void)
{
}

static bool is_loaded(void)
{
    return true;
}

#else

/* Defined by spoor.ld: linking without it fails with these names. */
extern char link_with_spoor_ld[];
extern char spoor_data_start[], spoor_data_load[], spoor_data_bytes[];
extern char spoor_rodata_start[], spoor_rodata_load[], spoor_rodata_bytes[];

SPOOR_ARRAY_SPREAD_DEF_RW(uint32_t, spoor_sentinel);

#define SENTINEL UINT32_C(0x53535353) /* fits into an instruction */
SPOOR_ARRAY_SPREAD_ADD_RW_NAMED(spoor_sentinel, sentinel, SENTINEL);

static bool loaded;

/* The host's start-up code copies .data, but not the sections of spoor.ld, which knows what needs a copy. */
void spoor_load(void)
{
    if (!loaded) {
        loaded = true;
        memcpy(spoor_data_start, spoor_data_load, (size_t)spoor_data_bytes);
        memcpy(spoor_rodata_start, spoor_rodata_load, (size_t)spoor_rodata_bytes);
    }
}

static bool is_loaded(void)
{
    __asm__ volatile("" ::"r"(link_with_spoor_ld));
    return *(volatile uint32_t *)&sentinel == SENTINEL;
}

#endif

/* ------------------------------------------------------------------ the counter */

#define DWT_CYCCNT 0xE0001004u

#if CONFIG_CYCLES_ADDRESS == DWT_CYCCNT
/* Armv7-M ARM: DEMCR, C1.6.5; DWT_CTRL, C1.8.7. DWT_LAR is CoreSight's lock register, which Cortex-M7 has. */
#define DEMCR    (*(volatile uint32_t *)0xE000EDFCu)
#define DWT_CTRL (*(volatile uint32_t *)0xE0001000u)
#define DWT_LAR  (*(volatile uint32_t *)0xE0001FB0u)

static void start_counter(void)
{
    DEMCR |= 1u << 24;
    DWT_LAR = 0xC5ACCE55u;
    DWT_CTRL |= 1u;
}
#else
static void start_counter(void)
{
#ifdef SPOOR_START_CYCLES
    SPOOR_START_CYCLES();
#endif
}
#endif

#define LOOKS 10000

static bool counter_runs(void)
{
    uint32_t begin = spoor_port_cycles();

    for (unsigned n = 0; n < LOOKS; n++) {
        if (spoor_port_cycles() != begin) {
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------ start */

static const char *check(void)
{
    if (!is_loaded()) {
        return "the image lacks .spoor_data: flash it, too";
    }
    if (!counter_runs()) {
        return "the counter stands still: set CONFIG_CYCLES_ADDRESS in spoor_user.h to a running 32-bit "
               "timer";
    }
    if (spoor_port_cycles_hz() == 0) {
        return "the counter's rate is 0: SPOOR_CYCLES_HZ must be set before spoor_init()";
    }
    return NULL;
}

const char *spoor_start(spoor_send send)
{
    started = true;
    spoor_load();
    start_counter();
    error = check();
#if CONFIG_TRACE_EVENTS
    if (error == NULL) {
        error = spoor_stream_start(send);
    }
#else
    (void)send;
    trace_age_begin();
#endif
    if (error == NULL) {
        error = spoor_port_start();
    }
#if CONFIG_TRACE_SAMPLES && CONFIG_TRACE_SAMPLE_HZ
    if (error == NULL && trace_sampler_start(CONFIG_TRACE_SAMPLE_HZ) != 0) {
        error = "CONFIG_TRACE_SAMPLE_HZ is set, and no timer takes samples: see SPOOR_SAMPLER()";
    }
#endif
#if CONFIG_TRACE_EVENTS
    if (error != NULL) {
        trace_session_init(NULL); /* without a drain, trace_stream_start() and the like do nothing */
    }
#endif
    return error;
}

uint64_t spoor_now_ns(void)
{
    uint32_t hz = spoor_port_cycles_hz();

#if CONFIG_TRACE_EVENTS
    return hz != 0 ? spoor_divide_to_ns(spoor_port_time(), hz) : 0;
#else
    return hz != 0 ? spoor_divide_to_ns(spoor_port_cycles(), hz) : 0; /* wraps with the counter */
#endif
}

#endif
