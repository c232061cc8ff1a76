#pragma once

#include <string>
#include <string_view>

namespace coldaisle::test {

// The message of the Error that `work` throws; another exception passes, and none gives
// "(nothing thrown)". (Catch2's matchers have other names in versions 2 and 3.)
template <typename Error, typename Work>
std::string thrown_message(const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "(nothing thrown)";
}

inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace coldaisle::test
