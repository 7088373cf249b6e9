import type { FindingId } from '../../../review/catalog.ts';
import type { SigningProgress } from '../../../signing/job.ts';
import type { Client } from '../client.ts';
import { useEffect, useState } from '../dom.ts';
import type { ReviewView, SignedView } from '../engine/sign.ts';
import type { KeysView } from '../engine/view-keys.ts';
import { words } from '../words.ts';
import { CarryOut } from './carry-out.tsx';
import { failing, Intake, type Taken } from './intake.tsx';
import { Notice, Title } from './parts.tsx';
import { Review } from './review.tsx';

/** What lies on the table of this screen, while others are looked at too. */
export type SignState = {
  /** Something that can be reviewed was carried in. */
  readonly dialect?: Taken['dialect'];
  readonly review?: ReviewView;
  readonly signed?: SignedView;
};

type Props = {
  readonly engine: Client;
  readonly keys: KeysView | undefined;
  readonly state: SignState;
  readonly setState: (state: SignState) => void;
  readonly onOpenKeys: () => void;
};

export function Sign(props: Props) {
  const { engine, keys, state, setState } = props;
  const [problem, setProblem] = useState<string>();
  const { dialect } = state;
  // What is ours depends on the keys that are open.
  useEffect(() => {
    if (dialect === undefined || state.signed !== undefined) return;
    setProblem(undefined);
    void failing(async () => setState({ dialect, review: await engine.review() })).then(setProblem);
  }, [keys, dialect]);
  const onTaken = async ({ kind, words: what, dialect: from }: Taken) => {
    if (kind !== 'psbt' && kind !== 'transaction') return words.sign.wrongKind(what);
    setState({ dialect: from });
    return undefined;
  };
  if (dialect === undefined) {
    return (
      <>
        <Title>{words.sign.title}</Title>
        <p class="lead">{words.sign.lead}</p>
        <section class="card">
          <Intake engine={engine} id="sign" onTaken={onTaken} />
        </section>
      </>
    );
  }
  return (
    <>
      {problem === undefined ? null : <Notice tone="stop">{problem}</Notice>}
      {state.signed === undefined ? (
        problem === undefined ? (
          <Reviewed {...props} />
        ) : null
      ) : (
        <Signed engine={engine} signed={state.signed} dialect={dialect} />
      )}
      <p>
        <button type="button" class="quiet" onClick={() => setState({})}>
          {words.sign.another}
        </button>
      </p>
    </>
  );
}

function Reviewed({ engine, keys, state, setState, onOpenKeys }: Props) {
  const [progress, setProgress] = useState<SigningProgress>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [confirmed, setConfirmed] = useState<readonly FindingId[]>([]);
  const { review } = state;
  if (review === undefined) return <p role="status">{words.sign.reading}</p>;
  const sign = async () => {
    setBusy(true);
    engine.onProgress(setProgress);
    setProblem(
      await failing(async () =>
        setState({ ...state, signed: await engine.sign(review.id, confirmed) }),
      ),
    );
    engine.onProgress(undefined);
    setProgress(undefined);
    setBusy(false);
  };
  const stops = review.findings.filter(({ id, isStop }) => isStop && !confirmed.includes(id));
  const isFinal = stops.some(({ canConfirm }) => !canConfirm);
  return (
    <>
      <Title>{stops.length > 0 ? words.sign.stopped : words.review.title}</Title>
      {stops.length === 0 ? null : (
        <Notice tone="stop">{isFinal ? words.sign.stoppedHelp : words.sign.stoppedUntil}</Notice>
      )}
      <Review
        review={review}
        confirmed={confirmed}
        {...(!isFinal && { onConfirm: (id: FindingId) => setConfirmed([...confirmed, id]) })}
      />
      {problem === undefined ? null : <Notice tone="stop">{problem}</Notice>}
      <Action
        review={review}
        isStopped={stops.length > 0}
        keys={keys}
        isBusy={isBusy}
        onSign={sign}
        onCancel={() => engine.cancel()}
        onOpenKeys={onOpenKeys}
      />
      {isBusy ? (
        <div role="status">
          <progress
            aria-label={words.sign.signing}
            {...(progress && { value: progress.done, max: progress.total })}
          />
          <p>{progress ? stepWords(progress) : words.sign.signing}</p>
        </div>
      ) : null}
    </>
  );
}

const stepWords = ({ step, done, total }: SigningProgress) =>
  words.sign.steps(words.sign.step[step], done, total);

type ActionProps = {
  readonly review: ReviewView;
  readonly isStopped: boolean;
  readonly keys: KeysView | undefined;
  readonly isBusy: boolean;
  readonly onSign: () => void;
  readonly onCancel: () => void;
  readonly onOpenKeys: () => void;
};

function Action(props: ActionProps) {
  const { review, isStopped, keys, isBusy, onSign, onCancel, onOpenKeys } = props;
  if (review.isFinal) return <Notice tone="note">{words.sign.isFinal}</Notice>;
  if (isStopped) return null;
  if (keys === undefined) {
    return (
      <button type="button" class="main" onClick={onOpenKeys}>
        {words.sign.noKeys}
      </button>
    );
  }
  if (!keys.signs) return <Notice tone="note">{words.sign.isWatching}</Notice>;
  return isBusy ? (
    <button type="button" onClick={onCancel}>
      {words.sign.cancel}
    </button>
  ) : (
    <button type="button" class="main" onClick={onSign}>
      {words.sign.sign}
    </button>
  );
}

/** Who showed frames of a dialect reads it too. */
const READERS = {
  ur: 'Sparrow',
  bbqr: 'Coldcard Q',
  specter: 'Specter',
  base43: 'Electrum',
  text: 'Sparrow',
} as const;

type SignedProps = {
  readonly engine: Client;
  readonly signed: SignedView;
  readonly dialect: Taken['dialect'];
};

function Signed({ engine, signed, dialect }: SignedProps) {
  const { kind, bytes, isComplete, txid, lacks } = signed;
  const hex = () => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const file = isComplete
    ? { name: 'signed.txn', content: `${hex()}\n` }
    : { name: 'signed.psbt', content: bytes };
  return (
    <>
      <Title>{isComplete ? words.result.complete : words.result.partial}</Title>
      <p class="lead">{isComplete ? words.result.completeHelp : lacks}</p>
      <CarryOut engine={engine} shown={{ kind, bytes }} file={file} reader={READERS[dialect]} />
      {txid === undefined ? null : (
        <p class="help">
          {words.result.id}: <span class="mono">{txid}</span>
        </p>
      )}
    </>
  );
}
