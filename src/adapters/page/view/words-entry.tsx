import { useEngine } from '../client.ts';
import { useEffect, useRef, useState } from '../dom.ts';
import { strings } from '../language.ts';
import type { WordsView } from '../worker/seed-entry.ts';
import { Button, described, Field, Hold, Notice, Problem, unkept, useListener } from './parts.tsx';
import { Passphrase } from './passphrase.tsx';

type Props = {
  /** An imported seed waits for its passphrase: only one passphrase is asked for. */
  readonly isWaiting: boolean;
  /** The words were just made: their number is known. */
  readonly isWritten?: boolean;
  /** `isMade`: they are the words that were just made. */
  readonly onOpen: (passphrase: string, isMade: boolean) => Promise<void>;
};

const none: WordsView = {
  count: 0,
  wanted: 12,
  isWhole: false,
  isUnfit: false,
  fits: undefined,
  isMade: undefined,
  fault: undefined,
  isRefused: false,
};
const LENGTHS = [12, 15, 18, 21, 24];
const [MOST_WORDS = 24] = LENGTHS.slice(-1);

/** Reads one word after the other; each leaves the field as soon as it is accepted. */
export function WordsEntry({ isWaiting, isWritten = false, onOpen }: Props) {
  const entry = useEntry(isWritten);
  const { view, replaced, isTyping, isJudged, isOther, below } = entry;
  const { count, isUnfit, fault, fits } = view;
  // The field asks for one more word.
  const asks = isUnfit && fault === undefined && replaced === undefined;
  const more = (
    <Button class="quiet" label={strings.keys.more} onClick={() => entry.choose(MOST_WORDS)} />
  );
  return (
    <>
      {isWritten ? null : <Lengths wanted={view.wanted} onChoose={entry.choose} />}
      {isTyping ? <WordField entry={entry} /> : null}
      {/* The place of the field after the last word. */}
      <div ref={below} tabIndex={-1}>
        <Problem text={isOther ? strings.dice.others : isTyping ? undefined : fault} />
      </div>
      <p class="count" role="status">
        {count > 0 ? strings.keys.taken(count, asks ? MOST_WORDS : view.wanted) : ''}
      </p>
      {count > 0 ? <Dots {...view} isOther={isOther} onReplace={entry.replace} /> : null}
      {asks ? (
        <>
          <Notice tone="note">{strings.keys.unfit(count)}</Notice>
          <div class="row">
            <Button label={strings.keys.more} onClick={() => entry.choose(MOST_WORDS)} />
            <Button label={strings.keys.judge} onClick={entry.judge} />
          </div>
        </>
      ) : null}
      {isJudged && count < MOST_WORDS && !isWritten ? more : null}
      {fits === undefined || isWritten ? null : (
        <Button label={strings.keys.thatIsAll(fits)} onClick={() => entry.choose(fits)} />
      )}
      {view.isWhole && replaced === undefined && !isWaiting ? (
        <>
          {isOther ? <OtherWords entry={entry} onOpen={onOpen} /> : null}
          {isOther ? null : <Whole {...view} isNew={isWritten} onOpen={onOpen} />}
          {count < MOST_WORDS && !isWritten ? more : null}
        </>
      ) : null}
      {count > 0 ? <Corrections entry={entry} /> : null}
    </>
  );
}

type WholeProps = Pick<Props, 'onOpen'> & Pick<WordsView, 'isMade'> & { readonly isNew: boolean };

/** A valid seed: the words that were just made, or those of a wallet that exists. */
const Whole = ({ isMade, isNew, onOpen }: WholeProps) => (
  <>
    <Notice tone="good">{isNew && isMade ? strings.dice.same : strings.keys.whole}</Notice>
    <Passphrase
      of="words"
      onOpen={(typed) => onOpen(typed, isMade === true)}
      takesFocus
      isNew={isNew}
    />
  </>
);

type OtherProps = Pick<Props, 'onOpen'> & { readonly entry: Entry };

/** A valid seed that is not the words that were just made. No key opens it by habit. */
function OtherWords({ entry, onOpen }: OtherProps) {
  const [isMeant, setMeant] = useState(false);
  if (isMeant) return <Passphrase of="words" onOpen={(typed) => onOpen(typed, false)} takesFocus />;
  return (
    <div class="row">
      <Button class="main" label={strings.dice.typeAgain} onClick={entry.forget} />
      <Button label={strings.dice.openOther} onClick={() => setMeant(true)} />
    </div>
  );
}

type Entry = ReturnType<typeof useEntry>;

/** The words so far, the word that is typed, and everything that changes them. */
function useEntry(isWritten: boolean) {
  const engine = useEngine();
  const field = useRef<HTMLInputElement>(null);
  const below = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(none);
  /** The position of a word that is replaced. */
  const [replaced, setReplaced] = useState<number>();
  // The field may not exist before the page shows the change.
  const isWanted = useRef(false);
  const isKept = replaced === undefined;
  const isJudged = isKept && view.isUnfit && view.fault !== undefined && !view.isRefused;
  const isOther = isKept && isWritten && view.isWhole && view.isMade === false;
  const isTyping = !isKept || (view.count < MOST_WORDS && !view.isWhole && !isJudged);

  // Some words may have been typed before the user left this screen.
  useEffect(() => void engine.viewWords().then(setView), []);
  useEffect(() => {
    if (isWanted.current) field.current?.focus();
    isWanted.current = false;
  });
  // The field may disappear after the last word, and the focus must not disappear with it.
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (isLost && (isJudged || isOther)) below.current?.focus();
  });

  /** Returns true if all of the text was accepted. */
  const take = async (text: string): Promise<boolean> => {
    const next =
      replaced === undefined
        ? await engine.addWords(text)
        : await engine.replaceWord(replaced, text);
    setView(next);
    if (!next.isRefused) setReplaced(undefined);
    return !next.isRefused;
  };
  /** Ends the error about a word, because the user types again. */
  const retype = () =>
    setView((shown) =>
      shown.isRefused ? { ...shown, fault: undefined, isRefused: false } : shown,
    );
  const forget = async () => {
    setReplaced(undefined);
    const next = await engine.forgetWords(isWritten);
    isWanted.current = true;
    setView(next);
  };
  const choose = async (count: number) => {
    setReplaced(undefined);
    isWanted.current = count > view.count;
    setView(await engine.chooseWordCount(count));
  };
  const judge = async () => {
    setView(await engine.judgeWords());
    (field.current ?? below.current)?.focus();
  };
  const replace = (index: number) => {
    isWanted.current = true;
    setReplaced(index);
  };
  const drop = async () => setView(await engine.dropWord());
  const keep = async () => {
    if (replaced === undefined) return;
    setReplaced(undefined);
    setView(await engine.viewWords());
  };
  const actions = { take, retype, forget, choose, judge, replace, drop, keep };
  return { view, replaced, isTyping, isJudged, isOther, field, below, ...actions };
}

type LengthsProps = { readonly wanted: number; readonly onChoose: (count: number) => void };

/** A button for each number of words. */
const Lengths = ({ wanted, onChoose }: LengthsProps) => (
  <fieldset class="row lengths">
    <legend>{strings.keys.length}</legend>
    {[...new Set([...LENGTHS, wanted])].map((length) => (
      <Button
        key={length}
        class="small"
        label={`${length}`}
        aria-pressed={length === wanted}
        onClick={() => onChoose(length)}
      />
    ))}
  </fieldset>
);

/** The field of one word, and the suggestions for its letters. */
function WordField({ entry }: { readonly entry: Entry }) {
  const engine = useEngine();
  const { field, view, replaced } = entry;
  const [suggested, setSuggested] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState(-1);
  // Each time that something was typed, Backspace takes back one word at most.
  const mayDrop = useRef(true);

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
    const word = text.trim();
    if (word === '' || (await entry.take(text)) || /\s/.test(word)) return;
    // The user can correct the refused word or type over it. A next word may be in the field.
    if (field.current?.value !== '') return;
    field.current.value = word;
    field.current.select();
  };
  const suggest = async () => {
    const beginning = field.current?.value ?? '';
    mayDrop.current = true;
    entry.retype();
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
      clear();
      void entry.keep();
    } else if (event.key === 'Backspace' && value === '' && replaced === undefined) {
      // A user who empties the field with this key wants to keep the earlier words.
      if (mayDrop.current && !event.repeat) void entry.drop();
      mayDrop.current = false;
    }
  };
  const label =
    replaced === undefined
      ? strings.keys.word(view.count + 1)
      : strings.keys.replaceWord(replaced + 1);
  const about = { id: 'word', help: strings.keys.wordHelp, fault: view.fault };
  return (
    <>
      <Field {...about} label={label}>
        <input
          ref={field}
          id="word"
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={suggested.length > 0}
          aria-controls="suggestions"
          aria-activedescendant={chosen >= 0 ? `suggestion-${chosen}` : undefined}
          onInput={suggest}
          onKeyDown={onKeyDown}
          {...described(about)}
          {...unkept}
        />
      </Field>
      <Suggestions words={suggested} chosen={chosen} onTake={take} />
    </>
  );
}

type SuggestionsProps = {
  readonly words: readonly string[];
  readonly chosen: number;
  readonly onTake: (word: string) => unknown;
};

const Suggestions = ({ words, chosen, onTake }: SuggestionsProps) => (
  <div id="suggestions" class="suggestions" role="listbox" aria-label={strings.keys.suggestions}>
    {words.map((word, i) => (
      <div
        key={word}
        id={`suggestion-${i}`}
        role="option"
        tabIndex={-1}
        aria-selected={i === chosen}
        onMouseDown={(event) => {
          event.preventDefault();
          onTake(word);
        }}
      >
        {word}
      </div>
    ))}
  </div>
);

/** Ways to see and to take back the words so far. */
function Corrections({ entry }: { readonly entry: Entry }) {
  const { view, replaced, drop, keep, forget } = entry;
  return (
    <>
      <AllWords key={`${view.count} ${replaced}`} count={view.count} />
      <div class="row">
        {replaced === undefined ? (
          <Button class="quiet" label={strings.keys.drop} onClick={drop} />
        ) : (
          <Button class="quiet" label={strings.sign.cancel} onClick={keep} />
        )}
        <Button class="quiet" label={strings.keys.clear} onClick={forget} />
      </div>
    </>
  );
}

/** Milliseconds that all words stay on the screen. */
const SHOWN = 20_000;

/** Shows all words on request, to be compared with the paper, and hides them again. */
function AllWords({ count }: { readonly count: number }) {
  const engine = useEngine();
  const [words, setWords] = useState<readonly string[]>();
  const isShown = words !== undefined;
  useEffect(() => {
    if (!isShown) return undefined;
    const timer = setTimeout(() => setWords(undefined), SHOWN);
    return () => clearTimeout(timer);
  }, [isShown]);
  const show = async () => {
    const all = Array.from({ length: count }, (_, i) => engine.showWord(i));
    setWords(await Promise.all(all));
  };
  return (
    <>
      <Button
        class="small"
        label={isShown ? strings.keys.hideAll : strings.keys.showAll}
        aria-expanded={isShown}
        onClick={() => (isShown ? setWords(undefined) : show())}
      />
      {isShown ? (
        <ol class="seed">
          {words.map((word, i) => (
            <li key={`${i}${word}`}>{word}</li>
          ))}
        </ol>
      ) : null}
    </>
  );
}

type DotsProps = Pick<WordsView, 'count' | 'isUnfit' | 'fault'> & {
  /** The words are a seed, but another one than that which was just made. */
  readonly isOther: boolean;
  readonly onReplace: (index: number) => void;
};

/** Shows a number for each word. The word is on the screen only while its number is held. */
function Dots({ count, isUnfit, fault, isOther, onReplace }: DotsProps) {
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
  const unfit = fault === undefined ? 'unfit' : 'wrong';
  const state = isOther ? 'wrong' : isUnfit ? unfit : '';
  return (
    <div class={`dots ${state}`}>
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
