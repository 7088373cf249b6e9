import type { Sent } from '../../../transport/writer.ts';
import { useEngine } from '../client.ts';
import { type Child, useEffect, useRef, useState } from '../dom.ts';
import { engineText, strings } from '../language.ts';
import type { CodeView, FramesView } from '../worker/show.ts';
import { Button, failing, Notice, useEscape } from './parts.tsx';

/** The exports of the page's first script. */
declare const first: typeof import('../first.ts');

type Props = {
  /** Absent if no camera reads it. */
  readonly shown: Sent | undefined;
  readonly file: { readonly name: string; readonly content: Uint8Array | string };
  /** Program or device whose camera reads the codes; `plain` shows the text as one code. */
  readonly reader: string;
  /** Saving is the next step of the screen. Default: true. */
  readonly isMain?: boolean;
  /** Called when the codes are shown. */
  readonly onShown?: () => void;
  /** Called when it was saved, or when the person says that it was scanned. */
  readonly onSafe?: () => void;
  /** Buttons after those of this export. */
  readonly children?: Child;
};

/** Draws the codes of what is shown, or says why they cannot be drawn. */
function useFrames(shown: Sent | undefined, reader: string) {
  const engine = useEngine();
  const [frames, setFrames] = useState<FramesView>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (shown === undefined) return setFrames(undefined);
    void failing(async () => setFrames(await engine.drawFrames(shown, reader))).then((message) => {
      setProblem(message);
      if (message !== undefined) setFrames(undefined);
    });
  }, [reader, shown]);
  return { frames, problem };
}

/** Exports data as a file, and as codes for a camera. */
export function ResultExport(props: Props) {
  const { shown, file, reader, isMain = true, onShown, onSafe, children } = props;
  const [isShown, setShown] = useState(false);
  const { frames, problem } = useFrames(isShown ? shown : undefined, reader);
  const [said, setSaid] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  const opener = useEscape(isShown, () => setShown(false));
  // Only the person knows whether the other camera has read all codes.
  const asksScanned =
    isMain && onSafe !== undefined && isShown && shown !== undefined && frames !== undefined;
  return (
    <div class="carry-out">
      <div class="row">
        <Button
          class={isMain && !asksScanned ? 'main' : ''}
          label={strings.result.save}
          onClick={() => {
            save(file.name, file.content);
            setSaid(strings.result.saved(file.name));
            onSafe?.();
          }}
        />
        {shown === undefined ? null : (
          <Button
            ref={opener}
            label={isShown ? strings.result.hide : strings.result.show}
            aria-expanded={isShown}
            onClick={() => {
              setShown(!isShown);
              if (!isShown) onShown?.();
            }}
          />
        )}
        {children}
      </div>
      <p ref={status} class="help" role="status" tabIndex={-1}>
        {said}
      </p>
      {problem === undefined ? null : <Notice tone="warn">{engineText(problem)}</Notice>}
      {isShown && shown !== undefined && frames !== undefined ? (
        <Animation frames={frames} />
      ) : null}
      {asksScanned ? (
        <Button
          class="main"
          label={strings.result.scanned}
          onClick={() => {
            setShown(false);
            setSaid(strings.result.isScanned);
            onSafe();
            // This button goes away.
            status.current?.focus();
          }}
        />
      ) : null}
    </div>
  );
}

function Animation({ frames }: { readonly frames: FramesView }) {
  const [step, setStep] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const { codes, count, interval } = frames;
  useEffect(() => {
    if (isPaused || codes.length < 2) return undefined;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const pace = isCalm ? 2 * interval : interval;
    const timer = setInterval(() => setStep((before) => (before + 1) % codes.length), pace);
    return () => clearInterval(timer);
  }, [frames, isPaused]);
  const at = step % codes.length;
  const code = codes[at];
  const name =
    codes.length === 1 ? strings.result.code : strings.result.frame(at + 1, codes.length);
  return (
    <div class="animation">
      {code === undefined ? null : <Code code={code} name={name} isSought />}
      <p>{strings.result.animated(count)}</p>
      {codes.length < 2 ? null : (
        <Button
          label={isPaused ? strings.result.go : strings.result.pause}
          onClick={() => setPaused(!isPaused)}
        />
      )}
    </div>
  );
}

type CodeProps = {
  readonly code: CodeView;
  readonly name: string;
  /** Brings the code into view when it appears, below the button that shows it. */
  readonly isSought?: boolean;
};

export function Code({ code, name, isSought = false }: CodeProps) {
  const { side, path } = code;
  const picture = useRef<SVGSVGElement>(null);
  useEffect(() => {
    if (isSought) picture.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <svg ref={picture} class="code" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={name}>
      <path fill="#fff" d={`M0 0h${side}v${side}h-${side}z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}

function save(name: string, content: Uint8Array | string): void {
  const part = typeof content === 'string' ? content : new Uint8Array(content);
  const url = URL.createObjectURL(new Blob([part], { type: 'application/octet-stream' }));
  first.saveFile(url, name);
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
