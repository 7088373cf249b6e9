import { describe, expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { formatAmount } from '../../src/encoding/amount.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { fund, isColdsignError, openAccount, parsePsbt } from '../../src/index.ts';
import type { CallOptions } from '../../src/library/complete-context.ts';
import type { Psbt } from '../../src/psbt/psbt.ts';
import { unsignedTransaction } from '../../src/psbt/unsigned-transaction.ts';
import { execute, RpcError } from '../../src/public/rpc.ts';
import { decodeHex, decodeTransaction } from '../../src/public/transaction.ts';
import { decodeAddress } from '../../src/script/address.ts';
import { encodeSnapshot } from '../../src/snapshot/snapshot-codec.ts';
import { outPointKey, type Transaction, totalValue } from '../../src/transaction/transaction.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import { createMemoryHost } from '../../src/wallet-host/memory-host.ts';
import type { MemoryChain } from '../support/chains/memory-chain.ts';
import { payment } from '../support/chains/mined-chain.ts';
import { createSolvedChain } from '../support/chains/solved-chain.ts';
import { createRandom } from '../support/generate/random.ts';
import { snapshotOf } from '../support/generate/snapshot.ts';
import { TEST_XPRV } from '../support/generate/wallet.ts';
import { importOfSecrets } from '../support/review/accounts.ts';
import { commandFolder } from '../support/screens/command-folder.ts';
import { type DoorName, type FundingCase, fundingCases } from './funding-cases.ts';

// Every row of funding-cases.ts goes through every door that funds. A new row needs nothing here.

const KEYS = `wpkh(${TEST_XPRV}/84h/1h/0h/<0;1>/*)`;
const account = openAccount(KEYS, { network: 'regtest' });
const { folder: _, write, call: command } = commandFolder();
const quiet = { isScreen: false };
// The wallet looks for its coins from the first block on.
const IMPORT = importOfSecrets(KEYS).replaceAll('"now"', '0');
let count = 0;

function scriptOf(address: string): Uint8Array {
  const script = decodeAddress(address, networks.regtest);
  if ('error' in script) throw new Error(address);
  return script;
}

/** A chain with the coins of a case, a wallet beside it, and what is to be replaced. */
async function worldOf(given: FundingCase): Promise<World> {
  const scripts = Array.from({ length: 8 }, (_, i) => [
    account.address(i),
    account.changeAddress(i),
  ]).flat();
  const own = scripts.map(scriptOf);
  const foreign = { value: given.coins[0] ?? 0n, scriptPubKey: Uint8Array.of(0x51) };
  const paid = given.coins.map((value, i) => ({
    value,
    scriptPubKey: scriptOf(account.address(i)),
  }));
  const paying = given.parentRate === undefined ? paid : [foreign];
  const first = payment(paying.map(({ scriptPubKey, value }) => [scriptPubKey, value]));
  const chain = createSolvedChain(first);
  const txid = transactionId(first);
  let coins = given.coins.map((value, i) => coinAt(txid, i, value, i));
  let ancestors: Record<string, { vsize: number; fee: bigint }> = {};
  if (given.parentRate !== undefined) {
    const vsize = 82;
    const fee = BigInt(given.parentRate * vsize);
    const [script] = own;
    const value = foreign.value - fee;
    const input = { prevout: { txid, vout: 0 }, scriptSig: new Uint8Array(0), witness: [] };
    const parent: Transaction = {
      version: 2,
      locktime: 0,
      inputs: [{ ...input, sequence: 0xfffffffd }],
      outputs: [{ value, scriptPubKey: script ?? new Uint8Array(0) }],
    };
    const entry = chain.submit(parent);
    expect(entry).toMatchObject({ weight: 4 * vsize, fee });
    const made = transactionId(parent);
    coins = [{ ...coinAt(made, 0, value, 0), confirmations: 0 }];
    ancestors = { [made]: { vsize, fee } };
  }
  const { time } = await chain.source.tip();
  const options = {
    network: 'regtest',
    secp256k1,
    chain: chain.source,
    now: () => time + 60,
    random: createRandom(3).bytes,
  } as const;
  const world = { given, coins, ancestors, chain, own, options };
  if (given.replacedRate === undefined) return world;
  const call = await walletOf(world);
  const fee_rate = given.replacedRate;
  const sent = (await execute('send', sendOf({ ...given, feeRate: fee_rate }, coins), call)) as {
    readonly psbt: string;
    readonly hex: string;
  };
  const old = decodeTransaction(decodeHex(sent.hex) ?? new Uint8Array(0), { witness: true });
  if (old === undefined) throw new Error('it is signed');
  chain.submit(old);
  return { ...world, replaced: { txid: transactionId(old), psbt: parsePsbt(sent.psbt) } };
}

type World = {
  readonly given: FundingCase;
  readonly coins: readonly Listed[];
  readonly ancestors: Readonly<Record<string, { readonly vsize: number; readonly fee: bigint }>>;
  readonly chain: MemoryChain;
  /** Scripts of the wallet. */
  readonly own: readonly Uint8Array[];
  readonly options: Omit<CallOptions, 'wallets'>;
  /** The payment to replace. */
  readonly replaced?: { readonly txid: string; readonly psbt: Psbt };
};
type Listed = ReturnType<typeof coinAt>;

const coinAt = (txid: string, vout: number, value: bigint, index: number) => ({
  txid,
  vout,
  value,
  address: account.address(index),
  confirmations: 101,
});

/** Opens a new wallet of the keys: no door sees the change address that another one took. */
async function walletOf({ options }: Pick<World, 'options'>): Promise<CallOptions> {
  const call = { ...options, wallets: createMemoryHost({ keypoolSize: 8 }) };
  await execute('createwallet', { wallet_name: 'w', blank: true }, call);
  await execute('importdescriptors', [JSON.parse(IMPORT)], call);
  return call;
}

const btc = (value: bigint) => formatAmount(value);
const outputsOf = ({ outputs }: FundingCase) =>
  outputs.map(({ to, value }) => ({ [to]: btc(value) }));
const payersOf = ({ outputs }: FundingCase) =>
  outputs.flatMap(({ subtractFee }, i) => (subtractFee ? [i] : []));
const limitOf = ({ maxFeeRate }: FundingCase) =>
  maxFeeRate === undefined ? {} : { maxfeerate: btc(BigInt(maxFeeRate * 1000)) };

/** Inputs that a method must spend. */
const inputsOf = ({ spend = [], sequence }: FundingCase, coins: readonly Listed[]) =>
  spend.flatMap((at) => {
    const coin = coins[at];
    if (coin === undefined) return [];
    const { txid, vout } = coin;
    return [{ txid, vout, ...(sequence !== undefined && { sequence }) }];
  });

function sendOf(given: FundingCase, coins: readonly Listed[]) {
  const inputs = inputsOf(given, coins);
  const options = {
    inputs,
    psbt: true,
    subtract_fee_from_outputs: payersOf(given),
    ...limitOf(given),
    ...(given.locktime !== undefined && { locktime: given.locktime }),
    ...(given.parentRate !== undefined && { include_unsafe: true }),
  };
  return { outputs: outputsOf(given), fee_rate: given.feeRate, options };
}

type Made = { readonly transaction: Transaction; readonly fee: bigint };

function made(psbt: Psbt, { coins }: World): Made {
  const transaction = unsignedTransaction(psbt);
  if (transaction === undefined) throw new Error('no transaction');
  return madeOf(transaction, coins);
}

function madeOf(transaction: Transaction, coins: readonly Listed[]): Made {
  const values = new Map(coins.map((coin) => [outPointKey(coin), coin.value]));
  const spent = transaction.inputs.map(({ prevout }) => values.get(outPointKey(prevout)) ?? 0n);
  const total = spent.reduce((sum, value) => sum + value, 0n);
  return { transaction, fee: total - totalValue(transaction.outputs) };
}

const ofPsbt = (answer: unknown, world: World) =>
  made(parsePsbt((answer as { readonly psbt: string }).psbt), world);

const doors: { readonly [Name in DoorName]: (world: World) => Promise<Made> } = {
  fund: async (world) => {
    const { given, coins, ancestors, replaced } = world;
    const { outputs, feeRate, spend, locktime, sequence, parentRate, maxFeeRate } = given;
    const named = spend?.flatMap((at) => coins[at] ?? []);
    const { psbt } = fund({
      coins: account.coins(named ?? coins, { ancestors }),
      outputs: outputs.map(({ to, value, subtractFee }) => ({
        address: to,
        value,
        ...(subtractFee && { subtractFee }),
      })),
      change: account,
      ...(parentRate === undefined ? { feeRate } : { packageFeeRate: feeRate }),
      ...(parentRate !== undefined && { includeUnsafe: true }),
      ...(named !== undefined && { spendAll: true }),
      ...(locktime !== undefined && { locktime }),
      ...(sequence !== undefined && { sequence }),
      ...(maxFeeRate !== undefined && { maxFeeRate }),
      // Nodes ask for 0.1 now; the default of the library is for older ones.
      ...(replaced !== undefined && { replaces: replaced.psbt, incrementalFeeRate: 0.1 }),
    });
    return made(psbt, world);
  },
  send: async (world) => {
    const call = await walletOf(world);
    return ofPsbt(await execute('send', sendOf(world.given, world.coins), call), world);
  },
  walletcreatefundedpsbt: async (world) => {
    const { given, coins } = world;
    const options = {
      fee_rate: given.feeRate,
      subtractFeeFromOutputs: payersOf(given),
      ...limitOf(given),
      ...(given.parentRate !== undefined && { include_unsafe: true }),
    };
    const params = {
      inputs: inputsOf(given, coins),
      outputs: outputsOf(given),
      locktime: given.locktime ?? 0,
      options,
    };
    const call = await walletOf(world);
    return ofPsbt(await execute('walletcreatefundedpsbt', params, call), world);
  },
  fundrawtransaction: async (world) => {
    const { given, coins } = world;
    const call = await walletOf(world);
    const raw = await execute(
      'createrawtransaction',
      {
        inputs: inputsOf(given, coins),
        outputs: outputsOf(given),
        locktime: given.locktime ?? 0,
        replaceable: true,
      },
      call,
    );
    const options = {
      add_inputs: given.spend === undefined,
      fee_rate: given.feeRate,
      subtractFeeFromOutputs: payersOf(given),
      ...limitOf(given),
      ...(given.parentRate !== undefined && { include_unsafe: true }),
    };
    const { hex } = (await execute('fundrawtransaction', { hexstring: raw, options }, call)) as {
      readonly hex: string;
    };
    const transaction = decodeTransaction(decodeHex(hex) ?? new Uint8Array(0), { witness: true });
    if (transaction === undefined) throw new Error('no transaction');
    return madeOf(transaction, coins);
  },
  psbtbumpfee: async (world) => {
    const { given, replaced } = world;
    const call = await walletOf(world);
    const options = { fee_rate: given.feeRate };
    return ofPsbt(await execute('psbtbumpfee', { txid: replaced?.txid, options }, call), world);
  },
  command: async (world) => {
    const { given, coins, replaced } = world;
    const as = `funding-${count++}`;
    const options = [`-rpcwallet=${as}`, `-snapshot=${write(as, await snapshotBytes(world))}`];
    await command(['-named', 'createwallet', `wallet_name=${as}`, 'blank=true'], quiet);
    await command([`-rpcwallet=${as}`, 'importdescriptors', IMPORT], quiet);
    const { outputs, fee_rate, options: more } = sendOf(given, coins);
    const words =
      replaced === undefined
        ? ['send', `outputs=${JSON.stringify(outputs)}`, `options=${JSON.stringify(more)}`]
        : ['psbtbumpfee', `txid=${replaced.txid}`];
    const { code, out, err } = await command(
      [...options, '-format=json', '-named', ...words, `fee_rate=${fee_rate}`],
      quiet,
    );
    if (code !== 0) throw new Refused(err);
    return ofPsbt(JSON.parse(out), world);
  },
  page: async (world) => {
    const { given, coins } = world;
    const engine = createEngine(() => undefined);
    engine.chooseNetwork('regtest');
    engine.takeText(KEYS);
    await engine.openPayload('');
    engine.takeBytes(await snapshotBytes(world));
    await engine.openSnapshot();
    const payment = {
      payees: given.outputs.map(({ to, value, subtractFee = false }) => {
        return { address: to, amount: btc(value), paysFee: subtractFee };
      }),
      feeRate: `${given.feeRate}`,
      coins: inputsOf(given, coins).map(outPointKey),
    };
    await engine.makePayment(payment).catch((error: unknown) => {
      throw new Refused(error instanceof Error ? error.message : '');
    });
    const { id } = await engine.review();
    const { bytes } = await engine.sign(id, []);
    const transaction = decodeTransaction(bytes, { witness: true });
    if (transaction === undefined) throw new Error('no transaction');
    return madeOf(transaction, coins);
  },
};

class Refused extends Error {}

async function snapshotBytes({ chain, own }: World): Promise<Uint8Array> {
  const snapshot = await snapshotOf(chain.source, own, createRandom(1));
  const mempool = { ...snapshot.mempool, complete: true, scriptsVerified: true };
  const fees = { ...snapshot.fees, mempoolMinimum: 0n };
  return encodeSnapshot({ ...snapshot, mempool, fees }).bytes;
}

/** What all doors must agree about; the order of inputs and outputs is random. */
function shown({ transaction, fee }: Made, { locktime, sequence }: FundingCase) {
  const { inputs, outputs } = transaction;
  return {
    fee,
    inputs: inputs.map(({ prevout }) => outPointKey(prevout)).sort(),
    outputs: outputs.map((each) => `${encodeHex(each.scriptPubKey)} ${each.value}`).sort(),
    ...(locktime !== undefined && { locktime: transaction.locktime }),
    ...(sequence !== undefined && { sequences: inputs.map((input) => input.sequence) }),
  };
}

/**
 * The page has wallets without private keys, whose signatures may be made elsewhere. Like Core, it
 * counts one weight unit more for each of them.
 */
const watchOnly: ReadonlySet<DoorName> = new Set(['page']);

/** Moves the cost of larger signatures from the fee back to the output that paid it. */
function withSmallSignatures(made: Made, fee: bigint, { feeRate }: FundingCase): Made {
  const more = made.fee - fee;
  const { inputs, outputs } = made.transaction;
  const most = BigInt(Math.ceil((feeRate * inputs.length) / 4 + feeRate));
  if (inputs.length === 1 || more < 0n || more > most) return made;
  const paying = outputs.findIndex(({ scriptPubKey }) => isPaying(scriptPubKey));
  const at = paying < 0 ? 0 : paying;
  const moved = outputs.map((each, i) => (i === at ? { ...each, value: each.value + more } : each));
  return { fee, transaction: { ...made.transaction, outputs: moved } };
}

const isPaying = (script: Uint8Array) => account.find(script)?.side === 'change';

const names = Object.keys(doors) as DoorName[];

describe.each(fundingCases)('$name', (given) => {
  const isBump = given.replacedRate !== undefined;
  const lacks = { ...given.lacks, ...(!isBump && { psbtbumpfee: 'It only replaces.' }) };
  const taking = names.filter((name) => !(name in lacks));

  test(`is the same at the doors ${taking.join(', ')}`, async () => {
    const world = await worldOf(given);
    const answers: [DoorName, unknown][] = [];
    let fee: bigint | undefined;
    for (const name of taking) {
      const answer = await doors[name](world).then(
        (each) => {
          fee ??= each.fee;
          return shown(watchOnly.has(name) ? withSmallSignatures(each, fee, given) : each, given);
        },
        (error: unknown) => {
          const isKnown =
            error instanceof RpcError || error instanceof Refused || isColdsignError(error);
          if (!isKnown) throw error;
          return given.isRefused ? 'refused' : `refused: ${error.message}`;
        },
      );
      answers.push([name, answer]);
    }
    const [[, first] = []] = answers;
    expect(first === 'refused').toBe(given.isRefused === true);
    expect(Object.fromEntries(answers)).toEqual(
      Object.fromEntries(taking.map((name) => [name, first])),
    );
  });
});
