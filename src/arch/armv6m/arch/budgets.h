/* SPDX-License-Identifier: BSD-2-Clause */
/* Budgets of test/bench.h. */
#ifndef ARCH_BUDGETS_H
#define ARCH_BUDGETS_H

#define BUDGETS(B)                                                                                           \
    B("point_off", "cold", 4, 0)                                                                             \
    B("point_on", "cold", 11, 0)                                                                             \
    B("block_scoped_off", "cold", 4, 0)                                                                      \
    B("block_scoped_on", "cold", 56, 0)                                                                      \
    B("block_scoped_on", "net", 85, 0)                                                                       \
    B("block_pair_on", "cold", 90, 0)                                                                        \
    B("block_pair_nested", "cold", 220, 0)                                                                   \
    B("block_pair_disturbed", "cold", 116, 0)                                                                \
    B("event_u32_off", "cold", 4, 0)                                                                         \
    B("event_u32_on", "cold", 34, 0)                                                                         \
    B("event_switch", "on", 32, 0)                                                                           \
    B("irq_enter_exit", "on", 48, 0)                                                                         \
    B("event_stack", "depth_1", 350, 0)                                                                      \
    B("event_stack", "depth_4", 1400, 0)                                                                     \
    B("function_pair", "off", 22, 0)                                                                         \
    B("function_pair", "on", 74, 0)                                                                          \
    B("function_pair", "excluded_ended", 74, 0)                                                              \
    B("sample", "counted", 1200, 0)                                                                          \
    B("sample", "depth_0", 1290, 0)                                                                          \
    B("sample", "depth_4", 3700, 0)                                                                          \
    B("context_switch", "yield", 200, 0)                                                                     \
    B("ipc_round", "short_path", 620, 0)                                                                     \
    B("sem_handover", "round", 530, 0)                                                                       \
    B("irq_to_thread", "round", 700, 0)

#endif
