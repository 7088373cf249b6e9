import type { Client } from '../client.ts';
import { useRef, useState } from '../dom.ts';
import type { AddressView, CheckView, MessageView } from '../engine/check.ts';
import type { KeysView } from '../engine/view-keys.ts';
import { words } from '../words.ts';
import { failing, Intake, type Taken } from './intake.tsx';
import { Field, Notice, Title, unkept } from './parts.tsx';

type Props = { readonly engine: Client; readonly keys: KeysView | undefined };

export function Check({ engine, keys }: Props) {
  return (
    <>
      <Title>{words.check.title}</Title>
      <p class="lead">{words.check.lead}</p>
      <section class="card" aria-labelledby="check-address">
        <h2 id="check-address">{words.check.address}</h2>
        <Address engine={engine} keys={keys} />
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

function Address({ engine, keys }: Props) {
  const [found, setFound] = useState<AddressView>();
  const onTaken = async ({ kind, words: what }: Taken) => {
    setFound(undefined);
    if (kind !== 'address' && kind !== 'payment-uri') return words.check.wrongKind(what);
    setFound(await engine.checkAddress());
    return undefined;
  };
  if (keys === undefined) return <p>{words.check.needsKeys}</p>;
  return (
    <>
      <p>{words.check.addressHelp}</p>
      <Intake engine={engine} id="address" onTaken={onTaken} />
      {found === undefined ? null : (
        <>
          <Notice tone={found.isOwn ? 'good' : 'stop'}>
            {found.isOwn
              ? words.check.own(found.path ?? '', found.isChange)
              : words.check.foreign(found.compared)}
          </Notice>
          <p class="mono">{found.address.replace(/(.{4})(?=.)/g, '$1 ')}</p>
        </>
      )}
    </>
  );
}

function Signer({ engine }: Pick<Props, 'engine'>) {
  const [step, setStep] = useState<'before' | 'after'>('before');
  const [found, setFound] = useState<CheckView>();
  const onTaken = async ({ kind, words: what }: Taken) => {
    const isFinished = step === 'after' && kind === 'transaction';
    if (kind !== 'psbt' && !isFinished) return words.check.wrongKind(what);
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

function Checked({ found }: { readonly found: CheckView }) {
  return (
    <>
      <Notice tone={found.isFine ? 'good' : 'stop'}>
        {found.isFine ? words.check.fine : words.check.notFine}
      </Notice>
      <ul>
        {found.changes.map((change) => (
          <li key={change}>{words.check.changed(change)}</li>
        ))}
        {found.signatures.length === 0 ? <li>{words.check.unsigned}</li> : null}
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
          <textarea id={`message-${name}`} name={name} rows={2} {...unkept} />
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
