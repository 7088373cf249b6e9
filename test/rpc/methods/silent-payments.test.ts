import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../../src/crypto/noble.ts';
import { PrivateKey } from '../../../src/crypto/private-key.ts';
import { encodeWif } from '../../../src/crypto/wif.ts';
import { networks } from '../../../src/encoding/network.ts';
import { judgeSilentPayments } from '../../../src/psbt/silent-payments.ts';
import { type SilentKind, silentKey, silentPsbt } from '../../support/generate/silent-payments.ts';
import { harness } from '../../support/harness.ts';
import { readPsbt, writePsbt } from '../../support/psbt.ts';

const calls = (profile: 'default' | 'core') =>
  harness({ network: networks.regtest, profile, secp256k1 });
const { call, refusal } = calls('default');
type Processed = { readonly psbt: string; readonly complete: boolean };

const KINDS: readonly SilentKind[] = ['wpkh', 'pkh', 'nested', 'tr'];
const outputs = [
  [1, 1],
  [2, 1],
] as const;
const pending = silentPsbt({ kinds: KINDS, outputs, shares: 'none' });
const expected = silentPsbt({ kinds: KINDS, outputs, shares: 'global' }).outputs;

/** Descriptors with the private key of each input. */
const descriptors = KINDS.map((kind, n) => {
  const key = PrivateKey.from(silentKey(n), true);
  if (key === undefined) throw new Error('no key');
  const wif = encodeWif(key, networks.regtest);
  const form = { wpkh: 'wpkh(K)', pkh: 'pkh(K)', nested: 'sh(wpkh(K))', tr: 'rawtr(K)' };
  return (form[kind as keyof typeof form] ?? '').replace('K', wif);
});

describe('descriptorprocesspsbt', () => {
  test('computes, proves and signs silent payments if it has all keys', async () => {
    const { complete, psbt } = await call<Processed>('descriptorprocesspsbt', [
      writePsbt(pending),
      descriptors,
    ]);
    expect(complete).toBe(true);
    const signed = readPsbt(psbt);
    expect(signed.outputs.map(({ scriptPubKey: script }) => script)).toEqual(
      expected.map(({ scriptPubKey: script }) => script),
    );
    expect(judgeSilentPayments(signed, secp256k1)?.outputs.map(({ isProven }) => isProven)).toEqual(
      [true, true],
    );
  });

  test('adds the shares of its keys while others are missing, and signs nothing yet', async () => {
    const [first] = descriptors;
    const { complete, psbt } = await call<Processed>('descriptorprocesspsbt', [
      writePsbt(pending),
      [first],
    ]);
    expect(complete).toBe(false);
    const shared = readPsbt(psbt);
    expect(shared.inputs.map(({ unknown }) => unknown.length)).toEqual([4, 0, 0, 0]);
    expect(shared.outputs.every(({ scriptPubKey: script }) => script.length === 0)).toBe(true);
    const done = await call<Processed>('descriptorprocesspsbt', [psbt, descriptors]);
    expect(done.complete).toBe(true);
  });

  test('refuses a payment whose script does not match its address', async () => {
    const whole = silentPsbt({ kinds: KINDS, outputs, shares: 'global' });
    const [first, second] = whole.outputs;
    if (first === undefined || second === undefined) throw new Error('no outputs');
    const swapped = [
      { ...first, scriptPubKey: second.scriptPubKey },
      { ...second, scriptPubKey: first.scriptPubKey },
    ];
    const text = writePsbt({ ...whole, outputs: swapped });
    const { message } = await refusal('descriptorprocesspsbt', [text, descriptors]);
    expect(message).toContain('silent payment');
  });

  test('ignores them under -profile=core', async () => {
    const args = [writePsbt(pending), descriptors];
    const { message } = await calls('core').refusal('descriptorprocesspsbt', args);
    expect(message).toContain('Output script is required in PSBTv2');
  });
});
