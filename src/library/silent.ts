import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { DescriptorContext } from '../descriptor/parser.ts';
import * as descriptor from '../descriptor/silent.ts';
import { type Bytes, emptyBytes } from '../encoding/bytes.ts';
import type { Network } from '../encoding/network.ts';
import type { KeyPath, Psbt, PsbtInput, PsbtOutput } from '../psbt/psbt.ts';
import { recipientFields, spendFields } from '../psbt/silent-fields.ts';
import * as judge from '../psbt/silent-payments.ts';
import * as address from '../silent/address.ts';
import * as keys from '../silent/keys.ts';
import * as scan from '../silent/scan.ts';
import * as send from '../silent/send.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { checkedWith } from './checked.ts';
import { type CurveOption, withCurve } from './curve-option.ts';
import { psbtKinds } from './psbt-kinds.ts';

const checked = /* @__PURE__ */ checkedWith({
  ...psbtKinds,
  SilentRecipient: { scanKey: 'bytes', spendKey: 'bytes' },
  SilentScanKeys: { scanKey: 'PrivateKey', spendKey: 'bytes' },
  SilentInput: { prevout: 'OutPoint', privateKey: 'PrivateKey?', isTaproot: 'boolean' },
} as const);

/**
 * Reads a silent payment address (BIP352): `sp1…`, or `tsp1…` on test networks.
 *
 * @param secp256k1 May be left out.
 * @returns Its keys, or why it is not one.
 */
export const decodeSilentAddress: (
  text: string,
  network: Network,
  secp256k1?: Secp256k1,
) => address.SilentRecipient | { readonly error: address.SilentAddressFault } =
  /* @__PURE__ */ checked(
    'decodeSilentAddress',
    { text: 'text', network: 'Network', secp256k1: 'Secp256k1?' },
    (text, network, secp256k1 = nobleSecp256k1) =>
      address.decodeSilentAddress(text, network, secp256k1),
  );

/** Writes a silent payment address of version 0 (BIP352). */
export const formatSilentAddress: (recipient: address.SilentRecipient, network: Network) => string =
  /* @__PURE__ */ checked(
    'formatSilentAddress',
    { recipient: 'SilentRecipient', network: 'Network' },
    address.formatSilentAddress,
  );

/**
 * Returns the address for payers. With a label, payments show which address was used; label 0 is
 * for change and is never given out.
 *
 * @param secp256k1 May be left out.
 * @returns `undefined` for a label that is not 0 to 2^32 - 1.
 */
export const silentRecipient: (
  scanKeys: keys.SilentScanKeys,
  label?: number,
  secp256k1?: Secp256k1,
) => address.SilentRecipient | undefined = /* @__PURE__ */ checked(
  'silentRecipient',
  { scanKeys: 'SilentScanKeys', label: 'integer?', secp256k1: 'Secp256k1?' },
  (scanKeys, label, secp256k1 = nobleSecp256k1) =>
    keys.silentRecipientOf(scanKeys, secp256k1, label),
);

/**
 * Computes the scripts that a transaction with these inputs pays to silent payment addresses. Every
 * input of the transaction must be in the list, and none may change afterwards.
 *
 * @param secp256k1 May be left out.
 * @returns The script for each recipient, in their order, or why there is none.
 */
export const createSilentOutputs: (
  inputs: readonly send.SilentInput[],
  recipients: readonly address.SilentRecipient[],
  secp256k1?: Secp256k1,
) => readonly Bytes[] | { readonly error: send.SilentSendFault } = /* @__PURE__ */ checked(
  'createSilentOutputs',
  { inputs: 'SilentInput[]', recipients: 'SilentRecipient[]', secp256k1: 'Secp256k1?' },
  (inputs, recipients, secp256k1 = nobleSecp256k1) =>
    send.createSilentOutputs(inputs, recipients, secp256k1),
);

/**
 * Returns the data of a signed transaction that a scan needs, as 33 bytes. It is public, and equal
 * for every payee.
 *
 * @param scripts The scriptPubKey of the coin that each input spends.
 * @param secp256k1 May be left out.
 * @returns `undefined` if the transaction cannot pay a silent payment address.
 */
export const silentTweak: (
  transaction: Transaction,
  scripts: readonly Bytes[],
  secp256k1?: Secp256k1,
) => Bytes | undefined = /* @__PURE__ */ checked(
  'silentTweak',
  { transaction: 'Transaction', scripts: 'bytes[]', secp256k1: 'Secp256k1?' },
  (transaction, scripts, secp256k1 = nobleSecp256k1) =>
    scan.silentTweak(transaction, scripts, secp256k1),
);

/**
 * Finds payments to one address and its labels. The label of change is always searched.
 *
 * @param secp256k1 May be left out; the one of `coldsign/kernel` scans many times as fast.
 */
export const createSilentScanner: (
  scanKeys: keys.SilentScanKeys,
  labels: readonly number[],
  secp256k1?: Secp256k1,
) => scan.SilentScanner = /* @__PURE__ */ checked(
  'createSilentScanner',
  { scanKeys: 'SilentScanKeys', labels: 'integer[]', secp256k1: 'Secp256k1?' },
  (scanKeys, labels, secp256k1 = nobleSecp256k1) =>
    scan.createSilentScanner(scanKeys, labels, secp256k1),
);

/**
 * Returns the private key, 32 bytes, of an output that a scan found. Its public key has an even y,
 * and its x is the output's key: do not tweak it again.
 *
 * @param tweak From the scan.
 * @param secp256k1 May be left out.
 */
export const silentPrivateKey: (
  spendKey: PrivateKey,
  tweak: Bytes,
  secp256k1?: Secp256k1,
) => Bytes | undefined = /* @__PURE__ */ checked(
  'silentPrivateKey',
  { spendKey: 'PrivateKey', tweak: 'bytes', secp256k1: 'Secp256k1?' },
  (spendKey, tweak, secp256k1 = nobleSecp256k1) =>
    keys.silentPrivateKey(spendKey, tweak, secp256k1),
);

/**
 * Reads a silent payment descriptor (BIP392): `sp(spscan1…)`, `sp(spspend1…)` or `sp(KEY,KEY)`.
 *
 * @returns Its keys, or why it is not one.
 */
export const parseSilentDescriptor: (
  text: string,
  context: CurveOption<DescriptorContext>,
) => descriptor.SilentDescriptor | { readonly error: string } = /* @__PURE__ */ checked(
  'parseSilentDescriptor',
  { text: 'text', context: 'DescriptorContext' },
  (text, context) => descriptor.parseSilentDescriptor(text, withCurve(context)),
);

/**
 * Writes a silent payment descriptor (BIP392) with its checksum.
 *
 * @param watching Leaves the private spend key out, for a watch-only machine. Such a text still
 *   reveals every payment to the address.
 */
export const formatSilentDescriptor: (
  silent: descriptor.SilentDescriptor,
  network: Network,
  watching?: boolean,
) => string = /* @__PURE__ */ checked(
  'formatSilentDescriptor',
  { silent: 'SilentScanKeys', network: 'Network', watching: 'boolean?' },
  (silent, network, watching = false) =>
    descriptor.formatSilentDescriptor(silent, { network }, { watching }),
);

/**
 * Makes an output of a PSBT of version 2 pay a silent payment address (BIP375). Its script is empty
 * until signers have computed it.
 *
 * @param label Only for change of your own: it shows that you know the address.
 */
export const withSilentRecipient: (
  output: PsbtOutput,
  recipient: address.SilentRecipient,
  label?: number,
) => PsbtOutput = /* @__PURE__ */ checked(
  'withSilentRecipient',
  { output: 'PsbtOutput', recipient: 'SilentRecipient', label: 'integer?' },
  (output, recipient, label) => ({
    ...output,
    script: emptyBytes,
    unknown: [...output.unknown, ...recipientFields(recipient, label)],
  }),
);

/**
 * Adds the tweak and the key that spend a silent payment to an input of a PSBT of version 2
 * (BIP376).
 *
 * @param tweak From the scan.
 * @param spendKey The public key without a label, and its origin. Four zero bytes and no path hide
 *   the origin.
 */
export const withSilentSpend: (input: PsbtInput, tweak: Bytes, spendKey: KeyPath) => PsbtInput =
  /* @__PURE__ */ checked(
    'withSilentSpend',
    { input: 'PsbtInput', tweak: 'bytes', spendKey: 'KeyPath' },
    (input, tweak, spendKey) => ({
      ...input,
      unknown: [...input.unknown, ...spendFields(tweak, spendKey)],
    }),
  );

/**
 * Verifies the shares, proofs and scripts of the silent payments of a PSBT, without a key
 * (BIP375).
 *
 * @param secp256k1 May be left out.
 * @returns `undefined` if the PSBT has none.
 */
export const judgeSilentPayments: (
  psbt: Psbt,
  secp256k1?: Secp256k1,
) => judge.SilentPayments | undefined = /* @__PURE__ */ checked(
  'judgeSilentPayments',
  { psbt: 'Psbt', secp256k1: 'Secp256k1?' },
  (psbt, secp256k1 = nobleSecp256k1) => judge.judgeSilentPayments(psbt, secp256k1),
);
