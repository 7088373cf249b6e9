import { describe, expect, test } from 'vitest';
import { redactSecrets } from '../../src/encoding/redact.ts';
import { isValidMessage, parseUri } from '../../src/index.ts';
import { refusal } from '../../src/library/payment/reviewed.ts';
import { catalogEntry, findingIds } from '../../src/review/catalog.ts';
import { sourceError } from '../../src/servers/source-error.ts';
import { sourcesUnder } from '../support/build/sources.ts';
import { failureOf, payment, TEST_WIF } from '../support/tried.ts';

/** Files of data, and of sentences that pass with the arguments of a call or are not redacted. */
const others =
  /^src\/(?:adapters|rpc)\/|\/(?:unseen|roots|catalog|electrum-old-words|method-types)\.ts$/;

/** Returns the sentences in string literals. Values in them become a number. */
function sentencesIn(text: string): readonly string[] {
  const code = text
    .replace(/^\s*(\*|\/[*/]).*$/gm, '')
    .replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '7');
  const literals = code.match(/'(?:[^'\\\n]|\\.)*'|`[^`\n]*`|"[^"\n]*"/g) ?? [];
  return literals.map((each) => each.slice(1, -1)).filter((each) => each.includes(' '));
}

describe('sentences of coldsign', () => {
  test('are not cut in errors of the library', () => {
    const sentences = sourcesUnder('src')
      .filter(({ path }) => !others.test(path))
      .flatMap(({ text }) => sentencesIn(text));
    expect(sentences.length).toBeGreaterThan(1000);
    const kept = /^Invalid Bech32/;
    const cut = sentences.filter((text) => !kept.test(text) && redactSecrets(text) !== text);
    expect(cut).toEqual([]);
  });

  test('are not cut in findings that refuse a payment, with any detail', () => {
    for (const id of findingIds) {
      const { text, advice } = catalogEntry(id);
      const detail = 'Its path needs another sequence, lock time or version than this input has.';
      const finding = { id, severity: 'stop', text: `${text} ${detail}`, advice } as const;
      const error = refusal({ ...finding, inputs: [], outputs: [] }, []);
      expect(error.message).toBe(`The review refuses the payment: ${text} ${detail}`);
    }
  });

  test('are not cut in advice about a server', () => {
    const { hint } = sourceError('SOURCE_FALSE', 'It lied');
    expect(hint).toContain('Do not rely on this server. Use another one');
  });
});

describe('a secret of the caller', () => {
  const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

  test('is cut although the rest of the sentence is not', () => {
    const text = `${words} ${TEST_WIF}`;
    const error = refusal(
      { id: 'fee-high', severity: 'stop', text: TEST_WIF, advice: '', inputs: [], outputs: [] },
      [],
    );
    expect(error.message).toBe('The review refuses the payment: [redacted]');
    for (const secret of [words, TEST_WIF, text, TEST_WIF.slice(0, 40)]) {
      const signed = { address: secret, message: 'a', signature: '' };
      const { coins, account } = payment;
      for (const answer of [
        failureOf(() => parseUri(secret)),
        failureOf(() => isValidMessage(signed)),
        failureOf(() =>
          account.coins(
            coins.map(({ scriptPubKey: _, ...coin }) => ({ ...coin, address: secret })),
          ),
        ),
      ]) {
        expect(answer).toContain('The text is not ');
        expect(answer).not.toContain('winner');
        expect(answer).not.toContain(TEST_WIF.slice(0, 12));
      }
    }
  });
});

test.each([
  ['ltc1qg42tkwuuxefutzxezdkdel39gfstuap288mfea', 'ltc1'],
  ['0x52908400098527886E0F7030069857D2E4169EE7', '0x'],
  ['addr1vpu5vlrf4xkxv2qpwngf6cjhtw542ayty80v8dyr49rf5eg0yu80w', 'addr1'],
])('an address of another coin, %s, is named by its beginning', (address, start) => {
  const answer = failureOf(() => parseUri(address));
  expect(answer).toContain(`The text that begins with ${start} is not an address of main`);
  expect(answer).toContain('It may be an address of another coin. Compare it with');
});
