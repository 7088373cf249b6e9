import { invariant } from '../encoding/invariant.ts';
import { type CheckedDescriptor, checkDescriptor } from './check.ts';
import { walletOfBranches } from './one-wallet.ts';
import { type AccountKey, type MultiScript, wrapScript } from './standard-wallet.ts';
import type { FormatContext, FormatFailure } from './wallet-file.ts';

/** A key for shared multisigs, which is no wallet by itself. */
export type ExportedKey = {
  /** The extended key with its origin in brackets: `[d34db33f/48h/0h/0h/2h]xpub...`. */
  readonly key: string;
  /** Script of the multisig; absent if any is possible. */
  readonly script?: MultiScript | undefined;
};

/** An exported key, parsed. */
export type Cosigner = {
  readonly key: AccountKey;
  readonly script: MultiScript | undefined;
  /** A single-key descriptor used to check the key. */
  readonly checked: CheckedDescriptor;
};

const STAND_INS = { sh: 'pkh', 'sh(wsh)': 'sh(wpkh)', wsh: 'wpkh' } as const;

/** Wraps a key in a descriptor, so that keys are parsed and compared like wallets. */
export const placeholder = ({ key, script }: ExportedKey): string =>
  wrapScript(script === undefined ? 'tr' : STAND_INS[script], `${key}/<0;1>/*`);

export function checkKey(each: ExportedKey, context: FormatContext): Cosigner | FormatFailure {
  const checked = checkDescriptor({ text: placeholder(each) }, context);
  if ('error' in checked) return checked;
  const wallet = walletOfBranches(checked.branches, context.network);
  if ('error' in wallet) return wallet;
  const [key] = wallet.keys;
  invariant(key !== undefined, 'a stand-in has one key');
  return { key, script: each.script, checked };
}
