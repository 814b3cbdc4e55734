/* SPDX-License-Identifier: BSD-2-Clause */
/* For cppcheck, which doesn't read the tool's headers and would take these declarations for functions. */
#define SPOOR_ANALYSIS(...)
#define SPOOR_COMMAND(...)
#define SPOOR_DETECTOR(...)
#define MCP_TOOL(...)
#define PAGE(...) {0}
