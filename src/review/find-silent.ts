import type { SilentFault } from '../psbt/silent-payments.ts';
import { Sighash } from '../sighash/sighash-type.ts';
import type { FindingId } from './catalog.ts';
import { type Found, gather, type Searched } from './found.ts';
import { isPending } from './outputs.ts';

const IDS: { readonly [K in SilentFault]: FindingId } = {
  malformed: 'silent-malformed',
  'input-version': 'silent-input-version',
  'proof-missing': 'silent-proof-missing',
  'proof-invalid': 'silent-proof-invalid',
  'script-wrong': 'silent-script-wrong',
  modifiable: 'silent-modifiable',
};

/** Finds problems in silent payments (BIP352, BIP375). */
export function findInSilentPayments({ facts, subject }: Searched): readonly Found[] {
  const { silentPayments } = subject;
  if (silentPayments === undefined) return [];
  const found = silentPayments.faults.map(
    ({ kind, inputs, outputs }): Found => ({ id: IDS[kind], inputs, outputs }),
  );
  if (silentPayments.outputs.length === 0) return found;
  return [
    ...found,
    ...gather('silent-script-pending', 'outputs', facts.outputs, isPending),
    // BIP375: "the signer must fail if the sighash type is not SIGHASH_ALL". A taproot signature
    // without an explicit type commits to the same.
    ...gather(
      'silent-sighash',
      'inputs',
      facts.inputs,
      ({ sighashType = Sighash.ALL, signatures }) =>
        sighashType !== Sighash.ALL ||
        signatures.some(
          (each) => each.sighashType !== Sighash.ALL && each.sighashType !== Sighash.DEFAULT,
        ),
    ),
  ];
}
