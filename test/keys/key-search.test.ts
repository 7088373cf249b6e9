import { HARDENED_OFFSET, type HDKey } from '@scure/bip32';
import { p2ms, p2pkh, p2sh, p2tr, p2wpkh, p2wsh, TEST_NETWORK } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { type Bytes, bigEndian, compareBytes, emptyBytes } from '../../src/encoding/bytes.ts';
import { networks } from '../../src/encoding/network.ts';
import { sign } from '../../src/index.ts';
import type { KeyRing } from '../../src/keys/key-ring.ts';
import { openNamedTask } from '../../src/keys/open-keys.ts';
import { readPrivateKeys } from '../../src/keys/read-private-keys.ts';
import { ringOwners } from '../../src/keys/ring-owners.ts';
import { silentOwnerOf } from '../../src/keys/ring-silent.ts';
import { createPsbt, type Psbt } from '../../src/psbt/psbt.ts';
import { type Review, reviewPsbt } from '../../src/public/review.ts';
import type { FindOwners } from '../../src/review/evidence.ts';
import { runNow } from '../../src/signing/task.ts';
import { findNamedKeys } from '../support/named-keys.ts';
import { type Person, person } from '../support/review/accounts.ts';

const [ME, OTHER, THIRD, THIEF] = [person(1), person(2), person(3), person(66)];
const context = { network: networks.regtest, secp256k1 };

function ringOf({ root }: Person, account = 0): KeyRing {
  const ring = readPrivateKeys(root.privateExtendedKey, { ...context, account });
  if (ring === undefined || 'error' in ring) throw new Error('no key');
  return ring;
}

const publicKeyOf = ({ publicKey }: HDKey) => publicKey as Bytes;
const steps = (path: string) =>
  path
    .split('/')
    .slice(1)
    .map((step) => Number.parseInt(step, 10) + (step.endsWith("'") ? HARDENED_OFFSET : 0));

type Script = {
  readonly script: Bytes;
  readonly redeemScript?: Bytes;
  readonly witnessScript?: Bytes;
};
const sortedMulti = (required: number, keys: readonly Bytes[]) =>
  p2ms(required, [...keys].sort(compareBytes));
const withOthers = (key: Bytes, path: string, more: readonly Person[]) => [
  key,
  ...more.map(({ root }) => publicKeyOf(root.derive(path))),
];

/** Scripts by another library, and the paths of their accounts. */
const kinds: Readonly<
  Record<string, { readonly account: string; readonly make: (key: Bytes, path: string) => Script }>
> = {
  pkh: { account: "m/44'/1'/N'", make: (key) => p2pkh(key, TEST_NETWORK) },
  nested: {
    account: "m/49'/1'/N'",
    make: (key) => {
      const inner = p2wpkh(key, TEST_NETWORK);
      return { script: p2sh(inner, TEST_NETWORK).script, redeemScript: inner.script };
    },
  },
  wpkh: { account: "m/84'/1'/N'", make: (key) => p2wpkh(key, TEST_NETWORK) },
  tr: { account: "m/86'/1'/N'", make: (key) => p2tr(key.subarray(1), undefined, TEST_NETWORK) },
  'wsh, 2 of 3': {
    account: "m/48'/1'/N'/2'",
    make: (key, path) => {
      const inner = sortedMulti(2, withOthers(key, path, [OTHER, THIRD]));
      return { script: p2wsh(inner, TEST_NETWORK).script, witnessScript: inner.script };
    },
  },
  'sh(wsh), 3 of 5': {
    account: "m/48'/1'/N'/1'",
    make: (key, path) => {
      const others = [OTHER, THIRD, person(4), person(5)];
      const inner = sortedMulti(3, withOthers(key, path, others));
      const program = p2wsh(inner, TEST_NETWORK);
      return {
        script: p2sh(program, TEST_NETWORK).script,
        redeemScript: program.script,
        witnessScript: inner.script,
      };
    },
  },
  'wsh, BIP87': {
    account: "m/87'/1'/N'",
    make: (key, path) => {
      const inner = sortedMulti(2, withOthers(key, path, [OTHER]));
      return { script: p2wsh(inner, TEST_NETWORK).script, witnessScript: inner.script };
    },
  },
};

function kindOf(kind: string) {
  const found = kinds[kind];
  if (found === undefined) throw new Error('no kind');
  return found;
}

type Naming = (publicKey: Bytes, path: string) => Psbt['inputs'][number]['keyPaths'];
const mine = bigEndian(ME.root.fingerprint, 4);
const name =
  (fingerprint: Bytes, path: string): Naming =>
  (publicKey) => [{ publicKey, origin: { fingerprint, path: steps(path) } }];
const tailOf = (path: string) => `m/${path.split('/').slice(-2).join('/')}`;
const accountOf = (path: string) => path.split('/').slice(0, -2).join('/');

const RIGHT: Naming = (key, path) => name(mine, path)(key, path);

/** Mistakes of programs. */
const namings: Readonly<Record<string, Naming>> = {
  'with the right path': RIGHT,
  'without a derivation': () => [],
  'with the fingerprint 0': (key, path) => name(new Uint8Array(4), path)(key, path),
  'with a reversed fingerprint': (key, path) => name(mine.slice().reverse(), path)(key, path),
  'with the fingerprint of a cosigner': (key, path) =>
    name(bigEndian(OTHER.root.fingerprint, 4), path)(key, path),
  'with the fingerprint of the account': (key, path) =>
    name(bigEndian(ME.root.derive(accountOf(path)).fingerprint, 4), tailOf(path))(key, path),
  'with its fingerprint and no account': (key, path) => name(mine, tailOf(path))(key, path),
  'with its fingerprint and another account': (key, path) =>
    name(mine, `m/84'/1'/77'/${tailOf(path).slice(2)}`)(key, path),
  'with its fingerprint and the path of BIP45': (key, path) =>
    name(mine, `m/45'/${tailOf(path).slice(2)}`)(key, path),
  'with the fingerprint 0 and no account': (key, path) =>
    name(new Uint8Array(4), tailOf(path))(key, path),
};

type Place = { readonly path: string; readonly naming: Naming; readonly by?: Person };

function psbtOf(kind: string, spent: readonly Place[], change: readonly Place[]): Psbt {
  const { make } = kindOf(kind);
  const made = [...spent, ...change].map(({ path, naming, by = ME }) => {
    const publicKey = publicKeyOf(by.root.derive(path));
    const { script, redeemScript = emptyBytes, witnessScript = emptyBytes } = make(publicKey, path);
    const named = naming(publicKey, path);
    const isTaproot = kind === 'tr';
    const tapKeyPaths = named.map(({ origin }) => ({
      xOnly: publicKey.subarray(1),
      origin,
      leafHashes: new Set<string>(),
    }));
    const isHidden = kind === 'pkh' || kind === 'wpkh' || (kind === 'nested' && named.length === 0);
    const scripts = isHidden ? {} : { redeemScript, witnessScript };
    const fields = isTaproot ? { tapKeyPaths } : { keyPaths: named, ...scripts };
    return { script, fields };
  });
  const transaction = {
    version: 2,
    locktime: 0,
    inputs: spent.map((_, vout) => ({
      prevout: { txid: '11'.repeat(32), vout },
      scriptSig: emptyBytes,
      sequence: 0xfffffffd,
      witness: [],
    })),
    outputs: [
      { value: 20_000n, scriptPubKey: p2wpkh(publicKeyOf(THIEF.root), TEST_NETWORK).script },
      ...made.slice(spent.length).map(({ script }) => ({
        value: BigInt(spent.length) * 50_000n - 21_000n,
        scriptPubKey: script,
      })),
    ],
  };
  const psbt = createPsbt(transaction, 0);
  return {
    ...psbt,
    inputs: psbt.inputs.map((input, i) => ({
      ...input,
      witnessUtxo: { value: 50_000n, scriptPubKey: made[i]?.script ?? emptyBytes },
      ...made[i]?.fields,
    })),
    outputs: psbt.outputs.map((output, i) =>
      i === 0 ? output : { ...output, ...made[spent.length + i - 1]?.fields },
    ),
  };
}

const noOwner: FindOwners = (questions) => questions.map(() => undefined);

/** Reviews with what the search finds, without the thousands of addresses of the accounts. */
function reviewed(psbt: Psbt, ring: KeyRing) {
  const { network, secp256k1 } = context;
  const { hasWallet } = ring;
  const opened = runNow(openNamedTask({ ring }, psbt, { networks: [network], secp256k1 }));
  const { named } = opened;
  const silentOwner = silentOwnerOf(ring, psbt, context);
  const findOwners = ringOwners(noOwner, named, { hasWallet, secp256k1, silentOwner });
  const review = reviewPsbt(psbt, { network: context.network, findOwners });
  if (review === undefined) throw new Error('no review');
  return review;
}

const idsOf = ({ findings }: Review) => findings.map(({ id }) => id);
const isShared = (kind: string) => kind.includes('wsh');
const THEFT = ['input-not-ours', 'change-not-ours', 'xpub-not-ours', 'no-input-ours'];

describe.each(Object.keys(kinds))('%s', (kind) => {
  const { account } = kindOf(kind);
  test.each(Object.entries(namings))('a key %s is found, reviewed and signs', async (_, naming) => {
    for (const number of ['0', '7']) {
      const isBlank = naming === namings['without a derivation'];
      // A change output without a derivation is found in accounts that the inputs prove.
      const at = account.replace('N', number);
      const psbt = psbtOf(
        kind,
        [{ path: `${at}/0/5`, naming }],
        [{ path: `${at}/1/3`, naming: isShared(kind) && isBlank ? () => [] : naming }],
      );
      const ring = ringOf(ME);
      const found = reviewed(psbt, ring);
      expect(idsOf(found).filter((id) => THEFT.includes(id))).toEqual([]);
      if (isShared(kind)) expect(found.inputs[0]?.claim).toBe('shared');
      else {
        expect(found.inputs[0]?.owner?.paths).toEqual([
          `${ME.fingerprint}${`${at}/0/5`.slice(1).replace(/'/g, 'h')}`,
        ]);
        expect(found.outputs[1]?.role).toBe('change');
      }
      // Without the previous transaction, a legacy input is not signed.
      if (kind === 'pkh') continue;
      const before = signaturesOf(psbt);
      const { psbt: signed } = await sign(psbt, { keys: ring });
      expect(signaturesOf(signed)).toBe(before + 1);
    }
  });

  test('the key of a thief stays one, whatever the PSBT says about it', () => {
    const at = account.replace('N', '0');
    for (const [mistake, naming] of Object.entries(namings)) {
      const thief = { path: `${at}/1/3`, naming, by: THIEF };
      const psbt = psbtOf(kind, [{ path: `${at}/0/5`, naming: RIGHT }], [thief]);
      const found = reviewed(psbt, ringOf(ME));
      expect(found.outputs[1]?.owner, mistake).toBeUndefined();
      const stolen = psbtOf(kind, [{ ...thief, path: `${at}/0/5` }], []);
      const foreign = reviewed(stolen, ringOf(ME));
      expect(foreign.inputs[0]?.owner, mistake).toBeUndefined();
      expect(foreign.inputs[0]?.claim === 'shared', mistake).toBe(false);
    }
    const labelled = { path: `${at}/1/3`, naming: RIGHT, by: THIEF };
    const psbt = psbtOf(kind, [{ path: `${at}/0/5`, naming: RIGHT }], [labelled]);
    expect(idsOf(reviewed(psbt, ringOf(ME)))).toContain('change-not-ours');
  });
});

const signaturesOf = (psbt: Psbt): number =>
  psbt.inputs.reduce((sum, input) => {
    const isFinal = input.finalWitness.length + input.finalScriptSig.length > 0;
    return sum + (isFinal || input.tapKeySignature ? 1 : input.partialSignatures.length);
  }, 0);

test('an input without a derivation is found in an account that another input proves', async () => {
  const naming = RIGHT;
  const far = "m/84'/1'/33'";
  const psbt = psbtOf(
    'wpkh',
    [
      { path: `${far}/0/700`, naming },
      { path: `${far}/0/900`, naming: () => [] },
    ],
    [{ path: `${far}/1/60`, naming: () => [] }],
  );
  const found = reviewed(psbt, ringOf(ME));
  expect(found.inputs.map(({ owner }) => owner?.index)).toEqual([700, 900]);
  expect(found.outputs[1]?.owner?.index).toBe(60);
  expect(signaturesOf((await sign(psbt, { keys: ringOf(ME) })).psbt)).toBe(2);
});

test('the account that was asked for is searched for 1,000 positions, with shared accounts', () => {
  const psbt = psbtOf('wpkh', [{ path: "m/84'/1'/15'/0/999", naming: () => [] }], []);
  expect(reviewed(psbt, ringOf(ME, 15)).inputs[0]?.owner?.index).toBe(999);
  expect(reviewed(psbt, ringOf(ME)).inputs[0]?.owner).toBeUndefined();
  const shared = psbtOf('wsh, 2 of 3', [{ path: "m/48'/1'/15'/2'/0/3", naming: () => [] }], []);
  expect(reviewed(shared, ringOf(ME, 15)).inputs[0]?.claim).toBe('shared');
  expect(reviewed(shared, ringOf(ME)).inputs[0]?.claim).toBeUndefined();
});

test('a search among many foreign coins ends after 12,000 keys', () => {
  const naming = name(new Uint8Array(4), 'm/0/5');
  const foreign = Array.from({ length: 300 }, (_, i) => ({
    path: `m/84'/1'/0'/0/${i * 17}`,
    naming,
    by: THIEF,
  }));
  const psbt = psbtOf('wpkh', foreign, []);
  let derived = 0;
  const { deriveChildren: _, ...plain } = secp256k1;
  const counting = {
    ...plain,
    tweakPublicKeyMany: (key: Bytes, tweaks: readonly Bytes[]) => {
      derived += tweaks.length;
      return secp256k1.tweakPublicKeyMany(key, tweaks);
    },
  };
  const found = findNamedKeys(ringOf(ME).masters, psbt, counting);
  expect(found.all).toEqual([]);
  expect(derived).toBeGreaterThan(1_000);
  expect(derived).toBeLessThanOrEqual(12_000);
});
