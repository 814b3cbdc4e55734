/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Spoor in a sketch: points, blocks, events, the stream to the tool, and the shell on a serial port.
 *
 *     void setup() { Serial.begin(115200); Spoor.begin(Serial); }
 *     void loop() { TRACE_BLOCK_SCOPED(turn); trace_point("turns"); Spoor.poll(); }
 */
#ifndef SPOOR_ARDUINO_H
#define SPOOR_ARDUINO_H

#include <Arduino.h>
#include "embed/spoor.h"

#ifdef __cplusplus

class SpoorClass
{
  public:
    /**
     * Start, and serve the shell at `terminal`. Frames of the stream are sent there, too; the tool separates
     * them from the text. Points and blocks count before this, too, also in constructors of global objects.
     *
     * @return NULL, or a text that describes the error. It is printed before the answer of each command, too.
     *
     * Context: setup().
     */
    const char *begin(Stream &terminal);

    /** The same, with the frames on a port of their own. */
    const char *begin(Stream &terminal, Print &frames);

    /**
     * Process what was typed, and send at most one sub-buffer of the stream. Must be called at least every
     * 30 minutes where micros() is the clock, and once per half-wrap of the cycle counter elsewhere: at
     * 100 MHz every 20 s.
     *
     * Context: loop().
     */
    void poll();

    /**
     * Run a line of the shell, such as "trace_blocks -s", and print to `to`.
     *
     * @return 0, or a negative errno after a message
     *
     * Context: setup() and loop().
     */
    int run(const char *line, Print &to);
};

extern SpoorClass Spoor;

#endif

#endif
