import { type Child, useEffect, useLayoutEffect, useRef, useState } from '../dom.ts';
import {
  chosenLanguage,
  engineWords,
  isLanguage,
  languages,
  setLanguage,
  words,
} from '../language.ts';

/** Severity, given in words and shown by a bar. */
type Tone = 'stop' | 'warn' | 'note' | 'good';

export function Notice({ tone, children }: { readonly tone: Tone; readonly children: Child }) {
  const role = tone === 'stop' ? 'alert' : 'status';
  return (
    <p class={`notice ${tone}`} role={role}>
      {children}
    </p>
  );
}

/** Shows a refusal, if there is one. */
export const Problem = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : <Notice tone="stop">{engineWords(text)}</Notice>;

/** Says that keys must be open, and leads to them. */
export const NeedsKeys = ({
  text,
  onUnlock,
}: {
  readonly text: string;
  readonly onUnlock: () => void;
}) => (
  <>
    <Notice tone="note">{text}</Notice>
    <button type="button" onClick={onUnlock}>
      {words.keys.title}
    </button>
  </>
);

/** The heading of a new screen. It gets the focus, and names the window. */
export function Title({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Before the user can go on: later, the focus would be taken from another element.
  useLayoutEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    document.title = `${children} – ${words.name}`;
  }, [children]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** A control with its name and, below, a note. */
export function Field({
  id,
  label,
  help,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly help?: string;
  readonly children: Child;
}) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {help === undefined ? null : (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}

/** A part of a screen with its heading. */
export function Card({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children: Child;
}) {
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** Shows a text in groups of four. The gaps are not in the text: a copy has no spaces. */
export function Grouped({ text }: { readonly text: string }) {
  return (
    <span class="mono groups">
      {(text.match(/.{1,4}/g) ?? []).map((group, i) => (
        <span key={i}>{group}</span>
      ))}
    </span>
  );
}

/** Copies a public text; secrets have no such button. */
export function Copy({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <>
      <button
        type="button"
        class="small"
        onClick={async () => {
          await navigator.clipboard?.writeText(text);
          setCopied(true);
        }}
      >
        {label}
      </button>{' '}
      <span role="status" class="help">
        {isCopied ? words.result.copied : ''}
      </span>
    </>
  );
}

type HoldProps = {
  readonly class: string;
  readonly label: Child;
  readonly name?: string;
  readonly onHold: () => void;
  readonly onRelease: () => void;
  readonly onClick?: () => void;
};

/** A button that acts while it is held, by pointer or key. */
export function Hold({ class: kind, label, name, onHold, onRelease, onClick }: HoldProps) {
  const isKey = (event: KeyboardEvent) => [' ', 'Enter'].includes(event.key) && !event.repeat;
  useEffect(() => onRelease, []);
  return (
    <button
      type="button"
      class={kind}
      aria-label={name}
      onPointerDown={onHold}
      onPointerUp={onRelease}
      onPointerLeave={onRelease}
      onKeyDown={(event: KeyboardEvent) => isKey(event) && onHold()}
      onKeyUp={onRelease}
      onBlur={onRelease}
      onClick={onClick}
    >
      {label}
    </button>
  );
}

/**
 * Attributes of a field whose text the browser must neither store nor send to a spelling checker.
 */
export const unkept = {
  autocomplete: 'off',
  autocapitalize: 'off',
  autocorrect: 'off',
  spellcheck: false,
} as const;

/** Runs a task. Returns the text of its error, or the text that it answers. */
export async function failing(run: () => Promise<unknown>): Promise<string | undefined> {
  try {
    const told = await run();
    return typeof told === 'string' ? told : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Makes the page show its texts again. */
const languageEvent = 'languagechoice';

/** Shows its children again in each language that the user chooses. */
export function useLanguage(): void {
  const [, setShown] = useState(chosenLanguage());
  useEffect(() => {
    const show = () => setShown(chosenLanguage());
    addEventListener(languageEvent, show);
    return () => removeEventListener(languageEvent, show);
  }, []);
}

export function LanguageChoice() {
  const language = chosenLanguage();
  return (
    <Field
      id="language"
      label={words.language.label}
      {...(language !== 'en' && { help: words.language.draft })}
    >
      <select
        id="language"
        value={language}
        onChange={({ currentTarget: { value } }) => {
          if (!isLanguage(value)) return;
          setLanguage(value);
          dispatchEvent(new Event(languageEvent));
        }}
      >
        {Object.entries(languages)
          .filter(([tag]) => tag !== 'pseudo' || language === 'pseudo')
          .map(([tag, name]) => (
            <option key={tag} value={tag} lang={tag === 'pseudo' ? 'en' : tag}>
              {name}
            </option>
          ))}
      </select>
    </Field>
  );
}
