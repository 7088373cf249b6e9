import type { Bytes } from '../encoding/bytes.ts';
import { MAX_SCRIPT_ELEMENT_SIZE } from './limits.ts';
import { MAX_OPCODE } from './opcodes.ts';
import { walkScript } from './script.ts';

/**
 * Returns true if every operation is complete, has a name and pushes at most 520 bytes. Core:
 * HasValidOps.
 */
export function hasValidOps(script: Bytes): boolean {
  const operations = walkScript(script);
  return (
    operations?.every(
      ({ opcode, data }) => opcode <= MAX_OPCODE && data.length <= MAX_SCRIPT_ELEMENT_SIZE,
    ) ?? false
  );
}
