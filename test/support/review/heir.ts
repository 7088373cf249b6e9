import { encodeHex } from '../../../src/encoding/hex.ts';
import { COSIGNER, keyAt, ME, MULTI_PATH } from './accounts.ts';
import { at, friend, outPoint } from './coins.ts';
import { back, type PsbtSpec, pay } from './payments.ts';

export const [me, heir] = [keyAt(ME, MULTI_PATH), keyAt(COSIGNER, MULTI_PATH)];

/** Returns a wallet that `backup` opens after 26,280 blocks. */
export const heirWallet = (main: string, backup: string) =>
  `wsh(or_d(pk(${main}),and_v(v:pkh(${backup}),older(26280))))`;

/** Our wallet with a cosigner as heir. */
export const ofHeir = heirWallet(me, heir);
const heirCoin = (sequence: number, of = ofHeir) => at(of, 3, 900_000n, { sequence });
export const spendHeir = (sequence: number, of = ofHeir): PsbtSpec => ({
  coins: [heirCoin(sequence, of)],
  outputs: [pay(400_000n, friend), back(499_000n, of, 2)],
});

/** The chain knows the coin from block 800,000. */
export const heirChain = (height: number, of = ofHeir) => ({
  now: { height, time: 1_800_000_000 },
  known: {
    [outPoint(heirCoin(0, of))]: {
      amount: '900000',
      script: encodeHex(heirCoin(0, of).script),
      height: 800_000,
    },
  },
});
export const waiting = spendHeir(26_280);
export const notWaiting = spendHeir(0xfffffffd);

/** Our key, and a cosigner after 52,560 blocks. */
export const decaying = `tr(${keyAt(ME, '86h/1h/0h')},and_v(v:pk(${keyAt(COSIGNER, '86h/1h/0h')}),older(52560)))`;
export const lateSpend = (text: string, sequence = 52_560): PsbtSpec => ({
  coins: [at(text, 0, 900_000n, { sequence })],
  outputs: [pay(400_000n, friend), back(499_000n, text, 4)],
});
