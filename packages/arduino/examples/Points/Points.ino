/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Count and time what the loop does. Type into the serial monitor, which must send a newline:
 *
 *     trace_points -s
 *     trace_blocks -s
 */
#include <Spoor.h>

static uint32_t prime_after(uint32_t n)
{
    TRACE_BLOCK_SCOPED(prime_after);
    for (uint32_t divisor = 2; divisor * divisor <= ++n; divisor = 2) {
        while (divisor * divisor <= n && n % divisor != 0) {
            trace_point("divisions");
            divisor++;
        }
        if (divisor * divisor > n) {
            break;
        }
    }
    return n;
}

void setup()
{
    Serial.begin(115200);
    const char *error = Spoor.begin(Serial);
    if (error != NULL) {
        Serial.println(error);
    }
}

void loop()
{
    static uint32_t n = 1000;

    n = n < 100000 ? prime_after(n) : 1000;
    trace_point("turns");
    Spoor.poll();
}
