import { encodeHex } from '../../../encoding/hex.ts';
import type { SigningProgress } from '../../../signing/job.ts';
import { useEngine } from '../client.ts';
import { useRef, useState } from '../dom.ts';
import { engineText, strings } from '../language.ts';
import type { AddressView, SignerCheck as Checking } from '../worker/check-view.ts';
import type { MessageView } from '../worker/message-view.ts';
import type { ExplainedName } from '../worker/names.ts';
import type { KeysView } from '../worker/view-keys.ts';
import { drafts, Intake, type Taken } from './intake.tsx';
import {
  Button,
  Card,
  Field,
  Form,
  Grouped,
  NeedsKeys,
  Notice,
  Problem,
  Title,
  unkept,
  useProblem,
} from './parts.tsx';

type Props = { readonly keys: KeysView | undefined; readonly onUnlock: () => void };

export function Check(props: Props) {
  return (
    <>
      <Title>{strings.check.title}</Title>
      <p class="lead">{strings.check.lead}</p>
      <Card id="check-address" title={strings.check.address}>
        <Address {...props} />
      </Card>
      <Card id="check-name" title={strings.check.name}>
        <Name />
      </Card>
      <Card id="check-signer" title={strings.check.signer}>
        <Signer />
      </Card>
      <Card id="check-message" title={strings.check.message}>
        <Message />
      </Card>
    </>
  );
}

/** Checks an address. Also part of the wallet's screen, to find an account. */
export function Address({ keys, onUnlock }: Props) {
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
  const onTaken = async ({ kind, words: what, typed = '' }: Taken) => {
    const own = turn.current;
    const isAddress = ['address', 'payment-uri', 'extended-public-key', 'text'].includes(kind);
    if (!isAddress) return strings.check.wrongKind(engineText(what));
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
  if (keys === undefined) return <NeedsKeys text={strings.check.needsKeys} onUnlock={onUnlock} />;
  const own = found?.isChange ? strings.check.ownChange : strings.check.own;
  return (
    <>
      <p>{strings.check.addressHelp}</p>
      <Intake id="address" onTaken={onTaken} onNew={stop} />
      {progress === undefined ? null : (
        <div role="status">
          <progress aria-label={strings.check.address} value={progress.done} max={progress.total} />
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
      <Intake id="name" onTaken={onTaken} onNew={() => setFound(undefined)} />
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
  const onTaken = async ({ kind, words: what }: Taken) => {
    const isFinished = step === 'after' && kind === 'transaction';
    if (kind !== 'psbt' && !isFinished) return strings.check.wrongKind(engineText(what));
    if (step === 'before') {
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
      <p role="status">{step === 'before' ? strings.check.before : strings.check.after}</p>
      <Intake key={step} id="signer" onTaken={onTaken} onNew={() => setFound(undefined)} />
      {found === undefined ? null : <Checked found={found} />}
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
        {found.signatures.map(({ input, publicKey, isValid, derivation, isRepeated }, i) => (
          <li key={i}>
            {strings.check.signature(input)} <span class="mono">{encodeHex(publicKey)}</span>:{' '}
            {isValid ? strings.check.valid : strings.check.invalid};{' '}
            {strings.check.nonces[derivation]}
            {isRepeated ? `; ${strings.check.repeated}` : ''}
          </li>
        ))}
      </ul>
    </>
  );
}

const fields = ['address', 'message', 'signature'] as const;

function Message() {
  const engine = useEngine();
  const [answer, setAnswer] = useState<MessageView>();
  const { problem, run } = useProblem();
  const check = async (form: HTMLFormElement) => {
    const given = new FormData(form);
    const text = (name: (typeof fields)[number]) => String(given.get(name) ?? '');
    setAnswer(undefined);
    const asked = {
      address: text('address').trim(),
      message: text('message'),
      signature: text('signature').replace(/\s/g, ''),
    };
    await run(async () => setAnswer(await engine.checkMessage(asked)));
  };
  return (
    <Form onSend={check}>
      {fields.map((name) => (
        <Field key={name} id={`message-${name}`} label={strings.check.fields[name]}>
          <textarea
            id={`message-${name}`}
            name={name}
            rows={2}
            value={drafts.get(`message-${name}`) ?? ''}
            onInput={({ currentTarget }) => {
              drafts.set(`message-${name}`, currentTarget.value);
              setAnswer(undefined);
            }}
            {...unkept}
          />
        </Field>
      ))}
      <Button type="submit" label={strings.check.verify} />
      <Problem text={problem} />
      {answer === undefined ? null : (
        <>
          <Notice tone={answer.state === 'valid' ? 'good' : 'stop'}>
            {strings.check.states[answer.state]} {engineText(answer.reason ?? '')}
          </Notice>
          <ul>
            {answer.conditions.map((condition) => (
              <li key={condition}>{condition}</li>
            ))}
          </ul>
        </>
      )}
    </Form>
  );
}
