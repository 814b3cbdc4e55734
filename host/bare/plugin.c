/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A plugin for QEMU that profiles any image: it counts each instruction, and follows calls, interrupts and
 * threads. QEMU loads it with -plugin FILE,elf=IMAGE,out=RESULT[,instructions=N][,memory=on]. QEMU must run
 * all CPUs in one thread, as it does with -icount.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <bare/calls.h>
#include <bare/depth.h>
#include <bare/masked.h>
#include <bare/qemu_api.h>
#include <bare/regions.h>
#include <bare/result.h>
#include <bare/vectors.h>

#define CPUS_MAX 64

QEMU_PLUGIN_EXPORT int qemu_plugin_version = QEMU_PLUGIN_VERSION;

static struct {
    const char *out;
    struct program *program;
    struct blocks *blocks;
    struct threads *threads;
    struct calls *calls;
    struct masked *masked;
    struct depth *depth;
    struct regions *regions; /* NULL: not asked for */
    bool memory;             /* … or yet to be opened */
    unsigned cpus, last;     /* number of CPUs; the CPU that ran last */
    struct cpu {
        struct block *block;
        unsigned done;
    } cpu[CPUS_MAX];
    uint64_t instructions, limit; /* executed; 0: no limit */
    bool written, failed;
} run;

static volatile sig_atomic_t asked; /* SIGUSR2: end the run */

static void complain(const char *what, const char *why)
{
    fprintf(stderr, "spoor: %s: %s\n", what, why);
}

static void settle(unsigned cpu)
{
    struct cpu *u = &run.cpu[cpu];

    u->done = block_settle(u->block);
    masked_ran(run.masked, cpu, u->block, u->done);
    depth_ran(run.depth, cpu, u->block, u->done);
    run.instructions += u->done;
    calls_count(run.calls, cpu, u->done);
}

static void finish(void)
{
    if (run.written) {
        return;
    }
    run.written = true;
    struct block *last = run.cpu[run.last].block;

    if (last == NULL && run.instructions == 0) {
        return; /* QEMU has refused its options */
    }
    if (last != NULL) {
        settle(run.last);
    }
    masked_end(run.masked);
    struct result result = {.program = run.program,
                            .blocks = run.blocks,
                            .calls = run.calls,
                            .threads = run.threads,
                            .masked = run.masked,
                            .depth = run.depth,
                            .regions = run.regions,
                            .instructions = run.instructions};

    if (run.failed || calls_failed(run.calls) || threads_failed(run.threads) || masked_failed(run.masked) ||
        depth_failed(run.depth) || (run.memory && regions_failed(run.regions))) {
        complain(run.out, strerror(ENOMEM));
    } else if (!result_write(run.out, &result)) {
        complain(run.out, strerror(errno));
    }
}

/* ------------------------------------------------------------------ callbacks */

static void on_block(unsigned cpu, void *userdata)
{
    struct cpu *u = &run.cpu[cpu];
    struct block *to = userdata;

    if (run.written) {
        return;
    }
    if (run.cpu[run.last].block != NULL) {
        settle(run.last);
    }
    unsigned events = calls_enter(run.calls, cpu, u->block, u->done, to);

    if (events != 0) {
        depth_exception(run.depth, cpu, events);
        masked_exception(run.masked, cpu, events, u->block, to);
    }
    u->block = to;
    run.last = cpu;
    if (asked != 0 || (run.limit != 0 && run.instructions >= run.limit)) {
        u->block = NULL;
        finish();
        _exit(0); /* exit() would let QEMU read its clock, which it refuses here if it records for a replay */
    }
    to->counts[0]++;
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
    static struct block_code code;
    size_t n = qemu_plugin_tb_n_insns(tb);

    (void)id;
    if (n == 0 || n > sizeof code.sizes) {
        run.failed |= n != 0;
        return;
    }
    code.n = (unsigned)n;
    code.address = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(tb, 0));
    for (size_t i = 0; i < n; i++) {
        const struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);

        code.bytes[i] = qemu_plugin_insn_data(insn);
        code.sizes[i] = (uint8_t)qemu_plugin_insn_size(insn);
        code.offsets[i] = (uint32_t)(qemu_plugin_insn_vaddr(insn) - code.address);
    }
    if (threads_check(run.threads, code.address, code.bytes[0], code.sizes[0])) {
        complain(threads_kernel(run.threads),
                 "its threads aren't told apart, because this QEMU doesn't let plugins read memory");
    }
    struct block *block = blocks_get(run.blocks, &code);

    if (block == NULL) {
        run.failed = true;
        return;
    }
    masked_translate(run.masked, block, &code);
    depth_translate(run.depth, block, &code, tb);
    if (run.regions != NULL) {
        regions_translate(run.regions, block, tb);
    }
    qemu_plugin_register_vcpu_tb_exec_cb(tb, on_block, QEMU_PLUGIN_CB_NO_REGS, block);
    for (size_t i = 1; i < n; i++) {
        if (block->counted[i]) {
            qemu_plugin_register_vcpu_insn_exec_inline(qemu_plugin_tb_get_insn(tb, i),
                                                       QEMU_PLUGIN_INLINE_ADD_U64, &block->counts[i], 1);
        }
    }
}

static void on_signal(int signal)
{
    (void)signal;
    asked = 1;
}

static void on_exit_of_qemu(qemu_plugin_id_t id, void *userdata)
{
    (void)id;
    (void)userdata;
    finish();
}

/* ------------------------------------------------------------------ begin */

static void report(void *arg, const char *text)
{
    (void)arg;
    fprintf(stderr, "spoor: %s\n", text);
}

static bool take_argument(char *argument, const char **elf)
{
    char *value = strchr(argument, '='), *end = NULL;

    if (value == NULL) {
        complain(argument, "not NAME=VALUE");
        return false;
    }
    *value++ = 0;
    if (strcmp(argument, "elf") == 0) {
        *elf = value;
    } else if (strcmp(argument, "out") == 0) {
        run.out = strdup(value);
    } else if (strcmp(argument, "instructions") == 0) {
        run.limit = strtoull(value, &end, 10);
    } else if (strcmp(argument, "memory") == 0) {
        run.memory = strcmp(value, "on") == 0;
    } else {
        complain(argument, "no such argument: there are elf, out, instructions and memory");
        return false;
    }
    if (end != NULL && (*end != 0 || end == value)) {
        complain(value, "not a number of instructions");
        return false;
    }
    return true;
}

QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc,
                                           char **argv)
{
    const char *elf = NULL;

    for (int n = 0; n < argc; n++) {
        if (!take_argument(argv[n], &elf)) {
            return -1;
        }
    }
    if (elf == NULL || run.out == NULL || !info->system_emulation) {
        complain("the plugin", "needs the arguments elf and out, and an emulator of a system");
        return -1;
    }
    run.program = program_open(elf, &(struct spoor_report){report, NULL, NULL});
    if (run.program == NULL) {
        return -1;
    }
    run.cpus = (unsigned)info->system.max_vcpus;
    if (run.cpus > CPUS_MAX) {
        complain(elf, "the board has more than 64 CPUs");
        return -1;
    }
    run.blocks = blocks_open(run.program);
    run.threads = threads_open(run.program, run.cpus);
    run.calls = run.threads != NULL ? calls_open(run.cpus, run.threads) : NULL;
    if (run.blocks == NULL || run.calls == NULL) {
        complain(elf, strerror(ENOMEM));
        return -1;
    }
    struct vectors vectors = vectors_declare(run.program, run.calls);

    run.masked = masked_open(run.program, run.calls, run.cpus, &vectors);
    run.depth = depth_open(run.program, run.calls, run.threads, run.cpus, vectors.found);
    run.regions = run.memory ? regions_open(run.program) : NULL;
    if (run.masked == NULL || run.depth == NULL || (run.memory && run.regions == NULL)) {
        complain(elf, strerror(ENOMEM));
        return -1;
    }
    sigaction(SIGUSR2, &(struct sigaction){.sa_handler = on_signal}, NULL);
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
    qemu_plugin_register_atexit_cb(id, on_exit_of_qemu, NULL);
    return 0;
}
