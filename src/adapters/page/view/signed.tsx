import { encodeHex } from '../../../encoding/hex.ts';
import { useState } from '../dom.ts';
import { engineText, findingTexts, outcomeText, spaceDigits, strings } from '../language.ts';
import type { SignedView } from '../worker/signed-view.ts';
import { Button, Copy, Grouped, Notice, Notices, Select, Title } from './parts.tsx';
import { ResultExport } from './result-export.tsx';
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

type Program = keyof typeof strings.result.how;
const isProgram = (text: string): text is Program => text in strings.result.how;

type Props = {
  readonly state: SignState;
  readonly signed: SignedView;
  /** Erases the result. Present if the person was about to, and it is not kept. */
  readonly onErase: (() => void) | undefined;
  /** The result was saved, shown or copied. */
  readonly onKept: () => void;
  readonly onAnother: () => void;
  readonly onFinish: () => void;
};

/** Shows the signed transaction, with every way to the next program. */
export function Signed({ state, signed, onErase, onKept, onAnother, onFinish }: Props) {
  const { kind, bytes, isComplete, outcome, txid } = signed;
  const { dialect = 'text', fileName = 'transaction', review, isKept = false } = state;
  const { result } = strings;
  const [program, setProgram] = useState<Program>(
    dialect === 'base43' ? 'Electrum' : dialect === 'bbqr' ? 'Other' : 'Sparrow',
  );
  const hex = encodeHex(bytes);
  const file = isComplete
    ? { name: `${fileName}-signed.txn`, content: `${hex}\n` }
    : { name: `${fileName}-signed.psbt`, content: bytes };
  const round = ROUNDS[outcome];
  const partial = round === undefined ? result.partial : result[round];
  const next =
    isComplete || round !== undefined || review === undefined
      ? undefined
      : nextSigners(review, outcome === 'combined');
  const open = next ?? outcomeText(signed.needs);
  const help = round === undefined ? open : result[`${round}Help`];
  const overridden = review?.findings.filter(({ isStop }) => isStop) ?? [];
  const title =
    review?.isFinal || review?.canFinish ? result.final : isComplete ? result.complete : partial;
  return (
    <>
      <Title>{title}</Title>
      <p class="lead">{isComplete ? result.completeHelp : help}</p>
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
      <ResultExport
        shown={{ kind, bytes }}
        file={file}
        reader={READERS[dialect]}
        isMain={!isKept}
        onKept={onKept}
      />
      {txid === undefined ? null : (
        <section class="card">
          <p>
            <span class="soft">{result.id}</span> <Grouped text={txid} />{' '}
            <Copy text={txid} label={result.copy} />
          </p>
          <p class="help">{result.idHelp}</p>
        </section>
      )}
      {isComplete ? <Copy text={hex} label={result.copyHex} onCopied={onKept} /> : null}
      <Select
        id="program"
        label={result.program}
        value={program}
        options={Object.keys(result.how)
          .filter(isProgram)
          .map((name) => [name, name === 'Other' ? result.others : name])}
        onChoose={setProgram}
      />
      <p>{result.how[program][isComplete ? 'done' : 'open']}</p>
      <div class="bar end">
        <Button label={result.another} onClick={onAnother} />
        {/* A lock would destroy the secret half of the nonce. */}
        {round === 'nonce' ? null : (
          <Button class={isKept ? 'main' : ''} label={result.finish} onClick={onFinish} />
        )}
      </div>
    </>
  );
}

/** Says how many have signed, and who can sign next, if all inputs have the same cosigners. */
function nextSigners(
  { cosigners }: NonNullable<SignState['review']>,
  isJoined: boolean,
): string | undefined {
  const [set, another] = cosigners;
  if (set === undefined || another !== undefined) return undefined;
  // Signing has added the signatures of the open keys.
  const missing = set.keys.filter(({ isOwn, hasSigned }) => !hasSigned && (isJoined || !isOwn));
  const done = set.keys.length - missing.length;
  const names = missing.map(({ fingerprint }) => fingerprint ?? '?').join(', ');
  return done < set.required ? strings.result.next(done, set.required, names) : undefined;
}

function Summary({ review }: { readonly review: NonNullable<SignState['review']> }) {
  const { outputs, summary } = review;
  const payments = outputs.filter(({ role }) => role !== 'change' && role !== 'own');
  return (
    <section class="card">
      {payments.map(({ amount, to, claim }, i) => (
        <p key={i}>
          <strong class="amount">{amount} BTC</strong>{' '}
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
