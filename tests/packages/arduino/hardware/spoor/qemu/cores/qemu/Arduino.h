/* SPDX-License-Identifier: BSD-2-Clause */
/* The part of Arduino's interface that the library and its sketches use. */
#ifndef ARDUINO_H
#define ARDUINO_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
unsigned long micros(void);
#ifdef __cplusplus
}

void setup();
void loop();

class Print
{
  public:
    virtual size_t write(uint8_t byte) = 0;
    size_t write(const uint8_t *bytes, size_t n);
    size_t print(const char *text);
    size_t print(unsigned long n);
    size_t println(const char *text);
    size_t println(unsigned long n);
};

class Stream : public Print
{
  public:
    virtual int available() = 0;
    virtual int read() = 0;
};

class HardwareSerial : public Stream
{
  public:
    void begin(unsigned long baud);
    using Print::write;
    size_t write(uint8_t byte) override;
    int available() override;
    int read() override;
};

extern HardwareSerial Serial;
#endif

#endif
