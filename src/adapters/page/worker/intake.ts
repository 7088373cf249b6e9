import { kernelSecp256k1 } from '../../../crypto/kernel-backend.ts';
import type { Bytes } from '../../../encoding/bytes.ts';
import { decodeHex } from '../../../encoding/hex.ts';
import { decodeText } from '../../../encoding/text-bytes.ts';
import { unwrapText } from '../../../encoding/unwrap-text.ts';
import { electrumText } from '../../../keys/electrum-seeds.ts';
import { detectKeyText, walletFileText } from '../../../keys/key-text.ts';
import { compactSeedText, entropyDigits } from '../../../keys/read-keys.ts';
import { electrumSeed } from '../../../seed/electrum.ts';
import type { Dialect } from '../../../transport/collector.ts';
import { describePayload, type Payload } from '../../../transport/payload.ts';
import type { ReadQrCode } from '../../../transport/qr-code.ts';
import { createFrameReader, detect, type Reading } from '../../../transport/reader.ts';
import { failure, sentence } from './failures.ts';
import { type Session, setSubject } from './session.ts';

/** Result of an import. */
export type IntakeView =
  | { readonly status: 'nothing' }
  | { readonly status: 'partial'; readonly received: number; readonly total: number }
  | { readonly status: 'refused'; readonly message: string }
  | {
      readonly status: 'done';
      readonly kind: Payload['kind'];
      /** Name of the import, with an article. */
      readonly words: string;
      /** Format of the code; `base43` is one code as Electrum shows it. */
      readonly dialect: Dialect | 'base43';
    };

/** Imports a code that the worker for pictures has read. */
export function takeCode(session: Session, code: ReadQrCode): IntakeView {
  return code.bytes === undefined ? takeFrame(session, code.text) : takeBytes(session, code.bytes);
}

/** Imports a pasted text. */
export function takeText(session: Session, text: string): IntakeView {
  session.reader = undefined;
  return takeFrame(session, joined(unwrapped(text)));
}

/** Returns the content of a pasted text. Word processors change the mark of a hardened step. */
export const unwrapped = (text: string): string =>
  unwrapText(text).replace(/(\/\d+)[‘’′](?=[/\])*)])/g, "$1'");

/** Longest address or key that is joined: an extended key with its path. Two are longer. */
const LONGEST_KEY = 200;
const IN_GROUPS: readonly Payload['kind'][] = ['address', 'extended-public-key', 'private-key'];

/** Joins an address or a key that is written in groups or in several lines. */
function joined(text: string): string {
  const whole = text.replace(/\s/g, '');
  const { kind = 'private-text' } = detectKeyText(text) ?? {};
  if (whole.length > LONGEST_KEY || kind !== 'private-text') return text;
  const found = detect(whole, kernelSecp256k1);
  return found.status === 'done' && IN_GROUPS.includes(found.value.kind) ? whole : text;
}

/** Makes the last import the subject that is reviewed and signed. */
export function keepSubject(session: Session): void {
  const { payload } = session;
  if (payload?.kind !== 'psbt' && payload?.kind !== 'transaction') {
    throw failure('Open a PSBT or a transaction.');
  }
  setSubject(session, payload);
}

/**
 * Makes an imported text the seed that is opened next, if it is entropy in hexadecimal. Elsewhere
 * such a text may be a script.
 */
export function takeEntropy(session: Session): boolean {
  const { payload } = session;
  const digits = payload?.kind === 'text' ? entropyDigits(payload.text) : undefined;
  if (payload?.kind !== 'text' || digits === undefined) return false;
  session.secret = payload.text;
  session.payload = undefined;
  return true;
}

function takeFrame(session: Session, text: string): IntakeView {
  session.reader ??= createFrameReader(kernelSecp256k1);
  return view(session, session.reader.receive(text), text);
}

/** Imports a file, or a code that is not text. */
export function takeBytes(session: Session, bytes: Bytes): IntakeView {
  const text = compactSeedText(bytes) ?? walletFileText(bytes) ?? decodeText(bytes);
  if (typeof text !== 'string') return view(session, detect(bytes, kernelSecp256k1), '');
  const plain = joined(unwrapped(text));
  const found = detect(plain === text ? bytes : plain, kernelSecp256k1);
  return view(session, found, plain);
}

/** Forgets the frames so far, before the next import. */
export function beginIntake(session: Session): void {
  session.reader = undefined;
}

function view(session: Session, reading: Reading, text: string): IntakeView {
  // A camera reads the same code many times.
  const isRepeated = reading.status === 'refused' && reading.error.reason === 'repeated';
  if (reading.status === 'partial' || isRepeated) {
    return { status: 'partial', received: reading.received, total: reading.total };
  }
  if (reading.status === 'refused') {
    const { error } = reading;
    if (error.startAgain) session.reader = undefined;
    const isOther = error.reason === 'another-message' || error.reason === 'wrong-dialect';
    return { status: 'refused', message: isOther ? OTHER_CODE : sentence(plain(error.message)) };
  }
  const { dialect } = reading;
  // Electrum's seeds may have other numbers of words than BIP39's.
  const isElectrum =
    reading.value.kind === 'text' && electrumSeed(electrumText(text)) !== undefined;
  const value: Payload = isElectrum ? { kind: 'seed', form: 'Electrum' } : reading.value;
  session.reader = undefined;
  const isSecret = value.kind === 'private-key' || value.kind === 'seed';
  session.secret = isSecret ? text : undefined;
  if (!isSecret) session.payload = value;
  const spoken = dialect === 'text' && isBase43(text) ? 'base43' : dialect;
  return { status: 'done', kind: value.kind, words: describePayload(value), dialect: spoken };
}

/** Leaves out the words of Bitcoin Core at the end, which help only a search. */
const plain = (message: string): string => message.replace(/(?<=\.) \(.*\)$/s, '');

const OTHER_CODE = 'This code is not part of the codes before it. Stop scanning, then start again.';

/** Detects base43, as Electrum shows it. A text that is also hexadecimal does not count. */
const isBase43 = (text: string): boolean =>
  /^[0-9A-Z*$+\-./:]+$/.test(text) && decodeHex(text) === undefined;
