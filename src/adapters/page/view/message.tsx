import { useEngine } from '../client.ts';
import { useState } from '../dom.ts';
import { strings } from '../language.ts';
import type { TextFormat } from '../worker/message-view.ts';
import type { KeysView } from '../worker/view-keys.ts';
import {
  Button,
  Copy,
  Field,
  Form,
  NeedsKeys,
  Notice,
  Problem,
  Select,
  Title,
  unkept,
  useProblem,
} from './parts.tsx';
import { ResultExport } from './result-export.tsx';

const FORMATS: readonly TextFormat[] = ['usual', 'plain', 'legacy', 'full'];

type Props = { readonly keys: KeysView | undefined; readonly onUnlock: () => void };

/** Signs a message with the key of an address. */
export function SignMessage({ keys, onUnlock }: Props) {
  return (
    <>
      <Title>{strings.check.signText}</Title>
      <p class="lead">{strings.check.signTextHelp}</p>
      {keys === undefined ? (
        <NeedsKeys text={strings.check.needsKeys} onUnlock={onUnlock} />
      ) : keys.signs ? (
        <SignText keys={keys} />
      ) : (
        <Notice tone="note">{strings.sign.isWatching}</Notice>
      )}
    </>
  );
}

function SignText({ keys }: { readonly keys: KeysView }) {
  const engine = useEngine();
  const { problem, setProblem, run } = useProblem();
  const [address, setAddress] = useState('');
  const [message, setMessage] = useState('');
  const [format, setFormat] = useState<TextFormat>('usual');
  const [signature, setSignature] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const own = keys.accounts.flatMap(({ addresses }) => addresses);
  const change =
    <T extends string>(set: (text: T) => void) =>
    (text: T) => {
      set(text);
      setSignature(undefined);
    };
  const formats = FORMATS.map((each) => [each, strings.check.formats[each]] as const);
  const sign = async () => {
    if (isBusy) return;
    setSignature(undefined);
    setProblem(undefined);
    setBusy(true);
    await run(async () => {
      setSignature(await engine.signText({ address: address.trim(), message, format }));
    });
    setBusy(false);
  };
  return (
    <Form class="card" onSend={sign}>
      <TextArea
        id="sign-address"
        label={strings.check.signFields.address}
        value={address}
        onText={change(setAddress)}
      />
      {own.length === 0 ? null : (
        <Select
          id="sign-own"
          label={strings.wallet.tabs.addresses}
          value={own.includes(address) ? address : ''}
          options={[['', '–'], ...own.map((each) => [each, each] as const)]}
          onChoose={change(setAddress)}
        />
      )}
      <TextArea
        id="sign-text"
        label={strings.check.signFields.message}
        value={message}
        onText={change(setMessage)}
      />
      <Select
        id="sign-format"
        label={strings.check.signFields.format}
        value={format}
        options={formats}
        onChoose={change<TextFormat>(setFormat)}
      />
      <Problem text={problem} />
      <Button type="submit" class="main" label={strings.check.signTextButton} />
      {isBusy ? (
        <div role="status">
          <progress aria-label={strings.sign.signing} />
          <p>{strings.sign.signing}</p>
          <Button label={strings.sign.cancel} onClick={() => engine.cancel()} />
        </div>
      ) : null}
      {signature === undefined ? null : <Signature text={signature} />}
    </Form>
  );
}

/** The signature, to be copied, saved or filmed. */
const Signature = ({ text }: { readonly text: string }) => (
  <div role="status">
    <p>
      <strong>{strings.check.fields.signature}</strong>
    </p>
    <p class="mono">{text}</p>
    <Copy text={text} label={strings.result.copy} />
    <ResultExport
      key={text}
      shown={{ kind: 'text', text }}
      file={{ name: 'signature.txt', content: `${text}\n` }}
      reader="plain"
      isMain={false}
    />
  </div>
);

type AreaProps = {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onText: (text: string) => void;
};

const TextArea = ({ id, label, value, onText }: AreaProps) => (
  <Field id={id} label={label}>
    <textarea
      id={id}
      rows={2}
      value={value}
      onInput={({ currentTarget }) => onText(currentTarget.value)}
      {...unkept}
    />
  </Field>
);
