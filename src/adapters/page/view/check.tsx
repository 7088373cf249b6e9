import type { SigningProgress } from '../../../signing/job.ts';
import type { Client } from '../client.ts';
import { useRef, useState } from '../dom.ts';
import { engineWords, words } from '../language.ts';
import type { AddressView, CheckView, MessageView } from '../worker/check-view.ts';
import type { ExplainedName } from '../worker/names.ts';
import type { KeysView } from '../worker/view-keys.ts';
import { drafts, Intake, type Taken } from './intake.tsx';
import { Field, failing, Grouped, NeedsKeys, Notice, Title, unkept } from './parts.tsx';

type Props = {
  readonly engine: Client;
  readonly keys: KeysView | undefined;
  readonly onUnlock: () => void;
};

export function Check({ engine, keys, onUnlock }: Props) {
  return (
    <>
      <Title>{words.check.title}</Title>
      <p class="lead">{words.check.lead}</p>
      <section class="card" aria-labelledby="check-address">
        <h2 id="check-address">{words.check.address}</h2>
        <Address {...{ engine, keys, onUnlock }} />
      </section>
      <section class="card" aria-labelledby="check-name">
        <h2 id="check-name">{words.check.name}</h2>
        <Name engine={engine} />
      </section>
      <section class="card" aria-labelledby="check-signer">
        <h2 id="check-signer">{words.check.signer}</h2>
        <Signer engine={engine} />
      </section>
      <section class="card" aria-labelledby="check-message">
        <h2 id="check-message">{words.check.message}</h2>
        <Message engine={engine} />
      </section>
    </>
  );
}

/** Checks an address. Also part of the wallet's screen, to find an account. */
export function Address({ engine, keys, onUnlock }: Props) {
  const [found, setFound] = useState<AddressView>();
  const [progress, setProgress] = useState<SigningProgress>();
  const onTaken = async ({ kind }: Taken) => {
    setFound(undefined);
    const isAddress = ['address', 'payment-uri', 'extended-public-key'].includes(kind);
    if (!isAddress) return words.check.notAddress;
    engine.onProgress(setProgress);
    try {
      setFound(await engine.checkAddress());
    } finally {
      engine.onProgress(undefined);
      setProgress(undefined);
    }
    return undefined;
  };
  if (keys === undefined) return <NeedsKeys text={words.check.needsKeys} onUnlock={onUnlock} />;
  const own = found?.isChange ? words.check.ownChange : words.check.own;
  return (
    <>
      <p>{words.check.addressHelp}</p>
      <Intake engine={engine} id="address" onTaken={onTaken} />
      {progress === undefined ? null : (
        <div role="status">
          <progress aria-label={words.check.address} value={progress.done} max={progress.total} />
          <p>{words.check.searching(progress.done, progress.total)}</p>
          <button type="button" onClick={() => engine.cancel()}>
            {words.sign.cancel}
          </button>
        </div>
      )}
      {found === undefined ? null : (
        <>
          <Notice tone={found.isOwn ? 'good' : 'stop'}>
            {found.isOwn ? own(found.path ?? '') : words.check.foreign}
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
function Name({ engine }: Pick<Props, 'engine'>) {
  const [found, setFound] = useState<ExplainedName>();
  const onTaken = async () => {
    setFound(undefined);
    setFound(await engine.explainProof());
    return undefined;
  };
  return (
    <>
      <p>{words.check.nameHelp}</p>
      <Intake engine={engine} id="name" onTaken={onTaken} />
      {found?.lines.map((line, i) =>
        i === 0 ? (
          <Notice key={line} tone={found.isProven ? 'good' : 'stop'}>
            {engineWords(line)}
          </Notice>
        ) : (
          <p key={line} class="mono">
            {engineWords(line)}
          </p>
        ),
      )}
    </>
  );
}

function Signer({ engine }: Pick<Props, 'engine'>) {
  const [step, setStep] = useState<'before' | 'after'>('before');
  const [found, setFound] = useState<CheckView>();
  const onTaken = async ({ kind, words: what }: Taken) => {
    const isFinished = step === 'after' && kind === 'transaction';
    if (kind !== 'psbt' && !isFinished) return words.check.wrongKind(engineWords(what));
    if (step === 'before') {
      setFound(undefined);
      await engine.keepBefore();
      setStep('after');
    } else {
      setFound(await engine.checkAfter());
      setStep('before');
    }
    return undefined;
  };
  return (
    <>
      <p role="status">{step === 'before' ? words.check.before : words.check.after}</p>
      <Intake key={step} engine={engine} id="signer" onTaken={onTaken} />
      {found === undefined ? null : <Checked found={found} />}
    </>
  );
}

function verdictOf({ isFine, isChanged, signatures }: CheckView): string {
  const { check } = words;
  if (isFine) return check.fine;
  if (isChanged) return check.notFine;
  if (signatures.length === 0) return check.unsigned;
  return signatures.some(({ isRepeated }) => isRepeated) ? check.repeated : check.invalid;
}

function Checked({ found }: { readonly found: CheckView }) {
  return (
    <>
      <Notice tone={found.isFine ? 'good' : 'stop'}>{verdictOf(found)}</Notice>
      <ul>
        {found.changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
        {found.signatures.length === 0 && found.isChanged ? <li>{words.check.unsigned}</li> : null}
        {found.signatures.map(({ input, key, isValid, derivation, isRepeated }) => (
          <li key={`${input}${key}`}>
            {words.check.signature(input)} <span class="mono">{key}</span>:{' '}
            {isValid ? words.check.valid : words.check.invalid}; {words.check.nonces[derivation]}
            {isRepeated ? `; ${words.check.repeated}` : ''}
          </li>
        ))}
      </ul>
    </>
  );
}

const fields = ['address', 'message', 'signature'] as const;

function Message({ engine }: Pick<Props, 'engine'>) {
  const form = useRef<HTMLFormElement>(null);
  const [answer, setAnswer] = useState<MessageView>();
  const [problem, setProblem] = useState<string>();
  const check = async () => {
    const given = new FormData(form.current ?? undefined);
    const text = (name: (typeof fields)[number]) => String(given.get(name) ?? '');
    setAnswer(undefined);
    const asked = {
      address: text('address').trim(),
      message: text('message'),
      signature: text('signature').replace(/\s/g, ''),
    };
    setProblem(await failing(async () => setAnswer(await engine.checkMessage(asked))));
  };
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void check();
      }}
    >
      {fields.map((name) => (
        <Field key={name} id={`message-${name}`} label={words.check.fields[name]}>
          <textarea
            id={`message-${name}`}
            name={name}
            rows={2}
            value={drafts.get(name) ?? ''}
            onInput={(event) => void drafts.set(name, event.currentTarget.value)}
            {...unkept}
          />
        </Field>
      ))}
      <button type="submit">{words.check.verify}</button>
      {problem === undefined ? null : <Notice tone="stop">{problem}</Notice>}
      {answer === undefined ? null : (
        <>
          <Notice tone={answer.state === 'valid' ? 'good' : 'stop'}>
            {words.check.states[answer.state]} {answer.reason ?? ''}
          </Notice>
          <ul>
            {answer.conditions.map((condition) => (
              <li key={condition}>{condition}</li>
            ))}
          </ul>
        </>
      )}
    </form>
  );
}
