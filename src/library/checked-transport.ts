import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import * as reader from '../transport/reader.ts';
import { checked } from './checked.ts';

/**
 * Detects bytes or a text: `done` for complete content, `partial` for a frame of a larger message,
 * `refused` with the reason for damaged content.
 *
 * @param input - A file's bytes, or a pasted text.
 */
export const detect: (input: Bytes | string, secp256k1?: Secp256k1) => reader.Reading =
  /* @__PURE__ */ checked(
    'detect',
    { input: 'bytes|text', secp256k1: 'Secp256k1?' },
    (input, secp256k1 = nobleSecp256k1) => reader.detect(input, secp256k1),
  );

/** Collects the frames of a message, in any order and format. Each message needs a reader. */
export const createFrameReader: (secp256k1?: Secp256k1) => reader.FrameReader =
  /* @__PURE__ */ checked(
    'createFrameReader',
    { secp256k1: 'Secp256k1?' },
    (secp256k1 = nobleSecp256k1) => {
      const opened = reader.createFrameReader(secp256k1);
      const receive = checked('receive', { text: 'text' }, opened.receive);
      return { ...opened, receive };
    },
  );
