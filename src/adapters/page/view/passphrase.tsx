import { useEngine } from '../client.ts';
import { useEffect, useRef, useState } from '../dom.ts';
import { engineText, strings } from '../language.ts';
import type { PassphraseView, SeedSource } from '../worker/passphrase-preview.ts';
import { Button, Choice, Form, Notices, TextField } from './parts.tsx';

type Props = {
  readonly of: SeedSource;
  readonly onOpen: (passphrase: string) => Promise<void>;
  /** Moves the focus here as soon as it is shown. */
  readonly takesFocus?: boolean;
};

/** The last step before a seed is opened: the passphrase, and which wallet it leads to. */
export function Passphrase({ of, onOpen, takesFocus }: Props) {
  const engine = useEngine();
  const field = useRef<HTMLInputElement>(null);
  const [view, setView] = useState<PassphraseView>();
  const [isBusy, setBusy] = useState(false);
  const preview = async () => {
    const typed = field.current?.value ?? '';
    const found = await engine.previewPassphrase(typed, of);
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
    <Form class="ready" onSend={() => isBusy || void open()}>
      <TextField
        ref={field}
        id="passphrase"
        type="password"
        label={strings.keys.passphrase}
        help={strings.keys.passphraseHelp}
        onText={preview}
      />
      <Choice
        label={strings.keys.showPassphrase}
        onChoose={(isShown) => {
          if (field.current !== null) field.current.type = isShown ? 'text' : 'password';
        }}
      />
      <Notices
        tone="warn"
        texts={view?.notes.map((note) => strings.keys.passphraseNote(engineText(note)))}
      />
      <p role="status">
        {strings.keys.preview}: <strong class="mono">{view?.fingerprint ?? '…'}</strong>
      </p>
      <Button
        type="submit"
        class="main"
        label={isBusy ? strings.keys.opening : strings.keys.open}
      />
    </Form>
  );
}
