import type { SigningProgress } from '../../signing/job.ts';
import type { Engine } from './engine/engine.ts';

/** What the page posts to the worker. */
export type Request = {
  readonly id: number;
  readonly name: keyof Engine;
  readonly args: readonly unknown[];
};

/** What the worker posts to the page. */
export type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string }
  | { readonly progress: SigningProgress };
