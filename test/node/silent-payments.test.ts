import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNodeClient, type NodeClient } from '../../src/adapters/chain/node/client.ts';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { PrivateKey } from '../../src/crypto/private-key.ts';
import type { Bytes } from '../../src/encoding/bytes.ts';
import { networks } from '../../src/encoding/network.ts';

import { extract, fund, openAccount, sign } from '../../src/index.ts';
import {
  createSilentScanner,
  formatSilentAddress,
  silentSigning as silent,
  silentRecipient,
  silentTweak,
  withSilentSpend,
} from '../../src/public/descriptor.ts';
import { createPsbt, type Psbt } from '../../src/public/psbt.ts';
import { taprootKey } from '../../src/silent/scan.ts';
import { decodeTransaction } from '../../src/transaction/codec.ts';
import type { TxOut } from '../../src/transaction/transaction.ts';
import { accountTexts } from '../support/generate/accounts.ts';
import { silentKey } from '../support/generate/silent-payments.ts';
import { type RealNode, startNode } from '../support/nodes/node.ts';
import { hexBytes } from '../support/signing.ts';

let node: RealNode;
let client: NodeClient;

beforeAll(async () => {
  node = await startNode();
  const { origin, username, password } = new URL(node.url);
  client = createNodeClient({ url: origin, login: { user: username, password } });
});

afterAll(async () => {
  client.close();
  await node.stop();
});

const keyOf = (n: number): PrivateKey => {
  const key = PrivateKey.from(silentKey(n), true);
  if (key === undefined) throw new Error('no key');
  return key;
};
const spendPrivateKey = keyOf(91);
const keys = { scanKey: keyOf(90), spendKey: spendPrivateKey.publicKey(secp256k1) };
const addressOf = (label?: number): string => {
  const recipient = silentRecipient(keys, label);
  if (recipient === undefined) throw new Error('no address');
  return formatSilentAddress(recipient, networks.regtest);
};
const kinds = ['pkh', 'sh(wpkh)', 'wpkh', 'tr'] as const;

const call = <T>(method: string, ...params: unknown[]) =>
  client.call(method, ...params) as Promise<T>;
const mine = async (): Promise<string> => {
  const [hash = ''] = await call<string[]>('generatetodescriptor', 1, 'raw(51)');
  return hash;
};

type Shown = {
  readonly txid: string;
  readonly hex: string;
  readonly vin: readonly {
    readonly prevout?: { readonly scriptPubKey: { readonly hex: string } };
  }[];
};
type Found = {
  readonly txid: string;
  readonly vout: number;
  readonly output: TxOut;
  readonly tweak: Bytes;
  readonly label: number | undefined;
};

/** Scans a block with the node's undo data (getblock). */
async function scanBlock(hash: string): Promise<readonly Found[]> {
  const { tx } = await call<{ tx: readonly Shown[] }>('getblock', hash, 3);
  const scanner = createSilentScanner(keys, [7], secp256k1);
  return tx.flatMap(({ txid, hex, vin }) => {
    const transaction = decodeTransaction(hexBytes(hex), { witness: true });
    const scripts = vin.flatMap(({ prevout }) =>
      prevout ? [hexBytes(prevout.scriptPubKey.hex)] : [],
    );
    const tweak = transaction && silentTweak(transaction, scripts, secp256k1);
    if (transaction === undefined || tweak === undefined) return [];
    const places = transaction.outputs.flatMap((output, vout) => {
      const key = taprootKey(output.scriptPubKey);
      return key ? [{ output, vout, key }] : [];
    });
    const [found = []] = scanner.scan([{ tweak, outputs: places.map(({ key }) => key) }]);
    return found.flatMap((each) => {
      const place = places[each.output];
      return place ? [{ txid, ...place, tweak: each.tweak, label: each.label }] : [];
    });
  });
}

/** Makes a PSBT that spends the found coins to an own address with the change label. */
function spending(found: readonly Found[]): Psbt {
  const total = found.reduce((sum, { output }) => sum + output.value, 0n);
  const recipient = silentRecipient(keys, 0);
  if (recipient === undefined) throw new Error('no address');
  const inputs = found.map(({ txid, vout }) => ({
    prevout: { txid, vout },
    scriptSig: new Uint8Array(0),
    sequence: 0xfffffffd,
    witness: [],
  }));
  const placeholder = silent.placeholder(recipient, 0);
  const outputs = [{ value: total - 2000n, scriptPubKey: placeholder }];
  const psbt = createPsbt({ version: 2, inputs, outputs, locktime: 0 }, 2);
  const origin = { fingerprint: new Uint8Array(4), path: [] };
  const filled = psbt.inputs.map((input, i) => {
    const { output, tweak } = found[i] ?? { output: outputs[0], tweak: new Uint8Array(32) };
    const spent = withSilentSpend(input, tweak, { publicKey: keys.spendKey, origin });
    return { ...spent, witnessUtxo: output };
  });
  const paid = silent.pay(
    { ...psbt, inputs: filled },
    new Map([[Buffer.from(placeholder).toString('hex'), recipient]]),
    secp256k1,
  );
  if (paid === undefined) throw new Error('no coin can pay');
  return paid;
}

test('a node accepts payments from all kinds of coins, which are found by scanning and spent', async () => {
  const accounts = kinds.map((kind) => openAccount(accountTexts[kind], { network: 'regtest' }));
  for (const account of accounts) await call('generatetoaddress', 1, account.address(0));
  await call('generatetodescriptor', 100, 'raw(51)');
  for (const [i, account] of accounts.entries()) {
    const hash = await call<string>('getblockhash', i + 1);
    const { tx } = await call<{ tx: readonly Shown[] }>('getblock', hash, 2);
    const [{ txid, hex } = { txid: '', hex: '' }] = tx;
    const value = Number(
      decodeTransaction(hexBytes(hex), { witness: true })?.outputs[0]?.value ?? 0,
    );
    const status = { confirmed: true, block_height: i + 1 };
    const coins = account.coins(
      [{ txid, vout: 0, value, status, address: account.address(0), hex }],
      {
        height: 104,
      },
    );
    const outputs = [undefined, 7, undefined].map((label) => ({
      address: addressOf(label),
      value: 100_000n,
    }));
    const psbt = fund({ coins, outputs, change: account, feeRate: 3, silent }).psbt;
    const signed = await sign(psbt, { keys: account, silent });
    await call('sendrawtransaction', extract(signed.psbt).hex);
  }
  const found = await scanBlock(await mine());
  expect(found.map(({ label }) => label ?? 'none').sort()).toEqual([
    ...[7, 7, 7, 7],
    ...Array.from({ length: 8 }, () => 'none'),
  ]);

  const signed = await sign(spending(found), { keys: spendPrivateKey, silent });
  expect(signed.complete).toBe(true);
  await call('sendrawtransaction', extract(signed.psbt).hex);
  const change = await scanBlock(await mine());
  expect(change.map(({ label, output }) => [label, output.value])).toEqual([[0, 1_198_000n]]);

  const again = await sign(spending(change), { keys: spendPrivateKey, silent });
  await call('sendrawtransaction', extract(again.psbt).hex);
  expect(await scanBlock(await mine())).toHaveLength(1);
});
