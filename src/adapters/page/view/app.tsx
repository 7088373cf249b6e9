import type { NetworkName } from '../../../encoding/network.ts';
import { type Client, type Scripts, startEngine } from '../client.ts';
import { useRef, useState } from '../dom.ts';
import { words } from '../language.ts';
import type { KeysView } from '../worker/view-keys.ts';
import { Check } from './check.tsx';
import { Header, type Place, type Step } from './header.tsx';
import { Help } from './help.tsx';
import { Idle } from './idle.tsx';
import { drafts, type Taken } from './intake.tsx';
import { Keys } from './keys.tsx';
import { Notice, useLanguage } from './parts.tsx';
import { noPayment, Pay } from './pay.tsx';
import { Practice } from './practice.tsx';
import { Read } from './read.tsx';
import { Decide, type SignState } from './sign.tsx';
import { Signed } from './signed.tsx';
import { Start } from './start.tsx';
import { Transaction } from './transaction.tsx';
import { Wallet } from './wallet.tsx';

type Props = {
  readonly scripts: Scripts;
  readonly version: string;
  readonly commit: string;
};

type RoundState = {
  readonly number: number;
  readonly engine: Client;
  /** Reason why the round before ended. */
  readonly why: string;
  /** The transaction that stays open. */
  readonly signing: SignState;
  /** Ends when the engine has the transaction that stays open. */
  readonly ready: Promise<void>;
};

/** The page. Its state ends with each lock: only the transaction, which is not secret, may stay. */
export function App({ scripts, version, commit }: Props) {
  const [round, setRound] = useState(
    (): RoundState => ({
      number: 0,
      engine: startEngine(scripts),
      why: '',
      signing: {},
      ready: Promise.resolve(),
    }),
  );
  useLanguage();
  const current = useRef(round);
  current.current = round;
  const lock = (why: string, kept?: SignState) => {
    const { engine, number } = current.current;
    const next = startEngine(scripts);
    drafts.clear();
    const { dialect, fileName } = kept ?? {};
    const signing = dialect ? { dialect, ...(fileName && { fileName }) } : {};
    // Keys are overwritten before the worker ends; the page does not wait for it.
    const handOver = async () => {
      const subject = await engine.lock();
      engine.end();
      if (subject === undefined || kept === undefined) return;
      await next.takeBytes(subject.bytes);
      await next.keepSubject();
    };
    setRound({ number: number + 1, engine: next, why, signing, ready: handOver() });
  };
  return (
    <>
      <Idle onLeave={() => lock(words.locked.left)} onIdle={() => lock(words.locked.idle)} />
      <Round
        key={round.number}
        {...round}
        version={version}
        commit={commit}
        onEnd={() => lock(words.practice.ended)}
        onLock={(kept) => {
          // Without keys, it would look less dangerous than it is.
          if (kept?.review?.findings.some(({ isStop }) => isStop)) lock(words.locked.stopped);
          else lock(kept?.dialect ? words.locked.kept : words.locked.left, kept);
        }}
      />
    </>
  );
}

type RoundProps = RoundState & {
  readonly version: string;
  readonly commit: string;
  readonly onLock: (kept?: SignState) => void;
  /** Ends the practice. */
  readonly onEnd: () => void;
};

function Round({ engine, why, signing: kept, ready, version, commit, onLock, onEnd }: RoundProps) {
  const [place, setPlace] = useState<Place>(
    why === '' || why === words.practice.ended ? 'start' : 'keys',
  );
  const [keys, setKeys] = useState<KeysView>();
  const [network, setNetwork] = useState<NetworkName>('main');
  const [signing, setSigning] = useState<SignState>(kept);
  const [paying, setPaying] = useState(noPayment);
  const [isPractice, setPractice] = useState(false);
  // Where keys are needed.
  const [wanting, setWanting] = useState<Place>();
  const hasTransaction = signing.dialect !== undefined;
  const open = async ({ dialect, fileName }: Pick<Taken, 'dialect' | 'fileName'>) => {
    const name = fileName?.replace(/\.[^.]*$/, '');
    setSigning({ dialect, ...(name && { fileName: name }) });
  };
  const taken = async (given: Taken) => {
    // The one before may still be being signed.
    await engine.cancel();
    await engine.keepSubject();
    await open(given);
    setPlace('review');
  };
  const made = async () => {
    await open({ dialect: 'text' });
    setPlace('review');
  };
  const another = () => {
    void engine.cancel();
    setSigning({});
    setPlace('transaction');
  };
  const practise = async () => {
    setKeys(await engine.practise());
    setPractice(true);
    setPlace('transaction');
  };
  const onKeys = (opened: KeysView | undefined) => {
    const isFirst = keys === undefined && opened !== undefined;
    setKeys(opened);
    // It says what is ours by the keys before.
    const { review: _, signed: __, ...rest } = signing;
    setSigning(rest);
    // The user opened the keys for a transaction that is waiting.
    if (!isFirst) return;
    if (hasTransaction) setPlace('review');
    else if (wanting !== undefined) setPlace(wanting);
    setWanting(undefined);
  };
  const onUnlock = () => {
    setWanting(place);
    setPlace('keys');
  };
  const reachable: readonly Step[] = [
    'keys',
    'transaction',
    ...(hasTransaction ? ['review' as const] : []),
    ...(signing.signed ? ['signed' as const] : []),
  ];
  const done: readonly Step[] = [
    ...(keys ? ['keys' as const] : []),
    ...(hasTransaction ? ['transaction' as const] : []),
    ...(signing.signed ? ['review' as const, 'signed' as const] : []),
  ];
  return (
    <div class={isPractice ? 'practice' : ''}>
      <a class="skip" href="#content">
        {words.skip}
      </a>
      {isPractice ? (
        <aside class="banner" aria-label={words.start.practise}>
          {words.practice.banner}{' '}
          <button type="button" class="small" onClick={onEnd}>
            {words.practice.end}
          </button>
        </aside>
      ) : null}
      <Header
        {...{ place, keys, reachable, done }}
        onPlace={setPlace}
        onLock={() => onLock(signing)}
      />
      <main id="content" tabIndex={-1}>
        {why !== '' && keys === undefined && (place === 'keys' || place === 'start') ? (
          <Notice tone="note">{why}</Notice>
        ) : null}
        {place === 'start' ? (
          <Start
            onSign={() => setPlace('keys')}
            onCheck={() => setPlace('check')}
            onPractise={practise}
          />
        ) : null}
        {place === 'keys' ? (
          <Keys
            {...{ engine, keys, network, onKeys, hasTransaction }}
            onNetwork={setNetwork}
            onNext={() => setPlace(hasTransaction ? 'review' : 'transaction')}
            onWallet={() => setPlace('wallet')}
            onTransaction={(given) => void taken(given)}
          />
        ) : null}
        {place === 'transaction' && isPractice && !hasTransaction ? (
          <Practice engine={engine} onOpened={made} />
        ) : null}
        {place === 'transaction' && !(isPractice && !hasTransaction) ? (
          <Transaction
            {...{ engine, hasTransaction }}
            isPsbt={signing.review?.kind !== 'transaction'}
            onTaken={taken}
            onCombined={() => {
              const { signed: _, review: __, ...rest } = signing;
              setSigning(rest);
            }}
            onReview={() => setPlace('review')}
          />
        ) : null}
        {place === 'review' ? (
          <Decide
            {...{ engine, keys, ready }}
            state={signing}
            setState={setSigning}
            onOpenKeys={() => setPlace('keys')}
            onAnother={another}
            onSigned={() => setPlace('signed')}
          />
        ) : null}
        {place === 'signed' && signing.signed ? (
          <Signed
            engine={engine}
            state={signing}
            signed={signing.signed}
            onAnother={another}
            onFinish={() => onLock()}
          />
        ) : null}
        {place === 'wallet' ? <Wallet {...{ engine, keys, onKeys, onUnlock }} /> : null}
        {place === 'check' ? <Check {...{ engine, keys, onUnlock }} /> : null}
        {place === 'pay' ? (
          <Pay
            {...{ engine, keys, onUnlock }}
            state={paying}
            setState={setPaying}
            onMade={() => void made()}
          />
        ) : null}
        {place === 'read' ? <Read engine={engine} /> : null}
        {place === 'help' ? <Help version={version} commit={commit} /> : null}
      </main>
    </div>
  );
}
