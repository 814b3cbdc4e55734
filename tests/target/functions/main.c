/* SPDX-License-Identifier: BSD-2-Clause */
/* A function that calls another one twice, every 10 ms. */
#include <stddef.h>
#include <kernel/main.h>
#include <kernel/thread.h>
#include <spoor/port/port.h>
#include <spoor/shell/shell.h>

const char *const spoor_shell_start_script[] = {"trace_functions -a", NULL};

static __attribute__((noipa)) void inner_function(void)
{
    uint32_t begin = spoor_port_cycles();

    while (spoor_port_cycles() - begin < spoor_port_cycles_hz() / 20000) { /* 50 us */
    }
}

static __attribute__((noipa)) void outer_function(void)
{
    inner_function();
    inner_function();
}

int main(void)
{
    for (;;) {
        outer_function();
        thread_sleep(10);
    }
}
