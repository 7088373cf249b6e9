import { HDKey } from '@scure/bip32';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { outPointKey } from '../../src/transaction/transaction.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import { blockHex, blockOf, type TemplateJson } from '../support/chains/miner.ts';
import { bytesOf, transactionOf } from '../support/chains/world.ts';
import { createRandom } from '../support/generate/random.ts';
import { TEST_XPRV, TEST_XPUB } from '../support/generate/wallet.ts';
import type { Side, Sides } from './sides.ts';

/** A measured call. */
export type Row = {
  readonly name: string;
  /** True if the node does not have it. */
  readonly oursOnly?: boolean;
  /** Prepares the call, unmeasured, and returns it. */
  prepare(side: Side, sides: Sides): Promise<() => Promise<unknown>>;
};

const [A, B, C] = [0, 1, 2].map((account) => `${TEST_XPUB}/${account}/*`);
const secret = (account: number) => `${TEST_XPRV}/${account}/*`;
const LAST = 9999;

function deriving(name: string, descriptor: string): Row {
  const params = [addChecksum(descriptor), [0, LAST]];
  let known: string | undefined;
  return {
    name: `deriveaddresses, 10,000 of ${name}`,
    prepare: async (side) => async () => {
      const answer = String(await side.call('deriveaddresses', params));
      known ??= answer;
      if (known !== answer) throw new Error(`other addresses: ${name}`);
    },
  };
}

let wallets = 0;
/** Creates a wallet with only these descriptors. */
async function walletOf(
  side: Side,
  descriptors: readonly string[],
  range: number,
): Promise<string> {
  const wallet = `w${wallets++}`;
  await side.call('createwallet', [wallet, false, true]);
  await importInto(side, wallet, descriptors, range);
  return wallet;
}

async function importInto(
  side: Side,
  wallet: string,
  descriptors: readonly string[],
  range: number,
): Promise<void> {
  const requests = descriptors.map((desc) => ({
    desc: addChecksum(desc),
    timestamp: 'now',
    range: [0, range],
  }));
  const answers = (await side.call('importdescriptors', [requests], wallet)) as {
    success: boolean;
  }[];
  if (!answers.every(({ success }) => success)) throw new Error(JSON.stringify(answers));
}

function importing(name: string, descriptor: string): Row {
  return {
    name: `importdescriptors, 10,000 of ${name}, private`,
    async prepare(side) {
      const wallet = await walletOf(side, [], 0);
      return () => importInto(side, wallet, [descriptor], LAST);
    },
  };
}

/** The lock of coins, and their signers. */
type Kind = { readonly name: string; readonly open: string; readonly signers: readonly string[] };

const single = (name: string, make: (key: string) => string, account: number): Kind => ({
  name,
  open: make(`${TEST_XPUB}/${account}/*`),
  signers: [make(secret(account))],
});
const P2WPKH = single('P2WPKH', (key) => `wpkh(${key})`, 0);
const P2TR = single('P2TR', (key) => `tr(${key})`, 1);
const MULTISIG: Kind = {
  name: '2-of-3 P2WSH',
  open: `wsh(multi(2,${A},${B},${C}))`,
  signers: [`wsh(multi(2,${secret(0)},${B},${C}))`, `wsh(multi(2,${A},${secret(1)},${C}))`],
};
/** One signer with both keys. */
const both = `wsh(multi(2,${secret(0)},${secret(1)},${C}))`;
/** Another root, because otherwise one wallet could sign for both. */
const other = HDKey.fromMasterSeed(new Uint8Array(32), { private: 0x04358394, public: 0x043587cf });
const MUSIG: Kind = {
  name: 'MuSig2 of two',
  open: `tr(musig(${A},${other.publicExtendedKey}/*))`,
  signers: [
    `tr(musig(${secret(0)},${other.publicExtendedKey}/*))`,
    `tr(musig(${A},${other.privateExtendedKey}/*))`,
  ],
};

const ranged = (desc: string, count: number) => [
  { desc: addChecksum(desc), range: [0, count - 1] },
];

const made = new Map<string, Promise<string>>();
/** Makes a PSBT with its coins, and with keys and scripts if it is `updated`. */
function psbtOf({ ours, coins }: Sides, { name, open }: Kind, count: number, updated = true) {
  const id = [name, count, updated].join();
  const make = async () => {
    const random = createRandom(count);
    const params = [addChecksum(open), [0, count - 1]];
    const addresses = (await ours.call('deriveaddresses', params)) as string[];
    const inputs = await Promise.all(
      addresses.map(async (address) => {
        const prevout = { txid: Buffer.from(random.bytes(32)).toString('hex'), vout: 0 };
        const { scriptPubKey } = (await ours.call('validateaddress', [address])) as {
          scriptPubKey: string;
        };
        coins.set(outPointKey(prevout), {
          value: 10_000n,
          scriptPubKey: bytesOf(scriptPubKey),
          height: 1,
          coinbase: false,
        });
        return prevout;
      }),
    );
    const to = [{ [addresses[0] ?? '']: ((count * 9000) / 1e8).toFixed(8) }];
    const psbt = await ours.call('createpsbt', [inputs, to, 0, true, 2, 0]);
    return String(await ours.call('utxoupdatepsbt', [psbt, updated ? ranged(open, count) : []]));
  };
  const known = made.get(id) ?? make();
  made.set(id, known);
  return known;
}

type Processed = { readonly psbt: string; readonly complete: boolean };

/** Signs the PSBT with this descriptor, without finalizing it. */
async function signedBy(side: Side, psbt: string, descriptor: string, count: number) {
  const params = [psbt, ranged(descriptor, count), 'DEFAULT', true, false];
  return ((await side.call('descriptorprocesspsbt', params)) as Processed).psbt;
}

function all(name: string, complete: boolean, answer: unknown): void {
  if ((answer as Processed).complete !== complete) throw new Error(`${name}: not complete`);
}

const signer = (kind: Kind): string => (kind === MULTISIG ? both : (kind.signers[0] ?? ''));

function processing(kind: Kind, count: number): Row {
  const name = `descriptorprocesspsbt, ${count} x ${kind.name}`;
  return {
    name,
    async prepare(side, sides) {
      const psbt = await psbtOf(sides, kind, count, false);
      const params = [psbt, ranged(signer(kind), count)];
      return async () => all(name, true, await side.call('descriptorprocesspsbt', params));
    },
  };
}

function processingInWallet(kind: Kind, count: number): Row {
  const name = `walletprocesspsbt, ${count} x ${kind.name}`;
  const opened = new Map<Side, Promise<string>>();
  return {
    name,
    async prepare(side, sides) {
      const psbt = await psbtOf(sides, kind, count, false);
      const wallet = await (opened.get(side) ?? walletOf(side, [signer(kind)], count - 1));
      opened.set(side, Promise.resolve(wallet));
      return async () => all(name, true, await side.call('walletprocesspsbt', [psbt], wallet));
    },
  };
}

type Params = (sides: Sides, kind: Kind, count: number) => Promise<readonly unknown[]>;

const signedParams: Params = async (sides, kind, count) => {
  const psbt = await psbtOf(sides, kind, count);
  return [await signedBy(sides.ours, psbt, signer(kind), count)];
};

/** Sends without parsing the answer. The caller would parse it in our process for both. */
async function sendAsIs(side: Side, body: string): Promise<void> {
  const text = await side.send(body);
  if (/"error":[^n]/.test(text)) throw new Error(text.slice(0, 300));
}

function asking(method: string, kind: Kind, count: number, paramsOf: Params): Row {
  const known = new Map<string, readonly unknown[]>();
  return {
    name: `${method}, ${count} x ${kind.name}`,
    async prepare(side, sides) {
      const params = known.get('') ?? (await paramsOf(sides, kind, count));
      known.set('', params);
      const body = JSON.stringify({ id: 1, method, params });
      return () => sendAsIs(side, body);
    },
  };
}

function repeating(
  method: string,
  paramsOf: (side: Side, sides: Sides) => Promise<unknown[][]>,
): Row {
  return {
    name: `${method}, 1,000 in one list`,
    async prepare(side, sides) {
      const calls = (await paramsOf(side, sides)).map((params, id) => ({ id, method, params }));
      const body = JSON.stringify(calls);
      return () => sendAsIs(side, body);
    },
  };
}

const WIF = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const texts = Array.from({ length: 1000 }, (_, i) => `message ${i}`);
const signing = repeating('signmessagewithprivkey', async () => texts.map((text) => [WIF, text]));
const verifying = repeating('verifymessage', async (_, { ours }) => {
  const { descriptor } = (await ours.call('getdescriptorinfo', [`pkh(${WIF})`])) as {
    descriptor: string;
  };
  const [address] = (await ours.call('deriveaddresses', [descriptor])) as string[];
  const signatures = await Promise.all(
    texts.map((text) => ours.call('signmessagewithprivkey', [WIF, text])),
  );
  return texts.map((text, i) => [address, signatures[i], text]);
});

/** Two rounds of two signers, from an empty to a final PSBT. */
const musig: Row = {
  name: 'MuSig2, two signers, two rounds, 100 inputs',
  oursOnly: true,
  async prepare(side, sides) {
    // Like wallets, fill each input with the data of its script.
    const psbt = await psbtOf(sides, MUSIG, 100, false);
    const names = await Promise.all(MUSIG.signers.map((each) => walletOf(side, [each], 99)));
    return async () => {
      let current: unknown = psbt;
      for (let round = 0; round < 2; round++) {
        const copies: string[] = [];
        for (const name of names) {
          const answer = await side.call('walletprocesspsbt', [current], name);
          copies.push((answer as Processed).psbt);
        }
        current = await side.call('combinepsbt', [copies]);
      }
      all('musig', true, await side.call('finalizepsbt', [current]));
    };
  },
};

const IN_BLOCK = 20;
const INPUTS_EACH = 100;
let signedOnce: Promise<readonly string[]> | undefined;

/** Confirms 2,000 coins of P2WPKH and signs 20 transactions that spend them. */
async function signedTransactions({ ours, node }: Sides): Promise<readonly string[]> {
  const count = IN_BLOCK * INPUTS_EACH;
  const addresses = (await ours.call('deriveaddresses', [
    addChecksum(P2WPKH.open),
    [0, count - 1],
  ])) as string[];
  const inputs: { txid: string; vout: number }[] = [];
  for (let from = 0; from < count; from += 500) {
    const { outPoint, value, lock } = node.take();
    const part = addresses.slice(from, from + 500);
    const each = Math.floor((Number(value) * 0.9) / part.length);
    const outputs = part.map((address) => ({ [address]: (each / 1e8).toFixed(8) }));
    const { txid, vout } = outPoint;
    const raw = String(await ours.call('createrawtransaction', [[{ txid, vout }], outputs]));
    const transaction = transactionOf(raw);
    const opened = {
      ...transaction,
      inputs: transaction.inputs.map((input) => ({ ...input, witness: lock.witness })),
    };
    if ((await node.send([opened])) !== 1) throw new Error('the node refused a payment');
    const paid = transactionId(opened);
    inputs.push(...part.map((_, vout) => ({ txid: paid, vout })));
  }
  await node.passTime(600);
  await node.mine();
  const signed: string[] = [];
  for (let from = 0; from < count; from += INPUTS_EACH) {
    const part = inputs.slice(from, from + INPUTS_EACH);
    const to = [{ [addresses[0] ?? '']: '0.01' }];
    const psbt = await ours.call('createpsbt', [part, to, 0, true, 2, 0]);
    const updated = await node.client.call('utxoupdatepsbt', psbt);
    const processed = (await ours.call('descriptorprocesspsbt', [
      updated,
      ranged(signer(P2WPKH), count),
    ])) as Processed & { hex: string };
    signed.push(processed.hex);
  }
  return signed;
}

const once = (sides: Sides) => {
  signedOnce ??= signedTransactions(sides);
  return signedOnce;
};

const accepting: Row = {
  name: 'testmempoolaccept, 10 x 100 inputs P2WPKH',
  async prepare(side, sides) {
    // A larger package is rejected at once.
    const params = [(await once(sides)).slice(0, 10), 0];
    return async () => {
      const answers = (await side.call('testmempoolaccept', params)) as { allowed?: boolean }[];
      if (!answers.every(({ allowed }) => allowed)) throw new Error(JSON.stringify(answers));
    };
  },
};

let block: string | undefined;
const proposing: Row = {
  name: 'getblocktemplate, a proposal with 2,000 inputs P2WPKH',
  async prepare(side, sides) {
    if (block === undefined) {
      const signed = await once(sides);
      for (const hex of signed) await sides.node.client.call('sendrawtransaction', hex, 0);
      const template = (await sides.node.ours({ rules: ['segwit'] })) as TemplateJson;
      if (template.transactions.length !== signed.length) throw new Error('not all are in');
      block = blockHex(blockOf(template, bytesOf('51')));
    }
    const params = [{ mode: 'proposal', data: block }];
    return async () => {
      const answer = await side.call('getblocktemplate', params);
      if (answer !== null) throw new Error(JSON.stringify(answer));
    };
  },
};

const scriptLeaf = `multi_a(2,${B},${C})`;

export const rows: readonly Row[] = [
  deriving('wpkh', `wpkh(${A})`),
  deriving('pkh', `pkh(${A})`),
  deriving('sh(wpkh)', `sh(wpkh(${A}))`),
  deriving('wsh(multi(2,3))', `wsh(multi(2,${A},${B},${C}))`),
  deriving('wsh(sortedmulti(2,3))', `wsh(sortedmulti(2,${A},${B},${C}))`),
  deriving('tr', `tr(${A})`),
  deriving('tr(multi_a)', `tr(${A},${scriptLeaf})`),
  importing('wpkh', `wpkh(${secret(0)})`),
  importing('wpkh hardened', `wpkh(${TEST_XPRV}/0/*h)`),
  importing('tr', `tr(${secret(0)})`),
  importing('wsh(multi(2,3))', both),
  ...[P2WPKH, MULTISIG, P2TR].flatMap((kind) => [
    ...[1, 100, 1000].map((count) => processing(kind, count)),
    ...[1, 100, 1000].map((count) => processingInWallet(kind, count)),
  ]),
  ...[P2WPKH, MULTISIG, P2TR].flatMap((kind) => [
    asking('utxoupdatepsbt', kind, 1000, async (sides) => [
      await psbtOf(sides, kind, 1000, false),
      ranged(kind.open, 1000),
    ]),
    asking('decodepsbt', kind, 1000, signedParams),
    asking('analyzepsbt', kind, 1000, signedParams),
    asking('finalizepsbt', kind, 1000, signedParams),
  ]),
  asking('combinepsbt', MULTISIG, 1000, async (sides) => {
    const psbt = await psbtOf(sides, MULTISIG, 1000);
    return [
      await Promise.all(MULTISIG.signers.map((each) => signedBy(sides.ours, psbt, each, 1000))),
    ];
  }),
  signing,
  verifying,
  musig,
  accepting,
  proposing,
];
