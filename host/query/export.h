/* SPDX-License-Identifier: BSD-2-Clause */
/* Export of an input in a format of another tool: one pass feeds a writer. */
#ifndef QUERY_EXPORT_H
#define QUERY_EXPORT_H

#include <export/profile/exporter.h>
#include <export/table/exporter.h>
#include <export/trace/exporter.h>
#include <query/pass.h>

/**
 * Write a recording as a trace.
 *
 * @param e  with its output and its place on a common axis; the rest is set here
 * @return STATUS_OK, or another status after setting the fault of the input
 */
int export_trace(struct input *in, const struct pass_options *options, const struct trace_exporter *x,
                 struct trace_export *e);

/** Write an input as a profile. @return the same */
int export_profile(struct input *in, const struct pass_options *options, const struct profile_exporter *x,
                   struct export *e);

/**
 * Write the tables of runs: begin, add each run, end.
 *
 * @param e    with its output; the rest is set here
 * @param run  with its name and release; the rest is set here
 * @return the same
 */
int export_tables_begin(const struct table_exporter *x, struct table_export *e, struct fault *fault);
int export_tables_add(struct input *in, const struct pass_options *options, const struct table_exporter *x,
                      struct table_export *e, struct export_run *run);
int export_tables_end(const struct table_exporter *x, struct table_export *e, struct fault *fault);

/** Free what export_tables_begin() made. */
void export_tables_close(const struct table_exporter *x, struct table_export *e);

#endif
