/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of trace_events, and trace_stream. */
#ifndef COMMANDS_TRACE_EVENTS_PRIV_H
#define COMMANDS_TRACE_EVENTS_PRIV_H

#include <spoor/event.h>

/* The name of an event, or its number where names aren't on the target. */
const char *spoor_events_name(const struct trace_event *e);

/* The ID of an event in the stream. */
unsigned spoor_events_id(const struct trace_event *e);

/* A word that names services begins so. */
#define SPOOR_EVENTS_SERVICE "service:"
bool spoor_events_is_service(const char *word);

/* All such words, a list as of spoor_text_nth(). */
#define SPOOR_EVENTS_SERVICES          TRACE_SERVICE_LIST(SPOOR_EVENTS_WORD)
#define SPOOR_EVENTS_WORD(name_, name) SPOOR_EVENTS_SERVICE name "\0"

/* Print the names of all services, and a full stop, after `column` characters of the line. */
void spoor_events_print_services(int column);

/* Report that no service has this name, and list those there are. @return -ENOENT */
int spoor_events_refuse_service(const char *command, const char *name);

/* Whether a word selects this event: its ID, its name, a pattern, or its service. */
bool spoor_events_means(const char *word, const struct trace_event *e);

/* Whether one of the `n` words selects this event: its ID, its name, a pattern, or its service. */
bool spoor_events_selected(const struct trace_event *e, char **words, int n);

/* Print the table of the events that the words select, all for none. */
void spoor_events_show(char **words, int n);

/* Print the buffers of each CPU, the clients and the filters. */
void spoor_events_show_buffers(void);

/* The names of the modes, by enum spoor_wire_mode; a list, too. */
#define SPOOR_EVENTS_MODES "stream\0overwrite\0stop\0"

/* Print the filters that are set. */
void spoor_events_show_filters(void);

/* --thread and --cpu. With `perform` 0 the words are only checked. @return 0 or a negative errno */
int spoor_events_filter_threads(char **words, int n, bool perform);
int spoor_events_filter_cpus(char **words, int n, bool perform);

#endif
