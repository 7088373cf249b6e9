import { useEngine } from '../client.ts';
import { useState } from '../dom.ts';
import { engineWords, words } from '../language.ts';
import { Intake, type Taken } from './intake.tsx';
import { Button, Card, Fold, Notice, Title } from './parts.tsx';

type Props = {
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
    if (kind === 'seed' || kind === 'private-key') return words.sign.isKey;
    if (kind !== 'psbt' && kind !== 'transaction') return words.sign.wrongKind(engineWords(what));
    await props.onTaken(taken);
    return undefined;
  };
  return (
    <>
      <Title>{words.sign.title}</Title>
      <p class="lead">{words.sign.lead}</p>
      {hasTransaction ? (
        <section class="card">
          <p>{words.sign.openNow}</p>
          <Button class="main" label={words.sign.review} onClick={onReview} />
        </section>
      ) : null}
      {hasTransaction && isPsbt ? <Combine {...props} /> : null}
      {hasTransaction ? (
        <Card id="another" title={words.sign.another}>
          <Intake id="sign" onTaken={onTaken} />
        </Card>
      ) : (
        <section class="card">
          <Intake id="sign" onTaken={onTaken} />
        </section>
      )}
    </>
  );
}

/** Joins copies that were signed separately. */
export function Combine({ onCombined }: Pick<Props, 'onCombined'>) {
  const engine = useEngine();
  const [isDone, setDone] = useState(false);
  const onTaken = async ({ kind, words: what }: Taken) => {
    if (kind !== 'psbt' && kind !== 'transaction') return words.sign.wrongKind(engineWords(what));
    setDone(false);
    await engine.combine();
    setDone(true);
    onCombined();
    return undefined;
  };
  return (
    <Fold title={words.sign.combine}>
      <p class="help">{words.sign.combineHelp}</p>
      {isDone ? <Notice tone="good">{words.sign.combined}</Notice> : null}
      <Intake id="combine" onTaken={onTaken} />
    </Fold>
  );
}
