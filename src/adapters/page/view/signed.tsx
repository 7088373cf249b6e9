import { encodeHex } from '../../../encoding/hex.ts';
import { useState } from '../dom.ts';
import { engineText, findingTexts, outcomeText, spaceDigits, strings } from '../language.ts';
import type { SignedView } from '../worker/signed-view.ts';
import { Btc, Picture } from './money.tsx';
import { Button, Copy, Grouped, Notice, Notices, Select, Title } from './parts.tsx';
import { ResultExport } from './result-export.tsx';
import { Signers } from './review.tsx';
import type { SignState } from './sign.tsx';

/** Reader for each dialect: a program that shows frames of a dialect reads it too. */
const READERS = {
  ur: 'Sparrow',
  bbqr: 'Coldcard Q',
  specter: 'Specter',
  base43: 'Electrum',
  text: 'Sparrow',
} as const;

/** Outcomes that are the first of two rounds. */
const ROUNDS: { readonly [O in SignedView['outcome']]?: 'nonce' | 'share' } = {
  'nonce-added': 'nonce',
  'share-added': 'share',
};

/** Programs and devices that take the result. All but Bitcoin Core read codes. */
const PROGRAMS = [
  'Sparrow',
  'Electrum',
  'Bitcoin Core',
  'Coldcard Q',
  'Jade',
  'Keystone',
  'Krux',
  'Passport',
  'SeedSigner',
  'Specter',
  'Other',
] as const;

type Described = keyof typeof strings.result.how;
const isDescribed = (text: string): text is Described => text in strings.result.how;

type Props = {
  readonly state: SignState;
  readonly signed: SignedView;
  /** Erases the result. Present if the person was about to, and it is not kept. */
  readonly onErase: (() => void) | undefined;
  /** The result was shown; or it was saved, or scanned as the person says. */
  readonly onKept: (kept: 'shown' | 'safe') => void;
  readonly onAnother: () => void;
  readonly onFinish: () => void;
};

/** Shows the signed transaction, and the way to the program that is chosen. */
export function Signed({ state, signed, onErase, onKept, onAnother, onFinish }: Props) {
  const { isComplete, outcome, txid } = signed;
  const { review, kept } = state;
  const isNonce = ROUNDS[outcome] === 'nonce';
  const next = kept === 'safe' ? 'main' : '';
  const { result } = strings;
  const isWaiting = !isComplete && ROUNDS[outcome] === undefined;
  const waiting = isWaiting && review?.cosigners.length === 1 ? review.cosigners[0] : undefined;
  const overridden = review?.findings.filter(({ isStop }) => isStop) ?? [];
  return (
    <>
      <Title>{titleOf(signed)}</Title>
      <p class="lead">{isComplete ? result.completeHelp : nextStep(signed, review)}</p>
      {waiting === undefined ? null : (
        <Signers cosigners={waiting} hasSigned={outcome !== 'combined'} />
      )}
      {onErase === undefined ? null : (
        <>
          <Notice tone="stop" isSeen>
            {result.unsaved}
          </Notice>
          <Button class="small" label={result.erase} onClick={() => onErase()} />
        </>
      )}
      <Notices
        tone="warn"
        texts={overridden.map((each) => `${strings.sign.confirmed} ${findingTexts(each).text}`)}
      />
      {review === undefined ? null : <Summary review={review} />}
      <Handover state={state} signed={signed} onKept={onKept} />
      {txid === undefined ? null : (
        <section class="card">
          <p>
            <span class="soft">{result.id}</span> <Grouped text={txid} />{' '}
            <Copy text={txid} label={result.copy} />
          </p>
          <p class="help">{result.idHelp}</p>
        </section>
      )}
      {review?.pictures.map((picture, i) => (
        <Picture key={i} node={picture} />
      ))}
      <div class="bar end">
        <Button class={isNonce ? next : ''} label={result.another} onClick={onAnother} />
        {/* A lock would destroy the secret half of the nonce. */}
        {isNonce ? null : <Button class={next} label={result.finish} onClick={onFinish} />}
      </div>
    </>
  );
}

type Review = SignState['review'];

function titleOf({ isComplete, outcome }: SignedView): string {
  const { result } = strings;
  if (isComplete) return result.complete;
  const round = ROUNDS[outcome];
  return round === undefined ? result.partial : result[round];
}

/** Says what is still missing from a result that is not complete. */
function nextStep({ outcome, needs }: SignedView, review: Review): string {
  const round = ROUNDS[outcome];
  if (round !== undefined) return strings.result[`${round}Help`];
  return (review && nextSigners(review, outcome === 'combined')) ?? outcomeText(needs);
}

/** The program is chosen once: its codes, and how it opens them. */
function Handover({ state, signed, onKept }: Pick<Props, 'state' | 'signed' | 'onKept'>) {
  const { kind, bytes, isComplete } = signed;
  const { dialect = 'text', fileName = 'transaction', kept } = state;
  const { result } = strings;
  const [program, setProgram] = useState<(typeof PROGRAMS)[number]>(READERS[dialect]);
  const hex = encodeHex(bytes);
  const file = isComplete
    ? { name: `${fileName}-signed.txn`, content: `${hex}\n` }
    : { name: `${fileName}-signed.psbt`, content: bytes };
  const how = result.how[isDescribed(program) ? program : 'Other'];
  return (
    <section class="card" aria-label={result.program}>
      <Select
        id="program"
        label={result.program}
        value={program}
        options={PROGRAMS.map((name) => [name, name === 'Other' ? result.others : name])}
        onChoose={setProgram}
      />
      <p>{how[isComplete ? 'done' : 'open']}</p>
      <ResultExport
        shown={program === 'Bitcoin Core' ? undefined : { kind, bytes }}
        file={file}
        reader={program === 'Other' ? 'Sparrow' : program}
        isMain={kept !== 'safe'}
        onShown={() => kept ?? onKept('shown')}
        onSafe={() => onKept('safe')}
      >
        {isComplete ? <Copy text={hex} label={result.copyHex} /> : null}
      </ResultExport>
    </section>
  );
}

/** Says how many have signed, and who can sign next, if all inputs have the same cosigners. */
function nextSigners({ cosigners }: NonNullable<Review>, isJoined: boolean): string | undefined {
  const [set, another] = cosigners;
  if (set === undefined || another !== undefined) return undefined;
  // Signing has added the signatures of the open keys.
  const missing = set.keys.filter(({ isOwn, hasSigned }) => !hasSigned && (isJoined || !isOwn));
  const done = set.keys.length - missing.length;
  const names = missing
    .map(({ name, fingerprint = '?' }) =>
      name === undefined ? fingerprint : `${name} (${fingerprint})`,
    )
    .join(', ');
  return done < set.required ? strings.result.next(done, set.required, names) : undefined;
}

function Summary({ review }: { readonly review: NonNullable<Review> }) {
  const { outputs, summary } = review;
  const payments = outputs.filter(({ role }) => role !== 'change' && role !== 'own');
  return (
    <section class="card">
      {payments.map(({ amount, to, claim }, i) => (
        <p key={i}>
          <strong>
            <Btc text={`${amount} BTC`} />
          </strong>{' '}
          {claim === 'unproven' ? `? ${strings.review.claims.unproven}` : '↗'} <Grouped text={to} />
        </p>
      ))}
      <p>
        {strings.review.fee}:{' '}
        <span class="amount">{spaceDigits(summary.fee ?? strings.review.feeUnknown)}</span>{' '}
        <span class="soft">{engineText(summary.cost ?? '')}</span>
      </p>
    </section>
  );
}
