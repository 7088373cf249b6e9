import type { Bytes } from '../encoding/bytes.ts';
import * as exporting from '../formats/export.ts';
import * as importing from '../formats/import.ts';
import * as bip329 from '../formats/labels.ts';
import type {
  ExportFormat,
  FormatContext,
  FormatFailure,
  ReadOptions,
} from '../formats/wallet-file.ts';
import * as policies from '../formats/wallet-policy.ts';
import type { WalletExport } from '../formats/write-wallet.ts';
import * as slip132 from '../keys/slip132.ts';
import type { Carried } from '../transport/carried.ts';
import { checkedWith } from './checked.ts';
import { type CurveOption, withCurve } from './curve-option.ts';

const checked = /* @__PURE__ */ checkedWith({
  FormatContext: { network: 'Network', secp256k1: 'Secp256k1?' },
  TokenOptions: { token: 'text?' },
  ReadOptions: { password: 'text?' },
  WalletLabel: {
    type: 'text',
    ref: 'text',
    label: 'text?',
    origin: 'text?',
    spendable: 'boolean?',
  },
  WalletExport: { descriptors: 'text[]' },
  WalletPolicy: { name: 'text', template: 'text', keys: 'text[]' },
});

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
  { file: 'text|object', context: 'FormatContext', options: 'ReadOptions?' },
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
  { wallet: 'WalletExport', format: 'text', context: 'FormatContext', options: 'TokenOptions?' },
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

export const formatLabels: typeof bip329.formatLabels = /* @__PURE__ */ checked(
  'formatLabels',
  { labels: 'WalletLabel[]' },
  bip329.formatLabels,
);

export const readLabels: typeof bip329.readLabels = /* @__PURE__ */ checked(
  'readLabels',
  { text: 'text' },
  bip329.readLabels,
);

export const formatSlipKey: typeof slip132.formatSlipKey = /* @__PURE__ */ checked(
  'formatSlipKey',
  { xpub: 'text', script: 'text' },
  slip132.formatSlipKey,
);

export const readSlipKey: typeof slip132.readSlipKey = /* @__PURE__ */ checked(
  'readSlipKey',
  { text: 'text' },
  slip132.readSlipKey,
);
