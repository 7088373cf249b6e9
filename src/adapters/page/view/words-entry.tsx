import type { Client } from '../client.ts';
import { useEffect, useRef, useState } from '../dom.ts';
import type { WordsView } from '../engine/words.ts';
import { words } from '../words.ts';
import { Field, Notice, unkept } from './parts.tsx';

type Props = {
  readonly engine: Client;
  readonly onOpen: (passphrase: string) => Promise<void>;
};

const none: WordsView = { count: 0, isWhole: false, fault: undefined };

/** One word after the other; each leaves the field as soon as it is taken. */
export function WordsEntry({ engine, onOpen }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const passphrase = useRef<HTMLInputElement>(null);
  const [view, setView] = useState(none);
  const [suggested, setSuggested] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState(-1);

  // Some may have been typed before another screen was looked at.
  useEffect(() => void engine.viewWords().then(setView), []);

  const clear = () => {
    if (field.current !== null) field.current.value = '';
    setSuggested([]);
    setChosen(-1);
    field.current?.focus();
  };
  const take = async (text: string) => {
    clear();
    if (text.trim() !== '') setView(await engine.addWords(text));
  };
  const suggest = async () => {
    const beginning = field.current?.value ?? '';
    if (/\s/.test(beginning.trim())) return take(beginning);
    const found = await engine.suggestWords(beginning);
    // It may have been taken meanwhile.
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
    } else if (event.key === 'Backspace' && value === '' && view.count > 0) {
      void engine.dropWord().then(setView);
    }
  };
  const open = async () => {
    const typed = passphrase.current?.value ?? '';
    if (passphrase.current !== null) passphrase.current.value = '';
    await onOpen(typed);
  };
  const forget = async () => {
    clear();
    setView(await engine.forgetWords());
  };
  const hasList = suggested.length > 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (view.isWhole) void open();
      }}
    >
      <Field id="word" label={words.keys.word(view.count + 1)} help={words.keys.wordHelp}>
        <input
          ref={field}
          id="word"
          type="text"
          role="combobox"
          aria-describedby="word-help"
          aria-autocomplete="list"
          aria-expanded={hasList}
          aria-controls="suggestions"
          aria-activedescendant={chosen >= 0 ? `suggestion-${chosen}` : undefined}
          onInput={suggest}
          onKeyDown={onKeyDown}
          {...unkept}
        />
      </Field>
      <div id="suggestions" class="suggestions" role="listbox" aria-label={words.keys.suggestions}>
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
      <p class="count" role="status">
        {view.count > 0 ? words.keys.taken(view.count) : ''}
      </p>
      {view.count > 0 ? <Dots count={view.count} /> : null}
      {view.fault === undefined ? null : <Notice tone="stop">{view.fault}</Notice>}
      {view.isWhole ? (
        <div class="ready">
          <Notice tone="good">{words.keys.whole}</Notice>
          <Field id="passphrase" label={words.keys.passphrase} help={words.keys.passphraseHelp}>
            <input
              ref={passphrase}
              id="passphrase"
              type="password"
              aria-describedby="passphrase-help"
              {...unkept}
            />
          </Field>
          <button type="submit" class="main">
            {words.keys.open}
          </button>
        </div>
      ) : null}
      {view.count > 0 ? (
        <div class="row">
          <button
            type="button"
            class="quiet"
            onClick={async () => setView(await engine.dropWord())}
          >
            {words.keys.drop}
          </button>
          <button type="button" class="quiet" onClick={forget}>
            {words.keys.clear}
          </button>
        </div>
      ) : null}
    </form>
  );
}

/** How many there are, for who sees: their number alone. */
function Dots({ count }: { readonly count: number }) {
  return (
    <div class="dots" aria-hidden="true">
      {Array.from({ length: count }, (_, i) => (
        <span key={i}>{i + 1}</span>
      ))}
    </div>
  );
}
