import { execFileSync } from 'node:child_process';

/**
 * ImageMagick under Debian's name or its own. A program called `convert` may be a different one.
 */
export const magick = ['convert-im6.q16', 'magick'].find(has) ?? '';

/** Returns true if this machine has a program. */
export function has(command: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`]);
    return true;
  } catch {
    // It can be installed (Debian's packages zbar-tools, qrencode, imagemagick).
    return false;
  }
}
