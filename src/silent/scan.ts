import type { MembersOf } from '../arguments/basic-kinds.ts';
import { checkArguments } from '../arguments/check-arguments.ts';
import { fromPoints } from '../crypto/curve/batch-add.ts';
import { readSums, sumPoints, sumRows } from '../crypto/curve/batch-sum.ts';
import { bytesToNumber } from '../crypto/curve/field.ts';
import { decodePoint, encodePoint, type Point } from '../crypto/curve/point.ts';
import { multiply } from '../crypto/dleq.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { sharedPoints } from '../crypto/shared-points.ts';
import { type Bytes, concatBytes, equalBytes, isBytes } from '../encoding/bytes.ts';
import { solveScript } from '../script/templates.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { senderKeyOf } from './inputs.ts';
import { CHANGE_LABEL, labelTweak, type SilentScanKeys } from './keys.ts';
import { inputHash, K_MAX, outputTweak } from './silent-outputs.ts';

/** Data of a transaction that a scan needs. */
type SilentCandidate = {
  /** input_hash times the sum of the eligible inputs' keys, 33 bytes. */
  readonly tweak: Bytes;
  /** X-only keys of its taproot outputs in order. */
  readonly outputs: readonly Bytes[];
};

const candidateKinds = {
  SilentCandidate: {
    tweak: 'tweakKey',
    outputs: 'outputKey[]',
  } satisfies MembersOf<SilentCandidate>,
  tweakKey: {
    is: (value: unknown) => isBytes(value) && value.length === 33,
    words: 'a Uint8Array of 33 bytes',
    hint: 'It is the result of silentTweak, or of an index server.',
  },
  outputKey: {
    is: (value: unknown) => isBytes(value) && value.length === 32,
    words: 'a Uint8Array of 32 bytes',
    hint: 'It is a key, not a script: cut the first two bytes of a scriptPubKey, by subarray(2).',
  },
} as const;

/** A payment that a scan found. */
export type SilentPayment = {
  /** Index in `outputs`, from 0. */
  readonly output: number;
  /** 32 bytes to add to the spend key, including the label's tweak. */
  readonly tweak: Bytes;
  /** `undefined` for the address without a label. */
  readonly label: number | undefined;
};

/**
 * Returns the public tweak of a transaction (BIP352, "Scanning silent payment eligible
 * transactions"). `undefined` if it has no taproot output or no eligible input, spends a witness
 * version above 1, or its keys add up to zero.
 */
export function silentTweak(
  { inputs, outputs }: Transaction,
  scripts: readonly Bytes[],
  curve: Secp256k1,
): Bytes | undefined {
  if (!outputs.some(({ scriptPubKey }) => taprootKey(scriptPubKey))) return undefined;
  const points: Point[] = [];
  for (const [i, { scriptSig, witness }] of inputs.entries()) {
    const scriptPubKey = scripts[i];
    if (scriptPubKey === undefined) return undefined;
    const sender = senderKeyOf({ scriptPubKey, scriptSig, witness }, curve);
    if (sender.kind === 'forbidden') return undefined;
    if (sender.kind === 'key') points.push(sender.point);
  }
  const sum = sumPoints(points);
  const hash = sum && inputHash(inputs, sum);
  const tweak = hash && sum && multiply(bytesToNumber(hash), sum, curve);
  return tweak && encodePoint(tweak, true);
}

/** Returns the x-only key of a taproot script. */
export function taprootKey(scriptPubKey: Bytes): Bytes | undefined {
  const script = solveScript(scriptPubKey);
  return script.kind === 'witness_v1_taproot' ? script.outputKey : undefined;
}

/**
 * Number of labels that are added to the spend key. If there are more, they are looked up by the
 * rest of an output.
 */
const FEW_LABELS = 4;

/** An address or one of its labels. */
type Target = { readonly spendKey: Bytes; readonly label?: number; readonly tweak?: Bytes };

/** Finds the payments to one address in many transactions. */
export type SilentScanner = {
  /** Returns the payments of each transaction, in the order of `candidates`. */
  scan(candidates: readonly SilentCandidate[]): readonly (readonly SilentPayment[])[];
};

/**
 * Creates a scanner for an address and the labels that were given out. The change label is always
 * included.
 */
export function createSilentScanner(
  { scanKey, spendKey }: SilentScanKeys,
  labels: Iterable<number>,
  curve: Secp256k1,
): SilentScanner {
  const labelled = [...new Set([CHANGE_LABEL, ...labels])].flatMap((label): Target[] => {
    const tweak = labelTweak(scanKey, label);
    const key = tweak && curve.tweakPublicKey(spendKey, tweak);
    return key ? [{ spendKey: key, label, tweak }] : [];
  });
  const few: readonly Target[] = [{ spendKey }, ...labelled.slice(0, FEW_LABELS)];
  const many = manyLabels(labelled.slice(FEW_LABELS), curve);

  /** Returns the first payment of each transaction at its tweak t_k. */
  function match(
    candidates: readonly { readonly left: readonly (Bytes | undefined)[]; readonly t: Bytes }[],
  ): readonly (SilentPayment | undefined)[] {
    const tweaks = candidates.map(({ t }) => t);
    const keys = few.map((target) => curve.tweakPublicKeyMany(target.spendKey, tweaks));
    return candidates.map(({ left, t }, i) => {
      for (const [at, { label, tweak }] of few.entries()) {
        const key = keys[at]?.[i]?.subarray(1);
        const output = left.findIndex((each) => each && key && equalBytes(each, key));
        if (output >= 0) return { output, label, tweak: addTweaks(t, tweak, curve) };
      }
      const own = keys[0]?.[i];
      const found = own && many?.(own, left);
      if (!found) return undefined;
      return { ...found, tweak: addTweaks(t, found.tweak, curve) };
    });
  }

  function scan(candidates: readonly SilentCandidate[]): readonly (readonly SilentPayment[])[] {
    checkArguments('scan', { candidates: [candidates, 'SilentCandidate[]'] }, candidateKinds);
    const secrets = sharedPoints(
      scanKey.reveal(),
      candidates.map(({ tweak }) => tweak),
      curve,
    );
    const found: SilentPayment[][] = candidates.map(() => []);
    const left = candidates.map(({ outputs }): (Bytes | undefined)[] => [...outputs]);
    let open = candidates.map((_, i) => i);
    for (let k = 0; k < K_MAX && open.length > 0; k++) {
      const round = open.flatMap((index) => {
        const secret = secrets[index];
        const t = secret && outputTweak(secret, k);
        return t ? [{ index, t, left: left[index] ?? [] }] : [];
      });
      const matches = match(round);
      open = [];
      for (const [i, { index, left: rest }] of round.entries()) {
        const payment = matches[i];
        if (payment === undefined) continue;
        found[index]?.push(payment);
        rest[payment.output] = undefined;
        open.push(index);
      }
    }
    return found;
  }
  return { scan };
}

/** Adds a label's tweak to t_k. */
function addTweaks(t: Bytes, tweak: Bytes | undefined, curve: Secp256k1): Bytes {
  return (tweak && curve.tweakPrivateKey(t, tweak)) ?? t;
}

type FoundLabel = { readonly output: number; readonly label: number; readonly tweak: Bytes };

/**
 * Looks up "label = output - P_k" (BIP352), also with the output negated, among all labels.
 * `undefined` if there are no labels.
 */
function manyLabels(
  labelled: readonly Target[],
  curve: Secp256k1,
): ((own: Bytes, left: readonly (Bytes | undefined)[]) => FoundLabel | undefined) | undefined {
  if (labelled.length === 0) return undefined;
  const byX = new Map<
    bigint,
    { readonly y: bigint; readonly label: number; readonly tweak: Bytes }
  >();
  for (const { label, tweak } of labelled) {
    const key = tweak && curve.publicKey(tweak, false);
    const point = key && decodePoint(key);
    if (point && label !== undefined) byX.set(point.x, { y: point.y, label, tweak });
  }
  // Each output is decoded once, and looked at in each round.
  const points = new WeakMap<Bytes, { readonly even: Point | undefined }>();
  const evenPoint = (xOnly: Bytes): Point | undefined => {
    const known = points.get(xOnly);
    if (known !== undefined) return known.even;
    const even = decodePoint(concatBytes(Uint8Array.of(2), xOnly));
    points.set(xOnly, { even });
    return even;
  };
  return (own, left) => {
    const point = decodePoint(own);
    if (point === undefined) return undefined;
    for (let start = 0; start < left.length; start += BATCH) {
      const some = left.slice(start, start + BATCH).flatMap((xOnly, i) => {
        const even = xOnly && evenPoint(xOnly);
        return even ? [{ output: start + i, even }] : [];
      });
      const rests = differences(
        some.map(({ even }) => even),
        point,
      );
      for (const [i, rest] of rests.entries()) {
        const known = rest && byX.get(rest.x);
        const found = some[i >> 1];
        if (!known || !found || known.y !== rest.y) continue;
        return { output: found.output, label: known.label, tweak: known.tweak };
      }
    }
    return undefined;
  };
}

/** Number of outputs whose differences share an inversion. Payments are mostly among the first. */
const BATCH = 64;

/** Returns `each - point` and `-each - point` for each; `undefined` for infinity. */
function differences(list: readonly Point[], point: Point): readonly (Point | undefined)[] {
  const items = list.flatMap((_, i) => [i + 2, -1, -(i + 2), -1]);
  const starts = Array.from({ length: 2 * list.length + 1 }, (_, row) => 2 * row);
  const rows = { items: Int32Array.from(items), starts: Int32Array.from(starts) };
  return readSums(sumRows(fromPoints([point, ...list]), rows));
}
