import type { MessagePort } from 'node:worker_threads';
import type { RgbaImage } from '../../transport/picture.ts';
import { readQrCode } from '../../transport/qr-code.ts';
import type { PictureWorkerData } from '../threads/worker-data.ts';
import { decodePng } from './decode-png.ts';
import type { PictureAnswer } from './inspect-picture.ts';
import { decodeJpeg } from './jpeg.ts';

const PNG = 0x89;
const JPEG = 0xff;

/** Decodes a picture in a separate thread, and reports the code in it. */
export async function runPictureWorker(
  port: Pick<MessagePort, 'postMessage'>,
  { bytes }: PictureWorkerData,
): Promise<void> {
  port.postMessage(await answerTo(bytes));
}

async function answerTo(bytes: Uint8Array): Promise<PictureAnswer> {
  const image = await decodePicture(bytes);
  if (image === undefined) return { error: 'no-picture' };
  return readQrCode(image, { thorough: true }) ?? { error: 'no-code' };
}

async function decodePicture(bytes: Uint8Array): Promise<RgbaImage | undefined> {
  if (bytes[0] === PNG) return decodePng(bytes);
  return bytes[0] === JPEG ? decodeJpeg(bytes) : undefined;
}
