# SPDX-License-Identifier: Apache-2.0
"""How Sphinx makes the site from the pages that collect.py wrote. `./dev site` runs both."""
import os
import pathlib
import shutil

project = "rocelint"
project_copyright = "the authors of rocelint"
extensions = ["myst_parser"]
root_doc = "contents"
# rules/PFC004/ instead of rules/PFC004.html: an address that outlives the generator.
html_baseurl = os.environ.get("ROCELINT_SITE_ADDRESS", "")
html_theme = "furo"
html_title = "rocelint"
html_static_path = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "static")]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_domain_indices = False
html_use_index = False
# The pages are written for GitHub and GitLab, so they are read as those read them.
myst_disable_syntax = ["myst_block_break", "myst_line_comment", "myst_role", "myst_target"]
myst_heading_anchors = 4
pygments_style = "xcode"
# Excerpts of configuration, with `…` for what was left out, are not whole documents of their language.
suppress_warnings = ["misc.highlighting_failure", "myst.header"]


def own_style(app, exception):
    """Debian's theme imports a style sheet from /javascript of a Debian web server: the site brings it."""
    if exception is not None:
        return
    styles = pathlib.Path(app.outdir, "_static", "styles")
    sheet = styles / "furo.css"
    shutil.copyfile("/usr/share/javascript/normalize.css/normalize.css", styles / "normalize.css")
    sheet.write_text(sheet.read_text(encoding="utf-8").replace("url(/javascript/normalize.css/", "url("), encoding="utf-8")


def setup(app):
    app.connect("build-finished", own_style)
