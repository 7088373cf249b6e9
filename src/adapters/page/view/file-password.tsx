import type { SigningProgress } from '../../../signing/job.ts';
import { asksPassword, useEngine } from '../client.ts';
import { type Child, useEffect, useRef, useState } from '../dom.ts';
import { strings } from '../language.ts';
import type { KeysView } from '../worker/view-keys.ts';
import { Button, Field, Form, Problem, Question, unkept, useProblem } from './parts.tsx';

type Opening = {
  /** Id of the field, of which the page may have several. */
  readonly id: string;
  /** Opens the file that was imported last. */
  readonly open: (password: string) => Promise<KeysView>;
  readonly onOpened: (keys: KeysView) => void;
};

type FilePassword = {
  /** Opens the file, or asks for its password. Throws every other refusal. */
  readonly start: () => Promise<void>;
  /** Ends the question, because another file comes. */
  readonly end: () => void;
  /** The question, while it is open. */
  readonly form: Child;
};

/** Opens files of keys and wallets, and asks for the password if a file has one. */
export function useFilePassword({ id, open, onOpened }: Opening): FilePassword {
  const engine = useEngine();
  const { problem, setProblem, run } = useProblem();
  const [question, setQuestion] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isCancelled = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (question !== undefined) field.current?.focus();
  }, [question]);
  const start = async () => {
    try {
      onOpened(await open(''));
    } catch (error) {
      if (!asksPassword(error)) throw error;
      setProblem(undefined);
      setQuestion(error.message);
    }
  };
  const send = async () => {
    const typed = field.current?.value ?? '';
    if (field.current !== null) field.current.value = '';
    isCancelled.current = false;
    setProblem(undefined);
    setBusy(true);
    await run(async () => onOpened(await open(typed)));
    setBusy(false);
    if (isCancelled.current) setProblem(undefined);
    field.current?.focus();
  };
  const cancel = () => {
    if (!isBusy) return;
    isCancelled.current = true;
    void engine.cancel();
  };
  const end = () => {
    cancel();
    setQuestion(undefined);
  };
  const form =
    question === undefined ? null : (
      <Form onSend={() => isBusy || void send()}>
        {problem === undefined ? <Question text={question} /> : <Problem text={problem} />}
        <Field id={id} label={strings.keys.needsPassword}>
          <div class="row">
            <input ref={field} id={id} type="password" {...unkept} />
            <Button
              type="submit"
              label={isBusy ? strings.keys.opening : strings.keys.filePassword}
            />
          </div>
        </Field>
        {isBusy ? <Progress onCancel={cancel} /> : null}
      </Form>
    );
  return { start, end, form };
}

/** Progress of a file whose password takes long, and the button that cancels it. */
function Progress({ onCancel }: { readonly onCancel: () => void }) {
  const engine = useEngine();
  const [progress, setProgress] = useState<SigningProgress>();
  useEffect(() => {
    engine.onProgress(setProgress);
    return () => engine.onProgress(undefined);
  }, []);
  return (
    <div role="status">
      <progress aria-label={strings.keys.opening} value={progress?.done} max={progress?.total} />
      <Button label={strings.sign.cancel} onClick={onCancel} />
    </div>
  );
}
