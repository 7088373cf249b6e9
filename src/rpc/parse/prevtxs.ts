import { hash160, sha256 } from '../../crypto/hash.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { formatBoth, type Satoshis } from '../../encoding/amount.ts';
import { type Bytes, equalBytes } from '../../encoding/bytes.ts';
import {
  getMember,
  isJsonObject,
  type Json,
  type JsonArray,
  type JsonObject,
} from '../../json/json.ts';
import { formatAsm } from '../../script/asm.ts';
import { p2shScript, p2wshScript } from '../../script/builders.ts';
import { solveScript } from '../../script/templates.ts';
import type { TaprootSpendData } from '../../signing/provider.ts';
import {
  type Coin,
  type OutPoint,
  outPointKey,
  type Transaction,
} from '../../transaction/transaction.ts';
import { transactionId } from '../../transaction/txid.ts';
import { deserializationError, invalid } from '../error.ts';
import type { ProfileRules } from '../profile.ts';
import {
  amountFromValue,
  checkObjectTypes,
  getInt32,
  getStr,
  parseHashO,
  parseHexO,
  parseHexV,
  readMember,
} from '../values.ts';
import type { DescribedOutput } from './output-descriptor.ts';
import { decodeHexTransaction } from './raw-transaction.ts';
import { parseTapLeaves } from './tap-leaves.ts';

/** Previous outputs as given by the caller. */
export type PrevTxs = {
  /** Coins by `outPointKey`: the known ones, overridden by those given. */
  readonly coins: ReadonlyMap<string, Coin>;
  /** The transactions that created coins, which prove them. */
  readonly previous: readonly Transaction[];
  /** Redeem and witness scripts. */
  readonly scripts: readonly Bytes[];
  /** Taproot data by x-only output key. */
  readonly taproot: readonly (readonly [outputKey: Bytes, spendData: TaprootSpendData])[];
  readonly described: readonly DescribedOutput[];
};

type PrevTxRules = Pick<ProfileRules, 'describedPrevtxs' | 'provesPrevtxs'> & {
  /** Signing needs the scripts behind hashes, but a review does not. */
  readonly optionalScripts?: boolean;
};

/**
 * The `prevtxs` argument. Core: ParsePrevouts (rpc/rawtransaction_util.cpp), with its order of
 * checks.
 */
export function parsePrevTxs(
  prevTxs: JsonArray,
  known: ReadonlyMap<string, Coin>,
  curve: Secp256k1,
  { describedPrevtxs, provesPrevtxs, optionalScripts = false }: PrevTxRules,
): PrevTxs {
  const given = collectCoins(known, provesPrevtxs);
  const scripts: Bytes[] = [];
  const taproot: [Bytes, TaprootSpendData][] = [];
  const described: DescribedOutput[] = [];
  for (const value of prevTxs) {
    const prevTx = checkShape(value);
    const coin = given.add(prevTx);
    const template = solveScript(coin.scriptPubKey);
    const description = describedPrevtxs ? describe(prevTx, coin) : undefined;
    if (description !== undefined) described.push(description);
    if (template.kind === 'scripthash' || template.kind === 'witness_v0_scripthash') {
      const optional = optionalScripts || (description !== undefined && description.desc !== null);
      scripts.push(...parseScripts(prevTx, coin.scriptPubKey, template, optional));
    }
    const leaves = getMember(prevTx, 'tapLeaves');
    if (template.kind === 'witness_v1_taproot' && leaves !== null) {
      taproot.push([template.outputKey, parseTapLeaves(leaves, template.outputKey, curve)]);
    }
  }
  const { coins, previous } = given;
  return { coins, previous, scripts, taproot, described };
}

/**
 * Parses only coins, because a wallet knows its scripts. Core: ParsePrevouts without a keystore.
 */
export function parsePrevCoins(
  prevTxs: JsonArray,
  known: ReadonlyMap<string, Coin>,
  { provesPrevtxs }: Pick<ProfileRules, 'provesPrevtxs'>,
): Pick<PrevTxs, 'coins' | 'previous'> {
  const given = collectCoins(known, provesPrevtxs);
  for (const value of prevTxs) given.add(checkShape(value));
  return given;
}

/** Collects coins in order, overriding known ones. */
function collectCoins(known: ReadonlyMap<string, Coin>, proves: boolean) {
  const coins = new Map(known);
  const previous: Transaction[] = [];
  const earlier = new Map<string, Satoshis>();
  const add = (prevTx: JsonObject): Coin => {
    const { key, coin } = parseCoin(prevTx, coins);
    const made = proves ? parseMaker(prevTx, coin) : undefined;
    if (made !== undefined) previous.push(made.transaction);
    const amount = made?.amount ?? coin.value;
    const before = proves ? earlier.get(key) : undefined;
    if (before !== undefined && amount !== undefined && before !== amount) {
      throw twoAmounts(key, before, amount);
    }
    if (amount !== undefined) earlier.set(key, amount);
    const taken = { ...coin, value: amount ?? before };
    coins.set(key, taken);
    return taken;
  };
  return { coins, previous, add };
}

const twoAmounts = (key: string, first: Satoshis, second: Satoshis) =>
  invalid(
    `prevtxs gives the coin ${key} two amounts, ${formatBoth(first)} and ${formatBoth(second)}. Look up the transaction that made it, and give the amount that it has there`,
  );

/**
 * Reads `hex`, the transaction that created a coin. Throws if its id or the coin's data do not
 * match.
 */
function parseMaker(
  prevTx: JsonObject,
  coin: Coin,
): { readonly transaction: Transaction; readonly amount: Satoshis } | undefined {
  const hex = getMember(prevTx, 'hex');
  if (hex === null) return undefined;
  const [txid, vout] = [parseHashO(prevTx, 'txid'), parseVout(prevTx)];
  const wrong = (why: string) =>
    invalid(
      `prevtxs: hex ${why}. Give the complete transaction ${txid} in hexadecimal, or leave hex out`,
    );
  const transaction = decodeHexTransaction(getStr(hex), { witness: true, legacy: true });
  if (transaction === undefined) throw wrong('is not a transaction');
  const actual = transactionId(transaction);
  if (actual !== txid) throw wrong(`is the transaction ${actual}, not the one that made the coin`);
  const output = transaction.outputs[vout];
  if (output === undefined) throw wrong(`has no output ${vout}`);
  if (!equalBytes(output.scriptPubKey, coin.scriptPubKey)) {
    throw wrong(`has another script in output ${vout} than scriptPubKey`);
  }
  if (coin.value !== undefined && coin.value !== output.value) {
    throw twoAmounts(`${txid}:${vout}`, coin.value, output.value);
  }
  return { transaction, amount: output.value };
}

function describe(prevTx: JsonObject, { scriptPubKey }: Coin): DescribedOutput | undefined {
  const [desc, preimages] = [getMember(prevTx, 'desc'), getMember(prevTx, 'preimages')];
  const path = getMember(prevTx, 'path');
  const isEmpty = desc === null && preimages === null;
  return isEmpty ? undefined : { scriptPubKey, desc, path, preimages };
}

function checkShape(value: Json): JsonObject {
  if (!isJsonObject(value)) {
    throw deserializationError(`expected object with {"txid'","vout","scriptPubKey"}`);
  }
  checkObjectTypes(value, { txid: 'string', vout: 'number', scriptPubKey: 'string' });
  return value;
}

/** Reads a coin. Throws if its script differs from the known one. */
function parseCoin(
  prevTx: JsonObject,
  coins: ReadonlyMap<string, Coin>,
): { readonly key: string; readonly coin: Coin } {
  const outPoint: OutPoint = { txid: parseHashO(prevTx, 'txid'), vout: parseVout(prevTx) };
  const scriptPubKey = parseHexO(prevTx, 'scriptPubKey');
  const key = outPointKey(outPoint);
  const known = coins.get(key);
  if (known && !equalBytes(known.scriptPubKey, scriptPubKey)) {
    const scripts = `${formatAsm(known.scriptPubKey)}\nvs:\n${formatAsm(scriptPubKey)}`;
    throw deserializationError(`Previous output scriptPubKey mismatch:\n${scripts}`);
  }
  const value = readMember(prevTx, 'amount', (amount) => amountFromValue(amount));
  return { key, coin: { value, scriptPubKey } };
}

function parseVout(prevTx: JsonObject): number {
  const vout = getInt32(getMember(prevTx, 'vout'));
  if (vout < 0) throw deserializationError('vout cannot be negative');
  return vout;
}

/**
 * Returns the script behind the hash and, for P2SH-P2WSH, its P2WSH script. `optional`: a
 * descriptor may provide it instead.
 */
function parseScripts(
  prevTx: JsonObject,
  scriptPubKey: Bytes,
  template: { readonly kind: 'scripthash' | 'witness_v0_scripthash'; readonly hash: Bytes },
  optional: boolean,
): readonly Bytes[] {
  checkObjectTypes(
    prevTx,
    { redeemScript: 'string', witnessScript: 'string' },
    { allowNull: true },
  );
  const redeem = getMember(prevTx, 'redeemScript');
  const witness = getMember(prevTx, 'witnessScript');
  if (redeem === null && witness === null) {
    if (optional) return [];
    throw invalid('Missing redeemScript/witnessScript');
  }
  const script =
    witness === null ? parseHexV(redeem, 'redeemScript') : parseHexV(witness, 'witnessScript');
  const program = p2wshScript(sha256(script));
  if (witness !== null && redeem !== null && getStr(witness) !== getStr(redeem)) {
    if (!equalBytes(parseHexV(redeem, 'redeemScript'), program)) {
      throw invalid('redeemScript does not correspond to witnessScript');
    }
  }
  const outputs =
    template.kind === 'scripthash'
      ? [p2shScript(hash160(script)), p2shScript(hash160(program))]
      : [program];
  if (!outputs.some((output) => equalBytes(output, scriptPubKey))) {
    throw invalid('redeemScript/witnessScript does not match scriptPubKey');
  }
  return [script, program];
}
