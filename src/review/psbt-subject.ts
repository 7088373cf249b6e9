import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { isFinalized } from '../psbt/encode.ts';
import { addFinalScripts } from '../psbt/finalize.ts';
import type { Psbt, PsbtInput, PsbtOutput } from '../psbt/psbt.ts';
import { openSession, type PsbtSession } from '../psbt/session.ts';
import { isScriptPending } from '../psbt/silent-fields.ts';
import { judgeSilentPayments } from '../psbt/silent-payments.ts';
import { solveScript } from '../script/templates.ts';
import type { Coin } from '../transaction/transaction.ts';
import type { FindingId } from './catalog.ts';
import { misfitsOfInput, misfitsOfOutput } from './find-misfits.ts';
import { describeLock, quorumOf } from './lock.ts';
import type { Certainty } from './model.ts';
import { foreignRole } from './outputs.ts';
import type { NamedKey } from './own-keys.ts';
import { partialSignatures } from './partial-signatures.ts';
import { fieldNames } from './psbt-fields.ts';
import { agesIn, findUnmetLock } from './script-locks.ts';
import { isSegwit, judgeScripts } from './signatures.ts';
import { sizeWhenSigned } from './size.ts';
import { itemsIn, type OutputClaim, type Spend, type Subject } from './subject.ts';

/** Bytes of a taproot script, as silent payments get. */
const PENDING_SCRIPT = 34;

/**
 * What a PSBT tells; `undefined` when the lock times that its inputs ask for exclude each other.
 */
export function psbtSubject(psbt: Psbt, secp256k1: Secp256k1): Subject | undefined {
  const session = openSession(psbt, secp256k1);
  if (session === undefined) return undefined;
  const transaction = addFinalScripts(session.cache.transaction, psbt);
  const pending = psbt.outputs.filter(isScriptPending).length;
  return {
    transaction,
    spends: psbt.inputs.map((input, index) => spendOf(session, input, index)),
    claims: psbt.outputs.map((output) => claimOf(output, secp256k1)),
    vsize: sizeWhenSigned(session, transaction) + PENDING_SCRIPT * pending,
    fields: fieldNames(psbt),
    isKey: (xOnly) => secp256k1.isXOnlyPublicKey(xOnly),
    isModifiable: ((psbt.txModifiable ?? 0) & 0b11) !== 0,
    xpubs: psbt.xpubs,
    modifiable: psbt.txModifiable ?? 0,
    silentPayments: judgeSilentPayments(psbt, secp256k1),
  };
}

function spendOf(session: PsbtSession, input: PsbtInput, index: number): Spend {
  const { cache, secp256k1 } = session;
  const coin = cache.coins[index];
  const final = { scriptSig: input.finalScriptSig, witness: input.finalWitness };
  const isFinal = isFinalized(input);
  const { signatures, verdict, unmetLock } = judgeScripts(cache, index, final, secp256k1);
  const inner = {
    redeemScript: input.redeemScript,
    witnessScript: input.witnessScript,
    witness: input.finalWitness,
    leaves: input.tapLeaves.length,
  };
  const misfits = coin ? misfitsOfInput(input, coin.scriptPubKey, secp256k1) : [];
  return {
    coin,
    misfits,
    certainty: certaintyOf(input, coin?.scriptPubKey),
    sighashType: input.sighashType,
    lock: coin ? describeLock(coin.scriptPubKey, inner) : 'not known',
    signatures: isFinal ? signatures : partialSignatures(input, cache, index, secp256k1),
    verdict,
    problems: problemsOf(input, coin, misfits, session),
    named: namedIn(input),
    items: isFinal || coin === undefined ? [] : itemsOf(input, coin.scriptPubKey),
    isShared: coin !== undefined && isSharedLock(coin.scriptPubKey, input),
    quorum: coin && quorumOf(coin.scriptPubKey, inner),
    ages: coin ? agesIn(scriptsIn(input, coin.scriptPubKey)) : [],
    unmetLock:
      isFinal || coin === undefined
        ? unmetLock
        : findUnmetLock(input, index, coin, cache.transaction),
    lockOf:
      isFinal || coin === undefined || mayBeShared(input)
        ? undefined
        : (held) => findUnmetLock(input, index, coin, cache.transaction, held),
  };
}

/** Whether the internal key may be one that a held key is a part of (MuSig2). */
const mayBeShared = ({ tapInternalKey: key, tapKeyPaths, musigParticipants }: PsbtInput) =>
  musigParticipants.length > 0 ||
  (key !== undefined && !tapKeyPaths.some(({ xOnly }) => equalBytes(xOnly, key)));

/** Whether the lock is known, and not that of one key. */
function isSharedLock(
  script: Bytes,
  { redeemScript, witnessScript, tapLeaves }: PsbtInput,
): boolean {
  const inner = witnessScript.length > 0 ? witnessScript : redeemScript;
  const { kind } = solveScript(script);
  const isKey = solveScript(inner).kind === 'witness_v0_keyhash';
  return kind === 'witness_v1_taproot'
    ? tapLeaves.length > 0
    : kind === 'multisig' || (inner.length > 0 && !isKey);
}

type Named = Pick<PsbtInput, 'keyPaths' | 'tapKeyPaths'>;

const namedIn = ({ keyPaths, tapKeyPaths }: Named): readonly NamedKey[] => [
  ...keyPaths,
  ...tapKeyPaths.map(({ xOnly, origin }) => ({ publicKey: xOnly, origin })),
];

/** All keys and hashes that a signer could find its own keys by. */
function itemsOf(input: PsbtInput, script: Bytes): readonly Bytes[] {
  const isTaproot = solveScript(script).kind === 'witness_v1_taproot';
  const internal = isTaproot && input.tapInternalKey ? [input.tapInternalKey] : [];
  return [...itemsIn(scriptsIn(input, script)), ...internal];
}

/** The scripts that lock a coin, as far as the PSBT has them; of a final input also the witness. */
function scriptsIn(input: PsbtInput, script: Bytes): readonly Bytes[] {
  const { redeemScript, witnessScript, tapLeaves, finalWitness } = input;
  const isTaproot = solveScript(script).kind === 'witness_v1_taproot';
  const leaves = isTaproot ? tapLeaves.map((leaf) => leaf.script) : [];
  return [script, redeemScript, witnessScript, ...leaves, ...finalWitness];
}

function claimOf(output: PsbtOutput, secp256k1: Secp256k1): OutputClaim {
  const { redeemScript, witnessScript } = output;
  const scripts = [redeemScript, witnessScript].filter(({ length }) => length > 0);
  const { tapTree, tapInternalKey } = output;
  const leaves = tapTree.map(({ script }) => script);
  // Without its tree, a taproot output says nothing of its scripts.
  const internal = tapInternalKey !== undefined && tapTree.length > 0 ? [tapInternalKey] : [];
  return {
    named: namedIn(output),
    scripts,
    items: [...itemsIn([...scripts, ...leaves]), ...internal],
    misfits: misfitsOfOutput(output, secp256k1),
  };
}

function certaintyOf(input: PsbtInput, script: Bytes | undefined): Certainty {
  if (script !== undefined && input.nonWitnessUtxo !== undefined) return 'proven';
  return script !== undefined && isSegwit(script, input.redeemScript) ? 'committed' : 'claimed';
}

function problemsOf(
  input: PsbtInput,
  coin: Coin | undefined,
  misfits: Spend['misfits'],
  session: PsbtSession,
): readonly FindingId[] {
  const problems: FindingId[] = [];
  if (contradictsItself(input, coin) || contradictsOther(input, session)) {
    problems.push('utxo-mismatch');
  }
  if (misfits.length > 0) problems.push('script-mismatch');
  if (coin && isUnspendable(coin, input, session.secp256k1)) problems.push('input-unspendable');
  return problems;
}

/** Whether the previous transaction of another input has another coin in that place. */
function contradictsOther(
  { prevout, witnessUtxo, nonWitnessUtxo }: PsbtInput,
  { psbt, cache }: PsbtSession,
): boolean {
  if (nonWitnessUtxo !== undefined || witnessUtxo === undefined) return false;
  const place = psbt.inputs.findIndex(
    (other) => other.nonWitnessUtxo !== undefined && other.prevout.txid === prevout.txid,
  );
  // It is the right transaction if it gave that input its coin.
  const made = cache.coins[place] && psbt.inputs[place]?.nonWitnessUtxo?.outputs[prevout.vout];
  return (
    made !== undefined &&
    (made.value !== witnessUtxo.value || !equalBytes(made.scriptPubKey, witnessUtxo.scriptPubKey))
  );
}

/** Whether the script of a coin always fails, as far as the input shows it. */
function isUnspendable(
  { amount, scriptPubKey }: Coin,
  { redeemScript, witnessScript }: PsbtInput,
  secp256k1: Secp256k1,
): boolean {
  const isKey = (xOnly: Bytes) => secp256k1.isXOnlyPublicKey(xOnly);
  const coin = { value: amount ?? 0n, scriptPubKey };
  return foreignRole(coin, [redeemScript, witnessScript], isKey) === 'burned';
}

/** `coin`: what the previous transaction proves, where it is there and the right one. */
function contradictsItself(
  { witnessUtxo, nonWitnessUtxo }: PsbtInput,
  coin: Coin | undefined,
): boolean {
  if (nonWitnessUtxo === undefined) return false;
  if (coin === undefined) return true;
  return (
    witnessUtxo !== undefined &&
    (witnessUtxo.value !== coin.amount || !equalBytes(witnessUtxo.scriptPubKey, coin.scriptPubKey))
  );
}
