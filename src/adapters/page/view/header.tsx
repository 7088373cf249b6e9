import type { NetworkName } from '../../../encoding/network.ts';
import { useRef, useState } from '../dom.ts';
import { strings } from '../language.ts';
import type { KeysView } from '../worker/view-keys.ts';
import { Button, Languages, useListener } from './parts.tsx';

const steps = ['keys', 'transaction', 'review', 'signed'] as const;
const tools = ['start', 'wallet', 'message', 'pay', 'sweep', 'check', 'read', 'help'] as const;
type Step = (typeof steps)[number];
export type Screen = Step | (typeof tools)[number] | 'new' | 'verify';
export const screens: readonly Screen[] = [...steps, ...tools, 'new', 'verify'];

type Props = {
  readonly place: Screen;
  readonly keys: KeysView | undefined;
  readonly network: NetworkName;
  /** Steps that the user can go to. */
  readonly reachable: { readonly [S in Step]: boolean };
  /** Steps that are done. */
  readonly done: { readonly [S in Step]: boolean };
  readonly onPlace: (place: Screen) => void;
  readonly onLock: () => void;
};

/** The current place, the next step, and the tools behind one button. */
export function Header({ place, keys, network, reachable, done, onPlace, onLock }: Props) {
  return (
    <header>
      <Button
        class="skip"
        label={strings.skip}
        onClick={() => document.getElementById('content')?.focus()}
      />
      <p class="name">
        <button type="button" class="home" onClick={() => onPlace('start')}>
          <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
            <path d="M16 1 29 8.5v15L16 31 3 23.500v-15z" />
            <path class="ink" d="m10 16.500 4.500 4.500L23 12" />
          </svg>
          <span>{strings.name}</span>
        </button>
      </p>
      <Online isOpen={keys !== undefined} />
      <nav aria-label={strings.steps}>
        <ol class="steps">
          {steps.map((name, i) => (
            <li key={name}>
              <button
                type="button"
                aria-label={strings.step[name]}
                aria-current={name === place ? 'step' : undefined}
                disabled={!reachable[name]}
                onClick={() => onPlace(name)}
              >
                <span class="number" aria-hidden="true">
                  {done[name] ? '✓' : i + 1}
                </span>
                <span class="label">{strings.step[name]}</span>
              </button>
            </li>
          ))}
        </ol>
      </nav>
      {keys === undefined && network === 'main' ? null : (
        <p class="open">
          <span class="which">
            <span class="mono">{keys?.fingerprint ?? ''}</span>
            <span class={network === 'main' ? 'soft' : 'test'}>{strings.network[network]}</span>
          </span>
          {keys && (
            <Button
              class="small lock"
              label={lockLabel()}
              aria-label={strings.lock}
              onClick={onLock}
            />
          )}
        </p>
      )}
      <Languages />
      <Menu place={place} onPlace={onPlace} />
    </header>
  );
}

/** A padlock on a small screen, where the word of some languages is too long. */
const lockLabel = () => (
  <>
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d="M4 7V5a4 4 0 0 1 8 0v2h1v8H3V7zm2 0h4V5a2 2 0 0 0-4 0z" />
    </svg>
    <span>{strings.lock}</span>
  </>
);

/** Three lines on a small screen. */
const toolsLabel = () => (
  <>
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d="M2 3h12v2H2zm0 4h12v2H2zm0 4h12v2H2z" />
    </svg>
    <span>{strings.tools}</span>
  </>
);

/**
 * A menu that closes when one of its buttons is pressed, when it loses the focus, and with Escape.
 */
function Menu({ place, onPlace }: Pick<Props, 'place' | 'onPlace'>) {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const current = place === 'verify' ? 'message' : place;
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    // The focused button is about to disappear.
    if (menu.current?.contains(document.activeElement)) opener.current?.focus();
    setOpen(false);
  };
  const leave = ({ target }: Event) => {
    if (isOpen && target instanceof Node && !menu.current?.contains(target)) setOpen(false);
  };
  useListener('keydown', ({ key }) => isOpen && key === 'Escape' && close());
  useListener('pointerdown', leave);
  useListener('focusin', leave);
  return (
    <div class="menu" ref={menu}>
      <Button
        ref={opener}
        class="small tools"
        label={toolsLabel()}
        aria-label={strings.tools}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen ? (
        <nav class="items" aria-label={strings.tools}>
          {tools.map((name) => (
            <Button
              key={name}
              label={strings.tool[name]}
              aria-current={name === current ? 'page' : undefined}
              onClick={() => {
                close();
                onPlace(name);
              }}
            />
          ))}
        </nav>
      ) : null}
    </div>
  );
}

/** Shows if the browser is online, as far as it knows. */
function Online({ isOpen }: { readonly isOpen: boolean }) {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useListener('online', () => setOnline(true));
  useListener('offline', () => setOnline(false));
  const advice = isOpen ? strings.online.onOpen : strings.online.onAdvice;
  return (
    <p class={isOnline ? 'net on' : 'net off'} role="status">
      <strong>{isOnline ? strings.online.on : strings.online.off}</strong>
      {isOnline ? <span class="advice"> {advice}</span> : null}
    </p>
  );
}
