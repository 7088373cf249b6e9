import { test } from 'vitest';
import { decodeJpeg } from '../../src/adapters/qr/jpeg.ts';
import { decodePng, encodeQrPng } from '../../src/adapters/qr/png.ts';
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
  // What is made once, tables of the curve among it, is made before.
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

test('any bytes and texts that might be something', async () => {
  const next = () => mutateBytes(random, random.oneIn(2) ? psbt : random.bytes(random.int(80)));
  await fuzz(next, (bytes) => detect(bytes, secp256k1), hex);
});

test('any picture', async () => {
  const png = encodeQrPng(qrMatrix('HELLO WORLD') ?? []);
  const jpeg = Uint8Array.of(
    0xff,
    0xd8,
    0xff,
    0xe0,
    0,
    16,
    0x4a,
    0x46,
    0x49,
    0x46,
    0,
    1,
    1,
    0,
    0,
    1,
  );
  const next = () => mutateBytes(random, random.oneIn(4) ? jpeg : png);
  await fuzz(
    next,
    (bytes) => {
      const image = bytes[0] === 0xff ? decodeJpeg(bytes) : decodePng(bytes);
      if (image !== undefined && image.width < 400 && image.height < 400) readQrCode(image);
    },
    hex,
  );
});
