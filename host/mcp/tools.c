/* SPDX-License-Identifier: BSD-2-Clause */
/* The tools that libspoor answers. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <mcp/mcp.h>

/* Rows of an answer unless the client asks for another number: more are seldom read. */
#define ROWS 100

struct mcp_open *mcp_recording(struct mcp_call *c)
{
    int64_t n = mcp_integer(c, "recording", c->server->opened);

    if (c->server->opened == 0) {
        (void)mcp_fail(c, "no recording is open: call open_recording");
        return NULL;
    }
    if (n < 1 || n > c->server->opened) {
        (void)mcp_fail(c, "there is no recording %" PRId64 "; %u are open", n, c->server->opened);
        return NULL;
    }
    return &c->server->open[n - 1];
}

static bool write_table(struct mcp_call *c, const char *name, struct libspoor_options *options)
{
    const struct mcp_open *o = mcp_recording(c);
    const struct libspoor_part part = {.range = mcp_text(c, "range"), .where = mcp_text(c, "where")};
    const struct libspoor_sink to = {mcp_write, c};
    struct libspoor_error error;

    if (o == NULL) {
        return false;
    }
    if (libspoor_table(o->recording, name, &part, options, &to, &error) == LIBSPOOR_OK) {
        return true;
    }
    return c->text.used > MCP_ANSWER_MAX / 2
               ? mcp_fail(c, "the table is too long: ask for fewer rows by \"top\", or for a \"range\"")
               : mcp_fail(c, "%s", error.text);
}

/* ------------------------------------------------------------------ open_recording */

/* Standard input has the protocol's messages, and a device may never end. */
static bool is_file(struct mcp_call *c, const char *path)
{
    struct stat s;

    if (stat(path, &s) != 0) {
        return mcp_fail(c, "%s: %s", path, strerror(errno));
    }
    return S_ISREG(s.st_mode) || mcp_fail(c, "%s isn't a file", path);
}

static int to_nowhere(void *arg, const char *bytes, size_t n)
{
    (void)arg;
    (void)bytes;
    (void)n;
    return 0;
}

/* libspoor_open() reads nothing of it yet. */
static bool is_recording(struct mcp_call *c, struct libspoor *s, const char *path)
{
    const char *profile = libspoor_profile_format(s);
    struct libspoor_error error;

    if (profile != NULL) {
        return mcp_fail(c, "%s isn't a recording, but a profile: %s", path, profile);
    }
    return libspoor_table(s, "losses", NULL, NULL, &(struct libspoor_sink){to_nowhere, NULL}, &error) ==
               LIBSPOOR_OK ||
           mcp_fail(c, "%s", error.text);
}

static bool open_recording(struct mcp_call *c)
{
    struct mcp *m = c->server;
    const char *path = mcp_text(c, "path"), *program = mcp_text(c, "elf");
    struct libspoor_error error;

    if (m->opened == MCP_OPEN_MAX) {
        return mcp_fail(c, "%d recordings are open already", MCP_OPEN_MAX);
    }
    if (!is_file(c, path) || (program != NULL && !is_file(c, program))) {
        return false;
    }
    struct mcp_open o = {.path = strdup(path), .program = program != NULL ? strdup(program) : NULL};

    if (o.path == NULL || (program != NULL && o.program == NULL)) {
        free(o.path);
        free(o.program);
        return mcp_fail(c, "%s", strerror(ENOMEM));
    }
    o.recording = libspoor_open(&(struct libspoor_input){.path = o.path, .program = o.program}, &error);
    if (o.recording == NULL) {
        (void)mcp_fail(c, "%s", error.text);
    }
    if (o.recording == NULL || !is_recording(c, o.recording, o.path)) {
        libspoor_close(o.recording);
        free(o.path);
        free(o.program);
        return false;
    }
    m->open[m->opened++] = o;
    bytes_print(&c->text, "recording %u is open. Its tables:", m->opened);
    for (unsigned n = 0; libspoor_table_name(n) != NULL; n++) {
        bytes_print(&c->text, "%s %s", n != 0 ? "," : "", libspoor_table_name(n));
    }
    return true;
}

static const struct mcp_argument open_arguments[] = {
    {"path", MCP_TEXT, true, "The recording or pack."},
    {"elf", MCP_TEXT, false, "The program that ran, an ELF file: it gives events their names."},
    {NULL, MCP_TEXT, false, NULL}};

MCP_TOOL(open, "open_recording", "Open a recording, for the other tools. Returns its number.", open_arguments,
         open_recording);

/* ------------------------------------------------------------------ explain */

static bool explain(struct mcp_call *c)
{
    struct libspoor_options options = {.top = (uint64_t)mcp_integer(c, "top", ROWS)};

    return write_table(c, "findings", &options);
}

static const struct mcp_argument explain_arguments[] = {
    MCP_RECORDING,
    {"range", MCP_TEXT, false, "Only this part: 1.5..2 (seconds), 20ms..21ms."},
    {"top", MCP_INTEGER, false, "At most so many findings; 0: all."},
    {NULL, MCP_TEXT, false, NULL}};

MCP_TOOL(explain, "explain",
         "What is wrong in the recording and what costs most: a JSON object a line for each finding, "
         "failures first. "
         "`command` has the words after the name of the tool, which shows it.",
         explain_arguments, explain);

/* ------------------------------------------------------------------ table */

static bool table(struct mcp_call *c)
{
    struct libspoor_options options = {.sort = mcp_text(c, "sort"),
                                       .top = (uint64_t)mcp_integer(c, "top", ROWS),
                                       .bin_ns = 1000 * (uint64_t)mcp_integer(c, "bin_us", 0),
                                       .deadline_ns = 1000 * (uint64_t)mcp_integer(c, "deadline_us", 0),
                                       .thread = mcp_text(c, "thread"),
                                       .begin_event = mcp_text(c, "begin"),
                                       .end_event = mcp_text(c, "end"),
                                       .key = mcp_text(c, "key")};

    return write_table(c, mcp_text(c, "name"), &options);
}

static const struct mcp_argument table_arguments[] = {
    {"name", MCP_TEXT, true,
     "A table that open_recording lists, such as threads, latency, waits, irq or load."},
    MCP_RECORDING,
    {"range", MCP_TEXT, false, "Only this part: 1.5..2 (seconds), 20ms..21ms."},
    {"where", MCP_TEXT, false, "Only what matches: thread=filter && duration>50us."},
    {"sort", MCP_TEXT, false, "A column; -COLUMN sorts the largest first."},
    {"top", MCP_INTEGER, false, "At most so many rows, by default 100; 0: all."},
    {"bin_us", MCP_INTEGER, false, "load: rows for each bin of this length."},
    {"deadline_us", MCP_INTEGER, false, "response: deadline of threads that don't declare one."},
    {"thread", MCP_TEXT, false, "critical-path: the thread."},
    {"begin", MCP_TEXT, false, "intervals: the event that begins one."},
    {"end", MCP_TEXT, false, "intervals: the event that ends it."},
    {"key", MCP_TEXT, false, "intervals: the field that both events must agree in."},
    {NULL, MCP_TEXT, false, NULL}};

MCP_TOOL(table, "table", "A table about the recording, as JSON objects, one a line.", table_arguments, table);

/* ------------------------------------------------------------------ critical_path */

static bool critical_path(struct mcp_call *c)
{
    struct libspoor_options options = {.thread = mcp_text(c, "thread"),
                                       .top = (uint64_t)mcp_integer(c, "top", ROWS)};

    return write_table(c, "critical-path", &options);
}

static const struct mcp_argument path_arguments[] = {
    {"thread", MCP_TEXT, true, "The thread to explain."},
    MCP_RECORDING,
    {"range", MCP_TEXT, false, "Only this part: 1.5..2 (seconds), 20ms..21ms."},
    {"top", MCP_INTEGER, false, "At most so many steps, by default 100; 0: all."},
    {NULL, MCP_TEXT, false, NULL}};

MCP_TOOL(critical_path, "critical_path",
         "What a thread waited for, step by step: the threads that ran, were ready or waited on its critical "
         "path.",
         path_arguments, critical_path);
