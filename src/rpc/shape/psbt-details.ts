import { describeOrigin } from '../../descriptor/key-path.ts';
import { emptyBytes, equalBytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { invariant } from '../../encoding/invariant.ts';
import type { JsonArray } from '../../json/json.ts';
import { diagnosePsbtTask, type InputDiagnosis, type UnmetLock } from '../../psbt/diagnose.ts';
import type { Psbt, PsbtInput } from '../../psbt/psbt.ts';
import { openSession } from '../../psbt/psbt-session.ts';
import {
  globalShares,
  inputShares,
  isScriptPending,
  silentRecipient,
} from '../../psbt/silent-fields.ts';
import type { KeyOrigin } from '../../signing/provider.ts';
import { type Pause, runNow, runTask, type Task } from '../../signing/task.ts';
import type { Context } from '../context.ts';
import { fromPlain } from '../plain.ts';
import { profileRules } from '../profile.ts';
import { type InputDetails, shapeMissing, shapePlace } from './input-details.ts';

/** Why an input of a PSBT is not complete. Bytes are in hexadecimal. */
export type PsbtInputDetails = InputDetails & {
  /** Missing keys whose origin the PSBT contains: they show which wallet or device to ask. */
  readonly missingOrigins: readonly {
    /** The public key, in hexadecimal. */
    readonly key: string;
    /** Fingerprint of the master key: eight hex digits. */
    readonly masterFingerprint: string;
    /** Path from the master key, such as `m/84h/0h/0h/0/1`. */
    readonly path: string;
  }[];
  /** Public keys whose signature is present but does not match the transaction. */
  readonly badSignatures: readonly string[];
  /** Locks of the script that the transaction does not meet, as `older(n)` and `after(n)`. */
  readonly locks: readonly string[];
};

/** Returns the member `details` of a result, if it is requested and an input is not complete. */
export async function requestedDetails(
  psbt: Psbt,
  context: Context,
): Promise<JsonArray | undefined> {
  if (context.details !== true || !profileRules(context.profile).hints) return undefined;
  const details = await runTask(psbtDetails(psbt, context, context.pause));
  return details.length > 0 ? details.map(fromPlain) : undefined;
}

/** Returns what to do about the first incomplete input, or `undefined` if there is none. */
export function psbtHint(psbt: Psbt, context: Context): string | undefined {
  if (!profileRules(context.profile).hints) return undefined;
  const [first] = runNow(psbtDetails(psbt, context));
  return first && `Input ${first.input}: ${first.fix}`;
}

/**
 * Describes for a person what a PSBT still lacks. Inputs that lack signatures of the same master
 * keys, in any order, are described together.
 */
export function incompleteWords(psbt: Psbt, context: Context): string {
  const groups = new Map<string, PsbtInputDetails[]>();
  for (const each of runNow(psbtDetails(psbt, context))) {
    const key = missingMasters(each)?.join() ?? `${each.input}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  const texts = [...groups.values()].map(describeGroup);
  const more = texts.length > 3 ? ` ${texts.length - 3} more inputs are incomplete.` : '';
  return `It is not complete. ${texts.slice(0, 3).join(' ')}${more}`.trim();
}

/** Returns the master keys whose signatures an input lacks, if it lacks nothing else. */
function missingMasters(details: PsbtInputDetails): readonly string[] | undefined {
  const { missingKeys, missingOrigins, fix } = details;
  const areNamed = missingKeys.length > 0 && missingOrigins.length === missingKeys.length;
  if (!areNamed || fix !== suggestForKeys(details)) return undefined;
  return [...new Set(missingOrigins.map(({ masterFingerprint }) => masterFingerprint))].sort();
}

const MOST_LISTED = 4;

function describeGroup(group: readonly PsbtInputDetails[]): string {
  const [first, ...others] = group;
  if (first === undefined) return '';
  if (others.length === 0) return `Input ${first.input}: ${first.fix}`;
  const listed = group.slice(0, MOST_LISTED).map(({ input }) => input);
  const more = group.length - listed.length;
  const inputs = `${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `Inputs ${inputs}: ${askFor(missingMasters(first) ?? [])}`;
}

function* psbtDetails(
  psbt: Psbt,
  { secp256k1 }: Context,
  pause?: Pause,
): Task<readonly PsbtInputDetails[]> {
  const session = openSession(psbt, secp256k1);
  const found = session ? yield* diagnosePsbtTask(session, pause) : [];
  return found.map((each) => shapeDiagnosis(psbt, each));
}

/** Shapes the diagnosis of an input for programs and people. */
export function shapeDiagnosis(psbt: Psbt, found: InputDiagnosis): PsbtInputDetails {
  const input = psbt.inputs[found.index];
  invariant(input !== undefined, 'a diagnosis is of an input');
  const origins = originsOf(input);
  const missing = shapeMissing(found.missing);
  // A script with several spending paths has no single missing key, so list all keys that have not
  // signed.
  const missingKeys =
    missing.missingKeys.length > 0 ? missing.missingKeys : unsignedKeys(input, found);
  const missingOrigins = missingKeys.flatMap((key) => {
    const origin = origins.get(key);
    return origin === undefined ? [] : [{ key, ...describeOrigin(origin) }];
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
  const fix = suggestForSilent(psbt, found) ?? suggestFix(found, known, suggestForMusig(input));
  return { ...known, fix };
}

/** Describes what a PSBT needs whose silent payments are not computed yet: nothing else counts. */
function suggestForSilent(psbt: Psbt, { index, hasUtxo }: InputDiagnosis): string | undefined {
  const pending = psbt.outputs.filter(isScriptPending);
  if (!hasUtxo || pending.length === 0) return undefined;
  const input = psbt.inputs[index];
  const known = [globalShares(psbt).shares, ...(input ? [inputShares(input).shares] : [])];
  const hasShares = pending.every((output) => {
    const scanKey = silentRecipient(output).recipient?.scanKey;
    return scanKey !== undefined && known.some((shares) => shares.has(encodeHex(scanKey)));
  });
  if (hasShares) {
    return 'It has its share for the silent payment. Sign it again once all inputs have theirs.';
  }
  return 'It may have to add a share before the script of the silent payment can be computed. Sign with the wallet or device that has its key and supports silent payments (BIP375). In the library, sign with the option silent.';
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

/**
 * Returns the group that signs: the group with the most nonces, or the group of the internal key.
 * A PSBT of another program may name groups of other positions.
 */
function signingGroup(input: PsbtInput): PsbtInput['musigParticipants'][number] | undefined {
  const { musigParticipants, musigPubNonces, tapInternalKey = emptyBytes } = input;
  const noncesOf = ({ participants }: PsbtInput['musigParticipants'][number]) =>
    musigPubNonces.filter(({ participant }) =>
      participants.some((each) => equalBytes(each, participant)),
    ).length;
  const most = Math.max(0, ...musigParticipants.map(noncesOf));
  const active = musigParticipants.filter((group) => noncesOf(group) === most);
  const inner = active.find(({ aggregate }) => equalBytes(aggregate.subarray(1), tapInternalKey));
  return inner ?? active[0];
}

/**
 * Describes what the MuSig2 rounds still need, or `undefined` if the input has no keys in musig().
 */
function suggestForMusig(input: PsbtInput): string | undefined {
  const { musigPubNonces, musigPartialSignatures } = input;
  const group = signingGroup(input);
  if (group === undefined) return undefined;
  const origins = originsOf(input);
  const listOf = (done: PsbtInput['musigPubNonces']) => {
    const had = new Set(done.map(({ participant }) => encodeHex(participant)));
    const missing = group.participants.map(encodeHex).filter((key) => !had.has(key));
    const names = missing.map((key) => {
      const origin = origins.get(key.slice(2));
      return origin === undefined ? key : encodeHex(origin.fingerprint);
    });
    return { names: names.join(', '), count: group.participants.length - missing.length };
  };
  const all = group.participants.length;
  const nonces = listOf(musigPubNonces);
  if (nonces.count < all && musigPartialSignatures.length === 0) {
    return `MuSig2, round 1: ${nonces.count} of ${all} cosigners have added a nonce. Missing: ${nonces.names}. When all nonces are there, each cosigner signs this PSBT again.`;
  }
  const partials = listOf(musigPartialSignatures);
  return `MuSig2, round 2: ${partials.count} of ${all} cosigners have signed. Missing: ${partials.names}.`;
}

type Known = Omit<PsbtInputDetails, 'fix'>;

function suggestFix(found: InputDiagnosis, known: Known, musig: string | undefined): string {
  if (!found.hasUtxo) {
    return 'Add the spent output: use utxoupdatepsbt with a node or a snapshot, or ask the creator of the PSBT for the previous transaction.';
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
    ...(musig === undefined && known.missingKeys.length > 0 ? [suggestForKeys(known)] : []),
    ...(musig === undefined ? [] : [musig]),
    ...found.locks.map(suggestForLock),
  ];
  if (sentences.length > 0) return sentences.join(' ');
  return 'The PSBT does not contain how to spend this output. Add its descriptor with utxoupdatepsbt, or process it with the wallet that owns the output.';
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
    `The PSBT lacks ${lacks.join(', ')}. Process it with the wallet that the output belongs to, or add its descriptor with utxoupdatepsbt.`,
  ];
}

function suggestForKeys({ missingKeys, missingOrigins }: Known): string {
  const keys = missingKeys.map((key) => {
    const origin = missingOrigins.find((each) => each.key === key);
    return origin === undefined ? key : `[${origin.masterFingerprint}${origin.path.slice(1)}]`;
  });
  return askFor(keys);
}

const askFor = (keys: readonly string[]): string =>
  keys.length === 1
    ? `Still needed: a signature of ${keys.join()}. Sign with the wallet or device that has this key.`
    : `Still needed: a signature of one of ${keys.join(', ')}. Sign with the wallet or device that has one of these keys.`;

function suggestForLock({ kind, value }: UnmetLock): string {
  return kind === 'older'
    ? `A path of the script is closed by older(${value}): it needs a transaction of version 2 with a sequence of at least ${value} for this input.`
    : `A path of the script is closed by after(${value}): it needs a transaction with a locktime of at least ${value} and a sequence below 4294967295 for this input.`;
}
