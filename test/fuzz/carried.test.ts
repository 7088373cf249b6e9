import { deflateSync } from 'node:zlib';
import { encode as encodeJpeg } from 'jpeg-js';
import { test } from 'vitest';
import { decodePng } from '../../src/adapters/qr/decode-png.ts';
import { encodeQrPng } from '../../src/adapters/qr/images.ts';
import { decodeJpeg } from '../../src/adapters/qr/jpeg.ts';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { decodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { exportWallet } from '../../src/formats/export.ts';
import { importWallet } from '../../src/formats/import.ts';
import { readLabels } from '../../src/formats/labels.ts';
import { urTypes } from '../../src/formats/ur-write.ts';
import { decodeCbor } from '../../src/transport/cbor-value.ts';
import { qrMatrix, readQrCode } from '../../src/transport/qr-code.ts';
import { createFrameReader, detect } from '../../src/transport/reader.ts';
import { encodeFrames } from '../../src/transport/writer.ts';
import { createRandom, seedOfRun } from '../support/generate/random.ts';
import { readVector } from '../support/paths.ts';
import { chunk, pngOf } from '../support/screens/png.ts';
import { fuzz } from './budget.ts';
import { mutateBytes, mutateText } from './mutate.ts';

const random = createRandom(seedOfRun());
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

const files: string[] = Object.values(JSON.parse(readVector('formats/files.json')));
const bips = JSON.parse(readVector('formats/bips.json'));
const urs = JSON.parse(readVector('formats/ur.json'));
const [, psbts] = JSON.parse(readVector('transport/electrum-base43.json'));
const psbt = decodeHex(psbts.hex) ?? new Uint8Array(0);

const walletTexts: string[] = [
  ...files,
  ...bips.bsms.records,
  ...bips.bsms.sealed,
  ...urs.account.urs,
  ...urs.cryptoOutput.map(({ ur }: { ur: string }) => ur),
];
const context = { network: networks.main, secp256k1 };

test('any wallet file', async () => {
  // Create caches, such as tables of the curve, before measuring.
  importWallet(files[0] ?? '', context);
  const next = () => mutateText(random, walletTexts[random.int(walletTexts.length)] ?? '');
  await fuzz(
    next,
    (text) => {
      const wallet = importWallet(text, context, { password: 'a54044308ceac9b7' });
      if ('error' in wallet) return wallet;
      const { keys } = wallet;
      const descriptors = wallet.descriptors.slice(0, 3).map(({ descriptor }) => descriptor);
      return (['crypto-account', 'output-descriptor', 'hdkey', 'coldcard'] as const).map((format) =>
        exportWallet({ descriptors, keys }, format, context),
      );
    },
    JSON.stringify,
  );
});

test('any labels', async () => {
  await fuzz(() => mutateText(random, bips.labels), readLabels, JSON.stringify);
});

test('any CBOR of a wallet', async () => {
  const good = urs.outputDescriptor.map(({ cbor }: { cbor: string }) => decodeHex(cbor));
  const next = () =>
    random.oneIn(5) ? random.bytes(60) : mutateBytes(random, good[random.int(good.length)]);
  await fuzz(
    next,
    (cbor) => [
      decodeCbor(cbor),
      importWallet({ kind: 'ur', type: urTypes[random.int(urTypes.length)] ?? '', cbor }, context),
    ],
    hex,
  );
});

test('any frames in a row', async () => {
  const all = (['ur', 'bbqr', 'specter'] as const).flatMap((as) => {
    const frames = encodeFrames({ kind: 'psbt', bytes: psbt }, { as, maxLength: 200 });
    return 'error' in frames ? [] : Array.from({ length: frames.count }, (_, i) => frames.at(i));
  });
  const next = () => {
    const some = random.shuffle(all).slice(0, 8);
    return some.map((text) => (random.oneIn(2) ? text : mutateText(random, text)));
  };
  await fuzz(
    next,
    (texts) => {
      const reader = createFrameReader(secp256k1);
      for (const text of texts) reader.receive(text);
    },
    (texts) => texts.join('\n'),
  );
});

test('any bytes and texts of unknown kind', async () => {
  const next = () => mutateBytes(random, random.oneIn(2) ? psbt : random.bytes(random.int(80)));
  await fuzz(next, (bytes) => detect(bytes, secp256k1), hex);
});

/** Returns valid pictures of each kind. */
function pictures(): readonly [Uint8Array, ...Uint8Array[]] {
  const code = qrMatrix('HELLO WORLD') ?? [];
  const [width, height] = [24, 17];
  const rgba = Buffer.from(random.bytes(4 * width * height));
  const rows = (length: number, count: number) =>
    chunk(
      'IDAT',
      deflateSync(
        Buffer.from(random.bytes(length * count)).map((b, i) => (i % length ? b : b % 5)),
      ),
    );
  return [
    encodeQrPng(code),
    pngOf({ width, height, depth: 16, colour: 6 }, rows(1 + 8 * width, height)),
    pngOf(
      { width, height, depth: 2, colour: 3 },
      chunk('PLTE', random.bytes(12)),
      chunk('tRNS', random.bytes(4)),
      chunk('iCCP', Buffer.concat([Buffer.from('name\0\0'), deflateSync(random.bytes(99))])),
      rows(1 + width / 4, height),
    ),
    // Adam7 of 8 x 8 pixels in gray: rows of 1, 1, 2, 2, 4, 4 and 8.
    pngOf({ width: 8, height: 8, interlace: 1 }, chunk('IDAT', deflateSync(Buffer.alloc(79)))),
    encodeJpeg({ width, height, data: rgba }, 50).data,
    PROGRESSIVE,
  ];
}

/** 16 x 16 pixels by ImageMagick 6.9, progressive, with restart markers. */
const PROGRESSIVE = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wgARCAAQABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAABAL/xAAVAQEBAAAAAAAAAAAAAAAAAAAAA//aAAwDAQACEAMQAAABIoFLf//EABgQAQEAAwAAAAAAAAAAAAAAAAEAAxEh/9oACAEBAAEFAhjJLpO3/8QAFhEAAwAAAAAAAAAAAAAAAAAAAAEz/9oACAEDAQE/AaM//8QAFxEAAwEAAAAAAAAAAAAAAAAAAAECEf/aAAgBAgEBPwGlp//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAQEABj8CH//EABkQAAMAAwAAAAAAAAAAAAAAAAABIRFBUf/aAAgBAQABPyGsMZS0xuj/2gAMAwEAAgADAAAAELf/xAAXEQEAAwAAAAAAAAAAAAAAAAABACEx/9oACAEDAQE/EFbNn//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQIBAT8QL//EABkQAAMBAQEAAAAAAAAAAAAAAAABETFBcf/aAAgBAQABPxBNPwyBJuPpk4ETuj//2Q==',
  'base64',
);

test('any picture', async () => {
  const good = pictures();
  const next = () => mutateBytes(random, random.pick(good));
  await fuzz(
    next,
    async (bytes) => {
      const image = bytes[0] === 0xff ? decodeJpeg(bytes) : await decodePng(bytes);
      if (image !== undefined && image.width < 400 && image.height < 400) readQrCode(image);
    },
    hex,
    Number(process.env.COLDSIGN_PICTURES ?? 0),
  );
});
