import type { FindingId } from '../../../review/catalog.ts';
import type { SigningProgress } from '../../../signing/job.ts';
import { useEngine } from '../client.ts';
import { type Child, useEffect, useState } from '../dom.ts';
import { engineText, spaceDigits, strings } from '../language.ts';
import type { SignedView } from '../worker/signed-view.ts';
import type { KeysView } from '../worker/view-keys.ts';
import type { ReviewView } from '../worker/view-review.ts';
import { Decision, Progress } from './decision.tsx';
import type { Taken } from './intake.tsx';
import { Button, Notice, Notices, Problem, Title, useListener, useProblem } from './parts.tsx';
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
  /** The open keys have signed it, also if the result was replaced since. */
  readonly wasSigned?: boolean;
  /** The result was shown as codes; or it is safe: saved, or scanned as the person says. */
  readonly kept?: 'shown' | 'safe';
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
  /** Closes the transaction without a signature. */
  readonly onClose: () => void;
  readonly onSigned: () => void;
};

export function Decide(props: Props) {
  const { ready, keys, state, setState, onAnother } = props;
  const engine = useEngine();
  const { problem, setProblem, run } = useProblem();
  const [copies, setCopies] = useState(0);
  const [isIgnored, setIgnored] = useState(false);
  // The names in the PSBT say at once what the review finds out in seconds.
  const [warning, setWarning] = useState<string>();
  // The open keys decide ownership.
  useEffect(() => {
    setProblem(undefined);
    void run(async () => {
      await ready;
      if (keys !== undefined) setWarning(await engine.wrongWallet());
      const { signed, kept, ...rest } = state;
      const result = copies === 0 ? { ...(signed && { signed }), ...(kept && { kept }) } : {};
      setState({ ...rest, ...result, review: await engine.review() });
    });
  }, [keys, copies]);
  const { review } = state;
  // The first field for a copy takes what is pasted. Without one, nothing would happen.
  useListener('paste', ({ target }) => {
    const isField = target instanceof Element && target.closest('input, textarea') !== null;
    setIgnored(!isField && document.querySelector('.intake') === null);
  });
  const another = (
    <div class="unprinted">
      {isIgnored ? (
        <Notice tone="warn" isSeen>
          {strings.sign.isOpen}
        </Notice>
      ) : null}
      <Button class="quiet" label={strings.sign.another} onClick={onAnother} />
    </div>
  );
  if (problem !== undefined || review === undefined) {
    return (
      <>
        <Title>{strings.review.title}</Title>
        <Problem text={problem} />
        {warning === undefined ? null : <Notice tone="warn">{engineText(warning)}</Notice>}
        {problem === undefined ? <p role="status">{strings.sign.reading}</p> : null}
        {another}
      </>
    );
  }
  const hasCosigners = review.kind === 'psbt' && review.cosigners.length > 0;
  return (
    <Reviewed {...props} review={review} onProven={() => setCopies((count) => count + 1)}>
      {hasCosigners ? (
        <div class="unprinted">
          <Combine onCombined={() => setCopies((count) => count + 1)} />
        </div>
      ) : null}
      {another}
    </Reviewed>
  );
}

type ReviewedProps = Props & {
  readonly review: ReviewView;
  /** An amount was proven. */
  readonly onProven: () => void;
  readonly children: Child;
};

/** The review, and after it the decision, so that nothing is below the bar. */
function Reviewed(props: ReviewedProps) {
  const { review, keys, state, children } = props;
  const engine = useEngine();
  const { isBusy, progress, problem, show } = useSigning(props);
  const [confirmed, setConfirmed] = useState<readonly FindingId[]>([]);
  const [isWrong, setWrong] = useState(false);
  const hasSigned = state.signed !== undefined && isSignedBy(state.signed);
  const stops = review.findings.filter(({ id, isStop }) => isStop && !confirmed.includes(id));
  const isFinal = stops.some(({ canConfirm }) => !canConfirm);
  const isStopped = stops.length > 0;
  const isSigned = review.isFinal || review.canFinish;
  const usual = isSigned ? strings.sign.isFinal : strings.review.title;
  const known = review.isForeign ? strings.sign.otherTitle : usual;
  const title = isStopped ? stoppedTitle(review) : known;
  return (
    <>
      <Title key={title}>{title}</Title>
      {isStopped ? <Notice tone="stop">{stoppedText(review, isFinal)}</Notice> : null}
      <Notices tone="warn" texts={keys?.notes.map(engineText)} />
      <Review
        review={review}
        isWrong={isWrong}
        confirmed={confirmed}
        onConfirm={isFinal ? undefined : (id) => setConfirmed([...confirmed, id])}
        keys={keys}
        onKeys={props.onKeys}
        onOpenKeys={props.onOpenKeys}
        onProven={props.onProven}
        hasSigned={hasSigned}
      />
      {children}
      <Problem text={problem} />
      {isBusy ? <Progress progress={progress} /> : null}
      <Decision
        key={review.id}
        review={review}
        keys={keys}
        isStopped={isStopped}
        isForced={confirmed.length > 0}
        isBusy={isBusy}
        hasSigned={hasSigned}
        isWrong={isWrong}
        onWrong={setWrong}
        onOpenKeys={props.onOpenKeys}
        onKeys={props.onKeys}
        onClose={props.onClose}
        onSign={() => show(() => engine.sign(review.id, confirmed))}
        onFinish={() => show(() => engine.finish())}
        onSigned={props.onSigned}
      />
    </>
  );
}

/** Returns true if the open keys have signed. */
const isSignedBy = ({ outcome }: SignedView): boolean =>
  outcome === 'complete' || outcome === 'signed';

/** Returns the amount that the PSBT labels as change, and that goes to others. */
const stolenBy = ({ summary, findings }: ReviewView): string | undefined =>
  findings.some(({ id }) => id === 'change-not-ours') ? summary.stolen : undefined;

const stoppedTitle = (review: ReviewView): string =>
  stolenBy(review) === undefined ? strings.sign.stopped : strings.sign.thief;

/** Says what to do about stops. Nothing is to be fixed in a PSBT that takes the change away. */
function stoppedText(review: ReviewView, isFinal: boolean): string {
  const stolen = stolenBy(review);
  if (stolen !== undefined) return strings.sign.theft(spaceDigits(stolen));
  if (review.isOtherWallet) return strings.sign.otherWallet;
  return isFinal ? strings.sign.stoppedHelp : strings.sign.stoppedUntil;
}

/** Runs the step that makes the result, and shows its progress. */
function useSigning({ state, setState, onSigned }: Props) {
  const engine = useEngine();
  const [progress, setProgress] = useState<SigningProgress>();
  const [isBusy, setBusy] = useState(false);
  const { problem, run } = useProblem();
  const show = async (make: () => Promise<SignedView>) => {
    setBusy(true);
    engine.onProgress(setProgress);
    await run(async () => {
      const { kept: _, ...rest } = state;
      const signed = await make();
      const wasSigned = rest.wasSigned || isSignedBy(signed);
      setState({ ...rest, signed, ...(wasSigned && { wasSigned }) });
      onSigned();
    });
    engine.onProgress(undefined);
    setProgress(undefined);
    setBusy(false);
  };
  return { isBusy, progress, problem, show };
}
