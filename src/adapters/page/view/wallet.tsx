import { useEngine } from '../client.ts';
import { useEffect, useState } from '../dom.ts';
import { engineWords, words } from '../language.ts';
import type { CodeView } from '../worker/show.ts';
import type { AccountView, KeysView } from '../worker/view-keys.ts';
import { Bsms } from './bsms.tsx';
import { Code } from './carry-out.tsx';
import { Address } from './check.tsx';
import { Export } from './export.tsx';
import { Policy } from './keys.tsx';
import {
  Button,
  Card,
  Form,
  Grouped,
  NeedsKeys,
  Problem,
  Select,
  TextField,
  Title,
  useProblem,
} from './parts.tsx';
import { Silent } from './silent.tsx';

type Props = {
  readonly keys: KeysView | undefined;
  readonly onKeys: (keys: KeysView) => void;
  readonly onUnlock: () => void;
};

/** Shows accounts, addresses and exports of the open keys, without any secret. */
export function Wallet({ keys, onKeys, onUnlock }: Props) {
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
      <Select
        id="wallet-account"
        label={words.wallet.account}
        value={chosen}
        options={accounts.map(({ name, path }, i) => [
          i,
          engineWords(name) + (path === '' ? '' : ` · ${path}`),
        ])}
        onChoose={setChosen}
      />
      {account === undefined ? null : <Account key={chosen} account={account} />}
      <OtherAccount
        onFound={(found) => {
          setAdded([...added, ...found]);
          setChosen(accounts.length);
        }}
      />
      <Card id="find" title={words.wallet.find}>
        <p class="help">{words.wallet.findHelp}</p>
        <Address keys={keys} onUnlock={onUnlock} />
      </Card>
      {keys.accounts.length === 0 ? null : (
        <Card id="export" title={words.export.title}>
          <Export keys={keys} />
        </Card>
      )}
      {keys.silent.map((each, index) => (
        <Silent key={each.address} index={index} silent={each} />
      ))}
      {keys.signs ? <Bsms keys={keys} onKeys={onKeys} /> : null}
      <p>
        <Button label={words.wallet.print} onClick={() => print()} />{' '}
        <span class="help">{words.wallet.printHelp}</span>
      </p>
      <Sheet keys={keys} accounts={accounts} />
    </>
  );
}

const COUNT = 20;
/** First position of the last addresses: positions end at 2^31 (BIP32). */
const LAST = 2 ** 31 - COUNT;

type Listed = {
  /** Branch and first position. */
  readonly of: string;
  readonly addresses: readonly string[];
};

function Account({ account }: { readonly account: AccountView }) {
  const engine = useEngine();
  const { path, xpub, descriptor } = account;
  const [branch, setBranch] = useState(0);
  const [first, setFirst] = useState(0);
  const [last, setLast] = useState<Listed>();
  const wanted = `${branch} ${first}`;
  // Otherwise addresses of other positions would appear beside these numbers.
  const addresses = last?.of === wanted ? last.addresses : [];
  const goTo = (position: number) => setFirst(Math.min(LAST, Math.max(0, Math.trunc(position))));
  useEffect(() => {
    if (descriptor === '') return;
    void engine
      .addressesOf(descriptor, { branch, first, count: COUNT })
      .then((found) => setLast({ of: wanted, addresses: found }));
  }, [branch, first]);
  return (
    <section class="card" aria-label={`${account.name} ${path}`}>
      {xpub === '' ? null : (
        <div>
          <h2>{words.wallet.xpub}</h2>
          <p class="mono">{xpub}</p>
          <p class="help">{words.wallet.xpubHelp}</p>
          <Qr text={xpub} name={words.wallet.xpub} />
        </div>
      )}
      {descriptor === '' ? null : (
        <>
          <div class="row">
            <Select
              id="branch"
              label={words.wallet.branch}
              value={branch}
              options={[
                [0, words.wallet.receive],
                [1, words.wallet.change],
              ]}
              onChoose={setBranch}
            />
            <TextField
              id="first"
              label={words.wallet.from}
              type="number"
              min="0"
              max={LAST}
              value={first}
              onText={(text) => goTo(Number(text))}
            />
          </div>
          <ol class="addresses" start={first}>
            {addresses.map((address, i) => (
              <li key={address} value={first + i}>
                <Grouped text={address} />{' '}
                <Qr text={address} name={words.wallet.address(first + i)} />
              </li>
            ))}
          </ol>
          <div class="row">
            <Button
              label={words.wallet.fewer}
              disabled={first === 0}
              onClick={() => goTo(first - COUNT)}
            />
            <Button
              label={words.wallet.more}
              disabled={first === LAST}
              onClick={() => goTo(first + COUNT)}
            />
          </div>
        </>
      )}
    </section>
  );
}

type QrProps = { readonly text: string; readonly name: string };

/** Shows the code of a text on request. */
function Qr({ text, name }: QrProps) {
  const engine = useEngine();
  const [code, setCode] = useState<CodeView>();
  const toggle = async () => {
    if (code !== undefined) return setCode(undefined);
    const frames = await engine.drawFrames({ kind: 'text', text }, 'plain');
    setCode(frames.codes[0]);
  };
  return (
    <>
      <Button
        class="small"
        label="QR"
        aria-expanded={code !== undefined}
        aria-label={words.wallet.qr(name)}
        onClick={toggle}
      />
      {code === undefined ? null : <Code code={code} name={name} isSought />}
    </>
  );
}

type OtherProps = { readonly onFound: (found: readonly AccountView[]) => void };

function OtherAccount({ onFound }: OtherProps) {
  const engine = useEngine();
  const [number, setNumber] = useState('1');
  const [path, setPath] = useState('');
  const { problem, run } = useProblem();
  const show = async () => {
    const wanted = path.trim() === '' ? { account: Number(number) } : { path: path.trim() };
    await run(async () => onFound(await engine.accountsAt(wanted)));
  };
  return (
    <details>
      <summary>{words.wallet.other}</summary>
      <Form class="card" onSend={show}>
        <TextField
          id="account-number"
          label={words.wallet.number}
          type="number"
          min="0"
          max="2147483647"
          value={number}
          onText={setNumber}
        />
        <TextField
          id="account-path"
          label={words.wallet.path}
          help={words.wallet.pathHelp}
          value={path}
          onText={setPath}
        />
        <Problem text={problem} />
        <Button type="submit" label={words.wallet.showAccount} />
      </Form>
    </details>
  );
}

type SheetProps = { readonly keys: KeysView; readonly accounts: readonly AccountView[] };

/** Sheet for printing: descriptors as text and code, fingerprints and paths. No private key. */
function Sheet({ keys, accounts }: SheetProps) {
  const engine = useEngine();
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
