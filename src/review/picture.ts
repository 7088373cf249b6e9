import type { MembersOf } from '../arguments/basic-kinds.ts';
import { checkArguments } from '../arguments/check-arguments.ts';
import { formatAmount, type Satoshis } from '../encoding/amount.ts';
import { encodeHex } from '../encoding/hex.ts';
import { type Network, type NetworkName, networkOf } from '../encoding/network.ts';
import { visible } from '../encoding/unseen.ts';
import { formatAddress } from '../script/address.ts';
import { claimOf } from './facts.ts';
import type { Review, ReviewedInput, ReviewedOutput } from './model.ts';
import { shownNetwork } from './other-network.ts';
import { readingReview, shownKinds } from './shown-kinds.ts';

/** An element of a picture, as SVG names it. */
export type PictureNode = {
  /** The name of the element, such as `path`. */
  readonly tag: string;
  /** Attributes by name. Never a style, a link or a script. */
  readonly attributes: { readonly [name: string]: string | number };
  /** Child elements, or a text. */
  readonly children: readonly PictureNode[] | string;
};

/** Options for drawing a picture. */
export type PictureOptions = {
  /** Fits screens of 360 pixels: a stacked bar above two lists. Default: false. */
  readonly narrow?: boolean | undefined;
};

const optionMembers = { narrow: 'boolean?' } as const satisfies MembersOf<PictureOptions>;

/** Kinds of parts. Each has its own colour, shape and text. */
type Kind = 'own' | 'foreign' | 'payment' | 'change' | 'unproven' | 'fee' | 'stop';

type Part = {
  readonly kind: Kind;
  /** Short label such as `Payment`. */
  readonly name: string;
  /** Short form of the recipient or origin. */
  readonly detail: string;
  /** `undefined` if unknown. */
  readonly value: Satoshis | undefined;
};

/** Limit on parts that are drawn separately. */
const MOST_PARTS = 8;

/** Returns the parts of a transaction: the coins, and where they go, with the fee last. */
function partsOf(review: Review, network: Network) {
  const inputs = review.inputs.map((input) => inputPart(input, review, network));
  const outputs = review.outputs.map((output) => outputPart(output, review, network));
  const fee: Part = {
    kind: 'fee',
    name: review.feeProof.kind === 'proven' ? 'Fee' : 'Fee (not verified)',
    detail: '',
    value: review.isWhole ? review.fee : undefined,
  };
  return { inputs: grouped(inputs), outputs: [...grouped(outputs), fee] };
}

function inputPart(input: ReviewedInput, { knowsOwners }: Review, network: Network): Part {
  const { scriptPubKey, value: amount, owner, claim, outPoint } = input;
  const isForeign = knowsOwners && owner === undefined && claim === undefined;
  return {
    kind: isForeign ? 'foreign' : 'own',
    name: isForeign ? 'Coin of others' : owner === undefined ? 'Coin' : 'Your coin',
    detail: scriptPubKey ? nameOf(scriptPubKey, network) : short(outPoint.txid),
    value: amount,
  };
}

const NAMES: { readonly [R in ReviewedOutput['role']]: string } = {
  payment: 'Payment',
  change: 'Change, back to you',
  own: 'To yourself',
  data: 'Data',
  burned: 'Burned',
  anyone: 'Anyone can take it',
  unknown: 'Unknown address version',
};

const CLAIMS = { unproven: 'Change, not verified', false: 'Not your change' } as const;

function outputPart(output: ReviewedOutput, review: Review, network: Network): Part {
  const { role, value, scriptPubKey } = output;
  const claim = claimOf(output, review);
  const isOwn = role === 'change' || role === 'own';
  const isLost = claim === 'false' || role === 'burned' || role === 'anyone';
  return {
    kind: isLost ? 'stop' : (claim ?? (isOwn ? 'change' : 'payment')),
    name: claim === undefined ? NAMES[role] : CLAIMS[claim],
    detail: nameOf(scriptPubKey, network),
    value,
  };
}

const nameOf = (script: Uint8Array, network: Network): string =>
  short(formatAddress(script, network) ?? encodeHex(script));
const short = (text: string): string =>
  text.length > 16 ? `${text.slice(0, 8)}…${text.slice(-5)}` : text;

const sumOf = (parts: readonly Part[]): Satoshis | undefined =>
  parts.some(({ value }) => value === undefined)
    ? undefined
    : parts.reduce((total, { value = 0n }) => total + value, 0n);

/** Keeps the largest parts and merges the others by name. */
function grouped(parts: readonly Part[]): readonly Part[] {
  if (parts.length <= MOST_PARTS) return parts;
  const size = ({ value = 0n }: Part) => value;
  const sorted = [...parts].sort((a, b) => (size(a) < size(b) ? 1 : size(a) > size(b) ? -1 : 0));
  const kept = sorted.slice(0, MOST_PARTS - 3);
  const named = new Map<string, Part[]>();
  for (const part of sorted.slice(kept.length)) {
    const key = `${part.kind} ${part.name}`;
    const same = named.get(key);
    if (same === undefined) named.set(key, [part]);
    else same.push(part);
  }
  const rest = [...named.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined || same.length === 1) return same;
    return { ...first, name: `${same.length} × ${first.name}`, detail: '', value: sumOf(same) };
  });
  return [...kept, ...rest];
}

type Look = { readonly fill: string; readonly dash?: string; readonly line?: string };

/** Fill colour and outline: no kind is recognizable only by its colour. */
const LOOKS: { readonly [K in Kind]: Look } = {
  own: { fill: '#5b6b7d' },
  foreign: { fill: '#c3ccd6', dash: '6 4' },
  payment: { fill: '#0b4fc4' },
  change: { fill: '#178a55', dash: '1 4' },
  // Hollow: nothing backs what the PSBT says.
  unproven: { fill: '#eaf6f0', dash: '5 3', line: '#178a55' },
  fee: { fill: '#b86e00', dash: '8 3 2 3' },
  stop: { fill: '#c4162e', dash: '3 3' },
};
const MARKS: { readonly [K in Kind]: string } = {
  own: '●',
  foreign: '◌',
  payment: '↗',
  change: '↺',
  unproven: '?',
  fee: '◆',
  stop: '✕',
};

const node = (
  tag: string,
  attributes: PictureNode['attributes'],
  children: PictureNode['children'] = [],
): PictureNode => ({ tag, attributes, children });

const shape = (tag: string, kind: Kind, attributes: PictureNode['attributes']): PictureNode => {
  const { fill, dash, line = '#fff' } = LOOKS[kind];
  const outline =
    dash === undefined ? {} : { stroke: line, 'stroke-width': 2, 'stroke-dasharray': dash };
  return node(tag, { class: `flow-${kind}`, fill, ...outline, ...attributes });
};

const text = (x: number, y: number, content: string, more: PictureNode['attributes'] = {}) =>
  node('text', { x, y, fill: 'currentColor', 'font-size': 13, ...more }, visible(content));

const amountOf = ({ value }: Part) =>
  value === undefined ? 'unknown amount' : `${formatAmount(value)} BTC`;

/**
 * Draws a transaction as a tree of SVG elements: coins on the left, outputs and the fee on the
 * right, as thick as their amounts. It contains no styles or scripts, so any
 * Content-Security-Policy allows it.
 *
 * @param network - Its name, or the network. It decides how addresses are written.
 */
export function reviewPicture(
  review: Review,
  network: NetworkName | Network,
  options: PictureOptions = {},
): PictureNode {
  checkArguments(
    'reviewPicture',
    {
      review: [review, 'Review'],
      network: [network, 'NetworkName|Network'],
      options: [options, 'PictureOptions?'],
    },
    { ...shownKinds, PictureOptions: { only: optionMembers } },
  );
  return readingReview(() => drawReview(review, networkOf(network), options));
}

/** Draws a review without checking it. */
export function drawReview(
  review: Review,
  network: Network,
  { narrow = false }: PictureOptions,
): PictureNode {
  const parts = partsOf(review, shownNetwork(review, network));
  const drawn = narrow ? drawBar(parts) : drawFlow(parts);
  const line = (part: Part) =>
    [part.name, amountOf(part), part.detail].filter((each) => each !== '').join(' ');
  const description = `From: ${parts.inputs.map(line).join('; ')}. To: ${parts.outputs.map(line).join('; ')}.`;
  return node(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      class: narrow ? 'flow narrow' : 'flow',
      viewBox: `0 0 ${drawn.width} ${drawn.height}`,
      role: 'img',
    },
    [
      node('title', {}, 'Where the money comes from, and where it goes'),
      node('desc', {}, visible(description)),
      ...drawn.nodes,
    ],
  );
}

type Parts = ReturnType<typeof partsOf>;
type Drawn = {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PictureNode[];
};

/** Pixels of the sum of all amounts, of a row of text, and of the thinnest band. */
const [TRUNK, ROW, THINNEST] = [150, 46, 3];
const [WIDTH, LEFT, RIGHT] = [760, 220, 520];

function drawFlow({ inputs, outputs }: Parts): Drawn {
  const [paid, brought] = [sumOf(outputs) ?? 0n, sumOf(inputs) ?? 0n];
  const total = paid > brought ? paid : brought;
  const heightOf = (side: readonly Part[]) =>
    side.reduce((sum, part) => sum + Math.max(ROW, thickness(part, total)), 0);
  const height = Math.max(heightOf(inputs), heightOf(outputs), TRUNK) + 20;
  const middle = height / 2;
  const left = drawSide(inputs, total, {
    isLeft: true,
    middle,
    start: middle - heightOf(inputs) / 2,
  });
  const right = drawSide(outputs, total, {
    isLeft: false,
    middle,
    start: middle - heightOf(outputs) / 2,
  });
  return { width: WIDTH, height, nodes: [...left, ...right] };
}

function thickness({ value = 0n }: Part, total: Satoshis): number {
  if (total <= 0n || value <= 0n) return THINNEST;
  return Math.max(THINNEST, (Number((value * 10_000n) / total) / 10_000) * TRUNK);
}

type Side = { readonly isLeft: boolean; readonly middle: number; readonly start: number };

function drawSide(parts: readonly Part[], total: Satoshis, { isLeft, middle, start }: Side) {
  const sizes = parts.map((part) => thickness(part, total));
  let joined = middle - sizes.reduce((sum, size) => sum + size, 0) / 2;
  let row = start;
  return parts.flatMap((part, i) => {
    const size = sizes[i] ?? THINNEST;
    const slot = Math.max(ROW, size);
    const outer = row + (slot - size) / 2;
    const band = bandOf(isLeft ? LEFT : RIGHT, outer, joined, size);
    const center = row + slot / 2;
    joined += size;
    row += slot;
    const at = isLeft ? LEFT - 8 : RIGHT + 8;
    const anchor = { 'text-anchor': isLeft ? 'end' : 'start' };
    return [
      shape('path', part.kind, { d: band }),
      text(at, center - 3, `${MARKS[part.kind]} ${part.name}`, { ...anchor, 'font-weight': 700 }),
      text(
        at,
        center + 13,
        [amountOf(part), part.detail].filter((each) => each !== '').join(' · '),
        {
          ...anchor,
          'font-size': 11,
        },
      ),
    ];
  });
}

/** Returns a band from a row to its place in the middle, where all bands are side by side. */
function bandOf(x: number, outer: number, joined: number, size: number): string {
  const middle = WIDTH / 2 - 10;
  const bend = (x + middle) / 2;
  const curve = (to: number, y: number, end: number) =>
    `C${bend} ${round(y)} ${bend} ${round(end)} ${to} ${round(end)}`;
  return [
    `M${x} ${round(outer)}`,
    curve(middle, outer, joined),
    `V${round(joined + size)}`,
    curve(x, joined + size, outer + size),
    'Z',
  ].join('');
}

const round = (value: number): number => Math.round(value * 10) / 10;

const NARROW = 340;

function drawBar({ inputs, outputs }: Parts): Drawn {
  const total = sumOf(outputs) ?? 0n;
  const sizes = outputs.map((part) => (thickness(part, total) / TRUNK) * NARROW);
  const sum = sizes.reduce((all, size) => all + size, 0);
  let x = 0;
  const bar = outputs.map((part, i) => {
    const width = ((sizes[i] ?? 0) / sum) * NARROW;
    x += width;
    return shape('rect', part.kind, { x: round(x - width), y: 0, width: round(width), height: 28 });
  });
  let y = 54;
  const list = (heading: string, parts: readonly Part[]) => {
    const lines = [text(0, y, heading, { 'font-weight': 700 })];
    for (const part of parts) {
      lines.push(
        shape('rect', part.kind, { x: 0, y: y + 10, width: 14, height: 14 }),
        text(22, y + 22, `${MARKS[part.kind]} ${part.name}`),
        text(NARROW, y + 22, amountOf(part), { 'text-anchor': 'end' }),
        text(22, y + 36, part.detail, { 'font-size': 11 }),
      );
      y += 36;
    }
    y += 30;
    return lines;
  };
  const nodes = [...bar, ...list('From', inputs), ...list('To', outputs)];
  return { width: NARROW, height: y - 22, nodes };
}

/**
 * Returns `reviewPicture` as the text of an SVG file. Text from other people is escaped.
 *
 * @param network - Its name, or the network. It decides how addresses are written.
 * @param options - `narrow`: for small screens.
 */
export function reviewSvg(
  review: Review,
  network: NetworkName | Network,
  options: PictureOptions = {},
): string {
  checkArguments(
    'reviewSvg',
    {
      review: [review, 'Review'],
      network: [network, 'NetworkName|Network'],
      options: [options, 'PictureOptions?'],
    },
    { ...shownKinds, PictureOptions: { only: optionMembers } },
  );
  return readingReview(() => printNode(drawReview(review, networkOf(network), options)));
}

/** Returns a picture as the text of an SVG file. */
export function printNode({ tag, attributes, children }: PictureNode): string {
  const listed = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${escapeMarkup(`${value}`)}"`,
  );
  const inside =
    typeof children === 'string' ? escapeMarkup(children) : children.map(printNode).join('');
  return `<${tag}${listed.join('')}>${inside}</${tag}>`;
}

/** Escapes characters that HTML and SVG would read as markup. */
export const escapeMarkup = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
