/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of trace_events and trace_stream. */
#ifndef COMMANDS_TRACE_EVENTS_PRIV_H
#define COMMANDS_TRACE_EVENTS_PRIV_H

#include <spoor/event.h>

/* @return the name of an event, or its number if names aren't on the target */
const char *spoor_events_name(const struct trace_event *e);

/* @return the ID of an event in the stream */
unsigned spoor_events_id(const struct trace_event *e);

/* @return whether a word names a service, like "service:irq" */
bool spoor_events_is_service(const char *word);

/* Print the names of all services and a full stop, starting at `column`. */
void spoor_events_print_services(int column);

/* Report that there is no such service, and list the services. @return -ENOENT */
int spoor_events_refuse_service(const char *command, const char *name);

/* @return whether a word (ID, name, pattern or service) selects this event */
bool spoor_events_means(const char *word, const struct trace_event *e);

/*
 * @return whether any of the `n` words (IDs, names, patterns, services) selects this event; true if there are
 *         no words
 */
bool spoor_events_selected(const struct trace_event *e, char **words, int n);

/* Print the table of the events that the words select; without words, of all events. */
void spoor_events_show(char **words, int n);

/* Print the buffers of each CPU, the clients and the filters. */
void spoor_events_show_buffers(void);

/* The names of the modes in the order of enum spoor_wire_mode, a list for spoor_text_nth(). */
#define SPOOR_EVENTS_MODES "stream\0overwrite\0stop\0"

/* Print the active filters. */
#if CONFIG_TRACE_FILTERS
void spoor_events_show_filters(void);
#else
static inline void spoor_events_show_filters(void)
{
}
#endif

/*
 * Run --thread and --cpu. If `perform` is false, only check the words.
 *
 * @return 0 or a negative errno, after a message
 */
int spoor_events_filter_threads(char **words, int n, bool perform);
int spoor_events_filter_cpus(char **words, int n, bool perform);

#endif
