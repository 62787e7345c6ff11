#!/bin/sh
# Copies what Node and a shell need of this Debian into a folder: their files, the packages of the libraries they are linked
# to, with their licences, and the list of these packages where scanners look for it. Called by the Dockerfile.
set -eu
target=$1

packages='base-files coreutils dash'
programs="/usr/local/bin/node $(dpkg --listfiles coreutils dash | grep -E '/s?bin/[^/]+$')"
# Scripts and links among them are not programs for ldd.
# shellcheck disable=SC2086
libraries=$(ldd $programs 2> /dev/null | sed -n 's|.* => .*/\([^/ ]*\) .*|\1|p' | sort --unique)
for library in $libraries; do
  # By the name alone: dpkg may know the folder without the link /lib.
  packages="$packages $(dpkg --search "*/$library" | sed -n '1s/:.*//p')"
done

mkdir --parents "$target/var/lib/dpkg/status.d" "$target/usr"
for folder in bin sbin lib lib64; do
  if [ -L "/$folder" ]; then
    mkdir "$target/usr/$folder"
    ln --symbolic "usr/$folder" "$target/$folder"
  fi
done

{
  printf '%s\n' /usr/local/bin/node /usr/local/LICENSE /etc/passwd /etc/group /etc/nsswitch.conf
  find /home/node
  for package in $(printf '%s\n' $packages | sort --unique); do
    dpkg-query --status "$package" > "$target/var/lib/dpkg/status.d/$package"
    # Without manuals, translations and the tables of rare encodings, which only iconv reads.
    dpkg --listfiles "$package" |
      grep -vE '^/usr/share/(locale|man|info|lintian|doc/.*/[^/]*$)|/gconv/' || true
    find "/usr/share/doc/$package" -name copyright
  done
} | while read -r file; do
  if [ -L "$file" ] || [ -f "$file" ]; then echo ".$file"; fi
done | tar --directory / --create --no-recursion --files-from - | tar --directory "$target" --extract

mkdir --mode 1777 "$target/tmp"
mkdir "$target/proc" "$target/sys" "$target/dev"
