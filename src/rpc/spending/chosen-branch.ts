import type { Descriptor } from '../../descriptor/descriptor.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import {
  chooseBranch,
  depthToOpen,
  openLocktime,
  openSequence,
} from '../../wallet/funding/branch-locks.ts';
import type { FundingRequest, PresetInput } from '../../wallet/funding/fund-request.ts';
import { pathOfKeys } from '../../wallet/funding/held-branch.ts';
import { hasPrivateKey } from '../../wallet/keys/keyring.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { FundingOptions } from '../parse/funding-options.ts';
import { pathError } from '../parse/path.ts';

/** Requirements of the chosen path on the transaction and its preset inputs. */
export type BranchRequirements = {
  readonly request: Pick<FundingRequest, 'locktime' | 'path'> &
    Partial<Pick<FundingRequest, 'sequence' | 'minDepth'>>;
  openInput<T extends Pick<PresetInput, 'sequence'>>(input: T): T;
};

/**
 * Returns the requirements of a spending path. Without `path`: the path that the wallet's keys open
 * without others, if none opens without locks.
 */
export function branchRequirements(
  options: Pick<FundingOptions, 'path' | 'version' | 'minDepth' | 'sizesPaths'>,
  locktime: number,
  wallet: Wallet,
): BranchRequirements {
  const descriptors = descriptorsOf(wallet);
  const isHeld = (publicKey: Bytes) => hasPrivateKey(wallet.keyring, publicKey);
  const path = options.path ?? (options.sizesPaths ? pathOfKeys(descriptors, isHeld) : undefined);
  if (path === undefined) {
    return { request: { locktime, path }, openInput: (input) => input };
  }
  const asked = chooseBranch(descriptors, path);
  if ('error' in asked) throw pathError(asked);
  const { older } = asked;
  const { version, minDepth } = options;
  const opened = openLocktime(asked, locktime);
  if (typeof opened === 'object') throw pathError(opened);
  const sequenceFor = (given: number | undefined) => {
    const sequence = openSequence(asked, given, version);
    if (typeof sequence === 'object') throw pathError(sequence);
    return sequence;
  };
  return {
    request: {
      path,
      locktime: opened,
      ...(older !== undefined && {
        sequence: sequenceFor(undefined),
        minDepth: Math.max(minDepth ?? 0, depthToOpen(older)),
      }),
    },
    openInput: (input) => {
      const sequence = sequenceFor(input.sequence);
      return sequence === undefined ? input : { ...input, sequence };
    },
  };
}

export const descriptorsOf = ({ descriptors }: Wallet): readonly Descriptor[] =>
  [...descriptors.values()].map(({ descriptor }) => descriptor);
