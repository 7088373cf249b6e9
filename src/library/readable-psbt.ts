import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { argumentError } from '../encoding/coldsign-error.ts';
import { decodePsbtTask } from '../psbt/decode.ts';
import { encodePsbt } from '../psbt/encode.ts';
import type { Psbt } from '../psbt/psbt.ts';
import { type Pause, runNow, type Task } from '../signing/task.ts';

/**
 * Encodes a caller's PSBT, and reads the bytes again, because other programs would reject what
 * coldsign cannot read. The error names the part. Returns `undefined` if lock times exclude each
 * other.
 */
export const encodeReadable = (name: string, psbt: Psbt, secp256k1: Secp256k1): Bytes | undefined =>
  runNow(encodeReadableTask(name, psbt, secp256k1));

/** Encodes a PSBT as `encodeReadable` does, and lets other work run. */
export function* encodeReadableTask(
  name: string,
  psbt: Psbt,
  secp256k1: Secp256k1,
  pause?: Pause,
): Task<Bytes | undefined> {
  const bytes = encodePsbt(psbt);
  if (pause) yield pause();
  const fault = bytes && (yield* faultOf(bytes, secp256k1, pause));
  if (fault === undefined) return bytes;
  throw argumentError(
    `${name}: ${findPart(psbt, secp256k1)} cannot be written, because no program could read it: ${fault}`,
    'Correct this part. parsePsbt and decodePsbt of coldsign/psbt return PSBTs that can be written.',
  );
}

function* faultOf(bytes: Bytes, secp256k1: Secp256k1, pause?: Pause): Task<string | undefined> {
  const read = yield* decodePsbtTask(bytes, secp256k1, {}, pause);
  return 'error' in read ? read.error.replace(/: iostream error$/, '') : undefined;
}

/** Finds the unreadable map by encoding each map separately. */
function findPart(psbt: Psbt, secp256k1: Secp256k1): string {
  const bare: Psbt = { ...psbt, xpubs: [], inputs: [], outputs: [], proprietary: [], unknown: [] };
  const isAtFault = (part: Partial<Psbt>): boolean => {
    const bytes = encodePsbt({ ...bare, ...part });
    return bytes !== undefined && runNow(faultOf(bytes, secp256k1)) !== undefined;
  };
  const input = psbt.inputs.findIndex((each) => isAtFault({ inputs: [each] }));
  if (input >= 0) return `psbt.inputs[${input}]`;
  const output = psbt.outputs.findIndex((each) => isAtFault({ outputs: [each] }));
  return output < 0 ? 'psbt' : `psbt.outputs[${output}]`;
}
