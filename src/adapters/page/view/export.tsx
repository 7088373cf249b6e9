import type { Client } from '../client.ts';
import { useEffect, useState } from '../dom.ts';
import { words } from '../language.ts';
import type { ExportView, Watcher } from '../worker/export-view.ts';
import type { KeysView } from '../worker/view-keys.ts';
import { CarryOut } from './carry-out.tsx';
import { Field, failing, Notice } from './parts.tsx';

const watchers: readonly Watcher[] = ['Sparrow', 'Electrum', 'Bitcoin Core', 'Phone', 'Descriptor'];

type Props = { readonly engine: Client; readonly keys: KeysView };

/** Exports the wallet without its private keys, for a watch-only program. */
export function Export({ engine, keys }: Props) {
  const [descriptor, setDescriptor] = useState(keys.accounts[0]?.descriptor ?? '');
  const [watcher, setWatcher] = useState<Watcher>('Sparrow');
  const [last, setLast] = useState<ExportView & { readonly of: string }>();
  const [problem, setProblem] = useState<string>();
  const wanted = `${watcher} ${descriptor}`;
  // An export for another program is not offered for this one.
  const made = last?.of === wanted ? last : undefined;
  useEffect(() => {
    void failing(async () => {
      setLast({ ...(await engine.exportAccount(descriptor, watcher)), of: wanted });
    }).then(setProblem);
  }, [descriptor, watcher]);
  return (
    <>
      <p>{words.export.help}</p>
      <Field id="watcher" label={words.export.program}>
        <select
          id="watcher"
          onChange={(event) => {
            const chosen = watchers.find((each) => each === event.currentTarget.value);
            if (chosen !== undefined) setWatcher(chosen);
          }}
        >
          {watchers.map((name) => (
            <option key={name} value={name}>
              {words.export.watchers[name]}
            </option>
          ))}
        </select>
      </Field>
      <Field id="account" label={words.wallet.account}>
        <select id="account" onChange={(event) => setDescriptor(event.currentTarget.value)}>
          {keys.accounts.map((account) => (
            <option key={account.descriptor} value={account.descriptor}>
              {account.name}
            </option>
          ))}
        </select>
      </Field>
      {problem === undefined ? null : <Notice tone="warn">{problem}</Notice>}
      {made?.lost.map((lost) => (
        <Notice key={lost} tone="note">
          {words.export.lost(lost)}
        </Notice>
      ))}
      {made === undefined ? null : (
        <CarryOut
          key={made.text}
          engine={engine}
          shown={made.code === undefined ? undefined : { kind: 'text', text: made.code }}
          file={{
            name: `coldsign-${keys.fingerprint ?? 'wallet'}.${made.extension}`,
            content: made.text,
          }}
          reader="plain"
        />
      )}
      {keys.signs ? <ExportPrivate engine={engine} /> : null}
    </>
  );
}

/** Asks twice. The file is only saved, not shown. */
function ExportPrivate({ engine }: Pick<Props, 'engine'>) {
  const [isSure, setSure] = useState(false);
  const [text, setText] = useState<string>();
  return (
    <details>
      <summary>{words.export.secret}</summary>
      <Notice tone="warn">{words.export.secretHelp}</Notice>
      <label class="choice">
        <input
          type="checkbox"
          checked={isSure}
          onChange={({ currentTarget: { checked } }) => {
            setSure(checked);
            setText(undefined);
          }}
        />
        <span>{words.export.secretSure}</span>
      </label>
      <button
        type="button"
        disabled={!isSure}
        onClick={async () => setText(await engine.exportPrivate())}
      >
        {words.export.secretMake}
      </button>
      {text === undefined ? null : (
        <CarryOut
          engine={engine}
          shown={undefined}
          file={{ name: 'private-keys.txt', content: text }}
        />
      )}
    </details>
  );
}
