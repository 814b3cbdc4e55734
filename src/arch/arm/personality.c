/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The personality routines referenced by unwind tables (Arm IHI0038, 9.2), as empty functions. libgcc's own
 * would link its unwinder. They are needed because functions of libgcc always have such tables.
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
