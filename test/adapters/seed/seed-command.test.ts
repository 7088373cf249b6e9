import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { describe, expect, test } from 'vitest';
import { runSeed } from '../../../src/adapters/seed/seed-command.ts';
import { formatSilentDescriptor, parseSilentDescriptor } from '../../../src/public/descriptor.ts';
import { networks } from '../../../src/public/script.ts';
import { readVector } from '../../support/paths.ts';
import { fakeTerminal } from '../../support/screens/terminal.ts';

const ABANDON = `${'abandon '.repeat(11)}about`;

type Typed = {
  /** Answers in raw mode, one per question. */
  readonly secrets?: readonly string[];
  readonly lines?: readonly string[];
  readonly input?: string;
  readonly columns?: number;
};

async function call(args: readonly string[], { secrets, lines, input, columns = 120 }: Typed = {}) {
  const prompts: string[] = [];
  const answer = (given: readonly string[]) => {
    const left = [...given];
    return async (prompt: string) => {
      prompts.push(prompt);
      return left.shift();
    };
  };
  const { terminal, written } = fakeTerminal({
    readInput: async () => input ?? '',
    readFile: () => {
      throw new Error('no file is read');
    },
    isScreen: columns > 0,
    columns,
    ...(secrets && { readSecret: answer(secrets) }),
    ...(lines && { readLine: answer(lines) }),
  });
  return { code: await runSeed(['-noconf', ...args], terminal), prompts, ...written };
}

describe('words typed one at a time', () => {
  const words = ABANDON.split(' ');

  test('open the wallet after the last one and an empty answer', async () => {
    const { code, out, prompts } = await call(['check'], { secrets: [...words, ''] });
    expect([code, out.includes('73c5da0a')]).toEqual([0, true]);
    expect(prompts[11]).toBe('Word 12 (not shown)> ');
    expect(prompts[12]).toBe('Word 13 (not shown; nothing if that is all)> ');
  });

  test('may be numbered, and are checked at once against the list but not by checksum', async () => {
    const numbered = words.map((word, i) => `${i + 1}. ${word}`);
    const secrets = [...numbered.slice(0, 4), '5 abandn', '', ...numbered.slice(4), ''];
    const { code, err, prompts } = await call(['check'], { secrets });
    expect(code).toBe(0);
    expect(err).toContain('“abandn” (word 5) is not a BIP39 word. Did you mean abandon');
    expect(err).toContain('4 words: a phrase has 12, 15, 18, 21, 24. Go on with the next');
    expect(prompts.filter((prompt) => prompt.startsWith('Word 5'))).toHaveLength(3);
    expect(err).not.toContain('checksum');
  });

  test('end with the 24th word', async () => {
    const all = [...Array.from({ length: 23 }, () => 'abandon'), 'art'];
    const { code, prompts } = await call(['check'], { secrets: all });
    expect([code, prompts.length]).toEqual([0, 25]);
  });

  test('report a wrong checksum without a suggestion', async () => {
    const { code, err } = await call(['check'], {
      secrets: [...words.slice(0, 11), 'abandon', ''],
    });
    expect(code).not.toBe(0);
    expect(err).toContain('the checksum is wrong. At least one word is wrong');
    expect(err).not.toContain('exchanged');
  });
});

describe('check', () => {
  test('shows fingerprint and first addresses as devices do (the addresses of BIP84 and BIP86, and of BIP39’s first test vector)', async () => {
    const { code, out, err } = await call(['check'], { secrets: [ABANDON] });
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^BIP39: 12 words, english, checksum right\nmaster fingerprint 73c5da0a\n/);
    for (const address of [
      '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA',
      '37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf',
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    ]) {
      expect(out).toContain(`0 ${address}\n`);
    }
  });

  test('takes words from a pipe, and a passphrase in the next line', async () => {
    const plain = await call(['check', '-addresses=0'], { input: `${ABANDON}\n` });
    const passphrase = await call(['check', '-passphrase', '-addresses=0'], {
      input: `${ABANDON}\nTREZOR\n`,
    });
    expect(plain.out).toContain('73c5da0a');
    expect(passphrase.out).toContain('master fingerprint b4e3f5ed');
    const missing = await call(['check', '-passphrase'], { input: ABANDON });
    expect([missing.code, missing.err]).toEqual([
      1,
      expect.stringMatching(/the passphrase in the second/),
    ]);
  });

  test('asks for a passphrase twice, unseen', async () => {
    const same = await call(['check', '-passphrase'], { secrets: [ABANDON, 'TREZOR', 'TREZOR'] });
    expect(same.prompts).toEqual([
      'Seed words (not shown)> ',
      'Passphrase (not shown)> ',
      'Passphrase again> ',
    ]);
    expect(same.out).toContain('b4e3f5ed');
    const other = await call(['check', '-passphrase'], { secrets: [ABANDON, 'TREZOR', 'TREZ0R'] });
    expect(other).toMatchObject({
      code: 1,
      out: '',
      err: 'Error: The two passphrases differ. Try again\n',
    });
  });

  test('warns about passphrases that are easy to mistype', async () => {
    const { err } = await call(['check', '-passphrase'], { secrets: [ABANDON, ' a  b', ' a  b'] });
    expect(err.match(/Warning/g)?.length).toBeGreaterThan(1);
    expect(err).not.toContain('a  b');
  });

  test('reads the digits of a SeedQR, and capitals and numbers as people write them', async () => {
    const digits = '000000000000000000000000000000000000000000000003';
    expect((await call(['check'], { input: digits })).out).toContain('73c5da0a');
    const numbered = ABANDON.split(' ')
      .map((word, i) => `${i + 1}. ${word.toUpperCase()}`)
      .join('\n');
    const { out, err } = await call(['check'], { input: numbered });
    expect(out).toContain('73c5da0a');
    expect(err).toMatch(/^Note: /);
  });

  test('knows Electrum seeds, and reports words that are both', async () => {
    // From Electrum's tests.
    const segwit = 'bitter grass shiver impose acquire brush forget axis eager alone wine silver';
    const { out } = await call(['check', '-addresses=1'], { input: segwit });
    expect(out).toMatch(/Electrum: a seed of version segwit/);
    expect(out).toContain('0 bc1q3g5tmkmlvxryhh843v4dz026avatc0zzr6h3af');
  });
});

describe('secrets', () => {
  test('are refused on the command line, whatever the command', async () => {
    for (const args of [
      ['check', ...ABANDON.split(' ')],
      ['descriptors', '-passphrase=TREZOR'],
      ['qr', ABANDON],
    ]) {
      const { code, out, err } = await call(args, { secrets: [ABANDON] });
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(/Never type words or passphrases on the command line/);
      expect(err).not.toMatch(/abandon|TREZOR/);
    }
  });

  test('are in no error, which names only places and counts', async () => {
    const wrong = ABANDON.replace('about', 'abuot');
    for (const words of [
      wrong,
      ABANDON.replace('about', 'zoo'),
      'abandon abandon',
      '',
      'nonsense '.repeat(12),
    ]) {
      const { code, out, err } = await call(['check'], { input: words });
      expect([code, out]).toEqual([1, '']);
      expect(err).not.toMatch(/abandon|abuot|about|nonsense|zoo/);
    }
    const typed = await call(['check'], { secrets: [wrong] });
    expect(typed.err).toMatch(/12/);
    expect(typed.err).toMatch(/about/);
  });

  test('are only written on request, with a warning', async () => {
    const watching = await call(['descriptors'], { input: ABANDON });
    expect(watching.out).not.toContain('prv');
    const requests = JSON.parse(watching.out);
    expect(requests.map(({ desc }: { desc: string }) => desc.split('(')[0])).toEqual([
      'pkh',
      'sh',
      'wpkh',
      'tr',
    ]);
    const spending = await call(['descriptors', '-private', '-timestamp=1700000000'], {
      input: ABANDON,
    });
    expect(spending.out.match(/xprv/g)).toHaveLength(4);
    expect(spending.out.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(spending.out)[0].timestamp).toBe(1700000000);
    expect(spending.err).toMatch(/^Warning: anyone who reads/);
  });
});

describe('the silent payment account', () => {
  // From the tests of BlueWallet, and of a SeedSigner that was compared with Sparrow.
  const published = [
    {
      words: ABANDON,
      address:
        'sp1qqfqnnv8czppwysafq3uwgwvsc638hc8rx3hscuddh0xa2yd746s7xqh6yy9ncjnqhqxazct0fzh98w7lpkm5fvlepqec2yy0sxlq4j6ccc3h6t0g',
      watching:
        'sp([73c5da0a/352h/0h/0h]spscan1q0rnl6lft0gkpg4nsn528qgdpytfdej40atdqgrxpqqsg8c5r8vys973ppv7y5c9cphgkzm6g4efmhhcdkazt87ggxwz3pruphc9vkkxxhtvyag)',
    },
    {
      words: ABANDON,
      chain: '-signet',
      address:
        'tsp1qqdpels3srq45dlezqvk20t3dlueftry6p5thc7msjm0s6jm3g84jzq5rxzzunfck6d45va2jcqxk429agt3e4klf3vzmcgp3zqthryhhqgnz4k3n',
      watching:
        'sp([73c5da0a/352h/1h/0h]tspscan1q8pjcdy7qzlzxl44chw2tsanvzg7dtwhkqf3nsvzmdavls2ekl8qq9qesshy6w9knddr825kqp442302zuwddh6vtqk7zqvgszace9aczgnuqn3)',
    },
    {
      words: `${'zoo '.repeat(11)}glue`,
      address:
        'sp1qqvchcnrcqpdutxhpf57ptn3wajj0ymqxwzu9g6vj9uxx3wuvlykhyqh99hyh33y5593802pzw5rtw040zrw9f8re52tgcwngc5974w5evuufdy0m',
    },
  ];

  test.each(published)('has the address that other programs show: $address', async (row) => {
    const chain = row.chain === undefined ? [] : [row.chain];
    const checked = await call([...chain, 'check'], { input: row.words });
    expect(checked.out).toContain(
      `BIP352 m/352h/${chain.length}h/0h (silent payments)\n${row.address}`,
    );
    expect(checked.out).not.toMatch(/sp(scan|spend)1/);
    const made = await call([...chain, 'descriptors', '-silent'], { input: row.words });
    const [{ desc = '', active = undefined } = {}, ...more] = JSON.parse(made.out);
    expect([more, active]).toEqual([[], undefined]);
    expect(desc).toMatch(/^sp\(\[/);
    if (row.watching !== undefined) expect(desc.replace(/#.*/, '')).toBe(row.watching);
    const spending = await call([...chain, 'descriptors', '-silent', '-private'], {
      input: row.words,
    });
    expect(spending.err).toMatch(/^Warning: anyone who reads/);
    const network = row.chain === undefined ? networks.main : networks.signet;
    const read = parseSilentDescriptor(JSON.parse(spending.out)[0].desc, { network });
    if ('error' in read) throw new Error(read.error);
    expect(formatSilentDescriptor(read, network, true)).toBe(desc);
    // BIP376 gives the path of the spend key, BIP392 that of the account.
    const steps = [352, chain.length, 0, 0].map((step) => step + 0x80000000);
    expect(read.origin.path).toEqual([...steps, 0]);
    const root = HDKey.fromMasterSeed(mnemonicToSeedSync(row.words));
    const spend = root.derive(`m/352'/${chain.length}'/0'/0'/0`).privateKey;
    expect(read.spendPrivateKey?.reveal()).toEqual(spend);
  });
});

describe('dice', () => {
  const rolls: { kind: string; rolls: string; words: string }[] = JSON.parse(
    readVector('seed/rolls.json'),
  );

  test('make the words that Coldcard and SeedSigner make', async () => {
    let made = 0;
    for (const { kind, rolls: digits, words } of rolls) {
      const count = words.split(' ').length;
      if (kind !== 'dice' || digits.length < (count === 24 ? 99 : 50)) continue;
      const { out, code } = await call(['dice', `-words=${count}`, '-anyway'], { input: digits });
      expect(code).toBe(0);
      expect(out.split('\n')[0]).toBe(words);
      made += 1;
    }
    expect(made).toBeGreaterThan(0);
  });

  test('are refused if improbable', async () => {
    const { code, out, err } = await call(['dice', '-words=12'], { input: '123456'.repeat(9) });
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/less than once in 1,000 times, so no words were made/);
  });

  test('reports too few or invalid rolls, and skips a wrong line', async () => {
    const few = await call(['dice', '-words=12'], { input: '1234' });
    expect(few.err).toMatch(/12 words need 50 rolls, and you have 4. Roll 46 more/);
    const lines = ['124563241', '7', '3145', ...Array.from({ length: 9 }, () => '62513')];
    const typed = await call(['dice', '-words=12', '-anyway'], { lines });
    expect(typed.err).toMatch(/that line does not count/);
    expect(typed.out.split(' ').length).toBeGreaterThan(11);
    expect(typed.prompts[2]).toBe('Rolls (9 of 50)> ');
  });
});

test('last-word lists words that complete a phrase', async () => {
  const { out, err } = await call(['last-word', '-language=english'], {
    input: 'abandon '.repeat(11),
  });
  expect(out.trim().split('\n')).toHaveLength(128);
  expect(out).toContain('about\n');
  expect(err).toContain('Choose one by chance');
  const unclear = await call(['last-word'], { input: 'abandon '.repeat(11) });
  expect(unclear.err).toMatch(/-language=english or -language=french/);
  const few = await call(['last-word', '-language=english'], { input: 'abandon abandon' });
  expect(few.err).toMatch(/last-word needs 11, 14, 17, 20 or 23/);
});

test('qr writes the digits of a SeedQR, or draws it where there is room', async () => {
  const { out } = await call(['qr'], { input: ABANDON });
  expect(out).toBe('000000000000000000000000000000000000000000000003\n');
  const drawn = await call(['qr', '-show'], { input: ABANDON });
  expect([drawn.out, drawn.err.includes('█')]).toEqual(['', true]);
  const compact = await call(['qr', '-compact'], { input: ABANDON });
  expect(compact.out).toBe(`${'00'.repeat(16)}\n`);
  expect((await call(['qr', '-show'], { input: ABANDON, columns: 20 })).err).toMatch(/too narrow/);
});

test('child is reproducible, and different for each number', async () => {
  const child = (index: number, ...more: string[]) =>
    call(['child', `-index=${index}`, ...more], { input: ABANDON });
  const [one, same, two] = [await child(0), await child(0), await child(1)];
  expect(one.out).toBe(same.out);
  expect(one.out).not.toBe(two.out);
  expect(one.out.trim().split(' ')).toHaveLength(12);
  expect((await child(0, '-kind=hex', '-bytes=16')).out).toMatch(/^[0-9a-f]{32}\n$/);
  expect((await child(0, '-kind=gold')).err).toMatch(/-kind must be words, wif, xprv or hex/);
});

test.each([
  [[], /Missing command/],
  [['paint'], /Unknown command “paint”/],
  [['check', '-language=klingon'], /Unknown -language=klingon.*english/],
  [['check', '-account=-1'], /-account must be a number/],
  [['check', '-addresses=5000'], /-addresses must be a number/],
  [['dice', '-words=13'], /-words must be 12, 15/],
] as const)('%s is refused', async (args, words) => {
  const { code, err } = await call(args, { input: ABANDON });
  expect(code).toBe(1);
  expect(err).toMatch(words);
});

describe('a pasted phrase', () => {
  const digits = '000000000000000000000000000000000000000000000003';

  test('is asked for its passphrase, as words and as a SeedQR', async () => {
    for (const text of [ABANDON, digits]) {
      const { prompts, out } = await call(['check'], { secrets: [text, 'TREZOR', 'TREZOR'] });
      expect(prompts[1]).toBe('Passphrase (not shown; nothing if it has none)> ');
      expect(out).toContain('master fingerprint b4e3f5ed');
      const none = await call(['check'], { secrets: [text, ''] });
      expect(none.out).toContain('master fingerprint 73c5da0a');
      expect(none.prompts).toHaveLength(2);
    }
  });

  test('gets the warnings of a passphrase, and no question if a passphrase has no effect', async () => {
    const { err } = await call(['check'], { secrets: [ABANDON, ' TREZOR', ' TREZOR'] });
    expect(err).toContain('Warning: The passphrase begins or ends with a space');
    const qr = await call(['qr'], { secrets: [ABANDON] });
    expect(qr.prompts).toHaveLength(1);
    const differ = await call(['check'], { secrets: [ABANDON, 'TREZOR', 'TREZOF'] });
    expect(differ.err).toContain('The two passphrases differ');
  });
});
