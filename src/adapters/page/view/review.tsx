import { commit, version } from '../../runtime/version.ts';
import { spaceDigits, strings } from '../language.ts';
import type { CosignersView, FindingView, ReviewView } from '../worker/view-review.ts';
import { Findings, type FindingsProps, linesOf } from './findings.tsx';
import { Output, Picture, Sums } from './money.tsx';
import { Identicon, Paragraphs, PrintButton, today } from './parts.tsx';

type ReviewProps = FindingsProps & {
  readonly review: ReviewView;
  /** The open keys have signed. */
  readonly hasSigned: boolean;
  /** The person found an address that is not the expected one. */
  readonly isWrong: boolean;
};

/**
 * Shows the effect of a transaction: what forbids it, then what is sent and what it costs, then
 * warnings, then all else.
 */
export function Review({ review, hasSigned, isWrong, ...props }: ReviewProps) {
  const { findings, pictures, outputs, passed, cosigners } = review;
  const { review: texts } = strings;
  // The way out of a wrong wallet is first, because all else follows from it.
  const isCause = ({ id }: FindingView) => review.isOtherWallet && id === 'input-foreign-script';
  const found = findings.filter(({ isStop }) => isStop);
  const stops = [...found.filter(isCause), ...found.filter((each) => !isCause(each))];
  const notes = findings.filter(({ severity }) => severity === 'note');
  const others = findings.filter(({ id }) => id === 'no-input-ours');
  const first = [...stops, ...others.filter((each) => !stops.includes(each))];
  const warnings = findings.filter((each) => !first.includes(each) && !notes.includes(each));
  return (
    <article class="review" aria-label={texts.title}>
      <Findings {...props} findings={first} />
      <Sums review={review} />
      {isWrong || notes.length < findings.length ? null : (
        <p class="fine" role="status">
          <span aria-hidden="true">✓ </span>
          {texts.fine} <span class="soft">{texts.passed(passed)}</span>
        </p>
      )}
      {warnings.length === 0 ? null : <h2>{texts.found(linesOf(warnings).length)}</h2>}
      <Findings {...props} findings={warnings} />
      {pictures.map((picture, i) => (
        <Picture key={i} node={picture} />
      ))}
      {cosigners.map((set, i) => (
        <Signers key={i} cosigners={set} hasSigned={hasSigned} />
      ))}
      <h2>{texts.outputs}</h2>
      <ul class="outputs">
        {outputs.map((output, i) => (
          <Output key={i} output={output} index={outputs.length === 1 ? undefined : i} />
        ))}
      </ul>
      <Findings {...props} findings={notes} />
      <Details review={review} />
      <Printed review={review} />
    </article>
  );
}

/** Says on paper which transaction it is, when it was printed, and by which program. */
const Printed = ({ review: { txid } }: Pick<ReviewProps, 'review'>) => (
  <footer class="printed">
    {txid === undefined ? null : (
      <p>
        {strings.result.id}: <span class="mono">{txid}</span>
      </p>
    )}
    <p>{strings.wallet.printed(today(), version, commit.slice(0, 8))}</p>
  </footer>
);

/** All facts, closed until they are needed. */
function Details({ review: { facts, id } }: Pick<ReviewProps, 'review'>) {
  const { review: texts } = strings;
  return (
    <details>
      <summary>{texts.more}</summary>
      {facts.map(({ heading, lines }) => (
        <section key={heading} class="lines">
          <h3>{heading}</h3>
          <Paragraphs texts={lines.map(spaceDigits)} />
        </section>
      ))}
      <p class="help">
        {texts.id}: <span class="mono">{id}</span>. {texts.idHelp}
      </p>
      <PrintButton class="quiet" label={texts.print} />
    </details>
  );
}

type SignersProps = { readonly cosigners: CosignersView; readonly hasSigned: boolean };

/** Shows who has signed, which key is yours, and who may sign next. */
export function Signers({ cosigners, hasSigned }: SignersProps) {
  const { required } = cosigners;
  const keys = cosigners.keys.map((key) => ({
    ...key,
    hasSigned: key.hasSigned || (hasSigned && key.isOwn),
  }));
  const { signer } = strings.review;
  const done = keys.filter((key) => key.hasSigned).length;
  const own = keys.filter((key) => key.isOwn && !key.hasSigned).length;
  const other = done + own >= required ? signer.spare : own > 0 ? signer.after : signer.next;
  return (
    <section class="card" aria-label={strings.review.cosigners(required, keys.length)}>
      <p>
        <strong>{strings.review.cosigners(required, keys.length)}</strong>{' '}
        <span class="soft">{strings.review.signed(done)}</span>
      </p>
      <ul class="signers">
        {keys.map(({ fingerprint, name, isMislabelled, isOwn, hasSigned: isDone }, i) => (
          <li key={i} class={isDone ? 'signed' : isOwn ? 'own' : ''}>
            {fingerprint === undefined ? null : <Identicon text={fingerprint} />}
            <span>
              <span aria-hidden="true">{isDone ? '✓' : isOwn ? '●' : '○'} </span>
              {name === undefined ? null : <strong>{name} </strong>}
              <span class="mono">{fingerprint ?? i + 1}</span>{' '}
              {[
                ...(isOwn ? [signer.own] : []),
                ...(isMislabelled ? [signer.mislabelled] : []),
                isDone ? signer.signed : isOwn ? signer.open : other,
              ].join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
