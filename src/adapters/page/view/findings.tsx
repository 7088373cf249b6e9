import type { FindingId } from '../../../review/catalog.ts';
import { useEngine } from '../client.ts';
import { type Child, useRef, useState } from '../dom.ts';
import { engineText, findingTexts, strings } from '../language.ts';
import type { KeysView } from '../worker/view-keys.ts';
import type { FindingView } from '../worker/view-review.ts';
import { useFilePassword } from './file-password.tsx';
import { bytesOf, FileButton, Intake, type Taken } from './intake.tsx';
import { Button, Card, Fold, Hold, Problem, useProblem } from './parts.tsx';
import { Passphrase } from './passphrase.tsx';

export type FindingsProps = {
  /** Stops that the person has confirmed. */
  readonly confirmed: readonly FindingId[];
  /** Absent if there is a stop that cannot be confirmed. */
  readonly onConfirm: ((id: FindingId) => void) | undefined;
  /** Absent if no keys are open. */
  readonly keys: KeysView | undefined;
  /** A wallet was added, or a seed was opened with another passphrase. */
  readonly onKeys: (keys: KeysView | undefined) => void;
  readonly onOpenKeys: () => void;
  /** An amount was proven. */
  readonly onProven: () => void;
};

type ListProps = FindingsProps & { readonly findings: readonly FindingView[] };

/** Returns whether a finding says again what another one says, and is shown below that one. */
const isRepeated = ({ id }: FindingView, findings: readonly FindingView[]): boolean =>
  id === 'change-unproven' && findings.some((each) => each.id === 'wallet-unregistered');

/** Returns the findings that are lines of their own. */
export const linesOf = (findings: readonly FindingView[]): readonly FindingView[] =>
  findings.filter((each) => !isRepeated(each, findings));

/** Shows findings, each with what the person can do about it here. */
export function Findings({ findings, ...props }: ListProps) {
  const { confirmed, onConfirm, keys, onKeys, onOpenKeys } = props;
  const provable = findings.find(({ id }) => PROVEN_BY_WALLET.includes(id));
  const below = findings.filter((each) => isRepeated(each, findings));
  return (
    <>
      {linesOf(findings).map((finding) => (
        <Finding
          key={finding.id}
          finding={finding}
          below={finding.id === 'wallet-unregistered' ? below : []}
          isConfirmed={confirmed.includes(finding.id)}
        >
          {UNPROVEN.includes(finding.id) ? (
            <Previous isFirst={finding.isStop} onProven={props.onProven} />
          ) : null}
          {finding.isStop && finding.canConfirm && onConfirm ? (
            confirmed.includes(finding.id) ? (
              <p role="status">{strings.review.confirmed}</p>
            ) : (
              <Confirm label={strings.review.confirm} onConfirm={() => onConfirm(finding.id)} />
            )
          ) : null}
          {keys && finding === provable ? (
            <AddWallet id="password-finding" onKeys={onKeys} />
          ) : null}
          {keys && finding.id === 'no-input-ours' ? (
            <OtherWallet keys={keys} onKeys={onKeys} onOpenKeys={onOpenKeys} />
          ) : null}
        </Finding>
      ))}
    </>
  );
}

/** Findings that end once the transactions are known which paid the coins. */
const UNPROVEN: readonly FindingId[] = ['fee-unproven', 'fee-unknown'];

type PreviousProps = Pick<FindingsProps, 'onProven'> & {
  /** True for a stop, whose way out is visible at once. */
  readonly isFirst: boolean;
};

/** Takes the transactions that paid the coins: their ids prove the amounts. */
function Previous({ isFirst, onProven }: PreviousProps) {
  const engine = useEngine();
  const onTaken = async ({ kind, words: what }: Taken) => {
    if (kind !== 'transaction') return strings.sign.wrongKind(engineText(what));
    await engine.addPrevious();
    onProven();
    // The intake may be gone.
    document.querySelector('h1')?.focus();
    return undefined;
  };
  const intake = (
    <>
      <p>{strings.review.previousHelp}</p>
      <Intake id="previous" onTaken={onTaken} />
    </>
  );
  return isFirst ? (
    <Card id="previous" title={strings.review.previous}>
      {intake}
    </Card>
  ) : (
    <Fold title={strings.review.previous}>{intake}</Fold>
  );
}

/** Findings that end once the wallet is open. */
const PROVEN_BY_WALLET: readonly FindingId[] = [
  'wallet-unregistered',
  'change-unproven',
  'input-foreign-script',
];

type AddProps = Pick<FindingsProps, 'onKeys'> & {
  /** Id of the field for its password, if it has one. */
  readonly id: string;
  readonly class?: string;
};

/** Opens the file of a wallet right here: the review then proves what belongs to it. */
export function AddWallet({ id, onKeys, class: kind = 'small' }: AddProps) {
  const engine = useEngine();
  const { problem, run } = useProblem();
  const password = useFilePassword({
    id,
    open: (typed) => engine.openWalletBeside(typed),
    onOpened: onKeys,
  });
  const onFile = (file: File | undefined) =>
    run(async () => {
      password.end();
      const bytes = file && (await bytesOf(file));
      if (bytes === undefined) return strings.intake.badFile;
      const taken = await engine.takeBytes(bytes);
      if (taken.status === 'refused') return taken.message;
      if (taken.status !== 'done') return strings.intake.badFile;
      if (taken.kind === 'seed' || taken.kind === 'private-key') return strings.sign.isKey;
      if (NO_WALLETS.includes(taken.kind)) return strings.review.noWallet(engineText(taken.words));
      await password.start();
      return undefined;
    });
  const { addWallet, anotherFile } = strings.review;
  const label = problem === undefined ? addWallet : anotherFile;
  return (
    <>
      <FileButton class={kind} label={label} onFile={onFile} />
      <Problem text={problem} />
      {password.form}
    </>
  );
}

const NO_WALLETS: readonly Taken['kind'][] = ['psbt', 'transaction', 'address', 'payment-uri'];

type OtherProps = Pick<FindingsProps, 'onKeys' | 'onOpenKeys'> & { readonly keys: KeysView };

/** Ways to the wallet that the transaction is for. */
function OtherWallet({ keys, onKeys, onOpenKeys }: OtherProps) {
  const engine = useEngine();
  const { problem, run } = useProblem();
  const [isAsking, setAsking] = useState(false);
  const seed = keys.keys.find(({ isSeed }) => isSeed);
  const changeKeys = () =>
    run(async () => {
      let left: KeysView | undefined = keys;
      for (const { id } of keys.keys) left = await engine.removeKey(id);
      onOpenKeys();
      onKeys(left);
    });
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
        <Button class="small" label={strings.review.otherKeys} onClick={changeKeys} />
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

/** Milliseconds that a button is held until it counts. */
const HOLD = 2000;

type ConfirmProps = { readonly label: string; readonly onConfirm: () => void };

/** Button that must be held, so that a danger is never accepted by accident. */
export function Confirm({ label, onConfirm }: ConfirmProps) {
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
  return (
    <Hold class={isHeld ? 'hold held' : 'hold'} label={label} onHold={hold} onRelease={release} />
  );
}

type FindingProps = {
  readonly finding: FindingView;
  /** Findings that say the same in other words. */
  readonly below: readonly FindingView[];
  readonly isConfirmed: boolean;
  readonly children?: Child;
};

/** A finding is one line that opens on demand. A stop is open, unless the title says it already. */
function Finding({ finding, below, isConfirmed, children }: FindingProps) {
  const { severity, inputs, outputs, others, id, isStop } = finding;
  const { input, output, more } = strings.review.places;
  const places = [...inputs.map(input), ...outputs.map(output)].join(', ');
  const { text, advice, fix } = findingTexts(finding);
  return (
    <section class={`finding ${severity}`}>
      <details open={isStop && !isConfirmed && id !== 'change-not-ours'}>
        <summary>
          <h2>
            <span class="tone">{strings.review.tones[severity]}</span> {text}
          </h2>{' '}
          <span class="id">{id}</span>
        </summary>
        <p>{advice}</p>
        {below.map((each) => (
          <p key={each.id}>
            {findingTexts(each).text} <span class="id">{each.id}</span>
          </p>
        ))}
        {fix.length > 0 ? (
          <>
            <p>{strings.sign.fixIn}</p>
            <ul>
              {fix.map((how) => (
                <li key={how}>{how}</li>
              ))}
            </ul>
          </>
        ) : null}
        {places === '' ? null : <p>{others > 0 ? more(places, others) : places}</p>}
      </details>
      {children}
    </section>
  );
}
