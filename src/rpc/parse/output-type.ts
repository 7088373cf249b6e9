import { type OutputType, outputTypes } from '../../descriptor/descriptor.ts';
import { invalidAddressOrKey } from '../error.ts';

/** The argument `address_type`. */
export function parseAddressType(text: string): OutputType {
  const type = findOutputType(text);
  if (type !== undefined) return type;
  throw invalidAddressOrKey(`Unknown address type '${text}'`);
}

/** Core: ParseOutputType. */
export function findOutputType(text: string): OutputType | undefined {
  return outputTypes.find((type) => type === text);
}
