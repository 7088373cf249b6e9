import { sumPoints } from '../crypto/curve/batch-sum.ts';
import type { Point } from '../crypto/curve/point.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, emptyBytes, equalBytes } from '../encoding/bytes.ts';
import { solveScript } from '../script/templates.ts';
import type { SenderKey } from '../silent/inputs.ts';
import type { SilentRecipient } from '../silent/silent-address.ts';
import { groupByScanKey, inputHash, scriptsOfGroup } from '../silent/silent-outputs.ts';
import type { Psbt, PsbtInput } from './psbt.ts';
import { spentOutput } from './psbt-session.ts';
import {
  globalShares,
  hasSilentFields,
  inputShares,
  labelField,
  silentRecipient,
  silentSpend,
} from './silent-fields.ts';
import { placesOf, pointsOf, provenShare, type Senders, sendersOf } from './silent-shares.ts';

/**
 * A fault in the silent payments of a PSBT (BIP375).
 * - `malformed`: a field has a wrong size or place, or a key that is not on the curve. The tweak of
 * an input does not lead to the output that it spends. There are more than 1,000 shares.
 * - `input-version`: a coin with a witness version above 1 is spent in the same transaction.
 * - `proof-missing`: a script is set, but its shares or proofs are incomplete.
 * - `proof-invalid`: a proof is not valid.
 * - `script-wrong`: an output pays another script than its address requires.
 * - `modifiable`: a script is set although inputs or outputs may still be added, which would make
 * it wrong.
 */
export type SilentFault =
  | 'malformed'
  | 'input-version'
  | 'proof-missing'
  | 'proof-invalid'
  | 'script-wrong'
  | 'modifiable';

/** An output that a PSBT labels as a silent payment. */
export type SilentOutput = {
  /** The output's number, from 0. */
  readonly index: number;
  /** The keys of its address. */
  readonly recipient: SilentRecipient;
  /** The label by which the PSBT claims that the address is the signer's own; else `undefined`. */
  readonly label: number | undefined;
  /** True if the script follows from the address, the shares and their proofs. */
  readonly isProven: boolean;
};

/** The silent payments of a PSBT, with their faults. */
export type SilentPayments = {
  /** Outputs that pay an address. Empty if a field cannot be parsed. */
  readonly outputs: readonly SilentOutput[];
  /** Faults found; empty if there are none so far. */
  readonly faults: readonly {
    readonly kind: SilentFault;
    /** Numbers of the affected inputs, from 0. */
    readonly inputs: readonly number[];
    /** Numbers of the affected outputs, from 0. */
    readonly outputs: readonly number[];
  }[];
};

type Fault = SilentPayments['faults'][number];

/**
 * Verifies the shares, proofs and scripts of all silent payments of a PSBT without a private key
 * (BIP352, BIP374, BIP375). `undefined`: the PSBT has none.
 */
export function judgeSilentPayments(psbt: Psbt, curve: Secp256k1): SilentPayments | undefined {
  if (!hasSilentFields(psbt)) return undefined;
  const malformed = findMalformed(psbt, curve);
  const outputs = recipientsOf(psbt);
  // Addresses that cannot be parsed are not shown.
  if (malformed.length > 0 || outputs.length === 0) return { outputs: [], faults: malformed };
  const senders = sendersOf(psbt, curve);
  const faults = [...findForbidden(senders.keys), ...findModifiable(psbt, outputs)];
  const judged = groupByScanKey(outputs).map((group) => judgeGroup(psbt, group, senders, curve));
  return {
    outputs: judged.flatMap((each) => each.outputs).sort((a, b) => a.index - b.index),
    faults: [...faults, ...judged.flatMap((each) => each.faults)],
  };
}

/** Returns true if the silent payments of a PSBT have a fault. A missing script is none. */
export const hasSilentFault = (psbt: Psbt, curve: Secp256k1): boolean =>
  (judgeSilentPayments(psbt, curve)?.faults.length ?? 0) > 0;

const recipientsOf = ({ outputs }: Psbt): readonly Recipient[] =>
  outputs.flatMap((output, index) => {
    const { recipient } = silentRecipient(output);
    return recipient ? [{ index, recipient, label: labelField(output) }] : [];
  });

function findMalformed(psbt: Psbt, curve: Secp256k1): readonly Fault[] {
  const inputs = placesOf(
    psbt.inputs,
    (input) => !inputShares(input).isSound || hasStrayTweak(input, curve),
  );
  const outputs = placesOf(psbt.outputs, (output) => {
    const { recipient, isSound } = silentRecipient(output);
    if (!isSound) return true;
    return recipient !== undefined && !hasSoundKeys(recipient, curve);
  });
  // BIP375 allows the fields in version 2 only.
  const isWhole = psbt.version === 2 && globalShares(psbt).isSound && !hasManyShares(psbt);
  if (isWhole && inputs.length + outputs.length === 0) return [];
  return [{ kind: 'malformed', inputs, outputs }];
}

/**
 * Returns true if the tweak of an input cannot spend its coin. BIP376: a signer must fail if the
 * key with the tweak is not the output key.
 */
function hasStrayTweak(input: PsbtInput, curve: Secp256k1): boolean {
  const spend = silentSpend(input);
  const coin = spentOutput(input);
  if (spend === undefined || coin === undefined) return false;
  const script = solveScript(coin.scriptPubKey);
  if (script.kind !== 'witness_v1_taproot') return true;
  const { tweak, spendKeys } = spend;
  const isIt = (key: Bytes) => {
    const tweaked = curve.tweakPublicKey(key, tweak);
    return tweaked !== undefined && equalBytes(tweaked.subarray(1), script.outputKey);
  };
  return spendKeys.length > 0 && !spendKeys.some(isIt);
}

/** Limits the work: each proof takes some milliseconds, and many signers share one transaction. */
const MOST_SHARES = 1000;

function hasManyShares(psbt: Psbt): boolean {
  const inputs = psbt.inputs.reduce((sum, input) => sum + inputShares(input).shares.size, 0);
  return globalShares(psbt).shares.size + inputs > MOST_SHARES;
}

const hasSoundKeys = ({ scanKey, spendKey }: SilentRecipient, curve: Secp256k1) =>
  curve.isPublicKey(scanKey) && curve.isPublicKey(spendKey);

function findForbidden(senders: readonly SenderKey[]): readonly Fault[] {
  const inputs = placesOf(senders, ({ kind }) => kind === 'forbidden');
  return inputs.length > 0 ? [{ kind: 'input-version', inputs, outputs: [] }] : [];
}

type Recipient = Omit<SilentOutput, 'isProven'>;

/** BIP375: a signer that sets a script sets both flags to false. */
function findModifiable(psbt: Psbt, all: readonly Recipient[]): readonly Fault[] {
  if (((psbt.txModifiable ?? 0) & 0b11) === 0) return [];
  const outputs = all.filter((each) => hasScript(psbt, each)).map(({ index }) => index);
  return outputs.length > 0 ? [{ kind: 'modifiable', inputs: [], outputs }] : [];
}

const hasScript = ({ outputs }: Psbt, { index }: Recipient): boolean =>
  (outputs[index]?.scriptPubKey.length ?? 0) > 0;

function judgeGroup(
  psbt: Psbt,
  group: readonly Recipient[],
  senders: Senders,
  curve: Secp256k1,
): SilentPayments {
  const scanKey = group[0]?.recipient.scanKey ?? emptyBytes;
  const { share, invalid, missing, unproven } = provenShare(scanKey, senders, curve);
  const set = group.filter((each) => hasScript(psbt, each)).map(({ index }) => index);
  const faults: Fault[] = [];
  if (invalid.length > 0) faults.push({ kind: 'proof-invalid', inputs: invalid, outputs: set });
  const isMissing = share === undefined && invalid.length === 0;
  if (set.length > 0 && isMissing) {
    faults.push({ kind: 'proof-missing', inputs: missing, outputs: set });
  } else if (unproven.length > 0 && invalid.length === 0) {
    // Only the signer that made the share can add its proof.
    const outputs = group.map(({ index }) => index);
    faults.push({ kind: 'proof-missing', inputs: unproven, outputs });
  }
  const scripts = share ? scriptsOf(psbt, group, senders.keys, share, curve) : undefined;
  const outputs = group.map((each, k): SilentOutput => {
    const script = psbt.outputs[each.index]?.scriptPubKey;
    const right = scripts?.[k];
    return { ...each, isProven: !!script && !!right && equalBytes(script, right) };
  });
  const wrong = outputs.filter((each) => hasScript(psbt, each) && share && !each.isProven);
  if (wrong.length > 0) {
    faults.push({ kind: 'script-wrong', inputs: [], outputs: wrong.map(({ index }) => index) });
  }
  return { outputs, faults };
}

/** Returns the scripts of outputs that pay a scan key, by output number, like `scriptsOf`. */
export function silentScripts(
  psbt: Psbt,
  scanKey: Bytes,
  senders: Senders,
  share: Point,
  curve: Secp256k1,
): ReadonlyMap<number, Bytes> | undefined {
  const group = groupByScanKey(recipientsOf(psbt)).find(
    ([first]) => first && equalBytes(first.recipient.scanKey, scanKey),
  );
  const scripts = group && scriptsOf(psbt, group, senders.keys, share, curve);
  return (
    scripts && new Map(group.flatMap(({ index }, k) => (scripts[k] ? [[index, scripts[k]]] : [])))
  );
}

/** Computes scripts (BIP352, "Creating outputs"); `undefined` if inputs or hashes allow none. */
function scriptsOf(
  { inputs }: Psbt,
  group: readonly Recipient[],
  senders: readonly SenderKey[],
  share: Point,
  curve: Secp256k1,
): readonly Bytes[] | undefined {
  const sum = sumPoints(pointsOf(senders));
  const hash = sum && inputHash(inputs, sum);
  const recipients = group.map(({ recipient }) => recipient);
  return hash && scriptsOfGroup(recipients, hash, share, curve);
}
