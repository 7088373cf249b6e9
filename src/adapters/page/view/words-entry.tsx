import { useEngine } from '../client.ts';
import { useEffect, useRef, useState } from '../dom.ts';
import { strings } from '../language.ts';
import type { WordsView } from '../worker/seed-entry.ts';
import { Button, Field, Hold, Notice, Problem, Select, unkept, useListener } from './parts.tsx';
import { Passphrase } from './passphrase.tsx';

type Props = {
  /** An imported seed waits for its passphrase: only one passphrase is asked for. */
  readonly isWaiting: boolean;
  readonly onOpen: (passphrase: string) => Promise<void>;
};

const none: WordsView = {
  count: 0,
  wanted: 12,
  isWhole: false,
  isUnfit: false,
  fits: undefined,
  fault: undefined,
};
const LENGTHS = [12, 15, 18, 21, 24];
const [MOST_WORDS = 24] = LENGTHS.slice(-1);

/** Reads one word after the other; each leaves the field as soon as it is accepted. */
export function WordsEntry({ isWaiting, onOpen }: Props) {
  const engine = useEngine();
  const field = useRef<HTMLInputElement>(null);
  const [view, setView] = useState(none);
  const [suggested, setSuggested] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState(-1);
  /** The position of a word that is replaced. */
  const [replaced, setReplaced] = useState<number>();

  // Some words may have been typed before the user left this screen.
  useEffect(() => void engine.viewWords().then(setView), []);

  // Letters typed while no control has the focus belong to the word.
  useListener('keydown', ({ target, key, ctrlKey, metaKey, altKey }) => {
    const isOutside = target instanceof Element && /^(body|h1|main)$/.test(target.localName);
    if (isOutside && /^\p{L}$/u.test(key) && !ctrlKey && !metaKey && !altKey)
      field.current?.focus();
  });

  const clear = () => {
    if (field.current !== null) field.current.value = '';
    setSuggested([]);
    setChosen(-1);
    field.current?.focus();
  };
  const take = async (text: string) => {
    clear();
    if (text.trim() === '') return;
    if (replaced === undefined) return setView(await engine.addWords(text));
    const next = await engine.replaceWord(replaced, text);
    setView(next);
    if (next.fault === undefined || next.count >= next.wanted) setReplaced(undefined);
  };
  const suggest = async () => {
    const beginning = field.current?.value ?? '';
    if (/\s/.test(beginning.trim())) return take(beginning);
    const found = await engine.suggestWords(beginning);
    // The field may have changed in the meantime.
    if (field.current?.value === beginning) setSuggested(found);
    setChosen(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const value = field.current?.value ?? '';
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setChosen(Math.max(-1, Math.min(suggested.length - 1, chosen + step)));
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      void take(suggested[chosen] ?? value);
    } else if (event.key === 'Escape') {
      keep();
    } else if (event.key === 'Backspace' && value === '' && replaced === undefined) {
      void engine.dropWord().then(setView);
    }
  };
  const keep = () => {
    clear();
    setReplaced(undefined);
  };
  const forget = async () => {
    setReplaced(undefined);
    const next = await engine.forgetWords();
    clear();
    isWanted.current = true;
    setView(next);
  };
  // The field may not exist before the page shows the change.
  const isWanted = useRef(false);
  useEffect(() => {
    if (isWanted.current) field.current?.focus();
    isWanted.current = false;
  });
  // The field may disappear after the last word, and the focus must not disappear with it.
  const below = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (isLost && view.fault !== undefined && !isTyping) below.current?.focus();
  });
  const choose = async (count: number) => {
    setReplaced(undefined);
    isWanted.current = count > view.count;
    setView(await engine.chooseWordCount(count));
  };
  const judge = async () => {
    setView(await engine.judgeWords());
    below.current?.focus();
  };
  const replace = (index: number) => {
    isWanted.current = true;
    setReplaced(index);
  };
  const isTyping = replaced !== undefined || (view.count < MOST_WORDS && !view.isWhole);
  const isOpen = view.isUnfit && view.fault === undefined && replaced === undefined;
  return (
    <>
      <Select
        id="word-count"
        label={strings.keys.length}
        value={view.wanted}
        options={[...new Set([...LENGTHS, view.wanted])].map((length) => [length, `${length}`])}
        onChoose={choose}
      />
      {isTyping ? (
        <>
          <Field
            id="word"
            label={
              replaced === undefined
                ? strings.keys.word(view.count + 1)
                : strings.keys.replaceWord(replaced + 1)
            }
            help={strings.keys.wordHelp}
          >
            <input
              ref={field}
              id="word"
              type="text"
              role="combobox"
              aria-describedby="word-help"
              aria-autocomplete="list"
              aria-expanded={suggested.length > 0}
              aria-controls="suggestions"
              aria-activedescendant={chosen >= 0 ? `suggestion-${chosen}` : undefined}
              onInput={suggest}
              onKeyDown={onKeyDown}
              {...unkept}
            />
          </Field>
          <div
            id="suggestions"
            class="suggestions"
            role="listbox"
            aria-label={strings.keys.suggestions}
          >
            {suggested.map((word, i) => (
              <div
                key={word}
                id={`suggestion-${i}`}
                role="option"
                tabIndex={-1}
                aria-selected={i === chosen}
                onMouseDown={(event) => {
                  event.preventDefault();
                  void take(word);
                }}
              >
                {word}
              </div>
            ))}
          </div>
        </>
      ) : null}
      <p class="count" role="status">
        {view.count > 0 ? strings.keys.taken(view.count, view.wanted) : ''}
      </p>
      {view.count > 0 ? (
        <Dots count={view.count} isUnfit={view.isUnfit} onReplace={replace} />
      ) : null}
      <div ref={below} tabIndex={-1}>
        <Problem text={view.fault} />
      </div>
      {isOpen ? (
        <>
          <Notice tone="note">{strings.keys.unfit(view.count)}</Notice>
          <div class="row">
            <Button label={strings.keys.more} onClick={() => choose(MOST_WORDS)} />
            <Button label={strings.keys.judge} onClick={judge} />
          </div>
        </>
      ) : null}
      {view.fits === undefined ? null : (
        <Button
          label={strings.keys.thatIsAll(view.fits)}
          onClick={() => choose(view.fits ?? view.count)}
        />
      )}
      {view.isWhole && replaced === undefined && !isWaiting ? (
        <>
          <Notice tone="good">{strings.keys.whole}</Notice>
          <Passphrase of="words" onOpen={onOpen} takesFocus />
          {view.count < MOST_WORDS ? (
            <Button class="quiet" label={strings.keys.more} onClick={() => choose(MOST_WORDS)} />
          ) : null}
        </>
      ) : null}
      {view.count > 0 ? (
        <div class="row">
          {replaced === undefined ? (
            <Button
              class="quiet"
              label={strings.keys.drop}
              onClick={async () => setView(await engine.dropWord())}
            />
          ) : (
            <Button class="quiet" label={strings.sign.cancel} onClick={keep} />
          )}
          <Button class="quiet" label={strings.keys.clear} onClick={forget} />
        </div>
      ) : null}
    </>
  );
}

type DotsProps = {
  readonly count: number;
  readonly isUnfit: boolean;
  readonly onReplace: (index: number) => void;
};

/** Shows a number for each word. The word is on the screen only while its number is held. */
function Dots({ count, isUnfit, onReplace }: DotsProps) {
  const engine = useEngine();
  const [held, setHeld] = useState<{ readonly index: number; readonly word: string }>();
  const current = useRef<number>(undefined);
  const show = async (index: number) => {
    current.current = index;
    const word = await engine.showWord(index);
    if (current.current === index) setHeld({ index, word });
  };
  const hide = () => {
    current.current = undefined;
    setHeld(undefined);
  };
  return (
    <div class={isUnfit ? 'dots unfit' : 'dots'}>
      {Array.from({ length: count }, (_, i) => (
        <Hold
          key={i}
          class="dot"
          label={i + 1}
          name={strings.keys.hold(i + 1)}
          onHold={() => void show(i)}
          onRelease={hide}
          onPress={() => onReplace(i)}
        />
      ))}
      <output class="mono">
        {held === undefined ? '' : strings.keys.held(held.index + 1, held.word)}
      </output>
    </div>
  );
}
