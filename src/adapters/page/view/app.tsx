import type { NetworkName } from '../../../encoding/network.ts';
import { type Client, type Scripts, startEngine } from '../client.ts';
import { useEffect, useRef, useState } from '../dom.ts';
import type { KeysView } from '../engine/view-keys.ts';
import { words } from '../words.ts';
import { About } from './about.tsx';
import { Check } from './check.tsx';
import { Keys } from './keys.tsx';
import { Notice } from './parts.tsx';
import { noPayment, Pay } from './pay.tsx';
import { Read } from './read.tsx';
import { Sign, type SignState } from './sign.tsx';

type Screen = keyof typeof words.screen;
const screens: readonly Screen[] = ['keys', 'sign', 'check', 'pay', 'read', 'about'];

/** After so long without a key or a touch everything is locked. */
const IDLE = 10 * 60_000;
const LOOK = 5_000;

type Props = {
  readonly scripts: Scripts;
  readonly version: string;
  readonly commit: string;
};

/** Whose state ends with each lock: nothing of it is left in the page. */
export function App({ scripts, version, commit }: Props) {
  const [round, setRound] = useState(() => ({ number: 0, engine: startEngine(scripts), why: '' }));
  const current = useRef(round);
  current.current = round;
  const lock = (why: string) => {
    const { engine, number } = current.current;
    // Keys are overwritten before the worker ends; the page does not wait for it.
    void engine.lock().then(engine.end);
    setRound({ number: number + 1, engine: startEngine(scripts), why });
  };
  useLeaving(
    () => lock(words.locked.left),
    () => lock(words.locked.idle),
  );
  return (
    <Round
      key={round.number}
      engine={round.engine}
      why={round.why}
      version={version}
      commit={commit}
      onLock={() => lock(words.locked.left)}
    />
  );
}

type RoundProps = {
  readonly engine: Client;
  readonly why: string;
  readonly version: string;
  readonly commit: string;
  readonly onLock: () => void;
};

function Round({ engine, why, version, commit, onLock }: RoundProps) {
  const [screen, setScreen] = useState<Screen>('keys');
  const [keys, setKeys] = useState<KeysView>();
  const [network, setNetwork] = useState<NetworkName>('main');
  const [signing, setSigning] = useState<SignState>({});
  const [paying, setPaying] = useState(noPayment);
  const signMade = () => {
    setSigning({ dialect: 'text' });
    setScreen('sign');
  };
  return (
    <>
      <a class="skip" href="#content">
        {words.skip}
      </a>
      <header>
        <p class="name">{words.name}</p>
        <Online isOpen={keys !== undefined} />
        {keys === undefined ? null : (
          <p class="open">
            <span class="mono">{keys.fingerprint ?? ''}</span> {words.network[keys.network]}
            <button type="button" onClick={onLock}>
              {words.lock}
            </button>
          </p>
        )}
      </header>
      <nav aria-label={words.screens}>
        {screens.map((name) => (
          <button
            key={name}
            type="button"
            aria-current={name === screen ? 'page' : undefined}
            onClick={() => setScreen(name)}
          >
            {words.screen[name]}
          </button>
        ))}
      </nav>
      <main id="content" tabIndex={-1}>
        {why !== '' && keys === undefined && screen === 'keys' ? (
          <Notice tone="note">{why}</Notice>
        ) : null}
        {screen === 'keys' ? (
          <Keys
            engine={engine}
            keys={keys}
            network={network}
            onNetwork={setNetwork}
            onKeys={setKeys}
            onSign={() => setScreen('sign')}
          />
        ) : null}
        {screen === 'sign' ? (
          <Sign
            engine={engine}
            keys={keys}
            state={signing}
            setState={setSigning}
            onOpenKeys={() => setScreen('keys')}
          />
        ) : null}
        {screen === 'check' ? <Check engine={engine} keys={keys} /> : null}
        {screen === 'pay' ? (
          <Pay engine={engine} keys={keys} state={paying} setState={setPaying} onMade={signMade} />
        ) : null}
        {screen === 'read' ? <Read engine={engine} /> : null}
        {screen === 'about' ? <About version={version} commit={commit} /> : null}
      </main>
    </>
  );
}

/** Whether the browser is online, as far as it says. */
function Online({ isOpen }: { readonly isOpen: boolean }) {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    addEventListener('online', look);
    addEventListener('offline', look);
    return () => {
      removeEventListener('online', look);
      removeEventListener('offline', look);
    };
  }, []);
  return (
    <p class={isOnline ? 'net on' : 'net off'} role="status">
      <strong>{isOnline ? words.online.on : words.online.off}</strong>
      {isOnline ? <span> {isOpen ? words.online.onOpen : words.online.onAdvice}</span> : null}
    </p>
  );
}

/** Tells when the page is left, and when nobody has touched it for long. */
function useLeaving(onLeave: () => void, onIdle: () => void): void {
  const latest = useRef({ onLeave, onIdle });
  latest.current = { onLeave, onIdle };
  useEffect(() => {
    let touched = Date.now();
    const touch = () => {
      touched = Date.now();
    };
    const leave = () => latest.current.onLeave();
    const timer = setInterval(() => {
      if (Date.now() - touched < IDLE) return;
      touch();
      latest.current.onIdle();
    }, LOOK);
    addEventListener('keydown', touch, true);
    addEventListener('pointerdown', touch, true);
    addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      removeEventListener('keydown', touch, true);
      removeEventListener('pointerdown', touch, true);
      removeEventListener('pagehide', leave);
    };
  }, []);
}
