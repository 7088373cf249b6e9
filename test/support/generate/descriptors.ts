import { HDKey } from '@scure/bip32';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { toText } from '../../../src/miniscript/to-text.ts';
import { randomKey } from './keys.ts';
import { randomTree } from './miniscript.ts';
import type { Random } from './random.ts';

const versions = { private: 0x04358394, public: 0x043587cf };

type KeyForm = {
  /** True if keys of 65 bytes are allowed. */
  readonly long?: boolean;
  readonly xOnly?: boolean;
  /** The number of alternatives of the multipath step, if there is one. */
  readonly ways?: number;
};

const marker = (random: Random) => random.pick(["'", 'h']);

function step(random: Random, hardened: boolean): string {
  const value = random.pick([0, 1, 2, 44, 84, random.int(2 ** 31), 2 ** 31 - 1]);
  return `/${value}${hardened && random.oneIn(3) ? marker(random) : ''}`;
}

const path = (random: Random, hardened: boolean) =>
  Array.from({ length: random.int(4) }, () => step(random, hardened)).join('');

function origin(random: Random): string {
  const fingerprint = encodeHex(random.bytes(4));
  return random.oneIn(3) ? `[${fingerprint}${path(random, true)}]` : '';
}

function extended(random: Random, { ways }: KeyForm): string {
  const root = HDKey.fromMasterSeed(random.bytes(32), versions);
  const secret = random.oneIn(2);
  const multipath = ways !== undefined && random.oneIn(2);
  const choice = multipath ? `/<${Array.from({ length: ways }, (_, i) => i * 7).join(';')}>` : '';
  const wildcard = random.pick(['', '/*', '/*', secret ? `/*${marker(random)}` : '/*']);
  const text = secret ? root.privateExtendedKey : root.publicExtendedKey;
  return `${text}${path(random, secret)}${choice}${wildcard}`;
}

/** Returns a key expression that Core accepts. */
function randomKeyText(random: Random, form: KeyForm = {}): string {
  const kind = random.pick(['hex', 'wif', 'extended', 'extended', 'extended']);
  if (kind === 'extended') return origin(random) + extended(random, form);
  const key = randomKey(random, !(form.long === true && random.oneIn(4)));
  if (kind === 'wif') return origin(random) + key.wif;
  const bytes = form.xOnly === true && random.oneIn(2) ? key.publicKey.subarray(1) : key.publicKey;
  return origin(random) + encodeHex(bytes);
}

function multi(random: Random, name: string, most: number, form: KeyForm): string {
  const keys = Array.from({ length: 1 + random.int(most) }, () => randomKeyText(random, form));
  const sorted = random.oneIn(2) ? 'sorted' : '';
  return `${sorted}${name}(${1 + random.int(keys.length)},${keys.join(',')})`;
}

/** Returns a miniscript, sane or not. */
function randomMiniscriptText(
  random: Random,
  context: 'p2wsh' | 'tapscript',
  form: KeyForm = {},
): string {
  const tree = randomTree(random, context, 10 + random.int(40));
  const keys = new Map<string, string>();
  const keyText = (name: string) => {
    const text =
      keys.get(name) ?? randomKeyText(random, { ...form, xOnly: context === 'tapscript' });
    keys.set(name, text);
    return text;
  };
  return toText(tree, keyText) ?? '';
}

function inWsh(random: Random, form: KeyForm): string {
  const kind = random.pick(['pk', 'pkh', 'multi', 'miniscript', 'miniscript']);
  if (kind === 'multi') return multi(random, 'multi', 8, form);
  if (kind === 'miniscript') return randomMiniscriptText(random, 'p2wsh', form);
  return `${kind}(${randomKeyText(random, form)})`;
}

function leaf(random: Random, form: KeyForm): string {
  const kind = random.pick(['pk', 'multi_a', 'miniscript', 'miniscript']);
  if (kind === 'multi_a') return multi(random, 'multi_a', 6, { ...form, xOnly: true });
  if (kind === 'miniscript') return randomMiniscriptText(random, 'tapscript', form);
  return `pk(${randomKeyText(random, { ...form, xOnly: true })})`;
}

function tree(random: Random, form: KeyForm, depth: number): string {
  if (depth === 0 || random.oneIn(2)) return leaf(random, form);
  return `{${tree(random, form, depth - 1)},${tree(random, form, depth - 1)}}`;
}

/** Returns a well-formed descriptor of any kind. A miniscript in it may be rejected as insane. */
export function randomDescriptor(random: Random): string {
  const form: KeyForm = random.oneIn(4) ? { ways: 2 + random.int(2) } : {};
  const long = { ...form, long: true };
  const key = () => randomKeyText(random, form);
  const taproot = () => randomKeyText(random, { ...form, xOnly: true });
  return random.pick<() => string>([
    () => `pk(${randomKeyText(random, long)})`,
    () => `pkh(${randomKeyText(random, long)})`,
    () => `combo(${randomKeyText(random, long)})`,
    () => `wpkh(${key()})`,
    () => `sh(wpkh(${key()}))`,
    () => `sh(pkh(${randomKeyText(random, long)}))`,
    () => multi(random, 'multi', 3, long),
    () => `sh(${multi(random, 'multi', 7, form)})`,
    () => `wsh(${inWsh(random, form)})`,
    () => `wsh(${inWsh(random, form)})`,
    () => `sh(wsh(${inWsh(random, form)}))`,
    () => `tr(${taproot()})`,
    () => `tr(${taproot()},${tree(random, form, 3)})`,
    () => `tr(${taproot()},${tree(random, form, 3)})`,
    () => `rawtr(${taproot()})`,
    () => `raw(${encodeHex(random.bytes(1 + random.int(40)))})`,
  ])();
}

/** Adds one or two faults: a character changed, omitted or doubled, or a piece moved. */
export function mutate(random: Random, text: string): string {
  const at = random.int(text.length + 1);
  const end = Math.min(text.length, at + random.int(6));
  const other = random.pick([..."()[]{}<>,;/'h*#0129axKv: "] as [string, ...string[]]);
  return random.pick([
    text.slice(0, at) + other + text.slice(at + 1),
    text.slice(0, at) + other + text.slice(at),
    text.slice(0, at) + text.slice(end),
    text.slice(0, end) + text.slice(at),
    text.slice(0, at),
  ]);
}
