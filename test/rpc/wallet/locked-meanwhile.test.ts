import { expect, test } from 'vitest';
import { formatPsbt, fund, openAccount } from '../../../src/index.ts';
import { createWallets } from '../../../src/library/create-wallets.ts';
import { execute } from '../../../src/public/rpc.ts';
import { accountTexts, SOMEBODY, utxosOf } from '../../support/generate/accounts.ts';
import { createRandom } from '../../support/generate/random.ts';

// A wallet that is locked while a call signs with it, by another call or because its time is over.

const INPUTS = 70;
const PASSPHRASE = 'correct horse';
const text = accountTexts.wpkh;

/** Creates an encrypted wallet, which is unlocked. */
async function encryptedWallet() {
  const stored = new Map<string, Uint8Array>();
  const storage = {
    read: async (name: string) => stored.get(name)?.slice(),
    write: async (name: string, bytes: Uint8Array) => void stored.set(name, bytes.slice()),
    names: async () => [...stored.keys()],
  };
  const wallets = createWallets(storage, {
    network: 'regtest',
    keypoolSize: 2,
    scryptCost: { n: 2, r: 1, p: 1 },
  });
  const random = createRandom(5).bytes;
  const bugs: unknown[] = [];
  const options = {
    network: 'regtest',
    wallets,
    random,
    now: () => 1_795_239_000,
    reportBug: (error: unknown) => void bugs.push(error),
  } as const;
  const created = { wallet_name: 'w', blank: true, passphrase: PASSPHRASE };
  await execute('createwallet', created, options);
  const unlock = () => execute('walletpassphrase', [PASSPHRASE, 1_000], options);
  await unlock();
  const { checksum } = await execute('getdescriptorinfo', [text], { network: 'regtest' });
  const desc = `${text}#${checksum}`;
  const request = { desc, timestamp: 'now', active: true, range: [0, INPUTS + 20] } as const;
  await execute('importdescriptors', [[request]], options);
  return { options, bugs, unlock };
}

const formatJson = (value: unknown) => JSON.stringify(value);

const account = openAccount(text, { network: 'regtest', range: INPUTS + 20 });
const coins = account.coins(
  utxosOf(
    account,
    Array.from({ length: INPUTS }, () => 20_000),
  ),
);
const outputs = [{ address: SOMEBODY, value: BigInt(INPUTS) * 15_000n }];
const { psbt } = fund({ coins, outputs, change: account, feeRate: 2, spendAll: true });

test('a call whose wallet is locked meanwhile signs all, or says that it was locked', async () => {
  const { options, bugs, unlock } = await encryptedWallet();
  const params = [formatPsbt(psbt)];
  let most = 0;
  const counting = async () => void most++;
  const whole = await execute('walletprocesspsbt', params, { ...options, pause: counting });
  expect(whole).toMatchObject({ complete: true });
  const outcomes = new Set<string>();
  for (let at = 1; at <= most; at++) {
    await unlock();
    let pauses = 0;
    const pause = async () => {
      if (++pauses === at) await execute('walletlock', [], options);
    };
    const notes: string[] = [];
    const notify = (note: string) => void notes.push(note);
    const work = execute('walletprocesspsbt', params, { ...options, pause, notify });
    const [settled] = await Promise.allSettled([work]);
    const isWhole =
      settled.status === 'fulfilled' && formatJson(settled.value) === formatJson(whole);
    if (isWhole) outcomes.add('signed');
    else if (settled.status === 'rejected') {
      expect(settled.reason).toMatchObject({ code: -13 });
      outcomes.add('locked');
    } else expect(notes.join()).toContain('The wallet was locked while this call used its keys');
  }
  expect([...outcomes].sort()).toEqual(['locked', 'signed']);
  expect(bugs).toEqual([]);
});
