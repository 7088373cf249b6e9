# The greeting of the command line.
cat <<'END'
coldsign: help lists every command. Your USB sticks are folders of /media.
Examples: coldsign review /media/stick/payment.psbt
          coldsign -keys=- sign /media/stick/payment.psbt
Nothing outside of /media is kept. "eject" ejects the sticks, "off" switches off.

END
PS1='\w\$ '
eject() {
  touch /run/asked/eject
  while [ -e /run/asked/eject ]; do sleep 0.2; done
  echo 'You can pull out the sticks.'
}
off() { touch /run/asked/off; }
