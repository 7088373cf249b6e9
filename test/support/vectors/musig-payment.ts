import { pbkdf2Sync } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { addChecksum } from '../../../src/descriptor/checksum.ts';
import { networks } from '../../../src/encoding/network.ts';
import { execute } from '../../../src/library/call.ts';
import type { Psbt } from '../../../src/psbt/psbt.ts';
import { formatAddress } from '../../../src/script/address.ts';
import { readPsbt } from '../psbt.ts';
import { type Person, person, place } from '../review/accounts.ts';

export const WORDS = `${'abandon '.repeat(11)}about`;

const seed = pbkdf2Sync(WORDS, 'mnemonic', 2048, 64, 'sha512');
const root = HDKey.fromMasterSeed(seed, { private: 0x04358394, public: 0x043587cf });
const me: Person = { root, fingerprint: root.fingerprint.toString(16).padStart(8, '0') };
const other = person(7);
const PATH = '87h/1h/0h';

const keyOf = ({ root: key, fingerprint }: Person): string =>
  `[${fingerprint}/${PATH}]${key.derive(`m/${PATH.replaceAll('h', "'")}`).publicExtendedKey}/<0;1>/*`;

/** The wallet of the words with a cosigner, whose key is that of the coin. */
const descriptor = `tr(musig(${keyOf(me)},${keyOf(other)}))`;

/** Makes a payment of a coin that both own together. It differs by `nonce`. */
export async function musigPayment(
  nonce = 1,
): Promise<{ readonly psbt: Psbt; readonly cosigner: HDKey }> {
  const [coin, change] = [place(descriptor, 0, 3), place(descriptor, 1, 2)];
  const txid = nonce.toString(16).padStart(64, '0');
  const found = { value: 100_000n, scriptPubKey: coin.script };
  const options = { network: 'regtest', findCoins: () => new Map([[`${txid}:0`, found]]) } as const;
  const payee = place(`wpkh(${keyOf(person(66))})`, 0, 9);
  const outputs = [
    { [formatAddress(payee.script, networks.regtest) ?? '']: 0.0006 },
    { [formatAddress(change.script, networks.regtest) ?? '']: 0.00039 },
  ];
  const ask = async (method: string, params: readonly unknown[]) =>
    JSON.parse(await execute(method, JSON.stringify(params), options));
  const created = await ask('createpsbt', [[{ txid, vout: 0 }], outputs]);
  const updated = await ask('utxoupdatepsbt', [
    created,
    [{ desc: addChecksum(descriptor.replaceAll('<0;1>', '0')), range: [3, 3] }],
  ]);
  const cosigner = other.root.derive(`m/${PATH.replaceAll('h', "'")}/0/3`);
  return { psbt: readPsbt(updated), cosigner };
}
