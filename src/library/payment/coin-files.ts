import { parseFixedPoint } from '../../encoding/amount.ts';
import { decodeHex } from '../../encoding/hex.ts';
import type { SweepOptions } from './sweep.ts';
import type { Utxo } from './types.ts';

/** Coins as files have them, for `sweep`. */
export type CoinFile = Pick<SweepOptions, 'coins' | 'transactions' | 'height'>;

/**
 * Reads a file of coins: transactions in hexadecimal, one a line, or a list of Esplora, Electrum or
 * a node in JSON. `address` is for entries that do not contain theirs. Returns `undefined` if the
 * file is neither.
 */
export function readCoinFile(text: string, address: string | undefined): CoinFile | undefined {
  const lines = text.trim().split(/\s+/);
  if (lines.every((line) => line.length > 100 && decodeHex(line) !== undefined)) {
    return { transactions: lines };
  }
  const json = parseJson(text);
  const { unspents, height } = Array.isArray(json) ? { unspents: json } : Object(json);
  if (!Array.isArray(unspents)) return undefined;
  return { coins: unspents.map((coin: Utxo) => withOwner(fromElectrum(coin), address)), height };
}

/** Converts an entry of Electrum's listunspent, whose value is a decimal number of BTC. */
function fromElectrum(coin: Utxo): Utxo {
  const {
    prevout_hash: txid,
    prevout_n: vout,
    value,
    height,
    address,
  }: ElectrumCoin = Object(coin);
  const satoshis = typeof value === 'string' ? parseFixedPoint(value, 8) : undefined;
  if (txid === undefined || vout === undefined || satoshis === undefined) return coin;
  return { tx_hash: txid, tx_pos: vout, value: satoshis, height: Number(height ?? 0), address };
}

type ElectrumCoin = {
  readonly prevout_hash?: string;
  readonly prevout_n?: number;
  readonly value?: unknown;
  readonly height?: unknown;
  readonly address?: string;
};

/** Adds the address that the server was asked for, which Esplora and Electrum do not repeat. */
function withOwner(coin: Utxo, address: string | undefined): Utxo {
  const { address: named, scriptPubKey = named }: Partial<Utxo> = Object(coin);
  return address === undefined || scriptPubKey !== undefined ? coin : { ...coin, address };
}

/**
 * Checks if coins name neither their address nor their script, as those of Esplora and Electrum,
 * and no transaction shows it.
 */
export const lacksAddress = ({ coins, transactions = [] }: CoinFile): boolean =>
  transactions.length === 0 &&
  Array.isArray(coins) &&
  coins.some((coin: unknown) => {
    const { address, scriptPubKey, hex }: { readonly [name: string]: unknown } = Object(coin);
    return (address ?? scriptPubKey ?? hex) === undefined;
  });

function parseJson(text: string): unknown {
  try {
    // An amount of a node has 8 decimals, which show its unit.
    return JSON.parse(text.replace(/("amount"\s*:\s*)(\d+\.\d+)/g, '$1"$2"'));
  } catch {
    // The text is not JSON.
    return undefined;
  }
}

/** Joins the contents of several files. */
export const joinCoinFiles = (files: readonly CoinFile[]): CoinFile => ({
  coins: files.some(({ coins }) => coins !== undefined)
    ? files.flatMap(({ coins }) => (Array.isArray(coins) ? (coins as readonly Utxo[]) : []))
    : undefined,
  transactions: files.flatMap(({ transactions = [] }) => transactions),
  height: files.find(({ height }) => height !== undefined)?.height,
});
