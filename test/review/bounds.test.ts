import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import type { Secp256k1 } from '../../src/crypto/secp256k1.ts';
import { networks } from '../../src/encoding/network.ts';
import { descriptorOwners } from '../../src/review/own-descriptors.ts';
import { MOST_DERIVED } from '../../src/review/own-keys.ts';
import { psbtSubject } from '../../src/review/psbt-subject.ts';
import { reviewSubject } from '../../src/review/review.ts';
import { takesAll } from '../support/generate/sample.ts';
import {
  descriptorsOf,
  multi,
  person,
  place,
  thief,
  tr,
  wpkh,
} from '../support/review/accounts.ts';
import { mine } from '../support/review/coins.ts';
import { back, buildPsbt, type PsbtSpec, pay } from '../support/review/payments.ts';

/** Creates a curve that counts derived keys. */
function counting() {
  const counts = { derived: 0 };
  const curve: Secp256k1 = {
    ...kernelSecp256k1,
    tweakPublicKey(key, tweak) {
      counts.derived++;
      return kernelSecp256k1.tweakPublicKey(key, tweak);
    },
    tweakPublicKeyMany(key, tweaks) {
      counts.derived += tweaks.length;
      return kernelSecp256k1.tweakPublicKeyMany(key, tweaks);
    },
  };
  return { curve, counts };
}

/** Returns how many keys a review derives, and what it finds. */
function costOf(spec: PsbtSpec, descriptors: readonly string[]) {
  const { curve, counts } = counting();
  const own = descriptors.flatMap((text) =>
    descriptorsOf(text).map((descriptor, i) => ({ descriptor, isChange: i === 1 })),
  );
  const findPrivateKey = () => undefined;
  const findOwners = descriptorOwners(own, { secp256k1: curve, findPrivateKey });
  const subject = psbtSubject(buildPsbt(spec), curve);
  if (subject === undefined) throw new Error('lock times exclude each other');
  const { findings } = reviewSubject(subject, { network: networks.regtest, findOwners });
  return { derived: counts.derived, ids: findings.map(({ id }) => id) };
}

const [own] = [...place(wpkh, 1, 0).knowledge.origins.values()];
const account = own?.path.slice(0, 3) ?? [];
const strange = [...place(thief, 0, 0).knowledge.publicKeys.values()][0] as Uint8Array;

/** Returns keys without an owner, under paths of our master key or of a stranger's. */
const names = (count: number, fingerprint: Uint8Array) =>
  Array.from({ length: count }, (_, i) => {
    const publicKey = strange.slice();
    new DataView(publicKey.buffer).setUint32(29, i);
    return { publicKey, origin: { fingerprint, path: [...account, i % 2, 5_000 + i] } };
  });

const ours = own?.fingerprint ?? new Uint8Array(4);
const usual: PsbtSpec = { coins: [mine(0)], outputs: [pay(60_000n), back(39_800n)] };
const honest = costOf(usual, [wpkh]).derived;

describe('names in a PSBT cost a bounded number of derivations', () => {
  const naming = (count: number, fingerprint: Uint8Array): PsbtSpec => ({
    ...usual,
    outputs: [
      pay(60_000n),
      {
        ...back(39_800n),
        change: (output) => Object.assign(output, { keyPaths: names(count, fingerprint) }),
      },
    ],
  });

  test('6,000 names in one output cost no more than 32 do', () => {
    for (const fingerprint of [ours, new Uint8Array(4), person(9).root.pubKeyHash ?? ours]) {
      const few = costOf(naming(32, fingerprint.subarray(0, 4)), [wpkh]);
      const many = costOf(naming(6_000, fingerprint.subarray(0, 4)), [wpkh]);
      expect(many.derived).toBeLessThanOrEqual(few.derived);
    }
  });

  test('6,000 names in a taproot output and in an input cost no more than 32 do', () => {
    const spec = (count: number): PsbtSpec => ({
      coins: [
        mine(0, { change: (input) => Object.assign(input, { keyPaths: names(count, ours) }) }),
      ],
      outputs: [
        {
          ...back(99_000n, tr),
          change: (output) => {
            const tapKeyPaths = names(count, ours).map(({ publicKey, origin }) => ({
              xOnly: publicKey.subarray(1),
              leafHashes: new Set<string>(),
              origin,
            }));
            Object.assign(output, { tapKeyPaths });
          },
        },
      ],
    });
    const all = [wpkh, tr, multi];
    expect(costOf(spec(6_000), all).derived).toBeLessThanOrEqual(costOf(spec(32), all).derived);
  });

  test.runIf(takesAll)(
    '400 outputs with 32 names each stay below the bound, and a false change is still found',
    () => {
      const noise = names(32, ours);
      const spec: PsbtSpec = {
        coins: [mine(0, { value: 100_000_000n })],
        outputs: [
          ...Array.from({ length: 400 }, (_, i) => ({
            ...pay(10_000n + BigInt(i)),
            change: (output: object) => Object.assign(output, { keyPaths: noise }),
          })),
          {
            value: 90_000_000n,
            script: place(thief, 1, 0).script,
            knowledge: place(wpkh, 1, 0).knowledge,
          },
        ],
      };
      const { derived, ids } = costOf(spec, [wpkh]);
      // Each derivation takes a path of up to 8 steps; far positions are tried in all descriptors.
      expect(derived).toBeLessThan(honest + 8 * MOST_DERIVED + 4 * 2_048);
      expect(ids).toContain('change-not-ours');
    },
  );
});
