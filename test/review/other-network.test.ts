import { expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { type NetworkName, networks } from '../../src/encoding/network.ts';
import { reviewHtml } from '../../src/review/html.ts';
import { reviewSvg } from '../../src/review/picture.ts';
import { printReview } from '../../src/review/print.ts';
import { psbtSubject } from '../../src/review/psbt-subject.ts';
import { reviewSubject } from '../../src/review/review.ts';
import { formatAddress } from '../../src/script/address.ts';
import { keyAt, ME, place } from '../support/review/accounts.ts';
import { coin } from '../support/review/coins.ts';
import { back, buildPsbt, pay } from '../support/review/payments.ts';

/** A payment with change whose keys are below a coin type (BIP44). */
function paymentAt(path: string) {
  const text = `wpkh(${keyAt(ME, path)})`;
  const outputs = [pay(60_000n), back(39_800n, text)];
  const subject = psbtSubject(
    buildPsbt({ coins: [coin(place(text, 0, 0), 1)], outputs }),
    secp256k1,
  );
  if (subject === undefined) throw new Error('no subject');
  return subject;
}

const testNetworks = ['test', 'testnet4', 'signet', 'regtest'] as const;
const cases: readonly [path: string, chosen: NetworkName, shown: NetworkName][] = [
  ...testNetworks.map((chosen): [string, NetworkName, NetworkName] => [
    '84h/0h/0h',
    chosen,
    'main',
  ]),
  ...testNetworks.map((chosen): [string, NetworkName, NetworkName] => [
    '84h/1h/0h',
    chosen,
    chosen,
  ]),
  ['84h/1h/0h', 'main', 'test'],
  ['84h/0h/0h', 'main', 'main'],
  ['99h/1h/0h', 'main', 'main'],
];

test.each(cases)('keys at %s reviewed on %s have addresses of %s', (path, chosen, shown) => {
  const network = networks[chosen];
  const subject = paymentAt(path);
  const review = reviewSubject(subject, { network });
  // Real coins that look like test money are a stop, test coins that look real a warning.
  const expected = shown === 'main' ? 'network-mismatch' : 'keys-of-another-network';
  const about = review.findings.filter(({ id }) => /network/.test(id)).map(({ id }) => id);
  expect(about).toEqual(networks[shown].hrp === network.hrp ? [] : [expected]);
  const [output] = subject.transaction.outputs;
  const wanted = formatAddress(output?.scriptPubKey ?? new Uint8Array(0), networks[shown]) ?? '';
  expect(review.outputs[0]?.address).toBe(wanted);
  expect(review.inputs[0]?.address?.startsWith(`${networks[shown].hrp}1`)).toBe(true);
  const printed = printReview(review, network, 200).map((line) => line.trim().replaceAll(' ', ''));
  expect(printed).toContain(wanted);
  const start = wanted.slice(0, 8);
  expect(reviewHtml(review, network).replaceAll(' ', '')).toContain(start);
  expect(reviewSvg(review, network)).toContain(start);
});
