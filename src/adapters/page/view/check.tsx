import type { SigningProgress } from '../../../signing/job.ts';
import { useEngine } from '../client.ts';
import { type Child, useEffect, useRef, useState } from '../dom.ts';
import { engineText, strings } from '../language.ts';
import type { AddressView, SignerCheck as Checking } from '../worker/check-view.ts';
import type { ExplainedName } from '../worker/names.ts';
import type { KeysView } from '../worker/view-keys.ts';
import { Intake, type Taken } from './intake.tsx';
import { Button, Grouped, NeedsKeys, Notice, Title, Ways } from './parts.tsx';
import { misplaced } from './transaction.tsx';

type Props = { readonly keys: KeysView | undefined; readonly onUnlock: () => void };

type CheckProps = Props & {
  /** Absent before the person has chosen. */
  readonly task: CheckTask | undefined;
  readonly onTask: (task: CheckTask | undefined) => void;
  /** Goes to the screen that verifies messages. */
  readonly onMessage: () => void;
};

const TASKS = ['address', 'signer', 'message', 'name'] as const;

/** The kinds of checks that have a screen here. */
export type CheckTask = Exclude<(typeof TASKS)[number], 'message'>;

/** Asks what to check, then does only that. */
export function Check({ task, onTask, onMessage, ...props }: CheckProps) {
  const { check } = strings;
  if (task === undefined) {
    return (
      <>
        <Title key="ways">{check.title}</Title>
        <Ways
          ways={TASKS.map((each) => [
            ...check.tasks[each],
            each === 'message' ? onMessage : () => onTask(each),
          ])}
        />
      </>
    );
  }
  const screens: { readonly [T in typeof task]: () => Child } = {
    address: () => <Address {...props} isMain />,
    signer: () => <Signer />,
    name: () => <Name />,
  };
  return (
    <>
      <Title key={task}>{check.tasks[task][0]}</Title>
      <p class="lead">{check.tasks[task][1]}</p>
      <section class="card" aria-label={check.tasks[task][0]}>
        {screens[task]()}
      </section>
      <Button class="quiet" label={check.another} onClick={() => onTask(undefined)} />
    </>
  );
}

/** Says of an import that cannot be checked here what it is, and where it goes, if it does. */
const elsewhere = (taken: Taken): string =>
  ['json', 'text', 'cbor', 'binary'].includes(taken.kind)
    ? strings.check.wrongKind(engineText(taken.words))
    : misplaced(taken);

type AddressProps = Props & {
  /** The search is the next step of the screen. */
  readonly isMain?: boolean;
};

/** Checks an address. Also part of the wallet's screen, to find an account. */
export function Address({ keys, onUnlock, isMain = false }: AddressProps) {
  const engine = useEngine();
  const [found, setFound] = useState<AddressView>();
  const [progress, setProgress] = useState<SigningProgress>();
  const [sought, setSought] = useState('');
  const turn = useRef(0);
  // Otherwise the result of a running search would appear beside the new address.
  const stop = () => {
    turn.current++;
    engine.cancel();
    engine.onProgress(undefined);
    setProgress(undefined);
    setFound(undefined);
  };
  const onTaken = async (taken: Taken) => {
    const { kind, typed = '' } = taken;
    const own = turn.current;
    const isAddress = ['address', 'payment-uri', 'extended-public-key', 'text'].includes(kind);
    if (!isAddress) return elsewhere(taken);
    setSought(typed.replace(/\s/g, ''));
    engine.onProgress(setProgress);
    try {
      const answer = await engine.checkAddress();
      if (own === turn.current) setFound(answer);
    } finally {
      if (own === turn.current) {
        engine.onProgress(undefined);
        setProgress(undefined);
      }
    }
    return undefined;
  };
  if (keys === undefined) return <NeedsKeys onUnlock={onUnlock} />;
  const own = found?.isChange ? strings.check.ownChange : strings.check.own;
  return (
    <>
      <Intake
        id="address"
        text={strings.check.fields.address}
        onTaken={onTaken}
        onNew={stop}
        isMain={isMain}
      />
      {progress === undefined ? null : (
        <div role="status">
          <progress
            aria-label={strings.check.tasks.address[0]}
            value={progress.done}
            max={progress.total}
          />
          <p>{strings.check.searching(progress.done, progress.total)}</p>
          <p>
            <Grouped text={sought} />
          </p>
          <Button label={strings.sign.cancel} onClick={() => engine.cancel()} />
        </div>
      )}
      {found === undefined ? null : (
        <>
          <Notice tone={found.path === undefined ? 'stop' : 'good'}>
            {found.path === undefined ? strings.check.foreign : own(found.path)}
          </Notice>
          <p>
            <Grouped text={found.address} />
          </p>
        </>
      )}
    </>
  );
}

/** Explains the proof of a payment name. */
function Name() {
  const engine = useEngine();
  const [found, setFound] = useState<ExplainedName>();
  const onTaken = async () => {
    setFound(await engine.explainProof());
    return undefined;
  };
  return (
    <>
      <p>{strings.check.nameHelp}</p>
      <Intake id="name" onTaken={onTaken} onNew={() => setFound(undefined)} isMain />
      {found?.lines.map((line, i) =>
        i === 0 ? (
          <Notice key={line} tone={found.isProven ? 'good' : 'stop'}>
            {engineText(line)}
          </Notice>
        ) : (
          <p key={line} class="mono">
            {engineText(line)}
          </p>
        ),
      )}
    </>
  );
}

function Signer() {
  const engine = useEngine();
  const [step, setStep] = useState<'before' | 'after'>('before');
  const [found, setFound] = useState<Checking>();
  const asked = useRef<HTMLParagraphElement>(null);
  const result = useRef<HTMLDivElement>(null);
  // The control that took the file is gone.
  useEffect(
    () => (result.current ?? (step === 'after' ? asked.current : null))?.focus(),
    [step, found],
  );
  const onTaken = async (taken: Taken) => {
    const { kind } = taken;
    const isFinished = step === 'after' && kind === 'transaction';
    if (kind !== 'psbt' && !isFinished) return elsewhere(taken);
    if (step === 'before') {
      await engine.keepBefore();
      setStep('after');
    } else {
      setFound(await engine.checkAfter());
      setStep('before');
    }
    return undefined;
  };
  if (found !== undefined) {
    return (
      <div ref={result} tabIndex={-1}>
        <Checked found={found} />
        <p>
          <Button class="main" label={strings.check.again} onClick={() => setFound(undefined)} />
        </p>
      </div>
    );
  }
  return (
    <>
      <p ref={asked} tabIndex={-1} role="status">
        <strong>{step === 'before' ? strings.check.before : strings.check.after}</strong>
      </p>
      <Intake key={step} id="signer" onTaken={onTaken} isMain />
    </>
  );
}

/** Returns true if the payment or other signed data changed, not only data about keys. */
const isChanged = ({ changes }: Checking) => changes.some(({ isHarmless }) => !isHarmless);

function verdictOf(found: Checking): string {
  const { isFine, signatures } = found;
  const { check } = strings;
  if (isFine) return check.fine;
  if (isChanged(found)) return check.notFine;
  if (signatures.length === 0) return unsignedWords(found);
  return signatures.some(({ isRepeated }) => isRepeated) ? check.repeated : check.invalid;
}

/** Says why no signature is judged. */
function unsignedWords({ lacks }: Checking): string {
  const { check } = strings;
  if (lacks === 'old') return check.oldSignatures;
  return lacks === 'foreign' ? check.foreignSignatures : check.unsigned;
}

function Checked({ found }: { readonly found: Checking }) {
  return (
    <>
      <Notice tone={found.isFine ? 'good' : 'stop'}>{verdictOf(found)}</Notice>
      <ul>
        {found.changes.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
        {found.signatures.length === 0 && isChanged(found) ? <li>{unsignedWords(found)}</li> : null}
        {found.signatures.map(({ input, isValid, derivation, isRepeated }, i) => (
          <li key={i}>
            {strings.check.signature(input)} <span class="mono">{found.signers[i]}</span>:{' '}
            <strong>{isValid ? strings.check.valid : strings.check.invalid}</strong>{' '}
            <span class="help below nonce">{strings.check.nonces[derivation]}</span>
            {isRepeated ? <strong class="fault">{strings.check.repeated}</strong> : null}
          </li>
        ))}
      </ul>
      {found.signatures.length === 0 ? null : <p class="help">{strings.check.nonceHelp}</p>}
    </>
  );
}
