# SPDX-License-Identifier: BSD-2-Clause
"""Modules that the test scripts share. Standard library only."""
