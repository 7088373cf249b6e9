import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import {
  formatPsbt,
  isColdsignError,
  openAccount,
  type Psbt,
  parsePsbt,
  review,
  type SignOptions,
  sign,
} from '../../../src/index.ts';
import { strictPolicy } from '../../../src/public/review.ts';
import type { SignatureRequest } from '../../../src/signing/signature-request.ts';
import { keyAt, ME, place } from '../../support/review/accounts.ts';
import { coin, mine } from '../../support/review/coins.ts';
import { back, buildPsbt, pay } from '../../support/review/payments.ts';

const open = (path: string) =>
  openAccount(`wpkh(${keyAt(ME, path, true)})`, { network: 'regtest', range: 20, secp256k1 });
const account = open('84h/1h/0h');
const savings = open('84h/1h/1h');
const other = place(`wpkh(${keyAt(ME, '84h/1h/1h')})`, 0, 4);

/** A payment of `account`, to which somebody has added a coin of `savings`. */
const mixed = buildPsbt({
  coins: [mine(0, { previous: true }), coin(other, 90, { previous: true })],
  outputs: [pay(160_000n), back(39_700n)],
});
/** A payment of `account` alone. */
const own = buildPsbt({
  coins: [mine(0, { previous: true })],
  outputs: [pay(60_000n), back(39_700n)],
});

const keys = [account, savings];
const shown = (psbt: Psbt) => review(psbt, { account, secp256k1 });

async function errorOf(psbt: Psbt, options: SignOptions) {
  const error = await sign(psbt, { secp256k1, ...options }).catch((reason) => reason);
  if (!isColdsignError(error)) throw new Error('no error of coldsign');
  return error;
}

describe('a review that is passed to sign', () => {
  test('signs the coins that are yours in it', async () => {
    for (const given of [{ reviewed: shown(own) }, { approve: shown }]) {
      expect((await sign(own, { keys, secp256k1, ...given })).complete).toBe(true);
    }
  });

  test('refuses keys that would sign a coin that is not yours', async () => {
    for (const given of [{ reviewed: shown(mixed) }, { approve: shown }]) {
      const error = await errorOf(mixed, { keys, ...given });
      expect(error.code).toBe('REVIEW_REFUSED');
      expect(error.message).toContain('would sign input 1');
      expect(error.details?.inputs).toMatchObject([{ input: 1, cause: 'NOT_YOURS' }]);
    }
  });

  test('lets keys sign beside coins that they do not fit', async () => {
    const { psbt, complete } = await sign(mixed, {
      keys: account,
      reviewed: shown(mixed),
      secp256k1,
    });
    expect(complete).toBe(false);
    expect(psbt.inputs[0]?.finalWitness).toHaveLength(2);
    expect(psbt.inputs[1]?.partialSignatures).toEqual([]);
  });

  test('must be of the same payment, and of the same coins', async () => {
    const richer = buildPsbt({
      coins: [mine(0, { previous: true })],
      outputs: [pay(60_001n), back(39_700n)],
    });
    const [input] = own.inputs;
    if (input?.witnessUtxo === undefined) throw new Error('no coin');
    const lying = {
      ...own,
      inputs: [
        {
          ...input,
          nonWitnessUtxo: undefined,
          witnessUtxo: { ...input.witnessUtxo, value: 110_000n },
        },
      ],
    };
    for (const psbt of [richer, lying]) {
      for (const given of [{ reviewed: shown(own) }, { approve: () => shown(own) }]) {
        expect((await errorOf(psbt, { keys, ...given })).code).toBe('NOT_APPROVED');
      }
    }
  });

  test('refuses what its policy refuses', async () => {
    const reviewed = review(mixed, { account, keys, policy: strictPolicy, secp256k1 });
    const error = await errorOf(mixed, { keys, reviewed });
    expect(error.code).toBe('REVIEW_REFUSED');
    expect(error.details?.findings).toMatchObject([{ id: 'input-other-account' }]);
  });

  test('keeps a signer of digests from the coins of others', async () => {
    const asked: SignatureRequest[] = [];
    const signer = async (requests: readonly SignatureRequest[]) => {
      asked.push(...requests);
      return requests.map(() => undefined);
    };
    await sign(mixed, { signer, reviewed: shown(mixed), secp256k1 });
    expect(asked.map(({ input }) => input)).toEqual([0]);
  });

  test('refuses a device that signs a coin that is not yours', async () => {
    const device = {
      signPsbt: async (text: string) =>
        formatPsbt((await sign(parsePsbt(text), { keys, secp256k1, approve: () => true })).psbt),
    };
    const error = await errorOf(mixed, { device, reviewed: shown(mixed) });
    expect(error.code).toBe('REVIEW_REFUSED');
    expect(error.message).toContain('The device has signed input 1');
    expect((await sign(own, { device, reviewed: shown(own), secp256k1 })).complete).toBe(true);
  });

  test('must be a review', async () => {
    for (const reviewed of [true, 'yes', {}, { findings: [] }]) {
      const given = { keys, reviewed } as unknown as SignOptions;
      expect((await errorOf(own, given)).code).toBe('WRONG_ARGUMENT');
    }
    const approve = (() => ({ complete: true })) as unknown as SignOptions['approve'];
    expect((await errorOf(own, { keys, approve })).code).toBe('WRONG_ARGUMENT');
  });
});
