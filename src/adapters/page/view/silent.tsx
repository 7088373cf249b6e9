import type { Client } from '../client.ts';
import { useEffect, useState } from '../dom.ts';
import { words } from '../language.ts';
import type { SilentView } from '../worker/silent-view.ts';
import { CarryOut } from './carry-out.tsx';
import { Card, Copy, Field, failing, Grouped, Problem } from './parts.tsx';

type Props = { readonly engine: Client; readonly silent: readonly SilentView[] };

/** Shows the silent payment addresses of the open keys. */
export function Silent({ engine, silent }: Props) {
  return (
    <>
      {silent.map((each, index) => (
        <One key={each.address} engine={engine} index={index} silent={each} />
      ))}
    </>
  );
}

type OneProps = {
  readonly engine: Client;
  readonly index: number;
  readonly silent: SilentView;
};

function One({ engine, index, silent }: OneProps) {
  const [label, setLabel] = useState('');
  const [address, setAddress] = useState(silent.address);
  const [watching, setWatching] = useState<string>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (label === '') {
      setProblem(undefined);
      return setAddress(silent.address);
    }
    void failing(async () => setAddress(await engine.silentLabel(index, Number(label)))).then(
      setProblem,
    );
  }, [label]);
  const id = (part: string) => `silent-${part}-${index}`;
  return (
    <Card id={id('title')} title={words.silent.title}>
      <p class="help">{words.silent.help}</p>
      {silent.path === '' ? null : <p>{silent.path}</p>}
      <p>
        <Grouped text={address} />
      </p>
      <Copy text={address} label={words.result.copy} />
      <Field id={id('label')} label={words.silent.label} help={words.silent.labelHelp}>
        <input
          id={id('label')}
          type="number"
          min="1"
          max="1000"
          value={label}
          aria-describedby={`${id('label')}-help`}
          onInput={(event) => setLabel(event.currentTarget.value)}
        />
      </Field>
      <Problem text={problem} />
      <CarryOut
        key={address}
        engine={engine}
        shown={{ kind: 'text', text: address }}
        file={{ name: 'silent-payment-address.txt', content: `${address}\n` }}
        reader="plain"
      />
      <details>
        <summary>{words.silent.watch}</summary>
        <p class="help">{words.silent.watchHelp}</p>
        {watching === undefined ? (
          <button
            type="button"
            onClick={async () => setWatching(await engine.silentWatching(index))}
          >
            {words.export.secretMake}
          </button>
        ) : (
          <CarryOut
            engine={engine}
            shown={{ kind: 'text', text: watching }}
            file={{ name: 'silent-payments-watching.txt', content: `${watching}\n` }}
            reader="plain"
          />
        )}
      </details>
    </Card>
  );
}
