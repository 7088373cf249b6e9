import type { Client } from '../client.ts';
import { useEffect, useRef, useState } from '../dom.ts';
import { engineWords, words } from '../language.ts';
import type { PassphraseView } from '../worker/keys.ts';
import { Field, Notice, unkept } from './parts.tsx';

type Props = {
  readonly engine: Client;
  readonly onOpen: (passphrase: string) => Promise<void>;
  /** Moves the focus here as soon as it is shown. */
  readonly takesFocus?: boolean;
};

/** The last step before a seed is opened: the passphrase, and which wallet it leads to. */
export function Passphrase({ engine, onOpen, takesFocus }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [view, setView] = useState<PassphraseView>();
  const [isBusy, setBusy] = useState(false);
  const preview = async () => {
    const typed = field.current?.value ?? '';
    const found = await engine.previewPassphrase(typed);
    if (field.current?.value === typed) setView(found);
  };
  useEffect(() => {
    if (takesFocus === true) field.current?.focus();
    void preview();
  }, []);
  const open = async () => {
    const typed = field.current?.value ?? '';
    setBusy(true);
    await onOpen(typed);
    if (field.current !== null) field.current.value = '';
    setBusy(false);
  };
  return (
    <form
      class="ready"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void open();
      }}
    >
      <Field id="passphrase" label={words.keys.passphrase} help={words.keys.passphraseHelp}>
        <input
          ref={field}
          id="passphrase"
          type="password"
          aria-describedby="passphrase-help"
          onInput={preview}
          {...unkept}
        />
      </Field>
      <label class="choice">
        <input
          type="checkbox"
          onChange={({ currentTarget: { checked } }) => {
            if (field.current !== null) field.current.type = checked ? 'text' : 'password';
          }}
        />
        <span>{words.keys.showPassphrase}</span>
      </label>
      {view?.notes.map((note) => (
        <Notice key={note} tone="warn">
          {words.keys.passphraseNote(engineWords(note))}
        </Notice>
      ))}
      <p role="status">
        {words.keys.preview}: <strong class="mono">{view?.fingerprint ?? '…'}</strong>
      </p>
      <button type="submit" class="main">
        {isBusy ? words.keys.opening : words.keys.open}
      </button>
    </form>
  );
}
