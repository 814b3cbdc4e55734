/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A server of the Model Context Protocol: JSON-RPC 2.0, a message a line. Its tools open recordings and
 * answer questions about them, by libspoor. It neither reads nor writes: the caller passes lines on.
 */
#ifndef MCP_MCP_H
#define MCP_MCP_H

#include <base/json.h>
#include <base/json_read.h>
#include <base/registry.h>
#include <engine/libspoor.h>

/** Maximum bytes of a line. */
#define MCP_LINE_MAX (1 << 20)

/** Maximum number of open recordings. */
#define MCP_OPEN_MAX 16

/** A server. All zero: new. */
struct mcp {
    bool initialized;
    struct mcp_open {
        struct libspoor *recording;
        char *path, *program; /* program: NULL if none was given */
    } open[MCP_OPEN_MAX];
    unsigned opened;
};

/**
 * Answer a line.
 *
 * @param line   its bytes and a NUL, without the newline; it is freed
 * @param reply  receives the answer, without a newline; stays empty if there is none
 */
void mcp_line(struct mcp *m, char *line, size_t length, struct json *reply);

/** Answer a line that is longer than MCP_LINE_MAX. */
void mcp_too_long(struct json *reply);

void mcp_close(struct mcp *m);

/* ------------------------------------------------------------------ tools */

#define MCP_WRONG_MAX 2500

/** A call of a tool: its arguments, and its answer. */
struct mcp_call {
    struct mcp *server;
    const struct json_tree *tree;
    const struct json_value *arguments; /**< an object, or NULL */
    struct bytes text;                  /**< the answer */
    char wrong[MCP_WRONG_MAX];          /**< why the call failed */
};

struct mcp_argument {
    const char *name;
    enum { MCP_TEXT, MCP_INTEGER } kind;
    bool required;
    const char *help;
};

struct mcp_tool {
    const char *name, *help;
    const struct mcp_argument *arguments; /**< the last has no name */
    bool (*run)(struct mcp_call *c);      /**< @return false after setting `wrong` */
};

/** Register a tool. The linker collects them in the order of their files. */
#define MCP_TOOL(id, ...)                                                                                    \
    static const struct mcp_tool id##_tool = {__VA_ARGS__};                                                  \
    REGISTRY_ADD(spoor_mcp_tools, mcp_tool, id, id##_tool)

/** @return the `n`-th tool, or NULL */
const struct mcp_tool *mcp_nth_tool(unsigned n);

/** @return a text argument, or NULL; of a kind that was checked */
const char *mcp_text(const struct mcp_call *c, const char *name);

/** @return an integer argument, or `none` */
int64_t mcp_integer(const struct mcp_call *c, const char *name, int64_t none);

/** @return the open recording that the argument `recording` names, or the one opened last; NULL after setting
 * `wrong` */
struct mcp_open *mcp_recording(struct mcp_call *c);

/** Set the reason of a failure. @return false */
bool mcp_fail(struct mcp_call *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Answers are cut off beyond this number of bytes. */
#define MCP_ANSWER_MAX (1 << 20)

/** Append to the answer, for a sink. @return 0, or EFBIG beyond MCP_ANSWER_MAX */
int mcp_write(void *call, const char *bytes, size_t n);

/** The argument of tools that read a recording. */
#define MCP_RECORDING                                                                                        \
    {                                                                                                        \
        "recording", MCP_INTEGER, false, "Number that open_recording returned; by default the last one."     \
    }

#endif
