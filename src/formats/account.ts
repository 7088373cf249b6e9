import type { CheckedDescriptor } from './check.ts';
import type { Cosigner } from './cosigners.ts';
import { walletOfBranches } from './one-wallet.ts';
import {
  type AccountKey,
  type MultiScript,
  type SingleScript,
  UNKNOWN,
} from './standard-wallet.ts';
import { type FormatContext, type FormatFailure, failure } from './wallet-file.ts';

/** The wallets and multisig keys of an account. */
export type AccountSource = {
  readonly checked: readonly CheckedDescriptor[];
  readonly cosigners: readonly Cosigner[];
  readonly name?: string | undefined;
};

/** A key of an account, and its script. */
export type AccountOutput = {
  readonly key: AccountKey;
  readonly checked: CheckedDescriptor;
} & (
  | { readonly isAlone: true; readonly script: SingleScript }
  | { readonly isAlone: false; readonly script: MultiScript }
);

/** Keys that a device exports: all with the same master key, at most one per script type. */
export type DeviceAccount = {
  readonly fingerprint: string;
  readonly outputs: readonly AccountOutput[];
};

export function accountOf(
  source: AccountSource,
  context: FormatContext,
): DeviceAccount | FormatFailure {
  const outputs = outputsOf(source, context);
  if ('error' in outputs) return outputs;
  const fingerprints = new Set(outputs.map(({ key }) => key.fingerprint));
  const [fingerprint = UNKNOWN] = fingerprints;
  if (fingerprints.has(UNKNOWN)) {
    return failure('a key of this wallet has no known origin, and an account has to name it');
  }
  if (fingerprints.size > 1) {
    return failure('its keys are of several master keys, and an account is of one: choose which');
  }
  if (new Set(outputs.map(({ script }) => script)).size < outputs.length) {
    return failure(
      'it has several keys for the same script, and an account has one for each: choose which',
    );
  }
  return { fingerprint, outputs };
}

function outputsOf(
  { checked, cosigners }: AccountSource,
  context: FormatContext,
): readonly AccountOutput[] | FormatFailure {
  const outputs: AccountOutput[] = [];
  for (const each of checked) {
    const wallet = walletOfBranches(each.branches, context.network);
    if ('error' in wallet) return wallet;
    if ('threshold' in wallet) {
      return failure('an account holds wallets of one key, and this one has several');
    }
    outputs.push({ isAlone: true, script: wallet.script, key: wallet.keys[0], checked: each });
  }
  for (const { script, key, checked: each } of cosigners) {
    if (script === undefined) return failure('an account says for each key which script it is for');
    outputs.push({ isAlone: false, script, key, checked: each });
  }
  return outputs;
}
