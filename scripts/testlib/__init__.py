# SPDX-License-Identifier: BSD-2-Clause
"""Modules shared by the test scripts. They use the standard library, pexpect and pyelftools."""
