import { expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { PrivateKey } from '../../src/crypto/private-key.ts';
import { formatSilentDescriptor } from '../../src/descriptor/silent-descriptor.ts';
import { emptyBytes } from '../../src/encoding/bytes.ts';
import { networks } from '../../src/encoding/network.ts';
import { sign } from '../../src/index.ts';
import { keyOwners } from '../../src/keys/key-owners.ts';
import { createPsbt, type Psbt } from '../../src/psbt/psbt.ts';
import { recipientFields, spendFields } from '../../src/psbt/silent-fields.ts';
import { silentSigning as silent } from '../../src/psbt/silent-signing.ts';
import { reviewPsbt } from '../../src/public/review.ts';
import { readKeys } from '../../src/public/seed.ts';
import { p2trScript, p2wpkhScript } from '../../src/script/builders.ts';
import { silentPrivateKey, silentRecipientOf } from '../../src/silent/keys.ts';
import { silentKey, silentPsbt } from '../support/generate/silent-payments.ts';

// BIP375: a signer recognizes its own change by the address and the label, and derives it.

const { regtest: network } = networks;
const key = (n: number): PrivateKey => {
  const made = PrivateKey.from(silentKey(n), true);
  if (made === undefined) throw new Error('no key');
  return made;
};
/** The keys of the address (1, 1) of the generator. */
const keys = () => {
  const spendPrivateKey = key(2000);
  return { scanKey: key(1000), spendKey: spendPrivateKey.publicKey(secp256k1), spendPrivateKey };
};
const text = formatSilentDescriptor(keys(), { network });
const ringOf = () => {
  const ring = readKeys(text, { network, secp256k1 } as never);
  if ('error' in ring) throw new Error(ring.error);
  return ring;
};
const payee = p2wpkhScript(new Uint8Array(20).fill(9));

function paying(label: number | undefined, { claim = label, to = keys() } = {}): Psbt {
  const psbt = silentPsbt({ kinds: ['wpkh'], outputs: [[1, 1], payee], shares: 'none' });
  const recipient = silentRecipientOf(to, secp256k1, label);
  if (recipient === undefined) throw new Error('no address');
  const outputs = psbt.outputs.map((output, i) =>
    i === 0 ? { ...output, unknown: recipientFields(recipient, claim) } : output,
  );
  return { ...psbt, outputs };
}

function rolesOf(psbt: Psbt) {
  const findOwners = keyOwners(ringOf(), psbt, { network, secp256k1 });
  const review = reviewPsbt(psbt, { network, findOwners });
  if (review === undefined) throw new Error('no review');
  const ids = review.findings.map(({ id }) => id);
  return { roles: review.outputs.map(({ role }) => role), ids };
}

test.each([
  ['change with its label', paying(0), 'own'],
  ['change without the label field', paying(0, { claim: undefined as never }), 'own'],
  ['the address without a label', paying(undefined), 'own'],
  ['an address with label 2', paying(2), 'own'],
] as const)('%s is the user’s', (_, psbt, role) => {
  const found = rolesOf(psbt);
  expect(found.roles[0]).toBe(role);
  expect(found.ids).not.toContain('change-not-ours');
});

test('addresses of others are payments, whatever label they claim', () => {
  const scanKey = key(1000);
  const strangers = [
    { ...keys(), spendKey: key(2001).publicKey(secp256k1) },
    { ...keys(), scanKey: key(1001) },
    { scanKey, spendKey: scanKey.publicKey(secp256k1), spendPrivateKey: scanKey },
  ];
  for (const to of strangers) {
    for (const claim of [undefined, 0, 1]) {
      expect(rolesOf(paying(0, { to, claim: claim as never })).roles[0]).toBe('payment');
    }
  }
});

test('a proven script that pays the user is theirs, and a false one is not', async () => {
  const done = silentPsbt({ kinds: ['wpkh'], outputs: [[1, 1], payee], shares: 'global' });
  expect(rolesOf(done).roles[0]).toBe('own');
  const outputs = done.outputs.map((output, i) =>
    i === 0 ? { ...output, scriptPubKey: p2trScript(new Uint8Array(32).fill(3)) } : output,
  );
  const forged = rolesOf({ ...done, outputs });
  expect(forged.roles[0]).not.toBe('own');
  expect(forged.ids).toContain('silent-script-wrong');
});

const tweak = silentKey(31);
function spending(isNamed: boolean): Psbt {
  const { spendKey, spendPrivateKey } = keys();
  const secret = silentPrivateKey(spendPrivateKey, tweak, secp256k1);
  const output = secret && secp256k1.publicKey(secret, true);
  if (output === undefined) throw new Error('no key');
  const input = { prevout: { txid: '55'.repeat(32), vout: 1 }, scriptSig: emptyBytes };
  const inputs = [{ ...input, sequence: 0xfffffffd, witness: [] }];
  const outputs = [{ value: 40_000n, scriptPubKey: payee }];
  const psbt = createPsbt({ version: 2, inputs, outputs, locktime: 0 }, 2);
  const origin = { fingerprint: new Uint8Array(4), path: [] };
  const fields = spendFields(tweak, { publicKey: spendKey, origin });
  const witnessUtxo = { value: 41_000n, scriptPubKey: p2trScript(output.subarray(1)) };
  const unknown = isNamed ? fields : fields.slice(0, 1);
  return { ...psbt, inputs: psbt.inputs.map((each) => ({ ...each, witnessUtxo, unknown })) };
}

test.each([true, false])(
  'sp() signs what it received; input names the key: %s',
  async (isNamed) => {
    const psbt = spending(isNamed);
    const findOwners = keyOwners(ringOf(), psbt, { network, secp256k1 });
    const review = reviewPsbt(psbt, { network, findOwners });
    expect(review?.inputs[0]?.owner).toBeDefined();
    for (const given of [ringOf(), key(2000)]) {
      const signed = await sign(psbt, { keys: given, silent });
      expect(signed.complete).toBe(true);
    }
    for (const other of [key(2001), key(1000)]) {
      expect((await sign(psbt, { keys: other, silent })).complete).toBe(false);
    }
  },
);
