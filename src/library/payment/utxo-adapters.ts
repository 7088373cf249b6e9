import { reading } from '../../arguments/reading.ts';
import { MAX_MONEY, type Satoshis } from '../../encoding/amount.ts';
import { type Bytes, isBytes } from '../../encoding/bytes.ts';
import { ColdsignError } from '../../encoding/coldsign-error.ts';
import { decodeHex } from '../../encoding/hex.ts';
import { checkUtxo } from './check-utxo.ts';
import { readNodeAmount } from './node-amount.ts';
import type {
  AccountPosition,
  ElectrumUtxo,
  EsploraUtxo,
  NodeUtxo,
  Unspent,
  UtxoList,
} from './types.ts';

/** Owner of the coins that a backend was asked for. `nextAddress` returns one with its position. */
export type UtxoOwner = Partial<AccountPosition> &
  (
    | {
        /** The address that the backend was asked for. */
        readonly address: string;
      }
    | {
        /** The script that the backend was asked for. */
        readonly scriptPubKey: Bytes;
      }
  );

/**
 * Turns the coins that Esplora lists for an address (`GET /address/ADDRESS/utxo`) into coins.
 *
 * @param utxos the parsed JSON; `value` in satoshi.
 * @param owner the address that was asked for, best with its position.
 * @throws `ColdsignError`: `INVALID_COIN`, `INVALID_AMOUNT`.
 */
export function fromEsplora(utxos: readonly EsploraUtxo[], owner: UtxoOwner): readonly Unspent[] {
  checkOwner(owner);
  return readList(utxos, ({ txid, vout, value, status, hex }) => ({
    ...owner,
    txid,
    vout,
    value: satoshis(value),
    ...(status?.confirmed && heightOf(status.block_height)),
    ...(hex !== undefined && { previousTransaction: hex }),
  }));
}

/**
 * Turns the coins that Electrum lists for a script (`blockchain.scripthash.listunspent`) into
 * coins.
 *
 * @param utxos the parsed JSON; `value` in satoshi.
 * @param owner the address or script that was asked for, best with its position.
 * @throws `ColdsignError`: `INVALID_COIN`, `INVALID_AMOUNT`.
 */
export function fromElectrum(utxos: readonly ElectrumUtxo[], owner: UtxoOwner): readonly Unspent[] {
  checkOwner(owner);
  return readList(utxos, ({ tx_hash: txid, tx_pos: vout, value, height, hex }) => ({
    ...owner,
    txid,
    vout,
    value: satoshis(value),
    ...(height > 0 && { height }),
    ...(hex !== undefined && { previousTransaction: hex }),
  }));
}

/**
 * Turns the coins that a Bitcoin Core node lists (`listunspent`, `scantxoutset`) into coins.
 *
 * @param listed the parsed JSON; `amount` in BTC, whose digits are read exactly. A whole number of
 *   294 or more is refused, because it may be in satoshi, unless `hex` proves it.
 * @throws `ColdsignError`: `INVALID_COIN`, `INVALID_AMOUNT`.
 */
export function fromCore(
  listed: readonly NodeUtxo[] | Extract<UtxoList, { unspents: unknown }>,
): readonly Unspent[] {
  return readList(listed, (utxo, name) => {
    const {
      txid,
      vout,
      amount,
      address,
      scriptPubKey,
      confirmations,
      height,
      coinbase,
      safe,
      hex,
    } = utxo;
    const script = typeof scriptPubKey === 'string' ? decodeHex(scriptPubKey) : scriptPubKey;
    return {
      txid,
      vout,
      value: satoshis(readNodeAmount(amount, name, hex !== undefined)),
      ...(isBytes(script) && { scriptPubKey: script }),
      ...(address !== undefined && { address }),
      ...(confirmations !== undefined && { confirmations }),
      ...(height !== undefined && { height }),
      ...(coinbase !== undefined && { coinbase }),
      ...(safe !== undefined && { safe }),
      ...(hex !== undefined && { previousTransaction: hex }),
    };
  });
}

/** Refuses an owner with a misspelt position, and an owner that cannot be read. */
const checkOwner = (owner: UtxoOwner): void =>
  reading(
    () => checkUtxo(owner, 'owner'),
    () => unlisted('The owner cannot be read'),
  );

/** Confirms a coin of unknown height, as `account.coins` does: six blocks deep. */
const heightOf = (height: number | undefined) =>
  height === undefined ? { confirmations: 6 } : { height };

/** Reads the list of callers without types, or the list in the result of `scantxoutset`. */
function readList<T>(
  given: readonly T[] | { readonly unspents: readonly T[] },
  read: (utxo: T, name: string) => Unspent,
): readonly Unspent[] {
  return reading(
    () => {
      const { unspents = given }: { readonly unspents?: unknown } = Object(given);
      if (Array.isArray(unspents) && unspents.every((each) => typeof each === 'object' && each)) {
        return Array.from(unspents, (utxo, i) => {
          checkUtxo(utxo, `coin ${i}`);
          return read(utxo, `coin ${i}`);
        });
      }
      throw unlisted('The coins are not a list');
    },
    () => unlisted('The coins cannot be read'),
  );
}

const unlisted = (message: string) =>
  new ColdsignError('INVALID_COIN', message, {
    hint: 'Give the parsed JSON of the backend: await response.json().',
  });

function satoshis(value: unknown): Satoshis {
  const isWhole = typeof value === 'bigint' || Number.isSafeInteger(value);
  const read = isWhole ? BigInt(String(value)) : -1n;
  if (read >= 0n && read <= MAX_MONEY) return read;
  throw new ColdsignError('INVALID_AMOUNT', 'A coin has no amount', {
    hint: 'value is a whole number of satoshi, amount a decimal number of BTC.',
  });
}
