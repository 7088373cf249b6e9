import { fund, openAccount } from '../../src/index.ts';

/** A value as an app without types passes it. */
// biome-ignore lint/suspicious/noExplicitAny: a program without types passes anything.
export type Untyped = any;

/** Returns code, message and hint of the error of a call, or 'accepted'. */
export function failureOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    return inWords(error);
  }
  return 'accepted';
}

/** Returns code, message and hint of the error that a call rejects with, or 'accepted'. */
export async function failure(call: () => Promise<unknown>): Promise<string> {
  try {
    await call();
  } catch (error) {
    return inWords(error);
  }
  return 'accepted';
}

function inWords(error: Untyped): string {
  const { code, message, hint } = error;
  return code === undefined ? String(error) : `${code} ${message} / ${hint}`;
}

export const TEST_WIF = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';

const account = openAccount(`wpkh(${TEST_WIF})`, { network: 'regtest' });
const address = account.address(0);
const coins = account.coins([
  { txid: '11'.repeat(32), vout: 0, value: 90_000n, height: 100, address },
]);
/** Pays an address that is not of the account. */
const payee = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
const order = { coins, outputs: [{ address: payee, value: 50_000n }], change: account, feeRate: 2 };

/** A payment of an account with one key, and the options of `fund` that it was made with. */
export const payment = { account, address, payee, coins, order, psbt: fund(order).psbt };
