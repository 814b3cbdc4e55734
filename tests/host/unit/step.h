/* SPDX-License-Identifier: BSD-2-Clause */
/* Included before a source: each of its atomic loads and stores calls the test first. */
#ifndef STEP_H
#define STEP_H

void step(void);

#define __atomic_load_n(at, order)      (step(), __atomic_load_n(at, order))
#define __atomic_store_n(at, to, order) (step(), __atomic_store_n(at, to, order))

#define __atomic_compare_exchange_n(at, expected, to, weak, order, otherwise)                                \
    (step(), __atomic_compare_exchange_n(at, expected, to, weak, order, otherwise))

#endif
