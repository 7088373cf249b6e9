import { checkArguments } from '../arguments/check-arguments.ts';
import { curveOf } from '../crypto/complete-curve.ts';
import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { Curve } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import * as reader from '../transport/reader.ts';
import { argumentKinds } from './argument-kinds.ts';

/**
 * Detects bytes or a text: `done` for complete content, `partial` for a frame of a larger message,
 * `refused` with the reason for damaged content.
 *
 * @param input - A file's bytes, or a pasted text.
 */
export function detect(input: Bytes | string, secp256k1: Curve = nobleSecp256k1): reader.Reading {
  checkArguments(
    'detect',
    { input: [input, 'bytes|text'], secp256k1: [secp256k1, 'Curve'] },
    argumentKinds,
  );
  return reader.detect(input, curveOf(secp256k1));
}

/**
 * Collects the frames of a message, in any order and format. Each message needs a reader.
 *
 * @param secp256k1 - Default: the curve in pure JavaScript.
 */
export function createFrameReader(secp256k1: Curve = nobleSecp256k1): reader.FrameReader {
  checkArguments('createFrameReader', { secp256k1: [secp256k1, 'Curve'] }, argumentKinds);
  const opened = reader.createFrameReader(curveOf(secp256k1));
  return {
    ...opened,
    receive: (text) => {
      checkArguments('receive', { text: [text, 'text'] });
      return opened.receive(text);
    },
  };
}
