import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatUri, fund, parseUri, signMessage } from '../../src/index.ts';
import { randomOutside } from '../../src/library/call-options.ts';
import { checkedRandom } from '../../src/library/payment/arguments.ts';
import { exportWallet } from '../../src/public/formats.ts';
import { signScriptMessage } from '../../src/public/message.ts';
import { client } from '../../src/public/rpc.ts';
import { createKeyProvider } from '../../src/public/signing.ts';
import { createWallets } from '../../src/public/wallet.ts';
import { failure, failureOf, payment, type Untyped } from '../support/tried.ts';

const { account, address, coins, order } = payment;

describe('a format of a message', () => {
  test.each(['bip137', 'Legacy', 'Simple', '', 'proof-of-funds', null, 7])(
    '%o is refused by signMessage with the list',
    async (format: Untyped) => {
      expect(await failure(() => signMessage('a', { account, format }))).toContain(
        'WRONG_ARGUMENT format must be one of legacy, simple, full, not ',
      );
    },
  );

  test('gets the name that was meant', async () => {
    const format: Untyped = 'Simple';
    expect(await failure(() => signMessage('a', { account, format }))).toContain(
      'Did you mean simple?',
    );
  });

  test.each(['legacy', 'Simple', 'bip137', ''])('%o is refused by signScriptMessage', (format) => {
    const provider = createKeyProvider({ keys: [] });
    const scriptPubKey = coins[0]?.scriptPubKey ?? new Uint8Array();
    const job: Untyped = { message: 'a', scriptPubKey, provider, format };
    expect(failureOf(() => signScriptMessage(job))).toContain(
      'signScriptMessage: job.format must be one of simple, full, proof-of-funds',
    );
  });
});

test.each([
  ['Sparrow', 'Did you mean sparrow?'],
  ['coldcrad', 'Did you mean coldcard?'],
  ['foo', 'Choose one of them.'],
  ['', 'Choose one of them.'],
])('exportWallet refuses the format %o', (format: Untyped, hint) => {
  const [descriptor] = account.descriptors;
  const answer = failureOf(() =>
    exportWallet({ descriptors: [descriptor] }, format, { network: 'regtest' }),
  );
  expect(answer).toContain('exportWallet: format must be one of descriptors, core, sparrow, ');
  expect(answer).toContain('slip132, crypto-output, ');
  expect(answer).toContain(hint);
});

describe('randomness of the app', () => {
  const zeros = (length: number) => new Uint8Array(length);
  const sevens = (length: number) => new Uint8Array(length).fill(7);
  const same = (length: number) => Uint8Array.from({ length }, (_, i) => i);

  test.each([zeros, sevens])('is refused if all bytes are equal: %#', async (random) => {
    const words = 'random returns bytes that are all equal, or the same twice';
    expect(failureOf(() => checkedRandom(random)?.(32))).toContain(words);
    expect(failureOf(() => fund({ ...order, random }))).toContain(words);
    expect(failureOf(() => randomOutside(random)(16))).toContain(
      'random gives bytes that are all equal, or the same twice',
    );
  });

  test('is refused if it is the same twice, also in two calls', () => {
    expect(failureOf(() => checkedRandom(same)?.(32))).toBe('accepted');
    expect(failureOf(() => checkedRandom(same)?.(32))).toContain('the same twice');
    const again = (length: number) => same(length);
    expect(failureOf(() => randomOutside(again)(32))).toBe('accepted');
    expect(failureOf(() => randomOutside(again)(32))).toContain('the same twice');
  });

  test('may repeat a few bytes, and counts', () => {
    let counter = 0;
    const counting = (length: number) => new Uint8Array(length).fill(7).fill(counter++, 0, 1);
    const random = checkedRandom(counting);
    for (let i = 0; i < 6; i++) expect(random?.(32)).toHaveLength(32);
    expect(checkedRandom(zeros)?.(4)).toEqual(new Uint8Array(4));
  });

  test('is refused by createwallet, which makes no wallet', async () => {
    const files = new Map<string, Uint8Array>();
    const storage = {
      read: async (name: string) => files.get(name),
      write: async (name: string, bytes: Uint8Array) => void files.set(name, bytes),
      names: async () => [...files.keys()],
    };
    const wallets = createWallets(storage, { network: 'regtest' });
    const methods = client({ network: 'regtest', wallets, now: () => 1, random: zeros });
    expect(await failure(() => methods.createwallet({ wallet_name: 'a' }))).toContain(
      'The option random gives bytes that are all equal, or the same twice',
    );
    expect(files.size).toBe(0);
  });
});

describe('other ways to pay in a URI', () => {
  const network = { network: 'regtest' } as const;

  test.each([
    'amount',
    'x&amount',
    'bc',
    'req-x',
    'label',
    'sp',
    'pop',
    'tb',
    '',
    'LIGHTNING',
    'a b',
  ])('are refused if their kind is %o', (kind) => {
    const request = { address, value: 60_000n, others: [{ kind, text: '9' }] };
    expect(failureOf(() => formatUri(request, network))).toContain(
      'WRONG_ARGUMENT request.others[0].kind must be lightning, lno or pay',
    );
  });

  test('are read as they were written, with everything else', () => {
    const text = fc.string({ unit: 'binary', maxLength: 12 });
    const kind = fc.oneof(fc.constantFrom('lightning', 'lno', 'pay', 'amount', 'bc', 'x'), text);
    const request = fc.record(
      {
        address: fc.constant(address),
        value: fc.bigInt({ min: 1n, max: 2_100_000_000_000_000n }),
        label: text,
        message: text,
        others: fc.array(fc.record({ kind, text }), { minLength: 1, maxLength: 3 }),
        pop: text,
      },
      { requiredKeys: ['address'] },
    );
    const scriptPubKey = coins[0]?.scriptPubKey;
    let written = 0;
    fc.assert(
      fc.property(request, (given) => {
        let uri: string;
        try {
          uri = formatUri(given, network);
        } catch (error) {
          const { code }: Untyped = error;
          expect(code).toBe('WRONG_ARGUMENT');
          return;
        }
        written++;
        expect(parseUri(uri, network)).toEqual({ ...given, scriptPubKey });
      }),
    );
    expect(written).toBeGreaterThan(0);
  });
});
