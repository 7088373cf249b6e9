import type { Client } from '../client.ts';
import { useEffect, useState } from '../dom.ts';
import type { CodeView, FramesView, Shown } from '../engine/show.ts';
import { words } from '../words.ts';
import { failing } from './intake.tsx';
import { Field, Notice } from './parts.tsx';

/** Programs and devices whose cameras read it. */
const readers = [
  'Sparrow',
  'Coldcard Q',
  'Electrum',
  'Jade',
  'Keystone',
  'Krux',
  'Passport',
  'SeedSigner',
  'Specter',
];

type Props = {
  readonly engine: Client;
  /** Absent: no camera reads it. */
  readonly shown: Shown | undefined;
  readonly file: { readonly name: string; readonly content: Uint8Array | string };
  /** Where it came from speaks the same; `plain`: one code of the text itself. */
  readonly reader?: string;
};

/** As a file, and as codes for a camera. */
export function CarryOut({ engine, shown, file, reader: first = 'Sparrow' }: Props) {
  const [reader, setReader] = useState(first);
  const [isShown, setShown] = useState(false);
  const [frames, setFrames] = useState<FramesView>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (!isShown || shown === undefined) return setFrames(undefined);
    void failing(async () => setFrames(await engine.drawFrames(shown, reader))).then((message) => {
      setProblem(message);
      if (message !== undefined) setFrames(undefined);
    });
  }, [isShown, reader, shown]);
  return (
    <div class="carry-out">
      <div class="row">
        <button type="button" class="main" onClick={() => save(file.name, file.content)}>
          {words.result.save}
        </button>
        {shown === undefined ? null : (
          <button type="button" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? words.result.hide : words.result.show}
          </button>
        )}
      </div>
      {isShown && first !== 'plain' ? (
        <Field id="reader" label={words.result.reader}>
          <select
            id="reader"
            value={reader}
            onChange={(event) => setReader(event.currentTarget.value)}
          >
            {readers.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </Field>
      ) : null}
      {problem === undefined ? null : <Notice tone="warn">{problem}</Notice>}
      {isShown && frames !== undefined ? <Animation frames={frames} /> : null}
    </div>
  );
}

function Animation({ frames }: { readonly frames: FramesView }) {
  const [step, setStep] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const { codes, count, interval } = frames;
  useEffect(() => {
    if (isPaused || codes.length < 2) return undefined;
    const timer = setInterval(() => setStep((before) => (before + 1) % codes.length), interval);
    return () => clearInterval(timer);
  }, [frames, isPaused]);
  const code = codes[step % codes.length];
  return (
    <div class="animation">
      {code === undefined ? null : <Code code={code} />}
      <p>{words.result.animated(count)}</p>
      {codes.length < 2 ? null : (
        <button type="button" onClick={() => setPaused(!isPaused)}>
          {isPaused ? words.result.go : words.result.pause}
        </button>
      )}
    </div>
  );
}

function Code({ code }: { readonly code: CodeView }) {
  const { side, path } = code;
  return (
    <svg class="code" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={words.result.code}>
      <path fill="#fff" d={`M0 0h${side}v${side}h-${side}z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}

function save(name: string, content: Uint8Array | string): void {
  const part = typeof content === 'string' ? content : new Uint8Array(content);
  const url = URL.createObjectURL(new Blob([part], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
