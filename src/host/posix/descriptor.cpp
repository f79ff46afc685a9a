// SPDX-License-Identifier: Apache-2.0
#include "host/posix/descriptor.hpp"

#include <unistd.h>

namespace assay::host::posix {

void Descriptor::reset(int number) {
  // Not retried on EINTR: on Linux the descriptor is gone either way.
  if (number_ >= 0) ::close(number_);
  number_ = number;
}

}  // namespace assay::host::posix
