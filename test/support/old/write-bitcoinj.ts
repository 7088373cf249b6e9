import { createCipheriv, createHash, scryptSync } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';

type Field = readonly [id: number, value: number | string | Uint8Array | readonly Field[]];

/** Encodes fields as Protocol Buffers do. */
function encodeProtobuf(fields: readonly Field[]): Buffer {
  const varint = (number: number): number[] => {
    const bytes: number[] = [];
    let left = number;
    for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128);
    return [...bytes, left];
  };
  return Buffer.concat(
    fields.map(([id, value]) => {
      if (typeof value === 'number') return Buffer.from([...varint(8 * id), ...varint(value)]);
      const isFields = Array.isArray(value);
      const bytes = isFields ? encodeProtobuf(value) : Buffer.from(value as string | Uint8Array);
      return Buffer.concat([Buffer.from([...varint(8 * id + 2), ...varint(bytes.length)]), bytes]);
    }),
  );
}

const HARDENED = 0x80000000;

/** Encrypts with a key of scrypt, as bitcoinj's KeyCrypterScrypt does. */
function sealer(pin: string, salt: Uint8Array) {
  const phrase = Buffer.from(pin, 'utf16le').swap16();
  const key = scryptSync(phrase, salt, 32, { N: 16384, r: 8, p: 1 });
  return (plain: Uint8Array): readonly Field[] => {
    const iv = createHash('md5').update(plain).digest();
    const cipher = createCipheriv('aes-256-cbc', key, iv);
    return [
      [1, iv],
      [2, Buffer.concat([cipher.update(plain), cipher.final()])],
    ];
  };
}

/** Writes a wallet as bitcoinj does: seed words, the keys of an account, and the first of each branch. */
export function writeBitcoinj(
  words: string,
  {
    account = 0,
    script = 1,
    pin,
    network = 'production',
  }: { account?: number; script?: number; pin?: string; network?: string } = {},
): Buffer {
  const seed = mnemonicToSeedSync(words);
  const root = HDKey.fromMasterSeed(seed);
  const salt = Buffer.alloc(8, 5);
  const seal = pin === undefined ? undefined : sealer(pin, salt);
  const base = HARDENED + account;
  const paths = [[], [base], [base, 0], [base, 1], [base, 0, 0], [base, 1, 0]];
  const derived = paths.map((path): Field => {
    const key = path.reduce((parent, step) => parent.deriveChild(step), root);
    return [
      3,
      [
        [1, 4],
        [3, key.publicKey ?? ''],
        [7, [[1, key.chainCode ?? ''], ...path.map((step): Field => [2, step])]],
      ],
    ];
  });
  const secret: Field[] =
    seal === undefined
      ? [
          [2, words],
          [8, seed],
        ]
      : [
          [6, seal(Buffer.from(words))],
          [9, seal(seed)],
        ];
  return encodeProtobuf([
    [1, `org.bitcoin.${network}`],
    [
      3,
      [[1, 3], ...secret, [10, Buffer.from(encodeProtobuf([[0, base]]).subarray(1))], [11, script]],
    ],
    ...derived,
    [5, seal === undefined ? 1 : 2],
    ...(seal === undefined ? [] : [[6, [[1, salt]]] as const]),
  ]);
}

/** Encrypts as `openssl enc -aes-256-cbc -md md5 -a` does. */
export function sealByOpenssl(plain: Uint8Array, password: string): string {
  const salt = Buffer.from('12345678');
  const phrase = Buffer.from(password, 'latin1');
  const md5 = (...parts: readonly Uint8Array[]) =>
    createHash('md5').update(Buffer.concat(parts)).digest();
  const [first, second] = [md5(phrase, salt), md5(md5(phrase, salt), phrase, salt)];
  const cipher = createCipheriv(
    'aes-256-cbc',
    Buffer.concat([first, second]),
    md5(second, phrase, salt),
  );
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  const text = Buffer.concat([Buffer.from('Salted__'), salt, sealed]).toString('base64');
  return `${text.match(/.{1,76}/g)?.join('\n')}\n`;
}

/** Encrypts as MultiBit HD does. */
export function sealByHd(plain: Uint8Array, password: string): Buffer {
  const phrase = Buffer.from(password, 'utf16le').swap16();
  const key = scryptSync(phrase, Buffer.from('3551038075a3b0c5', 'hex'), 32, {
    N: 16384,
    r: 8,
    p: 1,
  });
  const iv = createHash('md5').update(plain).digest();
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  return Buffer.concat([iv, cipher.update(plain), cipher.final()]);
}
