import { type Child, useLayoutEffect, useRef } from '../dom.ts';

/** How bad it is; said in words and shown by a bar. */
type Tone = 'stop' | 'warn' | 'note' | 'good';

export function Notice({ tone, children }: { readonly tone: Tone; readonly children: Child }) {
  const role = tone === 'stop' ? 'alert' : 'status';
  return (
    <p class={`notice ${tone}`} role={role}>
      {children}
    </p>
  );
}

/** The heading of what has just come up: who listens or types goes on there. */
export function Title({ children }: { readonly children: Child }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Before anybody can go on from here: later, it would be taken from what was reached.
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** A control with its name and, below, what else is to be known. */
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

/** Nothing of what is typed is kept by the browser, or sent to somebody who checks the spelling. */
export const unkept = {
  autocomplete: 'off',
  autocapitalize: 'off',
  autocorrect: 'off',
  spellcheck: false,
} as const;
