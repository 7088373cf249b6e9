import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { payment } from '../support/chains/abandon-payment.ts';
import { root } from '../support/paths.ts';
import { Machine } from './machine.ts';
import { Printer } from './printer.ts';

// Starts dist/coldsign-live.iso in QEMU, signs as a person would, and checks the result outside:
// npm run test:image [-- bios|uefi|secure]. Needs QEMU, OVMF, mtools, Ghostscript and Tesseract. Pictures are
// in .tmp/image. Takes about half an hour without acceleration.

const firmware = (['uefi', 'secure'] as const).find((each) => each === process.argv[2]) ?? 'bios';
const folder = join(root, '.tmp', 'image', firmware);
const stick = join(folder, 'stick.img');
const disk = join(folder, 'disk.img');
const image = join(root, 'dist/coldsign-live.iso');
const expected = payment();

function check(step: string, holds: boolean): void {
  console.log(`${holds ? 'ok' : 'FAILED'}  ${step}`);
  if (!holds) process.exitCode = 1;
}

const onStick = (name: string): string =>
  execFileSync('mtype', ['-i', stick, `::${name}`], { encoding: 'utf8' });

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [file, size] of [
  [stick, 64 << 20],
  [disk, 16 << 20],
] as const) {
  writeFileSync(file, '');
  truncateSync(file, size);
}
execFileSync('mformat', ['-i', stick, '-v', 'FILES', '::']);
writeFileSync(join(folder, 'payment.psbt'), expected.psbt);
execFileSync('mcopy', ['-i', stick, join(folder, 'payment.psbt'), '::']);

const socket = (name: string): string => join(folder, name);
const postscript = await Printer.start(socket('postscript'), folder, 2);
const ipp = await Printer.start(socket('ipp'), folder, 4);

const start = (printer: string) =>
  Machine.start({
    image,
    firmware,
    stick,
    disk,
    folder,
    printer: socket(printer),
    acceleration: 'tcg,thread=multi',
  });

async function openPage(machine: Machine): Promise<void> {
  await machine.see(/Which keyboard/);
  await machine.picture('1-keyboard');
  await machine.type('1\n');
  await machine.see(/Which language/);
  await machine.type('1\n');
  // A browser needs minutes to start without acceleration.
  await machine.see(/What do you want to do/, 1800);
  await machine.picture('2-page');
}

async function sign(machine: Machine): Promise<void> {
  await machine.click('I have words');
  await machine.see(/Unlock your wallet/);
  // The field is below its name.
  await machine.clickBelow('Word', 40);
  // A slow computer loses keys that come faster than it reads them.
  for (let count = 1; count < 12; count++) {
    await machine.type('abandon ');
    await machine.see(new RegExp(`${count} of 12 words`));
  }
  await machine.type('about ');
  await machine.see(/Checksum OK/);
  await machine.press('ret');
  await machine.see(/Wallet unlocked/);
  // Tesseract reads no more of this button.
  await machine.click('Open');
  await machine.click('Open a file');
  // The bar below the page names the stick, too.
  await machine.see(/Other Locations/);
  await machine.click('stick-FILES');
  await machine.click('payment.psbt');
  await machine.click('Open', 'lowest');
  check('the review has no problem', /No problems found/.test(await machine.see(/Fee \(verified/)));
  await machine.picture('3-review');
  await machine.click('It matches');
  await machine.click('Sign with');
  await machine.see(/Not sent yet/);
  await machine.picture('4-signed');
  await machine.click('Save as');
  await machine.see(/Other Locations/);
  await machine.press('ctrl', 'a');
  await machine.type('/media/stick-FILES/payment-signed.txn');
  await machine.click('Save', 'lowest');
  // The dialog is closed.
  await machine.see(/^(?!.*Other Locations)/);
}

/** Prints what the page shows, by the browser's own dialog. */
async function printPage(machine: Machine): Promise<void> {
  await machine.plugPrinter();
  await machine.see(/Printer: Testjet (?!is |needs )/);
  await machine.press('ctrl', 'p');
  const dialog = await machine.see(/^(?!.*Loading preview).*Destination.*Pages/, 1200);
  check('the print dialog has the printer', /Destination (\S+ )?Testjet/.test(dialog));
  await machine.picture('5-print-dialog');
  await machine.press('ret');
  const printed = await postscript.read();
  console.log(`    printed: ${printed}`);
  check(
    'the printed page has the title and the amount',
    /Not sent yet/.test(printed) && /0[.,]00060000 BTC/.test(printed),
  );
}

let machine = await start('postscript');
try {
  await openPage(machine);
  await machine.unplug('medium');
  await sign(machine);
  await printPage(machine);
  await machine.press('meta_l', '2');
  await machine.see(/help lists every command/);
  await machine.type('cat /proc/modules > /media/stick-FILES/modules.txt\n');
  await machine.type('ls /sys/class/net > /media/stick-FILES/net.txt\n');
  await machine.type('cat /proc/swaps /proc/partitions > /media/stick-FILES/disks.txt\n');
  await machine.type('cat /sys/kernel/security/lockdown > /media/stick-FILES/lockdown.txt\n');
  await machine.type('coldsign review /media/stick-FILES/payment.psbt\n');
  await machine.see(/Review id/);
  await machine.picture('6-command');
  await machine.type('coldsign review /media/stick-FILES/payment.psbt | lp\n');
  check('the command line prints', /Review id/.test(await postscript.read()));
  await machine.unplug('printer');
  // The bar names the printer as long as it is there.
  await machine.see(/^(?!.*Printer: Testjet)/);
  await machine.type('lpstat -p > /media/stick-FILES/queues.txt 2>&1\n');
  await machine.press('meta_l', 'e');
  await machine.see(/no stick/);
  check(
    'the saved transaction is what btc-signer signs',
    onStick('payment-signed.txn').trim() === expected.hex,
  );
  check('the only network interface is lo', onStick('net.txt').trim() === 'lo');
  const modules = onStick('modules.txt')
    .split('\n')
    .map((row) => row.split(' ')[0]);
  console.log(`    loaded: ${modules.join(' ')}`);
  check('the list of modules has the driver of USB sticks', modules.includes('usb_storage'));
  check('the driver of the network card is not loaded', !modules.includes('e1000e'));
  if (firmware === 'secure') {
    // Debian's kernel closes its interfaces to root if it was started by Secure Boot.
    check('Secure Boot is on', onStick('lockdown.txt').includes('[integrity]'));
  }
  const disks = onStick('disks.txt');
  check('the queue of the printer is gone', !/Testjet/.test(onStick('queues.txt')));
  check('there is no swap', !/^\/\S+\s+(file|partition)/m.test(disks));
  check('the disk inside is not visible', !/ 16384 sd/.test(disks));
  await machine.type('off\n');
  await machine.off();
} finally {
  machine.stop();
}
postscript.stop();
check(
  'the disk inside is unchanged',
  readFileSync(disk).every((byte) => byte === 0),
);

machine = await start('ipp');
try {
  await openPage(machine);
  await machine.press('meta_l', '2');
  await machine.see(/help lists every command/);
  await machine.type('find ~ /var/log -newer /etc/fstab -type f > /media/stick-FILES/files.txt\n');
  await machine.type('history > /media/stick-FILES/past.txt\n');
  await machine.press('meta_l', 'e');
  await machine.see(/no stick/);
  check('the second start has no earlier command', !/modules/.test(onStick('past.txt')));
  check('the second start has no wallet', !/\.coldsign/.test(onStick('files.txt')));
  await machine.plugPrinter();
  await machine.see(/Printer: Ippjet (?!is |needs )/);
  await machine.type('echo Printed by IPP over USB | lp\n');
  const printed = await ipp.read();
  check('a printer with IPP over USB prints', /Printed by IPP over USB/.test(printed));
} finally {
  machine.stop();
}
ipp.stop();
