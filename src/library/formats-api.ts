import { kindsOf } from '../arguments/basic-kinds.ts';
import { checkArguments, requireOneOf } from '../arguments/check-arguments.ts';
import type { Bytes } from '../encoding/bytes.ts';
import * as bsms from '../formats/bsms-setup.ts';
import * as exporting from '../formats/export.ts';
import * as importing from '../formats/import.ts';
import { labelMembers } from '../formats/labels.ts';
import { urTypes } from '../formats/ur-write.ts';
import {
  type ExportFormat,
  type FormatContext,
  type FormatFailure,
  type ReadOptions,
  walletFormats,
} from '../formats/wallet-file.ts';
import * as policies from '../formats/wallet-policy.ts';
import type { WalletExport } from '../formats/write-wallet.ts';
import { ringMembers } from '../keys/ring-members.ts';
import type { Payload } from '../transport/payload.ts';
import { argumentKinds } from './argument-kinds.ts';
import { type CurveOption, withCurve } from './curve-option.ts';

const kinds = /* @__PURE__ */ kindsOf({
  ...argumentKinds,
  FormatContext: { only: { network: 'NetworkName|Network', secp256k1: 'Curve?' } },
  TokenOptions: { only: { token: 'text?' } },
  ReadOptions: { only: { password: 'text?', secrets: 'boolean?' } },
  WalletLabel: labelMembers,
  WalletExport: {
    name: 'text?',
    descriptors: 'text[]',
    keys: 'ExportedKey[]?',
    labels: 'WalletLabel[]?',
    timestamp: 'seconds?',
  },
  ExportedKey: { key: 'text', script: 'text?' },
  BsmsKeyRequest: {
    only: {
      keys: 'KeyRing',
      path: 'text',
      description: 'text?',
      token: 'text?',
    },
  },
  BsmsWalletRequest: {
    only: {
      records: 'text[]',
      tokens: 'text[]?',
      required: 'integer',
      total: 'integer',
      script: 'text?',
      sorted: 'boolean?',
    },
  },
  BsmsSigner: { only: { keys: 'KeyRing', token: 'text?' } },
  KeyRing: ringMembers,
  WalletPolicy: { name: 'text', template: 'text', keys: 'text[]' },
});

/**
 * Imports a wallet from a file of any supported program, the text of a QR code, or the result of
 * `createFrameReader`. Descriptors are parsed, receiving and change descriptors are joined, and the
 * first addresses in the file are compared with them.
 *
 * @param file - Its text or bytes, or what a frame reader received.
 * @param context - The network of the keys.
 * @param options - `password` of an encrypted file; `secrets`, if the result includes private keys.
 */
export function importWallet(
  file: string | Bytes | Payload,
  context: CurveOption<FormatContext>,
  options?: ReadOptions,
): importing.ImportedWallet | FormatFailure {
  checkArguments(
    'importWallet',
    {
      file: [file, 'text|object'],
      context: [context, 'FormatContext'],
      options: [options, 'ReadOptions?'],
    },
    kinds,
  );
  return importing.importWallet(file, withCurve(context), options);
}

/**
 * Exports a wallet as a file of another program. The text is read again by `importWallet`, and the
 * first twenty scripts of all branches are compared: if one differs, no file is returned.
 *
 * @param wallet - Descriptors of one or two branches, a name, and the height of its first block.
 * @param format - The program that reads the file.
 * @param context - The network of the keys.
 * @param options - What only some formats have, such as the device of each key.
 */
export function exportWallet(
  wallet: WalletExport,
  format: ExportFormat,
  context: CurveOption<FormatContext>,
  options?: exporting.ExportOptions,
): exporting.ExportedWallet | FormatFailure {
  checkArguments(
    'exportWallet',
    {
      wallet: [wallet, 'WalletExport'],
      format: [format, 'text'],
      context: [context, 'FormatContext'],
      options: [options, 'TokenOptions?'],
    },
    kinds,
  );
  requireOneOf('exportWallet: format', format, [...walletFormats, ...urTypes]);
  return exporting.exportWallet(wallet, format, withCurve(context), options);
}

/**
 * Returns the policy of a wallet, after reading it again and comparing the addresses of both.
 *
 * @param wallet - As for `exportWallet`.
 * @param context - The network of the keys.
 */
export function policyOfWallet(
  wallet: WalletExport,
  context: CurveOption<FormatContext>,
): policies.RegisteredPolicy | FormatFailure {
  checkArguments(
    'policyOfWallet',
    { wallet: [wallet, 'WalletExport'], context: [context, 'FormatContext'] },
    kinds,
  );
  return policies.policyOfWallet(wallet, withCurve(context));
}

/**
 * Returns the wallet that a policy describes.
 *
 * @param policy - Name, template and keys (BIP388).
 * @param context - The network of the keys.
 */
export function walletOfPolicy(
  policy: policies.WalletPolicy,
  context: CurveOption<FormatContext>,
): importing.ImportedWallet | FormatFailure {
  checkArguments(
    'walletOfPolicy',
    { policy: [policy, 'WalletPolicy'], context: [context, 'FormatContext'] },
    kinds,
  );
  return policies.walletOfPolicy(policy, withCurve(context));
}

/**
 * Makes the key record that a signer of BSMS (BIP129) sends to the coordinator in round 1: the key
 * at a path, signed with its private key, and encrypted if the session has a token. Returns
 * `{ error }` if `keys` are of several signers or do not have the path.
 *
 * @param request - The keys, the path of the key, and the token of the session.
 * @param context - The network of the keys.
 */
export function createBsmsKey(
  request: bsms.BsmsKeyRequest,
  context: CurveOption<FormatContext>,
): bsms.CreatedBsmsKey | FormatFailure {
  checkArguments(
    'createBsmsKey',
    { request: [request, 'BsmsKeyRequest'], context: [context, 'FormatContext'] },
    kinds,
  );
  return bsms.createBsmsKey(request, withCurve(context));
}

/**
 * Makes the wallet of a BSMS session (BIP129, round 2, coordinator): checks the signature of every
 * key record, and returns the descriptor record for the signers. Returns `{ error }` for a record
 * that is forged, unsigned, repeated or of another session.
 *
 * @param request - The records of all signers, and how many have to sign.
 * @param context - The network of the keys.
 */
export function createBsmsWallet(
  request: bsms.BsmsWalletRequest,
  context: CurveOption<FormatContext>,
): bsms.CreatedBsmsWallet | FormatFailure {
  checkArguments(
    'createBsmsWallet',
    { request: [request, 'BsmsWalletRequest'], context: [context, 'FormatContext'] },
    kinds,
  );
  return bsms.createBsmsWallet(request, withCurve(context));
}

/**
 * Opens the descriptor record of a BSMS session (BIP129, round 2, signer): checks that it contains
 * the signer's exact key, and that its first address belongs to its keys. Show the result to the
 * user, who compares it with the other signers. Returns `{ error }` otherwise.
 *
 * @param record - The text of the coordinator.
 * @param signer - The signer's keys, and the token of the session.
 * @param context - The network of the keys.
 */
export function openBsmsWallet(
  record: string,
  signer: bsms.BsmsSigner,
  context: CurveOption<FormatContext>,
): bsms.BsmsWallet | FormatFailure {
  checkArguments(
    'openBsmsWallet',
    {
      record: [record, 'text'],
      signer: [signer, 'BsmsSigner'],
      context: [context, 'FormatContext'],
    },
    kinds,
  );
  return bsms.openBsmsWallet(record, signer, withCurve(context));
}
