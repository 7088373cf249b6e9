import type { Secp256k1 } from '../../../src/crypto/secp256k1.ts';
import { isRange } from '../../../src/descriptor/descriptor.ts';
import { parseDescriptor } from '../../../src/descriptor/parse.ts';
import { decodeHex } from '../../../src/encoding/hex.ts';
import { invariant } from '../../../src/encoding/invariant.ts';
import { networks } from '../../../src/encoding/network.ts';
import {
  type OutPoint,
  outPointKey,
  type Transaction,
} from '../../../src/transaction/transaction.ts';
import { transactionId } from '../../../src/transaction/txid.ts';
import { importDescriptor, setActive } from '../../../src/wallet/keys/import-descriptor.ts';
import { scriptsOf } from '../../../src/wallet/keys/wallet-descriptor.ts';
import {
  changeLedger,
  putTransaction,
  type TransactionState,
} from '../../../src/wallet/ledger/ledger.ts';
import { createWallet, isMine, type Wallet } from '../../../src/wallet/wallet.ts';
import type { Random } from './random.ts';

export const TEST_XPRV =
  'tprv8ZgxMBicQKsPeuVhWwi6wuMQGfPKi9Li5GtX35jVNknACgqe3CY4g5xgkfDDJcmtF7o1QnxWDRYw4H5P26PXq7sbcUkEqeR4fg3Kxp2tigg';
export const TEST_XPUB =
  'tpubD6NzVbkrYhZ4YNXVQbNhMK1WqguFsUXceaVJKbmno2aZ3B6QfbMeraaYvnBSGpV3vxLyTTK9DYT1yoEck4XUScMzXoQ2U2oSmE2JyMedq3H';

export type ImportOptions = {
  readonly secp256k1: Secp256k1;
  readonly random: Random;
  readonly keypoolSize?: number;
};

/** Adds a descriptor's text to the wallet like importdescriptors, active if possible. */
export function withDescriptorText(
  wallet: Wallet,
  text: string,
  { secp256k1, random, keypoolSize = 5, rangeStart = 0 }: ImportOptions & { rangeStart?: number },
): Wallet {
  const parsed = parseDescriptor(text, { network: wallet.network, secp256k1 });
  invariant(!('error' in parsed), 'a descriptor of the tests parses');
  let current = wallet;
  for (const [i, descriptor] of parsed.descriptors.entries()) {
    const added = importDescriptor(
      current,
      {
        descriptor,
        privateKeys: parsed.privateKeys,
        creationTime: 1_700_000_000n,
        rangeStart,
        rangeEnd: isRange(descriptor) ? rangeStart + 3 : 1,
        nextIndex: rangeStart,
        internal: i === 1,
        label: isRange(descriptor) ? '' : `label ${random.int(100)} é`,
      },
      { secp256k1, keypoolSize, addressType: 'bech32' },
      random.bytes,
    );
    invariant('wallet' in added, 'a descriptor of the tests imports');
    current = setActive(added.wallet, added.id, i === 1 ? 'internal' : 'external', true);
  }
  return current;
}

export type LedgerSize = { readonly transactions: number; readonly coinsEach: number };

/** Adds transactions that pay the wallet. Every fifth one also spends what an earlier one paid. */
export function withTransactions(
  wallet: Wallet,
  { transactions, coinsEach }: LedgerSize,
  random: Random,
): Wallet {
  const scripts = [...wallet.descriptors.values()].flatMap((owner) => [...scriptsOf(owner)]);
  const bytes = scripts.map((hex) => decodeHex(hex) ?? new Uint8Array(0));
  const mine = new Set(scripts);
  let own = [...wallet.ledger.outputs.values()].at(-1)?.outPoint;
  const ledger = changeLedger(wallet.ledger, (draft) => {
    for (let i = 0; i < transactions; i++) {
      const transaction: Transaction = {
        version: 2,
        locktime: i,
        inputs: [
          {
            prevout: i % 5 === 4 && own !== undefined ? own : foreignOutPoint(random),
            scriptSig: random.bytes(random.int(2) * 30),
            sequence: 0xfffffffd,
            witness: random.oneIn(2) ? [random.bytes(71), random.bytes(33)] : [],
          },
        ],
        outputs: [
          { value: 5000n, scriptPubKey: random.bytes(22) },
          ...Array.from({ length: coinsEach }, () => ({
            value: BigInt(1000 + random.int(100_000)),
            scriptPubKey: bytes[random.int(bytes.length)] ?? new Uint8Array(0),
          })),
        ],
      };
      const txid = transactionId(transaction);
      own = { txid, vout: coinsEach };
      putTransaction(
        draft,
        {
          txid,
          transaction,
          state: stateOf(i, random),
          timeReceived: 1_700_000_000 + i,
          time: 1_700_000_000 + i,
          order: draft.nextOrder++,
          notes: new Map(random.oneIn(10) ? [['comment', `note ${i}`]] : []),
        },
        (script) => mine.has(script),
      );
    }
  });
  return { ...wallet, ledger };
}

/** Returns an outpoint of others, or the null outpoint of a coinbase. */
function foreignOutPoint(random: Random): OutPoint {
  return random.oneIn(4)
    ? { txid: '00'.repeat(32), vout: 0xffffffff }
    : { txid: hexOf(random.bytes(32)), vout: random.int(3) };
}

function stateOf(i: number, random: Random): TransactionState {
  const blockHash = hexOf(random.bytes(32));
  switch (random.int(20)) {
    case 0:
      return { kind: 'mempool' };
    case 1:
      return { kind: 'inactive', abandoned: random.oneIn(2) };
    case 2:
      return { kind: 'conflicted', height: i, blockHash };
    default:
      return { kind: 'confirmed', height: i, blockHash, blockTime: 1_700_000_000 + i, index: 1 };
  }
}

export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** Descriptors of many kinds, with private keys. */
export const PRIVATE_DESCRIPTORS: readonly string[] = [
  `pkh(${TEST_XPRV}/44h/1h/0h/0/*)`,
  `wpkh(${TEST_XPRV}/84'/1'/0'/<0;1>/*)`,
  `wpkh(${TEST_XPRV}/7/*h)`,
  `sh(wpkh(${TEST_XPRV}/49h/1h/0h/0/*))`,
  `tr(${TEST_XPRV}/86h/1h/0h/0/*,{pk(${TEST_XPRV}/1/*),multi_a(1,${TEST_XPRV}/2/*,${TEST_XPRV}/3/*)})`,
  `wsh(and_v(v:pk(${TEST_XPRV}/5/*),older(5)))`,
  `combo(${TEST_XPRV}/9)`,
  `tr(musig(${TEST_XPRV}/1,${TEST_XPUB}/2)/0/*)`,
  'pkh(5JZt8kPKUxPMxfwwcHSMzF7LrFLSgrtKPF9GMmxWDzxaVtdkbAo)',
];

/** Makes a wallet with every kind of content. */
export function someWallet(options: ImportOptions): Wallet {
  const { random } = options;
  let wallet = createWallet({
    name: 'some',
    network: networks.regtest,
    flags: { avoidReuse: random.oneIn(2) },
    lastBlock: random.oneIn(4)
      ? undefined
      : { height: random.int(1000), hash: hexOf(random.bytes(32)) },
  });
  for (const text of random.shuffle(PRIVATE_DESCRIPTORS).slice(0, random.int(5))) {
    if (text.startsWith('pkh(5')) continue;
    wallet = withDescriptorText(wallet, text, options);
  }
  wallet = withTransactions(wallet, { transactions: random.int(12), coinsEach: 2 }, random);
  if (random.oneIn(3)) {
    const [height, time] = [random.int(1000), random.int(2 ** 31)];
    const pendingScan = random.oneIn(2)
      ? { height, time: undefined }
      : { height: random.oneIn(2) ? height : undefined, time };
    wallet = { ...wallet, pendingScan };
  }
  const locks = new Map<string, boolean>();
  for (const { outPoint } of wallet.ledger.outputs.values()) {
    if (random.oneIn(4)) locks.set(outPointKey(outPoint), random.oneIn(2));
  }
  const labels = new Map(wallet.labels);
  for (let i = random.int(4); i > 0; i--) {
    const label = random.oneIn(3) ? undefined : random.pick(['', 'dad', '\ud83d\ude00 \u0000']);
    labels.set(hexOf(random.bytes(22)), {
      label,
      purpose: random.pick([undefined, 'receive', 'send']),
    });
  }
  invariant(
    [...wallet.ledger.outputs.values()].every(({ output }) =>
      isMine(wallet, hexOf(output.scriptPubKey)),
    ),
    'own outputs',
  );
  return { ...wallet, locks, labels, blank: random.oneIn(2) };
}
