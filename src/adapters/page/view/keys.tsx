import type { NetworkName } from '../../../encoding/network.ts';
import { useEngine } from '../client.ts';
import { useEffect, useRef, useState } from '../dom.ts';
import { engineText, strings } from '../language.ts';
import type { KeysView, KeyView, PolicyView } from '../worker/view-keys.ts';
import { useFilePassword } from './file-password.tsx';
import { Intake, type Taken } from './intake.tsx';
import {
  Button,
  Card,
  Grouped,
  Identicon,
  Notice,
  Notices,
  Paragraphs,
  Problem,
  Select,
  Title,
  useProblem,
  Ways,
} from './parts.tsx';
import { Passphrase } from './passphrase.tsx';
import { misplaced } from './transaction.tsx';
import { WordsEntry } from './words-entry.tsx';

/** Tasks that need keys and no transaction. */
export type KeyTask = 'addresses' | 'pair' | 'backup' | 'message' | 'sweep';
const TASKS = ['pair', 'message', 'sweep'] as const;

type Props = {
  readonly keys: KeysView | undefined;
  readonly network: NetworkName;
  readonly onNetwork: (network: NetworkName) => void;
  /** `isNew`: the keys of a wallet that was just made. */
  readonly onKeys: (keys: KeysView | undefined, isNew?: boolean) => void;
  /** Goes to the transaction, or to its review if a transaction is open. */
  readonly onNext: () => void;
  readonly hasTransaction: boolean;
  readonly onTask: (task: KeyTask) => void;
  readonly onNew: () => void;
  /** The words were just written on paper. */
  readonly isWritten: boolean;
  /** Opens other keys than those of the words on paper. */
  readonly onOther: () => void;
  /** The open keys are those of a wallet that was just made. */
  readonly isNew: boolean;
  readonly isPractice: boolean;
  /** An import of another screen that belongs here. */
  readonly given: Taken | undefined;
  /** A PSBT was imported here. */
  readonly onTransaction: (taken: Taken) => void;
};

export function Keys(props: Props) {
  const { keys } = props;
  if (keys !== undefined) {
    return props.isNew ? <NewWallet {...props} keys={keys} /> : <OpenKeys {...props} keys={keys} />;
  }
  return props.isWritten ? (
    <WrittenWords {...props} />
  ) : (
    <>
      <Title>{strings.keys.title}</Title>
      <p class="lead">{strings.keys.lead}</p>
      <AddKeys {...props} />
      <p>
        <Button class="quiet" label={strings.dice.title} onClick={props.onNew} />
      </p>
      <ChooseNetwork {...props} />
    </>
  );
}

/** Asks only for the words that were just written on paper. */
function WrittenWords({ onKeys, onOther }: Props) {
  const engine = useEngine();
  const { problem, run } = useProblem();
  return (
    <>
      <Title key="written">{strings.dice.type}</Title>
      <p class="lead">
        {strings.dice.step(3)} {strings.dice.gone}
      </p>
      <Problem text={problem} />
      <section class="card" aria-label={strings.keys.words}>
        <WordsEntry
          isWaiting={false}
          isWritten
          onOpen={(typed, isMade) => run(async () => onKeys(await engine.openWords(typed), isMade))}
        />
      </section>
      <Button class="quiet" label={strings.review.otherKeys} onClick={onOther} />
    </>
  );
}

/** Says what to do with a wallet that was just made. */
function NewWallet({ keys, onTask }: OpenProps) {
  const { dice } = strings;
  return (
    <>
      <Title key="new">{dice.ready}</Title>
      <Notice tone="good">{dice.fingerprint(keys.fingerprint ?? '')}</Notice>
      <ul class="keys" aria-label={strings.keys.list}>
        {keys.keys.map((key) => (
          <li key={key.id} class="card">
            <OpenKey view={key} />
          </li>
        ))}
      </ul>
      <p>{dice.next}</p>
      <FirstAddresses keys={keys} onTask={onTask} />
      <div class="bar">
        <Button class="main" label={strings.wallet.tabs.pair} onClick={() => onTask('pair')} />
        <Button label={dice.sheet} onClick={() => onTask('backup')} />
      </div>
    </>
  );
}

const testNetworks: readonly NetworkName[] = ['testnet4', 'signet', 'test', 'regtest'];
const networks: readonly NetworkName[] = ['main', ...testNetworks];

function ChooseNetwork({ network, onNetwork }: Props) {
  const engine = useEngine();
  return (
    <Select
      id="network"
      label={strings.network.label}
      value={network}
      options={networks.map((name) => [name, strings.network[name]])}
      onChoose={(name) => {
        onNetwork(name);
        void engine.chooseNetwork(name);
      }}
    />
  );
}

function AddKeys({ given, onKeys, onTransaction }: Props) {
  const engine = useEngine();
  const { problem, setProblem, run } = useProblem();
  const [asksPassphrase, setAsksPassphrase] = useState(false);
  const password = useFilePassword({
    id: 'password',
    open: (typed) => engine.openPayload(typed),
    onOpened: onKeys,
  });
  const open = (make: () => Promise<KeysView>) => {
    setProblem(undefined);
    return run(async () => onKeys(await make()));
  };
  const onNew = () => {
    password.end();
    setAsksPassphrase(false);
  };
  const onTaken = async (taken: Taken) => {
    const { kind } = taken;
    setProblem(undefined);
    setAsksPassphrase(false);
    if (kind === 'psbt' || kind === 'transaction') {
      onTransaction(taken);
      return undefined;
    }
    if (['address', 'payment-uri', 'cbor'].includes(kind)) return misplaced(taken);
    if (kind === 'seed' || (await engine.takeEntropy())) {
      const { problem: fault } = await engine.previewPassphrase('', 'import');
      setAsksPassphrase(fault === undefined);
      return fault;
    }
    await password.start();
    return undefined;
  };
  useEffect(() => {
    if (given !== undefined) void run(() => onTaken(given));
  }, []);
  return (
    <>
      <Problem text={problem} />
      {asksPassphrase ? (
        <section class="card" aria-label={strings.keys.passphrase}>
          <Passphrase
            of="import"
            takesFocus
            onOpen={(typed) => open(() => engine.openPayload(typed))}
          />
        </section>
      ) : null}
      <div class="columns">
        <Card id="by-words" title={strings.keys.words}>
          <WordsEntry
            isWaiting={asksPassphrase}
            onOpen={(typed) => open(() => engine.openWords(typed))}
          />
        </Card>
        <Card id="by-file" title={strings.keys.others}>
          <p>{strings.keys.othersHelp}</p>
          <Intake id="keys" onTaken={onTaken} onNew={onNew} />
          {password.form}
        </Card>
      </div>
    </>
  );
}

type OpenProps = Props & { readonly keys: KeysView };

function OpenKeys(props: OpenProps) {
  const { keys, onKeys, onNext, hasTransaction, onTask } = props;
  const engine = useEngine();
  const [added, setAdded] = useState<string>();
  const more = useRef<HTMLDetailsElement>(null);
  const onAdded = (opened: KeysView | undefined) => {
    onKeys(opened);
    setAdded(opened?.keys.at(-1)?.from);
    if (more.current !== null) more.current.open = false;
    const heading = document.querySelector('h1');
    heading?.scrollIntoView();
    // The button that opened it is hidden now.
    heading?.focus({ preventScroll: true });
  };
  return (
    <>
      <Title>{keys.signs ? strings.keys.isOpen : strings.keys.watching}</Title>
      {keys.signs ? null : <Notice tone="note">{strings.keys.watchingHelp}</Notice>}
      <Notices tone="warn" texts={keys.notes.map(engineText)} />
      {added === undefined ? null : (
        <Notice tone="good">{strings.keys.added(engineText(added))}</Notice>
      )}
      {keys.network === 'main' || props.isPractice ? null : <TestNetwork {...props} />}
      {keys.fingerprint === undefined ? null : <p>{strings.keys.compare}</p>}
      <KeyList
        keys={keys}
        onRemove={async (id) => {
          setAdded(undefined);
          onKeys(await engine.removeKey(id));
          // The button is gone. The heading says what is left.
          document.querySelector('h1')?.focus();
        }}
      />
      {keys.facts.length === 0 ? null : (
        <details open>
          <summary>{strings.keys.facts}</summary>
          <ul class="help">
            {keys.facts.map((fact) => (
              <li key={fact}>{engineText(fact)}</li>
            ))}
          </ul>
        </details>
      )}
      <FirstAddresses keys={keys} onTask={onTask} />
      {hasTransaction ? null : (
        <Ways
          ways={TASKS.filter((task) => keys.signs || task === 'pair').map((task) => [
            ...strings.keys.tasks[task],
            () => onTask(task),
          ])}
        />
      )}
      <details ref={more} open={props.given !== undefined}>
        <summary>{strings.keys.add}</summary>
        <p class="help">{strings.keys.addHelp}</p>
        <AddKeys {...props} onKeys={onAdded} />
      </details>
      <div class="bar">
        <Button
          class="main"
          label={hasTransaction ? strings.keys.nextReview : strings.keys.next}
          onClick={onNext}
        />
        {hasTransaction ? null : <p class="help">{strings.keys.paste}</p>}
      </div>
    </>
  );
}

/** The text of a test key does not say which test network it is for. */
function TestNetwork({ keys, onKeys }: OpenProps) {
  const engine = useEngine();
  return (
    <Select
      id="network"
      label={strings.network.label}
      value={keys.network}
      options={testNetworks.map((name) => [name, strings.network[name]])}
      onChoose={async (name) => onKeys(await engine.chooseNetwork(name))}
    />
  );
}

type ListProps = { readonly keys: KeysView; readonly onRemove: (id: number) => Promise<void> };

const KeyList = ({ keys, onRemove }: ListProps) => (
  <ul class="keys" aria-label={strings.keys.list}>
    {keys.keys.map((key) => (
      <li key={key.id} class="card">
        <OpenKey view={key} />
        <Button
          class="small"
          label={strings.keys.removeShort}
          aria-label={strings.keys.remove(engineText(key.from))}
          onClick={() => onRemove(key.id)}
        />
      </li>
    ))}
  </ul>
);

/** The first addresses, to be compared with those of the wallet. */
function FirstAddresses({ keys, onTask }: Pick<OpenProps, 'keys' | 'onTask'>) {
  const [first] = keys.accounts;
  if (first === undefined) return null;
  return (
    <section class="card" aria-label={first.name}>
      <h2>
        {first.name} <span class="mono soft">{first.path}</span>
      </h2>
      <ol class="addresses" start={0}>
        {first.addresses.map((address) => (
          <li key={address}>
            <Grouped text={address} />
          </li>
        ))}
      </ol>
      <Button class="quiet" label={strings.keys.addresses} onClick={() => onTask('addresses')} />
    </section>
  );
}

function OpenKey({ view }: { readonly view: KeyView }) {
  const { from, fingerprint, signs, policy, count } = view;
  return (
    <div class="key">
      {fingerprint === undefined ? null : <Identicon text={fingerprint} />}
      <div>
        {fingerprint === undefined ? null : (
          <p>
            <span class="soft">{strings.keys.fingerprint}</span>{' '}
            <strong class="mono big">{fingerprint}</strong>
          </p>
        )}
        <p>
          {engineText(from)}
          {count === undefined ? '' : `, ${strings.keys.count(count)}`}
          {signs || policy?.keys.some(({ isOwn }) => isOwn) ? '' : ` · ${strings.keys.watchOnly}`}
        </p>
        {policy === undefined ? null : <Policy policy={policy} />}
      </div>
    </div>
  );
}

/** Shows a policy, as in `2 of 3 keys: b8688df1 (you), 28645006, 3f635a63`. */
export function Policy({ policy }: { readonly policy: PolicyView }) {
  const { required, keys, locks } = policy;
  return (
    <>
      <p>
        <strong>
          {required === undefined
            ? strings.keys.anyPolicy(keys.length)
            : strings.keys.policy(required, keys.length)}
        </strong>
        :{' '}
        {keys.map(({ name, label, isOwn }, i) => (
          <span key={i}>
            {i > 0 ? ', ' : ''}
            {label === undefined ? '' : `${label} `}
            <span class="mono">{name}</span>
            {isOwn ? ` (${strings.keys.you})` : ''}
          </span>
        ))}
      </p>
      <Paragraphs kind="help" texts={locks.map(lockWords)} />
    </>
  );
}

/** Says when a lock of a policy opens, as in `older(52560)`. */
function lockWords(lock: string): string {
  const { opens } = strings.keys;
  const value = Number(lock.match(/\d+/)?.[0]);
  if (!lock.startsWith('older'))
    return value < 500_000_000
      ? opens.height(value)
      : opens.date(new Date(value * 1000).toISOString().slice(0, 10));
  return value & 0x400000
    ? opens.days(Math.round(((value & 0xffff) * 512) / 86_400))
    : opens.blocks(value, Math.round(value / 144));
}
