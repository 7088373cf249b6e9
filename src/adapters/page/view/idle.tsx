import { useEffect, useRef, useState } from '../dom.ts';
import { strings } from '../language.ts';
import { FILMING } from './camera.tsx';
import { Button } from './parts.tsx';

/** Milliseconds without any sign of a person after which everything is locked. */
const IDLE = 10 * 60_000;
/** Milliseconds before that lock at which the page asks. */
const WARNING = 60_000;
const LOOK = 1_000;

/** Events that show that a person is present: reading and filming count as well. */
const SIGNS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove', FILMING];

type Props = {
  readonly onLeave: () => void;
  readonly onIdle: () => void;
};

/** Locks when the page is left or no person is present, and asks one minute before. */
export function Idle(props: Props) {
  const latest = useRef(props);
  latest.current = props;
  const [isAsking, setAsking] = useState(false);
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    let seen = Date.now();
    let place = '';
    const touch = (event?: Event) => {
      // A resting pointer over something that moves is not a sign of a person.
      if (event instanceof PointerEvent && event.type === 'pointermove') {
        const before = place;
        place = `${event.screenX} ${event.screenY}`;
        if (place === before) return;
      }
      seen = Date.now();
      setAsking(false);
    };
    const leave = () => latest.current.onLeave();
    const timer = setInterval(() => {
      const idle = Date.now() - seen;
      setAsking(idle >= IDLE - WARNING);
      if (idle < IDLE) return;
      touch();
      latest.current.onIdle();
    }, LOOK);
    for (const sign of SIGNS) addEventListener(sign, touch, { capture: true, passive: true });
    addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      for (const sign of SIGNS) removeEventListener(sign, touch, { capture: true });
      removeEventListener('pagehide', leave);
    };
  }, []);
  useEffect(() => {
    if (isAsking) stay.current?.focus({ preventScroll: true });
  }, [isAsking]);
  if (!isAsking) return null;
  return (
    <div class="asking" role="alertdialog" aria-labelledby="idle" aria-describedby="idle-text">
      <h2 id="idle">{strings.idle.title}</h2>
      <p id="idle-text">{strings.idle.text}</p>
      <Button ref={stay} class="main" label={strings.idle.stay} onClick={() => setAsking(false)} />
    </div>
  );
}
