import { expect, test } from 'vitest';
import { derivingAgain } from '../../src/crypto/derive-again.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import type { Secp256k1 } from '../../src/crypto/secp256k1.ts';
import { execute, RpcError } from '../../src/public/rpc.ts';
import { createMemoryHost } from '../../src/wallet-host/memory-host.ts';
import { curves } from '../support/curves.ts';
import { createRandom } from '../support/generate/random.ts';

const random = createRandom(4);
const outside = new Uint8Array(32).fill(255);
const numberOf = (last: number) => Uint8Array.of(...new Uint8Array(31), last);

test.each(curves)('%s confirms its keys by other code', (_, curve) => {
  const again = derivingAgain(curve);
  const key = curve.publicKey(random.bytes(32), true) ?? expect.unreachable();
  const tweaks = [random.bytes(32), random.bytes(32), numberOf(0), numberOf(1), outside];
  expect(again.tweakPublicKeyMany(key, tweaks)).toEqual(curve.tweakPublicKeyMany(key, tweaks));
  for (const tweak of tweaks) {
    expect(again.publicKey(tweak, true)).toEqual(curve.publicKey(tweak, true));
    expect(again.tweakPublicKey(key, tweak)).toEqual(curve.tweakPublicKey(key, tweak));
    const xOnly = key.slice(1);
    expect(again.tweakXOnlyPublicKey(xOnly, tweak)).toEqual(
      curve.tweakXOnlyPublicKey(xOnly, tweak),
    );
  }
  expect(again.publicKeyMany(tweaks, true)).toEqual(curve.publicKeyMany(tweaks, true));
  expect(again.tweakXOnlyPublicKey(outside, numberOf(1))).toBeUndefined();
  // -G + G
  const minus = curve.publicKey(curve.negatePrivateKey(numberOf(1)), true) ?? key;
  expect(again.tweakPublicKey(minus, numberOf(1))).toBeUndefined();
});

/** Valid keys of other numbers, which are on the curve. `at`: the wrong derivation. */
function faulty(curve: Secp256k1, isNow: () => boolean): Secp256k1 {
  const other = (tweak: Uint8Array) =>
    isNow() ? tweak.map((byte, i) => (i === tweak.length - 2 ? byte ^ 1 : byte)) : tweak;
  return {
    ...curve,
    tweakPublicKeyMany: (key, tweaks) => curve.tweakPublicKeyMany(key, tweaks.map(other)),
    tweakXOnlyPublicKey: (key, tweak) => curve.tweakXOnlyPublicKey(key, other(tweak)),
    tweakXOnlyPublicKeyMany: (keys, tweaks) =>
      curve.tweakXOnlyPublicKeyMany(keys, tweaks.map(other)),
    ...(curve.deriveChildren && {
      deriveChildren: (parent, numbers) => curve.deriveChildren?.(parent, numbers.map(other)) ?? [],
    }),
  };
}

const refusal = 'A public key that was just computed is wrong, and was thrown away';
const words = (call: Promise<unknown>) =>
  call.catch((error: unknown) => (error instanceof RpcError ? error.message : error));

test.each([
  ['noble', nobleSecp256k1],
  ['kernel', kernelSecp256k1],
])('%s: no address of a wrong key that is on the curve leaves', async (_, curve) => {
  for (const type of ['legacy', 'p2sh-segwit', 'bech32', 'bech32m']) {
    for (const when of ['while the keys are kept ready', 'while one is handed out'] as const) {
      let isWrong = when === 'while the keys are kept ready';
      const options = {
        network: 'regtest',
        secp256k1: faulty(curve, () => isWrong),
        wallets: createMemoryHost({ keypoolSize: 2 }),
        now: () => 1_700_000_000,
        random: createRandom(3).bytes,
      } as const;
      await execute('createwallet', ['w'], options);
      isWrong = !isWrong;
      const call = (method: string) => execute(method, ['', type].slice(0, 2), options);
      const refused = await words(call('getnewaddress'));
      expect(`${type} ${when}: ${refused}`).toContain(refusal);
      if (!isWrong) continue;
      expect(await words(execute('getrawchangeaddress', [type], options))).toContain(refusal);
      isWrong = false;
      // No address counts as used.
      const address = await call('getnewaddress');
      expect(await execute('getaddressinfo', [String(address)], options)).toMatchObject({
        hdkeypath: expect.stringMatching(/\/0$/),
        ismine: true,
      });
    }
  }
});

test('deriveaddresses returns no short list with a wrong address', async () => {
  const xpub =
    'tpubD6NzVbkrYhZ4WaWSyoBvQwbpLkojyoTZPRsgXELWz3Popb3qkjcJyJUGLnL4qHHoQvao8ESaAstxYSnhyswJ76uZPStJRJCTKvosUCJZL5B';
  for (const text of [`wpkh(${xpub}/0/*)`, `tr(${xpub}/0/*)`]) {
    let isWrong = false;
    const options = {
      network: 'regtest',
      secp256k1: faulty(kernelSecp256k1, () => isWrong),
    } as const;
    const { descriptor } = (await execute('getdescriptorinfo', [text], options)) as {
      readonly descriptor: string;
    };
    const right = await execute('deriveaddresses', [descriptor, [0, 7]], options);
    expect(right).toHaveLength(8);
    isWrong = true;
    for (const range of [
      [0, 0],
      [5, 5],
      [0, 7],
    ]) {
      const refused = await words(execute('deriveaddresses', [descriptor, range], options));
      expect(refused).toContain(refusal);
    }
  }
});
