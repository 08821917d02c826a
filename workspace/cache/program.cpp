// SPDX-License-Identifier: Apache-2.0
// Another build may judge otherwise, and so may another library: one that writes numbers, one that reads YAML.
#include "workspace/cache/program.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string>
#include <string_view>
#include <unistd.h>

namespace rocelint::workspace {
namespace {

constexpr std::size_t up_to_word(std::size_t size) { return (size + 3U) & ~std::size_t{3}; }

std::string_view build_id(std::string_view notes)
{
    while (notes.size() >= sizeof(ElfW(Nhdr))) {
        const auto* head = reinterpret_cast<const ElfW(Nhdr)*>(notes.data());
        const std::size_t name = sizeof(*head);
        const std::size_t content = name + up_to_word(head->n_namesz);
        const std::size_t end = content + up_to_word(head->n_descsz);
        if (end > notes.size())
            break;
        if (head->n_type == NT_GNU_BUILD_ID
            && notes.substr(name, head->n_namesz) == std::string_view("GNU\0", 4))
            return notes.substr(content, head->n_descsz);
        notes.remove_prefix(end);
    }
    return {};
}

void add_file(Sha256& hash, const char* path)
{
    constexpr std::size_t block = 1U << 16U;
    std::string bytes(block, '\0');
    const int file = ::open(path, O_RDONLY | O_CLOEXEC);
    for (ssize_t size = 0; file >= 0 && (size = ::read(file, bytes.data(), block)) > 0;)
        hash.add({bytes.data(), static_cast<std::size_t>(size)});
    if (file >= 0)
        ::close(file);
}

int count_object(struct dl_phdr_info*, std::size_t, void* data)
{
    ++*static_cast<std::size_t*>(data);
    return 0;
}

std::size_t count_objects()
{
    std::size_t count = 0;
    ::dl_iterate_phdr(count_object, &count);
    return count;
}

// Libraries load others while they run (oneTBB does, by the number of threads). They come behind these.
const std::size_t objects_at_start = count_objects();

struct Objects {
    Sha256 hash;
    std::size_t left = objects_at_start;
};

int add_object(struct dl_phdr_info* object, std::size_t, void* data)
{
    auto& [hash, left] = *static_cast<Objects*>(data);
    if (left == 0)
        return 0;
    --left;
    const std::string_view path = object->dlpi_name == nullptr ? "" : object->dlpi_name;
    // The program itself has no name here; what the kernel lends has no file.
    if (!path.empty() && !path.starts_with('/'))
        return 0;
    std::string_view id;
    for (ElfW(Half) index = 0; index < object->dlpi_phnum && id.empty(); ++index) {
        const ElfW(Phdr)& header = object->dlpi_phdr[index];
        if (header.p_type == PT_NOTE)
            id = build_id(
                {reinterpret_cast<const char*>(object->dlpi_addr + header.p_vaddr), header.p_memsz});
    }
    hash.add_text(id);
    if (id.empty())
        add_file(hash, path.empty() ? "/proc/self/exe" : object->dlpi_name);
    return 0;
}

}

Digest program_digest()
{
    Objects objects;
    ::dl_iterate_phdr(add_object, &objects);
    return objects.hash.finish();
}

}
