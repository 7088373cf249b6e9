import { execFileSync } from 'node:child_process';

/** Whether this machine has a program. */
export function has(command: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`]);
    return true;
  } catch {
    // It can be installed (Debian's packages zbar-tools, qrencode, imagemagick).
    return false;
  }
}
