import { type Bytes, bigEndian, concatBytes, equalBytes } from '../encoding/bytes.ts';
import { nameOfBytes } from '../encoding/hex.ts';
import type { TaprootLeaf } from '../signing/provider.ts';
import { transactionId } from '../transaction/txid.ts';
import { convertPsbt } from './convert.ts';
import {
  byAggregate,
  byAggregateAndLeaf,
  byDigest,
  byKey,
  byPublicKey,
  byXOnly,
  byXOnlyAndLeaf,
} from './order.ts';
import type { GlobalXpub, Psbt, PsbtInput, PsbtOutput } from './psbt.ts';
import { uniqueId, unsignedTransaction } from './unsigned-transaction.ts';

/** Both lists; of two entries with one key the first list's. */
function union<T>(a: readonly T[], b: readonly T[], key: (item: T) => Bytes): readonly T[] {
  if (b.length === 0) return a;
  const seen = new Set(a.map((item) => nameOfBytes(key(item))));
  return [...a, ...b.filter((item) => !seen.has(nameOfBytes(key(item))))];
}

const byLeaf = ({ script, leafVersion }: TaprootLeaf) =>
  concatBytes(script, Uint8Array.of(leafVersion));
const byXpub = ({ xpub, origin }: GlobalXpub) =>
  concatBytes(xpub, origin.fingerprint, ...origin.path.map((step) => bigEndian(step, 4)));
const orEmpty = (a: Bytes, b: Bytes): Bytes => (a.length > 0 ? a : b);

function combineInputs(a: PsbtInput, b: PsbtInput): PsbtInput {
  return {
    ...a,
    sequence: a.sequence ?? b.sequence,
    timeLocktime: a.timeLocktime ?? b.timeLocktime,
    heightLocktime: a.heightLocktime ?? b.heightLocktime,
    nonWitnessUtxo: a.nonWitnessUtxo ?? b.nonWitnessUtxo,
    witnessUtxo: a.witnessUtxo ?? b.witnessUtxo,
    partialSignatures: union(a.partialSignatures, b.partialSignatures, byPublicKey),
    redeemScript: orEmpty(a.redeemScript, b.redeemScript),
    witnessScript: orEmpty(a.witnessScript, b.witnessScript),
    keyPaths: union(a.keyPaths, b.keyPaths, byPublicKey),
    finalScriptSig: orEmpty(a.finalScriptSig, b.finalScriptSig),
    finalWitness: a.finalWitness.length > 0 ? a.finalWitness : b.finalWitness,
    ripemd160: union(a.ripemd160, b.ripemd160, byDigest),
    sha256: union(a.sha256, b.sha256, byDigest),
    hash160: union(a.hash160, b.hash160, byDigest),
    hash256: union(a.hash256, b.hash256, byDigest),
    tapKeySignature: a.tapKeySignature ?? b.tapKeySignature,
    tapScriptSignatures: union(a.tapScriptSignatures, b.tapScriptSignatures, byXOnlyAndLeaf),
    tapLeaves: union(a.tapLeaves, b.tapLeaves, byLeaf),
    tapKeyPaths: union(a.tapKeyPaths, b.tapKeyPaths, byXOnly),
    tapInternalKey: a.tapInternalKey ?? b.tapInternalKey,
    tapMerkleRoot: a.tapMerkleRoot ?? b.tapMerkleRoot,
    musigParticipants: union(a.musigParticipants, b.musigParticipants, byAggregate),
    musigPubNonces: union(a.musigPubNonces, b.musigPubNonces, byAggregateAndLeaf),
    musigPartialSignatures: union(
      a.musigPartialSignatures,
      b.musigPartialSignatures,
      byAggregateAndLeaf,
    ),
    proprietary: union(a.proprietary, b.proprietary, byKey),
    unknown: union(a.unknown, b.unknown, byKey),
  };
}

function combineOutputs(a: PsbtOutput, b: PsbtOutput): PsbtOutput {
  return {
    ...a,
    scriptPubKey: orEmpty(a.scriptPubKey, b.scriptPubKey),
    redeemScript: orEmpty(a.redeemScript, b.redeemScript),
    witnessScript: orEmpty(a.witnessScript, b.witnessScript),
    keyPaths: union(a.keyPaths, b.keyPaths, byPublicKey),
    tapInternalKey: a.tapInternalKey ?? b.tapInternalKey,
    tapTree: a.tapTree.length > 0 ? a.tapTree : b.tapTree,
    tapKeyPaths: union(a.tapKeyPaths, b.tapKeyPaths, byXOnly),
    musigParticipants: union(a.musigParticipants, b.musigParticipants, byAggregate),
    proprietary: union(a.proprietary, b.proprietary, byKey),
    unknown: union(a.unknown, b.unknown, byKey),
  };
}

const HAS_SIGHASH_SINGLE = 0b100;

/** Flags of both must allow a change; "has SIGHASH_SINGLE" stays once it is set. */
function combineModifiable(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined && b === undefined) return undefined;
  const [left, right] = [a ?? 0, b ?? 0];
  return (left & right & ~HAS_SIGHASH_SINGLE) | ((left | right) & HAS_SIGHASH_SINGLE);
}

/** Converts `b` to the version of `a`; `undefined` if their transactions differ. */
function alike(a: Psbt, b: Psbt): Psbt | undefined {
  if (a.version === b.version) {
    const id = uniqueId(a);
    return id !== undefined && id === uniqueId(b) && haveSameScripts(a, b) ? b : undefined;
  }
  // BIP370's identification leaves sequence numbers open; version 0 has them fixed, and its
  // signatures were made over them.
  const [one, other] = [unsignedTransaction(a), unsignedTransaction(b)];
  if (one === undefined || other === undefined) return undefined;
  if (transactionId(one) !== transactionId(other)) return undefined;
  // Back to version 2 it loses the fields in which version 0 carries what it has none for.
  const fields = convertPsbt(b, 2);
  return fields && { ...fields, ...locksOf(a), inputs: withLocksOf(a, fields.inputs) };
}

/** A silent payment may have its script in one of them only. */
function haveSameScripts(a: Psbt, b: Psbt): boolean {
  return a.outputs.every(({ scriptPubKey: script }, i) => {
    const other = b.outputs[i]?.scriptPubKey ?? script;
    return script.length === 0 || other.length === 0 || equalBytes(script, other);
  });
}

/** Returns the lock fields of a PSBT, which differ between versions. */
function locksOf({ version, fallbackLocktime, txModifiable }: Psbt): Partial<Psbt> {
  return { version, fallbackLocktime, ...(version === 0 && { txModifiable }) };
}

function withLocksOf({ inputs: known }: Psbt, inputs: Psbt['inputs']): Psbt['inputs'] {
  return inputs.map((input, i) => {
    const { sequence, timeLocktime, heightLocktime } = known[i] ?? input;
    return { ...input, sequence, timeLocktime, heightLocktime };
  });
}

function combineTwo(a: Psbt, given: Psbt): Psbt | undefined {
  const b = alike(a, given);
  if (b === undefined) return undefined;
  const inputs = a.inputs.map((input, i) => {
    const other = b.inputs[i];
    return other === undefined ? input : combineInputs(input, other);
  });
  const outputs = a.outputs.map((output, i) => {
    const other = b.outputs[i];
    return other === undefined ? output : combineOutputs(output, other);
  });
  return {
    ...a,
    fallbackLocktime: a.fallbackLocktime ?? b.fallbackLocktime,
    txModifiable: combineModifiable(a.txModifiable, b.txModifiable),
    xpubs: union(a.xpubs, b.xpubs, byXpub),
    inputs,
    outputs,
    proprietary: union(a.proprietary, b.proprietary, byKey),
    unknown: union(a.unknown, b.unknown, byKey),
  };
}

/**
 * BIP174, Combiner: all that any of them knows about one transaction, in the version of the first;
 * `undefined` when they are about different ones. Of two that say one thing differently the earlier
 * counts.
 *
 * @param first - Decides the version, and counts where two differ.
 * @param others - Of the same transaction, in either version.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { fund, openAccount } from 'coldsign';
 * import { combinePsbts } from 'coldsign/psbt';
 *
 * const descriptor = 'wpkh(cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA)';
 * const account = openAccount(descriptor, { network: 'regtest' });
 * const coins = account.coins([
 *   { txid: '11'.repeat(32), vout: 0, value: 90_000n, height: 100, address: account.address(0) },
 * ]);
 * const to = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
 * const { psbt } = fund({
 *   coins,
 *   outputs: [{ address: to, value: 50_000n }],
 *   change: account,
 *   feeRate: 2,
 * });
 * console.log(combinePsbts(psbt, psbt)?.inputs.length); // 1
 */
export function combinePsbts(first: Psbt, ...others: readonly Psbt[]): Psbt | undefined {
  let combined: Psbt | undefined = first;
  for (const other of others) combined &&= combineTwo(combined, other);
  return combined;
}
