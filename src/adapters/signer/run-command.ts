import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { CommandAnswer, SignerCommand } from '../../rpc/signing-context.ts';
import { createMutex } from '../../wallet-host/mutex.ts';
import type { Options } from '../options/load.ts';

/** Limit of a command's output, in bytes: more than the largest PSBT. */
const MOST_OUTPUT = 32 * 2 ** 20;
const MOST_ERRORS = 2 ** 16;

/** Timeouts in seconds. A device that signs or shows an address waits for a button press. */
const LONGEST_WAIT = { asking: 60, showing: 600 };

/** The command of `-signer`, which runs for one call at a time. */
export type OpenSignerCommand = SignerCommand & {
  /** Ends a running command, and prevents further ones. */
  interrupt(): void;
};

/** Returns the command, or `undefined` if none is configured. */
export function readSignerCommand({ text }: Options): OpenSignerCommand | undefined {
  const command = text('signer') ?? '';
  return command === '' || command === '0' ? undefined : createSignerCommand(command);
}

/** `limits`: timeouts in seconds. */
export function createSignerCommand(
  command: string,
  limits: typeof LONGEST_WAIT = LONGEST_WAIT,
): OpenSignerCommand {
  // A device handles one request at a time.
  const turns = createMutex();
  let running: ChildProcess | undefined;
  let isOver = false;
  return {
    command,
    run: (words, input) =>
      turns.run(() => {
        if (isOver) throw new Error('The program is ending, so it starts no other command');
        // Core: subprocess::util::split.
        const [program = '', ...own] = command.split(/[ \t]/);
        const seconds =
          input !== '' || words.includes('displayaddress') ? limits.showing : limits.asking;
        const child = spawn(program, [...own, ...words], { shell: false, windowsHide: true });
        running = child;
        return answerOf(child, input, seconds).finally(() => {
          running = undefined;
        });
      }),
    interrupt() {
      isOver = true;
      running?.kill('SIGKILL');
    },
  };
}

function answerOf(
  child: ReturnType<typeof spawn>,
  input: string,
  seconds: number,
): Promise<CommandAnswer> {
  return new Promise((resolve, reject) => {
    const end = (words: string) => {
      child.kill('SIGKILL');
      reject(new Error(words));
    };
    const timer = setTimeout(
      () =>
        end(
          `The command of -signer has not answered within ${seconds} seconds. Check that the device is connected and unlocked`,
        ),
      seconds * 1000,
    );
    const output = collect(child.stdout, MOST_OUTPUT, () =>
      end('The command of -signer printed too much. Check that it is HWI or a compatible program'),
    );
    // Only the beginning of error output is useful.
    const errors = collect(child.stderr, MOST_ERRORS, () => undefined);
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(new Error(`execve failed: ${systemMessage(error)}`));
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const status = code ?? (signal ? constants.signals[signal] : 255);
      resolve({ status, output: firstLine(output()), errors: firstLine(errors()) });
    });
    // A command may end without reading.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

function collect(
  stream: NodeJS.ReadableStream | null,
  most: number,
  onMore: () => void,
): () => Buffer {
  const chunks: Buffer[] = [];
  let length = 0;
  stream?.on('data', (chunk: Buffer) => {
    if (length + chunk.length > most) onMore();
    else chunks.push(chunk);
    length += chunk.length;
  });
  return () => Buffer.concat(chunks);
}

/** Returns the first line, as Core's std::getline. */
function firstLine(bytes: Buffer): string {
  const end = bytes.indexOf(0x0a);
  return bytes.toString('utf8', 0, end < 0 ? bytes.length : end);
}

/** Messages of strerror. */
const STRERROR: { readonly [code: string]: string } = {
  ENOENT: 'No such file or directory',
  EACCES: 'Permission denied',
};

const systemMessage = ({ code = '', message }: Error & { readonly code?: string }): string =>
  STRERROR[code] ?? (code || message);
