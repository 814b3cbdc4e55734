/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The personalities that tables of unwinding name (Arm IHI0038, 9.2). Those of libgcc would link its own
 * unwinder, and functions of libgcc have such tables whatever our options are.
 */
void __aeabi_unwind_cpp_pr0(void);
void __aeabi_unwind_cpp_pr1(void);
void __aeabi_unwind_cpp_pr2(void);

void __aeabi_unwind_cpp_pr0(void)
{
}

void __aeabi_unwind_cpp_pr1(void)
{
}

void __aeabi_unwind_cpp_pr2(void)
{
}
