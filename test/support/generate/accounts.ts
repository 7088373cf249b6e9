import { HDKey } from '@scure/bip32';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { type Account, openAccount, type Utxo } from '../../../src/index.ts';
import { decodeAddress, networks } from '../../../src/public/script.ts';
import { encodeTransaction, transactionId } from '../../../src/public/transaction.ts';
import { TEST_XPRV } from './wallet.ts';

const root = HDKey.fromExtendedKey(TEST_XPRV, { private: 0x04358394, public: 0x043587cf });

/**
 * Returns the key of one of several cosigners with its origin: private, or public for the others.
 */
export function cosignerKey(number: number, isPrivate = true): string {
  const own = root.derive(`m/48h/1h/${number}h`.replaceAll('h', "'"));
  const text = isPrivate ? own.privateExtendedKey : own.publicExtendedKey;
  return `[${root.fingerprint.toString(16).padStart(8, '0')}/48h/1h/${number}h]${text}`;
}

const path = (number: number) => cosignerKey(number);

/** BIP341: a point without a known private key. */
const NOBODY = '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0';

/** Accounts that the `coldsign` entry must handle, with all private keys. */
export const accountTexts = {
  pkh: `pkh(${TEST_XPRV}/44h/1h/0h/<0;1>/*)`,
  'sh(wpkh)': `sh(wpkh(${TEST_XPRV}/49h/1h/0h/<0;1>/*))`,
  wpkh: `wpkh(${TEST_XPRV}/84h/1h/0h/<0;1>/*)`,
  tr: `tr(${TEST_XPRV}/86h/1h/0h/<0;1>/*)`,
  'sh(multi)': `sh(multi(2,${path(0)}/<0;1>/*,${path(1)}/<0;1>/*,${path(2)}/<0;1>/*))`,
  'sh(wsh(multi))': `sh(wsh(multi(2,${path(0)}/<0;1>/*,${path(1)}/<0;1>/*,${path(2)}/<0;1>/*)))`,
  'wsh(sortedmulti)': `wsh(sortedmulti(2,${path(0)}/<0;1>/*,${path(1)}/<0;1>/*,${path(2)}/<0;1>/*))`,
  'wsh(miniscript)': `wsh(or_d(pk(${path(3)}/<0;1>/*),and_v(v:pkh(${path(4)}/<0;1>/*),older(10))))`,
  'tr(tree)': `tr(${NOBODY},{pk(${path(5)}/<0;1>/*),multi_a(2,${path(6)}/<0;1>/*,${path(7)}/<0;1>/*)})`,
} as const;

export type AccountKind = keyof typeof accountTexts;
export const accountKinds = Object.keys(accountTexts) as AccountKind[]; // its own keys

/**
 * Opens an account that searches 40 positions, because a foreign script is compared with all of
 * them.
 */
export const open = (text: string): Account => openAccount(text, { network: 'regtest', range: 40 });

/** Returns the account without private keys. */
export function watchOnly(account: Account): Account {
  const [receive, change] = account.descriptors;
  return openAccount([receive, change], { network: 'regtest', range: 40 });
}

/** Makes coins of one transaction each, as Esplora lists them, with that transaction. */
export function utxosOf(account: Account, values: readonly number[]): readonly Utxo[] {
  return values.map((value, i) => {
    const address = account.address(i);
    const scriptPubKey = decodeAddress(address, networks.regtest);
    if ('error' in scriptPubKey) throw new Error(scriptPubKey.error);
    const input = {
      prevout: { txid: '77'.repeat(32), vout: i },
      sequence: 0xffffffff,
      scriptSig: new Uint8Array(),
      witness: [],
    };
    const transaction = {
      version: 2,
      inputs: [input],
      outputs: [{ value: BigInt(value), scriptPubKey }],
      locktime: 0,
    };
    const hex = encodeHex(encodeTransaction(transaction));
    return {
      txid: transactionId(transaction),
      vout: 0,
      value,
      status: { confirmed: true, block_height: 100 + i },
      address,
      hex,
    };
  });
}

/**
 * The first receiving address of BIP84's test vector, on regtest, which belongs to another owner
 * here.
 */
export const SOMEBODY = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
