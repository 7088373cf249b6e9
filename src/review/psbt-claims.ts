import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import type { PsbtInput, PsbtOutput } from '../psbt/psbt.ts';
import { UNSPENDABLE_KEY } from '../script/taproot.ts';
import type { Coin } from '../transaction/transaction.ts';
import type { FindingId } from './catalog.ts';
import { misfitsOfOutput } from './find-misfits.ts';
import { straysOfOutput } from './find-strays.ts';
import { isKeyAlone } from './hidden-scripts.ts';
import { isUnrelayed } from './keyless.ts';
import { quorumOf } from './lock.ts';
import { foreignRole } from './outputs.ts';
import { namedIn } from './own-keys.ts';
import { musigItems } from './psbt-fields.ts';
import { isWholeTree } from './script-locks.ts';
import { type HiddenTree, itemsIn, type OutputClaim, type Spend } from './subject.ts';

export function claimOf(output: PsbtOutput, secp256k1: Secp256k1): OutputClaim {
  const { redeemScript, witnessScript } = output;
  const scripts = [redeemScript, witnessScript].filter(({ length }) => length > 0);
  const { tapTree, tapInternalKey } = output;
  const leaves = tapTree.map(({ script }) => script);
  // A taproot output without its tree reveals no scripts.
  const internal = tapInternalKey !== undefined && tapTree.length > 0 ? [tapInternalKey] : [];
  const items = [...itemsIn([...scripts, ...leaves]), ...internal];
  const misfits = misfitsOfOutput(output, secp256k1);
  const isWhole = tapTree.length > 0 && misfits.length === 0;
  return {
    named: namedIn(output),
    scripts,
    tree: treeOf(tapInternalKey, tapTree, isWhole, output.scriptPubKey, secp256k1),
    items: [...items, ...musigItems(output, items, secp256k1)],
    quorum: quorumOf(output.scriptPubKey, output),
    isUnrelayed: misfits.length === 0 && isUnrelayed(output),
    misfits,
    strays: straysOfOutput(output, secp256k1),
  };
}

/** Returns the complete tree of a taproot output; without leaves, only if no key opens it. */
function treeOf(
  internalKey: Bytes | undefined,
  leaves: HiddenTree['leaves'],
  isWhole: boolean,
  script: Bytes,
  curve: Secp256k1,
): HiddenTree | undefined {
  if (internalKey === undefined) return undefined;
  const isLost = () =>
    equalBytes(internalKey, UNSPENDABLE_KEY) && isKeyAlone(internalKey, script, curve);
  return isWhole || (leaves.length === 0 && isLost()) ? { internalKey, leaves } : undefined;
}

export function problemsOf(
  input: PsbtInput,
  coin: Coin | undefined,
  misfits: Spend['misfits'],
  isContradicted: boolean,
  secp256k1: Secp256k1,
): readonly FindingId[] {
  const problems: FindingId[] = [];
  if (isContradicted) problems.push('utxo-mismatch');
  if (misfits.length > 0) problems.push('script-mismatch');
  const isWhole = misfits.length === 0 && isWholeTree(input.tapLeaves);
  if (coin && isUnspendable(coin, input, isWhole, secp256k1)) {
    problems.push('input-unspendable');
  }
  return problems;
}

/** Returns whether a coin's script always fails, as far as the input shows it. */
function isUnspendable(
  { value: amount, scriptPubKey }: Coin,
  { redeemScript, witnessScript, tapInternalKey, tapLeaves }: PsbtInput,
  isWhole: boolean,
  secp256k1: Secp256k1,
): boolean {
  const isKey = (xOnly: Bytes) => secp256k1.isXOnlyPublicKey(xOnly);
  const coin = { value: amount ?? 0n, scriptPubKey };
  const scripts = [redeemScript, witnessScript];
  const tree = treeOf(tapInternalKey, tapLeaves, isWhole, scriptPubKey, secp256k1);
  return foreignRole(coin, { scripts, tree }, isKey) === 'burned';
}
