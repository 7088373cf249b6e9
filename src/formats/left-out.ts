import type { Cosigner } from './cosigners.ts';
import type { ImportedWallet } from './import.ts';
import type { WalletLabel } from './labels.ts';
import { pointOf } from './policy.ts';
import type { WalletExport } from './write-wallet.ts';

/**
 * Returns a sentence for each thing of a wallet that is missing in `again`, which is what its file
 * was read as. Descriptors are compared by their scripts, elsewhere.
 */
export function leftOutOf(
  { name = '', timestamp, labels = [] }: WalletExport,
  cosigners: readonly Cosigner[],
  again: ImportedWallet,
): readonly string[] {
  const hasTime = again.descriptors.every((each) => each.timestamp === timestamp);
  return [
    ...nameLeftOut(name.trim(), again.name),
    ...(timestamp !== undefined && !(hasTime && again.descriptors.length > 0)
      ? ['since when it is in use: the other program has to search the chain from its beginning']
      : []),
    ...labelsLeftOut(labels, again.labels),
    ...keysLeftOut(cosigners, again),
  ];
}

function nameLeftOut(name: string, kept: string | undefined): readonly string[] {
  if (name === '' || name === kept?.trim()) return [];
  return [
    kept === undefined
      ? 'its name'
      : `its name: it is "${kept}" there, since the format takes no longer ones or fewer characters`,
  ];
}

function labelsLeftOut(
  labels: readonly WalletLabel[],
  kept: readonly WalletLabel[],
): readonly string[] {
  const lost = (member: 'label' | 'spendable' | 'origin') =>
    labels.filter(({ type, ref, [member]: value }) => {
      const isKept = kept.some(
        (each) => each.type === type && each.ref === ref && each[member] === value,
      );
      return value !== undefined && value !== '' && !isKept;
    });
  const texts = lost('label').length;
  const frozen = lost('spendable').filter(({ spendable }) => spendable === false).length;
  const free = lost('spendable').length - frozen;
  return [
    ...(frozen > 0 ? [`that ${count(frozen, 'coin')} must not be spent: freeze them there`] : []),
    ...(free > 0 ? [`that ${count(free, 'coin')} may be spent`] : []),
    ...(texts > 0 ? [`${texts} of its labels: export them apart (BIP329)`] : []),
    ...(lost('origin').length > 0 ? ['which wallet each of its labels belongs to'] : []),
  ];
}

const count = (number: number, what: string): string =>
  `${number} ${what}${number === 1 ? '' : 's'}`;

function keysLeftOut(cosigners: readonly Cosigner[], again: ImportedWallet): readonly string[] {
  const find = ({ key }: Cosigner) =>
    again.keys.filter((each) => pointOf(each.key) === pointOf(key.xpub));
  const isAnyGone = cosigners.some((each) => find(each).length === 0);
  const isAnyBare = cosigners.some(
    (each) => find(each).length > 0 && !find(each).some(({ script }) => script === each.script),
  );
  return [
    ...(isAnyGone ? ['its keys for wallets with others'] : []),
    ...(isAnyBare ? ['which scripts its keys for wallets with others are for'] : []),
  ];
}
