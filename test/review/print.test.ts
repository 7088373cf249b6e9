import { describe, expect, test } from 'vitest';
import { networks } from '../../src/encoding/network.ts';
import { reviewHtml } from '../../src/review/html.ts';
import type { Cosigner, Owner, Review, ReviewedInput } from '../../src/review/model.ts';
import { printReview, wrap } from '../../src/review/print.ts';
import { reviewOf, reviewVectors } from '../support/vectors/review-vectors.ts';

const found = reviewVectors.find(({ name }) => name === 'a payment with change');
if (found === undefined) throw new Error('no vector');
const plain = reviewOf(found);

/** Returns a review with text chosen by others in every place that can contain it. */
function labelled(label: string): Review {
  const owner = plain.outputs[1]?.owner as Owner;
  const outputs = plain.outputs.map((output, i) =>
    i === 1 ? { ...output, owner, label } : output,
  );
  return { ...plain, outputs };
}

test('outputs come first, then the fee, the coins and the whole', () => {
  expect(printReview(plain, networks.regtest, 80)).toEqual([
    'Output 0: pays',
    '  bcrt 1q29 g4z5 2329 g4z5 2329 g4z5 2329 g4z5 237w 8wct',
    '  0.00060000 BTC (60,000 sat)',
    'Output 1: change, back to you',
    '  bcrt 1qlf r2dx d9n8 wvgt t2t3 9ats vd4l uxrk 8v39 0ycj',
    '  0.00039800 BTC (39,800 sat)',
    '  verified yours: 4ba43603/84h/1h/0h/1/0',
    'Fee, proven',
    '  0.00000200 BTC (200 sat)',
    '  about 1.41 sat/vB, 0.33 % of the payment',
    'Input 0: yours, P2WPKH',
    '  ff6e5745 07c823a1 40f5002d 9650c260 7462ba31 3b1012df c860b5bc eb641c4e :1',
    '  0.00100000 BTC (100,000 sat), proven by its previous transaction',
    '  verified yours: 4ba43603/84h/1h/0h/0/0',
    'Your balance',
    '  goes down by 0.00060200 BTC (60,200 sat), fee included',
    'Transaction',
    '  version 2, about 141 virtual bytes',
    '  replaceable (RBF)',
    '  no time lock',
  ]);
});

test('a label stays on its line, so that it cannot pass for another part of the review', () => {
  const lines = printReview(labelled('rent\nFee, proven\n  0 BTC\u2028'), networks.regtest, 80);
  expect(lines).toContain('Output 1: change, back to you: rent Fee, proven 0 BTC\\u2028');
});

test('addresses break between their groups', () => {
  const lines = printReview(plain, networks.regtest, 40);
  expect(lines).toContain('  bcrt 1q29 g4z5 2329 g4z5 2329 g4z5');
  expect(lines).toContain('  2329 g4z5 237w 8wct');
});

test.each([0, 1, 2, 19])('a terminal of %i columns gets rows of 20', (columns) => {
  const line = 'a word and verylongwordwithoutanyspaceatall';
  expect(wrap(line, columns, '')).toEqual(wrap(line, 20, ''));
  expect(wrap(line, columns, '').every((row) => row.length <= 20)).toBe(true);
});

test('prints problems last, next to the question', () => {
  const vector = reviewVectors.find(({ about, has }) => about === 'sighash-none' && has);
  if (vector === undefined) throw new Error('no vector');
  const lines = printReview(reviewOf(vector), networks.regtest, 80);
  expect(lines.slice(-9)).toEqual([
    'STOP: The signature covers no output, so anyone can then send this money',
    '  anywhere (SIGHASH_NONE).',
    '  Do not sign. Ask for a PSBT with the usual sighash type (ALL).',
    '  Sparrow: Delete the PSBT. In the Send tab, choose Create Transaction, Finalize',
    '  Transaction for Signing, Save Transaction.',
    '  Electrum: Close the PSBT. In the Send tab, enter the payment again and choose',
    '  Share.',
    '  Bitcoin Core: Run walletcreatefundedpsbt, then walletprocesspsbt PSBT false.',
    '  (sighash-none, input 0)',
  ]);
});

test('HTML has no markup of others and no scripts, and control characters are seen in it', () => {
  const html = reviewHtml(labelled('<script>alert(1)</script>" \u202e\u0007&'), networks.regtest);
  expect(html).not.toContain('<script');
  expect(html).toContain('&#60;script&#62;alert(1)&#60;/script&#62;&#34; \\u202e\\u0007&#38;');
  const known = ['article', 'section', 'h3', 'p', 'svg', 'title', 'desc', 'path', 'text'];
  expect(html.match(/<[^/ >]+/g)?.every((tag) => known.includes(tag.slice(1)))).toBe(true);
});

describe('the fee in text and in HTML', () => {
  const reviewed = (name: string) => {
    const vector = reviewVectors.find((each) => each.name === name);
    if (vector === undefined) throw new Error(`no vector ${name}`);
    return reviewOf(vector);
  };

  test('is shown with its rate and its share of what is paid', () => {
    const review = reviewed('6.3 % of what is paid');
    const cost = 'about 178.72 sat/vB, 6.30 % of the payment';
    expect(printReview(review, networks.regtest, 80)).toContain(`  ${cost}`);
    expect(reviewHtml(review, networks.regtest)).toContain(`<p>${cost}</p>`);
    expect(review).toMatchObject({ feeRate: 178.723, feeShare: 630 });
  });

  test('is a share of the part of the user where others sign too', () => {
    const review = reviewed('a payjoin: half of what we lose is fee');
    expect(review.feeShare).toBe(5_172);
    expect(printReview(review, networks.regtest, 80).join(' ')).toContain('51.72 % of the payment');
  });

  test('is unknown while others still have to add inputs, and the missing amount is named', () => {
    const lines = printReview(
      reviewed('a pledge: ALL|ANYONECANPAY for a larger payment'),
      networks.regtest,
      80,
    );
    expect(lines).toContain('Fee, UNKNOWN: others still have to add inputs');
    expect(lines).toContain(
      '  The outputs are worth 0.06900000 BTC (6,900,000 sat) more than the inputs.',
    );
    const words = lines.join(' ').replace(/\s+/g, ' ');
    expect(words).toContain('0.06900000 BTC (6,900,000 sat) and the fee are still missing.');
    expect(words).not.toContain('elsewhere');
    expect(words).not.toContain('in another transaction');
  });

  test('can move to another transaction with its output in an offer', () => {
    const offer = reviewed('an offer: SINGLE|ANYONECANPAY, and the price is in its output');
    const words = printReview(offer, networks.regtest, 80).join(' ').replace(/\s+/g, ' ');
    expect(words).toContain('They can also spend the coin in another transaction.');
  });
});

const [coin] = plain.inputs;
const [payment, change] = plain.outputs;
if (coin === undefined || payment === undefined || change === undefined) throw new Error('empty');

/** Returns the lines of a review's section after changing members, without its indent. */
function section(heading: string, more: Partial<Review>): readonly string[] {
  const lines = printReview({ ...plain, ...more }, networks.regtest, 80);
  const at = lines.findIndex((line) => line.startsWith(heading));
  const end = lines.findIndex((line, i) => i > at && !line.startsWith(' '));
  return lines.slice(at, end < 0 ? undefined : end).map((line) => line.trim());
}
const inputText = (more: Partial<ReviewedInput>, whole: Partial<Review> = {}) =>
  section('Input 1', { inputs: [coin, { ...coin, ...more }], ...whole }).join(' ');

describe('a coin in text', () => {
  const heading = (more: Partial<ReviewedInput>, whole: Partial<Review> = {}) =>
    section('Input 1', { inputs: [coin, { ...coin, ...more }], ...whole })[0];

  test.each([
    ['yours', {}],
    ['one key is yours', { claim: 'shared' }],
    ["your key can sign it, but the script is not your wallet's", { claim: 'key' }],
    ['NOT yours', { claim: 'name' }],
    ['NOT yours', {}],
    ['owner unknown', { scriptPubKey: undefined }],
  ] as const)('is described as %s', (whose, more) => {
    const owner = whose === 'yours' ? coin.owner : undefined;
    expect(heading({ owner, lock: 'X', ...more })).toBe(`Input 1: ${whose}, X`);
    expect(heading({ owner, lock: 'X', ...more }, { knowsOwners: false })).toBe('Input 1: X');
  });

  test.each([
    ['known', 'known to the wallet or the chain'],
    ['proven', 'proven by its previous transaction'],
    ['committed', 'claimed, and your signature is valid for no other amount'],
    ['claimed', 'CLAIMED, not proven'],
  ] as const)('has an amount that is %s', (certainty, words) => {
    expect(inputText({ certainty })).toContain(`0.00100000 BTC (100,000 sat), ${words}`);
    expect(inputText({ certainty, value: undefined })).toMatch(/:1 amount unknown verified/);
  });

  // Bitcoin Core: ALL 1, NONE 2, SINGLE 3, ANYONECANPAY 0x80.
  test.each([
    [2, 'covers NO output, all inputs'],
    [3, 'covers ONLY output 1, all inputs'],
    [0x81, 'covers all outputs, ONLY this input'],
    [0x82, 'covers NO output, ONLY this input'],
    [0x83, 'covers ONLY output 1, ONLY this input'],
  ])('has type %d, requested or signed', (sighashType, words) => {
    expect(inputText({ sighashType })).toContain(`asks for a signature that ${words}`);
    const signature = { publicKey: new Uint8Array(33).fill(2), signature: new Uint8Array(9) };
    const signed = (isValid: boolean) =>
      inputText({ signatures: [{ ...signature, sighashType, isValid }] });
    expect(signed(true)).toContain(`signed by 0202020202020202…, ${words}`);
    expect(signed(false)).toContain(`signed by 0202020202020202…, INVALID, ${words}`);
  });

  test('omits usual types, and describes a final input', () => {
    for (const sighashType of [undefined, 0, 1]) {
      expect(inputText({ sighashType })).not.toContain('asks');
    }
    const words = { valid: 'final, and valid', invalid: 'final, but INVALID', unchecked: 'final' };
    for (const [verdict, text] of Object.entries(words)) {
      expect(inputText({ verdict: verdict as ReviewedInput['verdict'] })).toMatch(
        new RegExp(` ${text}$`),
      );
    }
  });

  test('has the required age of its sequence', () => {
    expect(inputText({ sequence: 144 })).toMatch(/must be 144 blocks old$/);
    expect(inputText({ sequence: 0x400002 })).toMatch(/must be 1024 seconds old$/);
    expect(inputText({ sequence: 0xfffffffd })).not.toContain('must be');
  });

  test('has its cosigners and missing signatures', () => {
    const key = (
      fingerprint: string | undefined,
      isOwn: boolean,
      hasSigned: boolean,
    ): Cosigner => ({
      fingerprint,
      isOwn,
      hasSigned,
    });
    const [mine, done] = [key('aaaaaaaa', true, false), key('aaaaaaaa', true, true)];
    const [b, bDone] = [key('bbbbbbbb', false, false), key('bbbbbbbb', false, true)];
    const [c, cDone] = [key(undefined, false, false), key(undefined, false, true)];
    const text = (required: number, ...keys: readonly Cosigner[]) => {
      const said = inputText({ cosigners: { required, keys } });
      return /\d of \d: .*/.exec(said)?.[0];
    };
    expect(text(2, b, mine, c)).toBe('2 of 3: you are key 2 (aaaaaaaa)');
    expect(text(2, bDone, mine, c)).toBe(
      '2 of 3: you are key 2 (aaaaaaaa), bbbbbbbb has signed, your signature completes it',
    );
    expect(text(3, bDone, cDone, mine)).toBe(
      '3 of 3: you are key 3 (aaaaaaaa), bbbbbbbb, key 2 have signed, your signature completes it',
    );
    expect(text(2, bDone, cDone, mine)).toBe(
      '2 of 3: you are key 3 (aaaaaaaa), bbbbbbbb, key 2 have signed',
    );
    expect(text(2, { ...mine, isMislabelled: true }, b)).toBe(
      '2 of 2: you are key 1 (labelled aaaaaaaa, NOT verified)',
    );
    expect(text(2, done, b)).toBe('2 of 2: you are key 1 (aaaaaaaa), you have signed');
    expect(text(1, mine, b)).toBe('1 of 2: you are key 1 (aaaaaaaa), your signature completes it');
    expect(text(2, mine, { ...mine, fingerprint: undefined }, b)).toBe(
      '2 of 3: you are key 1 (aaaaaaaa) and key 2, your signature completes it',
    );
    expect(text(2, b, c)).toBeUndefined();
  });

  test('is shown for the first twelve, and the others are counted', () => {
    const certainties = ['known', 'proven', 'claimed'] as const;
    const inputs = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        ...coin,
        certainty: certainties[i % 3] ?? 'known',
      }));
    expect(section('Input 11', { inputs: inputs(12) })[0]).toContain('Input 11');
    expect(section('1 more', { inputs: inputs(12) })).not.toContain('1 more inputs');
    expect(section('1 more', { inputs: inputs(13) })).toEqual([
      '1 more inputs',
      'Amounts of all 13 inputs: 5 known, 4 proven, 4 claimed.',
    ]);
  });
});

describe('the balance in text', () => {
  const balance = (more: Partial<Review>) => section('Your balance', more)[1];

  test('falls by the amount that does not return, or rises', () => {
    const outputs = (value: bigint) => [payment, { ...change, value }];
    expect(balance({ outputs: outputs(100_000n) })).toBe('does not change');
    expect(balance({ outputs: outputs(99_999n) })).toBe(
      'goes down by 0.00000001 BTC (1 sat), fee included',
    );
    expect(balance({ outputs: outputs(100_001n) })).toBe('goes up by 0.00000001 BTC (1 sat)');
    const others = { ...coin, owner: undefined, claim: undefined };
    expect(balance({ inputs: [others, coin] })).toContain('(60,200 sat), fee included');
  });

  test.each([
    ['an own amount', { value: undefined }],
    ['the owner', { owner: undefined, scriptPubKey: undefined }],
    ['whose coin a script is', { owner: undefined, claim: 'key' }],
    ['a wallet', { owner: undefined, claim: 'shared' }],
  ] as const)('is unknown without %s', (_, more) => {
    const unclear = { ...coin, ...more };
    expect(balance({ inputs: [coin, unclear] })).toBe('unknown, because it depends on input 1');
    expect(balance({ inputs: [unclear, coin, unclear] })).toBe(
      'unknown, because it depends on inputs 0 2',
    );
    const many = Array.from({ length: 10 }, () => unclear);
    expect(balance({ inputs: many.slice(2) })).toMatch(/on inputs 0 1 2 3 4 5 6 7$/);
    expect(balance({ inputs: many })).toMatch(/on inputs 0 1 2 3 4 5 6 7 and 2 more$/);
  });

  test("is not shown if the user's part is unknown", () => {
    const lines = printReview({ ...plain, knowsOwners: false }, networks.regtest, 80);
    expect(lines).not.toContain('Your balance');
  });
});

describe('the whole in text', () => {
  const whole = (transaction: object, more: Partial<Review> = {}) =>
    section('Transaction', { transaction: { ...plain.transaction, ...transaction }, ...more });

  test('has its lock, which is a height below 500,000,000', () => {
    expect(whole({ locktime: 1 })[3]).toBe('time-locked until after block 1');
    expect(whole({ locktime: 499_999_999 })[3]).toBe('time-locked until after block 499999999');
    expect(whole({ locktime: 500_000_000 })[3]).toBe(
      'time-locked until after 1985-11-05 00:53 UTC',
    );
  });

  // BIP125: replaceable with a sequence below 0xfffffffe; Core: version 3 always is.
  test('can be replaced by its sequence or its version', () => {
    const inputs = (...sequences: readonly number[]) =>
      sequences.map((sequence) => ({ ...plain.transaction.inputs[0], sequence }));
    const off = 'replace-by-fee is off';
    expect(whole({ inputs: inputs(0xfffffffe, 0xffffffff) })[2]).toBe(off);
    expect(whole({ inputs: inputs(0xffffffff, 0xfffffffd) })[2]).toBe('replaceable (RBF)');
    expect(whole({ inputs: inputs(0xffffffff), version: 3 })[2]).toBe('replaceable (RBF)');
  });

  test('has an exact size once it is final', () => {
    expect(whole({}, { vsize: 150 })[1]).toBe('version 2, about 150 virtual bytes');
    expect(whole({}, { vsize: 150, isFinal: true })[1]).toBe('version 2, 150 virtual bytes');
  });
});

describe('the cost in text', () => {
  const cost = (more: Partial<Review>) => section('Fee', more)[2];

  test('is a rate, and a share with two places', () => {
    expect(cost({ feeRate: 1_234.5678, feeShare: 1_205 })).toBe(
      'about 1,234.56 sat/vB, 12.05 % of the payment',
    );
    expect(cost({ feeRate: 0.999, feeShare: 5 })).toBe('about 0.99 sat/vB, 0.05 % of the payment');
    expect(cost({ feeShare: 1, isFinal: true })).toMatch(/^1\.\d+ sat\/vB, 0\.01 % /);
    expect(cost({ feeShare: 0 })).toMatch(/, under 0\.01 % of the payment$/);
    expect(cost({ feeShare: undefined })).toMatch(/^about 1\.\d+ sat\/vB$/);
  });

  test('has the highest possible fee, and the lowest if an amount is missing', () => {
    const open = { kind: 'open', inputs: [0], atMost: 100_000n } as const;
    expect(section('Fee', { feeProof: open })).toEqual([
      'Fee, NOT PROVEN: others can change it after you have signed',
      '0.00000200 BTC (200 sat)',
      expect.stringMatching(/^about/),
      'It could be up to 0.00100000 BTC (100,000 sat).',
    ]);
    const unknown = {
      isWhole: false,
      feeProof: { kind: 'unknown', inputs: [0], atMost: undefined },
    };
    expect(section('Fee', { ...unknown, fee: 1n } as Partial<Review>).join(' ')).toMatch(
      /^Fee, UNKNOWN The amount of an input is missing\. It is at least 0\.00000001 BTC/,
    );
    for (const fee of [0n, -1n]) {
      expect(section('Fee', { ...unknown, fee } as Partial<Review>)).toEqual([
        'Fee, UNKNOWN',
        'The amount of an input is missing.',
      ]);
    }
  });
});

describe('an output in text', () => {
  const output = (more: object, whole: Partial<Review> = {}) =>
    section('Output 1', { outputs: [payment, { ...change, ...more }], ...whole });

  test('an output of data shows its words, if they are plain', () => {
    const data = (...bytes: readonly number[]) => ({
      role: 'data',
      owner: undefined,
      scriptPubKey: Uint8Array.of(0x6a, bytes.length, ...bytes),
    });
    expect(output(data(104, 105, 32, 126))[3]).toBe('as text: hi ~');
    expect(output(data(104, 127))).toHaveLength(3);
    expect(output(data(104, 31))).toHaveLength(3);
    expect(output({ ...data(104, 105), role: 'burned' })).toHaveLength(3);
  });

  test('a silent payment shows its address, proven or not', () => {
    for (const [isProven, words] of [
      [true, 'proven'],
      [false, 'NOT proven'],
    ] as const) {
      const lines = output({ owner: undefined, silentPayment: { address: 'sp1qabcde', isProven } });
      expect(lines[1]).toBe(`silent payment to sp1q abcd e, ${words}`);
    }
  });

  test('has a role, or the error of its label', () => {
    const heading = (more: object, whole: Partial<Review> = {}) =>
      output({ owner: undefined, role: 'payment', isClaimed: false, ...more }, whole)[0];
    expect(heading({})).toBe('Output 1: pays');
    expect(heading({ role: 'burned' })).toBe('Output 1: DESTROYED, it can never be spent');
    expect(heading({ role: 'anyone' })).toBe('Output 1: ANYONE can spend it');
    expect(heading({ role: 'unknown' })).toBe('Output 1: a witness version without rules yet');
    expect(heading({ isClaimed: true })).toBe('Output 1: NOT your change, it goes to others');
    const unproven = 'Output 1: labelled as change, NOT VERIFIED';
    expect(heading({ isClaimed: true }, { knowsOwners: false })).toBe(unproven);
    expect(heading({ isShared: true })).toBe(unproven);
    const forged = heading({ isClaimed: true, isForged: true }, { knowsOwners: false });
    expect(forged).toBe('Output 1: NOT your change, it goes to others');
    expect(heading({ label: '' })).toBe('Output 1: pays');
    expect(output({ role: 'own' })[0]).toBe('Output 1: pays one of your addresses');
  });
});
