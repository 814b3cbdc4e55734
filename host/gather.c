/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls of a recording, each when it ends, or a profile as it is. */
#include <errno.h>
#include <string.h>
#include <gather.h>

static void take_interval(struct pass *p, const struct interval *i)
{
    if (i->kind == INTERVAL_FUNCTION) {
        profile_add(p->arg, i);
    }
}

static int can_not(struct cli *cli, const char *name, const char *wrong)
{
    char text[400];

    snprintf(text, sizeof text, "%s %s", name, wrong);
    cli->report.message(cli->report.arg, text);
    return CLI_CANT_SAY;
}

static int gather_recording(struct cli *cli, const struct pass_options *options, const char *name,
                            struct profile *p)
{
    struct pass pass = {.cli = cli, .options = options, .arg = p, .interval = take_interval};
    int result = pass_run(&pass);

    if (result == CLI_OK && p->count == 0) {
        result = can_not(cli, name,
                         "needs function calls: build with CONFIG_TRACE_FUNCTION=1, then `trace_stream on "
                         "function` on the target");
    } else if (result == CLI_OK) {
        profile_resolve(p, cli->elf, cli->reader, pass.hz);
        pass_tell_left_out(&pass);
    }
    pass_close(&pass);
    return result;
}

int gather(struct cli *cli, const struct pass_options *options, unsigned needs, const char *name,
           struct profile *p)
{
    int result = CLI_OK;

    if (cli->profile_kind == NULL) {
        result = gather_recording(cli, options, name, p);
    } else {
        *p = cli->profile;
        cli->profile = (struct profile){.count = 0};
        if (options->range != NULL || options->where != NULL) {
            return cli_usage("--range and --where are for recordings; this is ", cli->profile_kind);
        }
    }
    if (result == CLI_OK && p->failed) {
        fprintf(stderr, "spoor: %s\n", strerror(ENOMEM));
        return CLI_UNREADABLE;
    }
    if (result != CLI_OK || (needs & ~p->has) == 0) {
        return result;
    }
    return can_not(cli, name,
                   (needs & ~p->has & PROFILE_TREE) != 0
                       ? "needs stacks, and this file has arcs between functions only"
                   : (needs & ~p->has & PROFILE_CALLS) != 0
                       ? "needs numbers of calls, and this file has none"
                       : "needs addresses of functions, and this file has names only");
}
