/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzz the server of the Model Context Protocol with lines, after initialize. An answer must be one line of
 * JSON with a result or an error, and the server must answer a ping afterwards.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <mcp/mcp.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static void require(int truth)
{
    if (!truth) {
        abort();
    }
}

static char *copy(const void *bytes, size_t n)
{
    char *text = malloc(n + 1);

    require(text != NULL);
    memcpy(text, bytes, n);
    text[n] = 0;
    return text;
}

static void check_reply(const struct json *reply)
{
    struct json_tree t;

    require(memchr(reply->text.data, '\n', reply->text.used) == NULL);
    require(json_read(&t, copy(reply->text.data, reply->text.used), reply->text.used));
    require(json_get(&t, t.values, "id") != NULL);
    require((json_get(&t, t.values, "result") != NULL) != (json_get(&t, t.values, "error") != NULL));
    json_free(&t);
}

/* @return whether there was an answer */
static bool send(struct mcp *m, const void *bytes, size_t n)
{
    struct json reply = {.depth = 0};

    mcp_line(m, copy(bytes, n), n, &reply);
    bool answered = reply.text.used != 0;

    if (answered) {
        check_reply(&reply);
    }
    bytes_free(&reply.text);
    return answered;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static const char first[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{"
                                "\"protocolVersion\":\"2025-06-18\"}}",
                      last[] = "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"ping\"}";
    struct mcp m = {.opened = 0};

    require(send(&m, first, sizeof first - 1));
    for (size_t at = 0; at < n;) {
        const uint8_t *end = memchr(bytes + at, '\n', n - at);
        size_t length = end != NULL ? (size_t)(end - bytes) - at : n - at;

        (void)send(&m, bytes + at, length);
        at += length + 1;
    }
    require(send(&m, last, sizeof last - 1));
    mcp_close(&m);
    return 0;
}
