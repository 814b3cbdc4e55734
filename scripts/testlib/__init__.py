# SPDX-License-Identifier: BSD-2-Clause
"""What the test scripts share. Standard library only."""
