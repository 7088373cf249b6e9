import { useEngine } from '../client.ts';
import { useRef, useState } from '../dom.ts';
import { words } from '../language.ts';
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
        <Notice tone="warn">{words.dice.write}</Notice>
        {made.doubt ? <Notice tone="warn">{words.dice.doubt}</Notice> : null}
        <ol class="seed">
          {made.words.map((word, i) => (
            <li key={`${i}${word}`}>{word}</li>
          ))}
        </ol>
        <Button class="main" label={words.dice.written} onClick={take} />
      </>
    );
  }
  return (
    <>
      {isWritten ? <Notice tone="good">{words.dice.gone}</Notice> : null}
      <p>{words.dice.help}</p>
      <Select
        id="dice-words"
        label={words.dice.count}
        value={count}
        options={[
          [24, words.dice.long],
          [12, words.dice.short],
        ]}
        onChoose={setCount}
      />
      <Field id="rolls" label={words.dice.rolls} help={words.dice.typed(typed)}>
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
      <Button label={words.dice.make} onClick={make} />
    </>
  );
}
