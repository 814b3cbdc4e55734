/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The trace link as a file on the debugger's machine, named after the program with the suffix ".spoor".
 * Each frame stops the CPU until the debugger has written it.
 */
#if CONFIG_TRACE && CONFIG_TRACE_LINK_SEMIHOST && CONFIG_TRACE_EVENTS

#include <errno.h>
#include <hal/semihost.h>
#include <services/trace_link.h>

static int file = -ENODEV;

static int semihost_open(void)
{
    file = hal_semihost_create(".spoor");
    return file < 0 ? file : 0;
}

static void semihost_send(const uint8_t *frame, size_t bytes)
{
    if (file >= 0) {
        hal_semihost_append(file, frame, bytes);
    }
}

const struct trace_link trace_link = {.name = "semihosting", .open = semihost_open, .send = semihost_send};

#endif
