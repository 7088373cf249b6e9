import type { Descriptor } from '../../descriptor/descriptor.ts';
import { spendingPaths } from '../../descriptor/spending-paths.ts';
import type { Json } from '../../json/json.ts';
import type { BranchError } from '../../wallet/funding/branch-locks.ts';
import { invalid, type RpcError } from '../error.ts';
import { lockProblem } from '../spending/funding-messages.ts';
import { getInt32 } from '../values.ts';

/** Parses the number of a path in the list of getdescriptorinfo. */
export function parsePath(value: Json): number {
  const path = getInt32(value);
  if (path < 0) throw invalid('Negative path');
  return path;
}

/** Parses the path to sign by, which one of the descriptors must have. */
export function requirePath(value: Json, descriptors: readonly Descriptor[]): number {
  const path = parsePath(value);
  const counts = descriptors.map((descriptor) => spendingPaths(descriptor)?.length ?? 0);
  const count = Math.max(0, ...counts);
  if (path >= count) throw pathError({ error: 'no such path', count });
  return path;
}

export function pathError(fault: BranchError): RpcError {
  switch (fault.error) {
    case 'no such path':
      return invalid(
        `path must be below ${fault.count}`,
        'Its number is that in the list of getdescriptorinfo, from 0',
      );
    case 'paths differ':
      return invalid(
        'path: the descriptors of this wallet differ in the locks of this path',
        'Name sequences in inputs, and locktime',
      );
    default: {
      const { message, hint } = lockProblem(fault);
      return invalid(message, hint);
    }
  }
}
