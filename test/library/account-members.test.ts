import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { networks } from '../../src/encoding/network.ts';
import {
  type Account,
  fund,
  isColdsignError,
  openAccount,
  review,
  reviewFirst,
  sign,
} from '../../src/index.ts';
import { expand, isRange, parseDescriptor } from '../../src/public/descriptor.ts';
import { keyAt, ME, place, THIEF } from '../support/review/accounts.ts';
import { pay } from '../support/review/payments.ts';

const own = keyAt(ME, '84h/1h/0h');
const other = keyAt(THIEF, '84h/1h/0h');
const HEX = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const UNSPENDABLE = '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0';

const descriptors = [
  'addr(bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080)',
  'raw(51)',
  `pk(${HEX})`,
  `pkh(${own})`,
  `combo(${HEX})`,
  `rawtr(${own})`,
  `sh(wpkh(${own}))`,
  `sh(multi(1,${HEX},${other}))`,
  `wsh(sortedmulti(2,${own},${other}))`,
  `wsh(andor(pk(${own}),older(10),and_v(v:pkh(${other}),sha256(${'ab'.repeat(32)}))))`,
  `tr(${UNSPENDABLE},{pk(${own}),{multi_a(1,${own},${other}),and_v(v:pk(${other}),after(9))}})`,
  `tr(musig(${own},${other}))`,
  `tr(${HEX},pk(musig(${own.replace('/<0;1>/*', '')},${other.replace('/<0;1>/*', '')})/0/*))`,
];

/** Lists the places of all members of plain objects in a value. */
function placesIn(value: unknown, at: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const here = [...at, name];
    const inside = placesIn(member, here);
    // The bounds of a miniscript are computed, and 40 numbers deep.
    if (at[at.length - 1] === 'bounds' || Array.isArray(value)) return inside;
    return [here, ...inside];
  });
}

/** Copies a value with another name for the member at a place. */
function renamed(value: unknown, [name = '', ...rest]: readonly string[], as: string): unknown {
  if (Array.isArray(value)) {
    return value.map((item, i) => (String(i) === name ? renamed(item, rest, as) : item));
  }
  const given: { readonly [name: string]: unknown } = Object(value);
  if (rest.length > 0) return { ...given, [name]: renamed(given[name], rest, as) };
  const { [name]: moved, ...others } = given;
  return { ...others, [as]: moved };
}

function errorOf(run: () => unknown) {
  try {
    run();
  } catch (error) {
    if (isColdsignError(error, 'WRONG_ARGUMENT')) return error;
    throw error;
  }
  return undefined;
}

test.each(descriptors)('each misspelt member of a descriptor is refused: %s', (text) => {
  const parsed = parseDescriptor(text, { network: networks.regtest, secp256k1 });
  if ('error' in parsed) throw new Error(parsed.error);
  const [descriptor] = parsed.descriptors;
  if (descriptor === undefined) throw new Error('no descriptor');
  expect(errorOf(() => isRange(descriptor))).toBe(undefined);
  const source = { findPrivateKey: () => undefined, secp256k1 };
  expect(expand(descriptor, 0, source)?.scripts.length).toBeGreaterThan(0);
  const places = placesIn(descriptor).filter((path) => !path.includes('bounds'));
  expect(places.length).toBeGreaterThan(1);
  for (const path of places) {
    const name = path[path.length - 1] ?? '';
    const wrong = renamed(descriptor, path, `${name}x`) as typeof descriptor;
    const error = errorOf(() => isRange(wrong));
    expect(`${error?.message} ${error?.hint}`, path.join('.')).toContain(`no member ${name}x`);
    expect(error?.hint).toContain(`Did you mean ${name}?`);
  }
  const more = { ...descriptor, wantsMore: 1 };
  expect(errorOf(() => isRange(more))?.message).toContain('no member wantsMore');
});

describe('a copy of an account', () => {
  const text = `wpkh(${keyAt(ME, '84h/1h/0h', true)})`;
  const account = openAccount(text, {
    network: 'regtest',
    range: 40,
    next: { receive: 3, change: 2 },
    secp256k1,
  });
  const copy: Account = { ...account };
  const { script } = place(`wpkh(${own})`, 1, 35);
  const coins = account.coins([
    {
      txid: '11'.repeat(32),
      vout: 0,
      value: 90_000n,
      height: 100,
      scriptPubKey: script,
      side: 'change',
      index: 35,
    },
  ]);
  const outputs = [{ scriptPubKey: pay(60_000n).script, value: 60_000n }];
  const order = { coins, outputs, feeRate: 2 };

  test('works as the account, with its range, positions and coins', async () => {
    const funded = fund({ ...order, change: copy });
    expect(funded).toEqual(fund({ ...order, change: account }));
    expect(funded.change?.index).toBe(36);
    for (const each of [account, copy]) {
      const { outputs: found, findings } = review(funded.psbt, { account: each });
      expect(found.map(({ role }) => role).sort()).toEqual(['change', 'payment']);
      // The app said which positions are in use.
      expect(findings.map(({ id }) => id)).toContain('change-far');
      expect((await sign(funded.psbt, { keys: each })).complete).toBe(true);
    }
  });

  test('is refused with a member of the app, which is named', async () => {
    const more = { ...account, label: 'savings' };
    const near = { ...account, isRanged: true };
    const { psbt } = fund({ ...order, change: account });
    const calls: readonly ((given: Account) => unknown)[] = [
      (given) => fund({ ...order, change: given }),
      (given) => fund({ ...order, change: { account: given, index: 4 } }),
      (given) => review(psbt, { account: given }),
      (given) => review(psbt, { account: [account, given] }),
      (given) => review(psbt, { account, keys: [given] }),
      (given) => reviewFirst({ account: given }),
      (given) => reviewFirst({ account, keys: given }),
    ];
    for (const call of calls) {
      expect(errorOf(() => call(more))?.message).toMatch(/has no member label$/);
      expect(errorOf(() => call(near))?.message).toMatch(/has no member isRanged$/);
    }
    for (const keys of [more, [account, more]]) {
      await expect(sign(psbt, { keys })).rejects.toThrow(/has no member label$/);
    }
  });

  test('is refused if its functions are lost', () => {
    expect(() => structuredClone(account)).toThrow(/could not be cloned/);
    const { find, address, changeAddress, coins: read, ...plain } = account;
    const lost = { ...plain } as Account;
    expect(errorOf(() => fund({ ...order, change: lost }))?.message).toBe(
      'change must be an account or an address',
    );
    expect(
      errorOf(() => review(fund({ ...order, change: account }).psbt, { account: lost })),
    ).toBeDefined();
    expect([find, address, changeAddress, read]).toHaveLength(4);
  });
});
