import type { SigningProgress } from '../../../signing/job.ts';
import { useEngine } from '../client.ts';
import { useLayoutEffect, useRef, useState } from '../dom.ts';
import { spaceDigits, strings } from '../language.ts';
import type { KeysView } from '../worker/view-keys.ts';
import type { OutputView, ReviewView } from '../worker/view-review.ts';
import { AddWallet, Confirm } from './findings.tsx';
import { Btc } from './money.tsx';
import { Button, Grouped, Notice } from './parts.tsx';

type Props = {
  readonly review: ReviewView;
  readonly keys: KeysView | undefined;
  /** A stop is not confirmed. */
  readonly isStopped: boolean;
  /** A stop is confirmed. */
  readonly isForced: boolean;
  readonly isBusy: boolean;
  /** The open keys have signed. */
  readonly hasSigned: boolean;
  readonly onOpenKeys: () => void;
  /** The person found an address that is not the expected one. */
  readonly isWrong: boolean;
  readonly onWrong: (isWrong: boolean) => void;
  /** A wallet was added. */
  readonly onKeys: (keys: KeysView | undefined) => void;
  /** Closes the transaction without a signature. */
  readonly onClose: () => void;
  readonly onSign: () => void;
  readonly onFinish: () => void;
  readonly onSigned: () => void;
};

/** The next step: at the bottom of a large screen, or after the review on a small one. */
export function Decision(props: Props) {
  const { review, isStopped, keys, onFinish, onOpenKeys } = props;
  const save =
    review.canSave && !isStopped ? <Button label={strings.sign.finish} onClick={onFinish} /> : null;
  if (review.isFinal || (review.canFinish && !isStopped)) {
    return (
      <div class="bar">
        <Button class="main" label={strings.sign.finish} onClick={onFinish} />
      </div>
    );
  }
  if (keys === undefined) {
    return (
      <div class="bar">
        {save}
        <Button class="main" label={strings.sign.noKeys} onClick={onOpenKeys} />
      </div>
    );
  }
  if (!keys.signs) {
    return (
      <>
        <Notice tone="note">{strings.sign.isWatching}</Notice>
        {save}
      </>
    );
  }
  if (isStopped) {
    return (
      <div class="bar">
        <Button class="main" label={strings.sign.close} onClick={props.onClose} />
      </div>
    );
  }
  if (props.hasSigned) {
    return (
      <div class="bar">
        <Button class="main" label={strings.sign.toSigned} onClick={props.onSigned} />
      </div>
    );
  }
  if (!review.canSign) return save === null ? null : <div class="bar">{save}</div>;
  return <Compare {...props} fingerprint={keys.fingerprint} />;
}

type CompareProps = Props & { readonly fingerprint: string | undefined };

/** Asks about one address after the other. *Sign* exists only after the last. */
function Compare(props: CompareProps) {
  const { review, onKeys, onClose, isWrong, onWrong } = props;
  const [matched, setMatched] = useState(0);
  const sums = useRef<HTMLParagraphElement>(null);
  const match = useRef<HTMLButtonElement>(null);
  const asked = useRef<HTMLDivElement>(null);
  const payees = review.outputs.filter(({ role }) => role === 'payment');
  const payee = payees[matched];
  // At the end the focus goes to the sums, because another press of the same key must not sign. It
  // moves at once: a key pressed in between would go to the page.
  useLayoutEffect(() => {
    if (matched > 0 || isWrong) (match.current ?? asked.current ?? sums.current)?.focus();
  }, [matched, isWrong]);
  if (isWrong) {
    return (
      <div ref={asked} tabIndex={-1} class="bar">
        <Notice tone="stop">{strings.sign.differsHelp}</Notice>
        <Button label={strings.sign.compareAgain} onClick={() => onWrong(false)} />
        <Button class="main" label={strings.sign.close} onClick={onClose} />
      </div>
    );
  }
  if (payee?.claim === 'unproven') {
    return (
      <div key={matched} ref={asked} tabIndex={-1} class="bar asked">
        <Asked payee={payee} question={strings.sign.prove} network={review.shownNetwork} />
        <div class="row proofs">
          <AddWallet id="password-bar" class="main" onKeys={onKeys} />
          <Confirm label={strings.sign.unproven} onConfirm={() => setMatched(matched + 1)} />
        </div>
      </div>
    );
  }
  if (payee !== undefined) {
    return (
      <div class="bar asked">
        <Asked
          payee={payee}
          question={questionOf(matched + 1, payees.length)}
          network={review.shownNetwork}
        />
        <div class="row proofs">
          <Button
            key={matched}
            ref={match}
            class="main match"
            label={strings.sign.matches}
            onKeyDown={ignoreRepeated}
            onClick={() => setMatched(matched + 1)}
          />
          <Button label={strings.sign.differs} onClick={() => onWrong(true)} />
        </div>
      </div>
    );
  }
  const isUnproven = payees.some(({ claim }) => claim === 'unproven');
  return <Final {...props} sums={sums} matched={payees} isUnproven={isUnproven} />;
}

/** Number of compared addresses that stay beside *Sign*. */
const MOST_SHOWN = 3;

/** A key that stays pressed is one answer. */
const ignoreRepeated = (event: KeyboardEvent) => event.repeat && event.preventDefault();

type FinalProps = CompareProps & {
  readonly sums: { current: HTMLParagraphElement | null };
  /** The payments whose addresses the person has compared. */
  readonly matched: readonly OutputView[];
  /** The person went on without the proof of change. */
  readonly isUnproven: boolean;
};

/** The sums once more, and *Sign*. */
function Final({ review, matched, isForced, isUnproven, ...props }: FinalProps) {
  const { isBusy, fingerprint, sums, onSign } = props;
  const engine = useEngine();
  const { pays, paysAtMost, fee = strings.review.feeUnknown } = review.summary;
  const say = isUnproven ? strings.sign.sumsAtMost : strings.sign.sums;
  return (
    <div class="bar">
      <p ref={sums} tabIndex={-1}>
        {say(spaceDigits(isUnproven ? paysAtMost : pays), spaceDigits(fee))}
        {matched.slice(0, MOST_SHOWN).map(({ to }) => (
          <span key={to} class="soft">
            <br />
            <span aria-hidden="true">✓ </span>
            <Grouped text={to} />
          </span>
        ))}
      </p>
      {isBusy ? (
        <Button label={strings.sign.cancel} onClick={() => engine.cancel()} />
      ) : (
        <Button
          class={isForced || isUnproven ? 'main forced' : 'main'}
          label={fingerprint ? strings.sign.signWith(fingerprint) : strings.sign.sign}
          onKeyDown={ignoreRepeated}
          onClick={onSign}
        />
      )}
    </div>
  );
}

const questionOf = (at: number, count: number): string =>
  count === 1 ? strings.sign.compare : strings.sign.compareOf(at, count);

type AskedProps = {
  readonly payee: OutputView;
  readonly question: string;
  /** The test network whose address is shown. Absent: the main network. */
  readonly network: ReviewView['shownNetwork'];
};

function Asked({ payee: { to, amount, claim }, question, network }: AskedProps) {
  return (
    <div class="payee" aria-live="polite">
      <p>
        <strong>
          <Btc text={`${amount} BTC`} />
        </strong>{' '}
        <span class="soft">
          {claim === 'unproven' ? `${strings.review.claims.unproven}. ` : ''}
          {question}
        </span>
      </p>
      <p>
        <Grouped text={to} />
      </p>
      {network === undefined ? null : (
        <p class="soft">{strings.sign.shownAs(strings.network[network])}</p>
      )}
    </div>
  );
}

/** Shows how far the signing is. */
export const Progress = ({ progress }: { readonly progress: SigningProgress | undefined }) => (
  <div role="status">
    <progress
      aria-label={strings.sign.signing}
      {...(progress && { value: progress.done, max: progress.total })}
    />
    <p>
      {progress
        ? strings.sign.steps(strings.sign.step[progress.step], progress.done, progress.total)
        : strings.sign.signing}
    </p>
  </div>
);
