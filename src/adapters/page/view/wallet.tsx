import { commit, version } from '../../runtime/version.ts';
import { useEngine } from '../client.ts';
import { type Child, useEffect, useState } from '../dom.ts';
import { engineText, strings } from '../language.ts';
import type { CodeView } from '../worker/show.ts';
import type { AccountView, KeysView } from '../worker/view-keys.ts';
import { Bsms } from './bsms.tsx';
import { Address } from './check.tsx';
import { Export, ExportPrivate } from './export.tsx';
import { Policy } from './keys.tsx';
import {
  Button,
  Card,
  Form,
  Grouped,
  NeedsKeys,
  Paragraphs,
  PrintButton,
  Problem,
  Select,
  Tabs,
  TextField,
  Title,
  today,
  useEscape,
  useProblem,
} from './parts.tsx';
import { Code } from './result-export.tsx';
import { Silent } from './silent.tsx';

export type WalletTab = 'addresses' | 'pair' | 'silent' | 'shared' | 'backup';

type Props = {
  readonly keys: KeysView | undefined;
  readonly tab: WalletTab;
  readonly onTab: (tab: WalletTab) => void;
  readonly onKeys: (keys: KeysView) => void;
  readonly onUnlock: () => void;
};

/** Shows accounts, addresses and exports of the open keys, without any secret. */
export function Wallet({ keys, tab: chosen, onTab, onKeys, onUnlock }: Props) {
  const [added, setAdded] = useState<readonly AccountView[]>([]);
  if (keys === undefined) {
    return (
      <>
        <Title>{strings.wallet.title}</Title>
        <NeedsKeys onUnlock={onUnlock} />
      </>
    );
  }
  const tabs = tabsOf(keys);
  const tab = tabs.includes(chosen) ? chosen : 'addresses';
  const accounts = [...keys.accounts, ...added];
  const screens: { readonly [T in WalletTab]: () => Child } = {
    addresses: () => (
      <Accounts
        keys={keys}
        accounts={accounts}
        onFound={(found) => setAdded([...added, ...found])}
        onUnlock={onUnlock}
      />
    ),
    pair: () => <Export keys={keys} />,
    silent: () =>
      keys.silent.map((each, index) => <Silent key={each.address} index={index} silent={each} />),
    shared: () => (
      <Bsms
        keys={keys}
        onKeys={(opened) => {
          onKeys(opened);
          onTab('addresses');
        }}
      />
    ),
    backup: () => <Backup keys={keys} accounts={accounts} />,
  };
  return (
    <>
      <Title>{strings.wallet.title}</Title>
      <Tabs
        label={strings.wallet.title}
        tabs={tabs.map((name) => [name, strings.wallet.tabs[name]])}
        current={tab}
        onTab={onTab}
      />
      {screens[tab]()}
    </>
  );
}

/** Returns the tabs that have something to show for these keys. */
function tabsOf({ accounts, silent, signs }: KeysView): readonly WalletTab[] {
  return [
    'addresses',
    ...(accounts.length > 0 ? (['pair'] as const) : []),
    ...(silent.length > 0 ? (['silent'] as const) : []),
    ...(signs ? (['shared'] as const) : []),
    'backup',
  ];
}

type AccountsProps = Pick<Props, 'onUnlock'> & {
  readonly keys: KeysView;
  readonly accounts: readonly AccountView[];
  readonly onFound: (found: readonly AccountView[]) => void;
};

/** The addresses of each account, and a search for others. */
function Accounts({ keys, accounts, onFound, onUnlock }: AccountsProps) {
  const [chosen, setChosen] = useState(0);
  const account = accounts[chosen];
  return (
    <>
      {keys.keys.map(({ id, policy }) =>
        policy === undefined ? null : (
          <section key={id} class="card">
            <Policy policy={policy} />
          </section>
        ),
      )}
      <Select
        id="wallet-account"
        label={strings.wallet.account}
        value={chosen}
        options={accounts.map(({ name, path }, i) => [
          i,
          engineText(name) + (path === '' ? '' : ` · ${path}`),
        ])}
        onChoose={setChosen}
      />
      {account === undefined ? null : <Account key={chosen} account={account} />}
      <OtherAccount
        onFound={(found) => {
          onFound(found);
          setChosen(accounts.length);
        }}
      />
      <Card id="find" title={strings.wallet.find}>
        <p class="help">{strings.wallet.findHelp}</p>
        <Address keys={keys} onUnlock={onUnlock} />
      </Card>
    </>
  );
}

type SheetProps = { readonly keys: KeysView; readonly accounts: readonly AccountView[] };

/** The sheet for paper, and the file with private keys. */
const Backup = ({ keys, accounts }: SheetProps) => (
  <>
    <Card id="backup" title={strings.wallet.sheet}>
      <p>{strings.wallet.sheetHelp}</p>
      <PrintButton class="main" label={strings.wallet.print} />
    </Card>
    {keys.signs ? <ExportPrivate /> : null}
    <Sheet keys={keys} accounts={accounts} />
  </>
);

const COUNT = 20;
/** First position of the last addresses: positions end at 2^31 (BIP32). */
const LAST = 2 ** 31 - COUNT;

type Listed = {
  /** Branch and first position. */
  readonly of: string;
  readonly addresses: readonly string[];
};

function Account({ account }: { readonly account: AccountView }) {
  const { path, xpub, descriptor, name } = account;
  return (
    <section class="card" aria-label={`${name} ${path}`}>
      {descriptor === '' ? null : <Addresses descriptor={descriptor} />}
      {xpub === '' ? null : (
        <details open={descriptor === ''}>
          <summary>{strings.wallet.xpub}</summary>
          <p class="mono">{xpub}</p>
          <p class="help">{strings.wallet.xpubHelp}</p>
          <Qr text={xpub} name={strings.wallet.xpub} />
        </details>
      )}
    </section>
  );
}

/** Lists addresses of a branch from a position on. */
function Addresses({ descriptor }: { readonly descriptor: string }) {
  const engine = useEngine();
  const [branch, setBranch] = useState(0);
  const [first, setFirst] = useState(0);
  const [last, setLast] = useState<Listed>();
  const wanted = `${branch} ${first}`;
  // Otherwise addresses of other positions would appear beside these numbers.
  const addresses = last?.of === wanted ? last.addresses : [];
  const goTo = (position: number) => setFirst(Math.min(LAST, Math.max(0, Math.trunc(position))));
  useEffect(() => {
    void engine
      .addressesOf(descriptor, { branch, first, count: COUNT })
      .then((found) => setLast({ of: wanted, addresses: found }));
  }, [branch, first]);
  return (
    <>
      <div class="row">
        <Select
          id="branch"
          label={strings.wallet.branch}
          value={branch}
          options={[
            [0, strings.wallet.receive],
            [1, strings.wallet.change],
          ]}
          onChoose={setBranch}
        />
        <TextField
          id="first"
          label={strings.wallet.from}
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
            <Qr text={address} name={strings.wallet.address(first + i)} />
          </li>
        ))}
      </ol>
      <div class="row">
        <Button
          label={strings.wallet.fewer}
          disabled={first === 0}
          onClick={() => goTo(first - COUNT)}
        />
        <Button
          label={strings.wallet.more}
          disabled={first === LAST}
          onClick={() => goTo(first + COUNT)}
        />
      </div>
    </>
  );
}

type QrProps = { readonly text: string; readonly name: string };

/** Shows the code of a text on request. */
function Qr({ text, name }: QrProps) {
  const engine = useEngine();
  const [code, setCode] = useState<CodeView>();
  const opener = useEscape(code !== undefined, () => setCode(undefined));
  const toggle = async () => {
    if (code !== undefined) return setCode(undefined);
    const frames = await engine.drawFrames({ kind: 'text', text }, 'plain');
    setCode(frames.codes[0]);
  };
  return (
    <>
      <Button
        ref={opener}
        class="small"
        label="QR"
        aria-expanded={code !== undefined}
        aria-label={strings.wallet.qr(name)}
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
      <summary>{strings.wallet.other}</summary>
      <Form class="card" onSend={show}>
        <TextField
          id="account-number"
          label={strings.wallet.number}
          type="number"
          min="0"
          max="2147483647"
          value={number}
          onText={setNumber}
        />
        <TextField
          id="account-path"
          label={strings.wallet.path}
          help={strings.wallet.pathHelp}
          value={path}
          onText={setPath}
        />
        <Problem text={problem} />
        <Button type="submit" label={strings.wallet.showAccount} />
      </Form>
    </details>
  );
}

/** Says whether a passphrase belongs to the seeds. An extended key does not show it. */
function aboutPassphrase({ keys }: KeysView): string {
  const { wallet } = strings;
  const hidden = keys.filter(({ hasPassphrase }) => hasPassphrase);
  if (hidden.length > 0)
    return wallet.sheetWith(hidden.flatMap(({ fingerprint }) => fingerprint ?? []).join(', '));
  const isKnown = keys.every(({ isSeed, signs }) => isSeed || !signs);
  return isKnown && keys.some(({ isSeed }) => isSeed) ? wallet.sheetWithout : wallet.sheetAny;
}

/** Sheet for printing: descriptors as text and code, fingerprints and paths. No private key. */
function Sheet({ keys, accounts }: SheetProps) {
  const engine = useEngine();
  const [codes, setCodes] = useState<readonly (CodeView | undefined)[]>([]);
  const { wallet } = strings;
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
      <h1>{wallet.sheet}</h1>
      <p>
        {strings.network[keys.network]} · {strings.keys.fingerprint}{' '}
        <strong class="mono">
          {keys.keys.flatMap(({ fingerprint }) => fingerprint ?? []).join(', ')}
        </strong>
      </p>
      <p>{wallet.sheetHelp}</p>
      <p>{wallet.printed(today(), version, commit.slice(0, 8))}</p>
      {accounts.map(({ name, path, descriptor, addresses }, i) => {
        const code = codes[i];
        return descriptor === '' ? null : (
          <div key={descriptor} class="sheet-row">
            {code === undefined ? null : <Code code={code} name={name} />}
            <div>
              <h2>
                {engineText(name)} {path}
              </h2>
              <p class="mono">{descriptor}</p>
              <p>
                {wallet.firstAddress}: <Grouped text={addresses[0] ?? ''} />
              </p>
            </div>
          </div>
        );
      })}
      <h2>{wallet.sheetUse}</h2>
      <Paragraphs texts={wallet.sheetUses} />
      <p>{aboutPassphrase(keys)}</p>
    </section>
  );
}
