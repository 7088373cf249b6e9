import { createPsbt, type Psbt } from '../../psbt/psbt.ts';
import { silentRecipient } from '../../psbt/silent-fields.ts';
import type { SilentPlaceholders } from '../../psbt/silent-signing.ts';
import {
  decodeSilentAddress,
  formatSilentAddress,
  type SilentRecipient,
} from '../../silent/silent-address.ts';
import type { WalletTransaction } from '../../wallet/ledger/ledger.ts';
import { fillPsbt } from '../../wallet/psbt/fill-psbt.ts';
import type { Context } from '../context.ts';
import { invalid, walletError } from '../error.ts';
import { psbtError, silentSigningOf } from '../signing/process-approved.ts';
import type { FundedOrder } from './funding-order.ts';

/** Adds the silent payments of the placeholders to a PSBT (BIP375). */
export function withSilentPayments(
  psbt: Psbt,
  placeholders: SilentPlaceholders,
  context: Context,
): Psbt {
  if (placeholders.size === 0) return psbt;
  if (psbt.version !== 2) {
    throw invalid(
      'A silent payment needs a PSBT of version 2',
      'Leave psbt_version out, or set it to 2.',
    );
  }
  const paying = silentSigningOf(context)?.pay(psbt, placeholders, context.secp256k1);
  if (paying !== undefined) return paying;
  throw walletError(
    'The coins of this transaction cannot pay a silent payment address',
    'Spend at least one coin with a single key: P2TR, P2WPKH, P2SH-P2WPKH or P2PKH.',
  );
}

/** The PSBT of a funded transaction, with all that the wallet knows of it. Nothing is signed. */
export function fundedPsbt(
  { wallet, transaction, silent }: FundedOrder,
  how: { readonly version: 0 | 2; readonly bip32Derivs: boolean },
  context: Context,
): Psbt {
  const { secp256k1 } = context;
  const fill = { sign: false, finalize: true, bip32Derivs: how.bip32Derivs, secp256k1 };
  const filled = fillPsbt(wallet, createPsbt(transaction, how.version), fill);
  if ('error' in filled) throw psbtError(filled.error);
  return withSilentPayments(filled.psbt, silent, context);
}

const NOTE = 'silent_payments';

/**
 * Returns the notes that a wallet keeps with a transaction about its silent payments. Their scripts
 * depend on the inputs, so a replacement with other inputs has to compute them again.
 */
export function silentNotes(
  { outputs }: Psbt,
  { network }: Pick<Context, 'network'>,
): readonly (readonly [string, string])[] {
  const paid = outputs.flatMap((output, vout) => {
    const { recipient } = silentRecipient(output);
    return recipient ? [`${vout}:${formatSilentAddress(recipient, network)}`] : [];
  });
  return paid.length > 0 ? [[NOTE, paid.join(' ')]] : [];
}

/** Returns the silent payment addresses that a transaction of the wallet pays, by output number. */
export function silentAddressesOf({
  notes,
}: Pick<WalletTransaction, 'notes'>): ReadonlyMap<number, string> {
  const texts = notes.get(NOTE)?.split(' ') ?? [];
  return new Map(
    texts.map((text) => {
      const [vout = '', address = ''] = text.split(':');
      return [Number(vout), address];
    }),
  );
}

/** Returns the silent payments of a transaction that the wallet created, by output number. */
export function silentPaymentsOf(
  transaction: Pick<WalletTransaction, 'notes'>,
  { network, secp256k1 }: Pick<Context, 'network' | 'secp256k1'>,
): ReadonlyMap<number, SilentRecipient> {
  return new Map(
    [...silentAddressesOf(transaction)].flatMap(([vout, address]) => {
      const recipient = decodeSilentAddress(address, network, secp256k1);
      return 'error' in recipient ? [] : [[vout, recipient] as const];
    }),
  );
}
