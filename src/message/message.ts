import type { Bytes } from '../encoding/bytes.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';

/** The signed message; text is encoded as UTF-8. */
export type Message = string | Bytes;

export const messageBytes = (message: Message): Bytes =>
  typeof message === 'string' ? encodeUtf8(message) : message;
