import { parseArgs } from 'node:util';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import type { Secp256k1 } from '../../src/crypto/secp256k1.ts';
import {
  createFlatSigningProvider,
  mergeFlatSigningProvider,
  toSigningProvider,
} from '../../src/descriptor/flat-signing-provider.ts';
import { networks } from '../../src/encoding/network.ts';
import type { Psbt } from '../../src/psbt/psbt.ts';
import { signPsbt } from '../../src/psbt/sign-psbt.ts';
import { descriptorOwners } from '../../src/review/own-descriptors.ts';
import { psbtSubject } from '../../src/review/psbt-subject.ts';
import { reviewSubject } from '../../src/review/review.ts';
import { descriptorsOf, keyAt, person, place, secretsOf } from '../support/review/accounts.ts';
import { buildPsbt } from '../support/review/payments.ts';

/** Measures reviews, compared with signing the same PSBT in the same run. */
const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
    /** Measures the first run, as in a command that reviews and signs once. */
    cold: { type: 'boolean', default: false },
  },
});
const count = Number(values.inputs);
const rounds = values.cold ? 1 : Number(values.rounds);
const ADDRESSES = 50;
const me = person(1);

/** Measures processor time, so that other work of the machine does not count. */
function timed(run: () => unknown): number {
  const start = process.cpuUsage();
  run();
  return process.cpuUsage(start).user / 1000;
}

function payment(kind: string, inputs: number): Psbt {
  const text = kind.replace('K', keyAt(me, '84h/1h/0h'));
  const places = Array.from({ length: ADDRESSES }, (_, i) => place(text, 0, i));
  return buildPsbt({
    coins: Array.from({ length: inputs }, (_, i) => {
      const spent = places[i % ADDRESSES] ?? place(text, 0, 0);
      return { ...spent, value: 100_000n, nonce: i + 1, previous: true };
    }),
    outputs: [{ value: BigInt(inputs) * 99_000n, ...place(text, 1, 0) }],
  });
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

function row(name: string, kind: string, secp256k1: Secp256k1): string {
  const psbt = payment(kind, count);
  const keys = createFlatSigningProvider();
  for (let i = 0; i < ADDRESSES; i++) {
    mergeFlatSigningProvider(
      keys,
      secretsOf(kind.replace('K', keyAt(me, '84h/1h/0h', true)), 0, i),
    );
  }
  const own = descriptorsOf(kind.replace('K', keyAt(me, '84h/1h/0h')));
  const descriptors = own.map((descriptor, i) => ({ descriptor, isChange: i === 1 }));
  const review = () => {
    const subject = psbtSubject(psbt, secp256k1);
    const findOwners = descriptorOwners(descriptors, {
      secp256k1,
      findPrivateKey: () => undefined,
    });
    return subject && reviewSubject(subject, { network: networks.regtest, findOwners });
  };
  const provider = toSigningProvider(keys);
  const sign = () => signPsbt({ psbt, provider, finalize: true, secp256k1 });
  if (!values.cold) timed(() => [review(), sign()]);
  const times = Array.from({ length: rounds }, () => [timed(review), timed(sign)] as const);
  const reviewed = median(times.map(([time]) => time));
  const signed = median(times.map(([, time]) => time));
  const cells = [`${Math.round(reviewed)} ms`, `${Math.round(signed)} ms`];
  return `| ${name} | ${kind} | ${cells.join(' | ')} | ${((100 * reviewed) / signed).toFixed(1)} % |`;
}

console.log(`| curve | ${count} inputs | review | sign | share |\n|---|---|---|---|---|`);
for (const kind of ['wpkh(K)', 'tr(K)']) {
  console.log(row('kernel', kind, kernelSecp256k1));
  console.log(row('pure JS', kind, nobleSecp256k1));
}
