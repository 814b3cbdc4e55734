/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Semihosting operations built on the architecture's call. Numbers: "Semihosting for AArch32 and AArch64",
 * 6.
 */
#include <errno.h>
#include <string.h>
#include <hal/semihost.h>
#include <hal/cpu.h>

#define SYS_OPEN          0x01
#define SYS_CLOSE         0x02
#define SYS_WRITE0        0x04
#define SYS_WRITE         0x05
#define SYS_GET_CMDLINE   0x15
#define SYS_EXIT_EXTENDED 0x20

#define OPEN_WB 5

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

/* Get the first word of the command line. */
static void program_name(char *name, size_t room)
{
    uint32_t block[2] = {(uint32_t)name, room};

    if (hal_semihost_call(SYS_GET_CMDLINE, block) != 0 || name[0] == '\0') {
        strcpy(name, "image");
    }
    name[strcspn(name, " ")] = '\0';
}

static int open_file(const char *name)
{
    const uint32_t open[3] = {(uint32_t)name, OPEN_WB, strlen(name)};
    uint32_t file = hal_semihost_call(SYS_OPEN, open);

    return file != UINT32_MAX ? (int)file : -EIO;
}

int hal_semihost_save(const char *suffix, const void *from, size_t bytes, char *name, size_t name_bytes)
{
    size_t room = name_bytes - strlen(suffix);

    if (name_bytes < strlen(suffix) + sizeof "image") {
        return -ENAMETOOLONG;
    }
    program_name(name, room);
    strcat(name, suffix);
    int file = open_file(name);

    if (file < 0) {
        return file;
    }
    int result = hal_semihost_append(file, from, bytes);
    const uint32_t close[1] = {(uint32_t)file};

    return hal_semihost_call(SYS_CLOSE, close) == 0 ? result : -EIO;
}

int hal_semihost_create(const char *suffix)
{
    char name[128] = "";

    program_name(name, sizeof name - 16);
    strncat(name, suffix, 15);
    return open_file(name);
}

int hal_semihost_append(int file, const void *from, size_t bytes)
{
    const uint32_t write[3] = {(uint32_t)file, (uint32_t)from, bytes};

    return hal_semihost_call(SYS_WRITE, write) == 0 ? 0 : -EIO;
}
