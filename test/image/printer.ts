import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { IppServer } from './ipp-server.ts';

// USB printers that keep what they receive: one reads PostScript, and one speaks IPP over USB. They
// speak version 0.7 of the protocol of usbredir, which QEMU's device usb-redir connects to the
// computer's USB port.

/** Packets of the protocol. */
const HELLO = 0;
const DEVICE_CONNECT = 1;
const INTERFACE_INFO = 4;
const EP_INFO = 5;
const SET_CONFIGURATION = 6;
const GET_CONFIGURATION = 7;
const CONFIGURATION_STATUS = 8;
const SET_ALT_SETTING = 9;
const GET_ALT_SETTING = 10;
const ALT_SETTING_STATUS = 11;
const CANCEL_DATA_PACKET = 21;
const CONTROL_PACKET = 100;
const BULK_PACKET = 101;

/**
 * Capabilities: a version in DEVICE_CONNECT, sizes in EP_INFO, ids of 64 bits and lengths of 32
 * bits. QEMU has them all.
 */
const CAPABILITIES = (1 << 1) | (1 << 4) | (1 << 5) | (1 << 6);

const SUCCESS = 0;
const CANCELLED = 1;
const STALL = 4;
const HIGH_SPEED = 2;
const BULK = 2;
const NO_ENDPOINT = 255;
const BULK_SIZE = 512;
const VENDOR = 0x1209;

/** What the PostScript printer says of itself, in the words of IEEE 1284. */
const DEVICE_ID = 'MFG:Coldsign;MDL:Testjet;CMD:PJL,POSTSCRIPT;CLS:PRINTER;SN:1;';

/** Both directions for PostScript, and IPP over USB. */
type Protocol = 2 | 4;
const MODELS = { 2: 'Testjet', 4: 'Ippjet' };

/** Returns the number of interfaces. Each has an endpoint to the printer and one from it. */
const interfacesOf = (protocol: Protocol): number => (protocol === 4 ? 2 : 1);
const outOf = (index: number): number => 2 * index + 1;
const inOf = (index: number): number => 0x80 | (2 * index + 2);

const le16 = (value: number): readonly number[] => [value & 0xff, value >> 8];

function device(protocol: Protocol): Buffer {
  return Buffer.from([
    ...[18, 1, ...le16(0x0200), 0, 0, 0, 64, ...le16(VENDOR), ...le16(protocol)],
    ...[...le16(0x0100), 1, 2, 3, 1],
  ]);
}

function configuration(protocol: Protocol): Buffer {
  const count = interfacesOf(protocol);
  const endpoint = (address: number) => [7, 5, address, BULK, ...le16(BULK_SIZE), 0];
  const body = Array.from({ length: count }, (_, index) => [
    // Class 7 (printer), subclass 1.
    ...[9, 4, index, 0, 2, 7, 1, protocol, 0],
    ...endpoint(outOf(index)),
    ...endpoint(inOf(index)),
  ]).flat();
  return Buffer.from([9, 2, ...le16(9 + body.length), count, 1, 0, 0xc0, 0, ...body]);
}

/** Returns a descriptor by its type and number, or `undefined` if the printer has none. */
function descriptor(protocol: Protocol, type: number, index: number): Buffer | undefined {
  if (type === 1) return device(protocol);
  if (type === 2) return configuration(protocol);
  if (type !== 3) return undefined;
  if (index === 0) return Buffer.from([4, 3, 0x09, 0x04]);
  const text = Buffer.from(['', 'Coldsign', MODELS[protocol], '1'][index] ?? '', 'utf16le');
  return Buffer.concat([Buffer.from([2 + text.length, 3]), text]);
}

function deviceId(): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(2 + DEVICE_ID.length);
  return Buffer.concat([length, Buffer.from(DEVICE_ID)]);
}

export class Printer {
  readonly #server: Server;
  readonly #ipp: IppServer | undefined;
  readonly #folder: string;
  readonly #name: string;
  #received = Buffer.alloc(0);
  #documents = 0;

  private constructor(path: string, folder: string, protocol: Protocol) {
    this.#folder = folder;
    this.#name = MODELS[protocol].toLowerCase();
    rmSync(path, { force: true });
    const receive = (data: Buffer) => {
      this.#received = Buffer.concat([this.#received, data]);
    };
    this.#ipp =
      protocol === 4 ? new IppServer(`${path}-ipp`, MODELS[protocol], receive) : undefined;
    this.#server = createServer((socket) => {
      const ports = Array.from({ length: interfacesOf(protocol) }, () =>
        this.#ipp === undefined ? undefined : createConnection(`${path}-ipp`),
      );
      new Connection(socket, protocol, ports, receive);
    });
    this.#server.listen(path);
  }

  /** Starts a printer at the socket `path`. Its documents are stored in `folder`. */
  static async start(path: string, folder: string, protocol: Protocol): Promise<Printer> {
    const printer = new Printer(path, folder, protocol);
    await new Promise((resolve) => printer.#server.once('listening', resolve));
    return printer;
  }

  /** Waits for a complete document, stores its pages as pictures, and reads them. */
  async read(seconds = 900): Promise<string> {
    const end = Date.now() + seconds * 1000;
    let size = -1;
    // A document can contain others, so it is complete when no more data follows.
    while (!this.#received.includes('%%EOF') || size !== this.#received.length) {
      if (Date.now() > end) {
        throw new Error(`The printer received ${this.#received.length} bytes, not a document`);
      }
      size = this.#received.length;
      await sleep(20_000);
    }
    this.#documents++;
    const name = `${this.#name}-${this.#documents}`;
    const start = Math.max(this.#received.indexOf('%!PS'), this.#received.indexOf('%PDF'));
    writeFileSync(join(this.#folder, `${name}.document`), this.#received.subarray(start));
    this.#received = Buffer.alloc(0);
    const pages = ['-sDEVICE=pnggray', '-r150', `-sOutputFile=${name}-%d.png`, `${name}.document`];
    const quiet = ['-q', '-dNOPAUSE', '-dBATCH', '-dSAFER'];
    execFileSync('gs', [...quiet, ...pages], { cwd: this.#folder });
    return readdirSync(this.#folder)
      .filter((file) => file.startsWith(`${name}-`) && file.endsWith('.png'))
      .sort()
      .map((file) =>
        execFileSync('tesseract', [join(this.#folder, file), '-'], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        }),
      )
      .join('\n')
      .replace(/\s+/g, ' ');
  }

  stop(): void {
    this.#server.close();
    this.#ipp?.stop();
  }
}

/** A computer that the printer is connected to. */
class Connection {
  readonly #socket: Socket;
  readonly #protocol: Protocol;
  /** One connection with the IPP server for each interface, or none for PostScript. */
  readonly #ports: readonly (Socket | undefined)[];
  readonly #print: (data: Buffer) => void;
  #unread = Buffer.alloc(0);
  /** The size of the headers of packets. Ids have 64 bits after HELLO, and 32 before. */
  #header = 12;
  /** Reads that the printer has not answered, by id. A PostScript printer has no data for them. */
  readonly #reads = new Map<bigint, Buffer>();
  /** Data for the computer that it has not read, by interface. */
  readonly #waiting = new Map<number, Buffer>();

  constructor(
    socket: Socket,
    protocol: Protocol,
    ports: readonly (Socket | undefined)[],
    print: (data: Buffer) => void,
  ) {
    this.#socket = socket;
    this.#protocol = protocol;
    this.#ports = ports;
    this.#print = print;
    socket.on('error', () => socket.destroy());
    for (const [index, port] of ports.entries()) {
      port?.on('error', () => port.destroy());
      port?.on('data', (data) => {
        this.#waiting.set(
          index,
          Buffer.concat([this.#waiting.get(index) ?? Buffer.alloc(0), data]),
        );
        this.#deliver(index);
      });
      socket.on('close', () => port?.destroy());
    }
    socket.on('data', (data) => {
      this.#unread = Buffer.concat([this.#unread, data]);
      while (this.#unread.length >= this.#header) {
        const end = this.#header + this.#unread.readUInt32LE(4);
        if (this.#unread.length < end) break;
        const type = this.#unread.readUInt32LE(0);
        const id = type === HELLO ? 0n : this.#unread.readBigUInt64LE(8);
        const body = this.#unread.subarray(this.#header, end);
        this.#unread = this.#unread.subarray(end);
        this.#answer(type, id, body);
      }
    });
  }

  #send(type: number, id: bigint, ...parts: readonly Buffer[]): void {
    const body = Buffer.concat(parts);
    const header = Buffer.alloc(this.#header);
    header.writeUInt32LE(type, 0);
    header.writeUInt32LE(body.length, 4);
    if (type !== HELLO) header.writeBigUInt64LE(id, 8);
    this.#socket.write(Buffer.concat([header, body]));
  }

  #answer(type: number, id: bigint, body: Buffer): void {
    if (type === HELLO) this.#connect();
    else if (type === SET_CONFIGURATION || type === GET_CONFIGURATION) {
      this.#send(CONFIGURATION_STATUS, id, Buffer.from([SUCCESS, 1]));
    } else if (type === SET_ALT_SETTING || type === GET_ALT_SETTING) {
      this.#send(ALT_SETTING_STATUS, id, Buffer.from([SUCCESS, body[0] ?? 0, 0]));
    } else if (type === CONTROL_PACKET) this.#control(id, body);
    else if (type === BULK_PACKET) this.#bulk(id, body);
    else if (type === CANCEL_DATA_PACKET) {
      const header = this.#reads.get(id);
      if (header === undefined) return;
      this.#reads.delete(id);
      this.#answerBulk(id, header, CANCELLED, 0);
    }
  }

  /** Plugs the printer in. */
  #connect(): void {
    const hello = Buffer.alloc(68);
    hello.write('coldsign test printer');
    hello.writeUInt32LE(CAPABILITIES, 64);
    this.#send(HELLO, 0n, hello);
    this.#header = 16;
    // 32 endpoints: 16 to the printer and 16 from it.
    const types = Buffer.alloc(32, NO_ENDPOINT);
    const owners = Buffer.alloc(32);
    const sizes = Buffer.alloc(64);
    const endpoint = (at: number, type: number, owner: number, size: number) => {
      types[at] = type;
      owners[at] = owner;
      sizes.writeUInt16LE(size, at * 2);
    };
    endpoint(0, 0, 0, 64);
    endpoint(16, 0, 0, 64);
    const interfaces = Buffer.alloc(4 + 4 * 32);
    interfaces[0] = this.#ports.length;
    for (const index of this.#ports.keys()) {
      endpoint(outOf(index), BULK, index, BULK_SIZE);
      endpoint(16 + (inOf(index) & 0x0f), BULK, index, BULK_SIZE);
      interfaces[4 + index] = index;
      interfaces[4 + 32 + index] = 7;
      interfaces[4 + 64 + index] = 1;
      interfaces[4 + 96 + index] = this.#protocol;
    }
    this.#send(EP_INFO, 0n, types, Buffer.alloc(32), owners, sizes);
    this.#send(INTERFACE_INFO, 0n, interfaces);
    const numbers = [...le16(VENDOR), ...le16(this.#protocol), ...le16(0x0100)];
    this.#send(DEVICE_CONNECT, 0n, Buffer.from([HIGH_SPEED, 0, 0, 0, ...numbers]));
  }

  #control(id: bigint, body: Buffer): void {
    const header = Buffer.from(body.subarray(0, 10));
    const [request = 0, kind = 0] = [header[1], header[2]];
    const wanted = header.readUInt16LE(8);
    const value = header.readUInt16LE(4);
    let data: Buffer | undefined;
    if (kind === 0x80 && request === 6) {
      data = descriptor(this.#protocol, value >> 8, value & 0xff);
    } else if ((kind & 0xe0) === 0x80 && request === 0) data = Buffer.alloc(2);
    else if (kind === 0xa1 && request === 0) data = deviceId();
    // The paper is there, the printer is selected, and has no error.
    else if (kind === 0xa1 && request === 1) data = Buffer.from([0x18]);
    // Resets and similar requests.
    else if ((kind & 0x80) === 0) data = Buffer.alloc(0);
    header[3] = data === undefined ? STALL : SUCCESS;
    const sent = (data ?? Buffer.alloc(0)).subarray(0, wanted);
    header.writeUInt16LE(sent.length, 8);
    this.#send(CONTROL_PACKET, id, header, sent);
  }

  #bulk(id: bigint, body: Buffer): void {
    const header = Buffer.from(body.subarray(0, 10));
    const address = header[0] ?? 0;
    const index = ((address & 0x0f) - 1) >> 1;
    if ((address & 0x80) !== 0) {
      this.#reads.set(id, header);
      this.#deliver(index);
      return;
    }
    const data = Buffer.from(body.subarray(10));
    const port = this.#ports[index];
    if (port === undefined) this.#print(data);
    else port.write(data);
    this.#answerBulk(id, header, SUCCESS, data.length);
  }

  /** Answers reads of an interface with the data that waits. */
  #deliver(index: number): void {
    for (const [id, header] of this.#reads) {
      const waiting = this.#waiting.get(index) ?? Buffer.alloc(0);
      if (header[0] !== inOf(index) || waiting.length === 0) continue;
      const data = waiting.subarray(0, header.readUInt16LE(2) | (header.readUInt16LE(8) << 16));
      this.#waiting.set(index, waiting.subarray(data.length));
      this.#reads.delete(id);
      this.#answerBulk(id, header, SUCCESS, data.length, data);
    }
  }

  #answerBulk(
    id: bigint,
    header: Buffer,
    status: number,
    length: number,
    data: Buffer = Buffer.alloc(0),
  ): void {
    header[1] = status;
    header.writeUInt16LE(length & 0xffff, 2);
    header.writeUInt16LE(length >>> 16, 8);
    this.#send(BULK_PACKET, id, header, data);
  }
}
