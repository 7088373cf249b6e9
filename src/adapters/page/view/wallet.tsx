import type { Client } from '../client.ts';
import { useEffect, useState } from '../dom.ts';
import { words } from '../language.ts';
import type { CodeView } from '../worker/show.ts';
import type { AccountView, KeysView } from '../worker/view-keys.ts';
import { Bsms } from './bsms.tsx';
import { Code } from './carry-out.tsx';
import { Address } from './check.tsx';
import { Export } from './export.tsx';
import { Policy } from './keys.tsx';
import { Card, Field, failing, Grouped, NeedsKeys, Problem, Title, unkept } from './parts.tsx';
import { Silent } from './silent.tsx';

type Props = {
  readonly engine: Client;
  readonly keys: KeysView | undefined;
  readonly onKeys: (keys: KeysView) => void;
  readonly onUnlock: () => void;
};

/** Shows accounts, addresses and exports of the open keys, without any secret. */
export function Wallet({ engine, keys, onKeys, onUnlock }: Props) {
  const [added, setAdded] = useState<readonly AccountView[]>([]);
  const [chosen, setChosen] = useState(0);
  if (keys === undefined) {
    return (
      <>
        <Title>{words.wallet.title}</Title>
        <NeedsKeys text={words.wallet.needsKeys} onUnlock={onUnlock} />
      </>
    );
  }
  const accounts = [...keys.accounts, ...added];
  const account = accounts[chosen];
  return (
    <>
      <Title>{words.wallet.title}</Title>
      <p class="lead">{words.wallet.lead}</p>
      {keys.keys.map(({ id, policy }) =>
        policy === undefined ? null : (
          <section key={id} class="card">
            <Policy policy={policy} />
          </section>
        ),
      )}
      <Field id="wallet-account" label={words.wallet.account}>
        <select
          id="wallet-account"
          value={`${chosen}`}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        >
          {accounts.map(({ name, path }, i) => (
            <option key={i} value={`${i}`}>
              {[name, path].filter((text) => text !== '').join(' · ')}
            </option>
          ))}
        </select>
      </Field>
      {account === undefined ? null : <Account key={chosen} engine={engine} account={account} />}
      <OtherAccount
        engine={engine}
        onFound={(found) => {
          setAdded([...added, ...found]);
          setChosen(accounts.length);
        }}
      />
      <Card id="find" title={words.wallet.find}>
        <p class="help">{words.wallet.findHelp}</p>
        <Address {...{ engine, keys, onUnlock }} />
      </Card>
      {keys.accounts.length === 0 ? null : (
        <Card id="export" title={words.export.title}>
          <Export engine={engine} keys={keys} />
        </Card>
      )}
      <Silent engine={engine} silent={keys.silent} />
      {keys.signs ? <Bsms engine={engine} keys={keys} onKeys={onKeys} /> : null}
      <p>
        <button type="button" onClick={() => print()}>
          {words.wallet.print}
        </button>{' '}
        <span class="help">{words.wallet.printHelp}</span>
      </p>
      <Sheet engine={engine} keys={keys} accounts={accounts} />
    </>
  );
}

const COUNT = 20;

function Account({ engine, account }: { readonly engine: Client; readonly account: AccountView }) {
  const { path, xpub, descriptor } = account;
  const [branch, setBranch] = useState(0);
  const [first, setFirst] = useState(0);
  const [addresses, setAddresses] = useState<readonly string[]>([]);
  useEffect(() => {
    if (descriptor === '') return;
    void engine.addressesOf(descriptor, { branch, first, count: COUNT }).then(setAddresses);
  }, [branch, first]);
  return (
    <section class="card" aria-label={`${account.name} ${path}`}>
      {xpub === '' ? null : (
        <div>
          <h2>{words.wallet.xpub}</h2>
          <p class="mono">{xpub}</p>
          <p class="help">{words.wallet.xpubHelp}</p>
          <Qr engine={engine} text={xpub} name={words.wallet.xpub} />
        </div>
      )}
      {descriptor === '' ? null : (
        <>
          <div class="row">
            <Field id="branch" label={words.wallet.branch}>
              <select
                id="branch"
                onChange={(event) => setBranch(Number(event.currentTarget.value))}
              >
                <option value="0">{words.wallet.receive}</option>
                <option value="1">{words.wallet.change}</option>
              </select>
            </Field>
            <Field id="first" label={words.wallet.from}>
              <input
                id="first"
                type="number"
                min="0"
                max="2147483000"
                value={first}
                onInput={(event) =>
                  setFirst(Math.max(0, Math.trunc(event.currentTarget.valueAsNumber || 0)))
                }
              />
            </Field>
          </div>
          <ol class="addresses" start={first}>
            {addresses.map((address, i) => (
              <li key={address} value={first + i}>
                <Grouped text={address} />{' '}
                <Qr engine={engine} text={address} name={words.wallet.address(first + i)} />
              </li>
            ))}
          </ol>
          <div class="row">
            <button
              type="button"
              disabled={first === 0}
              onClick={() => setFirst(Math.max(0, first - COUNT))}
            >
              {words.wallet.fewer}
            </button>
            <button type="button" onClick={() => setFirst(first + COUNT)}>
              {words.wallet.more}
            </button>
          </div>
        </>
      )}
    </section>
  );
}

type QrProps = { readonly engine: Client; readonly text: string; readonly name: string };

/** Shows the code of a text on request. */
function Qr({ engine, text, name }: QrProps) {
  const [code, setCode] = useState<CodeView>();
  const toggle = async () => {
    if (code !== undefined) return setCode(undefined);
    const frames = await engine.drawFrames({ kind: 'text', text }, 'plain');
    setCode(frames.codes[0]);
  };
  return (
    <>
      <button
        type="button"
        class="small"
        aria-expanded={code !== undefined}
        aria-label={words.wallet.qr(name)}
        onClick={toggle}
      >
        QR
      </button>
      {code === undefined ? null : <Code code={code} name={name} />}
    </>
  );
}

type OtherProps = {
  readonly engine: Client;
  readonly onFound: (found: readonly AccountView[]) => void;
};

function OtherAccount({ engine, onFound }: OtherProps) {
  const [number, setNumber] = useState('1');
  const [path, setPath] = useState('');
  const [problem, setProblem] = useState<string>();
  const show = async () => {
    const wanted = path.trim() === '' ? { account: Number(number) } : { path: path.trim() };
    setProblem(await failing(async () => onFound(await engine.accountsAt(wanted))));
  };
  return (
    <details>
      <summary>{words.wallet.other}</summary>
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          void show();
        }}
      >
        <Field id="account-number" label={words.wallet.number}>
          <input
            id="account-number"
            type="number"
            min="0"
            max="2147483647"
            value={number}
            onInput={(event) => setNumber(event.currentTarget.value)}
          />
        </Field>
        <Field id="account-path" label={words.wallet.path} help={words.wallet.pathHelp}>
          <input
            id="account-path"
            type="text"
            aria-describedby="account-path-help"
            value={path}
            onInput={(event) => setPath(event.currentTarget.value)}
            {...unkept}
          />
        </Field>
        <Problem text={problem} />
        <button type="submit">{words.wallet.showAccount}</button>
      </form>
    </details>
  );
}

type SheetProps = {
  readonly engine: Client;
  readonly keys: KeysView;
  readonly accounts: readonly AccountView[];
};

/** Sheet for printing: descriptors as text and code, fingerprints and paths. No private key. */
function Sheet({ engine, keys, accounts }: SheetProps) {
  const [codes, setCodes] = useState<readonly (CodeView | undefined)[]>([]);
  useEffect(() => {
    const draw = ({ descriptor }: AccountView) =>
      engine
        .drawFrames({ kind: 'text', text: descriptor }, 'plain')
        .then(({ codes: [first] }) => first)
        // The text is too long for one code.
        .catch(() => undefined);
    void Promise.all(accounts.map(draw)).then(setCodes);
  }, [accounts.length]);
  return (
    <section class="sheet">
      <h1>{words.wallet.sheet}</h1>
      <p>{words.wallet.sheetHelp}</p>
      <p>
        {words.network[keys.network]} · {keys.keys.map(({ fingerprint }) => fingerprint).join(', ')}
      </p>
      {accounts.map(({ name, path, descriptor }, i) => {
        const code = codes[i];
        return descriptor === '' ? null : (
          <div key={descriptor} class="sheet-row">
            {code === undefined ? null : <Code code={code} name={name} />}
            <div>
              <h2>
                {name} {path}
              </h2>
              <p class="mono">{descriptor}</p>
            </div>
          </div>
        );
      })}
    </section>
  );
}
