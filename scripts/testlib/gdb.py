# SPDX-License-Identifier: BSD-2-Clause
"""gdb, for commands that follow as -ex COMMAND."""

# By default gdb repeats a request that isn't answered in 2 s, and takes the late answer for that to the next request. On a busy
# machine an emulator takes longer.
GDB = ("gdb-multiarch", "-nx", "-batch", "-ex", "set remotetimeout 300")
