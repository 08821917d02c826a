// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/lsp/abilities.h"
#include "cli/lsp/connection.h"
#include "cli/lsp/diagnostics.h"
#include "cli/lsp/documents.h"
#include "cli/lsp/lsp.h"
#include "cli/lsp/stated.h"
#include "workspace/editor/open_fabrics.h"
#include "workspace/files/path_names.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::cli {

/// A language server. It handles messages one after another; it runs a check when no message waits, and
/// cancels the check when an edit arrives.
class Server {
public:
    Server(Connection& connection, const LspOptions& options)
        : connection_(connection)
        , fabrics_(options.selection,
              options.policy.empty() ? std::string() : workspace::absolute_path(options.policy))
    {
    }

    [[nodiscard]] ExitCode run();

private:
    using Clock = Connection::Clock;

    /// A key that is held down repeats about every 30 ms (the default of X servers and consoles); no check
    /// begins between these repeats.
    static constexpr std::chrono::milliseconds typing_pause{40};
    static constexpr std::string_view progress_token = "rocelint-first-check";

    void handle(const Message& message);
    void handle_request(const Message& message);
    void handle_notification(const Message& message);
    void handle_response(const Message& message);

    void initialize(const Message& message);
    void initialized();
    void change_folders(const Node* event);
    void open(const Node* params);
    void change(const Node* params);
    void close(const Node* params);
    void save(const Node* params);
    void files_changed(const Node* params);

    void hover(const Message& message);
    void definition(const Message& message);
    void code_actions(const Message& message);

    /// The open document that a request is about, if the check of its fabric is up to date. Otherwise ask()
    /// answers the request itself and returns nothing.
    struct Asked {
        const Document* document = nullptr;
        const workspace::OpenFabric* fabric = nullptr;
        const Source* source = nullptr; ///< the text that was checked
    };
    [[nodiscard]] std::optional<Asked> ask(const Message& message);
    [[nodiscard]] Cursor cursor_of(const Source& source, LspPosition position) const;

    void set_roots();
    void check_soon(Clock::duration delay);
    /// Returns false if an edit arrived meanwhile.
    bool check();
    void publish(const workspace::OpenFabric& fabric, std::map<std::string, std::string>& fresh);
    void publish_all();

    void begin_progress();
    void end_progress();

    [[nodiscard]] std::string uri_of(const std::string& path) const;
    /// The open document at a path. If a file is open under several URIs (through symbolic links), returns
    /// the one with the latest text, which is the one that is checked.
    [[nodiscard]] const Document* document_at(const std::string& path) const;
    [[nodiscard]] Document* document_of(const Node* params);

    void answer(const Message& message, std::string_view result);
    void refuse(const std::string& id, RpcError error, std::string_view why);
    void notify(std::string_view method, std::string_view params);
    void request(std::string_view id, std::string_view method, std::string_view params);
    void log(std::string_view sentence);
    void report_fault(std::string_view what);

    Connection& connection_;
    ClientAbilities client_;
    workspace::OpenFabrics fabrics_;
    std::vector<std::string> folders_;
    std::map<std::string, Document, std::less<>> documents_; ///< by URI
    std::uint64_t turns_ = 0; ///< number of document texts received so far
    std::map<std::string, std::vector<Diagnostic>> shown_; ///< of the last check, by path
    std::map<std::string, std::string> published_; ///< the diagnostics that the client currently has, by URI
    std::optional<Clock::time_point> due_; ///< time of the next check
    Clock::time_point last_edit_{};
    bool initialized_ = false;
    bool shut_down_ = false;
    bool exit_ = false;
    bool asked_for_progress_ = false; ///< and the client has not answered yet
    bool shows_progress_ = false;
    bool loaded_ = false; ///< the first check has finished
};

}
