import { useEngine } from '../client.ts';
import { useRef, useState } from '../dom.ts';
import { strings } from '../language.ts';
import type { DiceView } from '../worker/dice-view.ts';
import { Button, Field, Notice, Problem, Select, unkept, useProblem } from './parts.tsx';

/** Makes words from dice: shown once, to be written down, and then typed to open them. */
export function Dice() {
  const engine = useEngine();
  const rolls = useRef<HTMLTextAreaElement>(null);
  const [count, setCount] = useState<12 | 24>(24);
  const [typed, setTyped] = useState(0);
  const [made, setMade] = useState<DiceView>();
  const [isWritten, setWritten] = useState(false);
  const { problem, run } = useProblem();
  const make = () =>
    run(async () => setMade(await engine.wordsOfRolls(rolls.current?.value ?? '', count)));
  const take = () => {
    setMade(undefined);
    setTyped(0);
    setWritten(true);
  };
  if (made !== undefined) {
    return (
      <>
        <Notice tone="warn">{strings.dice.write}</Notice>
        {made.doubt ? <Notice tone="warn">{strings.dice.doubt}</Notice> : null}
        <ol class="seed">
          {made.words.map((word, i) => (
            <li key={`${i}${word}`}>{word}</li>
          ))}
        </ol>
        <Button class="main" label={strings.dice.written} onClick={take} />
      </>
    );
  }
  return (
    <>
      {isWritten ? <Notice tone="good">{strings.dice.gone}</Notice> : null}
      <p>{strings.dice.help}</p>
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
      <Button label={strings.dice.make} onClick={make} />
    </>
  );
}
