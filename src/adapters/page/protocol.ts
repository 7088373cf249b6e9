import type { SigningProgress } from '../../signing/job.ts';
import type { ReadQrCode } from '../../transport/qr-code.ts';
import type { Engine } from './engine/engine.ts';

/** What each question is asked with, by its name. */
export type Arguments = { readonly [N in keyof Engine]: Parameters<Engine[N]> };

/** What the page posts to the worker: the name of a question, and what it is asked with. */
export type Request<N extends keyof Arguments = keyof Arguments> = {
  readonly [M in N]: { readonly id: number; readonly name: M; readonly args: Arguments[M] };
}[N];

/** What the page posts to the worker for pictures, which knows nothing of keys. */
export type PictureRequest = { readonly id: number; readonly image: ImageData };

/** What that worker posts to the one with the keys, through a port that both are given. */
export type FoundCode = { readonly id: number; readonly code: ReadQrCode };

/** One end of the way between the two workers. */
export type Connection = { readonly port: MessagePort };

/** What a worker posts to the page. */
export type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string }
  | { readonly progress: SigningProgress };
