import type { Descriptor } from '../descriptor/descriptor.ts';
import type { Network } from '../encoding/network.ts';
import type { CheckedDescriptor } from './check.ts';
import { type StandardWallet, standardWalletOf } from './standard-wallet.ts';
import { type FormatFailure, failure } from './wallet-file.ts';

/** Returns the only descriptor, for files with one wallet. */
export function onlyOf(checked: readonly CheckedDescriptor[]): CheckedDescriptor | FormatFailure {
  const [only] = checked;
  return only === undefined || checked.length > 1
    ? failure(
        `this wallet has ${checked.length} descriptors, and this format holds one: choose which`,
      )
    : only;
}

type Pair = readonly [receive: Descriptor, change: Descriptor];

export function receiveAndChange([receive, change, ...others]: readonly Descriptor[]):
  | Pair
  | FormatFailure {
  return receive === undefined || change === undefined || others.length > 0
    ? failure('this format holds wallets with receiving and change: this one has other branches')
    : [receive, change];
}

/** Returns the wallet of two branches, for formats that hold one wallet. */
export function walletOfBranches(
  branches: readonly Descriptor[],
  network: Network,
): StandardWallet | FormatFailure {
  const pair = receiveAndChange(branches);
  if ('error' in pair) return pair;
  const wallet = standardWalletOf(pair, network);
  return 'error' in wallet
    ? failure(`this format has no place for the wallet: ${wallet.error}`)
    : wallet;
}
