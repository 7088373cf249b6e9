import { useEngine } from '../client.ts';
import { useEffect, useState } from '../dom.ts';
import { engineText, strings } from '../language.ts';
import type { ExportView, Watcher } from '../worker/export-view.ts';
import type { AccountView, KeysView } from '../worker/view-keys.ts';
import {
  Button,
  Card,
  Choice,
  Copy,
  Grouped,
  Notice,
  Notices,
  Select,
  useProblem,
} from './parts.tsx';
import { ResultExport } from './result-export.tsx';

const watchers: readonly Watcher[] = ['Sparrow', 'Electrum', 'Bitcoin Core', 'Phone', 'Descriptor'];

/** Programs that watch single addresses by a descriptor. */
const singleWatchers: readonly Watcher[] = ['Bitcoin Core', 'Descriptor'];

/** Returns true for a key without an extended key, which has the same few addresses forever. */
const isSingle = ({ descriptor }: AccountView): boolean => !descriptor.includes('*');

type ExportProps = { readonly keys: KeysView };

/** Exports the wallet without its private keys, for a watch-only program. */
export function Export({ keys }: ExportProps) {
  const { export: texts } = strings;
  const isAllSingle = keys.accounts.every(isSingle);
  return (
    <Card id="export" title={isAllSingle ? texts.single : texts.title}>
      <p>{isAllSingle ? texts.singleHelp : texts.help}</p>
      {isAllSingle ? <SingleAddresses keys={keys} /> : null}
      <ExportAccount keys={keys} watchers={isAllSingle ? singleWatchers : watchers} />
    </Card>
  );
}

/** The addresses of single keys, which any program can watch. */
const SingleAddresses = ({ keys }: ExportProps) => (
  <ul class="plain">
    {keys.accounts
      .flatMap(({ addresses }) => addresses)
      .map((address) => (
        <li key={address}>
          <Grouped text={address} /> <Copy text={address} label={strings.result.copy} />
        </li>
      ))}
  </ul>
);

type AccountProps = ExportProps & { readonly watchers: readonly Watcher[] };

function ExportAccount({ keys, watchers: offered }: AccountProps) {
  const engine = useEngine();
  const [descriptor, setDescriptor] = useState(keys.accounts[0]?.descriptor ?? '');
  const [watcher, setWatcher] = useState<Watcher>(offered[0] ?? 'Descriptor');
  const [isNew, setNew] = useState(false);
  const [last, setLast] = useState<ExportView & { readonly of: string }>();
  const { problem, run } = useProblem();
  const wanted = `${watcher} ${descriptor} ${isNew}`;
  // An export for another program is not offered for this one.
  const made = last?.of === wanted ? last : undefined;
  useEffect(() => {
    void run(async () => {
      setLast({ ...(await engine.exportAccount(descriptor, watcher, isNew)), of: wanted });
    });
  }, [descriptor, watcher, isNew]);
  return (
    <>
      <Select
        id="watcher"
        label={strings.export.program}
        value={watcher}
        options={offered.map((name) => [name, strings.export.watchers[name]])}
        onChoose={setWatcher}
      />
      <Select
        id="account"
        label={strings.wallet.account}
        value={descriptor}
        options={keys.accounts.map((account) => [account.descriptor, nameOf(account)])}
        onChoose={setDescriptor}
      />
      {watcher === 'Bitcoin Core' ? <Born isNew={isNew} onNew={setNew} /> : null}
      {problem === undefined ? null : <Notice tone="warn">{engineText(problem)}</Notice>}
      <Steps watcher={watcher} lost={made?.lost ?? []} />
      {made === undefined ? null : (
        <ResultExport
          key={made.text}
          shown={made.code === undefined ? undefined : { kind: 'text', text: made.code }}
          file={{
            name: `coldsign-${keys.fingerprint ?? 'wallet'}.${made.extension}`,
            content: made.text,
          }}
          reader="plain"
        />
      )}
    </>
  );
}

/** Names an account. Those of one key differ only in their addresses. */
const nameOf = (account: AccountView): string =>
  isSingle(account)
    ? `${engineText(account.name)} · ${account.addresses[0]?.slice(0, 12)}…`
    : engineText(account.name);

type BornProps = { readonly isNew: boolean; readonly onNew: (isNew: boolean) => void };

/** Asks for the age of the wallet, which decides what Bitcoin Core searches for. */
const Born = ({ isNew, onNew }: BornProps) => (
  <Select
    id="born"
    label={strings.export.born}
    value={isNew ? 1 : 0}
    options={[
      [0, strings.export.bornBefore],
      [1, strings.export.bornNow],
    ]}
    onChoose={(chosen) => onNew(chosen === 1)}
  />
);

/** The entry of `lost` for a format without a name of the wallet. */
const NAME = 'its name';

type StepsProps = { readonly watcher: Watcher; readonly lost: readonly string[] };

/** Says how the program imports the export, and what the export lacks. */
const Steps = ({ watcher, lost }: StepsProps) => (
  <>
    <Notices
      tone="note"
      texts={lost
        .filter((each) => each !== NAME)
        .map((each) => strings.export.lost(engineText(each)))}
    />
    <p>
      {strings.export.how[watcher]} {lost.includes(NAME) ? strings.export.asksName : ''}
    </p>
  </>
);

/** Asks twice. The file is only saved, not shown. */
export function ExportPrivate() {
  const engine = useEngine();
  const [isSure, setSure] = useState(false);
  const [text, setText] = useState<string>();
  return (
    <details>
      <summary>{strings.export.secret}</summary>
      <Notice tone="warn">{strings.export.secretHelp}</Notice>
      <Choice
        label={strings.export.secretSure}
        checked={isSure}
        onChoose={(isChosen) => {
          setSure(isChosen);
          setText(undefined);
        }}
      />
      <Button
        label={strings.export.secretMake}
        disabled={!isSure}
        onClick={async () => setText(await engine.exportPrivate())}
      />
      {text === undefined ? null : (
        <ResultExport
          shown={undefined}
          file={{ name: 'private-keys.txt', content: text }}
          reader="plain"
          isMain={false}
        />
      )}
    </details>
  );
}
