import { useEngine } from '../client.ts';
import { useState } from '../dom.ts';
import { engineText, strings } from '../language.ts';
import type { MessageView, TextFormat } from '../worker/message-view.ts';
import type { KeysView } from '../worker/view-keys.ts';
import { drafts } from './intake.tsx';
import {
  Button,
  Copy,
  Form,
  Grouped,
  NeedsKeys,
  Notice,
  Problem,
  Select,
  Tabs,
  TextArea,
  Title,
  useProblem,
} from './parts.tsx';
import { ResultExport } from './result-export.tsx';

/** The screens for messages. */
export type MessageTab = 'message' | 'verify';
const TABS: readonly MessageTab[] = ['message', 'verify'];

const FORMATS: readonly TextFormat[] = ['usual', 'plain', 'legacy', 'full'];

type Props = {
  readonly tab: MessageTab;
  readonly onTab: (tab: MessageTab) => void;
  readonly keys: KeysView | undefined;
  readonly onUnlock: () => void;
};

/** Signs a message with the key of an address, or verifies one. */
export function Messages({ tab, onTab, keys, onUnlock }: Props) {
  const { check } = strings;
  const [signed, setSigned] = useState<SignedText>();
  if (tab === 'message' && signed !== undefined) {
    const verify = () => {
      for (const field of fields) drafts.set(`message-${field}`, signed[field]);
      onTab('verify');
    };
    return <Signed signed={signed} onVerify={verify} onAnother={() => setSigned(undefined)} />;
  }
  return (
    <>
      <Title key={tab}>{check.messageTabs[tab]}</Title>
      <p class="lead">{tab === 'verify' ? check.verifyHelp : check.signTextHelp}</p>
      <Tabs
        label={strings.tool.message}
        tabs={TABS.map((each) => [each, check.messageTabs[each]])}
        current={tab}
        onTab={onTab}
      />
      {tab === 'verify' ? (
        <Verify />
      ) : keys === undefined ? (
        <NeedsKeys onUnlock={onUnlock} />
      ) : keys.signs ? (
        <SignText keys={keys} onSigned={setSigned} />
      ) : (
        <Notice tone="note">{strings.sign.isWatching}</Notice>
      )}
    </>
  );
}

type SignedText = {
  readonly address: string;
  readonly message: string;
  readonly signature: string;
};

/** The fields of a message to sign, which stay while other screens are in view. */
function useDraft(field: string): readonly [text: string, set: (text: string) => void] {
  const [text, setText] = useState(drafts.get(field) ?? '');
  const set = (next: string) => {
    drafts.set(field, next);
    setText(next);
  };
  return [text, set];
}

type SignProps = {
  readonly keys: KeysView;
  readonly onSigned: (signed: SignedText) => void;
};

function SignText({ keys, onSigned }: SignProps) {
  const engine = useEngine();
  const { problem, setProblem, run } = useProblem();
  const [address, setAddress] = useDraft('sign-address');
  const [message, setMessage] = useDraft('sign-text');
  const [format, setFormat] = useState<TextFormat>('usual');
  const [isBusy, setBusy] = useState(false);
  const { check } = strings;
  const sign = async () => {
    if (isBusy) return;
    setProblem(undefined);
    setBusy(true);
    const asked = { address: address.trim(), message };
    let signature: string | undefined;
    await run(async () => {
      signature = await engine.signText({ ...asked, format });
    });
    setBusy(false);
    if (signature !== undefined) onSigned({ ...asked, signature });
  };
  return (
    <Form class="card" onSend={sign}>
      <TextArea
        id="sign-address"
        label={check.signFields.address}
        help={check.signHelp.address}
        value={address}
        onText={setAddress}
      />
      <OwnAddresses keys={keys} address={address} onAddress={setAddress} />
      <TextArea
        id="sign-text"
        label={check.signFields.message}
        help={check.signHelp.message}
        value={message}
        onText={setMessage}
      />
      <details>
        <summary>{check.signFields.format}</summary>
        <Select
          id="sign-format"
          label={check.signFields.format}
          help={check.signHelp.format}
          value={format}
          options={FORMATS.map((each) => [each, check.formats[each]])}
          onChoose={setFormat}
        />
      </details>
      <Problem text={problem} />
      {isBusy ? (
        <div role="status">
          <progress aria-label={strings.sign.signing} />
          <p>{strings.sign.signing}</p>
          <Button label={strings.sign.cancel} onClick={() => engine.cancel()} />
        </div>
      ) : (
        <Button type="submit" class="main" label={check.signTextButton} />
      )}
    </Form>
  );
}

type OwnProps = {
  readonly keys: KeysView;
  readonly address: string;
  readonly onAddress: (address: string) => void;
};

/** A choice of the first addresses of each account. */
function OwnAddresses({ keys, address, onAddress }: OwnProps) {
  const own = keys.accounts.flatMap(({ name, addresses }) =>
    addresses.map((each) => [each, `${each} · ${engineText(name)}`] as const),
  );
  if (own.length === 0) return null;
  return (
    <Select
      id="sign-own"
      label={strings.check.signFields.own}
      value={own.some(([each]) => each === address) ? address : ''}
      options={[['', strings.check.choose], ...own]}
      onChoose={onAddress}
    />
  );
}

type SignedProps = {
  readonly signed: SignedText;
  /** Fills in the fields that verify it. */
  readonly onVerify: () => void;
  readonly onAnother: () => void;
};

/** The three texts that the other person needs. */
function Signed({ signed, onVerify, onAnother }: SignedProps) {
  const { address, message, signature } = signed;
  const { check } = strings;
  return (
    <>
      <Title>{check.messageSigned}</Title>
      <p class="lead">{check.messageSignedHelp}</p>
      <section class="card texts" aria-label={check.messageSigned}>
        <h2>{check.fields.address}</h2>
        <p>
          <Grouped text={address} />
        </p>
        <h2>{check.fields.message}</h2>
        <p class="message">{message}</p>
        <h2>{check.fields.signature}</h2>
        <p class="mono signature">{signature}</p>
        <Copy text={signature} label={strings.result.copy} />
        <ResultExport
          key={signature}
          shown={{ kind: 'text', text: signature }}
          file={{ name: 'signature.txt', content: `${signature}\n` }}
          reader="plain"
        />
      </section>
      <div class="row">
        <Button class="quiet" label={check.messageTabs.verify} onClick={onVerify} />
        <Button class="quiet" label={check.signAnother} onClick={onAnother} />
      </div>
    </>
  );
}

const fields = ['address', 'message', 'signature'] as const;

/** Verifies a message. */
function Verify() {
  const engine = useEngine();
  const [answer, setAnswer] = useState<MessageView>();
  const { problem, run } = useProblem();
  const [address, setAddress] = useDraft('message-address');
  const [message, setMessage] = useDraft('message-message');
  const [signature, setSignature] = useDraft('message-signature');
  const given = { address, message, signature };
  const set = { address: setAddress, message: setMessage, signature: setSignature };
  const check = async () => {
    setAnswer(undefined);
    const asked = { address: address.trim(), message, signature: signature.replace(/\s/g, '') };
    await run(async () => setAnswer(await engine.checkMessage(asked)));
  };
  return (
    <Form class="card" onSend={check}>
      {fields.map((name) => (
        <TextArea
          key={name}
          id={`message-${name}`}
          label={strings.check.fields[name]}
          value={given[name]}
          onText={(text) => {
            set[name](text);
            setAnswer(undefined);
          }}
        />
      ))}
      <Button type="submit" class="main" label={strings.check.verify} />
      <Problem text={problem} />
      {answer === undefined ? null : (
        <>
          <Notice tone={answer.state === 'valid' ? 'good' : 'stop'} isSeen>
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
