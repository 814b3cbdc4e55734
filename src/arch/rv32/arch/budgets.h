/* SPDX-License-Identifier: BSD-2-Clause */
/* Budgets of test/bench.h: enter and leave of a block are in C. */
#ifndef ARCH_BUDGETS_H
#define ARCH_BUDGETS_H

#define BUDGETS(B)                                                                                           \
    B("point_off", "cold", 3, 0)                                                                             \
    B("point_on", "cold", 7, 0)                                                                              \
    B("block_scoped_off", "cold", 3, 0)                                                                      \
    B("block_scoped_on", "cold", 45, 0)                                                                      \
    B("block_scoped_on", "net", 86, 0)                                                                       \
    B("block_pair_on", "cold", 77, 0)                                                                        \
    B("block_pair_nested", "cold", 153, 0)                                                                   \
    B("block_pair_disturbed", "cold", 169, 0)                                                                \
    B("event_u32_off", "cold", 4, 0)                                                                         \
    B("event_u32_on", "cold", 24, 0)                                                                         \
    B("event_switch", "on", 23, 0)                                                                           \
    B("irq_enter_exit", "on", 39, 0)                                                                         \
    B("event_stack", "depth_1", 226, 0)                                                                      \
    B("event_stack", "depth_4", 2238, 0)                                                                     \
    B("function_pair", "off", 28, 0)                                                                         \
    B("function_pair", "on", 67, 0)                                                                          \
    B("function_pair", "excluded_ended", 67, 0)                                                              \
    B("sample", "counted", 763, 0)                                                                           \
    B("sample", "depth_0", 860, 0)                                                                           \
    B("sample", "depth_4", 4502, 0)                                                                          \
    B("context_switch", "yield", 250, 0)                                                                     \
    B("ipc_round", "short_path", 682, 0)                                                                     \
    B("sem_handover", "round", 608, 0)                                                                       \
    B("irq_to_thread", "round", 1051, 0)

#endif
