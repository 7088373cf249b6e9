import type { FindingId } from '../../../review/catalog.ts';
import type { SigningProgress } from '../../../signing/job.ts';
import { useEngine } from '../client.ts';
import { useEffect, useRef, useState } from '../dom.ts';
import { strings } from '../language.ts';
import type { SignedView } from '../worker/signed-view.ts';
import type { KeysView } from '../worker/view-keys.ts';
import type { ReviewView } from '../worker/view-review.ts';
import type { Taken } from './intake.tsx';
import { Button, Choice, Form, Grouped, Notice, Problem, Title, useProblem } from './parts.tsx';
import { Review } from './review.tsx';
import { Combine } from './transaction.tsx';

/** The open transaction, kept while other screens are in view. */
export type SignState = {
  /** Format of the import; absent if no transaction is open. */
  readonly dialect?: Taken['dialect'];
  /** Name of the imported file, without its ending. */
  readonly fileName?: string;
  readonly review?: ReviewView;
  readonly signed?: SignedView;
  /** The result was saved, shown or copied. */
  readonly isKept?: boolean;
};

type Props = {
  /** Ends when the engine has the transaction. */
  readonly ready: Promise<void>;
  readonly keys: KeysView | undefined;
  readonly state: SignState;
  readonly setState: (state: SignState) => void;
  readonly onOpenKeys: () => void;
  /** A wallet was added, or a seed was opened with another passphrase. */
  readonly onKeys: (keys: KeysView | undefined) => void;
  readonly onAnother: () => void;
  readonly onSigned: () => void;
};

export function Decide(props: Props) {
  const { ready, keys, state, setState, onAnother } = props;
  const engine = useEngine();
  const { problem, setProblem, run } = useProblem();
  const [copies, setCopies] = useState(0);
  // The open keys decide ownership.
  useEffect(() => {
    setProblem(undefined);
    void run(async () => {
      await ready;
      const { signed, isKept, ...rest } = state;
      const kept = copies === 0 ? { ...(signed && { signed }), ...(isKept && { isKept }) } : {};
      setState({ ...rest, ...kept, review: await engine.review() });
    });
  }, [keys, copies]);
  const hasCosigners = state.review?.kind === 'psbt' && state.review.cosigners.length > 0;
  return (
    <>
      {state.review === undefined ? <Title>{strings.review.title}</Title> : null}
      <Problem text={problem} />
      {problem === undefined ? <Reviewed {...props} /> : null}
      {problem === undefined && hasCosigners ? (
        <div class="unprinted">
          <Combine onCombined={() => setCopies(copies + 1)} />
        </div>
      ) : null}
      <p class="unprinted">
        <Button class="quiet" label={strings.sign.another} onClick={onAnother} />
      </p>
    </>
  );
}

function Reviewed(props: Props) {
  const { keys, state, setState, onSigned } = props;
  const engine = useEngine();
  const [progress, setProgress] = useState<SigningProgress>();
  const [isBusy, setBusy] = useState(false);
  const { problem, run } = useProblem();
  const [confirmed, setConfirmed] = useState<readonly FindingId[]>([]);
  const { review } = state;
  if (review === undefined) return <p role="status">{strings.sign.reading}</p>;
  const show = async (make: () => Promise<SignedView>) => {
    setBusy(true);
    engine.onProgress(setProgress);
    await run(async () => {
      setState({ ...state, signed: await make(), isKept: false });
      onSigned();
    });
    engine.onProgress(undefined);
    setProgress(undefined);
    setBusy(false);
  };
  const outcome = state.signed?.outcome;
  const hasSigned = outcome === 'complete' || outcome === 'signed';
  const stops = review.findings.filter(({ id, isStop }) => isStop && !confirmed.includes(id));
  const isFinal = stops.some(({ canConfirm }) => !canConfirm);
  const title = stops.length > 0 ? strings.sign.stopped : strings.review.title;
  return (
    <>
      <Title key={title}>{title}</Title>
      {stops.length === 0 ? null : (
        <Notice tone="stop">
          {isFinal ? strings.sign.stoppedHelp : strings.sign.stoppedUntil}
        </Notice>
      )}
      <Review
        review={review}
        confirmed={confirmed}
        onConfirm={isFinal ? undefined : (id) => setConfirmed([...confirmed, id])}
        keys={keys}
        onKeys={props.onKeys}
        onOpenKeys={props.onOpenKeys}
        hasSigned={hasSigned}
      />
      <Problem text={problem} />
      {isBusy ? (
        <div role="status">
          <progress
            aria-label={strings.sign.signing}
            {...(progress && { value: progress.done, max: progress.total })}
          />
          <p>{progress ? stepWords(progress) : strings.sign.signing}</p>
        </div>
      ) : null}
      <Action
        {...props}
        review={review}
        isStopped={stops.length > 0}
        isBusy={isBusy}
        hasSigned={hasSigned}
        onSign={() => show(() => engine.sign(review.id, confirmed))}
        onFinish={() => show(() => engine.finish())}
      />
    </>
  );
}

const stepWords = ({ step, done, total }: SigningProgress) =>
  strings.sign.steps(strings.sign.step[step], done, total);

type ActionProps = Props & {
  readonly review: ReviewView;
  readonly isStopped: boolean;
  readonly isBusy: boolean;
  /** The open keys have signed. */
  readonly hasSigned: boolean;
  readonly onSign: () => void;
  readonly onFinish: () => void;
};

/** The decision: at the bottom of a large screen, or after the review on a small one. */
function Action(props: ActionProps) {
  const { review, isStopped, keys, isBusy, onSign, onFinish, onOpenKeys } = props;
  const engine = useEngine();
  const box = useRef<HTMLInputElement>(null);
  const [isAsked, setAsked] = useState(false);
  const payments = review.outputs.filter(({ role }) => role === 'payment');
  const payees = payments.length;
  const save = <Button label={strings.sign.finish} onClick={onFinish} />;
  if (review.isFinal || (review.canFinish && !isStopped)) {
    return (
      <div class="bar">
        <Notice tone="good">{strings.sign.isFinal}</Notice>
        <Button class="main" label={strings.sign.finish} onClick={onFinish} />
      </div>
    );
  }
  if (keys === undefined) {
    return (
      <div class="bar">
        {review.canSave && !isStopped ? save : null}
        <Button class="main" label={strings.sign.noKeys} onClick={onOpenKeys} />
      </div>
    );
  }
  if (!keys.signs) {
    return (
      <>
        <Notice tone="note">{strings.sign.isWatching}</Notice>
        {review.canSave && !isStopped ? save : null}
      </>
    );
  }
  if (isStopped) return null;
  if (props.hasSigned) {
    return (
      <div class="bar">
        <Button class="main" label={strings.sign.toSigned} onClick={props.onSigned} />
      </div>
    );
  }
  if (!review.canSign) return review.canSave ? <div class="bar">{save}</div> : null;
  const sign = () => {
    const isCompared = payees === 0 || box.current?.checked === true;
    setAsked(!isCompared);
    if (isCompared) onSign();
    else box.current?.focus();
  };
  return (
    <Form class="bar" onSend={() => isBusy || sign()}>
      {isAsked ? <Notice tone="stop">{strings.sign.compareFirst}</Notice> : null}
      {payees === 1 ? (
        <p>
          <Grouped text={payments[0]?.to ?? ''} />
        </p>
      ) : null}
      {payees === 0 ? null : (
        <Choice
          ref={box}
          label={payees === 1 ? strings.sign.compared : strings.sign.comparedMany}
          onChoose={() => setAsked(false)}
        />
      )}
      {isBusy ? (
        <Button label={strings.sign.cancel} onClick={() => engine.cancel()} />
      ) : (
        <Button
          type="submit"
          class="main"
          label={keys.fingerprint ? strings.sign.signWith(keys.fingerprint) : strings.sign.sign}
        />
      )}
    </Form>
  );
}
