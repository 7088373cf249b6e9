import { useEngine } from '../client.ts';
import { useEffect, useRef, useState } from '../dom.ts';
import { engineText, strings } from '../language.ts';
import type { PassphraseView, SeedSource } from '../worker/passphrase-preview.ts';
import { Button, Choice, Form, Notice, Notices, TextField } from './parts.tsx';

type Props = {
  readonly of: SeedSource;
  readonly onOpen: (passphrase: string) => Promise<void>;
  /** Moves the focus here as soon as it is shown. */
  readonly takesFocus?: boolean;
  /** True for a new wallet: the user types the passphrase twice, and sees it once. */
  readonly isNew?: boolean;
};

/** The last step before a seed is opened: the passphrase, and which wallet it leads to. */
export function Passphrase({ of, onOpen, takesFocus, isNew = false }: Props) {
  const engine = useEngine();
  const field = useRef<HTMLInputElement>(null);
  const again = useRef<HTMLInputElement>(null);
  const [view, setView] = useState<PassphraseView>();
  const [isBusy, setBusy] = useState(false);
  // What is left of typing it twice and seeing it once.
  const [check, setCheck] = useState<'none' | 'again' | 'differs' | 'shown'>('none');
  const reveal = (isShown: boolean) => {
    for (const { current } of [field, again])
      if (current !== null) current.type = isShown ? 'text' : 'password';
  };
  const preview = async () => {
    const typed = field.current?.value ?? '';
    if (isNew) setCheck(typed === '' ? 'none' : 'again');
    if (again.current !== null) again.current.value = '';
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
  const send = () => {
    if (isBusy) return;
    if (check === 'none' || check === 'shown') return void open();
    const isSame = again.current?.value === field.current?.value;
    setCheck(isSame ? 'shown' : 'differs');
    if (isSame) reveal(true);
    else again.current?.focus();
  };
  return (
    <Form class="ready" onSend={send}>
      <TextField
        ref={field}
        id="passphrase"
        type="password"
        label={strings.keys.passphrase}
        help={isNew ? strings.dice.passphraseHelp : strings.keys.passphraseHelp}
        onText={preview}
      />
      {check === 'again' || check === 'differs' ? (
        <TextField
          ref={again}
          id="passphrase-again"
          type="password"
          label={strings.dice.passphraseAgain}
          fault={check === 'differs' ? strings.dice.passphraseDiffers : undefined}
          onText={() => setCheck('again')}
        />
      ) : null}
      {check === 'shown' ? (
        <Notice tone="note" isSeen>
          {strings.dice.passphraseShown}
        </Notice>
      ) : (
        <Choice label={strings.keys.showPassphrase} onChoose={reveal} />
      )}
      <Preview view={view} />
      <Button
        type="submit"
        class="main"
        label={isBusy ? strings.keys.opening : strings.keys.open}
      />
    </Form>
  );
}

/** Says which wallet the passphrase leads to, and whether the open transaction is of it. */
function Preview({ view }: { readonly view: PassphraseView | undefined }) {
  const { keys } = strings;
  return (
    <>
      <Notices
        tone="warn"
        texts={view?.notes.map((note) => keys.passphraseNote(engineText(note)))}
      />
      <p role="status">
        {keys.preview}: <strong class="mono">{view?.fingerprint ?? '…'}</strong>
      </p>
      {view?.transaction === undefined ? null : view.transaction.isOurs ? (
        <Notice tone="good">{keys.ofTransaction}</Notice>
      ) : (
        <Notice tone="warn" isSeen>
          {keys.transactionFor(view.transaction.fingerprints.join(', '))}
        </Notice>
      )}
    </>
  );
}
