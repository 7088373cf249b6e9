import type { OutcomeMessage } from '../../psbt/outcome-messages.ts';
import type { SigningProgress } from '../../signing/job.ts';
import type { ReadQrCode } from '../../transport/qr-code.ts';
import type { Engine } from './worker/engine.ts';
import type { FieldFault } from './worker/failures.ts';

/** Arguments of each question, by its name. */
export type Arguments = { readonly [N in keyof Engine]: Parameters<Engine[N]> };

/** Message from the page to the worker: the name of a question and its arguments. */
export type Request<N extends keyof Arguments = keyof Arguments> = {
  readonly [M in N]: { readonly id: number; readonly name: M; readonly args: Arguments[M] };
}[N];

/** Message from the page to the worker for pictures, which has no keys. */
export type PictureRequest = { readonly id: number; readonly image: ImageData };

/**
 * Message from the worker for pictures to the worker with the keys, through a port between them.
 */
export type FoundCode = { readonly id: number; readonly code: ReadQrCode };

/** One end of the connection between the two workers. */
export type Connection = { readonly port: MessagePort };

/** Message from a worker to the page. */
export type Answer =
  | { readonly id: number; readonly value: unknown }
  | {
      readonly id: number;
      readonly error: string;
      /** Messages with ids, if the error is the outcome of a step. */
      readonly outcome?: readonly OutcomeMessage[] | undefined;
      /** Messages at the fields of a form, if the error is about them. */
      readonly faults?: readonly FieldFault[] | undefined;
      /** True if the error asks for the password of a file. */
      readonly needsPassword?: boolean | undefined;
    }
  | { readonly progress: SigningProgress };
