import { useEngine } from '../client.ts';
import { type Child, useEffect, useRef, useState } from '../dom.ts';
import { strings } from '../language.ts';
import type { IntakeView } from '../worker/intake.ts';
import { Button, Notice } from './parts.tsx';

/** Enough for dense codes, and read several times a second. */
const WIDEST = 800;
const PAUSE = 60;

/** The event that counts as a sign of a person. */
export const FILMING = 'filming';

type Props = {
  readonly onTaken: (taken: IntakeView) => void;
  readonly onClose: () => void;
  /** The camera does not work. */
  readonly onFault?: () => void;
  /** Progress of the codes; shown before the picture. */
  readonly children?: Child;
};

/** Reads codes with the camera until `onTaken` has a complete result and removes this element. */
export function Camera({ onTaken, onClose, onFault, children }: Props) {
  const engine = useEngine();
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string>();
  const [chosen, setChosen] = useState<string>();
  const [cameras, setCameras] = useState<readonly string[]>([]);
  const closer = useRef<HTMLButtonElement>(null);
  const [isMirrored, setMirrored] = useState(false);
  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | undefined;
    const start = async () => {
      stream = await openCamera(chosen);
      if (video.current === null || isOver) return stop();
      const { facingMode } = stream.getVideoTracks()[0]?.getSettings() ?? {};
      setMirrored(facingMode !== 'environment');
      const devices = await navigator.mediaDevices.enumerateDevices();
      setCameras(devices.flatMap((each) => (each.kind === 'videoinput' ? [each.deviceId] : [])));
      video.current.srcObject = stream;
      await video.current.play();
      while (!isOver) {
        const image = pictureOf(video.current);
        dispatchEvent(new Event(FILMING));
        if (image !== undefined) onTaken(await engine.takeImage(image));
        await new Promise((done) => setTimeout(done, PAUSE));
      }
    };
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    start().catch((error: unknown) => {
      if (isOver) return;
      onFault?.();
      const { camera } = strings;
      const name = nameOf(error);
      if (name === 'NotFoundError') setProblem(camera.none);
      else setProblem(name === 'NotAllowedError' ? camera.denied : camera.busy);
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [chosen]);
  // The button that started the camera is disabled, and has lost the focus.
  useEffect(() => closer.current?.focus(), []);
  const next = () => {
    const at = cameras.indexOf(chosen ?? cameras[0] ?? '');
    setChosen(cameras[(at + 1) % cameras.length]);
  };
  return (
    <section class="camera" aria-label={strings.camera.title}>
      {problem === undefined ? (
        <>
          <p>{strings.camera.show}</p>
          {children}
          <div class="aim">
            <video
              ref={video}
              class={isMirrored ? 'mirrored' : ''}
              muted
              playsInline
              aria-label={strings.camera.title}
            />
          </div>
        </>
      ) : (
        <Notice tone="warn">{problem}</Notice>
      )}
      <Button
        ref={closer}
        label={problem === undefined ? strings.camera.stop : strings.sign.cancel}
        onClick={onClose}
      />
      {cameras.length > 1 ? <Button label={strings.camera.next} onClick={next} /> : null}
    </section>
  );
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/** Opens a camera. Tries again if it starts slowly, or another program is still releasing it. */
async function openCamera(deviceId: string | undefined, tries = 3): Promise<MediaStream> {
  const which = deviceId === undefined ? { facingMode: 'environment' } : { deviceId };
  const camera = { video: { ...which, width: { ideal: 1280 } } };
  try {
    return await navigator.mediaDevices.getUserMedia(camera);
  } catch (error) {
    if (tries === 1 || !['AbortError', 'NotReadableError'].includes(nameOf(error))) throw error;
    await new Promise((done) => setTimeout(done, 500));
    return openCamera(deviceId, tries - 1);
  }
}

function pictureOf(video: HTMLVideoElement): ImageData | undefined {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0) return undefined;
  const scale = Math.min(1, WIDEST / videoWidth);
  return drawn(video, Math.round(videoWidth * scale), Math.round(videoHeight * scale));
}

export function drawn(
  source: CanvasImageSource,
  width: number,
  height: number,
): ImageData | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(source, 0, 0, width, height);
  return context?.getImageData(0, 0, width, height);
}
