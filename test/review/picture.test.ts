import { expect, test } from 'vitest';
import { networks } from '../../src/encoding/network.ts';
import { type PictureNode, reviewPicture, reviewSvg } from '../../src/review/picture.ts';
import { reviewOf, reviewVectors } from '../support/vectors/review-vectors.ts';

/** For each finding, a vector that has it and one that almost has it. */
const chosen = [true, false].flatMap((has) => {
  const fitting = reviewVectors.filter((vector) => vector.has === has);
  return [...new Map(fitting.map((vector) => [vector.about, vector])).values()];
});

const reviews = chosen.map((vector) => ({
  vector,
  name: `${vector.about}: ${vector.name}`,
  review: reviewOf(vector),
  network: networks[vector.network ?? 'regtest'],
}));

const nodesIn = (node: PictureNode): readonly PictureNode[] => [
  node,
  ...(typeof node.children === 'string' ? [] : node.children.flatMap(nodesIn)),
];

/** Returns the end of a band on its side, and its thickness. */
function bandOf({ attributes }: PictureNode) {
  const numbers = `${attributes.d}`.match(/-?[\d.]+/g)?.map(Number) ?? [];
  const [x = 0] = numbers;
  // M x y C (6) V y C (6): the upper and lower edge in the middle.
  return { isLeft: x < 380, size: (numbers[8] ?? 0) - (numbers[7] ?? 0) };
}

const bands = (root: PictureNode) => nodesIn(root).filter(({ tag }) => tag === 'path');

test('the picture of every review vector has a band for each part, and only safe attributes', () => {
  for (const { name, review, network } of reviews) {
    for (const narrow of [false, true]) {
      const root = reviewPicture(review, network, { narrow });
      const nodes = nodesIn(root);
      const attributes = nodes.flatMap((node) => Object.entries(node.attributes));
      expect(
        attributes.filter(
          ([key, value]) => /^(on|style|href)/.test(key) || `${value}`.includes('NaN'),
        ),
        name,
      ).toEqual([]);
      expect(nodes.filter(({ tag }) => tag === 'title' || tag === 'desc')).toHaveLength(2);
    }
    const drawn = bands(reviewPicture(review, network)).map(bandOf);
    // Five, and one for each name of the others.
    const most = (count: number) => (count > 8 ? 10 : count);
    expect(drawn.filter(({ isLeft }) => isLeft).length, name).toBeLessThanOrEqual(
      most(review.inputs.length),
    );
    expect(drawn.filter(({ isLeft }) => !isLeft).length, name).toBeLessThanOrEqual(
      most(review.outputs.length) + 1,
    );
  }
});

test('bands are as thick as their amounts, and both sides are equally thick', () => {
  let compared = 0;
  for (const { name, review, network } of reviews) {
    const { isWhole, fee, inputs, outputs } = review;
    if (!isWhole || fee < 0n || inputs.length > 8 || outputs.length > 8) continue;
    const values = [
      ...inputs.map(({ value: amount = 0n }) => amount),
      ...outputs.map(({ value }) => value),
      fee,
    ];
    const total = inputs.reduce((sum, { value: amount = 0n }) => sum + amount, 0n);
    const sizes = bands(reviewPicture(review, network)).map(({ attributes }) => {
      return bandOf({ tag: 'path', attributes, children: [] }).size;
    });
    for (const [i, value] of values.entries()) {
      const share = Number(value) / Number(total);
      // Three pixels are still visible.
      expect(Math.abs((sizes[i] ?? 0) - Math.max(3, share * 150)), `${name} ${i}`).toBeLessThan(
        0.3,
      );
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(200);
});

test('proven and stolen change outputs differ in colour, dashes and text', () => {
  const looks = (about: string, has: boolean) => {
    const found = reviews.find(({ vector }) => vector.about === about && vector.has === has);
    if (found === undefined) throw new Error(about);
    const { review, network } = found;
    const root = reviewPicture(review, network);
    const texts = nodesIn(root).flatMap(({ tag, children }) =>
      tag === 'text' ? [`${children}`] : [],
    );
    return { kinds: bands(root).map(({ attributes }) => attributes), texts };
  };
  const stolen = looks('change-not-ours', true);
  expect(stolen.texts.some((text) => text.includes('✕ Not your change'))).toBe(true);
  const [shape] = stolen.kinds.filter((each) => each.class === 'flow-stop');
  const own = reviews.find(({ review }) => review.outputs.some(({ role }) => role === 'change'));
  const change = own && bands(reviewPicture(own.review, own.network));
  const [fine] = change?.filter(({ attributes }) => attributes.class === 'flow-change') ?? [];
  expect(fine?.attributes.fill).not.toBe(shape?.fill);
  expect(fine?.attributes['stroke-dasharray']).not.toBe(shape?.['stroke-dasharray']);
});

test('above eight inputs the rest is drawn as one band with its number and its sum', () => {
  const found = reviews.find((each) => each.review.isWhole);
  if (found === undefined) throw new Error('no review');
  const { review, network } = found;
  const [input] = review.inputs;
  if (input === undefined) throw new Error('no input');
  const many = { ...review, inputs: Array.from({ length: 1000 }, () => input) };
  const root = reviewPicture(many, network);
  expect(bands(root).filter((band) => bandOf(band).isLeft)).toHaveLength(6);
  const texts = nodesIn(root).flatMap(({ children }) =>
    typeof children === 'string' ? children : [],
  );
  expect(texts.some((text) => /^● 995 × (Your coin|Coin)$/.test(text))).toBe(true);
});

test('a change output that nothing proves looks like neither a payment nor proven change', () => {
  const unproven = reviews.filter(({ review: { outputs, knowsOwners } }) =>
    outputs.some(
      ({ owner, isClaimed, isForged, isShared }) =>
        owner === undefined && (isShared || (isClaimed && !isForged && !knowsOwners)),
    ),
  );
  expect(unproven.length).toBeGreaterThan(0);
  const drawnAs = (kind: string, narrow: boolean) =>
    reviews
      .flatMap(({ review, network }) => nodesIn(reviewPicture(review, network, { narrow })))
      .find(({ attributes }) => attributes.class === `flow-${kind}`)?.attributes;
  for (const narrow of [false, true]) {
    const kinds = ['unproven', 'change', 'payment', 'stop', 'fee', 'foreign', 'own'];
    const drawn = kinds.map((kind) => drawnAs(kind, narrow));
    expect(new Set(drawn.map((each) => each?.fill)).size).toBe(kinds.length);
    expect(new Set(drawn.map((each) => each?.['stroke-dasharray'] ?? '')).size).toBe(
      // Payments and own coins have no mark.
      kinds.length - 1,
    );
    for (const { name, review, network } of unproven) {
      const texts = nodesIn(reviewPicture(review, network, { narrow })).flatMap(
        ({ tag, children }) => (tag === 'text' ? [`${children}`] : []),
      );
      expect(
        texts.some((text) => text.includes('? Change, not verified')),
        name,
      ).toBe(true);
    }
  }
});

test('the text of a picture holds no markup of others', () => {
  for (const { name, review, network } of reviews) {
    const svg = reviewSvg(review, network);
    const tags = new Set(svg.match(/<\/?[^/ >]+/g)?.map((tag) => tag.replace(/[</]/g, '')));
    expect(
      [...tags].filter((tag) => !/^(svg|title|desc|path|text)$/.test(tag)),
      name,
    ).toEqual([]);
  }
});

/** Reviews one coin of 100,000 sat: 60,000 to others, 30,000 as change, 10,000 as fee. */
function simple() {
  const found = reviewOf(
    reviewVectors.find(({ name }) => name === 'a payment with change') ?? expect.unreachable(),
  );
  const [payment, change] = found.outputs;
  if (payment === undefined || change === undefined) throw new Error('no outputs');
  return {
    ...found,
    fee: 10_000n,
    outputs: [
      { ...payment, value: 60_000n },
      { ...change, value: 30_000n },
    ],
  };
}

test('a picture is drawn to scale: bands of 90, 45 and 15 pixels leave one of 150', () => {
  const root = reviewPicture(simple(), networks.regtest);
  expect(root.attributes).toMatchObject({ class: 'flow', viewBox: '0 0 760 202', role: 'img' });
  expect(bands(root).map(({ attributes }) => attributes.d)).toEqual([
    'M220 26C295 26 295 26 370 26V176C295 176 295 176 220 176Z',
    'M520 10C445 10 445 26 370 26V116C445 116 445 100 520 100Z',
    'M520 100.5C445 100.5 445 116 370 116V161C445 161 445 145.5 520 145.5Z',
    'M520 161.5C445 161.5 445 161 370 161V176C445 176 445 176.5 520 176.5Z',
  ]);
  const texts = nodesIn(root).filter(({ tag }) => tag === 'text');
  expect(texts.map(({ attributes, children }) => [attributes.x, attributes.y, children])).toEqual([
    [212, 98, '● Your coin'],
    [212, 114, '0.00100000 BTC · bcrt1q02…rt943'],
    [528, 52, '↗ Payment'],
    [528, 68, '0.00060000 BTC · bcrt1q29…w8wct'],
    [528, 120, '↺ Change, back to you'],
    [528, 136, '0.00030000 BTC · bcrt1qlf…90ycj'],
    [528, 166, '◆ Fee'],
    [528, 182, '0.00010000 BTC'],
  ]);
  expect(texts.map(({ attributes }) => attributes['text-anchor'])).toEqual([
    ...Array(2).fill('end'),
    ...Array(6).fill('start'),
  ]);
});

test('a narrow picture is a bar to scale above two lists', () => {
  const root = reviewPicture(simple(), networks.regtest, { narrow: true });
  expect(root.attributes).toMatchObject({ class: 'flow narrow', viewBox: '0 0 340 236' });
  const rects = nodesIn(root).filter(({ tag }) => tag === 'rect');
  expect(rects.map(({ attributes: { x, y, width, height } }) => [x, y, width, height])).toEqual([
    [0, 0, 204, 28],
    [204, 0, 102, 28],
    [306, 0, 34, 28],
    [0, 64, 14, 14],
    [0, 130, 14, 14],
    [0, 166, 14, 14],
    [0, 202, 14, 14],
  ]);
  const texts = nodesIn(root).filter(({ tag }) => tag === 'text');
  expect(texts.map(({ attributes, children }) => [attributes.x, attributes.y, children])).toEqual([
    [0, 54, 'From'],
    [22, 76, '● Your coin'],
    [340, 76, '0.00100000 BTC'],
    [22, 90, 'bcrt1q02…rt943'],
    [0, 120, 'To'],
    [22, 142, '↗ Payment'],
    [340, 142, '0.00060000 BTC'],
    [22, 156, 'bcrt1q29…w8wct'],
    [22, 178, '↺ Change, back to you'],
    [340, 178, '0.00030000 BTC'],
    [22, 192, 'bcrt1qlf…90ycj'],
    [22, 214, '◆ Fee'],
    [340, 214, '0.00010000 BTC'],
    [22, 228, ''],
  ]);
});

test('draws the five largest of nine outputs one by one, the largest first', () => {
  const review = simple();
  const [payment] = review.outputs;
  if (payment === undefined) throw new Error('no output');
  const amounts = [3, 9, 1, 7, 5, 8, 2, 6, 4];
  const texts = (count: number) => {
    const outputs = amounts
      .slice(0, count)
      .map((amount) => ({ ...payment, value: BigInt(amount) * 1_000_000n }));
    return nodesIn(reviewPicture({ ...review, outputs }, networks.regtest)).flatMap(
      ({ tag, children, attributes }) =>
        tag === 'text' && attributes.x === 528 && attributes['font-size'] === 11
          ? [`${children}`.replace(/ BTC.*/, '')]
          : [],
    );
  };
  expect(texts(8)).toEqual([
    ...amounts.slice(0, 8).map((amount) => `0.0${amount}000000`),
    '0.00010000',
  ]);
  const sum = '0.10000000';
  expect(texts(9)).toEqual([
    ...[9, 8, 7, 6, 5].map((amount) => `0.0${amount}000000`),
    sum,
    '0.00010000',
  ]);
});

test('a text of more than sixteen letters is shortened', () => {
  const review = simple();
  const [payment] = review.outputs;
  if (payment === undefined) throw new Error('no output');
  const detail = (length: number) => {
    const scriptPubKey = new Uint8Array(length).fill(0xab).fill(0x6a, 0, 1);
    const outputs = [{ ...payment, scriptPubKey }];
    const nodes = nodesIn(reviewPicture({ ...review, outputs }, networks.regtest));
    const texts = nodes.flatMap(({ tag, children }) => (tag === 'text' ? [`${children}`] : []));
    return texts.find((text) => text.includes(' · 6a'))?.replace(/.* · /, '');
  };
  expect(detail(8)).toBe(`6a${'ab'.repeat(7)}`);
  expect(detail(9)).toBe('6aababab…babab');
});

test('draws nothing to scale if an amount is unknown, and names it', () => {
  const review = simple();
  const [coin] = review.inputs;
  if (coin === undefined) throw new Error('no coin');
  const unknown = { ...coin, value: undefined, scriptPubKey: undefined, owner: undefined };
  const root = reviewPicture(
    {
      ...review,
      isWhole: false,
      inputs: [coin, unknown],
      feeProof: { ...review.feeProof, kind: 'unknown' },
    },
    networks.regtest,
  );
  expect(bands(root).map((each) => Math.round(bandOf(each).size))).toEqual([3, 3, 3, 3, 3]);
  const texts = nodesIn(root).flatMap(({ tag, children }) =>
    tag === 'text' ? [`${children}`] : [],
  );
  expect(texts).toContain('unknown amount · ff6e5745…41c4e');
  expect(texts).toContain('◆ Fee (not verified)');
  expect(texts.filter((text) => text.startsWith('unknown amount'))).toHaveLength(2);
});
