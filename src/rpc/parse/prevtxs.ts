import { hash160, sha256 } from '../../crypto/hash.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { type Bytes, equalBytes } from '../../encoding/bytes.ts';
import {
  findMember,
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
import { type Coin, type OutPoint, outPointKey } from '../../transaction/transaction.ts';
import { invalid, RpcCode, RpcError } from '../error.ts';
import {
  amountFromValue,
  checkObjectTypes,
  getInt32,
  getStr,
  parseHashO,
  parseHexO,
  parseHexV,
} from '../values.ts';
import type { DescribedOutput } from './output-descriptor.ts';
import { parseTapLeaves } from './tap-leaves.ts';

/** What the caller tells about the outputs that are spent. */
export type PrevTxs = {
  /** By `outPointKey`: the known ones, and those given over them. */
  readonly coins: ReadonlyMap<string, Coin>;
  /** Redeem and witness scripts. */
  readonly scripts: readonly Bytes[];
  /** By x-only output key. */
  readonly taproot: readonly (readonly [outputKey: Bytes, spendData: TaprootSpendData])[];
  readonly described: readonly DescribedOutput[];
};

/**
 * The `prevtxs` argument. Core: ParsePrevouts (rpc/rawtransaction_util.cpp), with its order of
 * checks.
 */
export function parsePrevTxs(
  prevTxs: JsonArray,
  known: ReadonlyMap<string, Coin>,
  curve: Secp256k1,
  { descriptions = false }: { readonly descriptions?: boolean } = {},
): PrevTxs {
  const coins = new Map(known);
  const scripts: Bytes[] = [];
  const taproot: [Bytes, TaprootSpendData][] = [];
  const described: DescribedOutput[] = [];
  for (const value of prevTxs) {
    const prevTx = checkShape(value);
    const coin = parseCoin(prevTx, coins);
    const template = solveScript(coin.scriptPubKey);
    const description = descriptions ? describe(prevTx, coin) : undefined;
    if (description !== undefined) described.push(description);
    if (template.kind === 'scripthash' || template.kind === 'witness_v0_scripthash') {
      const optional = description !== undefined && description.desc !== null;
      scripts.push(...parseScripts(prevTx, coin.scriptPubKey, template, optional));
    }
    const leaves = findMember(prevTx, 'tapLeaves') ?? null;
    if (template.kind === 'witness_v1_taproot' && leaves !== null) {
      taproot.push([template.outputKey, parseTapLeaves(leaves, template.outputKey, curve)]);
    }
  }
  return { coins, scripts, taproot, described };
}

/** The coins alone: a wallet knows its scripts itself. Core: ParsePrevouts without a keystore. */
export function parsePrevCoins(
  prevTxs: JsonArray,
  known: ReadonlyMap<string, Coin>,
): ReadonlyMap<string, Coin> {
  const coins = new Map(known);
  for (const value of prevTxs) parseCoin(checkShape(value), coins);
  return coins;
}

function describe(prevTx: JsonObject, { scriptPubKey }: Coin): DescribedOutput | undefined {
  const [desc, preimages] = [getMember(prevTx, 'desc'), getMember(prevTx, 'preimages')];
  const path = getMember(prevTx, 'path');
  const isEmpty = desc === null && preimages === null;
  return isEmpty ? undefined : { scriptPubKey, desc, path, preimages };
}

function checkShape(value: Json): JsonObject {
  if (!isJsonObject(value)) {
    throw new RpcError(
      RpcCode.DESERIALIZATION_ERROR,
      `expected object with {"txid'","vout","scriptPubKey"}`,
    );
  }
  checkObjectTypes(value, { txid: 'string', vout: 'number', scriptPubKey: 'string' });
  return value;
}

/** Puts the coin into `coins`, over one that is known with the same script. */
function parseCoin(prevTx: JsonObject, coins: Map<string, Coin>): Coin {
  const outPoint: OutPoint = { txid: parseHashO(prevTx, 'txid'), vout: parseVout(prevTx) };
  const scriptPubKey = parseHexO(prevTx, 'scriptPubKey');
  const key = outPointKey(outPoint);
  const known = coins.get(key);
  if (known && !equalBytes(known.scriptPubKey, scriptPubKey)) {
    const scripts = `${formatAsm(known.scriptPubKey)}\nvs:\n${formatAsm(scriptPubKey)}`;
    throw new RpcError(
      RpcCode.DESERIALIZATION_ERROR,
      `Previous output scriptPubKey mismatch:\n${scripts}`,
    );
  }
  const given = findMember(prevTx, 'amount');
  const amount = given === undefined ? undefined : amountFromValue(given);
  const coin = { amount, scriptPubKey };
  coins.set(key, coin);
  return coin;
}

function parseVout(prevTx: JsonObject): number {
  const vout = getInt32(getMember(prevTx, 'vout'));
  if (vout < 0) throw new RpcError(RpcCode.DESERIALIZATION_ERROR, 'vout cannot be negative');
  return vout;
}

/**
 * The script behind the hash, and the P2WSH script of it, for P2SH-P2WSH. `optional`: a descriptor
 * may tell it.
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
