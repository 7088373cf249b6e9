import { expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { extract, openAccount, type SigningKey, sign } from '../../../src/index.ts';
import { descriptors, fundedBy, slowDescriptors } from '../../doors/cases.ts';
import { keyAt, person } from '../../support/review/accounts.ts';

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

/** The text of the same account with the private keys of a cosigner. */
function accountOf(text: string, seed: number): SigningKey {
  const paths = [...new Set([...text.matchAll(/\[\w+\/([^\]]*)\]/g)].map(([, path = '']) => path))];
  const own = paths.reduce((each, path) => {
    const [open, secret] = [keyAt(person(seed), path), keyAt(person(seed), path, true)];
    return [open, open.replace('/<0;1>/*', '')].reduce(
      (found, key, i) => found.replaceAll(key, i === 0 ? secret : secret.replace('/<0;1>/*', '')),
      each,
    );
  }, publicOf(text));
  return openAccount(own, { network: 'regtest', range: 20, secp256k1 });
}

/** Replaces the private keys of the person who pays. */
function publicOf(text: string): string {
  return ['48h/1h/0h/2h', '87h/1h/0h'].reduce(
    (each, path) =>
      each.replaceAll(
        keyAt(person(1), path, true).replace('/<0;1>/*', ''),
        keyAt(person(1), path).replace('/<0;1>/*', ''),
      ),
    text,
  );
}

const musig = Object.entries({ ...descriptors, ...slowDescriptors }).filter(([name]) =>
  name.includes('musig'),
);

test.each(musig)('fund pays the requested rate if all cosigners of %s sign', async (name, text) => {
  const account = openAccount(text, { network: 'regtest', range: 20, secp256k1 });
  const psbt = fundedBy(text, account);
  const others = name.includes('three') ? [2, 3] : [2];
  const own = [account, ...others.map((seed) => accountOf(text, seed))];
  let nonces = psbt;
  const kept = [];
  for (const keys of own) {
    const { psbt: next, musig: secret } = await sign(nonces, { keys, random, secp256k1 });
    nonces = next;
    kept.push(secret);
  }
  let signed = nonces;
  for (const [i, keys] of own.entries()) {
    signed = (await sign(signed, { keys, musig: kept[i], secp256k1 })).psbt;
  }
  const { vsize, fee } = extract(signed);
  expect(Number(fee) / vsize).toBeGreaterThanOrEqual(2);
  // The fee is rounded up to a complete virtual byte.
  expect(Number(fee) - 2 * vsize).toBeLessThanOrEqual(2);
});
