import { useEngine } from '../client.ts';
import { useRef, useState } from '../dom.ts';
import { strings } from '../language.ts';
import type { DiceView } from '../worker/dice-view.ts';
import { Button, described, Field, Notice, Title, unkept, useProblem } from './parts.tsx';

type Props = {
  /** The words were written down. The next screen asks for them. */
  readonly onWritten: () => void;
};

/** Number of rolls for each number of words. */
const ROLLS = { 12: 50, 24: 99 } as const;

/** Makes words from dice: shown once, to be written down, and then typed to open them. */
export function Dice({ onWritten }: Props) {
  const [made, setMade] = useState<DiceView>();
  const { dice } = strings;
  if (made === undefined) return <Rolls onMade={setMade} />;
  return (
    <>
      <Title key="made">{dice.write}</Title>
      <p class="lead">
        {dice.step(2)} {dice.writeHelp}
      </p>
      {made.doubt ? <Notice tone="warn">{dice.doubt}</Notice> : null}
      <ol class="seed card">
        {made.words.map((word, i) => (
          <li key={`${i}${word}`}>{word}</li>
        ))}
      </ol>
      <div class="row">
        <Button class="main" label={dice.written} onClick={onWritten} />
        <Button class="quiet" label={dice.again} onClick={() => setMade(undefined)} />
      </div>
    </>
  );
}

/** Takes the rolls, and shows how many are still missing. */
function Rolls({ onMade }: { readonly onMade: (made: DiceView) => void }) {
  const engine = useEngine();
  const field = useRef<HTMLTextAreaElement>(null);
  const [count, setCount] = useState<12 | 24>(24);
  const [typed, setTyped] = useState(0);
  const { problem, setProblem, run } = useProblem();
  const { dice } = strings;
  const make = async () => {
    await run(async () => onMade(await engine.wordsOfRolls(field.current?.value ?? '', count)));
    field.current?.focus();
  };
  const choose = (words: 12 | 24) => {
    setProblem(undefined);
    setCount(words);
  };
  const rolls = { id: 'rolls', help: dice.typed(typed, ROLLS[count]), fault: problem };
  return (
    <>
      <Title>{dice.title}</Title>
      <p class="lead">
        {dice.step(1)} {dice.help}
      </p>
      <section class="card" aria-label={dice.rolls}>
        <fieldset class="row lengths">
          <legend>{dice.count}</legend>
          {([12, 24] as const).map((words) => (
            <Button
              key={words}
              label={words === 12 ? dice.short : dice.long}
              aria-pressed={words === count}
              onClick={() => choose(words)}
            />
          ))}
        </fieldset>
        <Field {...rolls} label={dice.rolls}>
          <textarea
            ref={field}
            id="rolls"
            rows={3}
            inputMode="numeric"
            onInput={({ currentTarget }) => {
              setProblem(undefined);
              setTyped(currentTarget.value.replace(/[^1-6]/g, '').length);
            }}
            {...described(rolls)}
            {...unkept}
          />
        </Field>
        <progress
          aria-label={dice.rolls}
          value={Math.min(typed, ROLLS[count])}
          max={ROLLS[count]}
        />
        <p class="help">{dice.check}</p>
        <Button class="main" label={dice.make} onClick={make} />
      </section>
    </>
  );
}
