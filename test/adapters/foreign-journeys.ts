import { createHash, pbkdf2Sync } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import * as btc from '@scure/btc-signer';
import { decodeBase58Check, encodeBase58Check } from '../../src/crypto/base58check.ts';
import { wordLists } from '../support/generate/secrets.ts';

/** A text of keys, a PSBT made by @scure/btc-signer, and the expected outcome. */
export type ForeignJourney = {
  readonly name: string;
  readonly keys: readonly (string | Uint8Array)[];
  readonly passphrase?: string;
  readonly options?: readonly string[];
  readonly psbt: Uint8Array;
  /**
   * `complete`: a transaction; `partial`: a PSBT that lacks signatures; a pattern: the reason for
   * refusal.
   */
  readonly outcome: 'complete' | 'partial' | RegExp;
};

const network = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };
const versions = { private: 0x04358394, public: 0x043587cf };
const H = 0x80000000;

type Root = { readonly key: HDKey; readonly words: string };

function rootOf(words: string, passphrase = ''): Root {
  const salt = `mnemonic${passphrase}`.normalize('NFKD');
  const seed = pbkdf2Sync(words.normalize('NFKD'), salt, 2048, 64, 'sha512');
  return { words, key: HDKey.fromMasterSeed(seed, versions) };
}

const entropy = (length: number, fill: number) => new Uint8Array(length).fill(fill);
const me = rootOf(entropyToMnemonic(entropy(16, 5), english));
const other = rootOf(entropyToMnemonic(entropy(16, 9), english));
const third = rootOf(entropyToMnemonic(entropy(16, 11), english));

const stepsOf = (path: string): number[] =>
  path
    .split('/')
    .slice(1)
    .map((step) => Number(step.replace(/[h']$/, '')) + (/[h']$/.test(step) ? H : 0));
const at = ({ key }: Root, path: string): HDKey => key.derive(path.replaceAll('h', "'"));
const publicAt = (root: Root, path: string) => at(root, path).publicKey ?? new Uint8Array(33);
const xOnly = (key: Uint8Array) => key.subarray(1);

type Spend = Parameters<btc.Transaction['addInput']>[0];
type Name = { readonly fingerprint: number; readonly path: number[] };

const nameOf = (root: Root, path: string): Name => ({
  fingerprint: root.key.fingerprint,
  path: stepsOf(path),
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const idOf = (bytes: Uint8Array): string => sha256(sha256(bytes)).reverse().toString('hex');

/** Makes a payment of one coin with this script. */
function pay(script: Uint8Array, spend: Partial<Spend>, isSegwit = true): Uint8Array {
  const made = new btc.Transaction({ allowUnknownOutputs: true, disableScriptCheck: true });
  made.addInput({ txid: new Uint8Array(32).fill(6), index: 0 });
  made.addOutput({ script, amount: 100_000n });
  const tx = new btc.Transaction({
    allowUnknownOutputs: true,
    allowLegacyWitnessUtxo: true,
    disableScriptCheck: true,
  });
  tx.addInput({
    txid: idOf(made.unsignedTx),
    index: 0,
    sequence: 0xfffffffd,
    nonWitnessUtxo: made.unsignedTx,
    ...(isSegwit && { witnessUtxo: { script, amount: 100_000n } }),
    ...spend,
  });
  const payee = btc.p2wpkh(publicAt(third, 'm/84h/1h/7h/0/1'), network);
  tx.addOutput({ script: payee.script, amount: 95_000n });
  return tx.toPSBT(0);
}

type Kind = 'pkh' | 'sh(wpkh)' | 'wpkh' | 'tr';

/** Makes a coin of one key with this script type. `named`: how the PSBT names its key. */
function single(
  kind: Kind,
  root: Root,
  path: string,
  named: Name = nameOf(root, path),
): Uint8Array {
  const key = publicAt(root, path);
  const bip32Derivation: Spend['bip32Derivation'] = [[key, named]];
  switch (kind) {
    case 'pkh':
      return pay(btc.p2pkh(key, network).script, { bip32Derivation }, false);
    case 'wpkh':
      return pay(btc.p2wpkh(key, network).script, { bip32Derivation });
    case 'sh(wpkh)': {
      const { script, redeemScript } = btc.p2sh(btc.p2wpkh(key, network), network);
      return pay(script, { bip32Derivation, ...(redeemScript && { redeemScript }) });
    }
    case 'tr': {
      const { script, tapInternalKey } = btc.p2tr(xOnly(key), undefined, network);
      const tapBip32Derivation: Spend['tapBip32Derivation'] = [
        [tapInternalKey, { hashes: [], der: named }],
      ];
      return pay(script, { tapInternalKey, tapBip32Derivation });
    }
  }
}

type Wrap = 'sh' | 'wsh' | 'sh(wsh)' | 'bare';

/** Makes a 2-of-3 (or another number) of keys at this path. */
function multi(wrap: Wrap, path: string, roots = [me, other, third], required = 2, sorted = true) {
  const keys = roots.map((root) => publicAt(root, path));
  const inOrder = sorted ? [...keys].sort(Buffer.compare) : keys;
  const inner = btc.p2ms(required, inOrder);
  const bip32Derivation: Spend['bip32Derivation'] = roots.map((root, i) => [
    keys[i] ?? new Uint8Array(33),
    nameOf(root, path),
  ]);
  if (wrap === 'bare') return pay(inner.script, { bip32Derivation }, false);
  const wrapped =
    wrap === 'sh'
      ? btc.p2sh(inner, network)
      : wrap === 'wsh'
        ? btc.p2wsh(inner, network)
        : btc.p2sh(btc.p2wsh(inner, network), network);
  const { script } = wrapped;
  const redeemScript = 'redeemScript' in wrapped ? wrapped.redeemScript : undefined;
  const witnessScript = 'witnessScript' in wrapped ? wrapped.witnessScript : undefined;
  return pay(
    script,
    {
      bip32Derivation,
      ...(redeemScript && { redeemScript }),
      ...(witnessScript && { witnessScript }),
    },
    wrap !== 'sh',
  );
}

/** Makes a taproot output with an unspendable internal key and one leaf. */
function leaf(script: Uint8Array, roots: readonly Root[], path: string): Uint8Array {
  const payment = btc.p2tr(undefined, { script }, network, true);
  const [hash] = payment.leaves?.map((each) => each.hash) ?? [];
  const tapBip32Derivation: Spend['tapBip32Derivation'] = roots.map((root) => [
    xOnly(publicAt(root, path)),
    { hashes: hash ? [hash] : [], der: nameOf(root, path) },
  ]);
  return pay(payment.script, {
    tapInternalKey: payment.tapInternalKey,
    ...(payment.tapLeafScript && { tapLeafScript: payment.tapLeafScript }),
    tapBip32Derivation,
  });
}

/** Formats the key with the version bytes of SLIP-132. */
function slip(key: HDKey, version: number): string {
  const payload = decodeBase58Check(key.privateExtendedKey, 78) ?? new Uint8Array(78);
  new DataView(payload.buffer, payload.byteOffset).setUint32(0, version);
  return encodeBase58Check(payload);
}

function wif({ privateKey }: HDKey, compressed = true, version = 0xef): string {
  const secret = privateKey ?? new Uint8Array(32);
  return encodeBase58Check(Uint8Array.of(version, ...secret, ...(compressed ? [1] : [])));
}

const P84 = 'm/84h/1h/0h';
const usual = single('wpkh', me, `${P84}/0/3`);
const rows: ForeignJourney[] = [];
const add = (
  name: string,
  keys: string | Uint8Array | readonly (string | Uint8Array)[],
  psbt: Uint8Array,
  outcome: ForeignJourney['outcome'] = 'complete',
  more: Partial<ForeignJourney> = {},
) =>
  rows.push({
    name,
    keys: typeof keys === 'string' || keys instanceof Uint8Array ? [keys] : keys,
    psbt,
    outcome,
    ...more,
  });

// Words: lists, lengths, and how they are written.
for (const [language, list] of Object.entries(wordLists)) {
  const root = rootOf(entropyToMnemonic(entropy(16, 33), list));
  const words = language === 'japanese' ? root.words.split(/\s/).join('\u3000') : root.words;
  add(`${language} words`, words, single('wpkh', root, `${P84}/0/3`));
  add(
    `${language} words, composed letters`,
    words.normalize('NFC'),
    single('tr', root, 'm/86h/1h/0h/1/0'),
  );
}
for (const length of [16, 20, 24, 28, 32]) {
  const root = rootOf(entropyToMnemonic(entropy(length, 77), english));
  add(`${(length * 3) / 4} words`, root.words, single('wpkh', root, `${P84}/0/3`));
  const digits = root.words.split(' ').map((word) => `${english.indexOf(word)}`.padStart(4, '0'));
  add(`SeedQR of ${digits.length} words`, digits.join(''), single('wpkh', root, `${P84}/0/3`));
}
add(
  'words by their first four letters',
  me.words
    .split(' ')
    .map((word) => word.slice(0, 4))
    .join(' '),
  usual,
);
add(
  'words with numbers, a line each',
  me.words
    .split(' ')
    .map((word, i) => `${i + 1}) ${word}`)
    .join('\n'),
  usual,
);
add('words with commas', me.words.replaceAll(' ', ', '), usual);
add(
  'a CompactSeedQR as bytes',
  entropy(16, 0x85),
  single('wpkh', rootOf(entropyToMnemonic(entropy(16, 0x85), english)), `${P84}/0/3`),
);
add(
  'a CompactSeedQR in hex',
  '85'.repeat(16),
  single('wpkh', rootOf(entropyToMnemonic(entropy(16, 0x85), english)), `${P84}/0/3`),
);
const hidden = rootOf(me.words, 'Tr\u00e9zor 12');
add('words with a passphrase', me.words, single('wpkh', hidden, `${P84}/0/3`), 'complete', {
  passphrase: 'Tr\u00e9zor 12',
});
add(
  'words with a wrong passphrase',
  me.words,
  single('wpkh', hidden, `${P84}/0/3`),
  /no-input-ours|passphrase|None of|none of/i,
  { passphrase: 'Trezor 12' },
);
add(
  'words without the passphrase',
  me.words,
  single('wpkh', hidden, `${P84}/0/3`),
  /no-input-ours|passphrase|None of|none of/i,
);

// Paths.
const purposes: readonly (readonly [Kind, number])[] = [
  ['pkh', 44],
  ['sh(wpkh)', 49],
  ['wpkh', 84],
  ['tr', 86],
];
for (const [kind, purpose] of purposes) {
  for (const account of [0, 1, 7, 19, 20, 1000]) {
    add(
      `${kind} in account ${account}`,
      me.words,
      single(kind, me, `m/${purpose}h/1h/${account}h/0/5`),
    );
  }
  add(`${kind} at index 5000`, me.words, single(kind, me, `m/${purpose}h/1h/0h/1/5000`));
  add(`${kind} below a path of one's own`, me.words, single(kind, me, 'm/0h/7/2h/4'));
  add(
    `${kind} below another purpose`,
    me.words,
    single(kind, me, `m/${purpose === 44 ? 86 : 44}h/1h/0h/0/1`),
  );
  add(`${kind} at a hardened address`, me.words, single(kind, me, `m/0h/0h/3h`));
  add(`${kind} by the master key`, me.words, single(kind, me, 'm'));
}

// Keys.
const account = at(me, P84);
const origin = `[${me.key.fingerprint.toString(16).padStart(8, '0')}/84h/1h/0h]`;
add('a master tprv', me.key.privateExtendedKey, usual);
add('a master tprv for account 9', me.key.privateExtendedKey, single('tr', me, 'm/86h/1h/9h/0/5'));
add('an account tprv', account.privateExtendedKey, usual);
add('an account tprv with origin', origin + account.privateExtendedKey, usual);
add(
  "an account tprv with origin, ' steps",
  origin.replaceAll('h', "'") + account.privateExtendedKey,
  usual,
);
add('a key in the middle of the path', at(me, 'm/84h').privateExtendedKey, usual);
add('a key of a branch', at(me, `${P84}/0`).privateExtendedKey, usual);
add('a key of the address', at(me, `${P84}/0/3`).privateExtendedKey, usual);
add('a vprv', slip(account, 0x045f18bc), usual);
add('a master vprv', slip(me.key, 0x045f18bc), usual);
add('a uprv', slip(at(me, 'm/49h/1h/0h'), 0x044a4e28), single('sh(wpkh)', me, 'm/49h/1h/0h/0/1'));
add(
  'a Vprv',
  slip(at(me, 'm/48h/1h/0h/2h'), 0x02575048),
  multi('wsh', 'm/48h/1h/0h/2h/0/1'),
  'partial',
);
add(
  'a Uprv',
  slip(at(me, 'm/48h/1h/0h/1h'), 0x024285b5),
  multi('sh(wsh)', 'm/48h/1h/0h/1h/0/1'),
  'partial',
);
add(
  'a tprv that signs multisig',
  at(me, 'm/48h/1h/0h/2h').privateExtendedKey,
  multi('wsh', 'm/48h/1h/0h/2h/0/1'),
  'partial',
);
for (const kind of ['pkh', 'sh(wpkh)', 'wpkh', 'tr'] as const) {
  const path = 'm/1/2/3';
  add(`WIF of ${kind}`, wif(at(me, path)), single(kind, me, path));
  add(
    `private descriptor of ${kind}`,
    `${kind === 'sh(wpkh)' ? 'sh(wpkh' : kind}(${me.key.privateExtendedKey}/1/2/*)${kind === 'sh(wpkh)' ? ')' : ''}`,
    single(kind, me, path),
  );
}
add('WIF of P2PK', wif(at(me, 'm/5')), pay(btc.p2pk(publicAt(me, 'm/5')).script, {}, false));
add(
  'WIF of a coin that the PSBT says nothing about',
  wif(at(me, 'm/5')),
  pay(btc.p2wpkh(publicAt(me, 'm/5'), network).script, {}),
);
add('a multipath descriptor', `wpkh(${origin}${account.privateExtendedKey}/<0;1>/*)`, usual);
add('a multipath descriptor with SLIP-132', `wpkh(${slip(account, 0x045f18bc)}/<0;1>/*)`, usual);
add(
  'two descriptors and words in one file',
  `wpkh(${at(other, P84).privateExtendedKey}/0/*)\n\n# mine\n${me.words}`,
  usual,
);
add('WIF keys, a line each', `${wif(at(other, 'm/1'))}\n${wif(at(me, `${P84}/0/3`))}`, usual);
add(
  'importdescriptors with a range',
  JSON.stringify([
    { desc: `wpkh(${account.privateExtendedKey}/0/*)`, range: [0, 9], timestamp: 'now' },
  ]),
  usual,
);
add('keys in quotes', `"${me.words}"`, usual);

// Wallets of several keys.
for (const [wrap, path] of [
  ['wsh', 'm/48h/1h/0h/2h/0/1'],
  ['sh(wsh)', 'm/48h/1h/0h/1h/1/0'],
  ['sh', 'm/45h/0/0/1'],
  ['wsh', 'm/87h/1h/5h/0/7'],
  ['wsh', 'm/48h/1h/3h/2h/0/1'],
  ['wsh', 'm/9h/9h/0/0'],
  ['bare', 'm/45h/0'],
] as const) {
  add(`2 of 3 ${wrap} at ${path}`, me.words, multi(wrap, path), 'partial');
  add(`2 of 3 ${wrap} at ${path} by two seeds`, [me.words, other.words], multi(wrap, path));
  add(`1 of 2 ${wrap} at ${path}`, me.words, multi(wrap, path, [other, me], 1));
  add(
    `2 of 3 ${wrap} at ${path} by a stranger`,
    rootOf(entropyToMnemonic(entropy(16, 99), english)).words,
    multi(wrap, path),
    /no-input-ours|None of/i,
  );
}
add(
  '2 of 2 in the order of the script',
  me.words,
  multi('wsh', 'm/48h/1h/0h/2h/0/1', [other, me], 2, false),
  'partial',
);
const leafPath = 'm/86h/1h/2h/0/1';
add(
  'pk in a leaf',
  me.words,
  leaf(btc.p2tr_pk(xOnly(publicAt(me, leafPath))).script, [me], leafPath),
);
const multiA = btc.p2tr_ms(
  2,
  [me, other, third].map((root) => xOnly(publicAt(root, leafPath))),
).script;
add('multi_a in a leaf', me.words, leaf(multiA, [me, other, third], leafPath), 'partial');
add(
  'multi_a in a leaf by two seeds',
  `${me.words}\n${other.words}`,
  leaf(multiA, [me, other, third], leafPath),
);

// Names of keys in PSBTs: a coin of ours under a wrong path is signed, with a warning.
const zero: Name = { fingerprint: 0, path: stepsOf(`${P84}/0/3`) };
add('the fingerprint 00000000', me.words, single('wpkh', me, `${P84}/0/3`, zero));
add(
  'another fingerprint',
  me.words,
  single('wpkh', me, `${P84}/0/3`, { ...zero, fingerprint: 0x01020304 }),
);
add('no derivation', me.words, pay(btc.p2wpkh(publicAt(me, `${P84}/0/3`), network).script, {}));
add(
  'no derivation, change branch',
  me.words,
  pay(btc.p2tr(xOnly(publicAt(me, 'm/86h/1h/0h/1/17')), undefined, network).script, {}),
);
add('the wrong index', me.words, single('wpkh', me, `${P84}/0/3`, nameOf(me, `${P84}/0/4`)));
add('the wrong branch', me.words, single('wpkh', me, `${P84}/0/3`, nameOf(me, `${P84}/1/3`)));
// What must not be signed, and why.
add(
  'a stranger under our fingerprint',
  me.words,
  single('wpkh', other, `${P84}/0/3`, nameOf(me, `${P84}/0/3`)),
  /input-not-ours/,
);
add(
  'our name on a script of a stranger',
  me.words,
  pay(btc.p2wpkh(publicAt(other, 'm/1'), network).script, {
    bip32Derivation: [[publicAt(me, `${P84}/0/3`), nameOf(me, `${P84}/0/3`)]],
  }),
  /script|stop|STOP|Nothing was signed/,
);
add('other words', other.words, usual, /no-input-ours|None of/i);
add(
  'a zprv of the main network',
  slip(account, 0x04b2430c),
  usual,
  /This is a key of the main network, not of regtest/,
);
add(
  'a WIF of the main network',
  wif(account, true, 0x80),
  usual,
  /This is a key of the main network, not of regtest/,
);
add('an account tpub', account.publicExtendedKey, usual, /This is a public key, which cannot sign/);
add(
  'an account tprv of another account',
  at(me, 'm/84h/1h/1h').privateExtendedKey,
  usual,
  /no-input-ours|None of|none of|Nothing was signed/i,
);
add(
  'words with a typo',
  me.words.replace(/^\w+/, 'zzzzz'),
  usual,
  /[Ww]ord 1\b.* is not a BIP39 word/,
);
add('words with a wrong checksum', me.words.replace(/\w+$/, 'zoo'), usual, /checksum is wrong/);
add(
  'eleven words',
  me.words.replace(/ \w+$/, ''),
  usual,
  /11 words: a phrase has 12, 15, 18, 21 or 24/,
);
add(
  'an encrypted key (BIP38)',
  '6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg',
  usual,
  /BIP38/,
);
add('an empty file', '', usual, /[Tt]here are no keys|empty/);
add('a file of something else', 'hello', usual, /not a descriptor, private key/);

export const foreignJourneys: readonly ForeignJourney[] = rows;
