import { describe, expect, test } from 'vitest';
import { fund, isColdsignError, openAccount, parsePsbt } from '../../src/index.ts';
import type { CallOptions } from '../../src/library/complete-context.ts';
import { unsignedTransaction } from '../../src/psbt/unsigned-transaction.ts';
import { execute, RpcError } from '../../src/public/rpc.ts';
import { decodeHex, decodeTransaction } from '../../src/public/transaction.ts';
import { COIN, walletOf } from '../support/chains/one-coin-wallet.ts';
import { TEST_XPRV } from '../support/generate/wallet.ts';

const TO = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const CHANGE = 'bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x';
const OTHER = '02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5';
const own = (number: number) => `${TEST_XPRV}/${number}/*`;

/** A time, and not a height. */
const TIME = 1_700_000_000;
/** 512 seconds, and not blocks. */
const SECONDS = 0x400001;

type Locks = {
  readonly path?: number;
  readonly locktime?: number;
  readonly sequence?: number;
};

/** Descriptors with the locks that are asked for. */
const older = `wsh(or_d(pk(${own(1)}),and_v(v:pkh(${own(2)}),older(10))))`;
const after = `wsh(or_d(pk(${own(1)}),and_v(v:pkh(${own(2)}),after(50))))`;
const heir = `wsh(or_d(pk(${OTHER}),and_v(v:pkh(${own(2)}),older(10))))`;
const heirAt = `tr(${OTHER},and_v(v:pk(${own(2)}),after(50)))`;
const cases: readonly (readonly [string, string, Locks])[] = [
  ['a relative lock of the path', older, { path: 1 }],
  ['a longer one', older, { path: 1, sequence: 20 }],
  ['a shorter one', older, { path: 1, sequence: 5 }],
  ['one of seconds', older, { path: 1, sequence: SECONDS }],
  ['a final sequence', older, { path: 1, sequence: 0xffffffff }],
  ['a relative lock and a lock time', older, { path: 1, locktime: 60 }],
  ['an absolute lock of the path', after, { path: 1 }],
  ['a later one', after, { path: 1, locktime: 60 }],
  ['an earlier one', after, { path: 1, locktime: 10 }],
  ['one of seconds since 1970', after, { path: 1, locktime: TIME }],
  ['an absolute lock and a final sequence', after, { path: 1, sequence: 0xffffffff }],
  ['the path without a lock, and a lock time', after, { path: 0, locktime: 60 }],
  ['no path, and a lock time', `wpkh(${own(1)})`, { locktime: 60 }],
  ['no path, and a relative lock', `wpkh(${own(1)})`, { sequence: 144 }],
  ['keys that open only a relative lock', heir, {}],
  ['keys that open only an absolute lock', heirAt, {}],
  ['keys that open only a relative lock, and a longer one', heir, { sequence: 30 }],
];

const refused = new Set([
  'one of seconds',
  'a final sequence',
  'one of seconds since 1970',
  'an absolute lock and a final sequence',
]);

type Coin = { readonly txid: string; readonly vout: number; readonly address: string };

/** Returns the locks of the funded transaction, or that it is refused. */
const doors: Readonly<
  Record<string, (text: string, locks: Locks, coin: Coin, call: CallOptions) => Promise<unknown>>
> = {
  fund: async (text, { path, locktime, sequence }, coin) => {
    const account = openAccount(text, { network: 'regtest' });
    const coins = account.coins([{ ...coin, value: COIN, confirmations: 101 }]);
    const { psbt } = fund({
      coins,
      outputs: [{ address: TO, value: 400_000n }],
      change: CHANGE,
      feeRate: 2,
      ...(path !== undefined && { path }),
      ...(locktime !== undefined && { locktime }),
      ...(sequence !== undefined && { sequence }),
    });
    return locksOf(unsignedTransaction(psbt));
  },
  send: async (_text, locks, coin, call) => {
    const options = { ...ofMethod(locks, coin), psbt: true, change_address: CHANGE };
    const params = { outputs: { [TO]: 0.004 }, fee_rate: 2, options };
    const { psbt } = (await execute('send', JSON.stringify(params), call).then(JSON.parse)) as {
      psbt: string;
    };
    return locksOf(unsignedTransaction(parsePsbt(psbt)));
  },
  walletcreatefundedpsbt: async (_text, { locktime, ...locks }, coin, call) => {
    const { inputs, ...options } = ofMethod(locks, coin);
    const params = {
      inputs,
      outputs: [{ [TO]: 0.004 }],
      locktime: locktime ?? 0,
      options: { ...options, fee_rate: 2, changeAddress: CHANGE },
    };
    const text = await execute('walletcreatefundedpsbt', JSON.stringify(params), call);
    const { psbt } = JSON.parse(text) as { psbt: string };
    return locksOf(unsignedTransaction(parsePsbt(psbt)));
  },
  fundrawtransaction: async (_text, { locktime, ...locks }, coin, call) => {
    const { inputs, replaceable, ...options } = ofMethod(locks, coin);
    const raw = {
      inputs,
      outputs: [{ [TO]: 0.004 }],
      locktime: locktime ?? 0,
      replaceable,
    };
    const hexstring: unknown = JSON.parse(
      await execute('createrawtransaction', JSON.stringify(raw), call),
    );
    const params = { hexstring, options: { ...options, fee_rate: 2, changeAddress: CHANGE } };
    const text = await execute('fundrawtransaction', JSON.stringify(params), call);
    const { hex } = JSON.parse(text) as { hex: string };
    return locksOf(decodeTransaction(decodeHex(hex) ?? new Uint8Array(), { witness: true }));
  },
};

/** Names the coin only if its sequence is asked for. */
function ofMethod({ path, locktime, sequence }: Locks, { txid, vout }: Coin) {
  return {
    ...(path !== undefined && { path }),
    ...(locktime !== undefined && { locktime }),
    inputs: sequence === undefined ? [] : [{ txid, vout, sequence }],
    replaceable: sequence !== 0xffffffff,
  };
}

const locksOf = (transaction: ReturnType<typeof unsignedTransaction>) => ({
  locktime: transaction?.locktime,
  sequences: transaction?.inputs.map(({ sequence }) => sequence),
});

describe('every door that funds has the same locks for', () => {
  test.each(cases.map(([name, text, locks]) => ({ name, text, locks })))(
    '$name',
    async ({ name, text, locks }) => {
      const call = await walletOf(text, 'default');
      const [coin] = (await execute('listunspent', [], call)) as readonly Coin[];
      if (coin === undefined) throw new Error('the coin was found');
      const { txid, vout, address } = coin;
      const answers: Record<string, unknown> = {};
      for (const [door, ask] of Object.entries(doors)) {
        answers[door] = await ask(text, locks, { txid, vout, address }, call).catch(
          (error: unknown) => {
            if (error instanceof RpcError || isColdsignError(error)) return 'refused';
            throw error;
          },
        );
      }
      const { fund: first, ...others } = answers;
      expect(first === 'refused').toBe(refused.has(name));
      for (const [door, answer] of Object.entries(others)) {
        expect({ door, answer }).toEqual({ door, answer: first });
      }
    },
  );
});
