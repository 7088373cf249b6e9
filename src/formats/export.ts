import {
  type CheckedDescriptor,
  checkDescriptor,
  firstAddresses,
  joinPairs,
  scriptsOf,
} from './check.ts';
import { type Cosigner, checkKey, placeholder } from './cosigners.ts';
import { type ImportedWallet, importWallet } from './import.ts';
import type { WalletLabel } from './labels.ts';
import { pointOf } from './policy.ts';
import {
  type ExportFormat,
  type FormatContext,
  type FormatFailure,
  failure,
  readEach,
} from './wallet-file.ts';
import { type WalletExport, writeWallet } from './write-wallet.ts';

/** Options of an export. */
export type ExportOptions = {
  /** The token for an encrypted BSMS record: 16 or 32 hexadecimal digits that both sides know. */
  readonly token?: string | undefined;
};

/** A file for another program. It was read back and yields the same addresses. */
export type ExportedWallet = {
  /** Content of the file. */
  readonly text: string;
  /** The file extension that the other program expects, without the dot. */
  readonly extension: string;
  /** Data of the wallet that the file lacks, one sentence each. */
  readonly lost: readonly string[];
  /** Reasons to question the wallet before it is used, one sentence each. */
  readonly doubts: readonly string[];
  /** The first address of each branch per descriptor, to compare with the other program. */
  readonly firstAddresses: readonly (readonly string[])[];
};

/** Number of positions to compare on each branch. */
const COMPARED = 20;

/**
 * Writes a wallet as a file of another program. Reads the text again with `importWallet` and
 * compares the first twenty scripts of all branches. Fails if any differ.
 */
export function exportWallet(
  wallet: WalletExport,
  format: ExportFormat,
  context: FormatContext,
  { token }: ExportOptions = {},
): ExportedWallet | FormatFailure {
  const checked = checkAll(wallet.descriptors, context);
  if ('error' in checked) return checked;
  const cosigners = readEach(wallet.keys ?? [], (each) => checkKey(each, context));
  if ('error' in cosigners) return cosigners;
  if (checked.length + cosigners.length === 0) return failure('this wallet has no descriptors');
  const request = { ...wallet, checked, cosigners, token };
  const written = writeWallet(request, format, context);
  if ('error' in written) return written;
  const again = importWallet(written.text, context, { password: token });
  if ('error' in again) return failure(`what was written cannot be read again: ${again.error}`);
  const reread = checkAll(
    [...again.descriptors.map((each) => each.descriptor), ...again.keys.map(placeholder)],
    context,
  );
  if ('error' in reread) return reread;
  const expected = written.holds ?? checked;
  if (allScripts(reread, context) !== allScripts(expected, context)) {
    return failure(`a file in this format would have other addresses than the wallet`);
  }
  const isSame = reread.every(({ payload }) =>
    expected.some((each) => hasSameText(payload, each.payload)),
  );
  const all = [...checked, ...cosigners.map((each) => each.checked)];
  const lost = [
    ...written.lost,
    ...all.flatMap((each) => each.lost),
    ...(isSame ? [] : ['fingerprint and path of its keys. Devices may not recognize them']),
    ...leftOutOf(wallet, cosigners, again),
  ];
  return {
    text: written.text,
    extension: written.extension,
    lost: [...new Set(lost)],
    doubts: [...new Set(all.flatMap((each) => each.doubts))],
    firstAddresses: checked.map((each) => firstAddresses(each, context)),
  };
}

const hasSameText = (a: string, b: string): boolean =>
  a.replace(/'/g, 'h') === b.replace(/'/g, 'h');

function checkAll(
  descriptors: readonly string[],
  context: FormatContext,
): readonly CheckedDescriptor[] | FormatFailure {
  const checked = readEach(descriptors, (text) => checkDescriptor({ text }, context));
  return 'error' in checked ? checked : joinPairs(checked, context);
}

function allScripts(checked: readonly CheckedDescriptor[], context: FormatContext): string {
  const positions = Array.from({ length: COMPARED }, (_, i) => i);
  const branches = checked.map(({ branches: all }) =>
    all.map((branch) => scriptsOf(branch, positions, context).join(' ')).join('\n'),
  );
  return branches.sort().join('\n\n');
}

/**
 * Returns a sentence for each part of a wallet that is missing in `again`, the wallet read from its
 * file. Descriptors are compared elsewhere, by their scripts.
 */
function leftOutOf(
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
