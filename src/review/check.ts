import { parseDerLax } from '../crypto/der.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, equalBytes, isBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { isFinalized } from '../psbt/encode.ts';
import type { Psbt, PsbtInput, PsbtOutput } from '../psbt/psbt.ts';
import { openSession, type PsbtSession } from '../psbt/session.ts';
import { signPsbt } from '../psbt/sign-psbt.ts';
import { unsignedTransaction } from '../psbt/unsigned-transaction.ts';
import { walkScript } from '../script/script.ts';
import { Sighash, type SighashType } from '../sighash/sighash-type.ts';
import type { SigningProvider } from '../signing/provider.ts';
import { encodeTransaction } from '../transaction/codec.ts';
import type { ReviewedSignature } from './model.ts';
import { judgeScripts, partialSignatures } from './signatures.ts';

/** A signature that another signer has added. */
export type CheckedSignature = ReviewedSignature & {
  /** The input that it is for, counted from 0. */
  readonly input: number;
  /** R, 32 bytes: no two signatures may share it. Empty: it cannot be read. */
  readonly nonce: Bytes;
  /** Of ECDSA: the highest bit of R is 0, as Core grinds it; `undefined` for Schnorr. */
  readonly hasLowR: boolean | undefined;
  /**
   * `default`: the same that we make with this key, by RFC 6979 or BIP340 without randomness;
   * `other`: not that one, though we have the key; `unknown`: we do not have it.
   */
  readonly derivation: 'default' | 'other' | 'unknown';
  /** The same R stands in another signature: who sees both can compute the private key. */
  readonly isRepeated: boolean;
};

/** What another signer did with a PSBT. */
export type Check = {
  /** What was changed beside signatures, by its place: `output 1: amount`; empty: nothing. */
  readonly changes: readonly string[];
  /** Those that are new. */
  readonly signatures: readonly CheckedSignature[];
  /** Signatures only were added, there is one, all hold, and no R is repeated. */
  readonly isFine: boolean;
};

/** What a check goes by. */
export type CheckOptions = {
  readonly secp256k1: Secp256k1;
  /** Who has our keys; absent: nobody can tell how nonces were made. */
  readonly provider?: SigningProvider | undefined;
  /** R of signatures that were seen before, as hex, with the signature as hex. */
  readonly seen?: ReadonlyMap<string, string> | undefined;
};

/** Whether only signatures were added, and what they are like. */
export function checkSigned(before: Psbt, after: Psbt, options: CheckOptions): Check {
  const changes = changesOf(before, after);
  const session = changes.includes(TRANSACTION)
    ? undefined
    : openSession(before, options.secp256k1);
  const known = new Set(before.inputs.flatMap((input) => rawSignatures(input).map(encodeHex)));
  const found = after.inputs.flatMap((input, index) => {
    const all = session ? signaturesOf(session, input, index) : [];
    return all
      .filter(({ signature }) => !known.has(encodeHex(signature)))
      .map((signature) => ({ ...signature, input: index }));
  });
  const signatures = judgeNonces(before, found, options);
  const holds = signatures.every(({ isValid, isRepeated }) => isValid && !isRepeated);
  return { changes, signatures, isFine: changes.length === 0 && signatures.length > 0 && holds };
}

/** All that is a signature in an input, or takes its place in the end. */
export const rawSignatures = (input: PsbtInput): readonly Bytes[] => [
  ...input.partialSignatures.map(({ signature }) => signature),
  ...input.tapScriptSignatures.map(({ signature }) => signature),
  ...(input.tapKeySignature ? [input.tapKeySignature] : []),
  ...input.finalWitness,
  ...(walkScript(input.finalScriptSig) ?? []).map(({ data }) => data),
];

function signaturesOf(
  { cache, secp256k1, psbt }: PsbtSession,
  input: PsbtInput,
  index: number,
): readonly ReviewedSignature[] {
  if (!isFinalized(input)) {
    // What the coin is, and which scripts it has, is what we knew before.
    const told = psbt.inputs[index];
    return told
      ? partialSignatures({ ...told, ...onlySignatures(input) }, cache, index, secp256k1)
      : [];
  }
  const scripts = { scriptSig: input.finalScriptSig, witness: input.finalWitness };
  const { signatures, verdict } = judgeScripts(cache, index, scripts, secp256k1);
  if (verdict === 'valid' || signatures.length > 0) return signatures;
  const empty = new Uint8Array(0);
  return [{ publicKey: empty, signature: empty, sighashType: Sighash.ALL, isValid: false }];
}

const onlySignatures = ({
  partialSignatures: ecdsa,
  tapKeySignature,
  tapScriptSignatures,
}: PsbtInput) => ({
  partialSignatures: ecdsa,
  tapKeySignature,
  tapScriptSignatures,
});

type Found = ReviewedSignature & { readonly input: number };

function judgeNonces(
  before: Psbt,
  found: readonly Found[],
  { secp256k1, provider, seen = new Map() }: CheckOptions,
): readonly CheckedSignature[] {
  const own = new Map<SighashType, ReadonlySet<string>>();
  const ours = (type: SighashType) => {
    const made = own.get(type) ?? ownSignatures(before, type, provider, secp256k1);
    own.set(type, made);
    return made;
  };
  const nonces = found.map((each) => encodeHex(nonceOf(each)));
  return found.map((each, i): CheckedSignature => {
    const { signature, publicKey, sighashType } = each;
    const nonce = nonceOf(each);
    const isSchnorr = publicKey.length === 32;
    const made = provider ? ours(sighashType) : new Set<string>();
    const key = `${encodeHex(publicKey)}:`;
    const hasKey = [...made].some((text) => text.startsWith(key));
    const earlier = seen.get(nonces[i] ?? '');
    return {
      ...each,
      nonce,
      hasLowR: isSchnorr ? undefined : (nonce[0] ?? 0x80) < 0x80,
      derivation: !hasKey ? 'unknown' : made.has(key + encodeHex(signature)) ? 'default' : 'other',
      isRepeated:
        (earlier !== undefined && earlier !== encodeHex(signature)) ||
        nonces.some((other, at) => at !== i && other !== '' && other === nonces[i]),
    };
  });
}

/** R: of DER the first number, of BIP340 the first half. */
function nonceOf({ signature, publicKey }: ReviewedSignature): Bytes {
  if (publicKey.length === 32) return signature.subarray(0, 32);
  return parseDerLax(signature.subarray(0, -1))?.subarray(0, 32) ?? new Uint8Array(0);
}

/** `publicKey:signature` of what we would have added. */
function ownSignatures(
  psbt: Psbt,
  type: SighashType,
  provider: SigningProvider | undefined,
  secp256k1: Secp256k1,
): ReadonlySet<string> {
  if (provider === undefined) return new Set();
  const usual = type === Sighash.ALL || type === Sighash.DEFAULT;
  const sighashType = usual ? undefined : type;
  const signed = signPsbt({ psbt, provider, sighashType, finalize: false, secp256k1 });
  const session = 'fault' in signed ? undefined : openSession(signed.psbt, secp256k1);
  if (session === undefined) return new Set();
  const { cache } = session;
  const texts = session.psbt.inputs.flatMap((input, index) =>
    partialSignatures(input, cache, index, secp256k1).map(
      ({ publicKey, signature }) => `${encodeHex(publicKey)}:${encodeHex(signature)}`,
    ),
  );
  return new Set(texts);
}

const TRANSACTION = 'the transaction';

/** Signatures, and what takes their place in the end. */
const ADDED: readonly string[] = [
  'partialSignatures',
  'tapKeySignature',
  'tapScriptSignatures',
  'finalScriptSig',
  'finalWitness',
  'musigPubNonces',
  'musigPartialSignatures',
];

function changesOf(before: Psbt, after: Psbt): readonly string[] {
  const [a, b] = [unsignedTransaction(before), unsignedTransaction(after)];
  const isSame = a && b && equalBytes(encodeTransaction(a), encodeTransaction(b));
  return [
    ...(isSame ? [] : [TRANSACTION]),
    ...before.inputs.flatMap((input, i) => fieldsChanged(`input ${i}`, input, after.inputs[i])),
    ...before.outputs.flatMap((output, i) =>
      fieldsChanged(`output ${i}`, output, after.outputs[i]),
    ),
  ];
}

/**
 * A field that is gone changes nothing of what is signed: finalizers remove what is not needed any
 * more (BIP174).
 */
function fieldsChanged(
  place: string,
  before: PsbtInput | PsbtOutput,
  after: PsbtInput | PsbtOutput | undefined,
): readonly string[] {
  if (after === undefined) return [`${place}: it is gone`];
  const old = new Map(Object.entries(before));
  return Object.entries(after).flatMap(([name, value]) =>
    ADDED.includes(name) || isEmpty(value) || isEqual(old.get(name), value)
      ? []
      : [`${place}: ${name}`],
  );
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  (isBytes(value) && value.length === 0) ||
  (Array.isArray(value) && value.length === 0);

function isEqual(a: unknown, b: unknown): boolean {
  if (isBytes(a) && isBytes(b)) return equalBytes(a, b);
  if (a instanceof Set && b instanceof Set) return isEqual([...a].sort(), [...b].sort());
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [left, right] = [Object.entries(a), Object.entries(b)];
  const other = new Map(right);
  return (
    left.length === right.length && left.every(([name, value]) => isEqual(value, other.get(name)))
  );
}
