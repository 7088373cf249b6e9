import { formatKeyPath } from '../../descriptor/key-path.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { invariant } from '../../encoding/invariant.ts';
import type { JsonObject } from '../../json/json.ts';
import { diagnosePsbt, type InputDiagnosis, type UnmetLock } from '../../psbt/diagnose.ts';
import type { Psbt, PsbtInput } from '../../psbt/psbt.ts';
import { openSession } from '../../psbt/session.ts';
import type { KeyOrigin } from '../../signing/provider.ts';
import type { Context } from '../context.ts';
import { fromPlain } from '../plain.ts';
import { profileRules } from '../profile.ts';
import { type InputDetails, shapeMissing, shapePlace } from './input-details.ts';

/** Why one input of a PSBT is not complete. Bytes are in hexadecimal. */
export type PsbtInputDetails = InputDetails & {
  /** Those of `missingKeys` whose origin the PSBT tells: which wallet or device to go to. */
  readonly missingOrigins: readonly {
    /** The public key, in hexadecimal. */
    readonly key: string;
    /** Of the master key that it comes from: eight hex digits. */
    readonly masterFingerprint: string;
    /** From the master key, as `m/84h/0h/0h/0/1`. */
    readonly path: string;
  }[];
  /** Public keys whose signature is there and does not fit the transaction. */
  readonly badSignatures: readonly string[];
  /** Locks of the script that the transaction does not open, as `older(n)` and `after(n)`. */
  readonly locks: readonly string[];
};

/**
 * A result with the member `details`, if they are asked for and an input of the PSBT is not
 * complete.
 */
export function addPsbtDetails(result: JsonObject, psbt: Psbt, context: Context): JsonObject {
  if (context.details !== true || !profileRules(context.profile).hints) return result;
  const details = psbtDetails(psbt, context);
  if (details.length === 0) return result;
  return { members: [...result.members, ['details', fromPlain(details)]] };
}

/** What to do about the first input that is not complete; `undefined`: there is none. */
export function psbtHint(psbt: Psbt, context: Context): string | undefined {
  if (!profileRules(context.profile).hints) return undefined;
  const [first] = psbtDetails(psbt, context);
  return first && `Input ${first.input}: ${first.fix}`;
}

/** What a PSBT still lacks, in sentences for a person. */
export function incompleteWords(psbt: Psbt, context: Context): string {
  const texts = psbtDetails(psbt, context).map(({ input, fix }) => `Input ${input}: ${fix}`);
  const more = texts.length > 3 ? ` ${texts.length - 3} more inputs are incomplete.` : '';
  return `It is not complete. ${texts.slice(0, 3).join(' ')}${more}`.trim();
}

function psbtDetails(psbt: Psbt, { secp256k1 }: Context): readonly PsbtInputDetails[] {
  const session = openSession(psbt, secp256k1);
  return session ? diagnosePsbt(session).map((found) => shapeDiagnosis(psbt, found)) : [];
}

/** What is found, in words that programs and people read. */
export function shapeDiagnosis({ inputs }: Psbt, found: InputDiagnosis): PsbtInputDetails {
  const input = inputs[found.index];
  invariant(input !== undefined, 'a diagnosis is of an input');
  const origins = originsOf(input);
  const missing = shapeMissing(found.missing);
  // Where a script can be satisfied in several ways, no key is missing by itself: all that have not
  // signed are told.
  const missingKeys =
    missing.missingKeys.length > 0 ? missing.missingKeys : unsignedKeys(input, found);
  const missingOrigins = missingKeys.flatMap((key) => {
    const origin = origins.get(key);
    return origin === undefined ? [] : [{ key, ...shapeOrigin(origin) }];
  });
  const known = {
    input: found.index,
    ...input.prevout,
    ...(found.failure && { scriptError: found.failure.error, ...shapePlace(found.failure) }),
    ...missing,
    missingKeys,
    missingOrigins,
    badSignatures: found.badSignatures.map(encodeHex),
    locks: found.locks.map(({ kind, value }) => `${kind}(${value})`),
  };
  return { ...known, fix: suggestFix(found, known) };
}

function shapeOrigin({ fingerprint, path }: KeyOrigin) {
  return { masterFingerprint: encodeHex(fingerprint), path: `m${formatKeyPath(path)}` };
}

function originsOf({ keyPaths, tapKeyPaths }: PsbtInput): ReadonlyMap<string, KeyOrigin> {
  return new Map([
    ...keyPaths.map(({ publicKey, origin }) => [encodeHex(publicKey), origin] as const),
    ...tapKeyPaths.map(({ xOnly, origin }) => [encodeHex(xOnly), origin] as const),
  ]);
}

function unsignedKeys(input: PsbtInput, { hasUtxo, failure }: InputDiagnosis): readonly string[] {
  if (!hasUtxo || failure !== undefined) return [];
  const signed = new Set([
    ...input.partialSignatures.map(({ publicKey }) => encodeHex(publicKey)),
    ...input.tapScriptSignatures.map(({ xOnly }) => encodeHex(xOnly)),
  ]);
  return [...originsOf(input).keys()].filter((key) => !signed.has(key));
}

type Known = Omit<PsbtInputDetails, 'fix'>;

function suggestFix(found: InputDiagnosis, known: Known): string {
  if (!found.hasUtxo) {
    return 'Add the output that is spent: utxoupdatepsbt beside a node or snapshot does, or ask whoever made the PSBT for the previous transaction.';
  }
  if (found.failure !== undefined) {
    return 'Its final scripts do not hold: take the PSBT as it was before it was finalized, and sign this input again.';
  }
  const sentences = [
    ...(known.badSignatures.length > 0
      ? [
          `Remove the signature of ${known.badSignatures.join(', ')} and let it sign again: it is not for this transaction.`,
        ]
      : []),
    ...suggestForScripts(known),
    ...(known.missingKeys.length > 0 ? [suggestForKeys(known)] : []),
    ...found.locks.map(suggestForLock),
  ];
  if (sentences.length > 0) return sentences.join(' ');
  return 'Nothing in the PSBT tells how to spend this output: add its descriptor with utxoupdatepsbt, or process it with the wallet that the output belongs to.';
}

function suggestForScripts(known: Known): readonly string[] {
  const { missingRedeemScript, missingWitnessScript, missingPublicKeys } = known;
  const lacks = [
    ...(missingRedeemScript ? [`the redeemScript with the HASH160 ${missingRedeemScript}`] : []),
    ...(missingWitnessScript ? [`the witnessScript with the SHA-256 ${missingWitnessScript}`] : []),
    ...missingPublicKeys.map((hash) => `the public key with the HASH160 ${hash}`),
  ];
  if (lacks.length === 0) return [];
  return [
    `The PSBT does not tell ${lacks.join(', ')}: process it with the wallet that the output belongs to, or add its descriptor with utxoupdatepsbt.`,
  ];
}

function suggestForKeys({ missingKeys, missingOrigins }: Known): string {
  const keys = missingKeys.map((key) => {
    const origin = missingOrigins.find((each) => each.key === key);
    if (origin === undefined) return key;
    return `[${origin.masterFingerprint}${origin.path.slice(1)}]${key}`;
  });
  return `Signatures are missing, of ${keys.join(', ')}: sign with the wallet or device that has ${keys.length === 1 ? 'this key' : 'one of these keys'}.`;
}

function suggestForLock({ kind, value }: UnmetLock): string {
  return kind === 'older'
    ? `A path of the script is closed by older(${value}): it needs a transaction of version 2 with a sequence of at least ${value} for this input.`
    : `A path of the script is closed by after(${value}): it needs a transaction with a locktime of at least ${value} and a sequence below 4294967295 for this input.`;
}
