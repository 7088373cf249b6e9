import { useEngine } from '../client.ts';
import { useRef, useState } from '../dom.ts';
import { strings } from '../language.ts';
import type { DiceView } from '../worker/dice-view.ts';
import { Button, Field, Notice, Problem, Select, Title, unkept, useProblem } from './parts.tsx';

type Props = {
  /** The words were written down. The next screen asks for them. */
  readonly onWritten: () => void;
};

/** Makes words from dice: shown once, to be written down, and then typed to open them. */
export function Dice({ onWritten }: Props) {
  const engine = useEngine();
  const rolls = useRef<HTMLTextAreaElement>(null);
  const [count, setCount] = useState<12 | 24>(24);
  const [typed, setTyped] = useState(0);
  const [made, setMade] = useState<DiceView>();
  const { problem, run } = useProblem();
  const make = () =>
    run(async () => setMade(await engine.wordsOfRolls(rolls.current?.value ?? '', count)));
  if (made !== undefined) {
    return (
      <>
        <Title key="made">{strings.dice.write}</Title>
        {made.doubt ? <Notice tone="warn">{strings.dice.doubt}</Notice> : null}
        <ol class="seed">
          {made.words.map((word, i) => (
            <li key={`${i}${word}`}>{word}</li>
          ))}
        </ol>
        <Button class="main" label={strings.dice.written} onClick={onWritten} />
      </>
    );
  }
  return (
    <>
      <Title>{strings.dice.title}</Title>
      <p class="lead">{strings.dice.help}</p>
      <Select
        id="dice-words"
        label={strings.dice.count}
        value={count}
        options={[
          [24, strings.dice.long],
          [12, strings.dice.short],
        ]}
        onChoose={setCount}
      />
      <Field id="rolls" label={strings.dice.rolls} help={strings.dice.typed(typed)}>
        <textarea
          ref={rolls}
          id="rolls"
          rows={3}
          inputMode="numeric"
          aria-describedby="rolls-help"
          onInput={(event) => setTyped(event.currentTarget.value.replace(/[^1-6]/g, '').length)}
          {...unkept}
        />
      </Field>
      <Problem text={problem} />
      <Button class="main" label={strings.dice.make} onClick={make} />
    </>
  );
}
