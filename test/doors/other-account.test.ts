import type { HDKey } from '@scure/bip32';
import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { decodeExtendedPrivateKey } from '../../src/descriptor/extended-key.ts';
import { networks } from '../../src/encoding/network.ts';
import {
  type Account,
  isColdsignError,
  openAccount,
  type PaymentReview,
  type Psbt,
  review,
  reviewFirst,
  type SigningKey,
  type SignOptions,
  sign,
} from '../../src/index.ts';
import type { PsbtInput } from '../../src/psbt/psbt.ts';
import { signaturesIn } from '../../src/psbt/signature-count.ts';
import { refusedBy, screenPolicy, strictPolicy } from '../../src/public/review.ts';
import { keyAt, ME, place, THIEF } from '../support/review/accounts.ts';
import { coin, type Mutable, mine } from '../support/review/coins.ts';
import { back, buildPsbt, pay } from '../support/review/payments.ts';
import { commandFolder } from '../support/screens/command-folder.ts';
import { doorsIn } from './doors.ts';

const spending = `wpkh(${keyAt(ME, '84h/1h/0h')})`;
// Few positions are searched, which makes the tests fast.
const account = openAccount(spending, { network: 'regtest', range: 20, secp256k1 });
const MASTER = ME.root.privateExtendedKey;
const master = decodeExtendedPrivateKey(MASTER, networks.regtest);
if (master === undefined) throw new Error('no key');

const paths = ['84h/1h/1h', '86h/1h/7h', '48h/1h/0h/2h', '7/8'];
const scripts: Readonly<Record<string, (key: string) => string>> = {
  wpkh: (key) => `wpkh(${key})`,
  pkh: (key) => `pkh(${key})`,
  'sh(wpkh)': (key) => `sh(wpkh(${key}))`,
  'tr by its key': (key) => `tr(${key})`,
  'tr by a leaf': (key) => `tr(${keyAt(THIEF, '86h/1h/0h')},pk(${key}))`,
  'wsh(pk)': (key) => `wsh(pk(${key}))`,
  'a multisig with the thief’s key': (key) =>
    `wsh(multi(1,${key},${keyAt(THIEF, '48h/1h/0h/2h')}))`,
  'sh(multi)': (key) => `sh(multi(1,${key},${keyAt(THIEF, '45h')}))`,
  'bare pk': (key) => `pk(${key})`,
  'bare multi': (key) => `multi(1,${key},${keyAt(THIEF, '45h')})`,
};

type Naming = (input: Mutable<PsbtInput>) => void;
const decoys = Array.from({ length: 40 }, (_, i) => {
  const key = THIEF.root.deriveChild(i);
  const publicKey = key.publicKey ?? new Uint8Array(33);
  return { publicKey, origin: { fingerprint: new Uint8Array(4).fill(9), path: [84, i] } };
});
const named =
  (change: (origin: PsbtInput['keyPaths'][number]['origin']) => typeof origin): Naming =>
  (input) => {
    input.keyPaths = input.keyPaths.map((each) => ({ ...each, origin: change(each.origin) }));
    input.tapKeyPaths = input.tapKeyPaths.map((each) => ({ ...each, origin: change(each.origin) }));
  };
const namings: Readonly<Record<string, Naming>> = {
  rightly: () => undefined,
  'with the fingerprint 0': named((origin) => ({ ...origin, fingerprint: new Uint8Array(4) })),
  'behind forty decoys': (input) => {
    const isTaproot = input.tapKeyPaths.length > 0;
    if (!isTaproot) input.keyPaths = [...decoys, ...input.keyPaths];
    else {
      const more = decoys.map(({ publicKey, origin }) => ({
        xOnly: publicKey.subarray(1),
        leafHashes: new Set<string>(),
        origin,
      }));
      input.tapKeyPaths = [...more, ...input.tapKeyPaths];
    }
  },
};

/** A payment of the account, to which a coordinator has added a coin of other keys. */
function withCoinOf(text: string, index: number, name: Naming): Psbt {
  const { knowledge, script } = place(text, 0, index);
  // A leaf can be signed for only if the PSBT has it.
  const leaves = [...knowledge.taproot.values()].flatMap(({ spendData }) => spendData.leaves);
  const added = coin({ knowledge, script }, 90, {
    change: (input) => {
      input.tapLeaves = leaves.map(({ script: leaf, leafVersion, controlBlocks }) => ({
        script: leaf,
        leafVersion,
        controlBlocks: [...controlBlocks],
      }));
      name(input);
    },
  });
  return buildPsbt({ coins: [mine(0), added], outputs: [pay(160_000n), back(39_700n)] });
}

const hasSignature = ({ inputs }: Psbt): boolean => {
  const input = inputs[1];
  if (input === undefined) return false;
  const { partialSignatures, tapScriptSignatures, tapKeySignature } = input;
  const count = partialSignatures.length + tapScriptSignatures.length;
  const isFinal = input.finalScriptSig.length + input.finalWitness.length > 0;
  return count > 0 || tapKeySignature !== undefined || isFinal;
};

type Keys = SigningKey | readonly SigningKey[];

/**
 * Tests one cell: whatever the keys sign is yours in the review that guards the signature. Returns
 * true if the added coin was signed.
 */
async function judge(psbt: Psbt, keys: Keys): Promise<boolean> {
  let found: PaymentReview | undefined;
  const approve: SignOptions['approve'] = (shown, { keys: open }) => {
    found = review(shown, { account, keys: open, secp256k1 });
    return true;
  };
  const { psbt: signed } = await sign(psbt, { keys, secp256k1, approve });
  if (found === undefined) throw new Error('no review');
  if (!hasSignature(signed)) return false;
  const ids = found.findings.map(({ id }) => id);
  expect(ids).not.toContain('inputs-of-others');
  for (const policy of [strictPolicy, screenPolicy]) {
    const refused = refusedBy(policy, found).map(({ id }) => id);
    expect(refused).toEqual([found.inputs[1]?.claim ? 'input-foreign-script' : OTHER]);
  }
  return true;
}

const OTHER = 'input-other-account';

describe.each(Object.entries(scripts))('a coin of %s of another account', (_, wrap) => {
  const cells = Object.entries(namings).flatMap(([how, name]) =>
    paths.map((path) => [`${path}, named ${how}`, path, name] as const),
  );
  test.each(cells)('is yours, and not signed silently: %s', async (_name, path, name) => {
    const psbt = withCoinOf(wrap(keyAt(ME, path)), 4, name);
    expect(await judge(psbt, master)).toBe(true);
  });
});

const doors = doorsIn(commandFolder());

const sampled = ['wpkh', 'tr by a leaf', 'a multisig with the thief’s key'];

test.each(sampled)('a coin of %s is yours at every door that signs it', async (script) => {
  const psbt = withCoinOf(scripts[script]?.(keyAt(ME, '84h/1h/1h')) ?? '', 4, () => undefined);
  const given = { name: script, keys: [MASTER], psbt };
  for (const door of doors.filter((each) => each.takes(given, screenPolicy))) {
    const { findings, signed } = await door.open(given, screenPolicy);
    const isRefused = signed === 'refused' || signed === 'nothing';
    if (isRefused) expect(findings, door.name).toContain('input-foreign-script');
    else expect(findings, door.name).not.toContain('inputs-of-others');
  }
});

test('reviewFirst refuses a coin of another account of the keys', async () => {
  const psbt = withCoinOf(`wpkh(${keyAt(ME, '84h/1h/1h')})`, 4, () => undefined);
  for (const keys of [master, MASTER, [account, MASTER]]) {
    for (const policy of [strictPolicy, screenPolicy]) {
      const approve = reviewFirst({ account, policy, secp256k1 });
      const error = await sign(psbt, { keys, secp256k1, approve }).catch((reason) => reason);
      expect(isColdsignError(error) && error.code).toBe('REVIEW_REFUSED');
    }
  }
});

describe('a coin of a second account among the keys', () => {
  const open = (text: string, range?: number): Account =>
    openAccount(text.replaceAll(/\[[^\]]*\]tpub\w+/g, secretOf), {
      network: 'regtest',
      range,
      secp256k1,
    });
  const savings = `wpkh(${keyAt(ME, '84h/1h/1h')})`;
  const unnamed: Naming = (input) => {
    input.keyPaths = [];
    input.tapKeyPaths = [];
  };

  test.each(Object.entries(namings))('is of another account, named %s', async (_, name) => {
    expect(await judge(withCoinOf(savings, 4, name), [account, open(savings)])).toBe(true);
  });

  test('is of another account at a position that is not named and beyond the usual range', async () => {
    const psbt = withCoinOf(savings, 4321, unnamed);
    expect(await judge(psbt, [account, open(savings, 5000)])).toBe(true);
    const searched = open(savings);
    searched.address(4321);
    expect(await judge(psbt, [account, searched])).toBe(true);
  });

  test('is yours at any position that its own account knows', async () => {
    const psbt = withCoinOf(spending, 4321, unnamed);
    const wide = open(spending, 5000);
    const searched = open(spending);
    searched.address(4321);
    for (const own of [wide, searched]) {
      const ids = review(psbt, { account: own, secp256k1 }).findings.map(({ id }) => id);
      expect(ids).not.toContain('inputs-of-others');
      const approve = reviewFirst({ account: own, policy: strictPolicy, secp256k1 });
      expect(hasSignature((await sign(psbt, { keys: own, approve, secp256k1 })).psbt)).toBe(true);
    }
  });
});

const addressed = Object.entries(scripts).filter(([name]) => !name.startsWith('bare'));

test.each(addressed)(
  'a coin of %s beyond the range is yours if the account signs it',
  async (_, wrap) => {
    const text = wrap(keyAt(ME, '84h/1h/0h'));
    const { knowledge, script } = place(text, 0, 4321);
    const unnamed: Naming = (input) => {
      input.keyPaths = [];
      input.tapKeyPaths = [];
    };
    const added = coin({ knowledge, script }, 90, { previous: true, change: unnamed });
    const psbt = buildPsbt({ coins: [added], outputs: [pay(99_000n)] });
    const secret = text.replaceAll(/\[[^\]]*\/84h[^\]]*\]tpub\w+/g, secretOf);
    const own = openAccount(secret, { network: 'regtest', range: 20, secp256k1 });
    const isOwn = () =>
      review(psbt, { account: own, secp256k1 }).inputs.every(({ owner }) => owner !== undefined);
    const signedOf = async (given: Partial<SignOptions>) =>
      signaturesIn((await sign(psbt, { keys: own, secp256k1, ...given })).psbt) > 0;
    // Neither knows the position, until an address is shown.
    expect([isOwn(), await signedOf({})]).toEqual([false, false]);
    own.address(4321);
    expect([isOwn(), await signedOf({})]).toEqual([true, true]);
    expect(await signedOf({ reviewed: review(psbt, { account: own, secp256k1 }) })).toBe(true);
  },
);

function secretOf(text: string): string {
  const [, path = ''] = /^\[\w+\/([^\]]*)\]/.exec(text) ?? [];
  const key: HDKey = ME.root.derive(`m/${path.replaceAll('h', "'")}`);
  return `[${ME.fingerprint}/${path}]${key.privateExtendedKey}`;
}

test('a payment of one account is signed with any wider keys', async () => {
  const { script, knowledge } = place(spending, 0, 5);
  const psbt = buildPsbt({
    coins: [mine(0), coin({ script, knowledge }, 91)],
    outputs: [pay(160_000n), back(39_700n)],
  });
  for (const keys of [master, MASTER, [account, MASTER]]) {
    const approve = reviewFirst({ account, policy: strictPolicy, secp256k1 });
    expect((await sign(psbt, { keys, approve, secp256k1 })).complete).toBe(true);
  }
  expect(review(psbt, { keys: MASTER, network: 'regtest' }).findings).toEqual([]);
});
