import { catalogEntry, type FindingId } from './catalog.ts';
import { canConfirm } from './policy.ts';

/** Programs that create PSBTs. */
export const PROGRAMS = ['Sparrow', 'Electrum', 'Bitcoin Core'] as const;

/** Instructions for each of `PROGRAMS`, in that order. */
type Fix = readonly [sparrow: string, electrum: string, core: string];

/** Ways to fix a PSBT in the program that created it. */
export const FIXES = {
  proof: [
    'Save the transaction as a file. The QR code of a segwit wallet leaves previous transactions out.',
    'In the transaction window, choose Share, For hardware device, Save to file.',
    '`walletprocesspsbt PSBT false` adds the previous transactions.',
  ],
  again: [
    'Delete the PSBT. In the Send tab, choose Create Transaction, Finalize Transaction for Signing, Save Transaction.',
    'Close the PSBT. In the Send tab, enter the payment again and choose Share.',
    'Run `walletcreatefundedpsbt`, then `walletprocesspsbt PSBT false`.',
  ],
  signature: [
    'Open the PSBT as it was before that signer, and sign again.',
    'Open the file as it was before that signer, and sign again.',
    'Run `walletprocesspsbt` with the PSBT as it was before.',
  ],
  claim: [
    'If it is yours, choose Settings, Export, Output Descriptor, and open that descriptor here.',
    'If it is yours, choose Wallet, Information, and open its descriptor or keys here.',
    'If it is yours, run `listdescriptors`, and open these descriptors here.',
  ],
} as const satisfies { readonly [problem: string]: Fix };

/** Stops that another PSBT with the same payment does not fix. */
const FIX_OF: { readonly [id in FindingId]?: keyof typeof FIXES } = {
  'fee-unknown': 'proof',
  'fee-unproven': 'proof',
  'signature-invalid': 'signature',
  'change-not-ours': 'claim',
  'input-not-ours': 'claim',
  'input-foreign-script': 'claim',
  'xpub-not-ours': 'claim',
};

/**
 * Returns which of `FIXES` a finding needs. `undefined` if it does not stop, or a person may
 * confirm it.
 */
export function problemOf(id: FindingId): keyof typeof FIXES | undefined {
  if (catalogEntry(id).severity !== 'stop' || canConfirm(id)) return undefined;
  return FIX_OF[id] ?? 'again';
}

/**
 * Returns how to fix a stop in Sparrow, Electrum and Bitcoin Core, one line each. Empty for a
 * finding that does not stop, or that a person may confirm.
 */
export function howToFix(id: FindingId): readonly string[] {
  const problem = problemOf(id);
  if (problem === undefined) return [];
  const fix = FIXES[problem];
  return PROGRAMS.map((program, i) => `${program}: ${fix[i]?.replace(/`/g, '')}`);
}
