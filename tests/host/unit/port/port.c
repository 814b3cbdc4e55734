/* SPDX-License-Identifier: BSD-2-Clause */
/* Variables and functions of the test port that aren't inline. */
#include <spoor/port/irq.h>
#include <spoor/port/port.h>

uint32_t fake_cycles, fake_wraps;
uint32_t fake_cycles_hz = 1000000000, fake_tick_hz = 1000;
unsigned fake_cpu;
int fake_lock_depth;
bool fake_in_isr;
void (*fake_interrupt)(void);
#ifdef FAKE_AFTER_TIME
void (*fake_after_time)(void);
#endif
static struct trace_context first_context;
struct trace_context *fake_context = &first_context;

uint32_t spoor_port_tick_hz(void)
{
    return fake_tick_hz;
}

uint32_t spoor_port_cycles_hz(void)
{
    return fake_cycles_hz;
}
