import { kindsOf } from '../arguments/basic-kinds.ts';
import { checkArguments } from '../arguments/check-arguments.ts';
import { curveOf } from '../crypto/complete-curve.ts';
import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { PrivateKey } from '../crypto/private-key.ts';
import type { Curve } from '../crypto/secp256k1.ts';
import type { ExtendedPrivateKey } from '../descriptor/extended-key.ts';
import type { DescriptorContext } from '../descriptor/parser.ts';
import * as descriptor from '../descriptor/silent-descriptor.ts';
import { type Bytes, emptyBytes } from '../encoding/bytes.ts';
import { argumentError } from '../encoding/coldsign-error.ts';
import { type Network, type NetworkName, networkOf } from '../encoding/network.ts';
import type { KeyPath, Psbt, PsbtInput, PsbtOutput } from '../psbt/psbt.ts';
import { psbtKinds } from '../psbt/psbt-kinds.ts';
import { recipientFields, spendFields } from '../psbt/silent-fields.ts';
import * as judge from '../psbt/silent-payments.ts';
import * as keys from '../silent/keys.ts';
import * as scan from '../silent/scan.ts';
import * as send from '../silent/send.ts';
import * as address from '../silent/silent-address.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { argumentKinds } from './argument-kinds.ts';
import { type CurveOption, withCurve } from './curve-option.ts';
import { extendedKeyKinds } from './descriptor-kinds.ts';

const kinds = /* @__PURE__ */ kindsOf({
  ...argumentKinds,
  ...psbtKinds,
  ...extendedKeyKinds,
  SilentRecipient: { scanKey: 'bytes33', spendKey: 'bytes33' },
  // A descriptor of silent payments has such keys too.
  SilentScanKeys: { scanKey: 'PrivateKey', spendKey: 'bytes33' },
  SilentDescriptor: {
    scanKey: 'PrivateKey',
    spendKey: 'bytes33',
    spendPrivateKey: 'PrivateKey?',
    origin: 'any',
    watching: 'any',
  },
  SilentInput: {
    prevout: 'OutPoint',
    privateKey: 'PrivateKey?',
    isTaproot: 'boolean',
    scriptPubKey: 'Bytes?',
  },
});

/** Refuses keys that are not on the curve. A payment to them would be lost. */
function requireOnCurve(
  name: string,
  recipients: readonly address.SilentRecipient[],
  curve: Curve = nobleSecp256k1,
): void {
  const { isPublicKey } = curveOf(curve);
  const isSound = ({ scanKey, spendKey }: address.SilentRecipient) =>
    isPublicKey(scanKey) && isPublicKey(spendKey);
  if (recipients.every(isSound)) return;
  throw argumentError(
    `${name}: a key of a recipient is not a public key`,
    'Take both keys from decodeSilentAddress or silentRecipient.',
  );
}

/**
 * Reads a silent payment address (BIP352): `sp1…`, or `tsp1…` on test networks.
 *
 * @param text - Bech32m, at most 1,023 characters.
 * @param network - Decides the prefix: `sp` on main, `tsp` elsewhere.
 * @returns Its keys, or why it is not one.
 */
export function decodeSilentAddress(
  text: string,
  network: NetworkName | Network,
  secp256k1: Curve = nobleSecp256k1,
): address.SilentRecipient | { readonly error: address.SilentAddressFault } {
  checkArguments(
    'decodeSilentAddress',
    {
      text: [text, 'text'],
      network: [network, 'NetworkName|Network'],
      secp256k1: [secp256k1, 'Curve'],
    },
    kinds,
  );
  return address.decodeSilentAddress(text, networkOf(network), curveOf(secp256k1));
}

/**
 * Writes a silent payment address of version 0 (BIP352).
 *
 * @param recipient - Public keys of 33 bytes, as `silentRecipient` returns them.
 * @param network - Decides the prefix: `sp` on main, `tsp` elsewhere.
 */
export function formatSilentAddress(
  recipient: address.SilentRecipient,
  network: NetworkName | Network,
): string {
  checkArguments(
    'formatSilentAddress',
    { recipient: [recipient, 'SilentRecipient'], network: [network, 'NetworkName|Network'] },
    kinds,
  );

  requireOnCurve('formatSilentAddress', [recipient]);
  return address.formatSilentAddress(recipient, networkOf(network));
}

/**
 * Returns the address for payers. With a label, payments show which address was used; label 0 is
 * for change and is never given out.
 *
 * @param scanKeys - The private scan key and the public spend key.
 * @param label - 0 to 2^32 - 1. Default: the address without a label.
 * @returns `undefined` for a label that is not 0 to 2^32 - 1.
 */
export function silentRecipient(
  scanKeys: keys.SilentScanKeys,
  label?: number,
  secp256k1: Curve = nobleSecp256k1,
): address.SilentRecipient | undefined {
  checkArguments(
    'silentRecipient',
    {
      scanKeys: [scanKeys, 'SilentScanKeys'],
      label: [label, 'integer?'],
      secp256k1: [secp256k1, 'Curve'],
    },
    kinds,
  );
  return keys.silentRecipientOf(scanKeys, curveOf(secp256k1), label);
}

/**
 * Computes the scripts that a transaction with these inputs pays to silent payment addresses. Every
 * input of the transaction must be in the list, and none may change afterwards.
 *
 * Inputs that spend P2TR, P2WPKH, P2SH-P2WPKH or P2PKH with a compressed key are eligible: give
 * their private key. Other inputs have none. No payee finds a payment beside an input that spends
 * an output of a witness version above 1 (BIP352). Give the `scriptPubKey` of each input, and such
 * an input is refused, as is a key that is not the coin's. Without it, look yourself. `sign` with
 * `silent` looks.
 *
 * @param inputs - Every input of the transaction, with its private key.
 * @param recipients - Addresses, as `decodeSilentAddress` reads them.
 * @returns The script for each recipient, in their order, or why there is none.
 */
export function createSilentOutputs(
  inputs: readonly send.SilentInput[],
  recipients: readonly address.SilentRecipient[],
  secp256k1: Curve = nobleSecp256k1,
): readonly Bytes[] | { readonly error: send.SilentSendFault } {
  checkArguments(
    'createSilentOutputs',
    {
      inputs: [inputs, 'SilentInput[]'],
      recipients: [recipients, 'SilentRecipient[]'],
      secp256k1: [secp256k1, 'Curve'],
    },
    kinds,
  );

  requireOnCurve('createSilentOutputs', recipients, curveOf(secp256k1));
  return send.createSilentOutputs(inputs, recipients, curveOf(secp256k1));
}

/**
 * Returns the data of a signed transaction that a scan needs, as 33 bytes. It is public, and equal
 * for every payee.
 *
 * @param scripts The scriptPubKey of the coin that each input spends.
 * @param transaction - With its scriptSigs and witnesses, which contain the public keys.
 * @returns `undefined` if the transaction cannot pay a silent payment address.
 */
export function silentTweak(
  transaction: Transaction,
  scripts: readonly Bytes[],
  secp256k1: Curve = nobleSecp256k1,
): Bytes | undefined {
  checkArguments(
    'silentTweak',
    {
      transaction: [transaction, 'Transaction'],
      scripts: [scripts, 'bytes[]'],
      secp256k1: [secp256k1, 'Curve'],
    },
    kinds,
  );
  return scan.silentTweak(transaction, scripts, curveOf(secp256k1));
}

/**
 * Finds payments to one address and its labels. The label of change is always searched.
 *
 * @param secp256k1 May be left out; the one of `coldsign/kernel` scans many times as fast.
 * @param scanKeys - The private scan key and the public spend key.
 * @param labels - Numbers of the labels that were given out, from 1.
 */
export function createSilentScanner(
  scanKeys: keys.SilentScanKeys,
  labels: readonly number[],
  secp256k1: Curve = nobleSecp256k1,
): scan.SilentScanner {
  checkArguments(
    'createSilentScanner',
    {
      scanKeys: [scanKeys, 'SilentScanKeys'],
      labels: [labels, 'uint32[]'],
      secp256k1: [secp256k1, 'Curve'],
    },
    kinds,
  );
  return scan.createSilentScanner(scanKeys, labels, curveOf(secp256k1));
}

/**
 * Returns the private key, 32 bytes, of an output that a scan found. Its public key has an even y,
 * and its x is the output's key: do not tweak it again.
 *
 * @param tweak From the scan.
 * @param spendKey - The private spend key. It is not changed.
 */
export function silentPrivateKey(
  spendKey: PrivateKey,
  tweak: Bytes,
  secp256k1: Curve = nobleSecp256k1,
): Bytes | undefined {
  checkArguments(
    'silentPrivateKey',
    {
      spendKey: [spendKey, 'PrivateKey'],
      tweak: [tweak, 'bytes32'],
      secp256k1: [secp256k1, 'Curve'],
    },
    kinds,
  );
  return keys.silentPrivateKey(spendKey, tweak, curveOf(secp256k1));
}

/**
 * Reads a silent payment descriptor (BIP392): `sp(spscan1…)`, `sp(spspend1…)` or `sp(KEY,KEY)`.
 *
 * @param text - With or without a checksum.
 * @param context - `network`: keys of another one are an error.
 * @returns Its keys, or why it is not one.
 */
export function parseSilentDescriptor(
  text: string,
  context: CurveOption<DescriptorContext>,
): descriptor.SilentDescriptor | { readonly error: string } {
  checkArguments(
    'parseSilentDescriptor',
    { text: [text, 'text'], context: [context, 'DescriptorContext'] },
    kinds,
  );
  return descriptor.parseSilentDescriptor(text, withCurve(context));
}

/**
 * Derives the silent payment descriptor of an account: `m/352h/coin_type/account` (BIP352).
 *
 * @param root - An extended private key of depth 0. It is not changed.
 * @param account - Number, 0 to 2^31 - 1.
 * @param context - The network of the keys, and another curve than the default.
 * @returns Its keys, both private, and the text for a watch-only machine.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` for a key of another depth, because no other program
 *   finds payments to an account below an account key.
 */
export function deriveSilentDescriptor(
  root: ExtendedPrivateKey,
  account: number,
  context: CurveOption<Pick<DescriptorContext, 'network' | 'secp256k1'>>,
): descriptor.SilentDescriptor {
  checkArguments(
    'deriveSilentDescriptor',
    {
      root: [root, 'ExtendedPrivateKey'],
      account: [account, 'position'],
      context: [context, 'DescriptorContext'],
    },
    kinds,
  );
  return descriptor.deriveSilentDescriptor(root, account, withCurve(context));
}

/**
 * Writes a silent payment descriptor (BIP392) with its checksum.
 *
 * @param watching Leaves the private spend key out, for a watch-only machine. Such a text still
 *   reveals every payment to the address. Default: false, which writes the private spend key if
 *   `silent` has it.
 * @param silent - Scan and spend keys, as `parseSilentDescriptor` returns them.
 * @param network - Decides how private keys are written.
 */
export function formatSilentDescriptor(
  silent: descriptor.SilentDescriptor,
  network: NetworkName | Network,
  watching: boolean = false,
): string {
  checkArguments(
    'formatSilentDescriptor',
    {
      silent: [silent, 'SilentScanKeys'],
      network: [network, 'NetworkName|Network'],
      watching: [watching, 'boolean'],
    },
    kinds,
  );
  return descriptor.formatSilentDescriptor(silent, { network: networkOf(network) }, { watching });
}

/**
 * Makes an output of a PSBT of version 2 pay a silent payment address (BIP375). Its script is empty
 * until signers have computed it.
 *
 * @param label Only for change of your own: it shows that you know the address.
 * @param output - Its value in satoshi stays.
 * @param recipient - As `decodeSilentAddress` returns it.
 */
export function withSilentRecipient(
  output: PsbtOutput,
  recipient: address.SilentRecipient,
  label?: number,
): PsbtOutput {
  checkArguments(
    'withSilentRecipient',
    {
      output: [output, 'PsbtOutput'],
      recipient: [recipient, 'SilentRecipient'],
      label: [label, 'uint32?'],
    },
    kinds,
  );

  requireOnCurve('withSilentRecipient', [recipient]);
  const unknown = [...output.unknown, ...recipientFields(recipient, label)];
  return { ...output, scriptPubKey: emptyBytes, unknown };
}

/**
 * Adds the tweak and the key that spend a silent payment to an input of a PSBT of version 2
 * (BIP376).
 *
 * @param tweak From the scan.
 * @param spendKey The public key without a label, and its origin. Four zero bytes and no path hide
 *   the origin.
 * @param input - Of the coin that the scan found.
 */
export function withSilentSpend(input: PsbtInput, tweak: Bytes, spendKey: KeyPath): PsbtInput {
  checkArguments(
    'withSilentSpend',
    { input: [input, 'PsbtInput'], tweak: [tweak, 'bytes32'], spendKey: [spendKey, 'KeyPath'] },
    kinds,
  );
  return {
    ...input,
    unknown: [...input.unknown, ...spendFields(tweak, spendKey)],
  };
}

/**
 * Verifies the shares, proofs and scripts of the silent payments of a PSBT, without a key
 * (BIP375).
 *
 * @param psbt - Version 2, signed or not.
 * @returns `undefined` if the PSBT has none.
 */
export function judgeSilentPayments(
  psbt: Psbt,
  secp256k1: Curve = nobleSecp256k1,
): judge.SilentPayments | undefined {
  checkArguments(
    'judgeSilentPayments',
    { psbt: [psbt, 'Psbt'], secp256k1: [secp256k1, 'Curve'] },
    kinds,
  );
  return judge.judgeSilentPayments(psbt, curveOf(secp256k1));
}
