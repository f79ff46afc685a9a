// SPDX-License-Identifier: Apache-2.0
#include "worker/worker_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>

extern char** environ;

namespace assay::worker::test {
namespace {

const std::string kDeps = ASSAY_DEPS;

std::string& engine_under_test() {
  static std::string name = kWgpuNative;
  return name;
}

std::string library_under_test() {
  if (engine_under_test() == kDawn) return kDeps + "/dawn/lib/libwebgpu_dawn.so.0";
  return kDeps + "/wgpu-native/lib/libwgpu_native.so";
}

/// Dawn brings a newer C library, with which the whole process must be started.
std::vector<std::string> own_loader() {
  if (engine_under_test() != kDawn) return {};
  const std::string folder = kDeps + "/dawn/lib";
  return {folder + "/ld-linux-x86-64.so.2", "--library-path", folder + ":" + kDeps + "/lavapipe/lib"};
}

std::string lavapipe_icd() { return kDeps + "/lavapipe/share/vulkan/icd.d/lvp_icd.json"; }

std::vector<std::string> environment_of(const Start& start) {
  std::map<std::string, std::string> wanted = {{"VK_DRIVER_FILES", lavapipe_icd()},
                                               {"VK_ICD_FILENAMES", lavapipe_icd()},
                                               {"LD_LIBRARY_PATH", kDeps + "/lavapipe/lib"},
                                               {"XDG_RUNTIME_DIR", "/tmp"}};
  for (const auto& [name, value] : start.environment) wanted[name] = value;
  std::vector<std::string> lines;
  for (char** line = environ; *line != nullptr; ++line) {
    const std::string text = *line;
    if (wanted.count(text.substr(0, text.find('='))) == 0) lines.push_back(text);
  }
  for (const auto& [name, value] : wanted) lines.push_back(name + "=" + value);
  return lines;
}

std::vector<char*> pointers_to(std::vector<std::string>& lines) {
  std::vector<char*> pointers;
  for (auto& line : lines) pointers.push_back(line.data());
  pointers.push_back(nullptr);
  return pointers;
}

bool readable(int descriptor, int patience_ms) {
  pollfd waiting{descriptor, POLLIN, 0};
  return poll(&waiting, 1, patience_ms) == 1;
}

}  // namespace

void test_engine(const std::string& name) { engine_under_test() = name; }

std::string why_not_tested() {
  const auto library = library_under_test();
  if (!std::filesystem::exists(library)) return fmt::format("NOT TESTED: {} (no {})", engine_under_test(), library);
  if (!std::filesystem::exists(lavapipe_icd())) return fmt::format("NOT TESTED: lavapipe (no {})", lavapipe_icd());
  return {};
}

WorkerProcess::WorkerProcess(const Start& start) {
  std::array<int, 2> pair{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) != 0) std::abort();
  socket_ = pair[0];
  std::vector<std::string> words = own_loader();
  for (const std::string& word : {std::string(ASSAY_WORKER), std::string("native"), std::string("--library"),
                                  start.library.empty() ? library_under_test() : start.library, std::string("--socket"),
                                  std::to_string(pair[1])}) {
    words.push_back(word);
  }
  std::vector<std::string> lines = environment_of(start);
  auto arguments = pointers_to(words);
  auto environment = pointers_to(lines);
  pid_ = fork();
  if (pid_ == 0) {
    fcntl(pair[1], F_SETFD, 0);
    execve(arguments[0], arguments.data(), environment.data());
    _exit(127);
  }
  ::close(pair[1]);
}

WorkerProcess::~WorkerProcess() {
  close_socket();
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
}

void WorkerProcess::send_raw(const std::string& bytes) {
  std::size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t count = send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (count <= 0) return;
    sent += static_cast<std::size_t>(count);
  }
}

std::optional<messages::AnswerBody> WorkerProcess::ask(messages::RequestBody body, int patience_ms) {
  const messages::Request request{next_id_++, std::move(body)};
  const auto frame = messages::encode(request);
  if (!frame) return std::nullopt;
  const auto bytes = messages::to_bytes(*frame);
  if (!bytes) return std::nullopt;
  send_raw(std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()));
  auto answer = receive(patience_ms);
  if (!answer || answer->id != request.id) return std::nullopt;
  return std::move(answer->body);
}

std::optional<messages::Answer> WorkerProcess::receive(int patience_ms) {
  std::array<std::byte, 65536> bytes{};
  for (;;) {
    auto frame = reader_.next();
    if (!frame) return std::nullopt;
    if (*frame) {
      auto message = messages::decode_from_engine(std::move(**frame));
      if (!message) return std::nullopt;
      if (auto* answer = std::get_if<messages::Answer>(&*message)) return std::move(*answer);
      if (auto* event = std::get_if<messages::Event>(&*message)) events.push_back(*event);
      continue;
    }
    if (!readable(socket_, patience_ms)) return std::nullopt;
    const ssize_t got = recv(socket_, bytes.data(), bytes.size(), 0);
    if (got <= 0) return std::nullopt;
    reader_.feed({bytes.data(), static_cast<std::size_t>(got)});
  }
}

void WorkerProcess::close_socket() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

End WorkerProcess::wait_for_end() {
  const int process = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
  if (process < 0 || !readable(process, 60000)) kill(pid_, SIGKILL);
  if (process >= 0) ::close(process);
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  End end;
  if (WIFEXITED(status)) end.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  return end;
}

const messages::Failure* failure_in(const std::optional<messages::AnswerBody>& answer) {
  return answer ? std::get_if<messages::Failure>(&*answer) : nullptr;
}

std::string describe(const std::optional<messages::AnswerBody>& answer) {
  if (!answer) return "no answer";
  if (const auto* failure = failure_in(answer)) {
    return fmt::format("failure of kind {}: {} ({}; {}) in {}", static_cast<int>(failure->kind), failure->what,
                       failure->value, failure->limit, failure->where);
  }
  return fmt::format("answer of alternative {}", answer->index());
}

}  // namespace assay::worker::test
