/* SPDX-License-Identifier: BSD-2-Clause */
/* main() and the classes of serial ports. The variant has the drivers. */
#include <string.h>
#include "Arduino.h"
#include "device.h"

HardwareSerial Serial;

size_t Print::write(const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        write(bytes[i]);
    }
    return n;
}

size_t Print::print(const char *text)
{
    return write(reinterpret_cast<const uint8_t *>(text), strlen(text));
}

size_t Print::print(unsigned long n)
{
    char digits[12], *first = digits + sizeof digits;

    *--first = '\0';
    do {
        *--first = static_cast<char>('0' + n % 10);
        n /= 10;
    } while (n != 0);
    return print(first);
}

size_t Print::println(const char *text)
{
    return print(text) + print("\r\n");
}

size_t Print::println(unsigned long n)
{
    return print(n) + print("\r\n");
}

void HardwareSerial::begin(unsigned long)
{
    device_begin();
}

size_t HardwareSerial::write(uint8_t byte)
{
    device_put(byte);
    return 1;
}

int HardwareSerial::available()
{
    return device_has_input();
}

int HardwareSerial::read()
{
    return available() ? static_cast<int>(device_get()) : -1;
}

unsigned long micros(void)
{
    return device_micros();
}

int main()
{
    setup();
    for (;;) {
        loop();
    }
}
