import { useEngine } from '../client.ts';
import { useEffect, useRef, useState } from '../dom.ts';
import { strings } from '../language.ts';
import type { ReadView } from '../worker/read.ts';
import type { TraceView } from '../worker/trace.ts';
import { Intake } from './intake.tsx';
import { Btc } from './money.tsx';
import { Button, Grouped, Notice, Title } from './parts.tsx';

export function Read() {
  const engine = useEngine();
  const [found, setFound] = useState<ReadView>();
  const result = useRef<HTMLHeadingElement>(null);
  // The result is above the import, which had the focus.
  useEffect(() => result.current?.focus(), [found]);
  const onTaken = async () => {
    setFound(await engine.read());
    return undefined;
  };
  return (
    <>
      <Title>{strings.read.title}</Title>
      <p class="lead">{strings.read.lead}</p>
      {found === undefined ? null : (
        <section key="result" aria-labelledby="read-result">
          <h2 ref={result} id="read-result" tabIndex={-1}>
            {strings.read.decoded(found.title)}
          </h2>
          {found.summary === undefined ? null : <Summary summary={found.summary} />}
          {found.traces.map((trace) => (
            <Trace key={trace.title} trace={trace} isOpen={found.summary === undefined} />
          ))}
          <details open={found.summary === undefined && found.traces.length === 0}>
            <summary>{strings.read.all}</summary>
            <pre class="mono">{found.text}</pre>
          </details>
          <h2>{strings.read.another}</h2>
        </section>
      )}
      <section key="intake" class="card">
        <Intake id="read" onTaken={onTaken} onNew={() => setFound(undefined)} isMain />
      </section>
    </>
  );
}

function Summary({ summary }: { readonly summary: NonNullable<ReadView['summary']> }) {
  const { inputs, outputs, pays } = summary;
  return (
    <section class="card">
      {pays.map(({ to, amount }, i) => (
        <p key={i}>
          <strong>
            <Btc text={`${amount} BTC`} />
          </strong>{' '}
          → <Grouped text={to} />
        </p>
      ))}
      {outputs > pays.length ? <p>…</p> : null}
      <p class="help">{strings.read.counts(inputs, outputs)}</p>
    </section>
  );
}

type TraceProps = {
  readonly trace: TraceView;
  /** A script is all that was opened, so its steps are what the person came for. */
  readonly isOpen: boolean;
};

/** Shows a script, one operation after the other, and opens a script that fails. */
function Trace({ trace, isOpen }: TraceProps) {
  const [at, setAt] = useState(0);
  const { steps, title, error, runs } = trace;
  const fails = runs ? strings.read.failsAsWhole : strings.read.fails;
  const step = steps[at];
  const last = steps.length - 1;
  return (
    <details open={isOpen || error !== undefined}>
      <summary>
        {error === undefined ? strings.read.runs(title) : strings.read.stops(title)}
      </summary>
      <section class="card" aria-label={title}>
        <Notice tone={error === undefined ? 'good' : 'stop'}>
          {error === undefined ? strings.read.succeeds : fails(error)}
        </Notice>
        <div class="row">
          <Button label={strings.read.back} onClick={() => setAt(at - 1)} disabled={at === 0} />
          <Button label={strings.read.next} onClick={() => setAt(at + 1)} disabled={at === last} />
          <span role="status">{strings.read.step(at, last)}</span>
        </div>
        <ol class="script mono" start={1}>
          {steps.slice(1).map(({ operation }, i) => (
            <li key={`${i}${operation}`} aria-current={i + 1 === at ? 'step' : undefined}>
              {operation}
            </li>
          ))}
        </ol>
        {step?.error === undefined ? null : (
          <Notice tone="stop">{strings.read.failsHere(step.error)}</Notice>
        )}
        <h3>{strings.read.stack}</h3>
        {step === undefined || step.stack.length === 0 ? (
          <p>{strings.read.empty}</p>
        ) : (
          <ol class="stack mono">
            {[...step.stack].reverse().map((element, i) => (
              <li key={`${i}${element}`}>{element}</li>
            ))}
          </ol>
        )}
      </section>
    </details>
  );
}
