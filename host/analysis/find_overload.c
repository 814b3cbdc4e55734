/* SPDX-License-Identifier: BSD-2-Clause */
/* A CPU without idle time. */
#include <stdio.h>
#include <string.h>
#include <analysis/findings.h>

struct of_cpu {
    bool seen;
    int64_t busy, idle, most;
    char name[64]; /* of the thread or interrupt that ran most */
};

struct overload {
    struct of_cpu cpu[SPOOR_CPUS_MAX];
};

static void overload_row(struct finder *f, const struct found_row *r)
{
    struct overload *o = f->state;
    struct of_cpu *cpu = &o->cpu[found_number(r, "cpu") % SPOOR_CPUS_MAX];
    int64_t run = found_number(r, "run_us");
    const char *name = found_text(r, "name");

    cpu->seen = true;
    if (strcmp(found_text(r, "kind"), "unknown") == 0) {
        cpu->idle += run; /* it may have been idle */
    } else if (found_idle(f, name)) {
        cpu->idle += run;
    } else {
        cpu->busy += run;
        if (run > cpu->most) {
            cpu->most = run;
            snprintf(cpu->name, sizeof cpu->name, "%s", name);
        }
    }
}

static void overload_end(struct finder *f)
{
    const struct overload *o = f->state;

    for (unsigned n = 0; n < SPOOR_CPUS_MAX; n++) {
        const struct of_cpu *cpu = &o->cpu[n];
        int64_t all = cpu->busy + cpu->idle;
        char name[16];

        if (!cpu->seen || !found_share(f, cpu->busy, LIMIT_LOAD_PERCENT)) {
            continue;
        }
        snprintf(name, sizeof name, "CPU %u", n);
        finding_command(f, "stats", "load", NULL);
        finding_report(
            f, &(struct finding){.subject = name, .cause = cpu->name, .count = 1, .cost_ns = cpu->busy},
            "%s is overloaded: it was busy for %s of %s (%s), so nothing can catch up. "
            "Most of it is %s: %s (%s).",
            name, found_span(cpu->busy).text, found_span(all).text,
            found_percent(cpu->busy * 1000 / (all / 100 + 1)).text, cpu->name, found_span(cpu->most).text,
            found_percent(cpu->most * 1000 / (all / 100 + 1)).text);
    }
}

SPOOR_DETECTOR(overload, "overload", "load", "a CPU was busy for 95 % of the time or more", overload_row,
               .state_bytes = sizeof(struct overload), .end = overload_end);
