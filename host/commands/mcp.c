/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor mcp: answer a client of the Model Context Protocol on standard input and output. */
#include <stdlib.h>
#include <string.h>
#include <cli/cli.h>
#include <mcp/mcp.h>

static const char description[] =
    "`spoor mcp` is a server of the Model Context Protocol, for a client that starts it: messages of "
    "JSON-RPC "
    "2.0, one a line, on standard input and output. Its tools open recordings and answer questions about "
    "them: "
    "open_recording, explain, table, critical_path and, if this build has SQLite, sql. They read any file "
    "that "
    "this user can read, and write none. The server ends when standard input does.";

static const struct doc_item examples[] = {
    {"spoor mcp", "Start the server. Clients take a command like this."}, {NULL}};

/* Read a line. @return its bytes, without the newline, which the caller must free; NULL at the end */
static char *read_line(size_t *length, bool *too_long)
{
    struct bytes line = {.used = 0};
    int c;

    *too_long = false;
    while ((c = getchar()) != EOF && c != '\n') {
        if (line.used < MCP_LINE_MAX) {
            bytes_u8(&line, (unsigned)c);
        } else {
            *too_long = true;
        }
    }
    if (c == EOF && line.used == 0) {
        bytes_free(&line);
        return NULL;
    }
    *length = line.used;
    bytes_u8(&line, 0);
    if (line.failed) {
        bytes_free(&line);
        return NULL;
    }
    return (char *)line.data;
}

static bool is_blank(const char *line, size_t length)
{
    return strspn(line, " \t\r") == length;
}

static int mcp(struct cli *cli)
{
    struct mcp server = {.opened = 0};
    size_t length;
    bool too_long;
    char *line;

    while (cli->out.error == 0 && (line = read_line(&length, &too_long)) != NULL) {
        struct json reply = {.depth = 0};

        if (too_long) {
            free(line);
            mcp_too_long(&reply);
        } else if (is_blank(line, length)) {
            free(line);
        } else {
            mcp_line(&server, line, length, &reply);
        }
        if (reply.text.used != 0 && !reply.text.failed) {
            out_bytes(&cli->out, (const char *)reply.text.data, reply.text.used);
            out_char(&cli->out, '\n');
            out_flush(&cli->out);
        }
        bytes_free(&reply.text);
    }
    mcp_close(&server);
    return CLI_OK;
}

SPOOR_COMMAND(mcp, CLI_LOOK, "", "answer a client of the Model Context Protocol, about recordings",
              CLI_NOTHING, mcp, .more = description, .examples = examples, .see = "explain stats sql");
