# SPDX-License-Identifier: BSD-2-Clause
# A version with the same first two numbers, and not older, is compatible. Before 1.0 the second number changes with
# the interface.
get_filename_component(spoor_folder ${CMAKE_CURRENT_LIST_FILE} REALPATH)
get_filename_component(spoor_folder ${spoor_folder}/../.. ABSOLUTE)
file(STRINGS ${spoor_folder}/VERSION PACKAGE_VERSION LIMIT_COUNT 1)
string(REGEX MATCH "^[0-9]+\\.[0-9]+" spoor_series ${PACKAGE_VERSION})
set(PACKAGE_VERSION_COMPATIBLE FALSE)
if(PACKAGE_FIND_VERSION STREQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
endif()
if("${PACKAGE_FIND_VERSION_MAJOR}.${PACKAGE_FIND_VERSION_MINOR}" STREQUAL spoor_series AND NOT PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
