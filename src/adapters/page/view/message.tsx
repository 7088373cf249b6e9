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
        <SignText />
      ) : (
        <Notice tone="note">{strings.sign.isWatching}</Notice>
      )}
    </>
  );
}

function SignText() {
  const engine = useEngine();
  const { problem, run } = useProblem();
  const [address, setAddress] = useState('');
  const [message, setMessage] = useState('');
  const [format, setFormat] = useState<TextFormat>('usual');
  const [signature, setSignature] = useState<string>();
  const change =
    <T extends string>(set: (text: T) => void) =>
    (text: T) => {
      set(text);
      setSignature(undefined);
    };
  const formats = FORMATS.map((each) => [each, strings.check.formats[each]] as const);
  const sign = () => {
    setSignature(undefined);
    return run(async () => {
      setSignature(await engine.signText({ address: address.trim(), message, format }));
    });
  };
  return (
    <Form class="card" onSend={sign}>
      <TextArea
        id="sign-address"
        label={strings.check.signFields.address}
        value={address}
        onText={change(setAddress)}
      />
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
      {signature === undefined ? null : (
        <div role="status">
          <p>
            <strong>{strings.check.fields.signature}</strong>
          </p>
          <p class="mono">{signature}</p>
          <Copy text={signature} label={strings.result.copy} />
        </div>
      )}
    </Form>
  );
}

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
