import { useEngine } from '../client.ts';
import { useState } from '../dom.ts';
import { engineText, strings } from '../language.ts';
import { Intake, type Taken } from './intake.tsx';
import { Button, Card, Closed, Fold, Notice, Paragraphs, Title } from './parts.tsx';

type Props = {
  /** Says that another transaction was closed. */
  readonly closed: string | undefined;
  readonly hasTransaction: boolean;
  /** True for a PSBT, whose copies can be added. */
  readonly isPsbt: boolean;
  /** Called when another transaction was opened, or signatures were added to the open one. */
  readonly onTaken: (taken: Taken) => Promise<void>;
  readonly onCombined: () => void;
  readonly onReview: () => void;
  /** Goes to the keys, and opens there what was imported here. */
  readonly onKeys: (given: Taken) => void;
};

/** Imports that are wallets, and belong to the keys. */
const WALLETS: readonly string[] = ['descriptor', 'extended-public-key', 'wallet-file', 'ur'];

/** True for a key or a wallet. */
const isOfKeys = ({ kind }: Taken): boolean =>
  kind === 'seed' || kind === 'private-key' || WALLETS.includes(kind);

/** Says of an import that does not belong here what it is, and where to open it. */
export function misplaced({ kind, words }: Taken): string {
  const { sign } = strings;
  const what = engineText(words);
  if (kind === 'seed' || kind === 'private-key') return sign.isKey;
  if (WALLETS.includes(kind)) return sign.isWallet(what);
  if (kind === 'address') return sign.isAddress(what);
  const isTransaction = kind === 'psbt' || kind === 'transaction';
  return isTransaction ? sign.isTransaction(what) : sign.wrongKind(what);
}

export function Transaction(props: Props) {
  const { hasTransaction, isPsbt, onReview, onKeys } = props;
  const [wrong, setWrong] = useState<Taken>();
  const onNew = () => setWrong(undefined);
  const onTaken = async (taken: Taken) => {
    const { kind } = taken;
    setWrong(isOfKeys(taken) ? taken : undefined);
    if (kind !== 'psbt' && kind !== 'transaction') return misplaced(taken);
    await props.onTaken(taken);
    return undefined;
  };
  const keys =
    wrong === undefined ? null : (
      <p>
        <Button label={strings.sign.toKeys} onClick={() => onKeys(wrong)} />
      </p>
    );
  return (
    <>
      <Title>{hasTransaction ? strings.sign.openNow : strings.sign.title}</Title>
      <Closed text={props.closed} />
      {hasTransaction ? (
        <p>
          <Button class="main" label={strings.sign.review} onClick={onReview} />
        </p>
      ) : (
        <p class="lead">{strings.sign.lead}</p>
      )}
      {hasTransaction && isPsbt ? <Combine {...props} /> : null}
      {hasTransaction ? (
        <Card id="another" title={strings.sign.another}>
          <Intake id="sign" onTaken={onTaken} onNew={onNew} way={keys} />
        </Card>
      ) : (
        <section class="card">
          <Intake id="sign" onTaken={onTaken} onNew={onNew} way={keys} isMain />
        </section>
      )}
      {hasTransaction ? null : (
        <Fold title={strings.sign.from}>
          <Paragraphs texts={strings.sign.ways} />
        </Fold>
      )}
    </>
  );
}

/** Joins copies that were signed separately. */
export function Combine({ onCombined }: Pick<Props, 'onCombined'>) {
  const engine = useEngine();
  const [isDone, setDone] = useState(false);
  const onTaken = async (taken: Taken) => {
    const { kind } = taken;
    if (kind !== 'psbt' && kind !== 'transaction') return misplaced(taken);
    setDone(false);
    await engine.combine();
    setDone(true);
    onCombined();
    return undefined;
  };
  return (
    <Fold title={strings.sign.combine}>
      <p class="help">{strings.sign.combineHelp}</p>
      {isDone ? <Notice tone="good">{strings.sign.combined}</Notice> : null}
      <Intake id="combine" onTaken={onTaken} />
    </Fold>
  );
}
