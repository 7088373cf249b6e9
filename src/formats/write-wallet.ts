import { addChecksum } from '../descriptor/checksum.ts';
import { formatDescriptor } from '../descriptor/format.ts';
import { formatSlipKey } from '../keys/slip132.ts';
import { accountOf } from './account.ts';
import { formatBsms, isToken, sealBsms } from './bsms.ts';
import { formatCaravan } from './caravan.ts';
import { type CheckedDescriptor, firstAddresses } from './check.ts';
import { formatColdcard } from './coldcard.ts';
import { formatColdcardJson } from './coldcard-json-write.ts';
import { formatCore } from './core.ts';
import type { Cosigner, ExportedKey } from './cosigners.ts';
import { formatElectrum } from './electrum.ts';
import type { WalletLabel } from './labels.ts';
import { onlyOf, receiveAndChange, walletOfBranches } from './one-wallet.ts';
import { formatPolicy, policyOf } from './policy.ts';
import { sameKeysIn } from './same-keys.ts';
import { formatSpecter } from './specter.ts';
import {
  formatStandardWallet,
  keyScriptOf,
  type StandardWallet,
  UNKNOWN,
} from './standard-wallet.ts';
import { formatSparrow } from './text.ts';
import { isUrType, writeUr } from './ur-write.ts';
import {
  type ExportFormat,
  type FormatContext,
  type FormatFailure,
  failure,
  type UrType,
  type WalletFormat,
} from './wallet-file.ts';

/** A wallet to export. Private keys in descriptors are left out. */
export type WalletExport = {
  /** A name for people; if a program requires one and there is none, `wallet`. */
  readonly name?: string | undefined;
  /** Multipath descriptors (BIP389), or receiving and change separately. */
  readonly descriptors: readonly string[];
  /** Keys for shared multisigs, which only UR accounts and `coldcard` can contain. */
  readonly keys?: readonly ExportedKey[] | undefined;
  /**
   * Labels for Electrum's file, of addresses, transactions and outputs. Other formats need a
   * separate file (BIP329).
   */
  readonly labels?: readonly WalletLabel[] | undefined;
  /** Time before which it received no payment, in seconds since 1970. */
  readonly timestamp?: number | undefined;
};

type Request = WalletExport & {
  readonly checked: readonly CheckedDescriptor[];
  readonly cosigners: readonly Cosigner[];
  readonly token: string | undefined;
};

type Written = {
  readonly text: string;
  readonly extension: string;
  readonly lost: readonly string[];
  /** Descriptors of the file, if they differ from the wallet's addresses. */
  readonly holds?: readonly CheckedDescriptor[];
};

const file = (text: string, extension: string, lost: readonly string[] = []): Written => ({
  text,
  extension,
  lost,
});

/** Writes a wallet in formats for any descriptors, then in those for one wallet. */
export function writeWallet(
  request: Request,
  format: ExportFormat,
  context: FormatContext,
): Written | FormatFailure {
  const { checked, timestamp } = request;
  if (format === 'ur') return writeUrFile(request, 'crypto-output', context);
  if (isUrType(format)) return writeUrFile(request, format, context);
  const isMulti = checked.some(({ payload }) => /multi\(/.test(payload));
  if (format === 'coldcard' && !isMulti) return writeColdcardAccount(request, context);
  if (checked.length === 0) return failure('this format has no place for keys of other wallets');
  const texts = checked.map(({ payload }) => addChecksum(payload));
  if (format === 'descriptors') return file(`${texts.join('\n')}\n`, 'txt');
  if (format === 'core') {
    const rows = checked.map(({ branches }, i) => ({
      text: texts[i] ?? '',
      isActive: branches.length === 2,
    }));
    return file(formatCore(rows, timestamp), 'json');
  }
  const only = onlyOf(checked);
  if ('error' in only) return only;
  const pair = receiveAndChange(only.branches);
  if ('error' in pair) return pair;
  const name = (request.name ?? '').trim() || 'wallet';
  if (format === 'policy') {
    const policy = policyOf(only.payload);
    return policy === undefined
      ? failure('this wallet has keys or a script that BIP388 has no place for')
      : file(formatPolicy(name, policy.template, policy.keys), 'json');
  }
  if (format === 'bsms') return writeBsms(request, context);
  const standard = walletOfBranches(pair, context.network);
  return 'error' in standard ? standard : writeStandard(standard, name, request, format, context);
}

/** Writes Coldcard's generic JSON. */
function writeColdcardAccount(request: Request, context: FormatContext): Written | FormatFailure {
  const account = accountOf(request, context);
  if ('error' in account) return account;
  const holds = account.outputs.map(({ checked }) => checked);
  return { ...file(formatColdcardJson(account, context), 'json'), holds };
}

function writeUrFile(
  request: Request,
  type: UrType,
  context: FormatContext,
): Written | FormatFailure {
  const written = writeUr(type, request, context);
  if ('error' in written) return written;
  const { text, holds } = written;
  const isKey = request.checked.length > 0 && (type === 'crypto-hdkey' || type === 'hdkey');
  const lost = isKey ? ['which scripts its addresses have: a key alone does not say it'] : [];
  return { ...file(text, 'txt', lost), ...(holds && { holds }) };
}

function writeBsms({ checked, token }: Request, context: FormatContext): Written | FormatFailure {
  const [only] = checked;
  const payload = only?.payload ?? '';
  if (/<(?!0;1>\/\*)/.test(payload)) {
    return failure('this format holds wallets with receiving at /0/* and change at /1/*');
  }
  const [first] = only === undefined ? [] : firstAddresses(only, context);
  if (first === undefined) {
    return failure('a BSMS record has the first address, and scripts like these have none');
  }
  const text = formatBsms(payload.replace(/\/<0;1>\/\*/g, '/**'), first);
  if (token === undefined) return file(text, 'bsms');
  return isToken(token)
    ? file(sealBsms(text, token), 'dat')
    : failure('the token of a BSMS record has 16 or 32 hexadecimal digits');
}

const SORTS =
  'this program sorts the keys of a multisig, and this wallet has them in another order';

/** Specter wrote files with multi() once. Its later versions read them as sortedmulti(). */
const MAY_SORT =
  'the order of its keys, in newer versions of Specter: they sort them. Compare the first address there before you receive';

function writeStandard(
  wallet: StandardWallet,
  name: string,
  { checked, labels = [] }: Request,
  format: WalletFormat,
  context: FormatContext,
): Written | FormatFailure {
  const isMulti = 'threshold' in wallet;
  const isUnsorted = isMulti && !wallet.sorted;
  if (isUnsorted && format !== 'slip132' && format !== 'specter') return failure(SORTS);
  const branches = checked.flatMap((each) => each.branches);
  const [same] = format === 'coldcard' ? sameKeysIn(branches, context) : [];
  if (same !== undefined) return failure(`a Coldcard refuses this wallet: ${same}`);
  switch (format) {
    case 'electrum':
      return wallet.script === 'tr'
        ? failure('Electrum has no taproot wallets')
        : file(formatElectrum(wallet, labels), 'json');
    case 'slip132': {
      const [key] = wallet.keys;
      if (isMulti || key === undefined)
        return failure('a multisig has several keys: write it in another format');
      if (wallet.script === 'tr' || wallet.script === 'pkh') {
        return failure(
          `SLIP-132 has no version bytes for ${wallet.script}(): a key alone would not say what it is for`,
        );
      }
      return file(`${formatSlipKey(key.xpub, keyScriptOf(wallet.script))}\n`, 'txt');
    }
    // Sparrow and Specter keep only keys, threshold and type of a descriptor. They would open any
    // other wallet as a sorted multisig of its keys, with other addresses.
    case 'sparrow':
      return writeSparrow(checked, context);
    case 'specter':
      return writeSpecter(checked, name, isUnsorted ? [MAY_SORT] : []);
    case 'coldcard':
    case 'caravan':
      return isMulti
        ? writeMultisig(wallet, name, format, context)
        : failure('this format holds multisigs, and the wallet has one key');
    default:
      return file(`${addChecksum(formatStandardWallet(wallet))}\n`, 'txt');
  }
}

function writeSparrow([only]: readonly CheckedDescriptor[], context: FormatContext): Written {
  const [receive = '', change = ''] = (only?.branches ?? []).map((each) =>
    formatDescriptor(each, context),
  );
  return file(formatSparrow(addChecksum(only?.payload ?? ''), receive, change), 'txt');
}

function writeSpecter(
  [only]: readonly CheckedDescriptor[],
  name: string,
  lost: readonly string[],
): Written {
  const receive = addChecksum((only?.payload ?? '').replace(/<0;1>/g, '0'));
  return file(formatSpecter(name, receive), 'json', lost);
}

function writeMultisig(
  wallet: Extract<StandardWallet, { threshold: number }>,
  name: string,
  format: 'coldcard' | 'caravan',
  { network }: FormatContext,
): Written | FormatFailure {
  if (format === 'caravan') return file(formatCaravan(wallet, name, network), 'json');
  if (wallet.keys.some(({ fingerprint }) => fingerprint === UNKNOWN)) {
    return failure(
      'a key of this wallet has no known origin, without which a Coldcard does not take it',
    );
  }
  return file(formatColdcard(wallet, name), 'txt');
}
