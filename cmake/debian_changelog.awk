# Writes CHANGELOG.md in the form of deb-changelog(5): awk -v contact="NAME <ADDRESS>" -f debian_changelog.awk CHANGELOG.md
function end_version() {
    if (version == "")
        return
    print "\n -- " contact "  " date
    version = ""
}
/^## / { end_version() }
/^## [0-9.]+ \(/ {
    version = $2
    command = "LC_ALL=C date -u -R -d '" substr($3, 2, 10) " 12:00'"
    command | getline date
    close(command)
    print "rocelint (" version "-1) unstable; urgency=medium\n"
    next
}
version != "" && NF { print "  " $0 }
END { end_version() }
