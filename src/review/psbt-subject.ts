import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { addFinalScripts } from '../psbt/final-scripts.ts';
import { isFinalized, type Psbt, type PsbtInput } from '../psbt/psbt.ts';
import { contradictions, openSession, type PsbtSession } from '../psbt/psbt-session.ts';
import { isScriptPending } from '../psbt/silent-fields.ts';
import { judgeSilentPayments } from '../psbt/silent-payments.ts';
import { type Pause, runNow, type Task } from '../signing/task.ts';
import type { Coin, Transaction } from '../transaction/transaction.ts';
import { misfitsOfInput } from './find-misfits.ts';
import { straysOfInput } from './find-strays.ts';
import { hidesScripts } from './hidden-scripts.ts';
import { isUnrelayed } from './keyless.ts';
import { describeLock, quorumOf } from './lock.ts';
import type { Certainty } from './model.ts';
import { namedIn } from './own-keys.ts';
import { partialSignatures, repeatedNonces, wrongNonces } from './partial-signatures.ts';
import { claimOf, problemsOf } from './psbt-claims.ts';
import { fieldNames } from './psbt-fields.ts';
import {
  isSharedLock,
  itemsOf,
  mayBeShared,
  scriptsIn,
  silentKeysOf,
  withRevealedScripts,
} from './psbt-scripts.ts';
import {
  agesIn,
  describeLocks,
  findUnmetLock,
  hasLock,
  pathsOfInput,
  waitingOf,
} from './script-locks.ts';
import { hasForeignXpub, walletOfCoins } from './shared-wallet.ts';
import { isSegwit, judgeScripts } from './signatures.ts';
import { sizeWhenSigned } from './size.ts';
import type { OutputClaim, Spend, Subject } from './subject.ts';

/** Size of a taproot script, which silent payments pay. */
const PENDING_SCRIPT = 34;

/**
 * Reads a PSBT for review. `undefined` if the lock times that its inputs require exclude each
 * other.
 */
export const psbtSubject = (psbt: Psbt, secp256k1: Secp256k1): Subject | undefined =>
  runNow(psbtSubjectTask(psbt, secp256k1));

/** Number of inputs and outputs that are read between pauses. */
const FEW = 8;

/** Reads a PSBT as `psbtSubject` does, and lets other work run after every few inputs. */
export function* psbtSubjectTask(
  psbt: Psbt,
  secp256k1: Secp256k1,
  pause?: Pause,
): Task<Subject | undefined> {
  const session = openSession(psbt, secp256k1);
  if (session === undefined) return undefined;
  const transaction = addFinalScripts(session.cache.transaction, psbt);
  const pending = psbt.outputs.filter(isScriptPending).length;
  const shared = { nonces: repeatedNonces(psbt), wrong: contradictions(psbt) };
  const spends: Spend[] = [];
  for (const [index, input] of psbt.inputs.entries()) {
    spends.push(spendOf(session, input, index, shared));
    if (pause && index % FEW === FEW - 1) yield pause();
  }
  const claims: OutputClaim[] = [];
  for (const [index, output] of psbt.outputs.entries()) {
    claims.push(claimOf(output, secp256k1));
    if (pause && index % FEW === FEW - 1) yield pause();
  }
  return {
    transaction,
    spends,
    claims,
    vsize: sizeWhenSigned(session, transaction) + PENDING_SCRIPT * pending,
    fields: fieldNames(psbt),
    isKey: (xOnly) => secp256k1.isXOnlyPublicKey(xOnly),
    isModifiable: ((psbt.txModifiable ?? 0) & 0b11) !== 0,
    xpubs: psbt.xpubs,
    modifiable: psbt.txModifiable ?? 0,
    hasForeignXpub: hasForeignXpub(psbt.xpubs, spends, secp256k1),
    walletOf: (spends) => walletOfCoins(psbt.xpubs, spends, secp256k1),
    silentPayments: judgeSilentPayments(psbt, secp256k1),
  };
}

function spendOf(
  session: PsbtSession,
  input: PsbtInput,
  index: number,
  { nonces, wrong }: { readonly nonces: ReadonlySet<string>; readonly wrong: ReadonlySet<number> },
): Spend {
  const { cache, secp256k1 } = session;
  const coin = cache.coins[index];
  const final = { scriptSig: input.finalScriptSig, witness: input.finalWitness };
  const isFinal = isFinalized(input);
  const { signatures, verdict, isLocked } = judgeScripts(cache, index, final, secp256k1);
  const inner = {
    redeemScript: input.redeemScript,
    witnessScript: input.witnessScript,
    witness: input.finalWitness,
    leaves: input.tapLeaves.length,
    internalKey: input.tapInternalKey,
  };
  const scripts = coin ? scriptsIn(input, coin.scriptPubKey) : [];
  const misfits = coin ? misfitsOfInput(input, coin.scriptPubKey, secp256k1) : [];
  return {
    coin,
    misfits,
    strays: coin && !isFinal ? straysOfInput(input, coin.scriptPubKey, secp256k1) : [],
    certainty: certaintyOf(input, coin?.scriptPubKey),
    sighashType: input.sighashType,
    lock: coin ? describeLock(coin.scriptPubKey, inner) : 'unknown',
    signatures: isFinal
      ? signatures
      : [
          ...partialSignatures(input, cache, index, secp256k1),
          ...wrongNonces(input, nonces, secp256k1),
        ],
    verdict,
    problems: problemsOf(input, coin, misfits, wrong.has(index), secp256k1),
    named: namedIn(input),
    items:
      coin === undefined
        ? []
        : [
            ...itemsOf(input, coin.scriptPubKey, secp256k1),
            ...silentKeysOf(input, coin.scriptPubKey, secp256k1),
          ],
    isShared: coin !== undefined && isSharedLock(coin.scriptPubKey, withRevealedScripts(input)),
    quorum: coin && quorumOf(coin.scriptPubKey, inner),
    ages: agesIn(scripts),
    isUnrelayed: !isFinal && misfits.length === 0 && isUnrelayed(input),
    hidesScripts:
      coin !== undefined && !isFinal && hidesScripts(input, coin.scriptPubKey, secp256k1),
    ...(isFinal || coin === undefined
      ? { unmetLock: isLocked ? describeLocks(cache.transaction, index) : undefined }
      : locksOf(input, index, { coin, scripts, transaction: cache.transaction })),
  };
}

/** Returns the lock that an input does not meet, and those of who holds which keys. */
function locksOf(
  input: PsbtInput,
  index: number,
  {
    coin,
    scripts,
    transaction,
  }: {
    readonly coin: Coin;
    readonly scripts: ReturnType<typeof scriptsIn>;
    readonly transaction: Transaction;
  },
): Pick<Spend, 'unmetLock' | 'waitingOf' | 'lockOf'> {
  const locked = hasLock(scripts);
  return {
    unmetLock: findUnmetLock(input, index, coin, transaction),
    waitingOf: locked
      ? (held) => waitingOf(pathsOfInput(input, coin.scriptPubKey), transaction, index, held)
      : undefined,
    lockOf:
      locked && !mayBeShared(input)
        ? (held) => findUnmetLock(input, index, coin, transaction, held)
        : undefined,
  };
}

function certaintyOf(input: PsbtInput, script: Bytes | undefined): Certainty {
  if (script !== undefined && input.nonWitnessUtxo !== undefined) return 'proven';
  return script !== undefined && isSegwit(script, input.redeemScript) ? 'committed' : 'claimed';
}
