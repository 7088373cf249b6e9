import type { FindingId } from '../../../review/catalog.ts';
import type { Section } from '../../../review/section.ts';
import { type Child, useEffect, useRef, useState } from '../dom.ts';
import type { FindingView, ReviewView } from '../engine/sign.ts';
import { words } from '../words.ts';

type ReviewProps = {
  readonly review: ReviewView;
  /** Stops that the person has confirmed. */
  readonly confirmed?: readonly FindingId[];
  /** Absent: a stop is there that cannot be confirmed. */
  readonly onConfirm?: (id: FindingId) => void;
};

/** What a transaction does: first its findings, then where the money goes, then all else. */
export function Review({ review, confirmed = [], onConfirm }: ReviewProps) {
  const { findings, summary, outputs, facts, id } = review;
  return (
    <article class="review" aria-label={words.review.title}>
      <h2>{findings.length === 0 ? words.review.fine : words.review.found(findings.length)}</h2>
      {findings.map((finding) => (
        <Finding key={finding.id} finding={finding}>
          {finding.isStop && finding.canConfirm && onConfirm ? (
            <Confirm
              isConfirmed={confirmed.includes(finding.id)}
              onConfirm={() => onConfirm(finding.id)}
            />
          ) : null}
        </Finding>
      ))}
      <dl class="facts">
        <div>
          <dt>{words.review.pays}</dt>
          <Amount text={summary.pays} />
        </div>
        <div>
          <dt>{words.review.fee}</dt>
          <Amount text={summary.fee ?? words.review.feeUnknown} below={summary.cost} />
        </div>
      </dl>
      <h2>{words.review.outputs}</h2>
      {outputs.map((section) => (
        <Lines key={section.heading} section={section} />
      ))}
      <details>
        <summary>{words.review.more}</summary>
        {facts.map((section) => (
          <Lines key={section.heading} section={section} />
        ))}
        <p class="help">
          {words.review.id}: <span class="mono">{id}</span>. {words.review.idHelp}
        </p>
      </details>
    </article>
  );
}

/** In bitcoin, and below it in satoshi. */
function Amount({ text, below }: { readonly text: string; readonly below?: string | undefined }) {
  const [, coins = text, satoshis = ''] = /^(.*) \((.*)\)$/.exec(text) ?? [];
  return (
    <dd>
      <span class="big">{coins}</span> <span class="below">{satoshis}</span>
      {below === undefined ? null : <span class="below"> {below}</span>}
    </dd>
  );
}

/** How long a button is held until it counts, in milliseconds. */
const HOLD = 2000;

type ConfirmProps = { readonly isConfirmed: boolean; readonly onConfirm: () => void };

/** A button that is held, by pointer or key, so that a stop is never confirmed by accident. */
function Confirm({ isConfirmed, onConfirm }: ConfirmProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isHeld, setHeld] = useState(false);
  const release = () => {
    clearTimeout(timer.current);
    setHeld(false);
  };
  const hold = () => {
    release();
    setHeld(true);
    timer.current = setTimeout(onConfirm, HOLD);
  };
  useEffect(() => release, []);
  if (isConfirmed) return <p role="status">{words.review.confirmed}</p>;
  const isKey = (event: KeyboardEvent) => [' ', 'Enter'].includes(event.key) && !event.repeat;
  return (
    <button
      type="button"
      class={isHeld ? 'hold held' : 'hold'}
      onPointerDown={hold}
      onPointerUp={release}
      onPointerLeave={release}
      onKeyDown={(event: KeyboardEvent) => isKey(event) && hold()}
      onKeyUp={release}
      onBlur={release}
    >
      {words.review.confirm}
    </button>
  );
}

type FindingProps = { readonly finding: FindingView; readonly children?: Child };

function Finding({ finding, children }: FindingProps) {
  const { severity, text, advice, places, id } = finding;
  return (
    <section class={`finding ${severity}`}>
      <h3>
        <span class="tone">{words.review.tones[severity]}</span> {text}
      </h3>
      <p>{advice}</p>
      <p class="help">
        {places === '' ? '' : `${places} · `}
        {id}
      </p>
      {children}
    </section>
  );
}

function Lines({ section }: { readonly section: Section }) {
  const isOutput = section.heading.startsWith('Output ');
  return (
    <section class="lines">
      <h3>{section.heading}</h3>
      {section.lines.map((line, i) => (
        <p key={line} class={isOutput && i === 0 ? 'mono address' : ''}>
          {line}
        </p>
      ))}
    </section>
  );
}
