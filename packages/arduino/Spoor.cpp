/* SPDX-License-Identifier: BSD-2-Clause */
/* The class of sketches, and the clock by functions of the core. */
#include "Spoor.h"

SpoorClass Spoor;

static Stream *shell;
static Print *link, *printed_to;

/* A port may take a part at a time. One that takes nothing, such as USB without a host, gets no more. */
static void write_all(Print *to, const void *bytes, size_t n)
{
    const uint8_t *at = static_cast<const uint8_t *>(bytes);

    for (size_t done = 1; n != 0 && done != 0; at += done, n -= done) {
        done = to->write(at, n);
    }
}

static void print(const char *text, size_t n)
{
    write_all(printed_to, text, n);
}

static void print_to_shell(const char *text, size_t n)
{
    write_all(shell, text, n);
}

static void send(const uint8_t *frame, size_t bytes)
{
    write_all(link, frame, bytes);
}

const char *SpoorClass::begin(Stream &terminal)
{
    return begin(terminal, terminal);
}

const char *SpoorClass::begin(Stream &terminal, Print &frames)
{
    shell = &terminal;
    link = &frames;
    return spoor_init(send);
}

void SpoorClass::poll()
{
    (void)spoor_poll();
    while (shell != NULL && shell->available() > 0) {
        spoor_shell_byte(static_cast<char>(shell->read()), print_to_shell);
    }
}

int SpoorClass::run(const char *line, Print &to)
{
    printed_to = &to;
    return spoor_shell_line(line, print);
}

#ifdef SPOOR_ARDUINO_MICROS
uint32_t spoor_arduino_micros(void)
{
    return micros();
}
#else
#ifndef F_CPU
#define F_CPU SystemCoreClock /* of CMSIS */
extern "C" uint32_t SystemCoreClock;
#endif

uint32_t spoor_arduino_hz(void)
{
    return F_CPU;
}
#endif
