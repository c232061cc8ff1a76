#pragma once

#include <array>

namespace coldaisle {

// A dataset of /provenance: the same in every file.
struct ProvenanceText {
  const char* name;
  const char* long_name;
};

inline constexpr const char* kSchemaName = "coldaisle";

inline constexpr std::array<ProvenanceText, 4> kProvenanceTexts = {{
    {"scenario_original", "The scenario file as the user wrote it, byte by byte."},
    {"scenario_resolved",
     "The scenario in force, JSON, with every default and override filled in."},
    {"scenario_path", "Where the scenario file lay."},
    {"catalog_overrides",
     "The user's own catalogue files, a JSON object from path to text; empty if there are none."},
}};

inline constexpr const char* kInputsGroup = "/provenance/inputs";
inline constexpr ProvenanceText kInputPath = {"path", "A data file that the run read."};
inline constexpr ProvenanceText kInputSha256 = {"sha256", "SHA-256 of that file, in hexadecimal."};

}  // namespace coldaisle
