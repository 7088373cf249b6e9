import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';

// The part of an IPP printer that CUPS needs (RFC 8011): it describes itself and takes PDF.

const PRINT_JOB = 0x0002;
const VALIDATE_JOB = 0x0004;
const CREATE_JOB = 0x0005;
const SEND_DOCUMENT = 0x0006;
const CANCEL_JOB = 0x0008;
const GET_JOB_ATTRIBUTES = 0x0009;
const GET_JOBS = 0x000a;
const GET_PRINTER_ATTRIBUTES = 0x000b;

const OPERATION_ATTRIBUTES = 1;
const JOB_ATTRIBUTES = 2;
const END = 3;
const PRINTER_ATTRIBUTES = 4;

const INTEGER = 0x21;
const BOOLEAN = 0x22;
const ENUM = 0x23;
const RESOLUTION = 0x32;
const TEXT = 0x41;
const NAME = 0x42;
const KEYWORD = 0x44;
const URI = 0x45;
const CHARSET = 0x47;
const LANGUAGE = 0x48;
const MEDIA_TYPE = 0x49;

type Value = string | number | Buffer;

function field(tag: number, name: string, value: Buffer): Buffer {
  const head = Buffer.alloc(3);
  head[0] = tag;
  head.writeUInt16BE(Buffer.byteLength(name), 1);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(value.length);
  return Buffer.concat([head, Buffer.from(name), length, value]);
}

function bytes(tag: number, value: Value): Buffer {
  if (typeof value === 'string') return Buffer.from(value);
  if (typeof value !== 'number') return value;
  if (tag === BOOLEAN) return Buffer.from([value]);
  const number = Buffer.alloc(4);
  number.writeInt32BE(value);
  return number;
}

/** An attribute with its values. */
function attribute(tag: number, name: string, ...values: readonly Value[]): Buffer {
  return Buffer.concat(
    values.map((value, i) => field(tag, i === 0 ? name : '', bytes(tag, value))),
  );
}

const NONE = Buffer.alloc(0);

/** A collection: an attribute whose value has members. */
function collection(name: string, ...members: readonly (readonly [string, Buffer])[]): Buffer {
  return Buffer.concat([
    field(0x34, name, NONE),
    ...members.flatMap(([member, value]) => [field(0x4a, '', Buffer.from(member)), value]),
    field(0x37, '', NONE),
  ]);
}

const integer = (value: number) => field(INTEGER, '', bytes(INTEGER, value));

/** A paper with margins, in hundredths of a millimetre. */
const paper = (name: string, width: number, height: number): Buffer =>
  collection(
    name,
    [
      'media-size',
      collection('', ['x-dimension', integer(width)], ['y-dimension', integer(height)]),
    ],
    ['media-bottom-margin', integer(500)],
    ['media-left-margin', integer(500)],
    ['media-right-margin', integer(500)],
    ['media-top-margin', integer(500)],
  );

function resolution(dots: number): Buffer {
  const value = Buffer.alloc(9);
  value.writeInt32BE(dots, 0);
  value.writeInt32BE(dots, 4);
  value[8] = 3;
  return value;
}

const OPERATIONS = [
  ...[PRINT_JOB, VALIDATE_JOB, CREATE_JOB, SEND_DOCUMENT, CANCEL_JOB, GET_JOB_ATTRIBUTES],
  ...[GET_JOBS, GET_PRINTER_ATTRIBUTES],
];

const printerAttributes = (model: string): Buffer =>
  Buffer.concat([
    Buffer.from([PRINTER_ATTRIBUTES]),
    attribute(URI, 'printer-uri-supported', 'ipp://localhost/ipp/print'),
    attribute(KEYWORD, 'uri-security-supported', 'none'),
    attribute(KEYWORD, 'uri-authentication-supported', 'none'),
    attribute(NAME, 'printer-name', model),
    attribute(TEXT, 'printer-info', model),
    attribute(TEXT, 'printer-location', ''),
    attribute(TEXT, 'printer-make-and-model', `Coldsign ${model}`),
    attribute(TEXT, 'printer-device-id', `MFG:Coldsign;MDL:${model};CMD:PDF;`),
    attribute(URI, 'printer-uuid', 'urn:uuid:00000000-0000-4000-8000-000000000001'),
    attribute(ENUM, 'printer-state', 3),
    attribute(KEYWORD, 'printer-state-reasons', 'none'),
    attribute(BOOLEAN, 'printer-is-accepting-jobs', 1),
    attribute(INTEGER, 'printer-up-time', 1000),
    attribute(INTEGER, 'queued-job-count', 0),
    attribute(KEYWORD, 'ipp-versions-supported', '1.1', '2.0'),
    attribute(ENUM, 'operations-supported', ...OPERATIONS),
    attribute(CHARSET, 'charset-configured', 'utf-8'),
    attribute(CHARSET, 'charset-supported', 'utf-8'),
    attribute(LANGUAGE, 'natural-language-configured', 'en'),
    attribute(LANGUAGE, 'generated-natural-language-supported', 'en'),
    attribute(MEDIA_TYPE, 'document-format-default', 'application/pdf'),
    attribute(MEDIA_TYPE, 'document-format-supported', 'application/pdf'),
    attribute(KEYWORD, 'compression-supported', 'none'),
    attribute(KEYWORD, 'pdl-override-supported', 'attempted'),
    attribute(KEYWORD, 'media-default', 'iso_a4_210x297mm'),
    attribute(KEYWORD, 'media-supported', 'iso_a4_210x297mm', 'na_letter_8.5x11in'),
    attribute(KEYWORD, 'media-ready', 'iso_a4_210x297mm'),
    paper('media-col-default', 21000, 29700),
    paper('media-col-database', 21000, 29700),
    paper('', 21590, 27940),
    attribute(KEYWORD, 'sides-default', 'one-sided'),
    attribute(KEYWORD, 'sides-supported', 'one-sided'),
    attribute(KEYWORD, 'print-color-mode-default', 'monochrome'),
    attribute(KEYWORD, 'print-color-mode-supported', 'monochrome'),
    attribute(BOOLEAN, 'color-supported', 0),
    attribute(RESOLUTION, 'printer-resolution-default', resolution(300)),
    attribute(RESOLUTION, 'printer-resolution-supported', resolution(300)),
    attribute(INTEGER, 'copies-default', 1),
    attribute(KEYWORD, 'job-creation-attributes-supported', 'copies', 'media', 'sides'),
  ]);

const JOB = Buffer.concat([
  Buffer.from([JOB_ATTRIBUTES]),
  attribute(INTEGER, 'job-id', 1),
  attribute(URI, 'job-uri', 'ipp://localhost/ipp/print/1'),
  // Completed: the printer is fast.
  attribute(ENUM, 'job-state', 9),
  attribute(KEYWORD, 'job-state-reasons', 'job-completed-successfully'),
]);

/** Returns where the attributes of a request end. The document follows. */
function endOfAttributes(request: Buffer): number {
  let at = 8;
  while (at < request.length) {
    const tag = request[at] ?? END;
    at++;
    if (tag === END) return at;
    if (tag < 0x10) continue;
    at += 2 + request.readUInt16BE(at);
    at += 2 + request.readUInt16BE(at);
  }
  return at;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

export class IppServer {
  readonly #server: Server;

  /** Listens at the socket `path`, and gives each document to `print`. */
  constructor(path: string, model: string, print: (document: Buffer) => void) {
    rmSync(path, { force: true });
    this.#server = createServer(async (request, response) => {
      const body = await bodyOf(request);
      if (request.method !== 'POST' || body.length < 8) {
        response.writeHead(404, { 'content-length': '0' }).end();
        return;
      }
      const operation = body.readUInt16BE(2);
      if (operation === PRINT_JOB || operation === SEND_DOCUMENT) {
        print(body.subarray(endOfAttributes(body)));
      }
      let attributes: Buffer = NONE;
      if (operation === GET_PRINTER_ATTRIBUTES) attributes = printerAttributes(model);
      else if (operation !== VALIDATE_JOB && operation !== GET_JOBS) attributes = JOB;
      const status = OPERATIONS.includes(operation) ? 0 : 0x0501;
      const answer = Buffer.concat([
        body.subarray(0, 2),
        Buffer.from([status >> 8, status & 0xff]),
        body.subarray(4, 8),
        Buffer.from([OPERATION_ATTRIBUTES]),
        attribute(CHARSET, 'attributes-charset', 'utf-8'),
        attribute(LANGUAGE, 'attributes-natural-language', 'en'),
        status === 0 ? attributes : NONE,
        Buffer.from([END]),
      ]);
      const length = String(answer.length);
      response.writeHead(200, { 'content-type': 'application/ipp', 'content-length': length });
      response.end(answer);
    });
    this.#server.keepAliveTimeout = 0;
    this.#server.requestTimeout = 0;
    this.#server.headersTimeout = 0;
    this.#server.listen(path);
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
