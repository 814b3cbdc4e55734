/* SPDX-License-Identifier: BSD-2-Clause */
/* Serial ports and ptys, by termios. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <base/count.h>
#include <record/record.h>
#include <record/serial.h>

static const struct {
    unsigned baud;
    speed_t speed;
} speeds[] = {{9600, B9600},       {19200, B19200},     {38400, B38400},     {57600, B57600},
              {115200, B115200},   {230400, B230400},   {460800, B460800},   {921600, B921600},
              {1000000, B1000000}, {1500000, B1500000}, {2000000, B2000000}, {3000000, B3000000},
              {4000000, B4000000}};

/* Set a terminal to pass bytes unchanged. */
static bool set_raw(int fd, unsigned baud, const char **wrong)
{
    struct termios t;

    if (tcgetattr(fd, &t) != 0) {
        *wrong = strerror(errno);
        return false;
    }
    cfmakeraw(&t);
    for (unsigned n = 0; baud != 0; n++) {
        if (n == COUNT_OF(speeds)) {
            *wrong = "no such baud rate: take one of the usual rates from 9600 to 4000000";
            return false;
        }
        if (speeds[n].baud == baud) {
            cfsetspeed(&t, speeds[n].speed);
            break;
        }
    }
    if (tcsetattr(fd, TCSANOW, &t) != 0) {
        *wrong = strerror(errno);
        return false;
    }
    return true;
}

int serial_open(const char *name, unsigned baud, const char **wrong)
{
    int fd = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);

    if (fd < 0) {
        fd = open(name, O_RDONLY | O_NOCTTY | O_CLOEXEC);
    }
    if (fd >= 0 && isatty(fd) && !set_raw(fd, baud, wrong)) {
        close(fd);
        return -1;
    }
    return fd;
}

int source_pty(char *name, unsigned size)
{
    int fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    const char *other = fd >= 0 && grantpt(fd) == 0 && unlockpt(fd) == 0 ? ptsname(fd) : NULL;
    struct termios t;

    if (other == NULL) {
        if (fd >= 0) {
            close(fd);
        }
        return -1;
    }
    snprintf(name, size, "%s", other);
    if (tcgetattr(fd, &t) == 0) {
        cfmakeraw(&t);
        (void)tcsetattr(fd, TCSANOW, &t);
    }
    (void)fcntl(fd, F_SETFL, O_NONBLOCK); /* the pty may have no reader */
    return fd;
}
