import type { Section } from '../../../review/section.ts';
import type { FindingView, ReviewView } from '../engine/sign.ts';
import { words } from '../words.ts';

/** What a transaction does: first what is odd, then where the money goes, then all else. */
export function Review({ review }: { readonly review: ReviewView }) {
  const { findings, summary, outputs, facts, id } = review;
  return (
    <article class="review" aria-label={words.review.title}>
      <h2>{findings.length === 0 ? words.review.fine : words.review.found(findings.length)}</h2>
      {findings.map((finding) => (
        <Finding key={finding.id} finding={finding} />
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

function Finding({ finding }: { readonly finding: FindingView }) {
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
