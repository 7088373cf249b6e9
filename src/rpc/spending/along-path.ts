import type { Descriptor } from '../../descriptor/descriptor.ts';
import { LOCKTIME_THRESHOLD } from '../../script/limits.ts';
import { isSequenceMet } from '../../sighash/transaction-checker.ts';
import { choosePath, depthToOpen } from '../../wallet/funding/chosen-path.ts';
import type { FundingRequest, PresetInput } from '../../wallet/funding/fund-request.ts';
import { pathOfKeys } from '../../wallet/funding/held-path.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { invalid } from '../error.ts';
import type { FundingOptions } from '../parse/funding-options.ts';
import { pathError } from '../parse/path.ts';

/** Requirements of the chosen path on the transaction and its preset inputs. */
export type AlongPath = {
  readonly request: Pick<FundingRequest, 'locktime' | 'path'> &
    Partial<Pick<FundingRequest, 'sequence' | 'minDepth'>>;
  openInput<T extends Pick<PresetInput, 'sequence'>>(input: T): T;
};

/**
 * Returns the requirements of a spending path. Without `path`: the path that the wallet's keys open
 * without others, if none opens without locks.
 */
export function alongPath(
  options: Pick<FundingOptions, 'path' | 'version' | 'minDepth' | 'sizesPaths'>,
  locktime: number,
  wallet: Wallet,
): AlongPath {
  const path = options.path ?? (options.sizesPaths ? pathOfKeys(wallet) : undefined);
  if (path === undefined) {
    return { request: { locktime, path }, openInput: (input) => input };
  }
  const asked = choosePath(descriptorsOf(wallet), path);
  if ('error' in asked) throw pathError(asked);
  const { older, after } = asked;
  const { version, minDepth } = options;
  const isOpen = (sequence: number | undefined) =>
    older === undefined || (sequence !== undefined && isSequenceMet({ version }, sequence, older));
  return {
    request: {
      path,
      locktime: after === undefined ? locktime : openAfter(locktime, after),
      ...(older !== undefined && {
        sequence: older,
        minDepth: Math.max(minDepth, depthToOpen(older)),
      }),
    },
    openInput: (input) => (isOpen(input.sequence) ? input : { ...input, sequence: older }),
  };
}

export const descriptorsOf = ({ descriptors }: Wallet): readonly Descriptor[] =>
  [...descriptors.values()].map(({ descriptor }) => descriptor);

/** Returns the later of both lock times. Throws if one is a height and the other a time. */
function openAfter(given: number, after: number): number {
  const isTime = (value: number) => value >= LOCKTIME_THRESHOLD;
  if (given === 0) return after;
  if (isTime(given) === isTime(after)) return Math.max(given, after);
  throw invalid(`path asks for a lock time of ${after}, and locktime is of the other kind`);
}
