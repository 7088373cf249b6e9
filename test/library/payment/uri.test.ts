import { describe, expect, test } from 'vitest';
import { encodeBech32 } from '../../../src/encoding/bech32.ts';
import {
  type ColdsignError,
  formatUri,
  isColdsignError,
  type PaymentRequest,
  parseUri,
  tryParseUri,
} from '../../../src/index.ts';

const ON_CHAIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
/** The first address of BIP352's test vectors. */
const SILENT =
  'sp1qqgste7k9hx0qftg6qmwlkqtwuy6cycyavzmzj85c6qdfhjdpdjtdgqjuexzk6murw56suy3e0rd2cgqvycxttddwsvgxe2usfpxumr70xc9pkqwv';
const damaged = `${SILENT.slice(0, -1)}q`;

function errorOf(run: () => unknown): ColdsignError {
  try {
    run();
  } catch (error) {
    if (isColdsignError(error)) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('a request for a silent payment', () => {
  test('is read from a URI and from an address alone, and can be an output', () => {
    for (const text of [SILENT, ` ${SILENT}\n`, `bitcoin:?sp=${SILENT}`, `BITCOIN:?SP=${SILENT}`]) {
      expect(parseUri(text)).toEqual({ address: SILENT });
    }
    expect(parseUri(`bitcoin:?sp=${SILENT}&amount=0.5`)).toEqual({
      address: SILENT,
      value: 50_000_000n,
    });
  });

  test('can be beside an address on the chain', () => {
    const read = parseUri(`bitcoin:${ON_CHAIN}?sp=${SILENT}&lightning=lnbc1&pop=app%3a`);
    expect(read).toMatchObject({
      address: ON_CHAIN,
      silentAddress: SILENT,
      others: [{ kind: 'lightning', text: 'lnbc1' }],
      pop: 'app:',
    });
    expect(read.scriptPubKey).toHaveLength(22);
  });

  test('is refused if its address is damaged or of another network, beside an address too', () => {
    for (const text of [damaged, SILENT.replace('sp1', 'tsp1')]) {
      for (const alone of [text, `bitcoin:?sp=${text}`, `bitcoin:${ON_CHAIN}?sp=${text}`]) {
        expect(errorOf(() => parseUri(alone)).code).toBe('INVALID_ADDRESS');
        expect(tryParseUri(alone)).toHaveProperty('error');
      }
    }
    const { code, hint } = errorOf(() => parseUri(SILENT, { network: 'regtest' }));
    expect([code, hint]).toEqual(['INVALID_ADDRESS', expect.stringContaining('another network')]);
    const both = `bitcoin:?sp=${SILENT}&sp=${SILENT.replace('sp1', 'tsp1')}`;
    expect(parseUri(both)).toEqual({ address: SILENT });
  });

  test('is left to newer programs if its version is newer and there is an address', () => {
    const newer = encodeBech32('bech32m', 'sp', new Uint8Array(120).fill(31, 0, 1));
    expect(parseUri(`bitcoin:${ON_CHAIN}?sp=${newer}`)).not.toHaveProperty('silentAddress');
    expect(errorOf(() => parseUri(newer)).hint).toContain('newer version');
  });
});

describe('a written request', () => {
  test('has the form of the examples of BIP21 and BIP321', () => {
    const address = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
    expect(formatUri({ address })).toBe(`bitcoin:${address}`);
    expect(formatUri({ address, label: 'Luke-Jr' })).toBe(`bitcoin:${address}?label=Luke-Jr`);
    expect(formatUri({ address, value: 2_030_000_000n, label: 'Luke-Jr' })).toBe(
      `bitcoin:${address}?amount=20.3&label=Luke-Jr`,
    );
    expect(
      formatUri({
        address,
        value: 5_000_000_000n,
        label: 'Luke-Jr',
        message: 'Donation for project xyz',
      }),
    ).toBe(`bitcoin:${address}?amount=50&label=Luke-Jr&message=Donation%20for%20project%20xyz`);
    expect(formatUri({ address: SILENT })).toBe(`bitcoin:?sp=${SILENT}`);
  });

  const requests: readonly PaymentRequest[] = [
    { address: ON_CHAIN },
    { address: ON_CHAIN.toUpperCase(), value: 1n },
    { address: ON_CHAIN, value: 2_100_000_000_000_000n, label: '' },
    { address: ON_CHAIN, label: 'a&amount=1', message: '#?%=+ é 日本 \u202e' },
    { address: ON_CHAIN, silentAddress: SILENT, others: [{ kind: 'lno', text: 'lno1x' }] },
    { address: SILENT, value: 10_000n, pop: 'app:done?x=1&y=2' },
  ];

  test.each(requests)('is read as the same request: %o', (request) => {
    expect(parseUri(formatUri(request))).toMatchObject(request);
    expect(formatUri(parseUri(formatUri(request)))).toBe(formatUri(request));
  });

  test.each<[string, PaymentRequest, ColdsignError['code']]>([
    ['an address of another network', { address: 'tb1qx' }, 'INVALID_ADDRESS'],
    ['a mistyped address', { address: `${ON_CHAIN.slice(0, -1)}q` }, 'INVALID_ADDRESS'],
    ['a URI as address', { address: `bitcoin:${ON_CHAIN}` }, 'INVALID_ADDRESS'],
    ['more in an address', { address: `${ON_CHAIN}?amount=2` }, 'INVALID_ADDRESS'],
    ['a damaged silent address', { address: ON_CHAIN, silentAddress: damaged }, 'INVALID_ADDRESS'],
    ['an address as silent', { address: ON_CHAIN, silentAddress: ON_CHAIN }, 'INVALID_ADDRESS'],
    [
      'the script of another address',
      { address: ON_CHAIN, scriptPubKey: Uint8Array.of(0x51) },
      'INVALID_ADDRESS',
    ],
    ['a value of 0', { address: ON_CHAIN, value: 0n }, 'INVALID_AMOUNT'],
    ['a value in BTC', { address: ON_CHAIN, value: 0.1 as never }, 'INVALID_AMOUNT'],
    ['more than there can be', { address: ON_CHAIN, value: 2n ** 53n }, 'INVALID_AMOUNT'],
    ['half a character', { address: ON_CHAIN, label: '\ud83d' }, 'WRONG_ARGUMENT'],
    ['a misspelt member', { address: ON_CHAIN, lable: 'x' } as never, 'WRONG_ARGUMENT'],
  ])('is refused with %s', (_, request, code) => {
    expect(errorOf(() => formatUri(request)).code).toBe(code);
  });
});
