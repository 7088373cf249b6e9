import { hmacSha256 } from '../../crypto/hash.ts';
import { masterKeyFromSeed } from '../../descriptor/derive.ts';
import { encodeExtendedPrivateKey } from '../../descriptor/extended-key.ts';
import { type Bytes, concatBytes } from '../../encoding/bytes.ts';
import { encodeUtf8 } from '../../encoding/utf8.ts';
import { splitShares } from '../../seed/foreign-secret.ts';
import { type Stretch, stretchNow } from '../stretch.ts';
import { type FormatFailure, failure, type ReadContext, type WalletParts } from '../wallet-file.ts';
import { recoverSecret } from './shamir.ts';
import { shareWordList } from './slip39-words.ts';

/** Reads the seed of SLIP39 shares, one a line or joined; `undefined` for other texts. */
export function readSlip39(
  given: string,
  context: ReadContext,
): WalletParts | FormatFailure | undefined {
  const texts = splitShares(given);
  const list = texts && beginnings();
  if (texts === undefined || list === undefined) return undefined;
  const found = texts.map((words) => words.map((word) => list.get(word.slice(0, 4)) ?? -1));
  const all = found.flat();
  if (all.filter((index) => index >= 0).length * 2 < all.length) return undefined;
  const shares: Share[] = [];
  for (const [i, indices] of found.entries()) {
    const unknown = indices.indexOf(-1);
    if (unknown >= 0) return failure(unknownWord(unknown + 1, i + 1));
    const share = decode(indices);
    if (share === undefined) return failure(damaged(i + 1));
    shares.push(share);
  }
  const opened = open(shares, context);
  for (const { value } of shares) value.fill(0);
  return opened;
}

const unknownWord = (word: number, share: number): string =>
  `word ${word} of share ${share} (SLIP39) is not on its list. Compare it with your backup`;
const damaged = (share: number): string =>
  `share ${share} (SLIP39) is damaged: a word in it is wrong or in another place. Compare it with your backup`;
const MIXED =
  'these shares (SLIP39) do not belong together: they are of two seeds, or one is given twice. Use shares of one seed';
const CHANGED =
  'these shares (SLIP39) do not give a seed, because one of them was changed. Compare each one with your backup, or use another one';
const SLOW =
  'these shares (SLIP39) ask for too many rounds for this program. A hardware wallet with SLIP39 can restore them';

/** Returns the index of each word by its first four letters, which differ. */
const beginnings = (): ReadonlyMap<string, number> =>
  new Map(shareWordList().map((word, i) => [word.slice(0, 4), i]));

type Share = {
  /** Identifier, thresholds and length, which are equal in all shares of a seed. */
  readonly seed: string;
  readonly salt: Bytes;
  readonly exponent: number;
  readonly groups: number;
  readonly group: number;
  readonly members: number;
  readonly member: number;
  readonly value: Bytes;
};

const METADATA = 4;
const CHECKSUM = 3;

/** Decodes the indices of a share's words; `undefined` if its checksum or padding is wrong. */
function decode(indices: readonly number[]): Share | undefined {
  const [a = 0, b = 0, c = 0, d = 0] = indices;
  const head = a * 1024 + b;
  const isExtendable = ((head >> 4) & 1) === 1;
  const customization = encodeUtf8(isExtendable ? 'shamir_extendable' : 'shamir');
  const value = bytesOf(indices.slice(METADATA, -CHECKSUM));
  const parameters = c * 1024 + d;
  const nibble = (i: number) => (parameters >> (16 - 4 * i)) & 15;
  const [group, groups, count] = [nibble(0), nibble(1) + 1, nibble(2) + 1];
  const isSound = polymod([...customization, ...indices]) === 1 && groups <= count;
  if (value === undefined || !isSound) return undefined;
  const id = Uint8Array.of(head >> 13, (head >> 5) & 255);
  return {
    seed: [head, groups, count, value.length].join(),
    salt: isExtendable ? new Uint8Array(0) : concatBytes(customization, id),
    exponent: head & 15,
    groups,
    group,
    members: nibble(4) + 1,
    member: nibble(3),
    value,
  };
}

const GENERATOR = [
  0xe0e040, 0x1c1c080, 0x3838100, 0x7070200, 0xe0e0009, 0x1c0c2412, 0x38086c24, 0x3090fc48,
  0x21b1f890, 0x3f3f120,
];

/** Computes the checksum RS1024. */
function polymod(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 20;
    sum = ((sum & 0xfffff) << 10) ^ value;
    GENERATOR.forEach((term, i) => {
      if ((top >> i) & 1) sum ^= term;
    });
  }
  return sum;
}

/** Converts indices of 10 bits to bytes; `undefined` if the bits before the value are not zero. */
function bytesOf(indices: readonly number[]): Bytes | undefined {
  const bits = indices.flatMap((index) =>
    Array.from({ length: 10 }, (_, i) => (index >> (9 - i)) & 1),
  );
  const padding = bits.length % 16;
  if (bits.slice(0, padding).includes(1)) return undefined;
  const bytes = new Uint8Array((bits.length - padding) / 8);
  for (const [i, bit] of bits.slice(padding).entries()) {
    bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (bit << (7 - (i & 7)));
  }
  return bytes;
}

/** Joins shares, and decrypts the seed with the passphrase, which may be empty. */
function open(shares: readonly Share[], context: ReadContext): WalletParts | FormatFailure {
  const [first] = shares;
  if (first === undefined || !belongTogether(shares)) return failure(MIXED);
  if (first.exponent > MOST_EXPONENT) return failure(SLOW);
  const { password = '', network, stretch = stretchNow } = context;
  const sealed = joinGroups(shares, first.groups);
  if ('error' in sealed) return sealed;
  const seed = decrypt(sealed, password, first, stretch);
  sealed.fill(0);
  const root = masterKeyFromSeed(seed);
  seed.fill(0);
  const text = root && encodeExtendedPrivateKey(root, network);
  root?.privateKey.wipe();
  if (text === undefined) return failure(CHANGED);
  const notes = [password === '' ? WITHOUT : WITH];
  return { format: 'descriptors', program: 'SLIP39', descriptors: [], secrets: [text], notes };
}

const WITHOUT = 'the shares (SLIP39) are opened without a passphrase';
const WITH =
  'the shares (SLIP39) are opened with this passphrase. Another one opens another wallet, so compare the fingerprint';

function belongTogether(shares: readonly Share[]): boolean {
  const places = shares.map(({ group, member }) => `${group}/${member}`);
  return (
    new Set(places).size === shares.length &&
    new Set(shares.map(({ seed }) => seed)).size === 1 &&
    shares.every(({ group, members }) =>
      shares.every((other) => other.group !== group || other.members === members),
    )
  );
}

/** Joins the shares of each group, and then the groups. */
function joinGroups(shares: readonly Share[], needed: number): Bytes | FormatFailure {
  const groups = [...new Set(shares.map(({ group }) => group))].map((group) =>
    shares.filter((share) => share.group === group),
  );
  const complete = groups.filter((group) => group.length >= (group[0]?.members ?? 0));
  if (groups.length < needed) return failure(groupsMissing(needed, groups.length));
  const part = groups.find((group) => !complete.includes(group))?.[0];
  if (complete.length < needed && part !== undefined) {
    const given = shares.filter(({ group }) => group === part.group).length;
    return failure(sharesMissing(part.group + 1, part.members, given));
  }
  const joined: { readonly index: number; readonly value: Bytes }[] = [];
  for (const group of complete.slice(0, needed)) {
    const [{ group: index, members } = { group: 0, members: 0 }] = group;
    const points = group.map((share) => ({ index: share.member, value: share.value }));
    const value = recoverSecret(points.slice(0, members), hmacSha256);
    if (value === undefined) return failure(CHANGED);
    joined.push({ index, value });
  }
  const sealed = recoverSecret(joined, hmacSha256);
  for (const { value } of joined) if (value !== sealed) value.fill(0);
  return sealed ?? failure(CHANGED);
}

const groupsMissing = (needed: number, given: number): string =>
  `this seed (SLIP39) needs shares of ${needed} groups, and there are shares of ${given}. Give the shares of ${needed} groups, one a line`;
const sharesMissing = (group: number, needed: number, given: number): string =>
  `group ${group} of this seed (SLIP39) needs ${needed} shares, and ${given} is given. Give ${needed} of them, one a line`;

/** Rounds of PBKDF2 for each round of the cipher, before the exponent doubles them. */
const ROUNDS = 2500;
/** Devices use 0 or 1. Eight takes about ten seconds. */
const MOST_EXPONENT = 8;

/** Decrypts with the Feistel cipher of SLIP39: four rounds of PBKDF2. */
function decrypt(
  sealed: Bytes,
  password: string,
  { salt, exponent }: Share,
  stretch: Stretch,
): Bytes {
  const phrase = encodeUtf8(password.normalize('NFKD'));
  const half = sealed.length / 2;
  let [left, right] = [sealed.slice(0, half), sealed.slice(half)];
  try {
    for (const round of [3, 2, 1, 0]) {
      const key = concatBytes(Uint8Array.of(round), phrase);
      const mask = stretch({
        password: key,
        salt: concatBytes(salt, right),
        pbkdf2: 'sha256',
        iterations: ROUNDS << exponent,
        length: half,
      });
      const next = left.map((byte, i) => byte ^ (mask[i] ?? 0));
      for (const each of [key, mask, left]) each.fill(0);
      [left, right] = [right, next];
    }
    return concatBytes(right, left);
  } finally {
    for (const each of [phrase, left, right]) each.fill(0);
  }
}
