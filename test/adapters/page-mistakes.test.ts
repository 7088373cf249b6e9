import { p2wpkh, Transaction, WIF } from '@scure/btc-signer';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { engineText, setLanguage } from '../../src/adapters/page/language.ts';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { ABANDON, master } from '../support/chains/abandon-payment.ts';
import { otherLanguages, readLanguages } from '../support/screens/page-languages.ts';

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} });
  readLanguages();
});
afterAll(() => vi.unstubAllGlobals());

type Engine = ReturnType<typeof createEngine>;

async function opened(): Promise<Engine> {
  const engine = createEngine(() => undefined);
  engine.takeText(ABANDON.join(' '));
  await engine.openPayload('');
  return engine;
}

const keyAt = (path: string) => {
  const { publicKey, privateKey } = master.derive(path);
  if (publicKey === null || privateKey === null) throw new Error('no key');
  return { publicKey, privateKey };
};
const first = p2wpkh(keyAt("m/84'/0'/0'/0/0").publicKey);
const ADDRESS = first.address ?? '';
const FOREIGN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const TEST = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
const XPRV = master.privateExtendedKey;
const WIF_KEY = WIF().encode(keyAt("m/84'/0'/0'/0/0").privateKey);

const groups = (text: string) => text.match(/.{1,4}/g)?.join(' ') ?? '';
const lines = (text: string) => text.match(/.{1,40}/g)?.join('\r\n') ?? '';

test.each([
  ['in groups', groups(ADDRESS)],
  ['in groups with hard spaces', groups(ADDRESS).replaceAll(' ', '\u00a0')],
  ['in two lines', lines(ADDRESS)],
  ['in capitals', ADDRESS.toUpperCase()],
  ['in groups of capitals', groups(ADDRESS.toUpperCase())],
  ['in a payment request', `bitcoin:${ADDRESS}?amount=1`],
])('finds an address of the wallet written %s', async (_, text) => {
  const engine = await opened();
  engine.takeText(text);
  expect((await engine.checkAddress()).path).toBe('73c5da0a/84h/0h/0h/0/0');
});

test.each([
  ['an extended private key in lines', lines(XPRV)],
  ['an extended private key in groups', groups(XPRV)],
  ['a WIF key in groups', groups(WIF_KEY)],
  ['a descriptor with curly marks', `wpkh(${XPRV}/84’/0’/0’/0/*)`],
])('opens %s', async (_, text) => {
  const engine = createEngine(() => undefined);
  engine.takeText(text);
  const { accounts } = await engine.openPayload('');
  expect(JSON.stringify(accounts)).toContain(ADDRESS);
});

test.each([["m/84'/0'/1'"], ['m/84’/0’/1’'], ['84h/0h/1h'], [' M/84H/0H/1H ']])(
  'shows the account at the path %s',
  async (path) => {
    const engine = await opened();
    const [account] = engine.accountsAt({ path });
    const key = keyAt("m/84'/0'/1'/0/0").publicKey;
    expect(account?.addresses[0]).toBe(p2wpkh(key).address);
  },
);

test.each([
  ['with a quote at its end', (text: string) => `${text}"`],
  ['without the signs = at its end', (text: string) => text.replace(/=+$/, '')],
  ['with empty lines at its end', (text: string) => `${text}\r\n\r\n`],
])('opens a PSBT %s', async (_, change) => {
  const seen = (await opened()).takeText(change(PSBT_TEXT));
  expect(seen).toMatchObject({ status: 'done', kind: 'psbt' });
});

async function checking(text: string): Promise<unknown> {
  const engine = await opened();
  engine.takeText(text);
  return engine.checkAddress();
}

async function paying(
  payees: readonly (readonly [string, string])[],
  rate = '2',
  amount = 100_000n,
) {
  const engine = await opened();
  const paid = new Transaction();
  paid.addInput({ txid: '11'.repeat(32), index: 0 });
  paid.addOutput({ script: first.script, amount });
  engine.takeText(Buffer.from(paid.toBytes(true, true)).toString('hex'));
  await engine.openPaid();
  return engine.makePayment({
    payees: payees.map(([address, amount]) => ({ address, amount, paysFee: false })),
    feeRate: rate,
    coins: [],
  });
}

async function verifying(address: string, signature = 'AAAA'): Promise<unknown> {
  const answer = await (await opened()).checkMessage({ address, message: 'hello', signature });
  throw new Error(answer.reason);
}

const typo = `${ADDRESS.slice(0, 20)}${ADDRESS[20] === 'q' ? 'p' : 'q'}${ADDRESS.slice(21)}`;
const tpub =
  'tpubDCBWBScQPGv4Xk3JSbhw6wYYpayMjb2eAYyArpbSqQTbLDpphHGAetB6VQgVeftLML8vDSUEWcC2xDi3qJJ3YCDChJDvqVzpgoYSuT52MhJ';
const ELSEWHERE =
  /^This is for Testnet 3, Testnet 4, Signet, but the page is set to Bitcoin\. .*Keys\.$/;
const rolls = (text: string) => async () => (await opened()).wordsOfRolls(text, 12);

const spending = () => {
  const made = new Transaction();
  made.addInput({
    txid: '11'.repeat(32),
    index: 0,
    witnessUtxo: { script: first.script, amount: 9000n },
  });
  made.addOutput({ script: first.script, amount: 8000n });
  return made;
};
const PSBT = spending().toPSBT();
const PSBT_TEXT = Buffer.from(PSBT).toString('base64');
const RAW = spending().toBytes(true, true);
const RAW_TEXT = Buffer.from(RAW).toString('hex');
const opening = (given: string | Uint8Array) => async () => {
  const engine = await opened();
  const seen = typeof given === 'string' ? engine.takeText(given) : engine.takeBytes(given);
  throw new Error(seen.status === 'refused' ? seen.message : JSON.stringify(seen));
};
const LONG = [...Array<string>(23).fill('abandon'), 'art'];

/** Pastes words, and throws what the page says before it asks for their passphrase. */
async function previewing(words: readonly string[]) {
  const engine = createEngine(() => undefined);
  engine.takeText(words.join(' '));
  throw new Error(engine.previewPassphrase('', 'import').problem);
}

const openingWords = async (words: readonly string[]) => {
  const engine = createEngine(() => undefined);
  engine.takeText(words.join(' '));
  return engine.openPayload('');
};

const typing = async ({ fault }: ReturnType<Engine['addWords']>) => {
  throw new Error(fault);
};

const CUT = /^This is a transaction that is cut off or damaged\. Copy or export it again/;
const SEVERAL =
  /several PSBTs or transactions\. Save each one in a file of its own|another one behind/;

const mistakes: readonly (readonly [slip: string, () => Promise<unknown>, says: RegExp])[] = [
  ['checks a mistyped address', () => checking(typo), /probably at character 21\. Compare/],
  [
    'checks an address that is cut off',
    () => checking(ADDRESS.slice(0, -1)),
    /missing or mistyped/,
  ],
  ['checks an address of a test network', () => checking(TEST), ELSEWHERE],
  ['checks a payment request of a test network', () => checking(`bitcoin:${TEST}`), ELSEWHERE],
  ['checks a key of a test network', () => checking(tpub), /^This is for Testnet 3.*Bitcoin\./],
  ['verifies a message without an address', () => verifying(' '), /^Enter an address\.$/],
  ['verifies a message of a mistyped address', () => verifying(typo), /character 21/],
  ['verifies a message of a test network', () => verifying(TEST), ELSEWHERE],
  ['verifies a word as a signature', () => verifying(groups(ADDRESS)), /not a message signature/],
  ['pays no address', () => paying([['', '0.0005']]), /Enter the address of the recipient/],
  ['pays a mistyped address', () => paying([[typo, '0.0005']]), /character 21/],
  ['pays an address of a test network', () => paying([[TEST, '0.0005']]), ELSEWHERE],
  [
    'pays one address twice',
    () =>
      paying([
        [FOREIGN, '0.0001'],
        [groups(FOREIGN.toUpperCase()), '0.0002'],
      ]),
    /same address\. Add up/,
  ],
  ['pays no amount', () => paying([[FOREIGN, '']]), /^Enter the amount in BTC with a dot/],
  ['pays with a comma', () => paying([[FOREIGN, '0,0005']]), /with a dot/],
  ['pays part of a satoshi', () => paying([[FOREIGN, '0.000500001']]), /with a dot/],
  ['pays dust', () => paying([[FOREIGN, '0.00000001']]), /too small to send/],
  ['pays more than there is', () => paying([[FOREIGN, '5.0']]), /coins are not enough/],
  ['pays more than exists', () => paying([[FOREIGN, '22000000.0']]), /coins are not enough/],
  ['types a fee rate with a comma', () => paying([[FOREIGN, '0.0005']], '2,5'), /sat\/vB/],
  ['types a word as the fee rate', () => paying([[FOREIGN, '0.0005']], 'fast'), /sat\/vB/],
  [
    'types satoshi per kilobyte as the fee rate',
    () => paying([[FOREIGN, '0.0005']], '5000', 10n ** 9n),
    /^The fee of .* sat\/vB, is more than 2,000\.00 sat\/vB\. Enter a lower fee rate\.$/,
  ],
  [
    'types a fee rate above every limit',
    () => paying([[FOREIGN, '0.0005']], '200000', 10n ** 9n),
    /^The fee is more than 0\.1 BTC\. Enter a lower fee rate in sat\/vB\.$/,
  ],
  ['rolls too few dice', rolls('123'), /^12 words need 50 rolls, and you have 3\. Roll 47 more\.$/],
  ['types a roll of 7', rolls('127'), /^Roll 3 is not valid/],
  ['rolls loaded dice', rolls('6'.repeat(50)), /Take other dice/],
  [
    'types a word as the path of an account',
    async () => (await opened()).accountsAt({ path: 'savings' }),
    /form m\/84h/,
  ],
  [
    'makes a key record without a path',
    async () => (await opened()).makeBsmsKey({ path: '', description: '', token: '' }),
    /form m\/84h/,
  ],
  [
    'pastes a key with its name',
    async () => {
      const engine = createEngine(() => undefined);
      engine.takeText(`xprv: ${XPRV}`);
      return engine.openPayload('');
    },
    /^This text has more in it than a private key\. Remove everything else/,
  ],
  [
    'pastes words, of which one is misspelt',
    () => previewing([...ABANDON.slice(0, 2), 'abuot', ...ABANDON.slice(3)]),
    /^Word 3 is “abuot”, which isn’t a BIP39 word\. Did you mean “about”/,
  ],
  [
    'opens words, of which one is not like any',
    () => openingWords([...ABANDON.slice(0, 2), 'qqqqqqqq', ...ABANDON.slice(3)]),
    /^Word 3 is “qqqqqqqq”, which isn’t a BIP39 word\.$/,
  ],
  [
    'pastes 12 words twice',
    () => previewing([...ABANDON, ...ABANDON]),
    /^The same 12 words are here twice\. Enter them once\.$/,
  ],
  [
    'pastes 24 words twice',
    () => openingWords([...LONG, ...LONG]),
    /^The same 24 words are here twice\. Enter them once\.$/,
  ],
  [
    'pastes 12 words twice into the field of a word',
    () => typing(createEngine(() => undefined).addWords([...ABANDON, ...ABANDON].join(' '))),
    /^The same 12 words are here twice\. Enter them once\.$/,
  ],
  [
    'pastes 24 words twice into the field of a word',
    () => typing(createEngine(() => undefined).addWords([...LONG, ...LONG].join(' '))),
    /^The same 24 words are here twice\. Enter them once\.$/,
  ],
  [
    'inspects a picture',
    async () => {
      const engine = await opened();
      engine.takeBytes(Buffer.from('89504e470d0a1a0a0000', 'hex'));
      return engine.read();
    },
    /nothing to inspect/,
  ],
  ['opens half a transaction', opening(RAW_TEXT.slice(0, 100)), CUT],
  ['opens a transaction without its last digit', opening(RAW_TEXT.slice(0, -1)), CUT],
  ['opens half a binary transaction', opening(RAW.subarray(0, 60)), CUT],
  ['opens half a PSBT', opening(PSBT_TEXT.slice(0, 80)), /^This PSBT is cut off or damaged/],
  [
    'opens a PSBT without its last letters',
    opening(PSBT_TEXT.slice(0, -3)),
    /^This PSBT is cut off/,
  ],
  ['opens half a binary PSBT', opening(PSBT.subarray(0, 60)), /^This PSBT is cut off or damaged/],
  ['opens two PSBTs', opening(`${PSBT_TEXT}\n${PSBT_TEXT}`), SEVERAL],
  ['opens two binary PSBTs', opening(Uint8Array.from([...PSBT, ...PSBT])), SEVERAL],
  ['opens two transactions', opening(`${RAW_TEXT}\n${RAW_TEXT}`), SEVERAL],
  [
    'scans codes of two messages',
    async () => {
      const engine = await opened();
      engine.takeCode({ text: 'p1of3 cHNidP8BA', bytes: undefined });
      const seen = engine.takeCode({ text: 'p2of4 AAAA', bytes: undefined });
      throw new Error(seen.status === 'refused' ? seen.message : seen.status);
    },
    /Stop scanning, then start again/,
  ],
];

test.each(mistakes)('a person who %s gets advice in every language', async (_, run, says) => {
  const { message } = await run().then(
    () => new Error('no mistake'),
    (error: Error) => error,
  );
  expect(message).toMatch(says);
  // A message of the page contains no names of Core's methods or networks.
  expect(message).not.toMatch(/\b(main|test|regtest|Invalid|parameter|SpanReader|iostream)\b/);
  for (const tag of otherLanguages) {
    setLanguage(tag);
    const parts = message.split(/(?<=\.) /);
    const shown = engineText(message);
    expect(parts.filter((part) => shown.includes(part))).toEqual([]);
  }
  setLanguage('en');
});
