#include "sim/core/hdf5_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <deque>
#include <limits>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <hdf5.h>
#include <hdf5_hl.h>
#include <unistd.h>

#include "sim/core/error.h"

namespace coldaisle {
namespace {

static_assert(std::is_same_v<hid_t, std::int64_t>, "HDF5 1.10 or newer");

constexpr unsigned kDeflateLevel = 1;
constexpr std::uint64_t kContiguousBytes = 4096;  // below this a chunk index outweighs the data

constexpr const char* kWriteRemedy =
    "free space, raise the file-size limit or choose another place";
constexpr const char* kReadRemedy =
    "the file may be damaged or cut short: restore a copy or repeat the run";

// An identifier of the HDF5 library that closes itself.
class Handle {
 public:
  using Closer = herr_t (*)(hid_t);

  Handle(hid_t id, Closer closer) : id_(id), closer_(closer) {}

  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), closer_(other.closer_) {}

  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  Handle& operator=(Handle&&) = delete;

  ~Handle() { close(); }

  bool close() { return id_ < 0 || closer_(std::exchange(id_, -1)) >= 0; }

  hid_t get() const { return id_; }

 private:
  hid_t id_;
  Closer closer_;
};

// The library prints nothing, and does not try again at exit to write what it could not write.
// The error stack is per thread in some builds, so every opening of a file asks for silence.
void start_library() {
  static const bool once = H5dont_atexit() >= 0 && H5open() >= 0;
  static_cast<void>(once);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

struct Cause {
  std::string innermost;
  std::string system;  // text of errno, where the driver recorded one
};

extern "C" herr_t note_cause(unsigned depth, const H5E_error2_t* error, void* data) {
  static constexpr std::string_view kMark = "error message = '";
  auto& cause = *static_cast<Cause*>(data);
  const std::string_view text = error->desc == nullptr ? "" : error->desc;
  if (depth == 0) cause.innermost = text;
  const auto begin = text.find(kMark);
  if (begin != std::string_view::npos && cause.system.empty()) {
    const auto rest = text.substr(begin + kMark.size());
    cause.system = rest.substr(0, rest.find('\''));
  }
  return 0;
}

// Turns the library's error stack into an IoError. Call it before any other call of the library.
[[noreturn]] void fail(const std::string& path, const std::string& action, const char* remedy) {
  Cause cause;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, note_cause, &cause);
  H5Eclear2(H5E_DEFAULT);
  auto reason = cause.system.empty() ? cause.innermost : cause.system;
  if (reason.empty()) reason = "HDF5 gives no reason";
  throw IoError(fmt::format("{}: cannot {}: {}; {}", path, action, reason, remedy));
}

hid_t native_type(Hdf5Type type) {
  switch (type) {
    case Hdf5Type::int64:
      return H5T_NATIVE_INT64;
    case Hdf5Type::int32:
      return H5T_NATIVE_INT32;
    case Hdf5Type::uint16:
      return H5T_NATIVE_UINT16;
    case Hdf5Type::uint8:
      return H5T_NATIVE_UINT8;
    case Hdf5Type::float64:
      return H5T_NATIVE_DOUBLE;
    case Hdf5Type::text:
    case Hdf5Type::other:
      break;
  }
  fail_expectation("an HDF5 dataset of numbers has another type");
}

Hdf5Type integer_type(std::size_t size, bool is_signed) {
  if (size == 8 && is_signed) return Hdf5Type::int64;
  if (size == 4 && is_signed) return Hdf5Type::int32;
  if (size == 2 && !is_signed) return Hdf5Type::uint16;
  if (size == 1 && !is_signed) return Hdf5Type::uint8;
  return Hdf5Type::other;
}

Hdf5Type type_of(hid_t type) {
  switch (H5Tget_class(type)) {
    case H5T_INTEGER:
      return integer_type(H5Tget_size(type), H5Tget_sign(type) == H5T_SGN_2);
    case H5T_FLOAT:
      return H5Tget_size(type) == sizeof(double) ? Hdf5Type::float64 : Hdf5Type::other;
    case H5T_STRING:
      return H5Tis_variable_str(type) > 0 ? Hdf5Type::text : Hdf5Type::other;
    default:
      return Hdf5Type::other;
  }
}

Handle text_type() {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), H5T_VARIABLE);
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  return type;
}

Handle space_of(const std::vector<hsize_t>& shape) {
  if (shape.empty()) return {H5Screate(H5S_SCALAR), H5Sclose};
  return {H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), H5Sclose};
}

// How a new dataset of numbers is laid out. Times are not kept, so that equal data give equal
// bytes.
Handle layout_of(const std::vector<hsize_t>& shape, std::size_t value_bytes) {
  Handle layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_obj_track_times(layout.get(), false);
  std::uint64_t bytes = value_bytes;
  for (const auto size : shape) bytes *= size;
  if (shape.empty() || bytes < kContiguousBytes) return layout;
  auto chunk = shape;
  const auto width = shape.size() > 1 ? shape[1] : 1;
  chunk[0] = std::min(shape[0], std::max<hsize_t>(1, kHdf5ChunkRows / width));
  if (shape.size() > 1) chunk[1] = std::min<hsize_t>(width, kHdf5ChunkRows);
  H5Pset_chunk(layout.get(), static_cast<int>(chunk.size()), chunk.data());
  H5Pset_shuffle(layout.get());
  H5Pset_deflate(layout.get(), kDeflateLevel);
  return layout;
}

// The one way a dataset is written: made, filled, closed, each step checked.
void write_dataset(hid_t file, const std::string& file_path, const std::string& path,
                   const std::vector<hsize_t>& shape, hid_t type, const Handle& layout,
                   const void* values) {
  const auto space = space_of(shape);
  Handle dataset(
      H5Dcreate2(file, path.c_str(), type, space.get(), H5P_DEFAULT, layout.get(), H5P_DEFAULT),
      H5Dclose);
  const bool empty = std::find(shape.begin(), shape.end(), 0U) != shape.end();
  const bool written =
      dataset.get() >= 0 &&
      (empty || H5Dwrite(dataset.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0) &&
      dataset.close();
  if (!written) fail(file_path, "write " + path, kWriteRemedy);
}

// Pointers to texts for the library, which ends each at its first NUL.
class TextPointers {
 public:
  explicit TextPointers(std::span<const std::string> texts) {
    pointers_.reserve(texts.size());
    for (const auto& text : texts) pointers_.push_back(clean(text));
  }

  const char* const* data() const { return pointers_.data(); }

 private:
  const char* clean(const std::string& text) {
    static constexpr const char* kReplacement = "\xEF\xBF\xBD";  // U+FFFD
    if (text.find('\0') == std::string::npos) return text.c_str();
    auto& copy = copies_.emplace_back();
    for (const char c : text) copy += c == '\0' ? std::string(kReplacement) : std::string(1, c);
    return copy.c_str();
  }

  std::vector<const char*> pointers_;
  std::deque<std::string> copies_;
};

void write_attribute(const std::string& file_path, hid_t file, const std::string& object,
                     const std::string& name, hid_t type, const void* value) {
  const Handle target(H5Oopen(file, object.c_str(), H5P_DEFAULT), H5Oclose);
  const auto space = space_of({});
  Handle attribute(target.get() < 0 ? -1
                                    : H5Acreate2(target.get(), name.c_str(), type, space.get(),
                                                 H5P_DEFAULT, H5P_DEFAULT),
                   H5Aclose);
  const bool written =
      attribute.get() >= 0 && H5Awrite(attribute.get(), type, value) >= 0 && attribute.close();
  if (!written)
    fail(file_path, fmt::format("write attribute {} of {}", name, object), kWriteRemedy);
}

// A scalar attribute, opened, or an invalid handle where there is none.
Handle open_attribute(hid_t object, const std::string& path, const std::string& name) {
  Handle attribute(H5Aopen_by_name(object, path.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT),
                   H5Aclose);
  if (attribute.get() < 0) H5Eclear2(H5E_DEFAULT);
  return attribute;
}

bool is_scalar(const Handle& attribute) {
  const Handle space(H5Aget_space(attribute.get()), H5Sclose);
  return H5Sget_simple_extent_npoints(space.get()) == 1;
}

std::optional<std::string> read_text_attribute(hid_t object, const std::string& path,
                                               const std::string& name) {
  const auto attribute = open_attribute(object, path, name);
  if (attribute.get() < 0 || !is_scalar(attribute)) return std::nullopt;
  const Handle type(H5Aget_type(attribute.get()), H5Tclose);
  if (type_of(type.get()) != Hdf5Type::text) return std::nullopt;
  char* text = nullptr;
  if (H5Aread(attribute.get(), type.get(), static_cast<void*>(&text)) < 0) return std::nullopt;
  std::string copy = text == nullptr ? "" : text;
  H5free_memory(text);
  return copy;
}

extern "C" herr_t note_member(hid_t group, const char* name, const H5L_info_t* link, void* data) {
  if (link->type != H5L_TYPE_HARD) return 0;
  const Handle object(H5Oopen(group, name, H5P_DEFAULT), H5Oclose);
  if (object.get() < 0) return -1;
  const auto kind = H5Iget_type(object.get());
  if (kind != H5I_GROUP && kind != H5I_DATASET) return 0;
  try {
    static_cast<std::vector<Hdf5File::Member>*>(data)->push_back({name, kind == H5I_GROUP});
  } catch (const std::exception&) {
    return -1;  // no exception may pass through the C library
  }
  return 0;
}

extern "C" herr_t note_scale(hid_t, unsigned, hid_t scale, void* data) {
  std::array<char, 1024> path{};  // of ours, none is longer than 64
  const auto length = H5Iget_name(scale, path.data(), path.size());
  if (length < 0) return -1;
  try {
    *static_cast<std::string*>(data) = path.data();
  } catch (const std::exception&) {
    return -1;
  }
  return 1;  // the first one is enough
}

Handle file_access() {
  Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_fclose_degree(access.get(), H5F_CLOSE_STRONG);  // closing leaves nothing open behind
  return access;
}

// Says in the system's words why a file cannot be read, which HDF5 hides for a directory.
void check_readable(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  char byte = 0;
  const auto count = descriptor < 0 ? -1 : ::read(descriptor, &byte, 1);
  const int error = count < 0 ? errno : 0;
  if (descriptor >= 0) ::close(descriptor);
  if (error != 0) {
    throw IoError(fmt::format("{}: cannot open: {}; check the path and its permissions", path,
                              std::strerror(error)));
  }
  if (count == 0) throw IoError(fmt::format("{}: the file is empty; {}", path, kReadRemedy));
}

}  // namespace

const char* type_name(Hdf5Type type) {
  static constexpr std::array kNames = {"int64",   "int32",  "uint16", "uint8",
                                        "float64", "string", "other"};
  return kNames.at(static_cast<std::size_t>(type));
}

Hdf5Dataset::Hdf5Dataset(std::int64_t id, std::string file, std::string path)
    : id_(id), file_(std::move(file)), path_(std::move(path)) {
  const Handle type(H5Dget_type(id_), H5Tclose);
  const Handle space(H5Dget_space(id_), H5Sclose);
  type_ = type_of(type.get());
  shape_.resize(static_cast<std::size_t>(std::max(0, H5Sget_simple_extent_ndims(space.get()))));
  std::vector<hsize_t> sizes(shape_.size());
  if (!sizes.empty()) H5Sget_simple_extent_dims(space.get(), sizes.data(), nullptr);
  std::copy(sizes.begin(), sizes.end(), shape_.begin());
}

Hdf5Dataset::~Hdf5Dataset() {
  H5Dclose(id_);
}

std::uint64_t Hdf5Dataset::row_width() const {
  std::uint64_t width = 1;
  for (std::size_t axis = 1; axis < shape_.size(); ++axis) width *= shape_[axis];
  return width;
}

bool Hdf5Dataset::is_scale() const {
  return H5DSis_scale(id_) > 0;
}

std::string Hdf5Dataset::scale(unsigned axis) const {
  std::string path;
  if (H5DSiterate_scales(id_, axis, nullptr, note_scale, &path) < 0) H5Eclear2(H5E_DEFAULT);
  return path;
}

std::optional<std::string> Hdf5Dataset::text_attribute(const std::string& name) const {
  return read_text_attribute(id_, ".", name);
}

namespace {

// The part of a dataset's space that holds `count` rows from `first`.
Handle select_rows(hid_t dataset, const std::vector<std::uint64_t>& shape, std::uint64_t first,
                   std::uint64_t count) {
  Handle space(H5Dget_space(dataset), H5Sclose);
  if (shape.empty()) return space;
  std::vector<hsize_t> start(shape.size(), 0);
  std::vector<hsize_t> size(shape.begin(), shape.end());
  start[0] = first;
  size[0] = count;
  H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, size.data(), nullptr);
  return space;
}

}  // namespace

void Hdf5Dataset::read_numbers(Hdf5Type type, std::uint64_t first, std::uint64_t count,
                               void* values) const {
  expects(type == type_, "an HDF5 dataset is read as another type than it has");
  if (count * row_width() == 0) return;
  const auto from = select_rows(id_, shape_, first, count);
  const auto to = space_of({count * row_width()});
  if (H5Dread(id_, native_type(type), to.get(), from.get(), H5P_DEFAULT, values) < 0) {
    fail(file_, "read " + path_, kReadRemedy);
  }
}

std::vector<std::string> Hdf5Dataset::read_text(std::uint64_t first, std::uint64_t count) const {
  expects(type_ == Hdf5Type::text, "an HDF5 dataset of numbers is read as text");
  std::vector<char*> pointers(static_cast<std::size_t>(count * row_width()), nullptr);
  if (pointers.empty()) return {};
  const auto from = select_rows(id_, shape_, first, count);
  const auto to = space_of({pointers.size()});
  const Handle type(H5Dget_type(id_), H5Tclose);  // as stored: no conversion of character sets
  if (H5Dread(id_, type.get(), to.get(), from.get(), H5P_DEFAULT,
              static_cast<void*>(pointers.data())) < 0) {
    fail(file_, "read " + path_, kReadRemedy);
  }
  std::vector<std::string> texts;
  texts.reserve(pointers.size());
  for (const auto* text : pointers) texts.emplace_back(text == nullptr ? "" : text);
  H5Dvlen_reclaim(type.get(), to.get(), H5P_DEFAULT, static_cast<void*>(pointers.data()));
  return texts;
}

// Refuses a dataset that claims more values than its bytes can hold: deflate shrinks at most
// 1032:1 (zlib's technical notes), so a damaged header cannot ask for endless memory.
void Hdf5Dataset::check_size() const {
  constexpr double kMostRatio = 1100;
  constexpr double kSlackBytes = 65'536;
  const Handle type(H5Dget_type(id_), H5Tclose);
  double bytes = static_cast<double>(H5Tget_size(type.get()));
  for (const auto size : shape_) bytes *= static_cast<double>(size);
  if (bytes <= kMostRatio * static_cast<double>(H5Dget_storage_size(id_)) + kSlackBytes) return;
  throw IoError(fmt::format("{}: cannot read {}: it claims more values than it stores; {}", file_,
                            path_, kReadRemedy));
}

Hdf5File Hdf5File::create(const std::string& path) {
  start_library();
  const auto access = file_access();
  const auto id = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.get());
  if (id < 0) fail(path, "create", "choose a writable directory that exists");
  return {path, id};
}

Hdf5File Hdf5File::open(const std::string& path) {
  start_library();
  check_readable(path);
  if (H5Fis_hdf5(path.c_str()) <= 0) {
    H5Eclear2(H5E_DEFAULT);
    throw IoError(
        fmt::format("{}: not an HDF5 file; give a results file written by coldaisle", path));
  }
  const auto access = file_access();
  const auto id = H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.get());
  if (id < 0) fail(path, "open", kReadRemedy);
  return {path, id};
}

Hdf5File::Hdf5File(Hdf5File&& other) noexcept
    : path_(std::move(other.path_)), id_(std::exchange(other.id_, -1)) {}

Hdf5File::~Hdf5File() {
  if (id_ < 0) return;
  H5Fclose(id_);  // gives the descriptor back even when it cannot write
  H5Eclear2(H5E_DEFAULT);
}

void Hdf5File::close() {
  if (id_ < 0) return;
  // Flush first: a close that fails may leave the library holding the file.
  if (H5Fflush(id_, H5F_SCOPE_GLOBAL) < 0) fail(path_, "write", kWriteRemedy);
  if (H5Fclose(std::exchange(id_, -1)) < 0) fail(path_, "close", kWriteRemedy);
}

void Hdf5File::make_group(const std::string& group) {
  if (group == "/" || has(group)) return;
  const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  H5Pset_create_intermediate_group(links.get(), 1);
  Handle made(H5Gcreate2(id_, group.c_str(), links.get(), H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
  if (made.get() < 0 || !made.close()) fail(path_, "make group " + group, kWriteRemedy);
}

void Hdf5File::write_numbers(const std::string& dataset, Hdf5Type type, const void* values,
                             std::uint64_t count, std::uint64_t columns) {
  expects(columns == 0 || count % columns == 0, "a 2-D dataset has an unfinished row");
  std::vector<hsize_t> shape = {count};
  if (columns > 0) shape = {count / columns, columns};
  const auto native = native_type(type);
  const auto layout = layout_of(shape, H5Tget_size(native));
  write_dataset(id_, path_, dataset, shape, native, layout, values);
}

void Hdf5File::write_texts(const std::string& dataset, std::span<const std::string> texts) {
  const TextPointers pointers(texts);
  const auto type = text_type();
  const auto layout = layout_of({}, 0);  // the rows are pointers, which do not compress
  write_dataset(id_, path_, dataset, {texts.size()}, type.get(), layout,
                static_cast<const void*>(pointers.data()));
}

void Hdf5File::write_scalar(const std::string& dataset, const std::string& text) {
  const TextPointers pointers(std::span(&text, 1));
  const auto type = text_type();
  const auto layout = layout_of({}, 0);
  write_dataset(id_, path_, dataset, {}, type.get(), layout,
                static_cast<const void*>(pointers.data()));
}

void Hdf5File::set_attribute(const std::string& object, const std::string& name,
                             std::string_view text) {
  const std::string copy(text);
  const TextPointers pointers(std::span(&copy, 1));
  const auto type = text_type();
  write_attribute(path_, id_, object, name, type.get(), static_cast<const void*>(pointers.data()));
}

void Hdf5File::set_attribute(const std::string& object, const std::string& name,
                             std::uint64_t value) {
  write_attribute(path_, id_, object, name, H5T_NATIVE_UINT64, &value);
}

std::optional<std::string> Hdf5File::text_attribute(const std::string& object,
                                                    const std::string& name) const {
  return read_text_attribute(id_, object, name);
}

std::optional<std::uint64_t> Hdf5File::integer_attribute(const std::string& object,
                                                         const std::string& name) const {
  const auto attribute = open_attribute(id_, object, name);
  if (attribute.get() < 0 || !is_scalar(attribute)) return std::nullopt;
  const Handle type(H5Aget_type(attribute.get()), H5Tclose);
  if (H5Tget_class(type.get()) != H5T_INTEGER) return std::nullopt;
  std::uint64_t value = 0;
  if (H5Aread(attribute.get(), H5T_NATIVE_UINT64, &value) < 0) return std::nullopt;
  return value;
}

void Hdf5File::make_scale(const std::string& dataset) {
  Handle scale(H5Dopen2(id_, dataset.c_str(), H5P_DEFAULT), H5Dclose);
  const auto name = dataset.substr(dataset.rfind('/') + 1);
  const bool made =
      scale.get() >= 0 && H5DSset_scale(scale.get(), name.c_str()) >= 0 && scale.close();
  if (!made) fail(path_, "make a scale of " + dataset, kWriteRemedy);
}

void Hdf5File::attach_scale(const std::string& dataset, unsigned axis, const std::string& scale) {
  Handle target(H5Dopen2(id_, dataset.c_str(), H5P_DEFAULT), H5Dclose);
  Handle source(H5Dopen2(id_, scale.c_str(), H5P_DEFAULT), H5Dclose);
  const bool tied = target.get() >= 0 && source.get() >= 0 &&
                    H5DSattach_scale(target.get(), source.get(), axis) >= 0 && target.close() &&
                    source.close();
  if (!tied) fail(path_, fmt::format("tie {} to its axis {}", dataset, scale), kWriteRemedy);
}

std::vector<Hdf5File::Member> Hdf5File::members(const std::string& group) const {
  std::vector<Member> found;
  const Handle opened(H5Gopen2(id_, group.c_str(), H5P_DEFAULT), H5Gclose);
  const bool listed = opened.get() >= 0 && H5Literate(opened.get(), H5_INDEX_NAME, H5_ITER_INC,
                                                      nullptr, note_member, &found) >= 0;
  if (!listed) fail(path_, "list group " + group, kReadRemedy);
  return found;
}

bool Hdf5File::has(const std::string& path) const {
  // Every part of the path must be asked for by itself: HDF5 fails where a parent is missing.
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    const auto part = path.substr(0, end);
    if (H5Lexists(id_, part.c_str(), H5P_DEFAULT) <= 0) return false;
    if (end == std::string::npos) return true;
  }
}

Hdf5Dataset Hdf5File::dataset(const std::string& path) const {
  const auto id = H5Dopen2(id_, path.c_str(), H5P_DEFAULT);
  if (id < 0) fail(path_, "open " + path, kReadRemedy);
  return {id, path_, path};
}

}  // namespace coldaisle
