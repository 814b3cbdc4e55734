# SPDX-License-Identifier: BSD-2-Clause
# ESP-IDF first runs each component without a project, to find what it requires: cmake -D COMPONENT=… -P this file.
set(CMAKE_BUILD_EARLY_EXPANSION ON)
macro(idf_component_register)
    cmake_parse_arguments(_ "" "" "SRCS;INCLUDE_DIRS;PRIV_INCLUDE_DIRS;LDFRAGMENTS;REQUIRES;PRIV_REQUIRES" ${ARGN})
    message(STATUS "requires ${__REQUIRES} ${__PRIV_REQUIRES}")
    set(registered ON)
    return()
endmacro()
include(${COMPONENT}/CMakeLists.txt)
if(NOT registered)
    message(FATAL_ERROR "nothing registers the component")
endif()
