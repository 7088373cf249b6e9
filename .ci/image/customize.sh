#!/bin/bash
# Turns the installed packages into the system of the image: customize.sh TARGET REPOSITORY.
set -euo pipefail
target=$1
root=$2
here=$root/.ci/image

sed 's/#.*//' "$here/without.txt" | DEBIAN_FRONTEND=noninteractive xargs \
  chroot "$target" dpkg --purge --force-depends >/dev/null 2>&1 ||
  { echo 'error: the packages of without.txt cannot be removed' >&2; exit 1; }
# Times and modes depend on how the commit was copied. Only which files are programs does not.
cp -a --no-preserve=ownership,timestamps,mode "$here/files/." "$target/"
(cd "$here/files" && find . -type f -perm -u=x -print0) | (cd "$target" && xargs -0 chmod 755)
mkdir -p "$target/usr/share/coldsign"
cp "$root"/dist/{coldsign.html,coldsign.mjs,LICENSES.txt,version.json} "$target/usr/share/coldsign/"
cp -r "$root/dist/docs" "$target/usr/share/coldsign/docs"
chmod -R u=rwX,go=rX "$target/usr/share/coldsign"

# Only the modules of modules.txt stay.
for modules in "$target"/usr/lib/modules/*/; do
  mv "$modules/kernel" "$modules/all"
  sed 's/#.*//' "$here/modules.txt" | while read -r path; do
    [ -n "$path" ] || continue
    [ -e "$modules/all/$path" ] || { echo "error: the kernel has no $path" >&2; exit 1; }
    mkdir -p "$(dirname "$modules/kernel/$path")"
    mv "$modules/all/$path" "$modules/kernel/$path"
  done
  rm -rf "$modules/all"
  version=$(basename "$modules")
  chroot "$target" depmod "$version"
  chroot "$target" mkinitramfs -o /boot/initrd.img "$version"
done

# Programs and files of packages that set up networks or open consoles.
rm -f "$target"/usr/bin/networkctl "$target"/usr/lib/systemd/systemd-network* \
  "$target"/usr/lib/systemd/system/systemd-network* "$target"/usr/lib/klibc/bin/{ipconfig,nfsmount}
rm -rf "$target"/usr/lib/systemd/network/* "$target"/etc/systemd/network/*
# Parts of CUPS that look into networks, and its pages. Of its ways to a printer, only USB and IPP
# stay. ipp-usb makes IPP of USB, on this computer.
find "$target/usr/lib/cups/backend" "$target/usr/lib/cups/backend-available" ! -type d \
  ! -path '*/backend/ipp' ! -path '*/backend/usb' -delete
rm -rf "$target"/usr/bin/driverless* "$target"/usr/lib/cups/driver "$target"/usr/lib/cups/cgi-bin \
  "$target"/usr/lib/cups/daemon/cups-lpd "$target"/usr/lib/cups/notifier \
  "$target"/usr/share/cups/{doc-root,templates} \
  "$target"/usr/lib/systemd/system/cups.{path,socket} "$target"/etc/init.d/cups \
  "$target"/etc/ssl/private/* "$target"/etc/ssl/certs/ssl-cert-snakeoil.pem

chroot "$target" systemd-sysusers coldsign.conf
mkdir -p "$target/home/signer"
chroot "$target" chown signer:signer /home/signer
chroot "$target" systemctl --quiet enable session.service asked-eject.path asked-off.path
# A printer starts CUPS.
rm -f "$target"/etc/systemd/system/*.wants/{cups,ipp-usb}.*
chroot "$target" systemctl --quiet set-default multi-user.target
chroot "$target" systemctl --quiet mask getty@.service serial-getty@.service getty.target \
  systemd-timesyncd.service systemd-networkd.service systemd-rfkill.service apt-daily.timer \
  apt-daily-upgrade.timer dpkg-db-backup.timer fstrim.timer e2scrub_all.timer \
  systemd-firstboot.service swap.target \
  systemd-hwdb-update.service systemd-machine-id-commit.service systemd-binfmt.service \
  systemd-pstore.service systemd-pcrmachine.service systemd-pcrphase.service \
  systemd-pcrphase-sysinit.service systemd-tpm2-setup.service systemd-tpm2-setup-early.service \
  systemd-hibernate-clear.service systemd-journal-catalog-update.service ldconfig.service \
  systemd-journal-flush.service proc-sys-fs-binfmt_misc.automount
mkdir -p "$target/etc/systemd/logind.conf.d"
printf '[Login]\nNAutoVTs=0\nReserveVT=0\nHandlePowerKey=poweroff\nHandleLidSwitch=ignore\n' \
  >"$target/etc/systemd/logind.conf.d/coldsign.conf"
mkdir -p "$target/etc/systemd/journald.conf.d"
printf '[Journal]\nStorage=volatile\nRuntimeMaxUse=16M\n' \
  >"$target/etc/systemd/journald.conf.d/coldsign.conf"
echo coldsign >"$target/etc/hostname"
printf '127.0.0.1 localhost coldsign\n' >"$target/etc/hosts"
: >"$target/etc/machine-id"
: >"$target/etc/fstab"
touch "$target/etc/.updated" "$target/var/.updated"
# The list of sources names the folder of the build.
rm -f "$target/etc/resolv.conf" "$target/etc/apt/sources.list"

# Files that differ from build to build, and files that a started system does not need.
rm -rf "$target"/var/log/* "$target"/var/cache/* "$target"/var/lib/apt/* "$target"/tmp/* \
  "$target"/run/* "$target"/var/lib/dpkg/*-old "$target"/etc/*- "$target"/var/lib/systemd/random-seed \
  "$target"/var/lib/systemd/catalog/database "$target"/var/lib/dbus/machine-id
mkdir -p "$target/var/cache/fontconfig"
