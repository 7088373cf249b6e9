import { describe, expect, test } from 'vitest';
import {
  type Account,
  type AccountOptions,
  type ConsolidateOptions,
  consolidate,
  extract,
  type FundOptions,
  finalize,
  formatPsbt,
  fund,
  judgeMessage,
  openAccount,
  parsePsbt,
  parseUri,
  review,
  reviewFirst,
  type SignMessageOptions,
  type SignOptions,
  type SweepOptions,
  sign,
  signMessage,
  splitBatch,
  sweep,
} from '../../src/index.ts';

type BatchOptions = Parameters<typeof splitBatch>[0];
type CoinsOptions = NonNullable<Parameters<Account['coins']>[1]>;
type DecodeOptions = NonNullable<Parameters<typeof parsePsbt>[1]>;
type EncodeOptions = NonNullable<Parameters<typeof formatPsbt>[2]>;
type ExtractLimits = NonNullable<Parameters<typeof extract>[1]>;
type JudgeMessageOptions = NonNullable<Parameters<typeof judgeMessage>[1]>;
type ReviewFirstOptions = Parameters<typeof reviewFirst>[0];
type UriOptions = NonNullable<Parameters<typeof parseUri>[1]>;

/** Every name of an options type: the compiler insists on it. */
type Names<Options> = { readonly [Name in keyof Required<Options>]: true };
type Call = (options: never) => unknown;
const named = <Options>(
  call: (options: Options) => unknown,
  right: Options,
  names: Names<Options>,
) => ({ call: call as Call, right, names: Object.keys(names) }) as const;

const WIF = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const text = `wpkh(${WIF})`;
const account = openAccount(text, { network: 'regtest' });
const utxo = {
  txid: '11'.repeat(32),
  vout: 0,
  value: 90_000n,
  height: 100,
  address: account.address(0),
};
const order = { coins: account.coins([utxo]), change: account, feeRate: 2 };
const outputs = [{ address: account.address(0), value: 50_000n }];
const { psbt } = fund({ ...order, outputs });
const signed = await sign(psbt, { keys: WIF });
const limits = { maxFeeRate: true, maxFee: true } as const;
const funding = {
  ...limits,
  coins: true,
  frozen: true,
  change: true,
  feeRate: true,
  packageFeeRate: true,
  includeUnsafe: true,
  sequence: true,
  locktime: true,
  path: true,
  silent: true,
  psbtVersion: true,
  random: true,
} as const;
const reviewing = {
  account: true,
  keys: true,
  network: true,
  policy: true,
  history: true,
  coins: true,
  judgeNames: true,
  knownScripts: true,
  now: true,
  fees: true,
  expectedFeeRate: true,
  secp256k1: true,
} as const;

const functions = {
  openAccount: named<AccountOptions>(
    (options) => openAccount(text, options),
    { network: 'regtest' },
    {
      network: true,
      range: true,
      next: true,
      secp256k1: true,
    },
  ),
  'account.coins': named<CoinsOptions>(
    (options) => account.coins([], options),
    {},
    {
      height: true,
      addresses: true,
      ancestors: true,
    },
  ),
  fund: named<FundOptions>(
    fund,
    { ...order, outputs },
    {
      ...funding,
      outputs: true,
      replaces: true,
      cancel: true,
      descendantFees: true,
      incrementalFeeRate: true,
      spendAll: true,
    },
  ),
  splitBatch: named<BatchOptions & Pick<FundOptions, 'outputs'>>(
    (options) => splitBatch(options as Parameters<typeof splitBatch>[0]),
    { ...order, outputs },
    { ...funding, outputs: true },
  ),
  consolidate: named<ConsolidateOptions>(
    consolidate,
    { ...order, coins: account.coins([utxo, { ...utxo, vout: 1 }]) },
    { ...funding, mostInputs: true },
  ),
  sweep: named<SweepOptions>(
    sweep,
    { keys: WIF, coins: [utxo], to: account.address(0), feeRate: 1, network: 'regtest' },
    {
      ...limits,
      keys: true,
      coins: true,
      transactions: true,
      to: true,
      feeRate: true,
      height: true,
      includeUnsafe: true,
      network: true,
      psbtVersion: true,
      random: true,
      range: true,
      secp256k1: true,
    },
  ),
  sign: named<SignOptions>(
    (options) => sign(psbt, options),
    { keys: [] },
    {
      ...limits,
      keys: true,
      device: true,
      signer: true,
      threads: true,
      musig: true,
      silent: true,
      random: true,
      approve: true,
      reviewed: true,
      signal: true,
      sighashType: true,
      onProgress: true,
      secp256k1: true,
    },
  ),
  review: named<Omit<ReviewFirstOptions, 'confirm'>>(
    (options) => review(psbt, options),
    { account },
    reviewing,
  ),
  reviewFirst: named<ReviewFirstOptions>(
    (options) => reviewFirst(options)(psbt),
    { account },
    {
      ...reviewing,
      confirm: true,
    },
  ),
  parsePsbt: named<DecodeOptions>(
    (options) => parsePsbt(formatPsbt(psbt), options),
    {},
    {
      ...limits,
      secp256k1: true,
    },
  ),
  formatPsbt: named<EncodeOptions>(
    (options) => formatPsbt(psbt, 'base64', options),
    {},
    {
      version: true,
    },
  ),
  extract: named<ExtractLimits>(
    (options) => extract(signed.psbt, options),
    {},
    {
      ...limits,
      secp256k1: true,
    },
  ),
  finalize: named<Parameters<typeof finalize>[1] & object>(
    (options) => finalize(psbt, options),
    {},
    {
      secp256k1: true,
    },
  ),
  parseUri: named<UriOptions>(
    (options) => parseUri(account.address(0), options),
    { network: 'regtest' },
    {
      network: true,
    },
  ),
  signMessage: named<SignMessageOptions>(
    (options) => signMessage('hello', options),
    { account },
    {
      account: true,
      index: true,
      side: true,
      keys: true,
      signer: true,
      device: true,
      format: true,
      prefix: true,
      coins: true,
      secp256k1: true,
    },
  ),
  judgeMessage: named<JudgeMessageOptions>(
    (options) => judgeMessage({ address: account.address(0), message: '', signature: '' }, options),
    {},
    { secp256k1: true },
  ),
} as const;

describe.each(Object.entries(functions))('%s', (_, { call, right, names }) => {
  const ask = async (options: object) => call(options as never);

  test('accepts every option of its type', async () => {
    const absent = Object.fromEntries(names.map((name) => [name, undefined]));
    await ask({ ...absent, ...right });
    for (const name of names.filter((each) => !(each in right))) {
      await ask({ ...right, [name]: Symbol('of another type') }).catch(({ message }) =>
        expect(message).not.toContain('has no option'),
      );
    }
  });

  test('refuses a misspelt option by its name', async () => {
    for (const name of ['maxfee', 'aprove', 'Network']) {
      await expect(ask({ ...right, [name]: 1n }), name).rejects.toMatchObject({
        code: 'WRONG_ARGUMENT',
        message: expect.stringContaining(`has no option ${name}`),
      });
    }
    await ask({ ...right, maxfee: undefined });
  });
});
