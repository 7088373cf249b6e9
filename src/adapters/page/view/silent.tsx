import { useEngine } from '../client.ts';
import { useEffect, useState } from '../dom.ts';
import { strings } from '../language.ts';
import type { SilentView } from '../worker/silent-view.ts';
import { Button, Card, Copy, Grouped, Problem, TextField, useProblem } from './parts.tsx';
import { ResultExport } from './result-export.tsx';

type Props = { readonly index: number; readonly silent: SilentView };

/** Shows a silent payment address of the open keys. */
export function Silent({ index, silent }: Props) {
  const engine = useEngine();
  const [label, setLabel] = useState('');
  const [address, setAddress] = useState(silent.address);
  const [watching, setWatching] = useState<string>();
  const { problem, setProblem, run } = useProblem();
  useEffect(() => {
    if (label === '') {
      setProblem(undefined);
      return setAddress(silent.address);
    }
    void run(async () => setAddress(await engine.silentLabel(index, Number(label))));
  }, [label]);
  const id = (part: string) => `silent-${part}-${index}`;
  return (
    <Card id={id('title')} title={strings.silent.title}>
      <p class="help">{strings.silent.help}</p>
      {silent.path === '' ? null : <p>{silent.path}</p>}
      <p>
        <Grouped text={address} />
      </p>
      <Copy text={address} label={strings.result.copy} />
      <TextField
        id={id('label')}
        label={strings.silent.label}
        help={strings.silent.labelHelp}
        type="number"
        min="1"
        max="1000"
        value={label}
        onText={setLabel}
      />
      <Problem text={problem} />
      <ResultExport
        key={address}
        shown={{ kind: 'text', text: address }}
        file={{ name: 'silent-payment-address.txt', content: `${address}\n` }}
        reader="plain"
        isMain={index === 0}
      />
      <details>
        <summary>{strings.silent.watch}</summary>
        <p class="help">{strings.silent.watchHelp}</p>
        {watching === undefined ? (
          <Button
            label={strings.export.secretMake}
            onClick={async () => setWatching(await engine.silentWatching(index))}
          />
        ) : (
          <ResultExport
            shown={{ kind: 'text', text: watching }}
            file={{ name: 'silent-payments-watching.txt', content: `${watching}\n` }}
            reader="plain"
            isMain={false}
          />
        )}
      </details>
    </Card>
  );
}
