import { kernelSecp256k1 } from '../../../crypto/kernel-backend.ts';
import { formatKeyPath } from '../../../descriptor/key-path.ts';
import {
  formatSilentDescriptor,
  type SilentDescriptor,
} from '../../../descriptor/silent-descriptor.ts';
import { equalBytes } from '../../../encoding/bytes.ts';
import { encodeHex } from '../../../encoding/hex.ts';
import { ringSilent, wipeSilent } from '../../../keys/ring-silent.ts';
import { CHANGE_LABEL, silentRecipientOf } from '../../../silent/keys.ts';
import { decodeSilentAddress, formatSilentAddress } from '../../../silent/silent-address.ts';
import { failure } from './failures.ts';
import { ringContext, ringOf, type Session } from './session.ts';

/** A silent payment address of the open keys (BIP352). */
export type SilentView = {
  /** Path of its account; empty if it is unknown. */
  readonly path: string;
  readonly address: string;
};

/** Uses the silent payment keys of the open keys, and wipes them. */
function withSilent<T>(session: Session, use: (all: readonly SilentDescriptor[]) => T): T {
  const all = ringSilent(ringOf(session), ringContext(session));
  try {
    return use(all);
  } finally {
    for (const each of all) wipeSilent(each);
  }
}

const addressOf = (silent: SilentDescriptor, { network }: Session, label?: number): string => {
  const recipient = silentRecipientOf(silent, kernelSecp256k1, label);
  if (recipient === undefined) throw failure('A label is a number from 1.');
  return formatSilentAddress(recipient, network);
};

/** The path of an account: that of its spend key without the last two steps (BIP352). */
const pathOf = ({ origin: { path } }: SilentDescriptor): string =>
  path.length < 3 ? '' : `m${formatKeyPath(path.slice(0, -2))}`;

export const viewSilent = (session: Session): readonly SilentView[] =>
  withSilent(session, (all) =>
    all.map((each) => ({ path: pathOf(each), address: addressOf(each, session) })),
  );

/** The labels that are offered. Each label that was shown is looked for in snapshots. */
const MOST_LABELS = 1000;

/** Returns an address with a label, to give out. */
export function silentLabel(session: Session, index: number, label: number): string {
  if (!Number.isInteger(label) || label <= CHANGE_LABEL || label > MOST_LABELS) {
    throw failure(`A label is a number from 1 to ${MOST_LABELS}.`);
  }
  session.silentLabels = Math.max(session.silentLabels, label);
  return withSilent(session, (all) => {
    const silent = all[index];
    if (silent === undefined) throw failure('Unlock your wallet first.');
    return addressOf(silent, session, label);
  });
}

/** Returns the descriptor with the private scan key and the public spend key. */
export const silentWatching = (session: Session, index: number): string =>
  watchingTexts(session)[index] ?? '';

/** Returns the descriptors that find payments, without spend keys. */
export const watchingTexts = (session: Session): readonly string[] =>
  withSilent(session, (all) =>
    all.map((each) => formatSilentDescriptor(each, session, { watching: true })),
  );

/**
 * Looks for a silent payment address among those of the open keys, with and without a label. The
 * path is that of its account, with the label; `undefined` if the address is not ours.
 */
export function findSilent(
  session: Session,
  text: string,
): { readonly path: string | undefined; readonly isChange: boolean } {
  const keys = decodeSilentAddress(text, session.network, kernelSecp256k1);
  if ('error' in keys) throw failure('This silent payment address is damaged. Ask for it again.');
  return withSilent(session, (all) => {
    for (const silent of all) {
      if (!equalBytes(silent.scanKey.publicKey(kernelSecp256k1), keys.scanKey)) continue;
      const labels = [undefined, ...Array.from({ length: MOST_LABELS + 1 }, (_, i) => i)];
      for (const label of labels) {
        const own = silentRecipientOf(silent, kernelSecp256k1, label);
        if (own === undefined || !equalBytes(own.spendKey, keys.spendKey)) continue;
        const account = `${encodeHex(silent.origin.fingerprint)}${pathOf(silent).slice(1)}`;
        const path = label === undefined ? account : `${account}, label ${label}`;
        return { path, isChange: label === CHANGE_LABEL };
      }
    }
    return { path: undefined, isChange: false };
  });
}
