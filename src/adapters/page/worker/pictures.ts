import { readQrCode } from '../../../transport/qr-code.ts';
import type { Answer, Connection, PictureRequest } from '../protocol.ts';
import type { IntakeView } from './intake.ts';

/**
 * The worker that reads codes in pictures. It has no keys and keeps no data. A code goes directly
 * to the worker with the keys, and the answer of that worker goes to the page.
 */
const nothing: IntakeView = { status: 'nothing' };
const post = (message: Answer) => self.postMessage(message);
let engine: MessagePort | undefined;

self.onmessage = ({ data }: MessageEvent<PictureRequest | Connection>) => {
  if ('port' in data) {
    engine = data.port;
    engine.onmessage = ({ data: answer }: MessageEvent<Answer>) => post(answer);
    return;
  }
  const { id, image } = data;
  const code = readQrCode(image);
  if (code === undefined || engine === undefined) post({ id, value: nothing });
  else engine.postMessage({ id, code });
};
