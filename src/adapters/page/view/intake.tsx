import { type Client, useEngine } from '../client.ts';
import { type Child, useLayoutEffect, useRef, useState } from '../dom.ts';
import { strings } from '../language.ts';
import type { IntakeView } from '../worker/intake.ts';
import { Camera, drawn } from './camera.tsx';
import { Button, Field, failing, Problem, unkept, useListener } from './parts.tsx';

export type Taken = Extract<IntakeView, { status: 'done' }> & {
  /** Name of the imported file. */
  readonly fileName?: string;
  /** The text that was typed or pasted. */
  readonly typed?: string;
};

/** True for a telephone or tablet, whose camera is at hand. */
const isHeld = matchMedia('(pointer: coarse)').matches;

/** Texts typed on screens that are not in view; never keys. */
export const drafts = new Map<string, string>();

/**
 * Looks like an address. If it has a typing error, it stays in its field, so that it can be
 * corrected. No seed looks like that.
 */
const ADDRESS = /^((bc|tb|bcrt|sp|tsp|sprt)1[0-9a-z]+|[123mn][1-9A-HJ-NP-Za-km-z]{24,39})$/i;

type Props = {
  /** Id in the page, which may have several. */
  readonly id: string;
  /** Returns a sentence if the import is not wanted here. */
  readonly onTaken: (taken: Taken) => Promise<string | undefined>;
  /** A way out of the refusal, shown below it. */
  readonly way?: Child;
  /** Clears the answer to an earlier import, since another one comes or failed. */
  readonly onNew?: () => void;
  /** True if it is the next step of the screen. Default: false. */
  readonly isMain?: boolean;
  /** Name of the text, if people mostly type or paste it. */
  readonly text?: string;
};

/** Imports by camera, file, drop or paste. */
export function Intake({ id, onTaken, way, onNew, isMain = false, text: label }: Props) {
  const engine = useEngine();
  const place = useRef<HTMLDivElement>(null);
  const paste = useRef<HTMLTextAreaElement>(null);
  const latest = useRef(0);
  const [isFilming, setFilming] = useState(false);
  // While the camera works, its picture is the screen.
  const [isOnly, setOnly] = useState(false);
  const [state, setState] = useState<IntakeView>();
  // Runs before the user can type, because a later effect would overwrite the text.
  useLayoutEffect(() => {
    const field = paste.current;
    if (field === null || id === 'keys') return undefined;
    field.value = drafts.get(id) ?? '';
    return () => void drafts.set(id, field.value);
  }, []);

  const take = async (taken: IntakeView, fileName?: string, typed = '') => {
    if (taken.status === 'nothing') return;
    const turn = ++latest.current;
    onNew?.();
    // Make its message visible.
    place.current?.closest('details')?.setAttribute('open', '');
    setState(taken);
    if (taken.status !== 'done') return;
    setFilming(false);
    const problem = await failing(() =>
      onTaken({ ...taken, ...(fileName && { fileName }), typed }),
    );
    if (turn !== latest.current) return;
    setState(problem === undefined ? undefined : { status: 'refused', message: problem });
    const field = paste.current;
    const isAddress = problem !== undefined && ADDRESS.test(typed.replace(/\s/g, ''));
    if (isAddress && field?.value === '') field.value = typed;
  };
  const takeText = async (given?: string) => {
    const field = paste.current;
    if (field === null) return;
    const text = given ?? field.value;
    field.value = '';
    const isEmpty = text.trim() === '';
    const nothing = { status: 'refused', message: strings.intake.empty } as const;
    await take(isEmpty ? nothing : await engine.takeText(text), undefined, text);
  };
  const takeFile = async (given: File | undefined) => {
    if (given === undefined) return;
    if (given.type.startsWith('image/')) {
      const taken = await takePicture(engine, given);
      const nothing = { status: 'refused', message: strings.intake.nothing } as const;
      return take(taken.status === 'nothing' ? nothing : taken);
    }
    const bytes = await bytesOf(given);
    if (bytes === undefined) return take({ status: 'refused', message: strings.intake.badFile });
    await take(await engine.takeBytes(bytes), given.name);
  };
  const takeDropped = (dropped: DataTransfer) => {
    const [file, another] = dropped.files;
    if (another !== undefined) return take({ status: 'refused', message: strings.intake.oneFile });
    return file === undefined ? takeText(dropped.getData('text')) : takeFile(file);
  };
  useDrop(place, takeDropped);
  usePaste(place, takeDropped);

  const film = async () => {
    await engine.beginIntake();
    setState(undefined);
    setOnly(true);
    setFilming(true);
  };
  const isTyped = label !== undefined;
  const main = (isNext: boolean) => (isMain && isNext ? 'main' : '');
  const file = (
    <FileButton label={strings.intake.file} class={main(!isTyped && !isHeld)} onFile={takeFile} />
  );
  const camera = (
    <Button
      label={strings.intake.camera}
      class={main(!isTyped && isHeld)}
      onClick={film}
      disabled={isFilming}
    />
  );
  const ways = <div class="row">{isHeld ? [camera, file] : [file, camera]}</div>;
  return (
    <div class={isFilming && isOnly ? 'intake filming' : 'intake'} ref={place}>
      {isTyped ? null : ways}
      {isFilming ? (
        <Camera onTaken={take} onClose={() => setFilming(false)} onFault={() => setOnly(false)}>
          <Progress state={state} />
        </Camera>
      ) : (
        <Progress state={state} />
      )}
      {state?.status === 'refused' ? way : null}
      <PasteField
        id={id}
        field={paste}
        label={label}
        onTake={() => void takeText()}
        class={main(isTyped)}
      />
      {isTyped ? ways : null}
    </div>
  );
}

type PasteProps = Pick<Props, 'id'> & {
  readonly field: { current: HTMLTextAreaElement | null };
  /** Name of the text. Absent if a file or a code is more usual. */
  readonly label: string | undefined;
  readonly class: string;
  readonly onTake: () => void;
};

/** The field for a text, and the button that imports it. */
function PasteField({ id, field, label, class: kind, onTake }: PasteProps) {
  const isTyped = label !== undefined;
  return (
    <>
      <Field id={`${id}-paste`} label={label ?? strings.intake.paste}>
        <textarea
          ref={field}
          id={`${id}-paste`}
          rows={isTyped ? 2 : 3}
          aria-describedby={isTyped ? undefined : `${id}-paste-help`}
          onPaste={() => setTimeout(onTake, 0)}
          {...unkept}
        />
        {isTyped ? null : (
          <p class="help dropped" id={`${id}-paste-help`}>
            {strings.intake.drop}
          </p>
        )}
      </Field>
      <Button class={kind} label={strings.intake.take} onClick={onTake} />
    </>
  );
}

type FileProps = {
  readonly label: string;
  /** Name for screen readers, if it is not the label. */
  readonly name?: string;
  readonly class?: string;
  readonly onFile: (file: File | undefined) => Promise<void>;
};

/** A button that opens a file. */
export function FileButton({ label, name = label, class: kind = '', onFile }: FileProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button class={kind} label={label} aria-label={name} onClick={() => field.current?.click()} />
      <input
        ref={field}
        type="file"
        class="unseen"
        tabIndex={-1}
        aria-label={name}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Without this, opening the same file again would not count as a change.
          currentTarget.value = '';
          void onFile(file);
        }}
      />
    </>
  );
}

function Progress({ state }: { readonly state: IntakeView | undefined }) {
  if (state?.status === 'refused') return <Problem text={state.message} />;
  if (state?.status !== 'partial') return null;
  const { received, total } = state;
  return (
    <div role="status">
      <progress value={received} max={total} aria-label={strings.camera.title} />
      <p>{strings.intake.frames(received, total)}</p>
    </div>
  );
}

/** A snapshot, the largest file that is opened, is smaller. */
const LARGEST_FILE = 64_000_000;

/** Reads a file. Returns `undefined` if it is empty, too large, a folder, or no longer there. */
export async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (file.size > LARGEST_FILE) return undefined;
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return bytes.length === 0 ? undefined : bytes;
  } catch {
    // A folder, or the stick was removed.
    return undefined;
  }
}

async function takePicture(engine: Client, file: File): Promise<IntakeView> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    // The browser's decoder cannot read it.
    return { status: 'refused', message: strings.intake.unreadable };
  }
  const image = drawn(bitmap, bitmap.width, bitmap.height);
  bitmap.close();
  return image === undefined ? { status: 'nothing' } : engine.takeImage(image);
}

type DropArea = { readonly current: HTMLDivElement | null };

const isFirst = ({ current }: DropArea) => document.querySelector('.intake') === current;

/** Takes what is pasted while no field has the focus, in the first intake on the screen. */
function usePaste(place: DropArea, take: (pasted: DataTransfer) => Promise<void>): void {
  useListener('paste', ({ target, clipboardData }) => {
    if (clipboardData !== null && !isField(target) && isFirst(place)) void take(clipboardData);
  });
}

/** A field that takes a dropped text itself. */
const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea') !== null;

/** Passes a dropped file or text to the intake below it, or to the first intake on the screen. */
function useDrop(place: DropArea, take: (dropped: DataTransfer) => Promise<void>): void {
  const show = (isOver: boolean) => place.current?.classList.toggle('over', isOver);
  const isOurs = ({ target, dataTransfer }: DragEvent) =>
    !isField(target) || dataTransfer?.types.includes('Files') === true;
  useListener('dragover', (event) => {
    if (!isOurs(event)) return;
    event.preventDefault();
    show(true);
  });
  useListener('dragleave', ({ relatedTarget }) => relatedTarget === null && show(false));
  useListener('drop', (event) => {
    show(false);
    if (!isOurs(event)) return;
    event.preventDefault();
    const below = event.target instanceof Element ? event.target.closest('.intake') : null;
    const isMeant = below === null ? isFirst(place) : below === place.current;
    if (isMeant && event.dataTransfer !== null) void take(event.dataTransfer);
  });
}
