#include "tests/support/program.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <map>
#include <stdexcept>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace coldaisle::test {
namespace {

using std::chrono::milliseconds;

struct Pipe {
  int read_end = -1, write_end = -1;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe2 failed");
  return {ends[0], ends[1]};
}

// This process's environment with `added` in it, as NAME=VALUE.
std::vector<std::string> environment_with(
    const std::vector<std::pair<std::string, std::string>>& added) {
  std::map<std::string, std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const auto equals = text.find('=');
    if (equals != std::string::npos) variables[text.substr(0, equals)] = text.substr(equals + 1);
  }
  for (const auto& [name, value] : added) variables[name] = value;
  std::vector<std::string> texts;
  texts.reserve(variables.size());
  for (const auto& [name, value] : variables) texts.emplace_back(name).append("=").append(value);
  return texts;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (auto& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Everything the child needs, made before the fork: after it only async-signal-safe calls are sure.
struct Exec {
  std::vector<std::string> words, variables;
  std::vector<char*> argv, envp;
};

[[noreturn]] void become_program(const ProgramCall& call, const Exec& exec, int out, int err) {
  constexpr int kNoProgram = 127;
  const int input = ::open("/dev/null", O_RDONLY);
  ::dup2(input, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  if (!call.directory.empty() && ::chdir(call.directory.c_str()) != 0) ::_exit(kNoProgram);
  if (call.file_size_limit != RLIM_INFINITY) {
    const rlimit limit{call.file_size_limit, RLIM_INFINITY};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(kNoProgram);
  }
  ::execve(COLDAISLE_PROGRAM, exec.argv.data(), exec.envp.data());
  ::_exit(kNoProgram);
}

// Appends what can be read at once; false, with the pipe closed, at its end.
bool read_into(std::string& text, int& pipe) {
  std::array<char, 4096> block{};
  const auto got = ::read(pipe, block.data(), block.size());
  if (got < 0 && errno == EINTR) return true;
  if (got > 0) {
    text.append(block.data(), static_cast<std::size_t>(got));
    return true;
  }
  ::close(pipe);
  pipe = -1;
  return false;
}

}  // namespace

RunningProgram::RunningProgram(const ProgramCall& call)
    : deadline_(Clock::now() + call.time_limit) {
  Exec exec;
  exec.words = call.arguments;
  exec.words.insert(exec.words.begin(), "coldaisle");
  auto variables = call.environment;
  // The thread sanitizer's start-up writes a file under TMPDIR if it can, and would meet the limit
  // before the program does.
  if (call.file_size_limit != RLIM_INFINITY) variables.emplace_back("TMPDIR", "/nowhere");
  exec.variables = environment_with(variables);
  exec.argv = pointers_to(exec.words);
  exec.envp = pointers_to(exec.variables);
  const auto out = make_pipe();
  const auto err = make_pipe();
  out_pipe_ = out.read_end;
  err_pipe_ = err.read_end;
  child_ = ::fork();
  if (child_ == 0) become_program(call, exec, out.write_end, err.write_end);
  ::close(out.write_end);
  ::close(err.write_end);
  if (child_ < 0) throw std::runtime_error("fork failed");
}

RunningProgram::~RunningProgram() {
  if (child_ > 0) {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }
  if (out_pipe_ >= 0) ::close(out_pipe_);
  if (err_pipe_ >= 0) ::close(err_pipe_);
}

bool RunningProgram::read_some(Clock::time_point until) {
  std::array<pollfd, 2> pipes = {pollfd{out_pipe_, POLLIN, 0}, pollfd{err_pipe_, POLLIN, 0}};
  if (out_pipe_ < 0 && err_pipe_ < 0) return false;
  const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
  const auto wait = static_cast<int>(std::max<milliseconds::rep>(0, left.count()));
  if (::poll(pipes.data(), pipes.size(), wait) <= 0) return true;
  if (pipes[0].revents != 0) read_into(end_.out, out_pipe_);
  if (pipes[1].revents != 0) read_into(end_.err, err_pipe_);
  return out_pipe_ >= 0 || err_pipe_ >= 0;
}

void RunningProgram::throw_if_late() const {
  if (Clock::now() < deadline_) return;
  throw std::runtime_error("the program ran past its time limit; it said: " + end_.err);
}

bool RunningProgram::wait_for_error_text(const std::string& text) {
  while (end_.err.find(text) == std::string::npos) {
    throw_if_late();
    if (!read_some(deadline_)) return end_.err.find(text) != std::string::npos;
  }
  return true;
}

void RunningProgram::wait_for(Clock::duration time) {
  const auto until = Clock::now() + time;
  while (Clock::now() < until && read_some(until)) {
  }
}

void RunningProgram::send(int signal) const {
  ::kill(child_, signal);
}

ProgramEnd RunningProgram::wait() {
  while (read_some(deadline_)) throw_if_late();
  int status = 0;
  if (::waitpid(child_, &status, 0) != child_) throw std::runtime_error("waitpid failed");
  child_ = -1;
  if (WIFSIGNALED(status)) {
    end_.signal = WTERMSIG(status);
  } else {
    end_.exit_code = WEXITSTATUS(status);
  }
  return end_;
}

ProgramEnd run_program(const ProgramCall& call) {
  return RunningProgram(call).wait();
}

ProgramEnd run_program(std::vector<std::string> arguments) {
  return run_program(ProgramCall{.arguments = std::move(arguments)});
}

}  // namespace coldaisle::test
