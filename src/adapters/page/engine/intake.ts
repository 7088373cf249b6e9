import { kernelSecp256k1 } from '../../../crypto/kernel-backend.ts';
import type { Bytes } from '../../../encoding/bytes.ts';
import { decodeHex } from '../../../encoding/hex.ts';
import { decodeUtf8 } from '../../../encoding/utf8.ts';
import { compactSeedText } from '../../../keys/read-keys.ts';
import { type Carried, describeCarried } from '../../../transport/carried.ts';
import type { Dialect } from '../../../transport/collector.ts';
import type { ReadQrCode } from '../../../transport/qr-code.ts';
import { createFrameReader, detect, type Reading } from '../../../transport/reader.ts';
import { type Session, sentence } from './session.ts';

/** What became of something that was carried in. */
export type IntakeView =
  | { readonly status: 'nothing' }
  | { readonly status: 'partial'; readonly received: number; readonly total: number }
  | { readonly status: 'refused'; readonly message: string }
  | {
      readonly status: 'done';
      readonly kind: Carried['kind'];
      /** With an article. */
      readonly words: string;
      /** `base43`: one code as Electrum shows it. */
      readonly dialect: Dialect | 'base43';
    };

/** A code that the worker for pictures has read. */
export function takeCode(session: Session, code: ReadQrCode): IntakeView {
  return code.bytes === undefined ? takeFrame(session, code.text) : takeBytes(session, code.bytes);
}

/** What was pasted. */
export function takeText(session: Session, text: string): IntakeView {
  session.reader = undefined;
  return takeFrame(session, text);
}

function takeFrame(session: Session, text: string): IntakeView {
  session.reader ??= createFrameReader(kernelSecp256k1);
  return view(session, session.reader.receive(text), text);
}

/** A file, or a code that is no text. */
export function takeBytes(session: Session, bytes: Bytes): IntakeView {
  const text = compactSeedText(bytes) ?? decodeUtf8(bytes);
  return view(session, detect(bytes, kernelSecp256k1), text ?? '');
}

/** The next thing that is carried in has nothing to do with the frames before. */
export function beginIntake(session: Session): void {
  session.reader = undefined;
}

function view(session: Session, reading: Reading, text: string): IntakeView {
  if (reading.status === 'refused') {
    const { error } = reading;
    // A camera sees the same code many times.
    if (error.reason === 'repeated') {
      return { status: 'partial', received: reading.received, total: reading.total };
    }
    if (error.startAgain) session.reader = undefined;
    return { status: 'refused', message: sentence(error.message) };
  }
  if (reading.status === 'partial') {
    return { status: 'partial', received: reading.received, total: reading.total };
  }
  const { value, dialect } = reading;
  session.reader = undefined;
  const isSecret = value.kind === 'private-key' || value.kind === 'seed';
  if (isSecret) session.secret = text;
  else session.carried = value;
  const spoken = dialect === 'text' && isBase43(text) ? 'base43' : dialect;
  return { status: 'done', kind: value.kind, words: describeCarried(value), dialect: spoken };
}

/** Hex of capital letters could be either, and only one of both is what Electrum shows. */
const isBase43 = (text: string): boolean =>
  /^[0-9A-Z*$+\-./:]+$/.test(text) && decodeHex(text) === undefined;
