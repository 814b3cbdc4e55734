/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The store's thread, the only one that accesses the journal, and the functions of its clients. The block
 * store_request measures a client's round trip with two context switches. store_serve measures the server's
 * part of it.
 */
#include <errno.h>
#include <kernel/ipc.h>
#include <spoor/trace.h>
#include "journal_priv.h"
#include "stages_priv.h"
#include "store_priv.h"

enum { PUT, GET };

/* Words of a message: operation, key, value. Words of a reply: errno and value. */
enum { WORD_OPERATION, WORD_KEY, WORD_VALUE, WORD_RESULT = WORD_OPERATION };

THREAD_STACK(stack, STAGE_STACK_BYTES);
static struct thread thread;
static struct journal journal;

static int put(uint16_t key, uint32_t value)
{
    if (journal_full(&journal)) {
        TRACE_BLOCK_SCOPED(store_compact);
        journal_compact(&journal);
    }
    return journal_put(&journal, key, value);
}

static void serve(struct ipc_msg *m)
{
    TRACE_BLOCK_SCOPED(store_serve);
    uint16_t key = (uint16_t)m->word[WORD_KEY];
    int err = -ENOSYS;

    switch (m->word[WORD_OPERATION]) {
    case PUT:
        err = put(key, m->word[WORD_VALUE]);
        break;
    case GET:
        err = journal_get(&journal, key, &m->word[WORD_VALUE]);
        break;
    }
    m->word[WORD_RESULT] = (uint32_t)err;
}

static void run(void *arg)
{
    struct thread *client;
    struct ipc_msg m;

    (void)arg;
    ipc_receive(&client, &m, WAIT_FOREVER);
    for (;;) {
        serve(&m);
        ipc_reply_receive(&client, &m, WAIT_FOREVER);
    }
}

static int request(struct ipc_msg *m)
{
    TRACE_BLOCK_SCOPED(store_request);
    int err = ipc_send(&thread, m, WAIT_FOREVER);

    return err != 0 ? err : (int)m->word[WORD_RESULT];
}

int store_put(enum store_key key, uint32_t value)
{
    return request(&(struct ipc_msg){{PUT, key, value}});
}

int store_get(enum store_key key, uint32_t *value)
{
    struct ipc_msg m = {{GET, key}};
    int err = request(&m);

    if (err == 0) {
        *value = m.word[WORD_VALUE];
    }
    return err;
}

int store_start(void)
{
    return thread_create(&thread, &(struct thread_attr){
                                      .name = "store",
                                      .entry = run,
                                      .priority = PRIORITY_STORE,
                                      .affinity = STAGE_CPU(3),
                                      .stack = stack,
                                      .stack_bytes = sizeof stack,
                                  });
}
