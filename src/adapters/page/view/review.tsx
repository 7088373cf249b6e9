import type { FindingId } from '../../../review/catalog.ts';
import type { Cosigners } from '../../../review/model.ts';
import type { PictureNode } from '../../../review/picture.ts';
import { useEngine } from '../client.ts';
import { type Child, createElement, useRef, useState } from '../dom.ts';
import { engineText, findingTexts, pictureText, spaceDigits, strings } from '../language.ts';
import type { KeysView } from '../worker/view-keys.ts';
import type { FindingView, OutputView, ReviewView } from '../worker/view-review.ts';
import { bytesOf, FileButton, type Taken } from './intake.tsx';
import { Button, Grouped, Hold, Paragraphs, Problem, useProblem } from './parts.tsx';
import { Passphrase } from './passphrase.tsx';

type ReviewProps = {
  readonly review: ReviewView;
  /** Stops that the person has confirmed. */
  readonly confirmed: readonly FindingId[];
  /** Absent if there is a stop that cannot be confirmed. */
  readonly onConfirm: ((id: FindingId) => void) | undefined;
  /** Absent if no keys are open. */
  readonly keys: KeysView | undefined;
  /** A wallet was added, or a seed was opened with another passphrase. */
  readonly onKeys: (keys: KeysView | undefined) => void;
  readonly onOpenKeys: () => void;
  /** The open keys have signed. */
  readonly hasSigned: boolean;
};

/**
 * Shows the effect of a transaction: first its findings, then where the money goes, then all else.
 */
export function Review(props: ReviewProps) {
  const { review, confirmed, onConfirm, keys, onKeys, hasSigned } = props;
  const { findings, summary, pictures, outputs, facts, id, passed, cosigners } = review;
  const { review: texts } = strings;
  const isUnproven = outputs.some(({ claim }) => claim === 'unproven');
  const hasStop = findings.some(({ isStop }) => isStop);
  const serious = findings.filter(({ severity }) => severity !== 'note');
  const provable = serious.find((each) => PROVEN_BY_WALLET.includes(each.id));
  const sums = (
    <dl class="facts">
      <div>
        <dt>{review.isForeign ? texts.paysOthers : texts.pays}</dt>
        <Amount text={summary.pays} below={isUnproven ? texts.ifChange : undefined} />
      </div>
      <div class={findings.some(({ id: each }) => each.startsWith('fee-')) ? 'odd' : ''}>
        <dt>{summary.isProven ? texts.feeProven : texts.fee}</dt>
        <Amount
          text={summary.fee ?? texts.feeUnknown}
          below={summary.cost && engineText(summary.cost)}
        />
      </div>
    </dl>
  );
  return (
    <article class="review" aria-label={texts.title}>
      {hasStop ? null : sums}
      {serious.length === 0 ? (
        <p class="fine" role="status">
          <span aria-hidden="true">✓ </span>
          {texts.fine} <span class="soft">{texts.passed(passed)}</span>
        </p>
      ) : hasStop ? null : (
        <h2>{texts.found(serious.length)}</h2>
      )}
      {serious.map((finding) => (
        <Finding key={finding.id} finding={finding}>
          {finding.isStop && finding.canConfirm && onConfirm ? (
            <Confirm
              isConfirmed={confirmed.includes(finding.id)}
              onConfirm={() => onConfirm(finding.id)}
            />
          ) : null}
          {keys && finding === provable ? <AddWallet onKeys={onKeys} /> : null}
          {keys && finding.id === 'no-input-ours' ? (
            <OtherWallet keys={keys} onKeys={onKeys} onOpenKeys={props.onOpenKeys} />
          ) : null}
        </Finding>
      ))}
      {hasStop ? sums : null}
      {cosigners.map((set, i) => (
        <Signers key={i} cosigners={set} hasSigned={hasSigned} />
      ))}
      {pictures.map((picture, i) => (
        <Picture key={i} node={picture} />
      ))}
      <h2>{texts.outputs}</h2>
      <ul class="outputs">
        {outputs.map((output, i) => (
          <Output key={i} output={output} />
        ))}
      </ul>
      {findings
        .filter(({ severity }) => severity === 'note')
        .map((finding) => (
          <Finding key={finding.id} finding={finding} />
        ))}
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
        <Button class="quiet" label={texts.print} onClick={() => print()} />
      </details>
    </article>
  );
}

/** Findings that end once the wallet is open. */
const PROVEN_BY_WALLET: readonly FindingId[] = ['wallet-unregistered', 'change-unproven'];

/** Opens the file of a wallet right here: the review then proves what belongs to it. */
function AddWallet({ onKeys }: Pick<ReviewProps, 'onKeys'>) {
  const engine = useEngine();
  const { problem, run } = useProblem();
  const onFile = (file: File | undefined) =>
    run(async () => {
      const bytes = file && (await bytesOf(file));
      if (bytes === undefined) return strings.intake.badFile;
      const taken = await engine.takeBytes(bytes);
      if (taken.status === 'refused') return taken.message;
      if (taken.status !== 'done') return strings.intake.badFile;
      if (NO_WALLETS.includes(taken.kind)) return strings.review.noWallet(engineText(taken.words));
      onKeys(await engine.openPayload(''));
      return undefined;
    });
  return (
    <>
      <FileButton class="small" label={strings.review.addWallet} onFile={onFile} />
      <Problem text={problem} />
    </>
  );
}

const NO_WALLETS: readonly Taken['kind'][] = [
  ...(['psbt', 'transaction', 'address', 'payment-uri'] as const),
  ...(['seed', 'private-key'] as const),
];

type OtherProps = Pick<ReviewProps, 'onKeys' | 'onOpenKeys'> & { readonly keys: KeysView };

/** Ways to the wallet that the transaction is for. */
function OtherWallet({ keys, onKeys, onOpenKeys }: OtherProps) {
  const engine = useEngine();
  const { problem, run } = useProblem();
  const [isAsking, setAsking] = useState(false);
  const seed = keys.keys.find(({ isSeed }) => isSeed);
  return (
    <>
      <div class="row">
        {seed === undefined ? null : (
          <Button
            class="small"
            label={strings.review.passphraseAgain}
            aria-expanded={isAsking}
            onClick={() => setAsking(!isAsking)}
          />
        )}
        <Button class="small" label={strings.review.otherKeys} onClick={onOpenKeys} />
      </div>
      {isAsking && seed !== undefined ? (
        <Passphrase
          of={seed.id}
          takesFocus
          onOpen={(typed) => run(async () => onKeys(await engine.changePassphrase(seed.id, typed)))}
        />
      ) : null}
      <Problem text={problem} />
    </>
  );
}

/** Draws a picture of the engine element by element: the page never makes elements from text. */
function Picture({ node }: { readonly node: PictureNode }) {
  const { tag, attributes, children } = node;
  const inside =
    typeof children === 'string'
      ? pictureText(children)
      : children.map((child, i) => <Picture key={i} node={child} />);
  return createElement(tag, attributes, inside);
}

/** Marks beside the text, because color must not be the only sign. */
const SHAPES: { readonly [R in OutputView['role']]: string } = {
  payment: '↗',
  change: '↺',
  own: '↺',
  data: '≡',
  burned: '✕',
  anyone: '✕',
  unknown: '?',
};

function Output({ output }: { readonly output: OutputView }) {
  const { role, to, amount, path, claim, lines } = output;
  return (
    <li class={`output ${claim ?? role}`}>
      <p class="row between">
        <strong>
          <span aria-hidden="true">
            {claim === undefined ? SHAPES[role] : claim === 'false' ? '✕' : '?'}{' '}
          </span>
          {claim === undefined ? strings.review.roles[role] : strings.review.claims[claim]}
        </strong>
        <strong class="amount">{amount} BTC</strong>
      </p>
      <p>
        <Grouped text={to} />
      </p>
      {path === undefined ? null : <p class="help">{strings.review.verified(path)}</p>}
      <Paragraphs kind="help" texts={lines.map(spaceDigits)} />
    </li>
  );
}

type SignersProps = { readonly cosigners: Cosigners; readonly hasSigned: boolean };

/** Shows cosigners that have signed, your key, and missing cosigners. */
function Signers({ cosigners, hasSigned }: SignersProps) {
  const { required } = cosigners;
  const keys = cosigners.keys.map((key) => ({
    ...key,
    hasSigned: key.hasSigned || (hasSigned && key.isOwn),
  }));
  const { signer } = strings.review;
  return (
    <section class="card" aria-label={strings.review.cosigners(required, keys.length)}>
      <p>
        <strong>{strings.review.cosigners(required, keys.length)}</strong>
      </p>
      <ul class="signers">
        {keys.map(({ fingerprint, isMislabelled, isOwn, hasSigned }, i) => (
          <li key={i} class={hasSigned ? 'signed' : isOwn ? 'own' : ''}>
            <span aria-hidden="true">{hasSigned ? '✓' : isOwn ? '●' : '○'} </span>
            <span class="mono">{fingerprint ?? i + 1}</span>{' '}
            {[
              ...(isOwn ? [signer.own] : []),
              ...(isMislabelled ? [signer.mislabelled] : []),
              hasSigned ? signer.signed : isOwn ? signer.open : signer.missing,
            ].join(', ')}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows an amount in bitcoin, and below it in satoshi. */
function Amount({ text, below }: { readonly text: string; readonly below?: string | undefined }) {
  const [, coins = text, satoshis = ''] = /^(.*) \((.*)\)$/.exec(spaceDigits(text)) ?? [];
  return (
    <dd>
      <span class="big amount">{coins}</span> <span class="below">{satoshis}</span>
      {below === undefined ? null : <span class="below"> {below}</span>}
    </dd>
  );
}

/** Milliseconds that a button is held until it counts. */
const HOLD = 2000;

type ConfirmProps = { readonly isConfirmed: boolean; readonly onConfirm: () => void };

/** Button that must be held, so that a stop is never confirmed by accident. */
function Confirm({ isConfirmed, onConfirm }: ConfirmProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isHeld, setHeld] = useState(false);
  const release = () => {
    clearTimeout(timer.current);
    setHeld(false);
  };
  const hold = () => {
    release();
    setHeld(true);
    timer.current = setTimeout(onConfirm, HOLD);
  };
  if (isConfirmed) return <p role="status">{strings.review.confirmed}</p>;
  return (
    <Hold
      class={isHeld ? 'hold held' : 'hold'}
      label={strings.review.confirm}
      onHold={hold}
      onRelease={release}
    />
  );
}

type FindingProps = { readonly finding: FindingView; readonly children?: Child };

function Finding({ finding, children }: FindingProps) {
  const { severity, inputs, outputs, others, id } = finding;
  const { input, output, more } = strings.review.places;
  const places = [...inputs.map(input), ...outputs.map(output)].join(', ');
  const { text, advice, fix } = findingTexts(finding);
  return (
    <section class={`finding ${severity}`}>
      <h2>
        <span class="tone">{strings.review.tones[severity]}</span> {text}
      </h2>
      <p>{advice}</p>
      {fix.length > 0 ? (
        <details open>
          <summary>{strings.sign.fixIn}</summary>
          <ul>
            {fix.map((how) => (
              <li key={how}>{how}</li>
            ))}
          </ul>
        </details>
      ) : null}
      <p class="help">
        {places === '' ? '' : `${others > 0 ? more(places, others) : places} · `}
        {id}
      </p>
      {children}
    </section>
  );
}
