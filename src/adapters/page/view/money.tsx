import type { PictureNode } from '../../../review/picture.ts';
import { createElement } from '../dom.ts';
import { engineText, pictureText, spaceDigits, strings } from '../language.ts';
import type { OutputView, ReviewView } from '../worker/view-review.ts';
import { Grouped, Paragraphs } from './parts.tsx';

/** Writes an amount in bitcoin. The zeros at its end carry no weight. */
export function Btc({ text }: { readonly text: string }) {
  const [, digits = text, zeros, unit] = /^(\d+(?:\.\d*?[1-9])?)(\.?0*)( BTC)?$/.exec(text) ?? [];
  return (
    <span class="amount">
      {digits}
      {zeros === undefined || zeros === '' ? null : <span class="zeros">{zeros}</span>}
      {unit}
    </span>
  );
}

/** Shows an amount in bitcoin, and below it in satoshi. */
function Amount({ text, below }: { readonly text: string; readonly below?: string | undefined }) {
  const [, coins = text, satoshis = ''] = /^(.*) \((.*)\)$/.exec(spaceDigits(text)) ?? [];
  return (
    <dd>
      <span class="sum">
        <Btc text={coins} />
      </span>{' '}
      <span class="below">{satoshis}</span>
      {below === undefined ? null : <span class="below"> {below}</span>}
    </dd>
  );
}

/** Names the fee. Without the proof of each amount, it may be higher. */
function feeLabel({ fee, isProven }: ReviewView['summary']): string {
  if (fee === undefined) return strings.review.fee;
  return isProven ? strings.review.feeProven : strings.picture['Fee (not verified)'];
}

type SumsProps = { readonly review: ReviewView };

/** Shows the amount that is sent, and the fee. The fee has the color of what is wrong with it. */
export function Sums({ review }: SumsProps) {
  const { summary, findings, outputs } = review;
  const { review: texts } = strings;
  const isUnproven = outputs.some(({ claim }) => claim === 'unproven');
  const [worst] = findings.filter(({ id }) => id.startsWith('fee-'));
  return (
    <dl class="facts">
      <div>
        <dt>{review.isForeign ? texts.paysOthers : texts.pays}</dt>
        <Amount text={summary.pays} below={isUnproven ? texts.ifChange : undefined} />
      </div>
      <div class={worst?.severity}>
        <dt>{feeLabel(summary)}</dt>
        <Amount
          text={summary.fee ?? texts.feeUnknown}
          below={summary.cost && engineText(summary.cost)}
        />
      </div>
    </dl>
  );
}

/** Draws a picture of the engine element by element: the page never makes elements from text. */
export function Picture({ node }: { readonly node: PictureNode }) {
  const { tag, attributes, children } = node;
  const inside =
    typeof children === 'string'
      ? pictureText(children)
      : children.map((child, i) => <Picture key={i} node={child} />);
  return createElement(tag, attributes, inside);
}

/** Marks beside the text, because color must not be the only sign. */
const SHAPES: { readonly [R in OutputView['role']]: string } = {
  payment: '↗',
  change: '↺',
  own: '↺',
  data: '≡',
  burned: '✕',
  anyone: '✕',
  unknown: '?',
};

type OutputProps = {
  readonly output: OutputView;
  /** Number of the output in findings. Absent if there is only one. */
  readonly index: number | undefined;
};

export function Output({ output, index }: OutputProps) {
  const { role, to, amount, path, claim, lines } = output;
  return (
    <li class={`output ${claim ?? role}`}>
      <p class="row between">
        <strong>
          <span aria-hidden="true">
            {claim === undefined ? SHAPES[role] : claim === 'false' ? '✕' : '?'}{' '}
          </span>
          {claim === undefined ? strings.review.roles[role] : strings.review.claims[claim]}
          {index === undefined ? null : (
            <span class="soft"> · {strings.review.places.output(index)}</span>
          )}
        </strong>
        <strong>
          <Btc text={`${amount} BTC`} />
        </strong>
      </p>
      <p>
        <Grouped text={to} />
      </p>
      {path === undefined ? null : <p class="help">{strings.review.verified(path)}</p>}
      <Paragraphs kind="help" texts={lines.map(spaceDigits)} />
    </li>
  );
}
