import { isBytes } from '../../../encoding/bytes.ts';
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
import { failure } from './failures.ts';
import type { Session } from './session.ts';

/** Reads the coins of a list, as Esplora, Electrum or a node prints it. */
export function readListed(
  { json, address }: NonNullable<Session['listed']>,
  { network, paid }: Session,
) {
  if (json === undefined) throw failure('Now open the list of the coins of this address.');
  const file = readCoinFile(json, address);
  if (!Array.isArray(file?.coins)) throw failure('This JSON is not a list of coins.');
  if (lacksAddress(file)) throw failure('This list does not name its address. Open it too.');
  return readUtxos(file.coins, address ?? '').map(({ txid, vout, value, address: to, ...coin }) => {
    const script = coin.scriptPubKey ?? decodeAddress(to ?? '', network);
    if (!isBytes(script)) throw failure('A coin has an address that is not valid here.');
    const isLegacy = /^pubkey/.test(solveScript(script).kind);
    if (isLegacy && !paid.some((each) => transactionId(each) === txid)) {
      throw failure('A legacy coin needs the transaction that paid it. Open that transaction too.');
    }
    const outpoint = `${txid}:${vout}`;
    return { outpoint, value, address: to, confirmations: '?', scriptPubKey: script };
  });
}

function readUtxos(coins: readonly unknown[], address: string): readonly Unspent[] {
  const [first] = coins;
  const has = (name: string) => name in Object(first);
  // The readers check their input.
  if (has('tx_hash')) return fromElectrum(coins as readonly ElectrumUtxo[], { address });
  if (has('amount')) return fromCore(coins as readonly NodeUtxo[]);
  return fromEsplora(coins as readonly EsploraUtxo[], { address });
}
