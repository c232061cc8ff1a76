#include "sim/app/exit_code.h"

#include <new>
#include <ostream>
#include <string_view>

#include <fmt/format.h>

#include "sim/core/build_info.h"
#include "sim/core/error.h"

namespace coldaisle {
namespace {

int internal_error(std::string_view message, std::ostream& err) {
  constexpr std::string_view kPrefix = "internal error: ";
  if (message.substr(0, kPrefix.size()) == kPrefix) message.remove_prefix(kPrefix.size());
  err << fmt::format(
      "coldaisle: internal error: {}\n"
      "This is our fault, not yours. Please report it with the command, the files it read and "
      "this version: {} {} ({}).\n",
      message, tool_version(), git_sha(), build_type());
  return exit_code::kInternal;
}

}  // namespace

int report_error(const std::exception_ptr& error, std::ostream& err) {
  try {
    std::rethrow_exception(error);
  } catch (const ScenarioError& invalid) {
    err << invalid.what();
    return exit_code::kInvalidInput;
  } catch (const UsageError& usage) {
    err << "coldaisle: " << usage.what() << '\n';
    return exit_code::kUsage;
  } catch (const IoError& io) {
    err << "coldaisle: " << io.what() << '\n';
    return exit_code::kIo;
  } catch (const AbsentError& absent) {
    err << "coldaisle: " << absent.what() << '\n';
    return exit_code::kAbsent;
  } catch (const std::bad_alloc&) {
    return internal_error("out of memory", err);
  } catch (const std::exception& other) {
    return internal_error(other.what(), err);
  } catch (...) {
    return internal_error("an exception of unknown type", err);
  }
}

}  // namespace coldaisle
