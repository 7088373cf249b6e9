import { type Bytes, concatBytes } from '../../encoding/bytes.ts';
import { createCursor, readOp } from '../script.ts';

/**
 * Core's `FindAndDelete`: removes `pattern` (not empty) wherever an operation starts with it, in
 * one pass. The same object comes back when it does not occur.
 */
export function findAndDelete(script: Bytes, pattern: Bytes): Bytes {
  const cursor = createCursor(script);
  const kept: Bytes[] = [];
  let keptTo = 0;
  do {
    const found = cursor.position;
    while (startsWith(script, cursor.position, pattern)) cursor.position += pattern.length;
    if (cursor.position > found) {
      kept.push(script.subarray(keptTo, found));
      keptTo = cursor.position;
    }
  } while (readOp(cursor));
  return keptTo === 0 ? script : concatBytes(...kept, script.subarray(keptTo));
}

function startsWith(script: Bytes, at: number, pattern: Bytes): boolean {
  if (pattern.length > script.length - at) return false;
  for (let i = 0; i < pattern.length; i++) if (script[at + i] !== pattern[i]) return false;
  return true;
}
