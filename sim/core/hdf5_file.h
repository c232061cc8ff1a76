#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace coldaisle {

// A thin layer over the HDF5 C API, the only place that knows it. Every failure is an IoError with
// path, reason and remedy; HDF5 itself prints nothing. Not for two threads at once.

// What a dataset holds. `other` is any type that this program never writes.
enum class Hdf5Type : std::uint8_t { int64, int32, uint16, uint8, float64, text, other };

// Name of a type as in FORMAT.md: "int64", "float64", "string".
const char* type_name(Hdf5Type type);

template <typename T>
constexpr Hdf5Type hdf5_type() {
  if constexpr (std::is_same_v<T, std::int64_t>) return Hdf5Type::int64;
  if constexpr (std::is_same_v<T, std::int32_t>) return Hdf5Type::int32;
  if constexpr (std::is_same_v<T, std::uint16_t>) return Hdf5Type::uint16;
  if constexpr (std::is_same_v<T, std::uint8_t>) return Hdf5Type::uint8;
  if constexpr (std::is_same_v<T, double>) return Hdf5Type::float64;
  if constexpr (std::is_same_v<T, std::string>) return Hdf5Type::text;
  return Hdf5Type::other;
}

// Rows of one chunk of a 1-D dataset; a 2-D one has as many values in a chunk.
inline constexpr std::uint64_t kHdf5ChunkRows = 65'536;

// An open dataset of a file, for reading. Must not outlive its file.
class Hdf5Dataset {
 public:
  Hdf5Dataset(std::int64_t id, std::string file, std::string path);
  ~Hdf5Dataset();
  Hdf5Dataset(const Hdf5Dataset&) = delete;
  Hdf5Dataset& operator=(const Hdf5Dataset&) = delete;

  Hdf5Type type() const { return type_; }

  // Sizes of the axes; empty for a scalar.
  const std::vector<std::uint64_t>& shape() const { return shape_; }

  std::uint64_t rows() const { return shape_.empty() ? 1 : shape_.front(); }

  // Values in one row: 1 for scalar and 1-D datasets.
  std::uint64_t row_width() const;

  // `count` rows from row `first`, row by row. T must be the dataset's own type.
  template <typename T>
  std::vector<T> read(std::uint64_t first, std::uint64_t count) const {
    check_size();
    if constexpr (std::is_same_v<T, std::string>) {
      return read_text(first, count);
    } else {
      std::vector<T> values(static_cast<std::size_t>(count * row_width()));
      read_numbers(hdf5_type<T>(), first, count, values.data());
      return values;
    }
  }

  // Whether this dataset is the dimension scale of some axis.
  bool is_scale() const;

  // Path of the dimension scale of axis `axis`; empty where it has none.
  std::string scale(unsigned axis) const;

  // A text attribute, or nothing where it is absent or no text.
  std::optional<std::string> text_attribute(const std::string& name) const;

 private:
  void read_numbers(Hdf5Type type, std::uint64_t first, std::uint64_t count, void* values) const;
  std::vector<std::string> read_text(std::uint64_t first, std::uint64_t count) const;
  void check_size() const;

  std::int64_t id_;
  std::string file_, path_;
  Hdf5Type type_ = Hdf5Type::other;
  std::vector<std::uint64_t> shape_;
};

// An HDF5 file in the library's default format.
//
// Numeric datasets of more than a page are chunked, shuffled and deflated at level 1. Texts are
// UTF-8 of any length; a NUL in them, which the format cannot hold, becomes U+FFFD.
class Hdf5File {
 public:
  // A new, empty file; one that exists is overwritten.
  static Hdf5File create(const std::string& path);

  // An existing file, read only.
  static Hdf5File open(const std::string& path);

  Hdf5File(Hdf5File&& other) noexcept;
  Hdf5File& operator=(Hdf5File&&) = delete;
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;

  // Closes without a word; to hear of failures call close() before.
  ~Hdf5File();

  // Writes out what is buffered and closes. Does not wait for the disk: see sync_file().
  void close();

  const std::string& path() const { return path_; }

  // Makes a group and those above it; one that exists is left alone.
  void make_group(const std::string& group);

  // Writes a dataset, 1-D, or 2-D in rows of `columns` values. Its group must exist.
  template <typename T>
  void write(const std::string& dataset, std::span<const T> values, std::uint64_t columns = 0) {
    if constexpr (std::is_same_v<T, std::string>) {
      write_texts(dataset, values);
    } else {
      write_numbers(dataset, hdf5_type<T>(), values.data(), values.size(), columns);
    }
  }

  // Writes one text as a dataset without axes.
  void write_scalar(const std::string& dataset, const std::string& text);

  // Attributes of a group or dataset; "/" is the file itself.
  void set_attribute(const std::string& object, const std::string& name, std::string_view text);
  void set_attribute(const std::string& object, const std::string& name, std::uint64_t value);
  std::optional<std::string> text_attribute(const std::string& object,
                                            const std::string& name) const;
  std::optional<std::uint64_t> integer_attribute(const std::string& object,
                                                 const std::string& name) const;

  // Makes a 1-D dataset a dimension scale, and ties one to axis `axis` of another dataset.
  void make_scale(const std::string& dataset);
  void attach_scale(const std::string& dataset, unsigned axis, const std::string& scale);

  // A member of a group.
  struct Member {
    std::string name;
    bool is_group;
  };

  // The groups and datasets directly in a group, by name. Links to elsewhere are left out.
  std::vector<Member> members(const std::string& group) const;

  bool has(const std::string& path) const;
  Hdf5Dataset dataset(const std::string& path) const;

 private:
  Hdf5File(std::string path, std::int64_t id) : path_(std::move(path)), id_(id) {}

  void write_numbers(const std::string& dataset, Hdf5Type type, const void* values,
                     std::uint64_t count, std::uint64_t columns);
  void write_texts(const std::string& dataset, std::span<const std::string> texts);

  std::string path_;
  std::int64_t id_;
};

}  // namespace coldaisle
