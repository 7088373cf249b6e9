import { sumPoints } from '../crypto/curve/batch-sum.ts';
import type { Point } from '../crypto/curve/point.ts';
import { verifyDleq } from '../crypto/dleq.ts';
import { readPoint } from '../crypto/musig.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { commitmentOf, type SenderKey, senderKeyOf } from '../silent/inputs.ts';
import type { Psbt, PsbtInput } from './psbt.ts';
import { spentOutput } from './psbt-session.ts';
import { globalShares, inputShares, type SilentShare } from './silent-fields.ts';

type Shares = ReadonlyMap<string, SilentShare>;

/** The senders: the inputs' public keys, and the shares by the hex of their scan key. */
export type Senders = {
  readonly keys: readonly SenderKey[];
  /** Shares for the sum of all inputs. */
  readonly whole: Shares;
  /** Shares of each input. */
  readonly inputs: readonly Shares[];
};

export function sendersOf(psbt: Psbt, curve: Secp256k1): Senders {
  return {
    keys: psbt.inputs.map((input) => senderKey(input, curve)),
    whole: globalShares(psbt).shares,
    inputs: psbt.inputs.map((input) => inputShares(input).shares),
  };
}

/**
 * Returns an input's contribution to the shared secret of a silent payment, from its derivations,
 * or from its final scripts once derivations are gone.
 */
function senderKey(input: PsbtInput, curve: Secp256k1): SenderKey {
  const coin = spentOutput(input);
  if (coin === undefined) return { kind: 'unknown' };
  const { redeemScript, tapInternalKey, tapMerkleRoot, tapLeaves } = input;
  const fields = tapInternalKey ? [{ internalKey: tapInternalKey, merkleRoot: tapMerkleRoot }] : [];
  const leaves = tapLeaves.flatMap((leaf) =>
    leaf.controlBlocks.flatMap((block) => commitmentOf(block, leaf.script)),
  );
  const spent = {
    scriptPubKey: coin.scriptPubKey,
    scriptSig: input.finalScriptSig,
    witness: input.finalWitness,
    publicKeys: input.keyPaths.map(({ publicKey }) => publicKey),
    redeemScript: redeemScript.length > 0 ? redeemScript : undefined,
    commitments: [...fields, ...leaves],
  };
  return senderKeyOf(spent, curve);
}

/** The share of one scan key. */
export type ProvenShare = {
  /** The sum of all private keys times the scan key, if it is proven. */
  readonly share: Point | undefined;
  /** Inputs with an invalid proof; all inputs if the global proof is invalid. */
  readonly invalid: readonly number[];
  /** Inputs without a share, proof or public key. */
  readonly missing: readonly number[];
  /** Inputs with a share that has no proof; all inputs if it is the global share. */
  readonly unproven: readonly number[];
};

/** Returns the global share, or else the sum of the inputs' shares. Verifies every proof. */
export function provenShare(
  scanKey: Bytes,
  { keys, whole: globals, inputs }: Senders,
  curve: Secp256k1,
): ProvenShare {
  const base = readPoint(scanKey, curve);
  const name = encodeHex(scanKey);
  const eligible = eligiblePlaces(keys);
  const unnamed = placesOf(keys, ({ kind }) => kind === 'unknown');
  const judge = (pair: SilentShare | undefined, publicKey: Point | undefined) =>
    judgeShare(pair, { base, publicKey }, curve);
  const shares = eligible.map((index) => {
    return { index, ...judge(inputs[index]?.get(name), pointOf(keys[index])) };
  });
  const whole = globals.get(name);
  const sum = unnamed.length === 0 ? sumPoints(pointsOf(keys)) : undefined;
  const all = judge(whole, sum);
  const isBare = (pair: SilentShare | undefined) => pair?.share && !pair.proof;
  const unproven = isBare(whole)
    ? eligible
    : eligible.filter((index) => isBare(inputs[index]?.get(name)));
  const invalid = shares.filter(({ state }) => state === 'invalid').map(({ index }) => index);
  if (all.state === 'invalid') return { ...none, unproven, invalid: eligible };
  if (invalid.length > 0) return { ...none, unproven, invalid };
  if (whole !== undefined) return { share: all.share, invalid, missing: unnamed, unproven };
  const missing = shares.filter(({ share }) => share === undefined).map(({ index }) => index);
  const isWhole = missing.length === 0 && shares.length > 0;
  const total = isWhole ? sumPoints(shares.flatMap(({ share }) => share ?? [])) : undefined;
  return { share: total, invalid, missing, unproven };
}

const none: ProvenShare = { share: undefined, invalid: [], missing: [], unproven: [] };

const pointOf = (sender: SenderKey | undefined): Point | undefined =>
  sender?.kind === 'key' ? sender.point : undefined;

export const pointsOf = (senders: readonly SenderKey[]): readonly Point[] =>
  senders.flatMap((sender) => pointOf(sender) ?? []);

type Claimed = { readonly base: Point | undefined; readonly publicKey: Point | undefined };

/** Verifies a share. `invalid` without a share means that the share is not a point. */
function judgeShare(
  pair: SilentShare | undefined,
  { base, publicKey }: Claimed,
  curve: Secp256k1,
): { readonly state: 'valid' | 'invalid' | 'missing'; readonly share?: Point } {
  const { share: bytes, proof } = pair ?? {};
  if (!bytes || !proof || !base || !publicKey) return { state: 'missing' };
  const share = readPoint(bytes, curve);
  if (share === undefined) return { state: 'invalid' };
  const holds = verifyDleq({ publicKey, base, share, proof }, curve);
  return holds ? { state: 'valid', share } : { state: 'invalid' };
}

/** Returns the inputs that contribute to the shared secret, whether their key is known or not. */
export const eligiblePlaces = (senders: readonly SenderKey[]): readonly number[] =>
  placesOf(senders, ({ kind }) => kind === 'key' || kind === 'unknown');

/** Returns the indexes of list items that fit. */
export function placesOf<T>(list: readonly T[], fits: (item: T) => boolean): readonly number[] {
  return list.flatMap((item, index) => (fits(item) ? [index] : []));
}
