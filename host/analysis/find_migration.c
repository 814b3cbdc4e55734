/* SPDX-License-Identifier: BSD-2-Clause */
/* A thread that changes its CPU all the time. */
#include <inttypes.h>
#include <analysis/findings.h>

static void migration_row(struct finder *f, const struct found_row *r)
{
    const char *thread = found_text(r, "thread");
    int64_t runs = found_number(r, "runs"), migrations = found_number(r, "migrations");

    if (migrations < LIMIT_COUNT || migrations * 100 < runs * LIMIT_MIGRATION_PERCENT ||
        found_idle(f, thread)) {
        return;
    }
    finding_command(f, "stats", "threads", "--sort", "-migrations", NULL);
    finding_report(f, &(struct finding){.subject = thread, .count = (uint64_t)migrations},
                   "%s changes its CPU in %" PRId64 " of %" PRId64
                   " runs, and finds cold caches each time: bind it "
                   "to a CPU.",
                   thread, migrations, runs);
}

SPOOR_DETECTOR(migration, "migration", "threads",
               "a thread ran on another CPU than before in 10 runs or more, and in half of its runs",
               migration_row);
