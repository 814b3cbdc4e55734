/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages of JSON-RPC: requests, notifications and errors; and the methods of the protocol. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <mcp/mcp.h>
#include <spoor/util/version.h>

/* Codes of JSON-RPC 2.0, section 5.1. */
enum {
    PARSE_ERROR = -32700,
    INVALID_REQUEST = -32600,
    METHOD_NOT_FOUND = -32601,
    INVALID_PARAMS = -32602,
    INTERNAL_ERROR = -32603,
};

/* Versions of the protocol whose messages, as far as they are used here, are the same. The first is the
 * newest. */
static const char *const versions[] = {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};

/* Set by the linker: the bounds of the section that MCP_TOOL() fills. */
extern const struct mcp_tool *const __start_spoor_mcp_tools[], *const __stop_spoor_mcp_tools[];

const struct mcp_tool *mcp_nth_tool(unsigned n)
{
    return n < (size_t)(__stop_spoor_mcp_tools - __start_spoor_mcp_tools) ? __start_spoor_mcp_tools[n] : NULL;
}

/* ------------------------------------------------------------------ answers */

/* A request: its ID, and its parameters. */
struct request {
    const struct json_tree *tree;
    const struct json_value *id, *params;
    struct json *reply;
};

static void begin_reply(const struct request *r)
{
    struct json *j = r->reply;

    json_open(j, '{');
    json_key_text(j, "jsonrpc", "2.0");
    json_key(j, "id");
    if (r->id == NULL) {
        json_null(j);
    } else if (r->id->kind == JSON_INTEGER) {
        json_signed(j, r->id->integer);
    } else {
        json_text(j, json_text_of(r->tree, r->id));
    }
}

static void reply_error(const struct request *r, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void reply_error(const struct request *r, int code, const char *format, ...)
{
    char text[300];
    va_list words;

    va_start(words, format);
    vsnprintf(text, sizeof text, format, words);
    va_end(words);
    begin_reply(r);
    json_key(r->reply, "error");
    json_open(r->reply, '{');
    json_key(r->reply, "code");
    json_signed(r->reply, code);
    json_key_text(r->reply, "message", text);
    json_close(r->reply, '}');
    json_close(r->reply, '}');
}

void mcp_too_long(struct json *reply)
{
    reply_error(&(struct request){.reply = reply}, INVALID_REQUEST, "the message has more than %d bytes",
                MCP_LINE_MAX);
}

static void begin_result(const struct request *r)
{
    begin_reply(r);
    json_key(r->reply, "result");
    json_open(r->reply, '{');
}

static void end_result(const struct request *r)
{
    json_close(r->reply, '}');
    json_close(r->reply, '}');
}

/* ------------------------------------------------------------------ arguments of tools */

const char *mcp_text(const struct mcp_call *c, const char *name)
{
    return json_text_of(c->tree, json_get(c->tree, c->arguments, name));
}

int64_t mcp_integer(const struct mcp_call *c, const char *name, int64_t none)
{
    const struct json_value *v = json_get(c->tree, c->arguments, name);

    return v != NULL && v->kind == JSON_INTEGER ? v->integer : none;
}

bool mcp_fail(struct mcp_call *c, const char *format, ...)
{
    va_list words;

    va_start(words, format);
    vsnprintf(c->wrong, sizeof c->wrong, format, words);
    va_end(words);
    return false;
}

int mcp_write(void *call, const char *bytes, size_t n)
{
    struct mcp_call *c = call;

    if (c->text.used + n > MCP_ANSWER_MAX) {
        return EFBIG;
    }
    bytes_add(&c->text, bytes, n);
    return c->text.failed ? ENOMEM : 0;
}

static const struct mcp_argument *argument_of(const struct mcp_tool *tool, const char *name)
{
    for (const struct mcp_argument *a = tool->arguments; a->name != NULL; a++) {
        if (strcmp(a->name, name) == 0) {
            return a;
        }
    }
    return NULL;
}

/* @return whether the arguments are those of the tool; false after setting `wrong` */
static bool check_arguments(struct mcp_call *c, const struct mcp_tool *tool)
{
    for (const struct json_value *v = json_first(c->tree, c->arguments); v != NULL;
         v = json_next(c->tree, v)) {
        const char *name = c->tree->text + v->key;
        const struct mcp_argument *a = argument_of(tool, name);

        if (a == NULL) {
            return mcp_fail(c, "%s has no argument \"%.60s\"", tool->name, name);
        }
        if (v->kind != (a->kind == MCP_TEXT ? JSON_TEXT : JSON_INTEGER) ||
            (v->kind == JSON_INTEGER && v->integer < 0)) {
            return mcp_fail(c, "%s: \"%s\" isn't %s", tool->name, name,
                            a->kind == MCP_TEXT ? "a string" : "an integer, 0 or more");
        }
    }
    for (const struct mcp_argument *a = tool->arguments; a->name != NULL; a++) {
        if (a->required && json_get(c->tree, c->arguments, a->name) == NULL) {
            return mcp_fail(c, "%s needs the argument \"%s\": %s", tool->name, a->name, a->help);
        }
    }
    return true;
}

/* ------------------------------------------------------------------ methods */

static void initialize(struct mcp *m, const struct request *r)
{
    const char *asked = json_text_of(r->tree, json_get(r->tree, r->params, "protocolVersion"));
    const char *version = versions[0];

    if (asked == NULL) {
        reply_error(r, INVALID_PARAMS, "initialize needs the string \"protocolVersion\"");
        return;
    }
    for (unsigned n = 0; n < sizeof versions / sizeof versions[0]; n++) {
        version = strcmp(asked, versions[n]) == 0 ? versions[n] : version;
    }
    m->initialized = true;
    begin_result(r);
    json_key_text(r->reply, "protocolVersion", version);
    json_key(r->reply, "capabilities");
    json_open(r->reply, '{');
    json_key(r->reply, "tools");
    json_open(r->reply, '{');
    json_close(r->reply, '}');
    json_close(r->reply, '}');
    json_key(r->reply, "serverInfo");
    json_open(r->reply, '{');
    json_key_text(r->reply, "name", "spoor");
    json_key_text(r->reply, "version", SPOOR_VERSION);
    json_close(r->reply, '}');
    json_key_text(
        r->reply, "instructions",
        "Open a recording of RTOS firmware with its ELF file, then begin with explain. Times are in us, "
        "or in s since the target's start.");
    end_result(r);
}

static void ping(struct mcp *m, const struct request *r)
{
    (void)m;
    begin_result(r);
    end_result(r);
}

static void put_schema(struct json *j, const struct mcp_tool *tool)
{
    json_open(j, '{');
    json_key_text(j, "type", "object");
    json_key(j, "properties");
    json_open(j, '{');
    for (const struct mcp_argument *a = tool->arguments; a->name != NULL; a++) {
        json_key(j, a->name);
        json_open(j, '{');
        json_key_text(j, "type", a->kind == MCP_TEXT ? "string" : "integer");
        json_key_text(j, "description", a->help);
        json_close(j, '}');
    }
    json_close(j, '}');
    json_key(j, "required");
    json_open(j, '[');
    for (const struct mcp_argument *a = tool->arguments; a->name != NULL; a++) {
        if (a->required) {
            json_text(j, a->name);
        }
    }
    json_close(j, ']');
    json_key(j, "additionalProperties");
    json_bool(j, false);
    json_close(j, '}');
}

static void list_tools(struct mcp *m, const struct request *r)
{
    const struct mcp_tool *tool;
    struct json *j = r->reply;

    (void)m;
    begin_result(r);
    json_key(j, "tools");
    json_open(j, '[');
    for (unsigned n = 0; (tool = mcp_nth_tool(n)) != NULL; n++) {
        json_open(j, '{');
        json_key_text(j, "name", tool->name);
        json_key_text(j, "description", tool->help);
        json_key(j, "inputSchema");
        put_schema(j, tool);
        json_close(j, '}');
    }
    json_close(j, ']');
    end_result(r);
}

/* A failure of a tool is a result, so that the client's user sees it. */
static void reply_content(const struct request *r, const char *text, bool failed)
{
    struct json *j = r->reply;

    begin_result(r);
    json_key(j, "content");
    json_open(j, '[');
    json_open(j, '{');
    json_key_text(j, "type", "text");
    json_key_text(j, "text", text);
    json_close(j, '}');
    json_close(j, ']');
    json_key(j, "isError");
    json_bool(j, failed);
    end_result(r);
}

static void call_tool(struct mcp *m, const struct request *r)
{
    const char *name = json_text_of(r->tree, json_get(r->tree, r->params, "name"));
    const struct mcp_tool *tool = NULL, *t;
    struct mcp_call c = {
        .server = m, .tree = r->tree, .arguments = json_get(r->tree, r->params, "arguments"), .wrong = ""};

    for (unsigned n = 0; name != NULL && (t = mcp_nth_tool(n)) != NULL; n++) {
        tool = strcmp(t->name, name) == 0 ? t : tool;
    }
    if (tool == NULL) {
        reply_error(r, INVALID_PARAMS,
                    name != NULL ? "there is no tool \"%.60s\"" : "tools/call needs a name%s",
                    name != NULL ? name : "");
    } else if (c.arguments != NULL && c.arguments->kind != JSON_OBJECT) {
        reply_error(r, INVALID_PARAMS, "the arguments of %s aren't an object", tool->name);
    } else if (!check_arguments(&c, tool)) {
        reply_error(r, INVALID_PARAMS, "%.250s", c.wrong);
    } else {
        bool done = tool->run(&c);

        bytes_u8(&c.text, 0);
        if (c.text.failed) {
            reply_error(r, INTERNAL_ERROR, "not enough memory");
        } else {
            reply_content(r, done ? (const char *)c.text.data : c.wrong, !done);
        }
    }
    bytes_free(&c.text);
}

static const struct method {
    const char *name;
    void (*run)(struct mcp *m, const struct request *r);
    bool early; /* allowed before initialize */
} methods[] = {
    {"initialize", initialize, true},
    {"ping", ping, true},
    {"tools/list", list_tools, false},
    {"tools/call", call_tool, false},
};

static void run_method(struct mcp *m, const struct request *r, const char *name)
{
    for (const struct method *x = methods; x < methods + sizeof methods / sizeof methods[0]; x++) {
        if (strcmp(x->name, name) != 0) {
            continue;
        }
        if (!m->initialized && !x->early) {
            reply_error(r, INVALID_REQUEST, "%s before initialize", x->name);
        } else if (r->params != NULL && r->params->kind != JSON_OBJECT) {
            reply_error(r, INVALID_PARAMS, "the params of %s aren't an object", x->name);
        } else {
            x->run(m, r);
        }
        return;
    }
    reply_error(r, METHOD_NOT_FOUND, "there is no method \"%.60s\"", name);
}

/* A message without an ID is a notification, which has no answer. One without a method is an answer; this
 * server asks nothing. */
static void take_message(struct mcp *m, const struct json_tree *t, struct json *reply)
{
    const struct json_value *all = t->values, *id = json_get(t, all, "id");
    const char *version = json_text_of(t, json_get(t, all, "jsonrpc")),
               *name = json_text_of(t, json_get(t, all, "method"));
    bool known = id != NULL && (id->kind == JSON_INTEGER || id->kind == JSON_TEXT);
    const struct request r = {t, known ? id : NULL, json_get(t, all, "params"), reply};

    if (all->kind != JSON_OBJECT || version == NULL || strcmp(version, "2.0") != 0) {
        reply_error(&r, INVALID_REQUEST, "the message isn't an object with \"jsonrpc\": \"2.0\"");
    } else if (id != NULL && !known) {
        reply_error(&r, INVALID_REQUEST, "the ID is neither a string nor an integer");
    } else if (name == NULL && json_get(t, all, "result") == NULL && json_get(t, all, "error") == NULL) {
        reply_error(&r, INVALID_REQUEST, "the message has no method");
    } else if (name != NULL && id != NULL) {
        run_method(m, &r, name);
    }
}

void mcp_line(struct mcp *m, char *line, size_t length, struct json *reply)
{
    struct json_tree t;

    if (json_read(&t, line, length)) {
        take_message(m, &t, reply);
    } else {
        reply_error(&(struct request){.reply = reply}, PARSE_ERROR, "column %u: %s", t.column, t.wrong);
    }
    json_free(&t);
}

void mcp_close(struct mcp *m)
{
    for (unsigned n = 0; n < m->opened; n++) {
        libspoor_close(m->open[n].recording);
        free(m->open[n].path);
        free(m->open[n].program);
    }
    m->opened = 0;
}
