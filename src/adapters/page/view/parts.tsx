import {
  type Attributes,
  type Child,
  createElement,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from '../dom.ts';
import {
  chosenLanguage,
  engineText,
  isLanguage,
  languages,
  setLanguage,
  strings,
} from '../language.ts';

/** Severity, given in words and shown by a bar. */
type Tone = 'stop' | 'warn' | 'note' | 'good';

type NoticeProps = {
  readonly tone: Tone;
  readonly children: Child;
  /** Scrolls the notice into view: the button that caused it may be far below. */
  readonly isSeen?: boolean;
};

export function Notice({ tone, children, isSeen }: NoticeProps) {
  const role = tone === 'stop' ? 'alert' : 'status';
  const shown = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isSeen) shown.current?.scrollIntoView({ block: 'nearest' });
  }, [children]);
  return (
    <p ref={shown} class={`notice ${tone}`} role={role}>
      {children}
    </p>
  );
}

/** A notice for each text. */
export const Notices = ({ tone, texts }: { readonly tone: Tone; readonly texts: Texts }) => (
  <>
    {texts?.map((text) => (
      <Notice key={text} tone={tone}>
        {text}
      </Notice>
    ))}
  </>
);

type Texts = readonly string[] | undefined;

/** A paragraph for each text. */
export const Paragraphs = ({ texts, kind }: { readonly texts: Texts; readonly kind?: string }) => (
  <>
    {texts?.map((text) => (
      <p key={text} class={kind}>
        {text}
      </p>
    ))}
  </>
);

/** Shows a refusal, if there is one. */
export const Problem = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : (
    <Notice tone="stop" isSeen>
      {ended(engineText(text))}
    </Notice>
  );

/** Asks for what a task still needs. Nothing went wrong. */
export const Question = ({ text }: { readonly text: string }) => (
  <Notice tone="note" isSeen>
    {ended(engineText(text))}
  </Notice>
);

/** Ends a text with a period, as a sentence of the page does. */
export const ended = (text: string): string =>
  /[.!?…。？！]\s*$/.test(text) ? text : `${text}${chosenLanguage() === 'ja' ? '。' : '.'}`;

/** Says that keys must be open, and leads to them. */
export const NeedsKeys = ({ onUnlock }: { readonly onUnlock: () => void }) => (
  <>
    <Notice tone="note">{strings.keys.first}</Notice>
    <Button class="main" label={strings.keys.title} onClick={onUnlock} />
  </>
);

/** The heading of a new screen. It gets the focus, and names the window. */
export function Title({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Runs before the user can act, because later it would take the focus from another element.
  useLayoutEffect(() => {
    // The screen before may have been scrolled down.
    scrollTo(0, 0);
    heading.current?.focus();
  }, []);
  useEffect(() => {
    document.title = `${children} – ${strings.name}`;
  }, [children]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** Says what was closed, and takes the focus from the title. */
export function Closed({ text }: { readonly text: string | undefined }) {
  const shown = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => shown.current?.focus(), [text]);
  return text === undefined ? null : (
    <p ref={shown} tabIndex={-1} class="notice note" role="status">
      {text}
    </p>
  );
}

type FieldProps = {
  readonly id: string;
  readonly label: string;
  readonly help?: string | undefined;
  /** Message that its value is wrong. */
  readonly fault?: string | undefined;
};

/** A control with its name and, below, messages about it. */
export function Field(props: FieldProps & { readonly children: Child }) {
  const { id, label, help, fault, children } = props;
  return (
    <div class={fault === undefined ? 'field' : 'field wrong'}>
      <label for={id}>{label}</label>
      {children}
      {fault === undefined ? null : (
        <p class="fault" id={`${id}-fault`} role="alert">
          {ended(engineText(fault))}
        </p>
      )}
      {help === undefined || fault !== undefined ? null : (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}

/** Attributes that connect a control with the error below it, which takes the place of the help. */
export const described = ({ id, help, fault }: Omit<FieldProps, 'label'>) => ({
  'aria-invalid': fault !== undefined,
  'aria-describedby': fault === undefined ? help && `${id}-help` : `${id}-fault`,
});

/** Members of a part, and all other attributes of its element. */
type Own<Tag extends keyof Attributes, Props> = Props & Omit<Attributes[Tag], keyof Props>;

type AreaProps = FieldProps & { readonly value: string; readonly onText: (text: string) => void };

/** Lines of text, which the browser does not keep. */
export const TextArea = ({ id, label, help, fault, value, onText }: AreaProps) => (
  <Field id={id} label={label} help={help} fault={fault}>
    <textarea
      id={id}
      rows={2}
      value={value}
      onInput={({ currentTarget }) => onText(currentTarget.value)}
      {...described({ id, help, fault })}
      {...unkept}
    />
  </Field>
);

type TextProps = FieldProps & {
  readonly type?: 'number' | 'password';
  readonly onText: (text: string) => void;
};

/** A line of text, which the browser does not keep. */
export const TextField = ({ label, help, fault, onText, ...rest }: Own<'input', TextProps>) => (
  <Field id={rest.id} label={label} help={help} fault={fault}>
    {createElement('input', {
      type: 'text',
      onInput: (event) => onText(event.currentTarget.value),
      ...described({ id: rest.id, help, fault }),
      ...unkept,
      ...rest,
    })}
  </Field>
);

type SelectProps<T> = FieldProps & {
  readonly value: T;
  readonly options: readonly (readonly [value: T, name: string, language?: string])[];
  readonly onChoose: (value: T) => void;
};

/** A choice of one of several values. */
export function Select<T extends string | number>(props: SelectProps<T>) {
  const { id, value, options, onChoose } = props;
  const choose = (at: number) => {
    const [chosen] = options[at] ?? [];
    if (chosen !== undefined) onChoose(chosen);
  };
  return (
    <Field {...props}>
      <select id={id} value={value} onChange={(event) => choose(event.currentTarget.selectedIndex)}>
        {options.map(([each, name, language]) => (
          <option key={each} value={each} lang={language}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  );
}

type ChoiceProps = { readonly label: Child; readonly onChoose: (isChosen: boolean) => void };

/** A box to tick. */
export const Choice = ({ label, onChoose, ...rest }: Own<'input', ChoiceProps>) => (
  <label class="choice">
    <input type="checkbox" onChange={(event) => onChoose(event.currentTarget.checked)} {...rest} />
    <span>{label}</span>
  </label>
);

/** A button, which sends a form only if its type says so. */
export const Button = ({ label, ...rest }: Own<'button', { readonly label: Child }>) => (
  <button type="button" {...rest}>
    {label}
  </button>
);

/** A button that prints. The print view hides it, and it would lose the focus. */
export const PrintButton = ({ class: kind, label }: { class: string; label: string }) => (
  <Button
    class={kind}
    label={label}
    onClick={({ currentTarget }) => {
      print();
      currentTarget.focus();
    }}
  />
);

/** Returns the day by the clock of this computer (ISO 8601). */
export const today = (): string => new Date().toISOString().slice(0, 10);

type FormProps = { readonly onSend: (form: HTMLFormElement) => void };

/** A form whose answers stay on the page. */
export const Form = ({ onSend, ...rest }: Own<'form', FormProps>) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      onSend(event.currentTarget);
    }}
    {...rest}
  />
);

type CardProps = { readonly id: string; readonly title: string; readonly children: Child };

/** A part of a screen, with its heading. */
export const Card = ({ id, title, children }: CardProps) => (
  <section class="card" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);

type FoldProps = { readonly title: string; readonly language?: string; readonly children: Child };

/** A part of a screen that opens when its title is pressed. */
export const Fold = ({ title, language, children }: FoldProps) => (
  <details>
    <summary>{title}</summary>
    <section class="card" lang={language} aria-label={title}>
      {children}
    </section>
  </details>
);

type Way = readonly [name: string, help: string, go: () => unknown];

/** Large buttons, one for each way to continue. */
export const Ways = ({ ways }: { readonly ways: readonly Way[] }) => (
  <div class="ways">
    {ways.map(([name, help, go]) => (
      <button key={name} type="button" class="way" onClick={go} aria-label={name}>
        <strong>{name}</strong>
        <span>{help}</span>
      </button>
    ))}
  </div>
);

type TabsProps<T> = {
  readonly label: string;
  readonly tabs: readonly (readonly [tab: T, name: string])[];
  readonly current: T;
  readonly onTab: (tab: T) => void;
};

/** Names of the parts of a screen, of which one is shown. */
export const Tabs = <T extends string>({ label, tabs, current, onTab }: TabsProps<T>) => (
  <nav class="tabs" aria-label={label}>
    {tabs.map(([tab, name]) => (
      <Button
        key={tab}
        label={name}
        aria-current={tab === current ? 'page' : undefined}
        onClick={() => onTab(tab)}
      />
    ))}
  </nav>
);

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

/** A small picture of a fingerprint, so that another one is noticed at a glance. */
export function Identicon({ text }: { readonly text: string }) {
  const bits = Number.parseInt(text.slice(0, 8), 16) || 0;
  const cells = Array.from({ length: 15 }, (_, i) => i).filter((i) => (bits >>> i) & 1);
  // Three columns, the first two mirrored.
  const path = cells.flatMap((i) => {
    const [x, y] = [i % 3, Math.floor(i / 3)];
    return (x === 2 ? [2] : [x, 4 - x]).map((column) => `M${column} ${y}h1v1h-1z`);
  });
  return (
    <svg class={`identicon tint${(bits >>> 16) % 6}`} viewBox="-1 -1 7 7" aria-hidden="true">
      <path d={path.join('')} />
    </svg>
  );
}

type CopyProps = { readonly text: string; readonly label: string };

/** Copies a public text; secrets have no such button. */
export function Copy({ text, label }: CopyProps) {
  const [said, setSaid] = useState('');
  const { copied, notCopied } = strings.result;
  return (
    <>
      <Button
        class="small"
        label={label}
        onClick={async () => {
          // Old browsers have no clipboard for a file.
          const problem = await failing(async () => navigator.clipboard.writeText(text));
          setSaid(problem === undefined ? copied : notCopied);
        }}
      />{' '}
      <span role="status" class="help">
        {said}
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
  /** Called for a short press, and by assistive technology, which cannot hold. */
  readonly onPress?: () => void;
};

/** Milliseconds of the longest press that is not a hold. */
const PRESS = 400;

/** A button that acts while it is held, by pointer or key. */
export function Hold({ class: kind, label, name, onHold, onRelease, onPress }: HoldProps) {
  const since = useRef<number>(undefined);
  const hold = () => {
    since.current = Date.now();
    onHold();
  };
  const press = () => {
    const { current = Number.POSITIVE_INFINITY } = since;
    since.current = undefined;
    if (Date.now() - current <= PRESS) onPress?.();
  };
  // Enter would press the button at once, before it is held.
  const isKey = (event: KeyboardEvent) => {
    const isOne = event.key === ' ' || event.key === 'Enter';
    if (isOne) event.preventDefault();
    return isOne && !event.repeat;
  };
  useEffect(() => onRelease, []);
  return (
    <Button
      class={kind}
      label={label}
      aria-label={name}
      onPointerDown={hold}
      onPointerUp={onRelease}
      onPointerLeave={onRelease}
      onKeyDown={(event: KeyboardEvent) => isKey(event) && hold()}
      onKeyUp={(event: KeyboardEvent) => {
        onRelease();
        if (isKey(event) && since.current !== undefined) press();
      }}
      onBlur={() => {
        since.current = undefined;
        onRelease();
      }}
      onClick={press}
    />
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

/** Runs a task. Returns the text of its error, or the text that it returns. */
export async function failing(run: () => Promise<unknown>): Promise<string | undefined> {
  try {
    const shown = await run();
    return typeof shown === 'string' ? shown : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns the refusal of the last task, and a function that runs the next one. */
export function useProblem() {
  const [problem, setProblem] = useState<string>();
  const run = async (task: () => Promise<unknown>) => setProblem(await failing(task));
  return { problem, setProblem, run };
}

type EventOf<Name> = Name extends keyof WindowEventMap ? WindowEventMap[Name] : Event;

/** Listens to an event anywhere in the page, from before the heading gets the focus. */
export function useListener<Name extends string>(
  name: Name,
  listen: (event: EventOf<Name>) => unknown,
): void {
  const latest = useRef(listen);
  latest.current = listen;
  useLayoutEffect(() => {
    // The cast: events of this name have this type.
    const hear = (event: Event) => void latest.current(event as EventOf<Name>);
    addEventListener(name, hear);
    return () => removeEventListener(name, hear);
  }, []);
}

/** Closes with Escape what a button has opened, and returns the focus to the button. */
export function useEscape(isOpen: boolean, close: () => void) {
  const opener = useRef<HTMLButtonElement>(null);
  useListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !isOpen) return;
    close();
    opener.current?.focus();
  });
  return opener;
}

/**
 * Ignores the second click of a double click, if the first has put another control at its place. It
 * could sign, or answer a question before it was read. Nor does it move the focus there, where the
 * next key would do the same.
 */
export function useFirstClicks(): void {
  const first = useRef<EventTarget | null>(null);
  useLayoutEffect(() => {
    const hear = (event: MouseEvent) => {
      if (event.detail >= 2) {
        if (event.target === first.current) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      } else if (event.type === 'click') {
        first.current = event.target;
      }
    };
    addEventListener('mousedown', hear, true);
    addEventListener('click', hear, true);
    return () => {
      removeEventListener('mousedown', hear, true);
      removeEventListener('click', hear, true);
    };
  }, []);
}

/** Makes the page show its texts again. */
const languageEvent = 'languagechoice';

/** Shows its children again in each language that the user chooses. */
export function useLanguage(): void {
  const [, setShown] = useState(chosenLanguage());
  useListener(languageEvent, () => setShown(chosenLanguage()));
}

/** The choice of a language, each by its own name. A small screen has only room for the globe. */
export function Languages() {
  const language = chosenLanguage();
  const offered = Object.keys(languages)
    .filter(isLanguage)
    .filter((tag) => tag !== 'pseudo' || language === 'pseudo');
  return (
    <label class="language">
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M8 1a7 7 0 1 0 .01 0M1 8h14M8 1c-5 4-5 10 0 14M8 1c5 4 5 10 0 14" />
      </svg>
      <select
        aria-label={strings.language.label}
        value={language}
        onChange={({ currentTarget }) => {
          if (isLanguage(currentTarget.value)) setLanguage(currentTarget.value);
          dispatchEvent(new Event(languageEvent));
        }}
      >
        {offered.map((tag) => (
          <option key={tag} value={tag} lang={tag === 'pseudo' ? 'en' : tag}>
            {languages[tag]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Says of a translation that a machine made it. */
export const Draft = () =>
  chosenLanguage() === 'en' ? null : <p class="help">{strings.language.draft}</p>;
