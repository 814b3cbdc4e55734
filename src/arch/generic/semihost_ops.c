/* SPDX-License-Identifier: BSD-2-Clause */
/* Semihosting operations over the architecture's trap. Numbers: "Semihosting for AArch32 and AArch64", 6. */
#include <hal/semihost.h>
#include <hal/cpu.h>

#define SYS_WRITE0        0x04
#define SYS_EXIT_EXTENDED 0x20

#define ADP_STOPPED_APPLICATION_EXIT 0x20026

void hal_semihost_write(const char *text, size_t bytes)
{
    char part[33];

    while (bytes > 0) {
        size_t n = bytes < sizeof part - 1 ? bytes : sizeof part - 1;

        for (size_t i = 0; i < n; i++) {
            part[i] = text[i];
        }
        part[n] = '\0';
        hal_semihost_call(SYS_WRITE0, part);
        text += n;
        bytes -= n;
    }
}

_Noreturn void hal_semihost_exit(int status)
{
    const uint32_t block[2] = {ADP_STOPPED_APPLICATION_EXIT, (uint32_t)status};

    hal_semihost_call(SYS_EXIT_EXTENDED, block);
    for (;;) {
        hal_cpu_wait();
    }
}
