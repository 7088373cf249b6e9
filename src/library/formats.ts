import type { Bytes } from '../encoding/bytes.ts';
import * as exporting from '../formats/export.ts';
import * as importing from '../formats/import.ts';
import type {
  ExportFormat,
  FormatContext,
  FormatFailure,
  ReadOptions,
} from '../formats/wallet-file.ts';
import * as policies from '../formats/wallet-policy.ts';
import type { WalletExport } from '../formats/write-wallet.ts';
import type { Carried } from '../transport/carried.ts';
import { checked } from './checked.ts';
import { type CurveOption, withCurve } from './curve-option.ts';

/**
 * A wallet out of a file of another program, whichever that is; out of the text of a QR code; or
 * out of what `createFrameReader` has put together. Descriptors are parsed, receiving and change
 * are put together, and first addresses that the file says are compared. The curve may be left out.
 */
export const importWallet: (
  file: string | Bytes | Carried,
  context: CurveOption<FormatContext>,
  options?: ReadOptions,
) => importing.ImportedWallet | FormatFailure = /* @__PURE__ */ checked(
  'importWallet',
  { file: 'text|object', context: 'FormatContext' },
  (file, context, options) => importing.importWallet(file, withCurve(context), options),
);

/**
 * A wallet as a file of another program. The text is read again by `importWallet`, and the first
 * twenty scripts of all branches are compared: where one differs, there is no file. The curve may
 * be left out.
 */
export const exportWallet: (
  wallet: WalletExport,
  format: ExportFormat,
  context: CurveOption<FormatContext>,
  options?: exporting.ExportOptions,
) => exporting.ExportedWallet | FormatFailure = /* @__PURE__ */ checked(
  'exportWallet',
  { wallet: 'WalletExport', format: 'text', context: 'FormatContext' },
  (wallet, format, context, options) =>
    exporting.exportWallet(wallet, format, withCurve(context), options),
);

/**
 * The policy of a wallet. It was read again, and stands for the same addresses. The curve may be
 * left out.
 */
export const policyOfWallet: (
  wallet: WalletExport,
  context: CurveOption<FormatContext>,
) => policies.RegisteredPolicy | FormatFailure = /* @__PURE__ */ checked(
  'policyOfWallet',
  { wallet: 'WalletExport', context: 'FormatContext' },
  (wallet, context) => policies.policyOfWallet(wallet, withCurve(context)),
);

/** The wallet that a policy stands for. The curve may be left out. */
export const walletOfPolicy: (
  policy: policies.WalletPolicy,
  context: CurveOption<FormatContext>,
) => importing.ImportedWallet | FormatFailure = /* @__PURE__ */ checked(
  'walletOfPolicy',
  { policy: 'WalletPolicy', context: 'FormatContext' },
  (policy, context) => policies.walletOfPolicy(policy, withCurve(context)),
);
