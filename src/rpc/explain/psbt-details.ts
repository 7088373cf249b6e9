import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { describeOrigin } from '../../descriptor/key-path.ts';
import { emptyBytes, equalBytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { invariant } from '../../encoding/invariant.ts';
import type { JsonArray } from '../../json/json.ts';
import { diagnosePsbtTask, type InputDiagnosis } from '../../psbt/diagnose.ts';
import { inEnglish, type NeedMessage, needMessage } from '../../psbt/outcome-messages.ts';
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

function* psbtDetails(
  psbt: Psbt,
  { secp256k1 }: Pick<Context, 'secp256k1'>,
  pause?: Pause,
): Task<readonly PsbtInputDetails[]> {
  return (yield* psbtNeeds(psbt, secp256k1, pause)).map(({ details }) => details);
}

/** Needs of an incomplete input, for programs and as messages. */
export type InputNeeds = {
  readonly details: PsbtInputDetails;
  readonly needs: readonly NeedMessage[];
};

/** Returns what each incomplete input needs, and lets other work run after every few inputs. */
export function* psbtNeeds(
  psbt: Psbt,
  secp256k1: Secp256k1,
  pause?: Pause,
): Task<readonly InputNeeds[]> {
  const session = openSession(psbt, secp256k1);
  const found = session ? yield* diagnosePsbtTask(session, pause) : [];
  return found.map((each) => shapeDiagnosis(psbt, each));
}

/** Shapes the diagnosis of an input for programs and people. */
function shapeDiagnosis(psbt: Psbt, found: InputDiagnosis): InputNeeds {
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
  const silent = silentNeed(psbt, found);
  const needs = silent ? [silent] : needsOf(found, known, musigNeed(input));
  return { details: { ...known, fix: inEnglish(needs) }, needs };
}

/** Describes what a PSBT needs whose silent payments are not computed yet: nothing else counts. */
function silentNeed(psbt: Psbt, { index, hasUtxo }: InputDiagnosis): NeedMessage | undefined {
  const pending = psbt.outputs.filter(isScriptPending);
  if (!hasUtxo || pending.length === 0) return undefined;
  const input = psbt.inputs[index];
  const known = [globalShares(psbt).shares, ...(input ? [inputShares(input).shares] : [])];
  const hasShares = pending.every((output) => {
    const scanKey = silentRecipient(output).recipient?.scanKey;
    return scanKey !== undefined && known.some((shares) => shares.has(encodeHex(scanKey)));
  });
  return needMessage(hasShares ? 'silent-wait' : 'silent-share');
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
function musigNeed(input: PsbtInput): NeedMessage | undefined {
  const { musigPubNonces, musigPartialSignatures } = input;
  const group = signingGroup(input);
  if (group === undefined) return undefined;
  const origins = originsOf(input);
  const need = (id: NeedMessage['id'], done: PsbtInput['musigPubNonces']) => {
    const had = new Set(done.map(({ participant }) => encodeHex(participant)));
    const all = group.participants.map(encodeHex);
    const missing = all.filter((key) => !had.has(key));
    const names = missing.map((key) => {
      const origin = origins.get(key.slice(2));
      return origin === undefined ? key : encodeHex(origin.fingerprint);
    });
    const count = all.length - missing.length;
    return { count, message: needMessage(id, count, all.length, names.join(', ')) };
  };
  const nonces = need('musig-nonces', musigPubNonces);
  return nonces.count < group.participants.length && musigPartialSignatures.length === 0
    ? nonces.message
    : need('musig-signatures', musigPartialSignatures).message;
}

type Known = Omit<PsbtInputDetails, 'fix'>;

function needsOf(
  found: InputDiagnosis,
  known: Known,
  musig: NeedMessage | undefined,
): readonly NeedMessage[] {
  if (!found.hasUtxo) return [needMessage('coin')];
  if (found.failure !== undefined) return [needMessage('failure')];
  const { badSignatures } = known;
  const needs = [
    ...(badSignatures.length > 0 ? [needMessage('remove', badSignatures.join(', '))] : []),
    ...scriptNeeds(known),
    ...(musig ? [musig] : known.missingKeys.length > 0 ? [keysNeed(namesOfKeys(known))] : []),
    ...found.locks.map(({ kind, value }) => needMessage(`lock-${kind}`, value)),
  ];
  return needs.length > 0 ? needs : [needMessage('no-way'), needMessage('scripts')];
}

function scriptNeeds(known: Known): readonly NeedMessage[] {
  const { missingRedeemScript, missingWitnessScript, missingPublicKeys } = known;
  const lacks = [
    ...(missingRedeemScript ? [needMessage('redeem', missingRedeemScript)] : []),
    ...(missingWitnessScript ? [needMessage('witness', missingWitnessScript)] : []),
    ...missingPublicKeys.map((hash) => needMessage('public-key', hash)),
  ];
  return lacks.length === 0 ? [] : [...lacks, needMessage('scripts')];
}

const namesOfKeys = ({ missingKeys, missingOrigins }: Known): readonly string[] =>
  missingKeys.map((key) => {
    const origin = missingOrigins.find((each) => each.key === key);
    return origin === undefined ? key : `[${origin.masterFingerprint}${origin.path.slice(1)}]`;
  });

/** Returns a message that a signature of one of these keys, or of the only one, is missing. */
export const keysNeed = (keys: readonly string[]): NeedMessage =>
  needMessage(keys.length === 1 ? 'signature' : 'one-signature', keys.join(', '));
