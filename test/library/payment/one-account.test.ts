import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { decodeExtendedPrivateKey } from '../../../src/descriptor/extended-key.ts';
import { copyValue } from '../../../src/encoding/copy-value.ts';
import { networks } from '../../../src/encoding/network.ts';
import {
  type Account,
  isColdsignError,
  openAccount,
  type Psbt,
  review,
  type SigningKey,
  sign,
} from '../../../src/index.ts';
import type { PsbtInput } from '../../../src/psbt/psbt.ts';
import type { ExternalSigner } from '../../../src/signing/signature-request.ts';
import { keyAt, place, THIEF } from '../../support/review/accounts.ts';
import { coin, type Mutable } from '../../support/review/coins.ts';
import { buildPsbt, pay } from '../../support/review/payments.ts';
import { me as ME, wif } from '../../support/vectors/key-forms.ts';

type Change = (input: Mutable<PsbtInput>) => void;
type Place = readonly [descriptor: string, branch: 0 | 1, index: number, change?: Change];

/** A payment that spends a coin at each place. */
const spend = (...places: readonly Place[]): Psbt =>
  buildPsbt({
    coins: places.map(([text, branch, index, change], i) =>
      coin(place(text, branch, index), i + 1, { previous: true, ...(change && { change }) }),
    ),
    outputs: [pay(BigInt(places.length) * 100_000n - 1_000n)],
  });

const single = (path: string) => `wpkh(${keyAt(ME, path)})`;
const open = (text: string): Account =>
  openAccount(text, { network: 'regtest', range: 20, secp256k1 });
const own = (path: string) => open(`wpkh(${keyAt(ME, path, true)})`);
const MASTER = ME.root.privateExtendedKey;
const at = (path: string) => ME.root.derive(`m/${path.replaceAll('h', "'")}`);

const [SPENDING, SAVINGS] = ['84h/1h/0h', '84h/1h/1h'];
const spending = single(SPENDING);
const savings = single(SAVINGS);

type Keys = SigningKey | readonly SigningKey[];

async function refusalOf(psbt: Psbt, keys: Keys) {
  const error = await sign(psbt, { keys, secp256k1 }).catch((reason) => reason);
  if (!isColdsignError(error, 'NOT_APPROVED')) throw new Error('signed');
  return error;
}

async function isSigned(psbt: Psbt, keys: Keys) {
  const { complete } = await sign(psbt, { keys, secp256k1 });
  return complete;
}

describe('coins of two accounts', () => {
  const psbt = spend([spending, 0, 0], [savings, 0, 4], [spending, 1, 2]);

  test.each([
    ['a master key', MASTER],
    ['two accounts', [own(SPENDING), own(SAVINGS)]],
    ['an account and a master key', [own(SPENDING), MASTER]],
    ['an account and an extended key', [own(SPENDING), at(SAVINGS).privateExtendedKey]],
  ])('are not signed without a review by %s', async (_, keys) => {
    const before = copyValue(psbt);
    const error = await refusalOf(psbt, keys);
    expect(psbt).toEqual(before);
    expect(error.message).toMatch(
      /^These keys open coins of two accounts \(m\/84h\/1h\/0h, (m\/84h\/1h\/1h|[0-9a-f]{8})\): review with all accounts and pass `reviewed`$/,
    );
    expect(error.details?.inputs).toMatchObject([
      { input: 0, cause: 'SEVERAL_ACCOUNTS', account: 'm/84h/1h/0h' },
      { input: 1, cause: 'SEVERAL_ACCOUNTS' },
      { input: 2, cause: 'SEVERAL_ACCOUNTS', account: 'm/84h/1h/0h' },
    ]);
  });

  test('are signed after a review of both, or with approval', async () => {
    const account = [own(SPENDING), own(SAVINGS)];
    const reviewed = review(psbt, { account, secp256k1 });
    for (const keys of [MASTER, account]) {
      expect((await sign(psbt, { keys, reviewed, secp256k1 })).complete).toBe(true);
      expect((await sign(psbt, { keys, approve: () => true, secp256k1 })).complete).toBe(true);
    }
  });

  test('are signed by one account after the other', async () => {
    const first = await sign(psbt, { keys: own(SPENDING), secp256k1 });
    expect(first.complete).toBe(false);
    expect(await isSigned(first.psbt, own(SAVINGS))).toBe(true);
    // The coins of the first are final.
    expect(await isSigned(first.psbt, MASTER)).toBe(true);
  });

  test('are not hidden by the names in the PSBT', async () => {
    // Both coins claim to be of one account of one key.
    const rename: Change = (input) => {
      const path = [2 ** 31 + 84, 2 ** 31 + 1, 2 ** 31, 0, 4];
      const origin = { fingerprint: Uint8Array.of(1, 2, 3, 4), path };
      input.keyPaths = input.keyPaths.map((each) => ({ ...each, origin }));
    };
    const named = spend([spending, 0, 4, rename], [savings, 0, 4, rename]);
    const accounts = [at(SPENDING).privateExtendedKey, at(SAVINGS).privateExtendedKey];
    for (const keys of [MASTER, accounts]) {
      expect((await refusalOf(named, keys)).details?.inputs).toHaveLength(2);
    }
  });

  test('are not joined by a coin that both could spend', async () => {
    const either = `wsh(multi(1,${keyAt(ME, SPENDING)},${keyAt(ME, SAVINGS)}))`;
    const joined = spend([spending, 0, 0], [either, 0, 0], [savings, 0, 0]);
    const { details } = await refusalOf(joined, MASTER);
    expect(details?.inputs?.map(({ account }) => account)).toEqual([
      'm/84h/1h/0h',
      'm/84h/1h/0h and m/84h/1h/1h',
      'm/84h/1h/1h',
    ]);
    expect((await refusalOf(spend([spending, 0, 0], [either, 0, 0]), MASTER)).code).toBe(
      'NOT_APPROVED',
    );
  });

  test('are distinguished by the script if an account is given for each', async () => {
    const legacy = `pkh(${keyAt(ME, SPENDING)})`;
    const keys = [own(SPENDING), open(`pkh(${keyAt(ME, SPENDING, true)})`)];
    const { message } = await refusalOf(spend([spending, 0, 0], [legacy, 0, 0]), keys);
    expect(message).toMatch(/two accounts \(wpkh\(.+, pkh\(/);
  });

  test('may be of single keys beside an account', async () => {
    const key = at('7/8');
    const text = `wpkh(${Buffer.from(key.publicKey ?? []).toString('hex')})`;
    const mixed = spend([spending, 0, 0], [text, 0, 0]);
    const { details } = await refusalOf(mixed, [own(SPENDING), wif(key)]);
    expect(details?.inputs?.map(({ account }) => account)).toEqual(['m/84h/1h/0h', 'single keys']);
  });
});

describe('coins of one account', () => {
  test.each([
    ['the master key', MASTER],
    ['the account', own(SPENDING)],
    ['the account and the master key', [own(SPENDING), MASTER]],
    ['several accounts', [own(SPENDING), own(SAVINGS)]],
    ['the account, twice', [own(SPENDING), own(SPENDING).withNext({ receive: 5 })]],
  ])('are signed without a review by %s', async (_, keys) => {
    expect(await isSigned(spend([spending, 0, 0], [spending, 1, 3]), keys)).toBe(true);
  });

  test('are signed also beyond the positions that are searched', async () => {
    const psbt = spend([spending, 0, 0], [spending, 0, 900]);
    for (const keys of [MASTER, [own(SPENDING), MASTER]]) {
      expect(await isSigned(psbt, keys)).toBe(true);
    }
  });

  test.each(['0h/0h', '0h/1h', '45h/0/0', '44h/1h/0h/7', '84h/1h/0h/0h'])(
    'are signed at any position below m/%s',
    async (path) => {
      const isHardened = /^0h|0h\/0h$/.test(path);
      const key = (index: number) => at(`${path}/${index}${isHardened ? 'h' : ''}`);
      const psbt = buildPsbt({
        coins: [3, 8].map((index, i) => {
          const hex = Buffer.from(key(index).publicKey ?? []).toString('hex');
          const steps = `${path}/${index}${isHardened ? 'h' : ''}`;
          return coin(place(`wpkh([${ME.fingerprint}/${steps}]${hex})`, 0, 0), i + 1, {
            previous: true,
          });
        }),
        outputs: [pay(199_000n)],
      });
      expect(await isSigned(psbt, MASTER)).toBe(true);
    },
  );

  test('are signed by several single keys', async () => {
    const keys = [at('1'), at('2h'), at('3')];
    const texts = keys.map((key) => Buffer.from(key.publicKey ?? []).toString('hex'));
    const psbt = spend(
      ...texts.map((text, i): Place => [`${i === 1 ? 'pkh' : 'wpkh'}(${text})`, 0, 0]),
    );
    expect(await isSigned(psbt, keys.map(wif))).toBe(true);
  });

  test('are those of a multisig that several keys of it sign', async () => {
    const paths = ['48h/1h/0h/2h', '48h/1h/1h/2h'];
    const third = keyAt(THIEF, '48h/1h/0h/2h');
    const of = (secret: readonly boolean[]) =>
      `wsh(sortedmulti(2,${paths.map((path, i) => keyAt(ME, path, secret[i])).join()},${third}))`;
    const text = of([false, false]);
    const psbt = spend([text, 0, 0], [text, 1, 5]);
    const keys = [
      MASTER,
      open(of([true, true])),
      [open(of([true, false])), open(of([false, true]))],
    ];
    for (const each of keys) expect(await isSigned(psbt, each)).toBe(true);
    // A cosigner has signed one coin of the two.
    const one = await sign(psbt, { keys: open(of([true, false])), secp256k1 });
    const inputs = psbt.inputs.map((input, i) => (i === 0 ? (one.psbt.inputs[0] ?? input) : input));
    expect(await isSigned({ ...psbt, inputs }, MASTER)).toBe(true);
  });

  test('are signed by an extended key without an origin', async () => {
    const key = decodeExtendedPrivateKey(at(SPENDING).privateExtendedKey, networks.regtest);
    if (key === undefined) throw new Error('no key');
    expect(await isSigned(spend([spending, 0, 0], [spending, 1, 7]), key)).toBe(true);
  });
});

describe('an external signer without a review', () => {
  const keys = new Map(
    [SPENDING, SAVINGS, '48h/1h/0h/2h'].flatMap((path) =>
      [0, 1].flatMap((branch) =>
        Array.from({ length: 8 }, (_, i) => {
          const { publicKey, privateKey } = at(path).deriveChild(branch).deriveChild(i);
          if (publicKey === null || privateKey === null) throw new Error('no key');
          return [Buffer.from(publicKey).toString('hex'), privateKey] as const;
        }),
      ),
    ),
  );
  /** Signs with every key that it has, whatever a request says about its purpose. */
  const signer: ExternalSigner = async (requests) =>
    requests.map(({ publicKey, digest }) => {
      const key = keys.get(Buffer.from(publicKey).toString('hex'));
      return key && secp256k1.signEcdsa(digest, key);
    });
  const both = spend([spending, 0, 0], [savings, 0, 4]);

  test.each([
    ['a function', signer],
    ['an object', { sign: signer }],
  ])('returns no signature for coins of two accounts: %s', async (_, each) => {
    const error = await sign(both, { signer: each, secp256k1 }).catch((reason) => reason);
    expect(isColdsignError(error, 'NOT_APPROVED') && error.message).toBe(
      'The signer has signed coins of two accounts (m/84h/1h/0h, m/84h/1h/1h): review with all accounts and pass `reviewed`',
    );
    expect(error.hint).toContain('sign(psbt, { signer, reviewed:');
    expect(error.details?.inputs).toMatchObject([
      { input: 0, cause: 'SEVERAL_ACCOUNTS', account: 'm/84h/1h/0h' },
      { input: 1, cause: 'SEVERAL_ACCOUNTS', account: 'm/84h/1h/1h' },
    ]);
  });

  test('signs coins of two accounts after a review of both, or with approval', async () => {
    const reviewed = review(both, { account: [open(spending), open(savings)], secp256k1 });
    expect((await sign(both, { signer, reviewed, secp256k1 })).complete).toBe(true);
    expect((await sign(both, { signer, approve: () => true, secp256k1 })).complete).toBe(true);
  });

  test('signs coins of one account, beside coins of others that it does not sign', async () => {
    const others = single('84h/1h/5h');
    const psbt = spend([spending, 0, 0], [others, 0, 0], [spending, 1, 3]);
    const { problems } = await sign(psbt, { signer, secp256k1 });
    expect(problems.map(({ input }) => input)).toEqual([1]);
  });

  test('signs a multisig that another cosigner has signed in part', async () => {
    const paths = ['48h/1h/0h/2h', SAVINGS];
    const keysOf = paths.map((path) => keyAt(ME, path));
    const text = `wsh(sortedmulti(2,${keysOf.join()},${keyAt(THIEF, '48h/1h/0h/2h')}))`;
    const psbt = spend([text, 0, 0], [text, 1, 5]);
    const first = open(text.replace(keyAt(ME, SAVINGS), keyAt(ME, SAVINGS, true)));
    const half = await sign(psbt, { keys: first, secp256k1 });
    const inputs = psbt.inputs.map((each, i) => (i === 0 ? (half.psbt.inputs[0] ?? each) : each));
    for (const each of [psbt, half.psbt, { ...psbt, inputs }]) {
      expect((await sign(each, { signer, secp256k1 })).complete).toBe(true);
    }
  });

  test('returns no signature for a coin whose key has no account, beside an account', async () => {
    const pathless: Change = (input) => {
      const [named] = input.keyPaths;
      if (named) input.keyPaths = [{ ...named, origin: { ...named.origin, path: [] } }];
    };
    const psbt = spend([spending, 0, 0], [savings, 0, 4, pathless]);
    const error = await sign(psbt, { signer, secp256k1 }).catch((reason) => reason);
    expect(isColdsignError(error, 'NOT_APPROVED') && error.message).toContain(
      '(m/84h/1h/0h, single keys)',
    );
  });

  /** A signer of another device: it has the keys below one path. */
  const signerAt = (path: string): ExternalSigner => {
    return async (requests) =>
      requests.map(({ publicKey, digest }) => {
        const places = [0, 1].flatMap((side) => Array.from({ length: 8 }, (_, i) => [side, i]));
        const node = places
          .map(([side = 0, i = 0]) => at(path).deriveChild(side).deriveChild(i))
          .find(({ publicKey: each }) => each && Buffer.from(each).equals(Buffer.from(publicKey)));
        return node?.privateKey ? secp256k1.signEcdsa(digest, node.privateKey) : undefined;
      });
  };

  test('is judged together with keys: each has one account, and both have two', async () => {
    const mixed = { keys: own(SPENDING), signer: signerAt(SAVINGS), secp256k1 };
    const error = await sign(both, mixed).catch((reason) => reason);
    expect(isColdsignError(error, 'NOT_APPROVED') && error.message).toBe(
      'The keys and the signer have signed coins of two accounts (m/84h/1h/0h, m/84h/1h/1h): review with all accounts and pass `reviewed`',
    );
    expect(error.hint).toContain('sign(psbt, { keys, signer, reviewed:');
    const reviewed = review(both, { account: [open(spending), open(savings)], secp256k1 });
    expect((await sign(both, { ...mixed, reviewed })).complete).toBe(true);
  });

  test('signs with keys of the same account, also for a coin that the PSBT does not describe', async () => {
    const undescribed: Change = (input) => {
      input.keyPaths = [];
    };
    const keys = own(SPENDING);
    const psbt = spend([spending, 0, 0, undescribed], [spending, 1, 3]);
    const signed = await sign(psbt, { keys, signer: signerAt(SPENDING), secp256k1 });
    expect(signed.complete).toBe(true);
  });

  test('signs a multisig together with the key of another cosigner', async () => {
    const paths = ['48h/1h/0h/2h', '48h/1h/5h/2h'];
    const [mine = '', other = ''] = paths;
    const text = `wsh(sortedmulti(2,${paths.map((path) => keyAt(ME, path)).join()}))`;
    const psbt = spend([text, 0, 0], [text, 1, 5]);
    const keys = open(text.replace(keyAt(ME, mine), keyAt(ME, mine, true)));
    const { complete } = await sign(psbt, { keys, signer: signerAt(other), secp256k1 });
    expect(complete).toBe(true);
  });

  test('differs from a device, which shows the payment itself', async () => {
    const reviewed = review(both, { account: [open(spending), open(savings)], secp256k1 });
    const { psbt: answer } = await sign(both, { keys: MASTER, reviewed, secp256k1 });
    const { complete } = await sign(both, { device: { signPsbt: () => answer }, secp256k1 });
    expect(complete).toBe(true);
  });
});
