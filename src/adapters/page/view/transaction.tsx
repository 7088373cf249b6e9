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
};

export function Transaction(props: Props) {
  const { hasTransaction, isPsbt, onReview } = props;
  const onTaken = async (taken: Taken) => {
    const { kind, words: what } = taken;
    if (kind === 'seed' || kind === 'private-key') return strings.sign.isKey;
    if (kind !== 'psbt' && kind !== 'transaction') return strings.sign.wrongKind(engineText(what));
    await props.onTaken(taken);
    return undefined;
  };
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
          <Intake id="sign" onTaken={onTaken} />
        </Card>
      ) : (
        <section class="card">
          <Intake id="sign" onTaken={onTaken} isMain />
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
  const onTaken = async ({ kind, words: what }: Taken) => {
    if (kind !== 'psbt' && kind !== 'transaction') return strings.sign.wrongKind(engineText(what));
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
