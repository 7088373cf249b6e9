import { type Bytes, concatBytes, emptyBytes } from '../encoding/bytes.ts';
import { lastOf } from '../encoding/list.ts';
import { byteText, encodeUtf8 } from '../encoding/utf8.ts';
import type { KeyDigest } from './signature.ts';
import {
  createValidator,
  joinTimes,
  type ProofFault,
  type ProvenSet,
  type Unproven,
  type Untimely,
} from './validate.ts';
import {
  type DomainName,
  encodeName,
  formatName,
  lowerCase,
  readRecords,
  Type,
  takeName,
} from './wire.ts';

/** A name and the DNS records that prove its payment instructions (BIP353). */
export type NameProof = {
  /** `user@domain`, without a ₿. */
  readonly name: string;
  /** DNS records in any order (RFC 9102). */
  readonly chain: Bytes;
};

/** A proven name and its payment instructions. */
export type ProvenName = {
  /** `user@domain`, as the proof contains it. */
  readonly name: string;
  /** The payment instructions: a `bitcoin:` URI (BIP321). */
  readonly uri: string;
  /** Seconds since 1970 from which all signatures are valid. */
  readonly validFrom: number;
  /** Seconds since 1970 at which the first signature expires. */
  readonly validUntil: number;
  /**
   * Seconds that the domain allows the records to be kept (the smallest TTL that is signed). BIP353
   * limits caches by it. A proof in a PSBT is valid until `validUntil`.
   */
  readonly ttl: number;
  /** Zones whose keys signed, from the root, in the order of the records. */
  readonly zones: readonly string[];
  /** DNS names that were followed, starting with the name's own. */
  readonly path: readonly string[];
};

/**
 * Reason why a name is not proven. `malformed`: the bytes are not DNS records, or too many. `name`:
 * not `user@domain` in ASCII. `no-instructions`: no text begins with `bitcoin:`. `ambiguous`:
 * several texts do. `loop`: names lead to each other. For the others, see `ProofFault`.
 */
export type NameFault = {
  /** Code for programs. */
  readonly error: ProofFault | 'malformed' | 'name' | 'no-instructions' | 'ambiguous' | 'loop';
  /** DNS name with the fault; absent if the fault is in the proof itself. */
  readonly at?: string | undefined;
};

/** A proof is 3 to 10 kB. */
const LARGEST_CHAIN = 65536;
const MOST_STEPS = 8;

/**
 * Returns `user.user._bitcoin-payment.domain` (BIP353), or `undefined` if the text is not a name.
 */
export function domainNameOf(name: string): DomainName | undefined {
  const [user = '', domain = '', ...more] = name.split('@');
  const isPlain = /^[!-~]+$/.test(name) && more.length === 0 && !/[\\"]/.test(name);
  const text = `${user}.user._bitcoin-payment.${domain.replace(/\.$/, '')}`;
  const labels = lowerCase(text).split('.');
  const isSized = labels.every((label) => label.length > 0 && label.length <= 63);
  if (!isPlain || user === '' || domain === '' || !isSized || text.length > 253) return undefined;
  // A star is a wildcard in the DNS and names no payee.
  return labels.includes('*') ? undefined : labels;
}

/** Splits PSBT_OUT_DNSSEC_PROOF (BIP353): the name, preceded by its length, then the chain. */
export function readNameProof(bytes: Bytes): NameProof | undefined {
  const end = 1 + (bytes[0] ?? 0);
  if (end === 1 || end >= bytes.length) return undefined;
  return { name: byteText(bytes.subarray(1, end)), chain: bytes.subarray(end) };
}

export const writeNameProof = ({ name, chain }: NameProof): Bytes => {
  const text = encodeUtf8(name);
  return concatBytes(Uint8Array.of(text.length), text, chain);
};

/** Verifies a proof with the root's keys, at a time in seconds since 1970. */
export function judgeNameProof(
  proof: NameProof,
  anchors: readonly KeyDigest[],
  now: number,
): ProvenName | NameFault {
  const read = readProven(proof, anchors, now);
  if ('error' in read) return read;
  const { proven, untimely } = read;
  return untimely ? { error: untimely.error, at: untimely.name } : proven;
}

/** A name whose signatures are right. `untimely`: one of them is not valid at the given time. */
export type DatedName = {
  readonly proven: ProvenName;
  readonly untimely: Untimely | undefined;
};

/** Verifies all signatures of a proof first, and judges their times last. */
export function readProven(
  { name, chain }: NameProof,
  anchors: readonly KeyDigest[],
  now: number,
): DatedName | NameFault {
  const start = domainNameOf(name);
  if (start === undefined) return { error: 'name' };
  const records = chain.length > LARGEST_CHAIN ? undefined : readRecords(chain);
  if (records === undefined) return { error: 'malformed' };
  const prove = createValidator(records, anchors, now);
  const steps: ProvenSet[] = [];
  const path = [formatName(start)];
  let at = start;
  for (let step = 0; step < MOST_STEPS; step++) {
    const texts = prove(at, Type.TXT);
    if (!('error' in texts)) return describe(name, texts, steps, path);
    const next = follow(at, prove);
    if (next === undefined || 'error' in next) return pickFault(texts, next);
    steps.push(next.proof);
    path.push(formatName(next.name));
    at = next.name;
  }
  return { error: 'loop', at: lastOf(path) };
}

type Step = { readonly name: DomainName; readonly proof: ProvenSet };

/** Prefers a record that fails over a record that is missing. */
function pickFault(texts: Unproven, next: Unproven | undefined): NameFault {
  const { error, name } = texts.error === 'missing' && next ? next : texts;
  return { error, at: name };
}

/** Follows a CNAME, or the DNAME of a name above (RFC 6672). */
function follow(
  name: DomainName,
  prove: (name: DomainName, type: number) => ProvenSet | Unproven,
): Step | Unproven | undefined {
  let worst: Unproven | undefined;
  for (let from = 0; from < name.length; from++) {
    const owner = name.slice(from);
    const proof = prove(owner, from === 0 ? Type.CNAME : Type.DNAME);
    if ('error' in proof) {
      if (proof.error !== 'missing') worst ??= proof;
      continue;
    }
    const [data = emptyBytes, ...more] = proof.data;
    const target = takeName({ bytes: data, at: 0 });
    if (target === undefined || more.length > 0) continue;
    const next = [...name.slice(0, from), ...target];
    if (encodeName(next).length <= 255) return { name: next, proof };
  }
  return worst;
}

/** Picks the text at a name that begins with "bitcoin:"; BIP353 requires exactly one. */
function describe(
  name: string,
  texts: ProvenSet,
  steps: readonly ProvenSet[],
  path: readonly string[],
): DatedName | NameFault {
  const found = texts.data.flatMap((data) => joinStrings(data) ?? []);
  const instructions = found.filter((text) => /^bitcoin:/i.test(text));
  const [uri] = instructions;
  if (uri === undefined) return { error: 'no-instructions', at: lastOf(path) };
  if (instructions.length > 1) return { error: 'ambiguous', at: lastOf(path) };
  const proofs = [...steps, texts];
  const { untimely, ...times } = joinTimes(proofs);
  const zones = proofs.flatMap((each) => each.zones);
  return { proven: { name, uri, ...times, zones, path }, untimely };
}

/** Joins strings of up to 255 bytes without a separator (RFC 1035, 3.3.14). */
function joinStrings(data: Bytes): string | undefined {
  let text = '';
  for (let at = 0; at < data.length; ) {
    const end = at + 1 + (data[at] ?? 0);
    if (end > data.length) return undefined;
    text += byteText(data.subarray(at + 1, end));
    at = end;
  }
  return text;
}
