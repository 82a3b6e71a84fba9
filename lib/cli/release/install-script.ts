/** The installer, with the address of the server that it was asked of; `base` is safe between double quotes. */
export const scriptFor = (base: string): string => `#!/bin/sh
# Installs parapet, the command line, and verifies its SHA-256 before it is put into place.
#   PARAPET_URL      the server, when not "${base}"
#   PARAPET_BIN_DIR  where to, when not ~/.local/bin (/usr/local/bin for root)
# With --check it installs nothing and says whether the parapet that is there is the one of the server.
set -eu

case "\${LC_ALL:-\${LC_MESSAGES:-\${LANG:-}}}" in zh*) zh=1 ;; *) zh=0 ;; esac
say() { if [ "$zh" = 1 ]; then printf '%s\\n' "$2"; else printf '%s\\n' "$1"; fi; }
fail() { say "parapet: $1" "parapet：$2" >&2; exit 1; }

fetch() {
  if command -v curl >/dev/null 2>&1; then curl -fsSL --retry 2 -o "$2" "$1"
  elif command -v wget >/dev/null 2>&1; then wget -q -O "$2" "$1"
  else fail 'curl or wget is needed.' '需要 curl 或 wget。'
  fi
}

sha256() {
  if command -v sha256sum >/dev/null 2>&1; then sha256sum < "$1"
  elif command -v shasum >/dev/null 2>&1; then shasum -a 256 < "$1"
  else fail 'sha256sum or shasum is needed.' '需要 sha256sum 或 shasum。'
  fi
}

main() {
  case "\${1:-}" in
    '' | --check) ;;
    *) fail "$1 is unknown; known: --check." "不支持 $1；可用：--check。" ;;
  esac

  base=\${PARAPET_URL:-${base}}
  [ -n "$base" ] || fail 'set PARAPET_URL to the address of your Parapet.' '请将 PARAPET_URL 设为 Parapet 的地址。'
  base=\${base%/}

  case "$(uname -s)" in
    Linux) os=linux ;;
    Darwin) os=darwin ;;
    *) fail "there is no build for $(uname -s)." "没有适用于 $(uname -s) 的版本。" ;;
  esac
  case "$(uname -m)" in
    x86_64 | amd64) arch=amd64 ;;
    aarch64 | arm64) arch=arm64 ;;
    *) fail "there is no build for $(uname -m)." "没有适用于 $(uname -m) 的版本。" ;;
  esac
  name=parapet-$os-$arch

  if [ -n "\${PARAPET_BIN_DIR:-}" ]; then dir=$PARAPET_BIN_DIR
  elif [ "$(id -u)" = 0 ]; then dir=/usr/local/bin
  else dir=$HOME/.local/bin
  fi
  if [ "\${1:-}" = --check ]; then
    [ -f "$dir/parapet" ] || fail "there is no $dir/parapet." "$dir/parapet 不存在。"
    tmp=$(mktemp -d)
  else
    mkdir -p "$dir"
    tmp=$(mktemp -d "$dir/.parapet.XXXXXX")
  fi
  trap 'rm -rf "$tmp"' EXIT
  trap 'exit 1' HUP INT TERM

  fetch "$base/api/cli/checksums.txt" "$tmp/checksums" || fail "$base does not answer." "$base 没有应答。"
  wanted=
  while read -r sum file; do
    if [ "$file" = "$name" ]; then wanted=$sum; fi
  done < "$tmp/checksums"
  [ -n "$wanted" ] || fail "$base has no build for $os-$arch." "$base 没有适用于 $os-$arch 的版本。"

  if [ "\${1:-}" = --check ]; then
    found=$(sha256 "$dir/parapet")
    [ "\${found%% *}" = "$wanted" ] || fail "$dir/parapet is not the one of $base." "$dir/parapet 与 $base 的版本不一致。"
    say "$dir/parapet is the one of $base." "$dir/parapet 与 $base 的版本一致。"
    return
  fi

  fetch "$base/api/cli/download/$name" "$tmp/parapet" || fail 'the download failed.' '下载失败。'
  found=$(sha256 "$tmp/parapet")
  [ "\${found%% *}" = "$wanted" ] || fail 'the checksum does not match; nothing was installed.' '校验和不符，未安装任何内容。'
  chmod 755 "$tmp/parapet"
  mv -f "$tmp/parapet" "$dir/parapet"

  say "Installed $dir/parapet" "已安装 $dir/parapet"
  case ":$PATH:" in
    *":$dir:"*) ;;
    *) say "Add $dir to PATH to call it by name." "将 $dir 加入 PATH 后可直接使用。" ;;
  esac
}

main "$@"
`;
