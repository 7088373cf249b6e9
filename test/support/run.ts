import { spawn } from 'node:child_process';

export type Ran = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** Runs a program to its end. Does not throw for an exit code. */
export function run(
  program: string,
  args: readonly string[],
  options: {
    readonly cwd?: string;
    readonly input?: string | Uint8Array;
    readonly env?: NodeJS.ProcessEnv;
  } = {},
): Promise<Ran> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.on('error', fail);
    child.on('close', (code) => done({ code, stdout, stderr }));
    // A program may end without reading.
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? '');
  });
}
