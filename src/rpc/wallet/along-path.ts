import { LOCKTIME_THRESHOLD } from '../../script/limits.ts';
import { isSequenceMet } from '../../sighash/checker.ts';
import { choosePath, depthToOpen } from '../../wallet/funding/chosen-path.ts';
import type { FundingRequest, PresetInput } from '../../wallet/funding/fund-request.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { RpcCode, RpcError } from '../error.ts';
import type { FundingOptions } from '../parse/funding-options.ts';

/** What the chosen path asks of a transaction, and of the inputs that are spent in any case. */
export type AlongPath = {
  readonly request: Pick<FundingRequest, 'locktime'> & Partial<FundingRequest>;
  openInput(input: PresetInput): PresetInput;
};

const invalid = (message: string, hint?: string) =>
  new RpcError(RpcCode.INVALID_PARAMETER, message, hint);

export function alongPath(
  { path, version, minDepth }: FundingOptions,
  locktime: number,
  { descriptors }: Wallet,
): AlongPath {
  if (path === undefined) return { request: { locktime }, openInput: (input) => input };
  const all = [...descriptors.values()].map(({ descriptor }) => descriptor);
  const asked = choosePath(all, path);
  if ('error' in asked) {
    throw asked.error === 'no such path'
      ? invalid(
          `path must be below ${asked.count}`,
          'Its number is that in the list of getdescriptorinfo, from 0',
        )
      : invalid(
          'path: the descriptors of this wallet differ in the locks of this path',
          'Name sequences in inputs, and locktime',
        );
  }
  const { older, after } = asked;
  const isOpen = ({ sequence }: PresetInput) =>
    older === undefined || (sequence !== undefined && isSequenceMet({ version }, sequence, older));
  return {
    request: {
      locktime: after === undefined ? locktime : openAfter(locktime, after),
      ...(older !== undefined && {
        sequence: older,
        minDepth: Math.max(minDepth, depthToOpen(older)),
      }),
    },
    openInput: (input) => (isOpen(input) ? input : { ...input, sequence: older }),
  };
}

/** Heights and times do not compare: who gave the other kind has said what is meant. */
function openAfter(given: number, after: number): number {
  const isTime = (value: number) => value >= LOCKTIME_THRESHOLD;
  if (given === 0) return after;
  if (isTime(given) === isTime(after)) return Math.max(given, after);
  throw invalid(`path asks for a lock time of ${after}, and locktime is of the other kind`);
}
