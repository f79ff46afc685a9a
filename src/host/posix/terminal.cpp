// SPDX-License-Identifier: Apache-2.0
#include "host/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

namespace assay::host {

Terminal terminal(OutputStream stream, const Environment& environment) {
  const int descriptor = stream == OutputStream::standard_output ? STDOUT_FILENO : STDERR_FILENO;
  Terminal result;
  result.is_terminal = ::isatty(descriptor) == 1;
  result.colour = colour_wanted(result.is_terminal, environment);
  winsize size{};
  if (result.is_terminal && ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    result.columns = size.ws_col;
  }
  return result;
}

}  // namespace assay::host
