#!/bin/bash
# Makes dist/coldsign-live.iso from dist/ and Debian's packages: npm run image -- [--update]
# [--work FOLDER] [--fast]. Run `npm run build` first, as root on Debian with mmdebstrap.
# --update takes the packages that the mirrors have now. --fast compresses less, for trials.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/dist-image
update=()
compress=(-comp zstd -Xcompression-level 15)
while [ $# -gt 0 ]; do
  case $1 in
    --update) update=(--update) ;;
    --fast) compress=(-comp zstd -Xcompression-level 1) ;;
    --work)
      work=$2
      shift
      ;;
    *)
      echo "error: unknown option $1" >&2
      exit 1
      ;;
  esac
  shift
done

stop() {
  echo "error: $1" >&2
  exit 1
}
[ "$(id -u)" = 0 ] || stop 'run this as root, because it makes the files of another system'
for program in mmdebstrap apt-get dpkg-deb node; do
  command -v "$program" >/dev/null || stop "$program is missing. Install it, and try again"
done
for file in coldsign.html coldsign.mjs docs/index.html version.json; do
  [ -e "$root/dist/$file" ] || stop "dist/$file is missing. Run: npm run build"
done

umask 022
export LC_ALL=C TZ=UTC
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
date=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y%m%d%H%M%S00)
mkdir -p "$work"
work=$(cd "$work" && pwd)

"$here/packages.sh" "${update[@]}" "$work"

# Makes a system of exactly the packages of a list.
system() {
  local use=$1
  shift
  rm -rf "$work/$use.root"
  # INITRD=No: the first file system is made below, once, without the deleted modules.
  INITRD=No mmdebstrap --mode=root --variant=essential --architectures=amd64 --quiet \
    --include="$(awk -v use="$use" '$1 == use { print $2 }' "$here/packages.lock" | paste -sd ,)" \
    --aptopt='APT::Install-Recommends "false"' \
    "$@" trixie "$work/$use.root" "deb [trusted=yes] copy:$work/$use ./"
}

echo 'making the system'
system packages \
  --dpkgopt='path-exclude=/usr/share/man/*' \
  --dpkgopt='path-exclude=/usr/share/info/*' \
  --dpkgopt='path-exclude=/usr/share/locale/*' \
  --dpkgopt='path-exclude=/usr/share/doc/*' \
  --dpkgopt='path-include=/usr/share/doc/*/copyright' \
  --customize-hook="$here/customize.sh \"\$1\" '$root'"
target=$work/packages.root
awk 'NR == FNR { without[$1]; next } $1 == "packages" && !($2 in without) { print $2, $3 }' \
  "$here/without.txt" "$here/packages.lock" | sort >"$work/expected"
dpkg-query --admindir="$target/var/lib/dpkg" -W -f '${Package} ${Version}\n' | sort |
  diff "$work/expected" - || stop 'the system has other packages than packages.lock'

echo 'making the tools'
system tools
tools=$work/tools.root
# Runs a program of the tools. $work is /image there.
tool() { chroot "$tools" env SOURCE_DATE_EPOCH="$SOURCE_DATE_EPOCH" LC_ALL=C TZ=UTC "$@"; }
mkdir -p "$tools/image"
mount --bind "$work" "$tools/image"
trap 'umount "$tools/image"' EXIT

echo 'packing the system'
medium=$work/medium
rm -rf "$medium" "$work"/{efi.img,bios.img,coldsign-live.iso}
mkdir -p "$medium"/{.disk,live,boot/grub,EFI/boot}
cp "$target"/boot/vmlinuz-* "$medium/live/vmlinuz"
cp "$target"/boot/initrd.img "$medium/live/initrd"
# mksquashfs takes times from options or from the environment, not from both.
tool env -u SOURCE_DATE_EPOCH mksquashfs /image/packages.root /image/medium/live/system.squashfs -noappend -quiet \
  -no-progress -processors "${IMAGE_PROCESSORS:-1}" -no-xattrs -b 1M "${compress[@]}" \
  -mkfs-time "$SOURCE_DATE_EPOCH" -all-time "$SOURCE_DATE_EPOCH" \
  -wildcards -e 'boot/*' 'proc/*' 'sys/*' 'dev/*' 'run/*' 'tmp/*'
sum=$(sha256sum "$medium/live/system.squashfs" | cut -d ' ' -f 1)
sed "s/@SUM@/$sum/" "$here/grub.cfg" >"$medium/boot/grub/grub.cfg"
echo 'coldsign-live' >"$medium/.disk/info"
cp "$root/dist/version.json" "$medium/version.json"

# UEFI: the signed programs of Debian, as they are. They read boot/grub/grub.cfg of the medium.
cp "$tools/usr/lib/shim/shimx64.efi.signed" "$medium/EFI/boot/bootx64.efi"
cp "$tools/usr/lib/grub/x86_64-efi-signed/gcdx64.efi.signed" "$medium/EFI/boot/grubx64.efi"
cp "$tools/usr/share/grub/unicode.pf2" "$medium/boot/grub/font.pf2"
# BIOS: GRUB with the modules that it needs.
printf 'search --file --set=root /.disk/info\nset prefix=($root)/boot/grub\n' >"$work/bios.cfg"
tool grub-mkimage -O i386-pc-eltorito -o /image/bios.img -p /boot/grub -c /image/bios.cfg \
  biosdisk iso9660 search search_fs_file configfile normal linux all_video vbe gfxterm font echo \
  test part_msdos part_gpt reboot halt
cp "$work/bios.img" "$medium/boot/grub/bios.img"
find "$medium" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
truncate --size 8M "$work/efi.img"
tool mformat -i /image/efi.img -N 434f4c44 -v COLDSIGNEFI ::
tool mcopy -i /image/efi.img -s -m -Q /image/medium/EFI ::
touch --date="@$SOURCE_DATE_EPOCH" "$work/efi.img"

echo 'making the medium'
tool xorriso -as mkisofs -quiet -o /image/coldsign-live.iso -volid COLDSIGN-LIVE \
  --modification-date="$date" --set_all_file_dates "$date" \
  -r -J -joliet-long \
  --grub2-mbr /usr/lib/grub/i386-pc/boot_hybrid.img \
  -partition_offset 16 -append_partition 2 0xef /image/efi.img \
  -b boot/grub/bios.img -no-emul-boot -boot-load-size 4 -boot-info-table --grub2-boot-info \
  -eltorito-alt-boot -e --interval:appended_partition_2:all:: -no-emul-boot \
  /image/medium
size=$(stat --format %s "$work/coldsign-live.iso")
[ "$size" -le 600000000 ] || stop "the image has $size bytes, and may have 600,000,000"
cp "$work/coldsign-live.iso" "$root/dist/coldsign-live.iso"
node "$here/sbom.mjs" "$target" >"$root/dist/coldsign-live.cdx.json"
echo "$size bytes, SHA-256 $(sha256sum "$root/dist/coldsign-live.iso" | cut -d ' ' -f 1)"
