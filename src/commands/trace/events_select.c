/* SPDX-License-Identifier: BSD-2-Clause */
/* Select events by the words of a line: IDs, names, patterns, services. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS && CONFIG_TRACE_SHELL

#include <errno.h>
#include <string.h>
#include <spoor/service.h>
#include <spoor/shell/print.h>
#include <spoor/util/glob.h>
#include <spoor/util/text.h>
#include "command_priv.h"
#include "events_priv.h"

const char *spoor_events_name(const struct trace_event *e)
{
#if CONFIG_TRACE_NAMES
    spoor_array_spread_foreach_ptr(d, trace_event_names)
    {
        if (d->event == e) {
            return d->name;
        }
    }
#endif
    return trace_number_name(spoor_events_id(e));
}

unsigned spoor_events_id(const struct trace_event *e)
{
    return SPOOR_WIRE_ID_FIRST + (unsigned)(e - trace_events);
}

bool spoor_events_is_service(const char *word)
{
    return spoor_text_after(word, TRACE_SERVICE_PREFIX) != NULL;
}

void spoor_events_print_services(int column)
{
    for (uint32_t bit = 1; bit <= TRACE_SERVICES_ALL; bit <<= 1) {
        const char *name = trace_service_name(bit);

        column = spoor_shell_print_word(name, (int)strlen(name), column, 2);
    }
    spoor_printf(".\n");
}

int spoor_events_refuse_service(const char *command, const char *name)
{
    spoor_events_print_services(
        spoor_printf("%s: no service is named \"%s\"; the services are", command, name));
    return -ENOENT;
}

bool spoor_events_means(const char *word, const struct trace_event *e)
{
    const char *service = spoor_text_after(word, TRACE_SERVICE_PREFIX);

    return service != NULL ? spoor_glob_match(service, trace_service_name(e->service))
                           : trace_word_names(word, spoor_events_id(e), spoor_events_name(e));
}

bool spoor_events_selected(const struct trace_event *e, char **words, int n)
{
    for (int i = 0; i < n; i++) {
        if (spoor_events_means(words[i], e)) {
            return true;
        }
    }
    return n == 0;
}

#endif
