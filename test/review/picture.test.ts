import { expect, test } from 'vitest';
import { networks } from '../../src/encoding/network.ts';
import { type PictureNode, reviewPicture, reviewSvg } from '../../src/review/picture.ts';
import { reviewOf, reviewVectors } from '../support/vectors/review-vectors.ts';

/** One vector that has it and one that almost has it for each finding. */
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

/** Where a band ends on its side, and how thick it is. */
function bandOf({ attributes }: PictureNode) {
  const numbers = `${attributes.d}`.match(/-?[\d.]+/g)?.map(Number) ?? [];
  const [x = 0] = numbers;
  // M x y C (6) V y C (6): the middle's upper and lower edge.
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
      // Three pixels can still be seen.
      expect(Math.abs((sizes[i] ?? 0) - Math.max(3, share * 150)), `${name} ${i}`).toBeLessThan(
        0.3,
      );
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(200);
});

test('a change output that is proven and one that is stolen differ in colour, dashes and text', () => {
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
      // Payments and your own coins have none.
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
