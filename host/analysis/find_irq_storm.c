/* SPDX-License-Identifier: BSD-2-Clause */
/* An interrupt that occurs so often that its source can't be right. */
#include <inttypes.h>
#include <analysis/findings.h>

static void storm_row(struct finder *f, const struct found_row *r)
{
    const char *irq = found_text(r, "irq");
    int64_t run = found_number(r, "run_us"), count = found_number(r, "count"),
            hz = found_number(r, "rate_hz") / 1000;

    if (hz < LIMIT_IRQ_HZ || count < LIMIT_COUNT) {
        return;
    }
    finding_command(f, "stats", "irq", NULL);
    finding_report(
        f, &(struct finding){.subject = irq, .count = (uint64_t)count, .cost_ns = run},
        "Interrupt storm: %s occurred %" PRId64 " times on CPU %" PRId64 ", %" PRId64
        " times a second, and its handler took %s of the CPU (%s). Does it clear the request at the "
        "device?",
        irq, count, found_number(r, "cpu"), hz, found_percent(found_number(r, "share_percent")).text,
        found_span(run).text);
}

SPOOR_DETECTOR(irq_storm, "irq-storm", "irq", "an interrupt occurred 20000 times a second or more",
               storm_row);
