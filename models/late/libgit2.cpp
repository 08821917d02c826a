// SPDX-License-Identifier: Apache-2.0
// The functions of libgit2 that the program calls. A missing entry is a link error; a mismatch with the
// header is a compile error.
#include "models/late/library.h"

#include <git2.h>

namespace {

rocelint::late::Library git(ROCELINT_LIBGIT2);

}

#define LATE(result, name, parameters, ...)                                                                  \
    result name parameters                                                                                   \
    {                                                                                                        \
        static const auto function = git.find<decltype(::name)>(#name);                                      \
        return function(__VA_ARGS__);                                                                        \
    }

extern "C" {

// clang-format off
LATE(const void*, git_blob_rawcontent, (const git_blob* blob), blob)
LATE(git_object_size_t, git_blob_rawsize, (const git_blob* blob), blob)
LATE(git_time_t, git_commit_time, (const git_commit* commit), commit)
LATE(int, git_diff_find_options_init, (git_diff_find_options* options, unsigned int version), options, version)
LATE(int, git_diff_find_similar, (git_diff* diff, const git_diff_find_options* options), diff, options)
LATE(int, git_diff_foreach, (git_diff* diff, git_diff_file_cb file, git_diff_binary_cb binary, git_diff_hunk_cb hunk, git_diff_line_cb line, void* payload), diff, file, binary, hunk, line, payload)
LATE(void, git_diff_free, (git_diff* diff), diff)
LATE(int, git_diff_options_init, (git_diff_options* options, unsigned int version), options, version)
LATE(int, git_diff_tree_to_workdir, (git_diff** diff, git_repository* repository, git_tree* tree, const git_diff_options* options), diff, repository, tree, options)
LATE(int, git_diff_tree_to_workdir_with_index, (git_diff** diff, git_repository* repository, git_tree* tree, const git_diff_options* options), diff, repository, tree, options)
LATE(const git_error*, git_error_last, (void))
LATE(int, git_libgit2_init, (void))
LATE(void, git_object_free, (git_object* object), object)
LATE(int, git_object_peel, (git_object** peeled, const git_object* object, git_object_t type), peeled, object, type)
LATE(void, git_repository_free, (git_repository* repository), repository)
LATE(int, git_repository_is_shallow, (git_repository* repository), repository)
LATE(int, git_repository_open_ext, (git_repository** out, const char* path, unsigned int flags, const char* ceiling), out, path, flags, ceiling)
LATE(const char*, git_repository_workdir, (const git_repository* repository), repository)
LATE(int, git_revparse_single, (git_object** out, git_repository* repository, const char* spec), out, repository, spec)
LATE(int, git_tree_entry_bypath, (git_tree_entry** out, const git_tree* root, const char* path), out, root, path)
LATE(void, git_tree_entry_free, (git_tree_entry* entry), entry)
LATE(int, git_tree_entry_to_object, (git_object** object, git_repository* repository, const git_tree_entry* entry), object, repository, entry)
LATE(git_object_t, git_tree_entry_type, (const git_tree_entry* entry), entry)
LATE(void, git_buf_dispose, (git_buf* buffer), buffer)
LATE(git_object_t, git_object_type, (const git_object* object), object)
LATE(char*, git_oid_tostr_s, (const git_oid* id), id)
LATE(int, git_repository_discover, (git_buf* out, const char* start, int across, const char* ceilings), out, start, across, ceilings)
LATE(const char*, git_repository_path, (const git_repository* repository), repository)
LATE(const git_oid*, git_tree_entry_id, (const git_tree_entry* entry), entry)
LATE(const char*, git_tree_entry_name, (const git_tree_entry* entry), entry)
LATE(const git_oid*, git_object_id, (const git_object* object), object)
LATE(int, git_object_lookup, (git_object** out, git_repository* repository, const git_oid* id, git_object_t type), out, repository, id, type)
LATE(const git_tree_entry*, git_tree_entry_byindex, (const git_tree* tree, size_t at), tree, at)
LATE(size_t, git_tree_entrycount, (const git_tree* tree), tree)
LATE(git_filemode_t, git_tree_entry_filemode, (const git_tree_entry* entry), entry)
// clang-format on
}
