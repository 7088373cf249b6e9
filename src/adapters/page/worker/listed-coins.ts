import type { Satoshis } from '../../../encoding/amount.ts';
import { type Bytes, isBytes } from '../../../encoding/bytes.ts';
import { lacksAddress, readCoinFile } from '../../../library/payment/coin-files.ts';
import type {
  ElectrumUtxo,
  EsploraUtxo,
  NodeUtxo,
  Unspent,
} from '../../../library/payment/types.ts';
import { fromCore, fromElectrum, fromEsplora } from '../../../library/payment/utxo-adapters.ts';
import { decodeAddress } from '../../../script/address.ts';
import { solveScript } from '../../../script/templates.ts';
import { transactionId } from '../../../transaction/txid.ts';
import type { CoinList } from './coin-facts.ts';
import { failure } from './failures.ts';
import { readAddress } from './payee.ts';
import type { Session } from './session.ts';

type ListedCoin = {
  readonly outpoint: string;
  readonly value: Satoshis;
  readonly address: string | undefined;
  readonly confirmations: string;
  readonly scriptPubKey: Bytes;
};

type ReadList = {
  readonly coins: readonly ListedCoin[];
  /** Says what the list still needs. */
  readonly missing: string | undefined;
};

/**
 * Adds a list of coins, or the address of a list, in any order. Returns what it still needs. Throws
 * if it cannot be read, and then forgets it.
 */
export function addListed(
  session: Session,
  kind: 'json' | 'address',
  given: string,
): string | undefined {
  const { listed: before } = session;
  const text = kind === 'address' ? readAddress(given, session) : given;
  const isPartner = (each: CoinList) =>
    kind === 'json' ? each.json === undefined : each.address === undefined && isUnnamed(each);
  const partner = [...before].reverse().find(isPartner);
  const known = before.find((each) => each[kind] === text);
  const added = partner === undefined && known !== undefined ? known : { ...partner, [kind]: text };
  const { missing } = readList(added, session);
  // A second address corrects the first, as long as no list has come.
  const isOver = (each: CoinList) =>
    each === partner || each[kind] === text || (kind === 'address' && each.json === undefined);
  session.listed = [...before.filter((each) => !isOver(each)), added];
  return missing;
}

/** Reads the coins of all lists that need nothing more, and says what another list needs. */
export function readListed(session: Session): ReadList {
  const lists = session.listed.filter(({ json }) => json !== undefined);
  const read = lists.map((each) => readList(each, session));
  const whole = read.flatMap(({ coins, missing }) => (missing === undefined ? coins : []));
  return {
    coins: [...new Map(whole.map((coin) => [coin.outpoint, coin])).values()],
    missing: read.find(({ missing }) => missing !== undefined)?.missing,
  };
}

/** Reads the coins of a list, as Esplora, Electrum or a node prints it. */
function readList({ json, address }: CoinList, { network, paid }: Session): ReadList {
  if (json === undefined) return { coins: [], missing: NEXT };
  const known = new Map(paid.map((each) => [transactionId(each), each]));
  const coins: ListedCoin[] = [];
  let missing: string | undefined;
  for (const { txid, vout, value, address: to, ...coin } of readUtxos(json, address)) {
    // The transaction proves what the list only claims.
    const output = known.get(txid)?.outputs[vout];
    const script =
      output?.scriptPubKey ?? coin.scriptPubKey ?? (to ? decodeAddress(to, network) : undefined);
    if (script === undefined) {
      missing ??= paid.length === 0 ? UNNAMED : unpaid(txid);
    } else if (!isBytes(script)) {
      throw failure('A coin has an address that is not valid here.');
    } else {
      const isLegacy = /^pubkey/.test(solveScript(script).kind);
      if (isLegacy && output === undefined) missing ??= unproven(txid);
      const outpoint = `${txid}:${vout}`;
      const shown = { value: output?.value ?? value, address: to || undefined, confirmations: '?' };
      coins.push({ outpoint, ...shown, scriptPubKey: script });
    }
  }
  return { coins, missing };
}

const NEXT = 'Now open the list of the coins of this address.';
const UNNAMED =
  'This list does not name its address. Open the address too, or the transactions that paid its coins.';
const unpaid = (txid: string) =>
  `The list also has a coin of the transaction ${txid}. Open that transaction, or the address of the list.`;
const unproven = (txid: string) =>
  `A legacy coin needs the transaction that paid it. Open the transaction ${txid}.`;

/** Returns true for a list that an address is needed for. */
function isUnnamed({ json }: CoinList): boolean {
  const file = json === undefined ? undefined : readCoinFile(json, undefined);
  return file !== undefined && lacksAddress(file);
}

function readUtxos(json: string, address: string | undefined): readonly Unspent[] {
  const coins = readCoinFile(json, address)?.coins;
  if (!Array.isArray(coins)) throw failure(NO_LIST);
  const [first] = coins;
  const has = (name: string) => name in Object(first);
  const owner = { address: address ?? '' };
  try {
    // The readers check their input.
    if (has('tx_hash')) return fromElectrum(coins as readonly ElectrumUtxo[], owner);
    if (has('amount')) return fromCore(coins as readonly NodeUtxo[]);
    return fromEsplora(coins as readonly EsploraUtxo[], owner);
  } catch {
    // Their errors are for programmers.
    throw failure(NO_LIST);
  }
}

const NO_LIST = 'This JSON is not a list of coins.';
