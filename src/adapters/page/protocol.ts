import type { SigningProgress } from '../../signing/job.ts';
import type { Engine } from './engine/engine.ts';

/** What each question is asked with, by its name. */
export type Arguments = { readonly [N in keyof Engine]: Parameters<Engine[N]> };

/** What the page posts to the worker: the name of a question, and what it is asked with. */
export type Request<N extends keyof Arguments = keyof Arguments> = {
  readonly [M in N]: { readonly id: number; readonly name: M; readonly args: Arguments[M] };
}[N];

/** What the worker posts to the page. */
export type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string }
  | { readonly progress: SigningProgress };
