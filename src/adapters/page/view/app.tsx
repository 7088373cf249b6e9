import type { NetworkName } from '../../../encoding/network.ts';
import { type Client, EngineContext, type Scripts, startEngine } from '../client.ts';
import { type Child, useEffect, useRef, useState } from '../dom.ts';
import { strings } from '../language.ts';
import type { KeysView } from '../worker/view-keys.ts';
import { Check, type CheckTask } from './check.tsx';
import { Dice } from './dice.tsx';
import { Header, type Screen, screens } from './header.tsx';
import { Help } from './help.tsx';
import { Idle } from './idle.tsx';
import { drafts, type Taken } from './intake.tsx';
import { Keys, type KeyTask } from './keys.tsx';
import { Messages, type MessageTab } from './message.tsx';
import { Button, Notice, useFirstClicks, useLanguage, useListener } from './parts.tsx';
import { noPayment, Pay } from './pay.tsx';
import { Practice } from './practice.tsx';
import { Read } from './read.tsx';
import { Decide, type SignState } from './sign.tsx';
import { Signed } from './signed.tsx';
import { Start } from './start.tsx';
import { Transaction } from './transaction.tsx';
import { Wallet, type WalletTab } from './wallet.tsx';

type RoundState = {
  readonly number: number;
  readonly engine: Client;
  readonly network: NetworkName;
  /** Reason why the round before ended. */
  readonly why: string;
  /** The transaction that stays open. */
  readonly signing: SignState;
  /** Ends when the engine has the transaction that stays open. */
  readonly ready: Promise<void>;
};

/** The page. Its state ends with each lock: only the transaction, which is not secret, may stay. */
export function App({ scripts }: { readonly scripts: Scripts }) {
  const [round, setRound] = useState(
    (): RoundState => ({
      number: 0,
      engine: startEngine(scripts),
      network: 'main',
      why: '',
      signing: {},
      ready: Promise.resolve(),
    }),
  );
  useLanguage();
  useFirstClicks();
  const current = useRef(round);
  current.current = round;
  const lock = (why: string, kept?: SignState, network: NetworkName = 'main') => {
    const { engine, number } = current.current;
    const next = startEngine(scripts);
    const { dialect, fileName } = kept ?? {};
    const signing = dialect ? { dialect, ...(fileName && { fileName }) } : {};
    // Keys are overwritten before the worker ends; the page does not wait for it.
    const handOver = async () => {
      const subject = await engine.lock();
      engine.end();
      if (subject === undefined || kept === undefined) return;
      await next.chooseNetwork(network);
      await next.takeBytes(subject.bytes);
      await next.keepSubject();
    };
    scrollTo(0, 0);
    setRound({ number: number + 1, engine: next, network, why, signing, ready: handOver() });
  };
  return (
    <>
      <Idle onLeave={() => lock(strings.locked.left)} onIdle={() => lock(strings.locked.idle)} />
      <Round
        key={round.number}
        {...round}
        onEnd={() => lock(strings.practice.ended)}
        onLock={(kept, network) => {
          // Without keys, the review would look less dangerous than it is.
          if (kept?.review?.findings.some(({ isStop }) => isStop)) lock(strings.locked.stopped);
          else lock(kept?.dialect ? strings.locked.kept : strings.locked.left, kept, network);
        }}
      />
    </>
  );
}

type RoundProps = RoundState & {
  readonly onLock: (kept?: SignState, network?: NetworkName) => void;
  /** Ends the practice. */
  readonly onEnd: () => void;
};

type State = ReturnType<typeof useRound>;

/** Makes the browser's *Back* return to the screen before, instead of leaving the page. */
function usePlaces(place: Screen, onBack: (before: Screen) => void): void {
  useEffect(() => {
    const now: unknown = history.state;
    if (now === place) return;
    if (now === null) history.replaceState(place, '');
    else history.pushState(place, '');
  }, [place]);
  useListener('popstate', ({ state }) => {
    const before = screens.find((screen) => screen === state);
    if (before !== undefined) onBack(before);
  });
}

/** Keeps the address and the sum of a sweep out of the form of a payment, and the other way. */
function useFreshPayment(place: Screen, onOther: () => void): void {
  const last = useRef<Screen | undefined>(undefined);
  useEffect(() => {
    if (place !== 'pay' && place !== 'sweep') return;
    if (last.current !== undefined && last.current !== place) onOther();
    last.current = place;
  }, [place]);
}

/** An import of another screen, which is opened on that of the keys. */
function useGiven(place: Screen, onPlace: (next: Screen) => void) {
  const [given, setGiven] = useState<Taken>();
  useEffect(() => {
    if (place !== 'keys') setGiven(undefined);
  }, [place]);
  const handOver = (found: Taken) => {
    setGiven(found);
    onPlace('keys');
  };
  return { given, handOver };
}

/** Returns the state of a round: the place, the keys, the transaction, and what changes them. */
function useRound(props: RoundProps) {
  const { engine, network: chosen, why, signing: kept } = props;
  const [place, setPlace] = useState<Screen>(
    why === '' || why === strings.practice.ended ? 'start' : 'keys',
  );
  const [keys, setKeys] = useState<KeysView>();
  const [network, setNetwork] = useState(chosen);
  const [signing, setSigning] = useState<SignState>(kept);
  const [paying, setPaying] = useState(noPayment);
  const [tab, setTab] = useState<WalletTab>('addresses');
  const [task, setTask] = useState<CheckTask>();
  const [isPractice, setPractice] = useState(false);
  const [isWritten, setWritten] = useState(false);
  const [isNew, setNew] = useState(false);
  // The place that needs keys.
  const [wanting, setWanting] = useState<Screen>();
  // The fields of the last round store their drafts when they go, so this runs after them.
  useEffect(() => drafts.clear(), []);
  const hasTransaction = signing.dialect !== undefined;
  const open = ({ dialect, fileName }: Pick<Taken, 'dialect' | 'fileName'>) => {
    const name = fileName?.replace(/\.[^.]*$/, '');
    setSigning({ dialect, ...(name && { fileName: name }) });
    setPlace('review');
  };
  const taken = async (given: Taken) => {
    // The previous transaction may still be signing.
    await engine.cancel();
    await engine.keepSubject();
    open(given);
  };
  const made = () => open({ dialect: 'text' });
  // The way that would erase a result which is neither saved nor shown.
  const [erasing, setErasing] = useState<() => void>();
  const isUnsaved = signing.signed !== undefined && signing.kept === undefined && !isPractice;
  // The browser asks in its own words.
  useListener('beforeunload', (event) => isUnsaved && event.preventDefault());
  const guarded = (go: () => void) => {
    if (!isUnsaved) return go();
    setErasing(() => go);
    setPlace('signed');
  };
  const another = () => {
    setErasing(undefined);
    void engine.cancel();
    setSigning({});
    setPlace('transaction');
  };
  // Said until the person goes on.
  const [closed, setClosed] = useState<string>();
  const close = () => {
    another();
    setClosed(signing.wasSigned ? strings.sign.closedSigned : strings.sign.closed);
  };
  useFreshPayment(place, () => setPaying(noPayment));
  useEffect(() => {
    if (place !== 'transaction') setClosed(undefined);
    // It waits while keys are opened for it.
    if (place !== 'check' && place !== 'keys') setTask(undefined);
  }, [place]);
  usePlaces(place, (before) => {
    setErasing(undefined);
    const isGone =
      before === 'signed' ? signing.signed === undefined : before === 'review' && !hasTransaction;
    setPlace(isGone ? 'keys' : before);
  });
  const practise = async () => {
    const opened = await engine.practise();
    setKeys(opened);
    setNetwork(opened.network);
    // They belong to the previous keys, which the practice has erased.
    setSigning({});
    setPaying(noPayment);
    setPractice(true);
    setPlace('transaction');
  };
  const reviewAgain = () => {
    const { review: _, signed: __, kept: ___, ...rest } = signing;
    setSigning(rest);
  };
  const onKeys = (opened: KeysView | undefined, isMade = false) => {
    const isFirst = keys === undefined && opened !== undefined;
    setKeys(opened);
    setWritten(false);
    setNew(isMade);
    // Keys of another network select that network.
    if (opened !== undefined) setNetwork(opened.network);
    // The review judged ownership by the previous keys.
    reviewAgain();
    // The user opened the keys for a transaction that is waiting.
    if (!isFirst || isMade) return;
    if (hasTransaction) setPlace('review');
    else if (wanting !== undefined) setPlace(wanting);
    setWanting(undefined);
  };
  const { given, handOver } = useGiven(place, setPlace);
  const onUnlock = () => {
    setWanting(place);
    setPlace('keys');
  };
  const onTask = (task: KeyTask) => {
    if (task === 'message' || task === 'sweep') return setPlace(task);
    setTab(task);
    setPlace('wallet');
  };
  const onWritten = () => {
    setWritten(true);
    setPlace('keys');
  };
  const goTo = (next: Screen) => {
    setErasing(undefined);
    setTask(undefined);
    setPlace(next);
  };
  const onOther = () => setWritten(false);
  const view = { place, keys, network, signing, paying, tab, task, isPractice, isWritten, isNew };
  const what = { hasTransaction, isUnsaved, erasing, closed, given };
  const changes = { setPlace, setNetwork, setSigning, setPaying, setTab, setTask };
  const actions = { taken, made, guarded, another, close, practise, reviewAgain, onKeys };
  const ways = { handOver, onUnlock, onTask, onWritten, onOther, goTo };
  return { ...view, ...what, ...changes, ...actions, ...ways };
}

type Screens<Names extends Screen> = { readonly [P in Names]: () => Child };

/** The four steps to a signature. */
function stepsOf(
  round: State,
  props: RoundProps,
): Screens<'keys' | 'transaction' | 'review' | 'signed'> {
  const { keys, signing, hasTransaction, isPractice, setPlace, setSigning } = round;
  return {
    keys: () => (
      <Keys
        keys={keys}
        network={round.network}
        isWritten={round.isWritten}
        onOther={round.onOther}
        isNew={round.isNew}
        isPractice={isPractice}
        onKeys={round.onKeys}
        hasTransaction={hasTransaction}
        onNetwork={round.setNetwork}
        onNext={() => setPlace(hasTransaction ? 'review' : 'transaction')}
        onTask={round.onTask}
        onNew={() => setPlace('new')}
        given={round.given}
        onTransaction={round.taken}
      />
    ),
    transaction: () =>
      isPractice && !hasTransaction ? (
        <Practice closed={round.closed} onOpened={round.made} />
      ) : (
        <Transaction
          closed={round.closed}
          hasTransaction={hasTransaction}
          isPsbt={signing.review?.kind !== 'transaction'}
          onTaken={round.taken}
          onCombined={round.reviewAgain}
          onReview={() => setPlace('review')}
          onKeys={round.handOver}
        />
      ),
    review: () => (
      <Decide
        keys={keys}
        ready={props.ready}
        state={signing}
        setState={setSigning}
        onOpenKeys={() => setPlace('keys')}
        onKeys={round.onKeys}
        onAnother={() => round.guarded(round.another)}
        onClose={() => round.guarded(round.close)}
        onSigned={() => setPlace('signed')}
      />
    ),
    signed: () => signedStep(round, props),
  };
}

function signedStep(round: State, props: RoundProps): Child {
  const { signing, isPractice, isUnsaved, setSigning } = round;
  return (
    signing.signed && (
      <Signed
        state={signing}
        signed={signing.signed}
        onErase={isUnsaved ? round.erasing : undefined}
        onKept={(kept) => setSigning({ ...signing, kept })}
        onAnother={() => round.guarded(round.another)}
        onFinish={() => round.guarded(isPractice ? props.onEnd : props.onLock)}
      />
    )
  );
}

/** All other screens. */
function toolsOf(
  round: State,
): Screens<Exclude<Screen, 'keys' | 'transaction' | 'review' | 'signed'>> {
  const { keys, onUnlock, setPlace } = round;
  const pay = (isSweep: boolean) => (
    <Pay
      key={`${isSweep}`}
      isSweep={isSweep}
      keys={keys}
      onUnlock={onUnlock}
      state={round.paying}
      setState={round.setPaying}
      onMade={round.made}
    />
  );
  const messages = (tab: MessageTab) => (
    <Messages tab={tab} onTab={setPlace} keys={keys} onUnlock={onUnlock} />
  );
  return {
    start: () => (
      <Start
        hasKeys={keys !== undefined && !round.isPractice}
        onDoor={setPlace}
        onPractise={round.practise}
      />
    ),
    new: () => <Dice onWritten={round.onWritten} />,
    wallet: () => (
      <Wallet
        keys={keys}
        tab={round.tab}
        onTab={round.setTab}
        onKeys={round.onKeys}
        onUnlock={onUnlock}
      />
    ),
    message: () => messages('message'),
    verify: () => messages('verify'),
    check: () => (
      <Check
        task={round.task}
        onTask={round.setTask}
        keys={keys}
        onUnlock={onUnlock}
        onMessage={() => setPlace('verify')}
      />
    ),
    pay: () => pay(false),
    sweep: () => pay(true),
    read: () => <Read />,
    help: () => <Help onDoor={setPlace} />,
  };
}

function Round(props: RoundProps) {
  const { engine, why, onLock, onEnd } = props;
  const round = useRound(props);
  const { place, keys, network, signing, hasTransaction, isPractice } = round;
  const isSigned = signing.signed !== undefined;
  const reachable = { keys: true, transaction: true, review: hasTransaction, signed: isSigned };
  const done = {
    keys: keys !== undefined,
    transaction: hasTransaction,
    review: isSigned,
    signed: isSigned,
  };
  const screens = { ...stepsOf(round, props), ...toolsOf(round) };
  return (
    <div class={isPractice ? 'practice' : ''}>
      {isPractice ? (
        <aside class="banner" aria-label={strings.start.practise}>
          {strings.practice.banner}{' '}
          <Button class="small" label={strings.practice.end} onClick={onEnd} />
        </aside>
      ) : null}
      <Header
        place={place}
        keys={keys}
        network={network}
        reachable={reachable}
        done={done}
        onPlace={round.goTo}
        onLock={() => round.guarded(isPractice ? onEnd : () => onLock(signing, network))}
      />
      <main id="content" tabIndex={-1}>
        {why !== '' && keys === undefined && (place === 'keys' || place === 'start') ? (
          <Notice tone="note">{why}</Notice>
        ) : null}
        <EngineContext.Provider value={engine}>{screens[place]()}</EngineContext.Provider>
      </main>
    </div>
  );
}
