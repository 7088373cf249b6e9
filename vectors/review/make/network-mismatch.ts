import { ME, mainnetAccount, wpkh } from '../../../test/support/review/accounts.ts';
import { at } from '../../../test/support/review/coins.ts';
import { back, none, type PsbtSpec, pay } from '../../../test/support/review/payments.ts';
import { type Case, pairs } from '../../../test/support/review/rows.ts';

const masters = [ME.root.privateExtendedKey];
const words = { descriptors: [], masters };
const of = (text: string): PsbtSpec => ({
  coins: [at(text, 0, 100_000n)],
  outputs: [pay(60_000n), back(39_800n, text)],
});
const warned = ['keys-of-another-network'] as const;
const mismatch = ['network-mismatch'] as const;

export const cases: readonly Case[] = pairs(
  // Change at the path of real coins, on a test network.
  ['real coins of a master key, on a test network', of(mainnetAccount), words],
  ['test coins of a master key', of(wpkh), words],
  [
    'real coins that no key is open for',
    of(mainnetAccount),
    [...mismatch, 'change-unproven'],
    none,
  ],
  [
    'a path of real coins in a descriptor',
    of(mainnetAccount),
    warned,
    { descriptors: [mainnetAccount] },
  ],
);
