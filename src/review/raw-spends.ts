import { ripemd160 } from '../crypto/hash.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, emptyBytes, equalBytes } from '../encoding/bytes.ts';
import { lastOf } from '../encoding/list.ts';
import type { PsbtInput } from '../psbt/psbt.ts';
import { walkScript } from '../script/script.ts';
import { solveScript } from '../script/templates.ts';
import { createSighashCache, type SighashCache } from '../sighash/cache.ts';
import { Sighash, type SighashType } from '../sighash/sighash-type.ts';
import { readExistingSignatures } from '../signing/existing-signatures.ts';
import type { SigningProvider } from '../signing/provider.ts';
import { type Coin, outPointKey, type Transaction } from '../transaction/transaction.ts';
import { transactionId } from '../transaction/txid.ts';
import type { FindingId } from './catalog.ts';
import type { ReviewedSignature } from './model.ts';
import { isSegwit, judgeScripts } from './signatures.ts';
import type { Spend } from './subject.ts';

/** Information that comes with a raw transaction. */
export type TransactionEvidence = {
  /** Claimed coins, indexed by `outPointKey`. */
  readonly coins: ReadonlyMap<string, Coin>;
  /**
   * Previous transactions in any order, which prove coins. Each is identified by its computed id.
   */
  readonly previous?: readonly Transaction[] | undefined;
  /** Provides scripts and keys, for sizes and for hidden P2SH scripts. */
  readonly provider: SigningProvider;
  /** Requested sighash type. Default: the usual type. */
  readonly sighashType?: SighashType | undefined;
  /** The curve that signatures are verified with. */
  readonly secp256k1: Secp256k1;
};

/** The part of an input that decides the cost: coin, evidence of the amount, and signatures. */
export type RawSpend = Pick<
  Spend,
  'coin' | 'certainty' | 'sighashType' | 'signatures' | 'verdict' | 'problems'
> & {
  /** True if a lock that is not met stops its scripts. */
  readonly isLocked: boolean;
  /** Scripts behind the coin's hashes. Absent if the coin is unknown. */
  readonly scripts:
    | Pick<PsbtInput, 'redeemScript' | 'witnessScript' | 'tapInternalKey' | 'tapLeaves'>
    | undefined;
};

/** Coins of a raw transaction by `outPointKey`, and what decides the cost of each input. */
export type RawSpends = {
  readonly coins: ReadonlyMap<string, Coin>;
  readonly spends: readonly RawSpend[];
};

/** Reads the coins and signatures of a raw transaction. */
export function readRawSpends(transaction: Transaction, given: TransactionEvidence): RawSpends {
  const proven = coinsMade(transaction, given.previous ?? []);
  const all = new Map([...given.coins, ...proven]);
  const coins = transaction.inputs.map(({ prevout }) => all.get(outPointKey(prevout)));
  const cache = createSighashCache(transaction, coins);
  const spends = transaction.inputs.map(({ prevout }, index): RawSpend => {
    const spend = spendOf(cache, index, given);
    const made = proven.get(outPointKey(prevout));
    if (made === undefined) return spend;
    const problems = contradictions(made, given.coins.get(outPointKey(prevout)));
    return { ...spend, certainty: 'proven', problems };
  });
  return { coins: all, spends };
}

/** Returns the spent coins that previous transactions created, indexed by `outPointKey`. */
function coinsMade(
  { inputs }: Transaction,
  previous: readonly Transaction[],
): ReadonlyMap<string, Coin> {
  const makers = new Map(previous.map((each) => [transactionId(each), each]));
  const made = new Map<string, Coin>();
  for (const { prevout } of inputs) {
    const output = makers.get(prevout.txid)?.outputs[prevout.vout];
    if (output === undefined) continue;
    made.set(outPointKey(prevout), { value: output.value, scriptPubKey: output.scriptPubKey });
  }
  return made;
}

function contradictions(made: Coin, claimed: Coin | undefined): readonly FindingId[] {
  if (claimed === undefined) return [];
  if ((claimed.value ?? made.value) !== made.value) return ['amount-contradicted'];
  return equalBytes(claimed.scriptPubKey, made.scriptPubKey) ? [] : ['utxo-mismatch'];
}

function spendOf(cache: SighashCache, index: number, given: TransactionEvidence): RawSpend {
  const coin = cache.coins[index];
  const scripts = coin && knownScripts(coin.scriptPubKey, given.provider);
  return {
    ...judgeInput(cache, index, given.secp256k1),
    coin,
    certainty: coin && isSegwit(coin.scriptPubKey, scripts?.redeemScript) ? 'committed' : 'claimed',
    // DEFAULT leaves the choice to the signer: ALL outside of taproot.
    sighashType: given.sighashType === Sighash.DEFAULT ? undefined : given.sighashType,
    problems: [],
    scripts,
  };
}

/**
 * Judges the scripts of an input. If they fail but all existing signatures are valid, the input
 * counts as unfinished, because others may still have to sign.
 */
export function judgeInput(
  cache: SighashCache,
  index: number,
  secp256k1: Secp256k1,
): ReturnType<typeof judgeScripts> {
  const { scriptSig, witness } = cache.transaction.inputs[index] ?? noScripts;
  const judged = judgeScripts(cache, index, { scriptSig, witness }, secp256k1);
  const coin = cache.coins[index];
  if (judged.verdict !== 'invalid' || coin === undefined || judged.isLocked) return judged;
  const { data } = readExistingSignatures(cache, index, coin.scriptPubKey, secp256k1);
  const signatures = [...data.signatures.values()].map(
    ({ publicKey, signature }): ReviewedSignature => {
      const sighashType = lastOf(signature) ?? Sighash.ALL;
      return { publicKey, signature, sighashType, isValid: true };
    },
  );
  const items = [...witness, ...(walkScript(scriptSig) ?? []).map((each) => each.data)];
  const holds = (item: Bytes) => signatures.some(({ signature }) => equalBytes(signature, item));
  const isPartial = signatures.length > 0 && items.filter(isSignature).every(holds);
  return { signatures, verdict: isPartial ? undefined : judged.verdict, isLocked: false };
}

/** Recognizes a signature by its form: DER and a sighash byte. */
const isSignature = (item: Bytes): boolean =>
  item[0] === 0x30 && item[1] === item.length - 3 && item.length <= 73;

const noScripts = { scriptSig: emptyBytes, witness: [] as readonly Bytes[] };

/**
 * Returns the scripts behind a coin's hashes that the signer knows, in the form of a PSBT's fields.
 */
function knownScripts(script: Bytes, provider: SigningProvider): RawSpend['scripts'] {
  const outer = solveScript(script);
  const isTaproot = outer.kind === 'witness_v1_taproot';
  const spendData = isTaproot ? provider.getTaprootSpendData(outer.outputKey) : undefined;
  const redeemScript = outer.kind === 'scripthash' ? provider.getScript(outer.hash) : undefined;
  const inner = solveScript(redeemScript ?? script);
  const isHash = inner.kind === 'witness_v0_scripthash';
  const witnessScript = isHash ? provider.getScript(ripemd160(inner.hash)) : undefined;
  return {
    redeemScript: redeemScript ?? emptyBytes,
    witnessScript: witnessScript ?? emptyBytes,
    tapInternalKey: spendData?.internalKey,
    tapLeaves: spendData?.leaves ?? [],
  };
}
