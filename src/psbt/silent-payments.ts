import { sumPoints } from '../crypto/curve/batch-sum.ts';
import { bytesToNumber, N } from '../crypto/curve/field.ts';
import { encodePoint, type Point } from '../crypto/curve/point.ts';
import { multiply } from '../crypto/dleq.ts';
import { taggedHash } from '../crypto/hash.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, bigEndian, compareBytes, emptyBytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { createWriter } from '../encoding/writer.ts';
import { p2trScript } from '../script/builders.ts';
import { writeOutPoint } from '../transaction/codec.ts';
import type { OutPoint } from '../transaction/transaction.ts';
import type { Psbt } from './psbt.ts';
import {
  globalShares,
  hasSilentFields,
  inputShares,
  type SilentRecipient,
  silentRecipient,
} from './silent-fields.ts';
import type { SenderKey } from './silent-inputs.ts';
import { placesOf, pointsOf, provenShare, type Senders, sendersOf } from './silent-shares.ts';

/** BIP352: the most outputs of one transaction that share a scan key. */
const K_MAX = 2323;

/**
 * What is wrong with the silent payments of a PSBT (BIP375). `malformed`: a field has a wrong size
 * or place, or a key that is not on the curve. `input-version`: a coin of a witness version above 1
 * is spent beside a silent payment. `proof-missing`: a script is set whose shares or proofs are not
 * all there. `proof-invalid`: a proof does not hold. `script-wrong`: an output pays another script
 * than that of its address. `modifiable`: a script is set while inputs or outputs may still be
 * added, which would make it wrong.
 */
export type SilentFault =
  | 'malformed'
  | 'input-version'
  | 'proof-missing'
  | 'proof-invalid'
  | 'script-wrong'
  | 'modifiable';

/** One output that a PSBT says is a silent payment. */
export type SilentOutput = {
  /** Counted from 0. */
  readonly index: number;
  readonly recipient: SilentRecipient;
  /** The script is the one that the address, the shares and their proofs give. */
  readonly isProven: boolean;
};

/** The silent payments of a PSBT, judged. */
export type SilentPayments = {
  readonly outputs: readonly SilentOutput[];
  /** Inputs and outputs that each fault is about, counted from 0. */
  readonly faults: readonly {
    readonly kind: SilentFault;
    readonly inputs: readonly number[];
    readonly outputs: readonly number[];
  }[];
};

type Fault = SilentPayments['faults'][number];

const hashInputs = taggedHash('BIP0352/Inputs');
const hashSecret = taggedHash('BIP0352/SharedSecret');

/**
 * Verifies the shares, proofs and scripts of all silent payments of a PSBT without a private key
 * (BIP352, BIP374, BIP375). `undefined`: the PSBT has none.
 */
export function judgeSilentPayments(psbt: Psbt, curve: Secp256k1): SilentPayments | undefined {
  if (!hasSilentFields(psbt)) return undefined;
  const malformed = findMalformed(psbt, curve);
  const outputs = psbt.outputs.flatMap((output, index) => {
    const { recipient } = silentRecipient(output);
    return recipient ? [{ index, recipient }] : [];
  });
  // An address that cannot be read is not shown.
  if (malformed.length > 0 || outputs.length === 0) return { outputs: [], faults: malformed };
  const senders = sendersOf(psbt, curve);
  const faults = [...findForbidden(senders.keys), ...findModifiable(psbt, outputs)];
  const judged = groupByScanKey(outputs).map((group) => judgeGroup(psbt, group, senders, curve));
  return {
    outputs: judged.flatMap((each) => each.outputs).sort((a, b) => a.index - b.index),
    faults: [...faults, ...judged.flatMap((each) => each.faults)],
  };
}

function findMalformed(psbt: Psbt, curve: Secp256k1): readonly Fault[] {
  const inputs = placesOf(psbt.inputs, (input) => !inputShares(input).isSound);
  const outputs = placesOf(psbt.outputs, (output) => {
    const { recipient, isSound } = silentRecipient(output);
    if (!isSound) return true;
    return recipient !== undefined && !hasSoundKeys(recipient, curve);
  });
  // BIP375 allows the fields in version 2 only.
  const isWhole = psbt.version === 2 && globalShares(psbt).isSound;
  if (isWhole && inputs.length + outputs.length === 0) return [];
  return [{ kind: 'malformed', inputs, outputs }];
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
  (outputs[index]?.script.length ?? 0) > 0;

/** In the order in which BIP375 counts k: by spend key, then by place. */
function groupByScanKey(outputs: readonly Recipient[]): readonly (readonly Recipient[])[] {
  const groups = new Map<string, Recipient[]>();
  for (const each of outputs) {
    const scanKey = encodeHex(each.recipient.scanKey);
    const group = groups.get(scanKey);
    if (group) group.push(each);
    else groups.set(scanKey, [each]);
  }
  return [...groups.values()].map((group) =>
    group.sort(
      (a, b) => compareBytes(a.recipient.spendKey, b.recipient.spendKey) || a.index - b.index,
    ),
  );
}

function judgeGroup(
  psbt: Psbt,
  group: readonly Recipient[],
  senders: Senders,
  curve: Secp256k1,
): SilentPayments {
  const scanKey = group[0]?.recipient.scanKey ?? emptyBytes;
  const { share, invalid, missing } = provenShare(scanKey, senders, curve);
  const set = group.filter((each) => hasScript(psbt, each)).map(({ index }) => index);
  const faults: Fault[] = [];
  if (invalid.length > 0) faults.push({ kind: 'proof-invalid', inputs: invalid, outputs: set });
  const isMissing = share === undefined && invalid.length === 0;
  if (set.length > 0 && isMissing) {
    faults.push({ kind: 'proof-missing', inputs: missing, outputs: set });
  }
  const scripts = share ? scriptsOf(psbt, group, senders.keys, share, curve) : undefined;
  const outputs = group.map((each, k): SilentOutput => {
    const script = psbt.outputs[each.index]?.script;
    const right = scripts?.[k];
    return { ...each, isProven: !!script && !!right && equalBytes(script, right) };
  });
  const wrong = outputs.filter((each) => hasScript(psbt, each) && share && !each.isProven);
  if (wrong.length > 0) {
    faults.push({ kind: 'script-wrong', inputs: [], outputs: wrong.map(({ index }) => index) });
  }
  return { outputs, faults };
}

/** BIP352, "Creating outputs"; `undefined`: the inputs or the hashes allow no silent payment. */
function scriptsOf(
  { inputs }: Psbt,
  group: readonly Recipient[],
  senders: readonly SenderKey[],
  share: Point,
  curve: Secp256k1,
): readonly (Bytes | undefined)[] | undefined {
  const sum = sumPoints(pointsOf(senders));
  const outPoints = inputs.map(({ prevout }) => encodeOutPoint(prevout));
  const [smallest] = outPoints.sort(compareBytes);
  if (sum === undefined || smallest === undefined || group.length > K_MAX) return undefined;
  const inputHash = bytesToNumber(hashInputs(smallest, encodePoint(sum, true)));
  const secret = inputHash < N ? multiply(inputHash, share, curve) : undefined;
  if (secret === undefined) return undefined;
  const head = encodePoint(secret, true);
  return group.map(({ recipient }, k) => {
    const key = curve.tweakPublicKey(recipient.spendKey, hashSecret(head, bigEndian(k, 4)));
    return key && p2trScript(key.subarray(1));
  });
}

function encodeOutPoint(outPoint: OutPoint): Bytes {
  const writer = createWriter(36);
  writeOutPoint(writer, outPoint);
  return writer.finish();
}
