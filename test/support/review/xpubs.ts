import { type Bytes, bigEndian, concatBytes } from '../../../src/encoding/bytes.ts';
import { decodeHex, encodeHex } from '../../../src/encoding/hex.ts';
import type { GlobalXpub, Psbt, PsbtInput } from '../../../src/psbt/psbt.ts';
import {
  COSIGNER,
  keyAt,
  ME,
  MULTI_PATH,
  multiOfThief,
  multiSigners,
  type Person,
  place,
  THIEF,
  tr,
} from './accounts.ts';
import { at, coin, friend } from './coins.ts';
import { back, type OutputSpec, type PsbtSpec, pay, usual } from './payments.ts';

/** Returns a person's key at a path. `at`: the path that is stated for it. */
export function xpub(
  who: Person,
  path: string,
  at = path,
  changed: Partial<Record<number, number>> = {},
): GlobalXpub {
  const key = who.root.derive(`m/${path.replaceAll('h', "'")}`.replace(/\/$/, ''));
  const bytes = concatBytes(
    bigEndian(0x043587cf, 4),
    Uint8Array.of(key.depth),
    bigEndian(key.parentFingerprint, 4),
    bigEndian(key.index, 4),
    key.chainCode ?? new Uint8Array(0),
    key.publicKey ?? new Uint8Array(0),
  );
  for (const [place, value] of Object.entries(changed)) bytes[Number(place)] = value ?? 0;
  const steps = at === '' ? [] : at.split('/');
  return {
    xpub: bytes,
    origin: {
      fingerprint: decodeHex(who.fingerprint) as Bytes,
      path: steps.map((step) => Number.parseInt(step, 10) + (step.endsWith('h') ? 0x80000000 : 0)),
    },
  };
}

export const claimedBy = (xpub: GlobalXpub, who: Person): GlobalXpub => ({
  ...xpub,
  origin: { ...xpub.origin, fingerprint: decodeHex(who.fingerprint) as Bytes },
});
export const withXpubs = (...xpubs: readonly GlobalXpub[]): PsbtSpec => ({
  ...usual,
  change: (psbt) => Object.assign(psbt, { xpubs }),
});
export const withInputs = (psbt: Psbt, change: (input: PsbtInput) => Partial<PsbtInput>): Psbt => ({
  ...psbt,
  inputs: psbt.inputs.map((input) => ({ ...input, ...change(input) })),
});
export const usualTaproot: PsbtSpec = { ...usual, coins: [coin(place(tr, 0, 0), 1)] };
export const ofTapAndNative = { descriptors: [tr, `wpkh(${keyAt(ME, '84h/1h/0h')})`] };
export const allXpubs = multiSigners.map((who) => xpub(who, MULTI_PATH));
export const giving =
  (list: readonly GlobalXpub[] = allXpubs): NonNullable<PsbtSpec['change']> =>
  (psbt) =>
    Object.assign(psbt, { xpubs: list });
export const payWithXpubs = (
  text: string,
  change: OutputSpec,
  list?: readonly GlobalXpub[],
): PsbtSpec => ({
  coins: [at(text, 3, 900_000n)],
  outputs: [pay(400_000n, friend), change],
  change: giving(list),
});
export const thiefAsCosigner: OutputSpec = {
  ...back(499_000n, multiOfThief, 2),
  change: (output) => {
    output.keyPaths = output.keyPaths.map((each) => ({
      ...each,
      origin:
        encodeHex(each.origin.fingerprint) === THIEF.fingerprint
          ? { ...each.origin, fingerprint: decodeHex(COSIGNER.fingerprint) ?? new Uint8Array(4) }
          : each.origin,
    }));
  },
};
