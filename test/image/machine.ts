import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

// A computer that starts from the image, in QEMU. Tests see its screen and press its keys, like a
// person. Nothing else connects them with it.

/** Runs a program. Meanwhile, the emulated printer answers the computer. */
const run = promisify(execFile);

export type Start = {
  readonly image: string;
  /** `secure`: UEFI with Secure Boot, which starts only what Microsoft's keys have signed. */
  readonly firmware: 'bios' | 'uefi' | 'secure';
  /** The stick for files. */
  readonly stick?: string;
  /** The socket of a printer. */
  readonly printer?: string;
  /** A disk inside of the computer. */
  readonly disk?: string;
  /** Receives pictures and the socket. */
  readonly folder: string;
  readonly acceleration: string;
};

/** A word on the screen, in pixels. */
type Word = { readonly text: string; readonly x: number; readonly y: number };

/** QEMU's names of the keys of a US keyboard. */
const KEYS: { readonly [character: string]: string } = {
  ' ': 'spc',
  '\n': 'ret',
  '-': 'minus',
  '=': 'equal',
  '/': 'slash',
  '.': 'dot',
  ',': 'comma',
  ';': 'semicolon',
  "'": 'apostrophe',
  '\\': 'backslash',
  '[': 'bracket_left',
  ']': 'bracket_right',
  '`': 'grave_accent',
};
const SHIFTED = '~`!1@2#3$4%5^6&7*8(9)0_-+={[}]|\\:;"\'<,>.?/';

function keysOf(character: string): readonly string[] {
  const at = SHIFTED.indexOf(character);
  if (at >= 0 && at % 2 === 0) return ['shift', ...keysOf(SHIFTED[at + 1] ?? '')];
  const known = KEYS[character];
  if (known !== undefined) return [known];
  if (/[A-Z]/.test(character)) return ['shift', character.toLowerCase()];
  if (/[a-z0-9]/.test(character)) return [character];
  throw new Error(`No key for ${JSON.stringify(character)}`);
}

/** The code of the firmware, and its variables, which have the keys of Secure Boot. */
const FIRMWARE = {
  bios: [],
  uefi: ['OVMF_CODE_4M.fd', 'OVMF_VARS_4M.fd'],
  secure: ['OVMF_CODE_4M.secboot.fd', 'OVMF_VARS_4M.ms.fd'],
} as const;

/** The colour of the page's main buttons. */
const BUTTON = '#0b4fc4';

/** Returns the words in a picture that is `scale` times as large as the screen. */
async function readWords(file: string, scale = 1): Promise<readonly Word[]> {
  const { stdout } = await run('tesseract', [file, '-', '--psm', '11', 'tsv']);
  return stdout
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t'))
    .filter((cells) => (cells[11] ?? '').trim() !== '')
    .map((cells) => {
      const [left = 0, top = 0, width = 0, height = 0] = cells.slice(6, 10).map(Number);
      const x = (left + width / 2) / scale;
      return { text: cells[11] ?? '', x, y: (top + height / 2) / scale };
    });
}

export class Machine {
  readonly #folder: string;
  readonly #process: ChildProcess;
  readonly #answers: ((answer: { error?: { desc: string } }) => void)[] = [];
  #socket: Socket | undefined;
  /** The last picture that was read, and its words. */
  #seen: { readonly picture: Buffer; readonly words: readonly Word[] } = {
    picture: Buffer.alloc(0),
    words: [],
  };

  private constructor(start: Start) {
    this.#folder = start.folder;
    const usbStick = (id: string, file: string, order: string, readonly: string) => [
      ...['-drive', `if=none,id=${id},format=raw,file=${file}${readonly}`],
      ...['-device', `usb-storage,bus=usb.0,drive=${id},id=${id}-plugged,removable=on${order}`],
    ];
    const [code, variables] = FIRMWARE[start.firmware];
    const uefi = [
      ...['-drive', `if=pflash,format=raw,unit=0,readonly=on,file=/usr/share/OVMF/${code}`],
      ...['-drive', `if=pflash,format=raw,unit=1,snapshot=on,file=/usr/share/OVMF/${variables}`],
    ];
    const isSecure = start.firmware === 'secure';
    this.#process = spawn(
      'qemu-system-x86_64',
      [
        // Newer models have AVX, which QEMU 7.2 emulates wrongly: the browser then draws stripes.
        ...[
          '-machine',
          isSecure ? 'q35,smm=on' : 'q35',
          '-accel',
          start.acceleration,
          '-cpu',
          'Nehalem',
          '-m',
          '3072',
        ],
        ...['-smp', '2', '-display', 'none', '-vga', 'std', '-serial', 'none', '-no-reboot'],
        ...['-qmp', `unix:${join(start.folder, 'qmp')},server=on,wait=off`],
        // A network card, for which the image must have no driver.
        ...['-nic', 'user,model=e1000e,restrict=on'],
        ...['-device', 'qemu-xhci,id=usb', '-device', 'usb-tablet,bus=usb.0'],
        ...usbStick('medium', start.image, ',bootindex=1', ',readonly=on'),
        ...(start.stick === undefined ? [] : usbStick('files', start.stick, '', '')),
        ...(start.printer === undefined
          ? []
          : ['-chardev', `socket,id=printer,path=${start.printer}`]),
        ...(start.disk === undefined
          ? []
          : [
              ...['-drive', `if=none,id=inside,format=raw,file=${start.disk}`],
              ...['-device', 'ide-hd,drive=inside'],
            ]),
        ...(code === undefined ? [] : uefi),
        ...(isSecure ? ['-global', 'driver=cfi.pflash01,property=secure,value=on'] : []),
      ],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
  }

  static async start(start: Start): Promise<Machine> {
    const machine = new Machine(start);
    await machine.#connect();
    return machine;
  }

  async #connect(): Promise<void> {
    const path = join(this.#folder, 'qmp');
    for (let i = 0; i < 100 && !existsSync(path); i++) await sleep(100);
    const socket = createConnection(path);
    this.#socket = socket;
    createInterface({ input: socket }).on('line', (line) => {
      const answer = JSON.parse(line);
      if ('return' in answer || 'error' in answer) this.#answers.shift()?.(answer);
    });
    await this.#ask('qmp_capabilities');
  }

  async #ask(execute: string, args: object = {}): Promise<void> {
    const answer = await new Promise<{ error?: { desc: string } }>((resolve) => {
      this.#answers.push(resolve);
      this.#socket?.write(`${JSON.stringify({ execute, arguments: args })}\n`);
    });
    if (answer.error !== undefined) throw new Error(`${execute}: ${answer.error.desc}`);
  }

  /** Presses keys together, by QEMU's names. */
  async press(...keys: readonly string[]): Promise<void> {
    const data = keys.map((key) => ({ type: 'qcode', data: key }));
    await this.#ask('send-key', { keys: data, 'hold-time': 60 });
    await sleep(160);
  }

  async type(text: string): Promise<void> {
    for (const character of text) await this.press(...keysOf(character));
  }

  /** Takes a picture of the screen, and returns its file. */
  async picture(name: string): Promise<string> {
    const filename = join(this.#folder, `${name}.png`);
    await this.#ask('screendump', { filename, format: 'png' });
    return filename;
  }

  /**
   * Returns the words on the screen. Reading takes longer than a second of the computer, so a
   * screen that did not change is not read again.
   */
  async words(): Promise<readonly Word[]> {
    const file = await this.picture('now');
    const picture = readFileSync(file);
    if (!this.#seen.picture.equals(picture)) {
      this.#seen = { picture, words: await this.#read(file) };
    }
    return this.#seen.words;
  }

  /**
   * Reads a picture with Tesseract: dark words, light ones, and those on main buttons, which it
   * misses otherwise.
   */
  async #read(file: string): Promise<readonly Word[]> {
    const negative = join(this.#folder, 'negative.png');
    await run('convert', [file, '-negate', negative]);
    const buttons = join(this.#folder, 'buttons.png');
    const toWhite = ['-fuzz', '20%', '-fill', 'magenta', '-opaque', BUTTON];
    const toBlack = ['-fill', 'black', '+opaque', 'magenta'];
    const back = ['-fill', 'white', '-opaque', 'magenta'];
    // Only words in buttons stay black.
    const outside = ['-fuzz', '0%', '-floodfill', '+0+0', 'black'];
    const large = ['-resize', '200%'];
    await run('convert', [file, ...toWhite, ...toBlack, ...back, ...outside, ...large, buttons]);
    // The bar is read by itself, too. Its words are not for clicks.
    const bar = join(this.#folder, 'bar.png');
    const bottom = ['-gravity', 'south', '-crop', 'x30+0+0', '+repage'];
    await run('convert', [negative, ...bottom, '-resize', '300%', bar]);
    return [
      ...(await readWords(file)),
      ...(await readWords(negative)),
      ...(await readWords(buttons, 2)),
      ...(await readWords(bar, 3)),
    ];
  }

  async text(): Promise<string> {
    const words = await this.words();
    return words.map(({ text }) => text).join(' ');
  }

  /** Waits until the screen shows some text, and returns everything that it shows. */
  async see(wanted: RegExp, seconds = 600): Promise<string> {
    const end = Date.now() + seconds * 1000;
    for (;;) {
      const text = await this.text();
      if (wanted.test(text)) return text;
      if (Date.now() > end) {
        throw new Error(
          `The screen does not show ${wanted} (${await this.picture('failed')}): ${text}`,
        );
      }
      await sleep(2000);
    }
  }

  /** Clicks the first or lowest place where some words follow each other on the screen. */
  async click(phrase: string, which: 'first' | 'lowest' = 'first', below = 0): Promise<void> {
    // Tesseract sometimes puts a space elsewhere.
    const wanted = phrase.replaceAll(' ', '');
    const end = Date.now() + 300_000;
    for (;;) {
      const words = await this.words();
      const found = words.filter((_, i) =>
        words
          .slice(i, i + 6)
          .map(({ text }) => text)
          .join('')
          .startsWith(wanted),
      );
      if (which === 'lowest') found.sort((a, b) => b.y - a.y);
      const [word] = found;
      if (word !== undefined) return this.#clickAt(word.x, word.y + below);
      if (Date.now() > end) {
        throw new Error(`The screen does not show "${phrase}" (${await this.picture('failed')})`);
      }
      await sleep(1000);
    }
  }

  /** Clicks below some text, in pixels. */
  async clickBelow(phrase: string, pixels: number): Promise<void> {
    await this.click(phrase, 'first', pixels);
  }

  async #clickAt(x: number, y: number): Promise<void> {
    const [width, height] = this.#size();
    const axis = (name: string, value: number, size: number) => ({
      type: 'abs',
      data: { axis: name, value: Math.round((value * 0x7fff) / size) },
    });
    const button = (down: boolean) => ({ type: 'btn', data: { down, button: 'left' } });
    await this.#ask('input-send-event', {
      events: [axis('x', x, width), axis('y', y, height)],
    });
    await sleep(200);
    await this.#ask('input-send-event', { events: [button(true)] });
    await sleep(100);
    await this.#ask('input-send-event', { events: [button(false)] });
    await sleep(300);
  }

  /** The size of the last picture. */
  #size(): readonly [number, number] {
    const header = readFileSync(join(this.#folder, 'now.png'));
    return [header.readUInt32BE(16), header.readUInt32BE(20)];
  }

  /** Plugs in the printer. */
  async plugPrinter(): Promise<void> {
    const device = { driver: 'usb-redir', bus: 'usb.0', chardev: 'printer', id: 'printer-plugged' };
    await this.#ask('device_add', device);
  }

  /** Pulls out a stick or the printer. */
  async unplug(device: 'medium' | 'files' | 'printer'): Promise<void> {
    await this.#ask('device_del', { id: `${device}-plugged` });
  }

  /** Waits until the computer has switched itself off. */
  async off(seconds = 300): Promise<void> {
    for (let i = 0; i < seconds && this.#process.exitCode === null; i++) await sleep(1000);
    if (this.#process.exitCode === null) throw new Error('The computer is still on');
  }

  stop(): void {
    this.#process.kill('SIGKILL');
  }
}
