import { COSIGNER, keyAt, ME, place, tr } from '../../../../test/support/review/accounts.ts';
import { at, friend } from '../../../../test/support/review/coins.ts';
import {
  back,
  type OutputSpec,
  type PsbtSpec,
  pay,
} from '../../../../test/support/review/payments.ts';
import { type Case, pair } from '../../../../test/support/review/rows.ts';

const members = (branch: string) =>
  [ME, COSIGNER].map((who) => keyAt(who, '86h/1h/7h').replace('/<0;1>/*', branch)).join(',');
const kinds = [
  (branch: string) => `tr(musig(${members('')})/${branch}/*)`,
  (branch: string) => `tr(musig(${members(`/${branch}/*`)}))`,
];

/** MuSig2 wallets with one branch. */
export const cases: readonly Case[] = [
  // MuSig2 wallets with only their receive descriptor.
  ...kinds.flatMap((text, i) => {
    const [both, stranger] = [text('<0;1>'), text('<0;1>').replace(/\[[^/]*/, '[00000000')];
    const spec = (output: OutputSpec): PsbtSpec => ({
      coins: [at(both, 0, 900_000n)],
      outputs: [output, pay(400_000n, friend)],
    });
    const kind = i === 0 ? 'below an aggregate' : 'of derived keys';
    const honest = spec(back(499_000n, both, 4));
    const spoofed = { ...back(499_000n, both, 4), script: place(tr, 1, 4).script };
    return pair(
      [`change ${kind}, over the script of another`, spec(spoofed), { descriptors: [text('0')] }],
      [`change ${kind}, receive branch open`, honest, { descriptors: [text('0')] }],
      [`change ${kind}, change branch open`, honest, { descriptors: [text('1')] }],
      [`change ${kind}, without fingerprint`, honest, { descriptors: [stranger] }],
    );
  }),
];
