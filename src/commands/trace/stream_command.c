/* SPDX-License-Identifier: BSD-2-Clause */
/* trace_stream: stream the recorded events over the trace link. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS && CONFIG_TRACE_SHELL

#include <errno.h>
#include <string.h>
#include <spoor/stream.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include <spoor/shell/print.h>
#include <spoor/shell/shell.h>
#include <spoor/util/text.h>
#include "events_priv.h"

/*
 * Parse names of services; without a name, the usual services.
 *
 * @return 0, or a negative errno after a message
 */
static int parse_services(int argc, char **argv, uint32_t *mask)
{
    *mask = argc == 0 ? TRACE_SERVICES_USUAL : 0;
    for (int i = 0; i < argc; i++) {
        uint32_t bit = 1;

        while ((bit & TRACE_SERVICES_ALL) && !spoor_text_is(argv[i], trace_service_name(bit))) {
            bit <<= 1;
        }
        if (!(bit & TRACE_SERVICES_ALL)) {
            return spoor_events_refuse_service("trace_stream", argv[i]);
        }
        *mask |= bit;
    }
    return 0;
}

static void show_services(uint32_t mask)
{
    if ((mask & TRACE_SERVICES_USUAL) == TRACE_SERVICES_USUAL) {
        spoor_printf(" all services");
        mask &= ~(uint32_t)TRACE_SERVICES_USUAL;
    }
    for (uint32_t bit = 1; bit & TRACE_SERVICES_ALL; bit <<= 1) {
        if (mask & bit) {
            spoor_printf(" %s", trace_service_name(bit));
        }
    }
}

static int status(void)
{
    struct trace_stream_info info;
    uint32_t packets, records;

    trace_stream_get_info(&info);
    spoor_printf("trace_stream: %s, link %s, %lu bytes sent", info.on ? "on" : "off", info.link,
                 (unsigned long)info.bytes_sent);
    if (info.services != 0) {
        spoor_printf(", for");
        show_services(info.services);
    }
    spoor_printf("\n");
    for (unsigned cpu = 0; trace_stream_get_sent(cpu, &packets, &records); cpu++) {
        spoor_printf("cpu %u: %lu packets, %lu records, %lu lost\n", cpu, (unsigned long)packets,
                     (unsigned long)records,
                     (unsigned long)(trace_rings[cpu].dropped + trace_rings[cpu].overwritten));
    }
    return 0;
}

static int start(int argc, char **argv)
{
    uint32_t mask;
    int error = parse_services(argc, argv, &mask);

    if (error == 0) {
        trace_stream_start(mask);
    }
    return error;
}

static int trace_stream_command(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "status";

    if (spoor_text_is(what, "on")) {
        return start(argc - 2, argv + 2);
    }
    if (argc > 2) {
        return spoor_shell_usage_error(argv[0]);
    }
    if (spoor_text_is(what, "off")) {
        trace_stream_stop();
    } else if (spoor_text_is(what, "dump")) {
        trace_stream_dump();
    } else if (spoor_text_is(what, "status")) {
        return status();
    } else {
        return spoor_shell_usage_error(argv[0]);
    }
    return 0;
}

static const char *complete(const struct spoor_shell_words *words, unsigned n)
{
    if (words->argc == 1) {
        return spoor_text_nth("on\0off\0dump\0status\0", n);
    }
    return spoor_text_is(words->argv[1], "on") && n < 32 ? trace_service_name(UINT32_C(1) << n) : NULL;
}

SPOOR_SHELL_COMMAND("trace_stream", "send events over the trace link",
                    "[on [SERVICE...] | off | dump | status]", trace_stream_command, complete);

#endif
