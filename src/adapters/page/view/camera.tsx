import type { Client } from '../client.ts';
import { useEffect, useRef, useState } from '../dom.ts';
import type { IntakeView } from '../engine/intake.ts';
import { words } from '../words.ts';
import { Notice } from './parts.tsx';

/** Enough for dense codes, and read several times a second. */
const WIDEST = 800;
const PAUSE = 60;

type Props = {
  readonly engine: Client;
  readonly onTaken: (taken: IntakeView) => void;
  readonly onClose: () => void;
};

/** Looks through the camera until `onTaken` has what it wants and takes this away. */
export function Camera({ engine, onTaken, onClose }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | undefined;
    const start = async () => {
      stream = await openCamera();
      if (video.current === null || isOver) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      while (!isOver) {
        const image = pictureOf(video.current);
        if (image !== undefined) onTaken(await engine.takeImage(image));
        await new Promise((done) => setTimeout(done, PAUSE));
      }
    };
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    start().catch((error: unknown) => {
      if (isOver) return;
      const name = nameOf(error);
      setProblem(name === 'NotFoundError' ? words.camera.none : words.camera.denied);
    });
    return () => {
      isOver = true;
      stop();
    };
  }, []);
  return (
    <section class="camera" aria-label={words.camera.title}>
      {problem === undefined ? (
        <>
          <p>{words.camera.show}</p>
          <video ref={video} muted playsInline aria-label={words.camera.title} />
        </>
      ) : (
        <Notice tone="warn">{problem}</Notice>
      )}
      <button type="button" onClick={onClose}>
        {words.camera.stop}
      </button>
    </section>
  );
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/** A camera that starts slowly, or that another program is letting go of, is asked again. */
async function openCamera(tries = 3): Promise<MediaStream> {
  const camera = { video: { facingMode: 'environment', width: { ideal: 1280 } } };
  try {
    return await navigator.mediaDevices.getUserMedia(camera);
  } catch (error) {
    if (tries === 1 || !['AbortError', 'NotReadableError'].includes(nameOf(error))) throw error;
    await new Promise((done) => setTimeout(done, 500));
    return openCamera(tries - 1);
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
