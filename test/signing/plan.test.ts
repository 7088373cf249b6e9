import { expect, test } from 'vitest';
import { hash160, sha256 } from '../../src/crypto/hash.ts';
import { MAX_MONEY } from '../../src/encoding/amount.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import {
  multisigScript,
  p2pkhScript,
  p2trScript,
  p2wpkhScript,
  p2wshScript,
} from '../../src/script/builders.ts';
import { Op } from '../../src/script/opcodes.ts';
import { buildScript } from '../../src/script/script.ts';
import { createKeyProvider } from '../../src/signing/miniscript-provider.ts';
import type { SigningPath } from '../../src/signing/provider.ts';
import { signTransactionWith } from '../../src/signing/sign-transaction.ts';
import type { SignatureRequest } from '../../src/signing/signature-request.ts';
import { buildTaprootOutput } from '../../src/signing/taproot-output.ts';
import {
  answersOf,
  curve,
  jobOf,
  keyOf,
  publicKeyOf,
  sign,
  spendOf,
  xOnlyOf,
} from '../support/signing.ts';

const device = createKeyProvider({ keys: [1, 2, 3].map((number) => keyOf(number)) }, curve);

test('a key in two leaves signs each leaf by its hash', () => {
  const one = buildScript(xOnlyOf(2), Op.CHECKSIG);
  const two = buildScript(xOnlyOf(2), Op.CHECKSIGVERIFY, xOnlyOf(3), Op.CHECKSIG);
  const tree = [one, two].map((script) => ({ depth: 1, leafVersion: 0xc0, script }));
  const output = buildTaprootOutput(xOnlyOf(1), tree, curve) ?? expect.unreachable();
  const { complete, transaction } = sign(spendOf([p2trScript(output.outputKey)]), {
    keys: [keyOf(2), keyOf(3)],
    taproot: [[output.outputKey, output.spendData]],
  });
  expect(complete).toBe(true);
  expect(transaction.inputs[0]?.witness[1]).toEqual(one);
});

test('a signer that declines a tweak is asked for the key as it is', async () => {
  // The data calls the output key an internal key.
  const asked: boolean[] = [];
  const signer = async (requests: readonly SignatureRequest[]) => {
    asked.push(...requests.map(({ taprootTweak }) => taprootTweak !== undefined));
    const plain = requests.filter(({ taprootTweak }) => taprootTweak === undefined);
    const made = answersOf(plain, device);
    return requests.map((request) => made[plain.indexOf(request)]);
  };
  const taproot = [[xOnlyOf(1), { internalKey: xOnlyOf(1), leaves: [] }]] as const;
  const job = jobOf(spendOf([p2trScript(xOnlyOf(1))]), { publicKeys: [publicKeyOf(1)], taproot });
  expect((await signTransactionWith(job, { signer })).complete).toBe(true);
  expect(asked).toEqual([true, false]);
});

test('a signer is asked only for keys that it has', async () => {
  const script = multisigScript(2, [publicKeyOf(1), publicKeyOf(2), publicKeyOf(3)]);
  const asked: string[] = [];
  const signer = async (requests: readonly SignatureRequest[]) => {
    asked.push(...requests.map(({ publicKey }) => encodeHex(publicKey)));
    return answersOf(requests, device);
  };
  const publicKeys = [publicKeyOf(3), publicKeyOf(1)];
  const job = jobOf(spendOf([p2wshScript(sha256(script))]), { publicKeys, scripts: [script] });
  expect((await signTransactionWith(job, { signer })).complete).toBe(true);
  expect(asked).toEqual([publicKeyOf(1), publicKeyOf(3)].map(encodeHex));
});

test('does not sign for a coin above 21 million BTC if the digest has its amount', () => {
  // Core: MutableTransactionSignatureCreator::CreateSig asks MoneyRange for witness v0 only.
  const hash = hash160(publicKeyOf(1));
  const isSigned = (script: Uint8Array, value: bigint) => {
    const { transaction, coins } = spendOf([script]);
    const worth = new Map([...coins].map(([key, coin]) => [key, { ...coin, value }]));
    const [input] = sign({ transaction, coins: worth }, { keys: [keyOf(1)] }).transaction.inputs;
    return (input?.scriptSig.length ?? 0) + (input?.witness.length ?? 0) > 0;
  };
  expect(isSigned(p2wpkhScript(hash), MAX_MONEY)).toBe(true);
  expect(isSigned(p2wpkhScript(hash), MAX_MONEY + 1n)).toBe(false);
  expect(isSigned(p2pkhScript(hash), MAX_MONEY + 1n)).toBe(true);
});

test('a provider that names a path signs along it only', () => {
  const script = multisigScript(1, [publicKeyOf(1), publicKeyOf(2)]);
  const known = createKeyProvider({ keys: [keyOf(1), keyOf(2)], scripts: [script] }, curve);
  const spend = spendOf([p2wshScript(sha256(script))]);
  const by = (path: SigningPath | undefined) =>
    sign(spend, { provider: { ...known, pathOf: () => path } }).transaction;
  const only = (number: number) =>
    sign(spend, { keys: [keyOf(number)], scripts: [script] }).transaction;
  expect(by(undefined)).toEqual(only(1));
  expect(by({ keys: new Set([encodeHex(xOnlyOf(2))]) })).toEqual(only(2));
});
