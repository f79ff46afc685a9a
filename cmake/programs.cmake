# SPDX-License-Identifier: Apache-2.0
# The two executables: the command, and the worker that hosts a native engine behind the messages.
if(EXISTS "${PROJECT_SOURCE_DIR}/src/cli/main.cpp")
  add_executable(assay src/cli/main.cpp)
  target_link_libraries(assay PRIVATE assay_warnings assay_cli)
endif()

# The worker stands apart from the rooms above the messages. Its engine library is loaded at run time and never linked;
# only the header of that library is needed here.
set(assay_deps_found "/var/cache/assay/deps")
foreach(folder "$ENV{HOME}/.cache/assay/deps" "/var/cache/assay/deps" "$ENV{ASSAY_DEPS}")  # the last one wins
  if(EXISTS "${folder}/wgpu-native/include/webgpu/wgpu.h")
    set(assay_deps_found "${folder}")
  endif()
endforeach()
set(ASSAY_DEPS "${assay_deps_found}" CACHE PATH "Folder of the engine library and its headers, made by scripts/setup")
find_path(ASSAY_WGPU_NATIVE_INCLUDE webgpu/wgpu.h PATHS "${ASSAY_DEPS}/wgpu-native/include" NO_DEFAULT_PATH)
# Static where it can be had, so that the worker also starts beside an engine that brings its own C library.
find_library(ASSAY_CRYPTO_STATIC libcrypto.a)

if(ASSAY_WGPU_NATIVE_INCLUDE)
  file(GLOB_RECURSE assay_worker_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/worker/*.cpp")
  list(FILTER assay_worker_sources EXCLUDE REGEX "/main\\.cpp$")
  add_library(assay_worker STATIC ${assay_worker_sources})
  target_include_directories(assay_worker PUBLIC "${PROJECT_SOURCE_DIR}/src")
  target_include_directories(assay_worker SYSTEM PUBLIC "${ASSAY_WGPU_NATIVE_INCLUDE}")
  target_compile_definitions(assay_worker PRIVATE ASSAY_WORKER_VERSION="assay-worker ${PROJECT_VERSION}")
  target_link_libraries(assay_worker PUBLIC assay_messages assay_json assay_error
                        PRIVATE assay_warnings fmt::fmt Threads::Threads ${CMAKE_DL_LIBS})
  if(ASSAY_CRYPTO_STATIC)
    target_include_directories(assay_worker SYSTEM PRIVATE "${OPENSSL_INCLUDE_DIR}")
    target_link_libraries(assay_worker PRIVATE "${ASSAY_CRYPTO_STATIC}")
  else()
    target_link_libraries(assay_worker PRIVATE OpenSSL::Crypto)
  endif()
  add_executable(assay-worker src/worker/main.cpp)
  target_link_libraries(assay-worker PRIVATE assay_warnings assay_worker fmt::fmt)
else()
  message(WARNING "assay-worker is NOT BUILT: no webgpu/wgpu.h under ${ASSAY_DEPS}/wgpu-native/include (run scripts/setup)")
endif()
