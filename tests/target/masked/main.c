/* SPDX-License-Identifier: BSD-2-Clause */
/* A function that masks interrupts for 50 us, every 10 ms. */
#include <stddef.h>
#include <kernel/main.h>
#include <kernel/thread.h>
#include <spoor/port/irq.h>
#include <spoor/port/port.h>

static __attribute__((noipa)) void read_sensor(void)
{
    uint32_t state = spoor_irq_save();
    uint32_t begin = spoor_port_cycles();

    while (spoor_port_cycles() - begin < spoor_port_cycles_hz() / 20000) { /* 50 us */
    }
    spoor_irq_restore(state);
}

int main(void)
{
    for (;;) {
        read_sensor();
        thread_sleep(10);
    }
}
