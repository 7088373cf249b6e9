import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, emptyBytes } from '../encoding/bytes.ts';
import { isPayToScriptHash } from '../script/script.ts';
import { createSighashCache, type SighashCache } from '../sighash/cache.ts';
import type { SighashType } from '../sighash/sighash-type.ts';
import type { SigningProvider } from '../signing/provider.ts';
import { estimateSignedSize } from '../signing/stand-ins.ts';
import { type Coin, outPointKey, type Transaction } from '../transaction/transaction.ts';
import { describeLock } from './lock.ts';
import { isSegwit } from './psbt-subject.ts';
import { judgeScripts } from './signatures.ts';
import { noClaim, type Spend, type Subject } from './subject.ts';

/** What is told beside a raw transaction. */
export type TransactionTold = {
  /** By `outPointKey`: what somebody says that it spends. */
  readonly coins: ReadonlyMap<string, Coin>;
  /** Who knows scripts and keys: for sizes, and for what P2SH hides. */
  readonly provider: SigningProvider;
  /** Left out: the usual. */
  readonly sighashType?: SighashType | undefined;
  /** The curve that signatures are verified with. */
  readonly secp256k1: Secp256k1;
};

/** What a raw transaction tells, signed or not. */
export function transactionSubject(transaction: Transaction, told: TransactionTold): Subject {
  const coins = transaction.inputs.map(({ prevout }) => told.coins.get(outPointKey(prevout)));
  const cache = createSighashCache(transaction, coins);
  return {
    transaction,
    spends: transaction.inputs.map((_, index) => spendOf(cache, index, told)),
    claims: transaction.outputs.map(() => noClaim),
    vsize: estimateSignedSize(transaction, told.coins, told.provider),
    fields: [],
    isModifiable: false,
  };
}

function spendOf(cache: SighashCache, index: number, told: TransactionTold): Spend {
  const { scriptSig, witness } = cache.transaction.inputs[index] ?? noScripts;
  const coin = cache.coins[index];
  const { signatures, verdict } = judgeScripts(
    cache,
    index,
    { scriptSig, witness },
    told.secp256k1,
  );
  const redeemScript = coin && findScript(coin.scriptPubKey, told.provider);
  return {
    coin,
    certainty: coin && isSegwit(coin.scriptPubKey, redeemScript) ? 'committed' : 'claimed',
    sighashType: told.sighashType,
    lock: coin
      ? describeLock(coin.scriptPubKey, {
          redeemScript: redeemScript ?? emptyBytes,
          witnessScript: emptyBytes,
          witness,
          leaves: 0,
        })
      : 'not known',
    signatures,
    // Others may still have to sign: only what holds is final.
    verdict: verdict === 'invalid' && signatures.length > 0 ? undefined : verdict,
    problems: [],
    origins: [],
  };
}

const noScripts = { scriptSig: emptyBytes, witness: [] as readonly Bytes[] };

function findScript(script: Bytes, { getScript }: SigningProvider): Bytes | undefined {
  return isPayToScriptHash(script) ? getScript(script.subarray(2, 22)) : undefined;
}
