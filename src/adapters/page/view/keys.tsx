import type { NetworkName } from '../../../encoding/network.ts';
import type { Client } from '../client.ts';
import { useRef, useState } from '../dom.ts';
import type { KeysView } from '../engine/view-keys.ts';
import { words } from '../words.ts';
import { Dice } from './dice.tsx';
import { Export } from './export.tsx';
import { failing, Intake, type Taken } from './intake.tsx';
import { Field, Notice, Title, unkept } from './parts.tsx';
import { WordsEntry } from './words-entry.tsx';

type Props = {
  readonly engine: Client;
  readonly keys: KeysView | undefined;
  readonly network: NetworkName;
  readonly onNetwork: (network: NetworkName) => void;
  readonly onKeys: (keys: KeysView) => void;
  readonly onSign: () => void;
};

export function Keys(props: Props) {
  const { engine, keys, onSign } = props;
  return keys === undefined ? (
    <OpenKeys {...props} />
  ) : (
    <OpenedKeys engine={engine} keys={keys} onSign={onSign} />
  );
}

const networks: readonly NetworkName[] = ['main', 'testnet4', 'signet', 'test', 'regtest'];

function OpenKeys({ engine, network, onNetwork, onKeys }: Props) {
  const [problem, setProblem] = useState<string>();
  const [wants, setWants] = useState(false);
  const password = useRef<HTMLInputElement>(null);

  const open = async (run: () => Promise<KeysView>) => {
    setProblem(undefined);
    setProblem(await failing(async () => onKeys(await run())));
  };
  const onTaken = async ({ kind, words: what }: Taken) => {
    if (['psbt', 'transaction', 'address', 'payment-uri', 'cbor'].includes(kind)) {
      return words.keys.wrongKind(what);
    }
    try {
      onKeys(await engine.openCarried(''));
    } catch (error) {
      const message = error instanceof Error ? error.message : '';
      setWants(/password|passphrase/i.test(message));
      return message;
    }
    return undefined;
  };
  const openFile = async () => {
    const typed = password.current?.value ?? '';
    if (password.current !== null) password.current.value = '';
    await open(() => engine.openCarried(typed));
  };
  return (
    <>
      <Title>{words.keys.title}</Title>
      <p class="lead">{words.keys.lead}</p>
      {problem === undefined ? null : <Notice tone="stop">{problem}</Notice>}
      <section class="card" aria-labelledby="by-words">
        <h2 id="by-words">{words.keys.words}</h2>
        <WordsEntry
          engine={engine}
          onOpen={(passphrase) => open(() => engine.openWords(passphrase))}
        />
      </section>
      <section class="card" aria-labelledby="by-file">
        <h2 id="by-file">{words.keys.others}</h2>
        <p>{words.keys.othersHelp}</p>
        <Intake engine={engine} id="keys" onTaken={onTaken} />
        {wants ? (
          <Field id="password" label={words.keys.needsPassword}>
            <div class="row">
              <input ref={password} id="password" type="password" {...unkept} />
              <button type="button" onClick={openFile}>
                {words.keys.filePassword}
              </button>
            </div>
          </Field>
        ) : null}
      </section>
      <details>
        <summary>{words.dice.title}</summary>
        <section class="card" aria-label={words.dice.title}>
          <Dice engine={engine} />
        </section>
      </details>
      <Field id="network" label={words.network.label}>
        <select
          id="network"
          value={network}
          onChange={(event) => {
            const name = networks.find((each) => each === event.currentTarget.value);
            if (name === undefined) return;
            onNetwork(name);
            void engine.chooseNetwork(name);
          }}
        >
          {networks.map((name) => (
            <option key={name} value={name}>
              {words.network[name]}
            </option>
          ))}
        </select>
      </Field>
    </>
  );
}

type OpenedProps = Pick<Props, 'engine' | 'onSign'> & { readonly keys: KeysView };

function OpenedKeys({ engine, keys, onSign }: OpenedProps) {
  return (
    <>
      <Title>{keys.signs ? words.keys.isOpen : words.keys.watching}</Title>
      {keys.signs ? null : <Notice tone="note">{words.keys.watchingHelp}</Notice>}
      {keys.notes.map((note) => (
        <Notice key={note} tone="warn">
          {note}
        </Notice>
      ))}
      <dl class="facts">
        {keys.fingerprint === undefined ? null : (
          <div>
            <dt>{words.keys.fingerprint}</dt>
            <dd class="mono big">{keys.fingerprint}</dd>
          </div>
        )}
        <div>
          <dt>{words.network.label}</dt>
          <dd>{words.network[keys.network]}</dd>
        </div>
      </dl>
      <p>{words.keys.compare}</p>
      <h2>{words.keys.accounts}</h2>
      {keys.accounts.map(({ name, descriptor, addresses }) => (
        <section class="card" key={descriptor} aria-label={name}>
          <h3>{name}</h3>
          <ol class="addresses" start={0}>
            {addresses.map((address) => (
              <li key={address} class="mono">
                {address}
              </li>
            ))}
          </ol>
        </section>
      ))}
      <button type="button" class="main" onClick={onSign}>
        {words.keys.sign}
      </button>
      <details>
        <summary>{words.export.title}</summary>
        <section class="card" aria-label={words.export.title}>
          <Export engine={engine} keys={keys} />
        </section>
      </details>
    </>
  );
}
